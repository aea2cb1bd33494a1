package osm

import (
	"fmt"
	"slices"

	"servicemap/internal/destination"
)

// emit hands out what was found, in the order of the file.
func (h *harvest) emit(take func(Found) error) error {
	parts := h.wayIndex()
	for _, kind := range []Kind{Node, Way, Relation} {
		for _, b := range h.batches[kind] {
			for i := range b.elements {
				e := &b.elements[i]
				var f Found
				switch kind {
				case Node:
					f = Found{Complete: true, Feature: destination.Feature{Point: e.at.point()}}
				case Way:
					f = h.way(e)
				case Relation:
					f = h.relation(e, parts)
				}
				if err := h.emitOne(kind, e, f, take); err != nil {
					return err
				}
			}
			if kind != Way { // relations still need the ways
				b.elements = nil
			}
		}
	}
	return nil
}

func (h *harvest) emitOne(kind Kind, e *element, f Found, take func(Found) error) error {
	f.Role = e.role
	if kind != Node {
		p, ok := f.Feature.Shape.Inside()
		if !ok {
			h.stats.Unplaced++
			return nil
		}
		f.Feature.Point = p
	}
	h.stats.Found++
	if e.bare {
		f.Points = f.Feature.Shape.Line
		if kind == Node || len(f.Points) == 0 {
			f.Points = []destination.Point{f.Feature.Point}
		}
		f.Feature = destination.Feature{}
		return take(f)
	}
	f.Feature.SourceID = fmt.Sprintf("osm:%s/%d", kind, e.id)
	f.Feature.Tags = e.tags
	return take(f)
}

// wayIndex finds the ways that relations need.
func (h *harvest) wayIndex() map[int64]*element {
	index := make(map[int64]*element, len(h.ways))
	for _, b := range h.batches[Way] {
		for i := range b.parts {
			index[b.parts[i].id] = &b.parts[i]
		}
		for i := range b.elements {
			if e := &b.elements[i]; h.needsWay(e.id) {
				index[e.id] = e
			}
		}
	}
	return index
}

func (h *harvest) way(e *element) Found {
	points, complete := h.points(e.refs)
	f := Found{Complete: complete}
	if isArea(e) && len(points) > 2 {
		f.Feature.Shape.Areas = []destination.Polygon{{points}}
	} else {
		f.Feature.Shape.Line = points
	}
	return f
}

// isArea tells a closed way around something from one that runs in a circle.
func isArea(e *element) bool {
	if e.bare || len(e.refs) < 4 || e.refs[0] != e.refs[len(e.refs)-1] || e.tags.Is("area", "no") {
		return false
	}
	if e.tags.Is("area", "yes") {
		return true
	}
	for _, linear := range []string{"highway", "railway", "aerialway", "waterway", "barrier", "route"} {
		if e.tags.Has(linear) && !e.tags.Is(linear, "station", "riverbank", "dock", "platform") {
			return false
		}
	}
	return true
}

func (h *harvest) points(refs []int64) (points []destination.Point, complete bool) {
	points = make([]destination.Point, 0, len(refs))
	for _, ref := range refs {
		if p, ok := h.places.get(ref); ok {
			points = append(points, p)
		}
	}
	return points, len(points) == len(refs)
}

func (h *harvest) relation(e *element, ways map[int64]*element) Found {
	f := Found{Complete: true}
	var outer, inner [][]int64
	for _, m := range e.members {
		if m.kind == Node {
			if p, ok := h.places.get(m.id); ok {
				f.Feature.Shape.Line = append(f.Feature.Shape.Line, p)
			}
			continue
		}
		way := ways[m.id]
		switch {
		case way == nil:
			f.Complete = false
		case m.inner:
			inner = append(inner, way.refs)
		default:
			outer = append(outer, way.refs)
		}
	}
	if !e.tags.Is("type", "multipolygon", "boundary", "site") || e.bare {
		for _, refs := range outer {
			points, complete := h.points(refs)
			f.Feature.Shape.Line = append(f.Feature.Shape.Line, points...)
			f.Complete = f.Complete && complete
		}
		return f
	}
	h.assemble(&f, outer, inner)
	return f
}

// assemble makes areas of ways. Ways that close no ring become lines, so that
// a thing at the edge of an extract still has a position.
func (h *harvest) assemble(f *Found, outer, inner [][]int64) {
	rings := func(ways [][]int64) []destination.Ring {
		var out []destination.Ring
		closed, open := joinRings(ways)
		for _, refs := range closed {
			points, complete := h.points(refs)
			f.Complete = f.Complete && complete
			out = append(out, points)
		}
		for _, refs := range open {
			points, _ := h.points(refs)
			f.Complete = false
			f.Feature.Shape.Line = append(f.Feature.Shape.Line, points...)
		}
		return out
	}
	areas := &f.Feature.Shape.Areas
	for _, ring := range rings(outer) {
		*areas = append(*areas, destination.Polygon{ring})
	}
	for _, hole := range rings(inner) {
		i := 0
		if len(*areas) > 1 && len(hole) > 0 {
			i = slices.IndexFunc(*areas, func(g destination.Polygon) bool { return g[0].Contains(hole[0]) })
		}
		if i >= 0 && i < len(*areas) {
			(*areas)[i] = append((*areas)[i], hole)
		}
	}
}

// joinRings joins ways at their ends into rings; what does not close is open.
func joinRings(ways [][]int64) (closed, open [][]int64) {
	ends := make(map[int64][]int, 2*len(ways)) // node → ways that end there
	used := make([]bool, len(ways))
	for i, w := range ways {
		if len(w) < 2 {
			used[i] = true
			continue
		}
		ends[w[0]] = append(ends[w[0]], i)
		ends[w[len(w)-1]] = append(ends[w[len(w)-1]], i)
	}
	for i, w := range ways {
		if used[i] {
			continue
		}
		used[i] = true
		ring := slices.Clone(w)
		for ring[0] != ring[len(ring)-1] {
			end := ring[len(ring)-1]
			next := slices.IndexFunc(ends[end], func(j int) bool { return !used[j] })
			if next < 0 {
				break
			}
			j := ends[end][next]
			used[j] = true
			part := slices.Clone(ways[j])
			if part[0] != end {
				slices.Reverse(part)
			}
			ring = append(ring, part[1:]...)
		}
		if ring[0] == ring[len(ring)-1] && len(ring) > 3 {
			closed = append(closed, ring)
		} else {
			open = append(open, ring)
		}
	}
	return closed, open
}
