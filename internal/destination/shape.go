package destination

import (
	"math"
	"slices"
)

// Ring is a closed line; its last point may repeat the first.
type Ring []Point

// Polygon is an outer ring followed by the holes in it.
type Polygon []Ring

// Shape is the ground that a thing covers: nothing for a point, a line, or areas.
type Shape struct {
	Line  []Point
	Areas []Polygon
}

// kmPerDegree is the length of a degree of latitude.
const kmPerDegree = math.Pi / 180 * EarthRadiusKm

// Contains reports whether the point lies in the ring, by the even-odd rule.
func (r Ring) Contains(p Point) bool {
	in := false
	for i, j := 0, len(r)-1; i < len(r); j, i = i, i+1 {
		a, b := r[i], r[j]
		if (a.Lat > p.Lat) != (b.Lat > p.Lat) &&
			p.Lng < (b.Lng-a.Lng)*(p.Lat-a.Lat)/(b.Lat-a.Lat)+a.Lng {
			in = !in
		}
	}
	return in
}

// Contains reports whether the point lies in the polygon and in none of its holes.
func (g Polygon) Contains(p Point) bool {
	in := false
	for _, r := range g {
		if r.Contains(p) {
			in = !in
		}
	}
	return in
}

// AreaKm2 is the area inside the ring, always positive.
func (r Ring) AreaKm2() float64 {
	if len(r) < 3 {
		return 0
	}
	sum, origin := 0.0, r[0] // relative to a corner, so that small areas keep their precision
	for i, j := 0, len(r)-1; i < len(r); j, i = i, i+1 {
		sum += (r[j].Lng-origin.Lng)*(r[i].Lat-origin.Lat) - (r[i].Lng-origin.Lng)*(r[j].Lat-origin.Lat)
	}
	return math.Abs(sum) / 2 * kmPerDegree * kmPerDegree * math.Cos(origin.Lat*math.Pi/180)
}

// AreaKm2 is the area of the polygon without its holes.
func (g Polygon) AreaKm2() float64 {
	area := 0.0
	for i, r := range g {
		if i == 0 {
			area = r.AreaKm2()
		} else {
			area -= r.AreaKm2()
		}
	}
	return max(area, 0)
}

// Bounds is the smallest box around the points.
func Bounds(points []Point) Box {
	b := Box{West: math.Inf(1), South: math.Inf(1), East: math.Inf(-1), North: math.Inf(-1)}
	for _, p := range points {
		b.West, b.East = min(b.West, p.Lng), max(b.East, p.Lng)
		b.South, b.North = min(b.South, p.Lat), max(b.North, p.Lat)
	}
	return b
}

// AreaKm2 is the area of all polygons.
func (s Shape) AreaKm2() float64 {
	area := 0.0
	for _, g := range s.Areas {
		area += g.AreaKm2()
	}
	return area
}

// Contains reports whether the point lies in one of the areas.
func (s Shape) Contains(p Point) bool {
	return slices.ContainsFunc(s.Areas, func(g Polygon) bool { return g.Contains(p) })
}

// Inside is a point on the thing: inside its largest area, or in the middle of its line.
func (s Shape) Inside() (Point, bool) {
	best, bestArea := Polygon(nil), -1.0
	for _, g := range s.Areas {
		if area := g.AreaKm2(); len(g) > 0 && len(g[0]) > 0 && area > bestArea {
			best, bestArea = g, area
		}
	}
	switch {
	case best != nil:
		return best.inside(), true
	case len(s.Line) > 0:
		return s.Line[len(s.Line)/2], true
	}
	return Point{}, false
}

// inside prefers the centre of gravity, which people expect, and falls back to
// the middle of the widest stretch inside along some parallels.
func (g Polygon) inside() Point {
	if c, ok := g[0].centroid(); ok && g.Contains(c) {
		return c
	}
	b := Bounds(g[0])
	best, bestWidth := g[0][0], 0.0
	for _, part := range []float64{0.5, 0.37, 0.63, 0.21, 0.79, 0.1, 0.9} {
		lat := b.South + (b.North-b.South)*part
		xs := g.crossings(lat)
		for i := 0; i+1 < len(xs); i += 2 {
			if w := xs[i+1] - xs[i]; w > bestWidth {
				best, bestWidth = Point{Lat: lat, Lng: (xs[i] + xs[i+1]) / 2}, w
			}
		}
	}
	return best
}

// crossings are the longitudes at which the polygon's edges cross a parallel.
func (g Polygon) crossings(lat float64) []float64 {
	var xs []float64
	for _, r := range g {
		for i, j := 0, len(r)-1; i < len(r); j, i = i, i+1 {
			a, b := r[i], r[j]
			if (a.Lat > lat) != (b.Lat > lat) {
				xs = append(xs, (b.Lng-a.Lng)*(lat-a.Lat)/(b.Lat-a.Lat)+a.Lng)
			}
		}
	}
	slices.Sort(xs)
	return xs
}

func (r Ring) centroid() (Point, bool) {
	var area, lat, lng float64
	origin := r[0]
	for i, j := 0, len(r)-1; i < len(r); j, i = i, i+1 {
		ax, ay := r[j].Lng-origin.Lng, r[j].Lat-origin.Lat
		bx, by := r[i].Lng-origin.Lng, r[i].Lat-origin.Lat
		cross := ax*by - bx*ay
		area += cross
		lng += (ax + bx) * cross
		lat += (ay + by) * cross
	}
	if math.Abs(area) < 1e-14 {
		return Point{}, false
	}
	return Point{Lat: origin.Lat + lat/(3*area), Lng: origin.Lng + lng/(3*area)}, true
}
