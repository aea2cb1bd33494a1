package search

import "servicemap/internal/destination"

// area is where on the map to look: within a radius, in a box, or both.
type area struct {
	center  vector
	radius2 float64 // anywhere for no radius
	box     *destination.Box
}

func (a *ask) area() area { return area{a.center, a.radius2, a.Box} }

func (r *area) everywhere() bool { return r.radius2 >= anywhere && r.box == nil }

type overlap uint8

const (
	outside overlap = iota
	crossing
	inside
)

// node tells how the area and a node lie to each other.
func (r *area) node(nd *node) overlap {
	in := inside
	if r.radius2 < anywhere {
		if nd.nearest2(r.center) > r.radius2 {
			return outside
		}
		if nd.farthest2(r.center) > r.radius2*(1-1e-9) {
			in = crossing
		}
	}
	if r.box == nil {
		return in
	}
	return min(in, boxOverlap(r.box, nd))
}

func boxOverlap(b *destination.Box, nd *node) overlap {
	s, n, w, e := float64(nd.south), float64(nd.north), float64(nd.west), float64(nd.east)
	if n < b.South || s > b.North {
		return outside
	}
	all := s >= b.South && n <= b.North
	if b.West <= b.East {
		if e < b.West || w > b.East {
			return outside
		}
		all = all && w >= b.West && e <= b.East
	} else { // the box is what is left of East and right of West
		if w > b.East && e < b.West {
			return outside
		}
		all = all && (w >= b.West || e <= b.East)
	}
	if all {
		return inside
	}
	return crossing
}

// doc reports whether a document lies in the area.
func (r *area) doc(c *columns, doc uint32) bool {
	if r.radius2 < anywhere && chord2(r.center, c.vecs[doc]) > r.radius2 {
		return false
	}
	return r.box == nil || r.box.Contains(destination.Point{Lat: c.lat[doc], Lng: c.lng[doc]})
}

// visit walks over all of the tree that lies in the area: whole spans of
// items that are inside, and single items at its edge.
func (t *tree) visit(r *area, span func(from, to int), item func(i int)) {
	if t.n > 0 {
		t.visitNode(r, len(t.levels)-1, 0, span, item)
	}
}

func (t *tree) visitNode(r *area, level, i int, span func(from, to int), item func(i int)) {
	switch r.node(&t.levels[level][i]) {
	case outside:
	case inside:
		span(t.span(level, i))
	case crossing:
		if level > 0 {
			from, to := t.children(level, i)
			for k := from; k < to; k++ {
				t.visitNode(r, level-1, k, span, item)
			}
			return
		}
		from, to := t.span(0, i)
		for k := from; k < to; k++ {
			if r.doc(t.cols, t.doc(k)) {
				item(k)
			}
		}
	}
}

// spans appends the spans of items below which the area lies, joined where
// they touch. They may hold some items that are not in it.
func (t *tree) spans(r *area, list []span) []span {
	if t.n == 0 {
		return list
	}
	before := len(list)
	return append(list, t.addSpans(r, len(t.levels)-1, 0, list[before:])...)
}

// span is a half-open range of documents.
type span struct{ from, to uint32 }

func (t *tree) addSpans(r *area, level, i int, list []span) []span {
	o := r.node(&t.levels[level][i])
	switch {
	case o == outside:
	case o == crossing && level > 0:
		from, to := t.children(level, i)
		for k := from; k < to; k++ {
			list = t.addSpans(r, level-1, k, list)
		}
	default:
		from, to := t.span(level, i)
		if last := len(list) - 1; last >= 0 && int(list[last].to) == from {
			list[last].to = uint32(to)
		} else {
			list = append(list, span{uint32(from), uint32(to)})
		}
	}
	return list
}

// count is how many items lie in the area.
func (t *tree) count(r *area) int {
	if r.everywhere() || t.n == 0 {
		return t.n
	}
	return t.countBelow(r, len(t.levels)-1, 0)
}

func (t *tree) countBelow(r *area, level, i int) int {
	switch r.node(&t.levels[level][i]) {
	case outside:
		return 0
	case inside:
		from, to := t.span(level, i)
		return to - from
	}
	n := 0
	if level > 0 {
		from, to := t.children(level, i)
		for k := from; k < to; k++ {
			n += t.countBelow(r, level-1, k)
		}
		return n
	}
	from, to := t.span(0, i)
	for k := from; k < to; k++ {
		if chord2(r.center, t.vecs[k]) <= r.radius2 && (r.box == nil || r.doc(t.cols, t.doc(k))) {
			n++
		}
	}
	return n
}
