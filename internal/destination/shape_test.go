package destination_test

import (
	"math"
	"testing"

	"servicemap/internal/destination"
)

func ring(coords ...float64) destination.Ring {
	var r destination.Ring
	for i := 0; i < len(coords); i += 2 {
		r = append(r, destination.Point{Lng: coords[i], Lat: coords[i+1]})
	}
	return r
}

func TestShapeInsideIsInside(t *testing.T) {
	square := ring(9, 47, 10, 47, 10, 48, 9, 48)
	for name, shape := range map[string]destination.Shape{
		"square": {Areas: []destination.Polygon{{square}}},
		// The centre of gravity of a U lies outside of it.
		"u":                {Areas: []destination.Polygon{{ring(9, 47, 12, 47, 12, 50, 11, 50, 11, 48, 10, 48, 10, 50, 9, 50)}}},
		"ring with a hole": {Areas: []destination.Polygon{{square, ring(9.2, 47.2, 9.8, 47.2, 9.8, 47.8, 9.2, 47.8)}}},
		"two, one tiny":    {Areas: []destination.Polygon{{ring(1, 1, 1.01, 1, 1.01, 1.01)}, {square}}},
	} {
		p, ok := shape.Inside()
		if !ok || !shape.Contains(p) {
			t.Errorf("%s: %v is not inside", name, p)
		}
	}
}

func TestShapeInsideOfDegenerateShapes(t *testing.T) {
	p := destination.Point{Lat: 47, Lng: 9}
	for name, tc := range map[string]struct {
		shape destination.Shape
		ok    bool
	}{
		"nothing":         {destination.Shape{}, false},
		"empty polygon":   {destination.Shape{Areas: []destination.Polygon{{}, {{}}}}, false},
		"one point":       {destination.Shape{Areas: []destination.Polygon{{{p}}}}, true},
		"all one point":   {destination.Shape{Areas: []destination.Polygon{{{p, p, p, p}}}}, true},
		"line of a point": {destination.Shape{Line: []destination.Point{p}}, true},
	} {
		got, ok := tc.shape.Inside()
		if ok != tc.ok || ok && got != p {
			t.Errorf("%s: %v, %v", name, got, ok)
		}
	}
}

func TestShapeArea(t *testing.T) {
	square := ring(9, 47, 9.1, 47, 9.1, 47.1, 9, 47.1, 9, 47)
	whole := destination.Shape{Areas: []destination.Polygon{{square}}}.AreaKm2()
	if math.Abs(whole-84.3) > 0.5 { // 11.12 km by 7.58 km
		t.Errorf("area is %.2f km²", whole)
	}
	holed := destination.Shape{Areas: []destination.Polygon{{square, ring(9, 47, 9.05, 47, 9.05, 47.1, 9, 47.1)}}}.AreaKm2()
	if math.Abs(holed-whole/2) > 0.5 {
		t.Errorf("with half of it a hole, the area is %.2f km²", holed)
	}
}
