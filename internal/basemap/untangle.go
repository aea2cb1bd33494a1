package basemap

import (
	"math"

	"github.com/paulmach/orb"
)

// maxTries is how often an arc is taken less simplified before it is left as
// the source has it.
const maxTries = 4

// minCell keeps the number of cells within bounds: about 4 km.
const minCell = 1e-4

// simplified thins and rounds arcs so that none crosses another or itself:
// where simplifying would close a strait, it is done less. Fills with crossing
// outlines come out as garbage in browsers.
//
// Arcs that do not touch the box are cut away later: they become straight lines.
func simplified(arcs []orb.LineString, box orb.Bound, tolerance float64, rounds int) []orb.LineString {
	tries := make([]int, len(arcs))
	out := make([]orb.LineString, len(arcs))
	seen := make([]orb.LineString, len(arcs)) // nil for those outside
	for i, arc := range arcs {
		if !arc.Bound().Intersects(box) {
			out[i] = orb.LineString{arc[0], arc[len(arc)-1]}
			continue
		}
		out[i] = attempt(arc, tolerance, rounds, 0)
		seen[i] = out[i]
	}
	for {
		again := false
		for i := range crossing(seen, math.Max(2*tolerance, minCell)) {
			if tries[i] < maxTries {
				tries[i]++
				out[i] = attempt(arcs[i], tolerance, rounds, tries[i])
				seen[i] = out[i]
				again = true
			}
		}
		if !again {
			return out
		}
	}
}

// attempt simplifies an arc, less with each try, and in the end not at all.
func attempt(arc orb.LineString, tolerance float64, rounds, try int) orb.LineString {
	switch {
	case try == 0:
		return round(thin(arc, tolerance), rounds)
	case try < maxTries:
		return thin(arc, tolerance/math.Pow(3, float64(try)))
	}
	return arc
}

// crossing are the arcs that cross others or themselves. They are compared
// within cells of a size.
func crossing(arcs []orb.LineString, cell float64) map[int]bool {
	type piece struct {
		segment
		arc int
	}
	grid := map[[2]int][]piece{}
	found := map[int]bool{}
	for i, arc := range arcs {
		for j := 1; j < len(arc); j++ {
			p := piece{segment{arc[j-1], arc[j]}, i}
			for _, key := range p.cells(cell) {
				for _, q := range grid[key] {
					if cross(p.segment, q.segment) {
						found[p.arc], found[q.arc] = true, true
					}
				}
				grid[key] = append(grid[key], p)
			}
		}
	}
	return found
}

// cells are those that a segment may touch: a long one is walked in steps, for
// the box around it would have too many.
func (s segment) cells(size float64) [][2]int {
	var keys [][2]int
	n := math.Max(1, math.Ceil(math.Hypot(s.b[0]-s.a[0], s.b[1]-s.a[1])/(4*size)))
	for i := range int(n) {
		from, to := between(s.a, s.b, float64(i)/n), between(s.a, s.b, float64(i+1)/n)
		x0, x1 := order(from[0]/size, to[0]/size)
		y0, y1 := order(from[1]/size, to[1]/size)
		for x := x0; x <= x1; x++ {
			for y := y0; y <= y1; y++ {
				keys = append(keys, [2]int{x, y}) // maybe twice, which does no harm
			}
		}
	}
	return keys
}

func order(a, b float64) (int, int) {
	return int(math.Min(a, b)), int(math.Max(a, b))
}

// cross reports whether two segments cross; those that only touch do not.
func cross(s, t segment) bool {
	return side(s, t.a)*side(s, t.b) < 0 && side(t, s.a)*side(t, s.b) < 0
}

// side is 1 or -1 for the side of a segment on which a point lies, 0 on it.
func side(s segment, p orb.Point) int {
	v := (s.b[0]-s.a[0])*(p[1]-s.a[1]) - (s.b[1]-s.a[1])*(p[0]-s.a[0])
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}
