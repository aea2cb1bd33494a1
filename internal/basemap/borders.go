package basemap

import (
	"slices"

	"github.com/paulmach/orb"
)

// province is a state or canton.
type province struct {
	code    string // ISO 3166-2
	country string // ISO 3166-1
	de, en  string
	label   orb.Point
	size    float64 // area on the plane, to rank labels
	shape   orb.MultiPolygon
}

type segment struct{ a, b orb.Point }

// borders finds the lines along which the provinces of a country meet. Natural
// Earth gives both sides the same points, so a border is the segments that two
// provinces have; they are strung together from fork to fork.
func borders(provinces []province) []orb.LineString {
	owners := map[segment]int{} // province that has it, -1 when two have it
	for i, p := range provinces {
		for _, poly := range p.shape {
			for _, ring := range poly {
				for j := 1; j < len(ring); j++ {
					s := direct(ring[j-1], ring[j])
					if other, ok := owners[s]; !ok {
						owners[s] = i
					} else if other != i {
						owners[s] = -1
					}
				}
			}
		}
	}
	next := map[orb.Point][]orb.Point{}
	for s, owner := range owners {
		if owner < 0 && s.a != s.b {
			next[s.a] = append(next[s.a], s.b)
			next[s.b] = append(next[s.b], s.a)
		}
	}
	return chain(next)
}

// direct gives a segment the same direction from either side.
func direct(a, b orb.Point) segment {
	if a[0] > b[0] || a[0] == b[0] && a[1] > b[1] {
		a, b = b, a
	}
	return segment{a, b}
}

// chain strings the segments of a graph into lines between its forks and ends,
// then what is left, which is rings. The order is the points', so that every
// build gives the same archive.
func chain(next map[orb.Point][]orb.Point) []orb.LineString {
	points := make([]orb.Point, 0, len(next))
	for p := range next {
		points = append(points, p)
		slices.SortFunc(next[p], comparePoints)
	}
	slices.SortFunc(points, comparePoints)
	used := map[segment]bool{}
	var lines []orb.LineString
	walk := func(from, to orb.Point) {
		line := orb.LineString{from}
		for {
			used[direct(from, to)] = true
			line = append(line, to)
			if len(next[to]) != 2 {
				break
			}
			on := next[to][0]
			if on == from {
				on = next[to][1]
			}
			if used[direct(to, on)] {
				break
			}
			from, to = to, on
		}
		lines = append(lines, line)
	}
	for _, rings := range []bool{false, true} {
		for _, p := range points {
			if !rings && len(next[p]) == 2 {
				continue
			}
			for _, q := range next[p] {
				if !used[direct(p, q)] {
					walk(p, q)
				}
			}
		}
	}
	return lines
}

func comparePoints(a, b orb.Point) int {
	for i := range a {
		if a[i] < b[i] {
			return -1
		}
		if a[i] > b[i] {
			return 1
		}
	}
	return 0
}
