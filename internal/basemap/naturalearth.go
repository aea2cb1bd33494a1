package basemap

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/planar"
	"github.com/sams96/rgeo"

	"servicemap/internal/destination"
)

// regionCountries are those whose states are drawn and named.
var regionCountries = []string{"DE", "AT", "CH"}

// features calls f for each feature of a gzipped GeoJSON collection, one at a
// time: a whole collection takes a gigabyte.
func features(zipped []byte, f func(props map[string]any, geometry json.RawMessage) error) error {
	zr, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		return err
	}
	dec := json.NewDecoder(zr)
	for {
		token, err := dec.Token()
		if err != nil {
			return fmt.Errorf("find features: %w", err)
		}
		if token == "features" {
			break
		}
	}
	if _, err := dec.Token(); err != nil { // the bracket
		return err
	}
	for dec.More() {
		var one struct {
			Properties map[string]any
			Geometry   json.RawMessage
		}
		if err := dec.Decode(&one); err != nil {
			return err
		}
		if err := f(one.Properties, one.Geometry); err != nil {
			return err
		}
	}
	return nil
}

// polygonsOf reads a geometry onto the map's plane.
func polygonsOf(raw json.RawMessage) (orb.MultiPolygon, error) {
	g, err := geojson.UnmarshalGeometry(raw)
	if err != nil {
		return nil, err
	}
	var multi orb.MultiPolygon
	switch g := g.Geometry().(type) {
	case orb.Polygon:
		multi = orb.MultiPolygon{g}
	case orb.MultiPolygon:
		multi = g
	default:
		return nil, fmt.Errorf("unexpected geometry %s", g.GeoJSONType())
	}
	for _, poly := range multi {
		for _, ring := range poly {
			for i := range ring {
				ring[i] = project(ring[i])
			}
		}
	}
	return multi, nil
}

func readProvinces() ([]province, error) {
	var out []province
	err := features(rgeo.Provinces10(), func(props map[string]any, raw json.RawMessage) error {
		country, _ := props["iso_a2"].(string)
		code, _ := props["iso_3166_2"].(string)
		if !slices.Contains(regionCountries, country) {
			return nil
		}
		shape, err := polygonsOf(raw)
		if err != nil {
			return fmt.Errorf("province %s: %w", code, err)
		}
		p := province{code: code, country: country, shape: shape, size: planar.Area(shape)}
		if r, ok := destination.RegionByCode(code); ok {
			p.de, p.en = r.Names[destination.German], r.Names[destination.English]
		}
		lng, _ := props["longitude"].(float64)
		lat, _ := props["latitude"].(float64)
		p.label = project(orb.Point{lng, lat})
		out = append(out, p)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read provinces: %w", err)
	}
	return out, nil
}

// readUrban returns the built-up areas within bounds.
func readUrban(bounds orb.Bound) ([]orb.Polygon, error) {
	var out []orb.Polygon
	err := features(rgeo.Cities10(), func(props map[string]any, raw json.RawMessage) error {
		lng, _ := props["mean_bb_xc"].(float64)
		lat, _ := props["mean_bb_yc"].(float64)
		if !bounds.Contains(orb.Point{lng, lat}) {
			return nil
		}
		shape, err := polygonsOf(raw)
		if err != nil {
			return err
		}
		out = append(out, shape...)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read urban areas: %w", err)
	}
	return out, nil
}
