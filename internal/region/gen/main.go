// Command gen cuts the states and cantons of Germany, Austria, Switzerland and
// Liechtenstein and the provinces around them out of Natural Earth's 1:10m
// boundaries (public domain), so that the binary need not carry the world.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
	"github.com/sams96/rgeo"

	"servicemap/internal/destination"
	"servicemap/internal/region"
)

// own are the countries whose regions are told apart.
var own = []string{"DE", "AT", "CH"}

var neighbours = []string{"FR", "IT", "SI", "HR", "HU", "SK", "CZ", "PL", "DK", "SE", "NL", "BE", "LU"}

// margin around the covered bounds, in degrees, within which neighbours are known.
const margin = 0.6

func main() {
	out := flag.String("out", filepath.Join("internal", "region", "data", region.ProvincesFile), "file to write")
	flag.Parse()
	if err := generate(*out); err != nil {
		fmt.Fprintln(os.Stderr, "generate boundaries:", err)
		os.Exit(1)
	}
}

func generate(out string) error {
	zipped, err := gzip.NewReader(bytes.NewReader(rgeo.Provinces10()))
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(zipped)
	if err != nil {
		return err
	}
	var world struct{ Features []feature }
	if err := json.Unmarshal(raw, &world); err != nil {
		return err
	}
	var areas []region.Area
	for _, feature := range world.Features {
		area, ok, err := convert(feature)
		if err != nil {
			return err
		}
		if ok {
			areas = append(areas, area)
		}
	}
	encoded, err := region.Encode(areas)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d areas, %d bytes\n", out, len(areas), len(encoded))
	return os.WriteFile(out, encoded, 0o644)
}

// feature is what we read of the GeoJSON.
type feature struct {
	Properties struct {
		Country string `json:"iso_a2"`
		Code    string `json:"iso_3166_2"`
	}
	Geometry struct {
		Type        string
		Coordinates json.RawMessage
	}
}

func convert(f feature) (region.Area, bool, error) {
	area := region.Area{Code: f.Properties.Country}
	cut := false
	switch {
	case f.Properties.Code == "": // a whole country
		return area, false, nil
	case f.Properties.Country == "LI": // has municipalities but no regions
	case slices.Contains(own, f.Properties.Country):
		area.Code = f.Properties.Code
	case slices.Contains(neighbours, f.Properties.Country):
		cut = true
	default:
		return area, false, nil
	}
	var shape orb.MultiPolygon
	var err error
	if f.Geometry.Type == "Polygon" {
		shape = make(orb.MultiPolygon, 1)
		err = json.Unmarshal(f.Geometry.Coordinates, &shape[0])
	} else {
		err = json.Unmarshal(f.Geometry.Coordinates, &shape)
	}
	if err != nil {
		return area, false, fmt.Errorf("geometry of %s: %w", f.Properties.Code, err)
	}
	if cut {
		b := destination.CoveredBounds
		shape = clip.MultiPolygon(orb.Bound{
			Min: orb.Point{b.West - margin, b.South - margin},
			Max: orb.Point{b.East + margin, b.North + margin},
		}, shape)
	}
	for _, p := range shape {
		area.Shape = append(area.Shape, polygon(p))
	}
	return area, len(area.Shape) > 0, nil
}

func polygon(p orb.Polygon) destination.Polygon {
	var out destination.Polygon
	for _, r := range p {
		ring := make(destination.Ring, len(r))
		for i, point := range r {
			ring[i] = destination.Point{Lat: point.Lat(), Lng: point.Lon()}
		}
		out = append(out, ring)
	}
	return out
}
