package tabular

import (
	"encoding/json"
	"errors"
	"fmt"

	"servicemap/internal/destination"
)

// geometry is that of GeoJSON.
type geometry struct {
	Type        string
	Coordinates json.RawMessage
	Geometries  []geometry
}

type position []float64 // longitude, latitude, perhaps more

func (p position) point() (destination.Point, error) {
	if len(p) < 2 {
		return destination.Point{}, errors.New("a position needs longitude and latitude")
	}
	out := destination.Point{Lat: p[1], Lng: p[0]}
	if !out.Valid() {
		return out, fmt.Errorf("the position %g, %g is not on the globe (want degrees, WGS 84)", out.Lat, out.Lng)
	}
	return out, nil
}

func points(list []position) ([]destination.Point, error) {
	out := make([]destination.Point, len(list))
	for i, p := range list {
		var err error
		if out[i], err = p.point(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func polygon(rings [][]position) (destination.Polygon, error) {
	out := make(destination.Polygon, len(rings))
	for i, ring := range rings {
		var err error
		if out[i], err = points(ring); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// shape reads the geometry; the point lies on it.
func (g *geometry) shape() (s destination.Shape, at destination.Point, err error) {
	switch g.Type {
	case "Point":
		var p position
		if err = json.Unmarshal(g.Coordinates, &p); err == nil {
			at, err = p.point()
		}
		return s, at, err
	case "MultiPoint", "LineString":
		var list []position
		if err = json.Unmarshal(g.Coordinates, &list); err == nil {
			s.Line, err = points(list)
		}
	case "MultiLineString":
		var lines [][]position
		err = json.Unmarshal(g.Coordinates, &lines)
		for i := 0; i < len(lines) && err == nil; i++ {
			var part []destination.Point
			part, err = points(lines[i])
			s.Line = append(s.Line, part...)
		}
	case "Polygon":
		var rings [][]position
		if err = json.Unmarshal(g.Coordinates, &rings); err == nil {
			s.Areas = make([]destination.Polygon, 1)
			s.Areas[0], err = polygon(rings)
		}
	case "MultiPolygon":
		var list [][][]position
		err = json.Unmarshal(g.Coordinates, &list)
		for i := 0; i < len(list) && err == nil; i++ {
			var part destination.Polygon
			part, err = polygon(list[i])
			s.Areas = append(s.Areas, part)
		}
	case "GeometryCollection":
		if len(g.Geometries) == 0 || g.Geometries[0].Type == g.Type {
			return s, at, errors.New("an empty collection of geometries")
		}
		return g.Geometries[0].shape()
	default:
		return s, at, fmt.Errorf("unknown geometry type %.40q", g.Type)
	}
	if err != nil {
		return s, at, err
	}
	at, ok := s.Inside()
	if !ok {
		return s, at, errors.New("an empty geometry")
	}
	return s, at, nil
}
