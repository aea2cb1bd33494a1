package basemap

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/paulmach/orb"
)

// topology is a TopoJSON file: shapes that refer to arcs, each arc stored once
// however many shapes it bounds. That is why neighbours fit after simplifying:
// what is simplified is the arc.
type topology struct {
	arcs    []orb.LineString // on the map's plane, see project
	objects map[string][]shape
}

// shape is one feature: lines, or polygons of rings, as lists of arcs.
type shape struct {
	id    string
	name  string
	lines [][]int
	polys [][][]int
}

func readTopology(path string) (*topology, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t, err := parseTopology(raw)
	if err != nil {
		return nil, fmt.Errorf("read topology %s: %w", path, err)
	}
	return t, nil
}

type topoJSON struct {
	Transform struct {
		Scale, Translate [2]float64
	}
	Arcs    [][][2]int
	Objects map[string]struct {
		Geometries []struct {
			Type       string
			ID         string
			Properties struct{ Name string }
			Arcs       json.RawMessage
		}
	}
}

func parseTopology(raw []byte) (*topology, error) {
	var f topoJSON
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	t := &topology{objects: map[string][]shape{}}
	for _, deltas := range f.Arcs {
		arc := make(orb.LineString, len(deltas))
		x, y := 0, 0
		for i, d := range deltas {
			x, y = x+d[0], y+d[1]
			arc[i] = project(orb.Point{
				float64(x)*f.Transform.Scale[0] + f.Transform.Translate[0],
				float64(y)*f.Transform.Scale[1] + f.Transform.Translate[1],
			})
		}
		t.arcs = append(t.arcs, arc)
	}
	for name, object := range f.Objects {
		for _, g := range object.Geometries {
			s := shape{id: g.ID, name: g.Properties.Name}
			if err := s.parse(g.Type, g.Arcs, len(t.arcs)); err != nil {
				return nil, fmt.Errorf("object %s: %w", name, err)
			}
			t.objects[name] = append(t.objects[name], s)
		}
	}
	return t, nil
}

func (s *shape) parse(kind string, raw json.RawMessage, arcs int) error {
	var err error
	switch kind {
	case "LineString":
		s.lines = make([][]int, 1)
		err = json.Unmarshal(raw, &s.lines[0])
	case "MultiLineString":
		err = json.Unmarshal(raw, &s.lines)
	case "Polygon":
		s.polys = make([][][]int, 1)
		err = json.Unmarshal(raw, &s.polys[0])
	case "MultiPolygon":
		err = json.Unmarshal(raw, &s.polys)
	case "": // a feature without a shape
	default:
		err = fmt.Errorf("unexpected type %q", kind)
	}
	if err != nil {
		return err
	}
	for _, list := range s.arcLists() {
		for _, i := range list {
			if index(i) >= arcs {
				return fmt.Errorf("no arc %d", i)
			}
		}
	}
	return nil
}

// arcLists are all lines and rings of the shape.
func (s *shape) arcLists() [][]int {
	lists := s.lines
	for _, poly := range s.polys {
		lists = append(lists, poly...)
	}
	return lists
}

// index is the place of an arc; ^i stands for arc i run backwards.
func index(i int) int {
	if i < 0 {
		return ^i
	}
	return i
}

// join strings arcs together into one line.
func join(arcs []orb.LineString, list []int) orb.LineString {
	var out orb.LineString
	for _, i := range list {
		arc := arcs[index(i)]
		if i < 0 {
			arc = arc.Clone()
			arc.Reverse()
		}
		if len(out) > 0 && len(arc) > 0 {
			arc = arc[1:] // it begins where the last one ended
		}
		out = append(out, arc...)
	}
	return out
}

// polygons puts a shape's polygons together from (simplified) arcs. Rings
// smaller than minArea are left out.
func (s *shape) polygons(arcs []orb.LineString, minArea float64) orb.MultiPolygon {
	var out orb.MultiPolygon
	for _, rings := range s.polys {
		var poly orb.Polygon
		for i, list := range rings {
			ring := orb.Ring(unwrap(join(arcs, list)))
			if len(ring) < 4 || area(ring) < minArea {
				if i == 0 {
					break
				}
				continue
			}
			poly = append(poly, ring)
		}
		if len(poly) > 0 {
			out = append(out, poly)
		}
	}
	return out
}

// unwrap lets a line that crosses the antimeridian go on beyond the edge of the
// map's plane, where the source jumps to its other side.
func unwrap(line orb.LineString) orb.LineString {
	shift := 0.0
	for i := 1; i < len(line); i++ {
		line[i][0] += shift
		if d := line[i][0] - line[i-1][0]; d > 0.5 || d < -0.5 {
			turn := math.Copysign(1, d)
			shift -= turn
			line[i][0] -= turn
		}
	}
	return line
}

// shared lists the arcs that more than one of the shapes uses: their borders.
func shared(shapes []shape) []int {
	users := map[int]int{}
	for i := range shapes {
		seen := map[int]bool{}
		for _, list := range shapes[i].arcLists() {
			for _, a := range list {
				seen[index(a)] = true
			}
		}
		for a := range seen {
			users[a]++
		}
	}
	var out []int
	for a, n := range users {
		if n > 1 {
			out = append(out, a)
		}
	}
	slices.Sort(out) // every build gives the same archive
	return out
}
