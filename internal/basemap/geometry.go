package basemap

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"github.com/paulmach/orb/simplify"
)

// maxLat is where the map's plane ends.
const maxLat = 85.05112878

// project puts a position [lng, lat] onto the plane of the map: the world is
// the unit square, y down.
func project(p orb.Point) orb.Point {
	lat := math.Max(-maxLat, math.Min(maxLat, p[1])) * math.Pi / 180
	return orb.Point{p[0]/360 + 0.5, 0.5 - math.Log(math.Tan(math.Pi/4+lat/2))/(2*math.Pi)}
}

func projectBound(b orb.Bound) orb.Bound {
	lo, hi := project(b.Min), project(b.Max)
	return orb.Bound{Min: orb.Point{lo[0], hi[1]}, Max: orb.Point{hi[0], lo[1]}}
}

func area(r orb.Ring) float64 { return math.Abs(planar.Area(r)) }

// thin drops the points of a line that deviate less than tolerance. It depends
// on the line alone, so that a line shared by two shapes stays shared.
func thin(line orb.LineString, tolerance float64) orb.LineString {
	if len(line) < 3 {
		return line
	}
	return simplify.DouglasPeucker(tolerance).LineString(line.Clone())
}

// round cuts the corners of a line (Chaikin), its ends stay where they are.
// The sources are coarse: without it they look like stairs when zoomed in.
func round(line orb.LineString, times int) orb.LineString {
	for ; times > 0 && len(line) > 2; times-- {
		out := make(orb.LineString, 0, 2*len(line))
		out = append(out, line[0])
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			if i > 1 {
				out = append(out, between(a, b, 0.25))
			}
			if i < len(line)-1 {
				out = append(out, between(a, b, 0.75))
			}
		}
		line = append(out, line[len(line)-1])
	}
	return line
}

// roundRing is round for a ring, which has no ends.
func roundRing(ring orb.Ring, times int) orb.Ring {
	for ; times > 0 && len(ring) > 3; times-- {
		out := make(orb.Ring, 0, 2*len(ring))
		for i := 1; i < len(ring); i++ {
			out = append(out, between(ring[i-1], ring[i], 0.25), between(ring[i-1], ring[i], 0.75))
		}
		ring = append(out, out[0])
	}
	return ring
}

func between(a, b orb.Point, t float64) orb.Point {
	return orb.Point{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t}
}

// distanceTo is the distance from p to the nearest point of a line.
func distanceTo(line orb.LineString, p orb.Point) float64 {
	best := math.Inf(1)
	for i := 1; i < len(line); i++ {
		best = math.Min(best, planar.DistanceFromSegment(line[i-1], line[i], p))
	}
	return best
}
