package basemap

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// The source of the rivers is coarser than that of the borders. Where countries
// meet at a river, the river takes its course from the border, or the two would
// cross each other all the time.
const (
	riverStep  = 0.012 / 360   // distance of points along a river
	borderNear = 0.09 / 360    // how far off the source may be
	maxJump    = 4 * riverStep // a border that is left for another is no course
	alike      = 0.6           // cosine of the angle between river and border
	shortest   = 25            // points; a border that only crosses is no course
)

// traceRivers are the rivers with their names, along the borders they form.
func (s *sources) traceRivers() []feature {
	grid := newSegmentGrid(2 * borderNear)
	for _, i := range s.borders {
		grid.add(s.world.arcs[i])
	}
	var out []feature
	for i := range s.waters.objects["rivers"] {
		for _, list := range s.waters.objects["rivers"][i].lines {
			line := join(s.waters.arcs, list)
			props := map[string]any{"kind": "river", "min_zoom": riversFrom}
			if name := riverName(line); name != nil {
				props["name"] = name.name
				setNames(props, name.name, "", name.en)
			}
			out = append(out, feature{layer: "water", geometry: round(follow(round(line, 3), grid), 2), props: props})
		}
	}
	return out
}

// riverName finds the name whose point lies on the line.
func riverName(line orb.LineString) *label {
	const near = 0.02 / 360
	i := slices.IndexFunc(rivers, func(l label) bool { return distanceTo(line, project(l.at)) < near })
	if i < 0 {
		return nil
	}
	return &rivers[i]
}

// follow moves the points of a line onto the border that runs along it.
func follow(line orb.LineString, grid *segmentGrid) orb.LineString {
	line = resample(line, riverStep)
	moved := make([]*orb.Point, len(line))
	for i := range line {
		a, b := line[max(i-1, 0)], line[min(i+1, len(line)-1)]
		moved[i] = grid.nearest(line[i], orb.Point{b[0] - a[0], b[1] - a[1]})
	}
	for i := 0; i < len(line); {
		end := i
		for end < len(line) && moved[end] != nil && (end == i || planar.Distance(*moved[end-1], *moved[end]) < maxJump) {
			end++
		}
		if end-i >= shortest {
			for ; i < end; i++ {
				line[i] = *moved[i]
			}
		}
		i = max(end, i+1)
	}
	return line
}

// resample puts points at even distances onto a line.
func resample(line orb.LineString, step float64) orb.LineString {
	out := orb.LineString{line[0]}
	for i := 1; i < len(line); i++ {
		n := math.Ceil(planar.Distance(line[i-1], line[i]) / step)
		for j := 1.0; j <= n; j++ {
			out = append(out, between(line[i-1], line[i], j/n))
		}
	}
	return out
}

// segmentGrid finds segments by place.
type segmentGrid struct {
	size  float64
	cells map[[2]int][]segment
}

func newSegmentGrid(size float64) *segmentGrid {
	return &segmentGrid{size: size, cells: map[[2]int][]segment{}}
}

func (g *segmentGrid) cell(p orb.Point) [2]int {
	return [2]int{int(math.Floor(p[0] / g.size)), int(math.Floor(p[1] / g.size))}
}

// add enters the segments of a line in every cell that their boxes touch.
func (g *segmentGrid) add(line orb.LineString) {
	for i := 1; i < len(line); i++ {
		s := segment{line[i-1], line[i]}
		box := orb.MultiPoint{s.a, s.b}.Bound().Pad(g.size / 2)
		lo, hi := g.cell(box.Min), g.cell(box.Max)
		for x := lo[0]; x <= hi[0]; x++ {
			for y := lo[1]; y <= hi[1]; y++ {
				g.cells[[2]int{x, y}] = append(g.cells[[2]int{x, y}], s)
			}
		}
	}
}

// nearest is the nearest point on a segment that runs in about the direction.
func (g *segmentGrid) nearest(p, direction orb.Point) *orb.Point {
	best, found := borderNear, (*orb.Point)(nil)
	for _, s := range g.cells[g.cell(p)] {
		dx, dy := s.b[0]-s.a[0], s.b[1]-s.a[1]
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		cos := math.Abs(dx*direction[0]+dy*direction[1]) / (length * math.Hypot(direction[0], direction[1]))
		t := math.Max(0, math.Min(1, ((p[0]-s.a[0])*dx+(p[1]-s.a[1])*dy)/(length*length)))
		q := between(s.a, s.b, t)
		if d := planar.Distance(p, q); d < best && cos > alike {
			best, found = d, &q
		}
	}
	return found
}
