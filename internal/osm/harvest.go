package osm

import (
	"slices"
	"strings"
	"sync/atomic"

	"servicemap/internal/destination"
)

// harvest is what has been found so far and what is still needed for it.
type harvest struct {
	opts    *Options
	keys    map[string]bool
	batches [3][]*batch // by kind, in the order of the file

	ways   []int64   // members of wanted relations, sorted
	nodes  []int64   // members of wanted relations
	places locations // of these nodes and those of wanted ways
	stats  Stats
}

// batch is what one block of a file gave. Blocks are read concurrently, each
// into a batch of its own.
type batch struct {
	elements []element
	parts    []element // ways that nobody asked for but a relation
	count    int64
	tags     destination.Tags // reused for every element that is looked at
}

type element struct {
	id      int64
	role    uint16
	bare    bool
	tags    destination.Tags
	at      packed // nodes
	refs    []int64
	members []member
}

type member struct {
	id    int64
	kind  Kind
	inner bool
}

func newHarvest(opts *Options) *harvest {
	h := &harvest{opts: opts, keys: make(map[string]bool, len(opts.Interest.Keys))}
	for _, key := range opts.Interest.Keys {
		h.keys[key] = true
	}
	return h
}

// judge asks whether an element is wanted.
func (h *harvest) judge(kind Kind, tags destination.Tags) Verdict {
	if !slices.ContainsFunc(tags, func(t destination.Tag) bool { return h.keys[t.Key] }) {
		return Verdict{}
	}
	return h.opts.Interest.Judge(kind, tags)
}

// keep copies the tags that are kept out of the block they were read from.
func (h *harvest) keep(v Verdict, tags destination.Tags) destination.Tags {
	if v.Bare {
		return nil
	}
	kept := make(destination.Tags, 0, len(tags))
	for _, t := range tags {
		if h.opts.Interest.KeepTag == nil || h.opts.Interest.KeepTag(t.Key) {
			kept = append(kept, destination.Tag{Key: strings.Clone(t.Key), Value: strings.Clone(t.Value)})
		}
	}
	return kept
}

// needsWay reports whether a relation needs the way.
func (h *harvest) needsWay(id int64) bool {
	_, ok := slices.BinarySearch(h.ways, id)
	return ok
}

// bareSpacing is how many nodes of a bare way stand for one point of it.
const bareSpacing = 3

// addWay keeps a way and asks for its nodes.
func (b *batch) addWay(e element, wanted bool) {
	if e.bare && len(e.refs) > 2 {
		last := e.refs[len(e.refs)-1]
		n := 0
		for i := 0; i < len(e.refs)-1; i += bareSpacing {
			e.refs[n] = e.refs[i]
			n++
		}
		e.refs = append(e.refs[:n], last)
	}
	if wanted {
		b.elements = append(b.elements, e)
	} else {
		b.parts = append(b.parts, e)
	}
}

// finish prepares for the next kind when all of one have been visited.
func (h *harvest) finish(kind Kind) {
	var count int64
	for _, b := range h.batches[kind] {
		count += b.count
	}
	switch kind {
	case Relation:
		h.stats.Relations = count
		for _, b := range h.batches[Relation] {
			for i := range b.elements {
				for _, m := range b.elements[i].members {
					if m.kind == Way {
						h.ways = append(h.ways, m.id)
					} else {
						h.nodes = append(h.nodes, m.id)
					}
				}
			}
		}
		h.ways = sortUnique(h.ways)
	case Way:
		h.stats.Ways = count
		h.places = newLocations(h.neededNodes())
	case Node:
		h.stats.Nodes = count
	}
}

func (h *harvest) neededNodes() []int64 {
	total := len(h.nodes)
	each := func(visit func(refs []int64)) {
		for _, b := range h.batches[Way] {
			for i := range b.elements {
				visit(b.elements[i].refs)
			}
			for i := range b.parts {
				visit(b.parts[i].refs)
			}
		}
	}
	each(func(refs []int64) { total += len(refs) })
	ids := append(make([]int64, 0, total), h.nodes...)
	each(func(refs []int64) { ids = append(ids, refs...) })
	return sortUnique(ids)
}

func sortUnique(ids []int64) []int64 {
	sortIDs(ids)
	return slices.Compact(ids)
}

// packed is a position in 1e-7 degrees; the zero value is none.
type packed uint64

func pack(lat, lng int32) packed {
	return packed(uint64(uint32(lat)^1<<31)<<32 | uint64(uint32(lng)^1<<31))
}

func (p packed) point() destination.Point {
	lat, lng := int32(uint32(p>>32)^1<<31), int32(uint32(p)^1<<31)
	return destination.Point{Lat: float64(lat) / 1e7, Lng: float64(lng) / 1e7}
}

// locations are the positions of the needed nodes.
type locations struct {
	ids []int64 // sorted
	at  []atomic.Uint64
}

func newLocations(ids []int64) locations {
	return locations{ids: ids, at: make([]atomic.Uint64, len(ids))}
}

func (l *locations) get(id int64) (destination.Point, bool) {
	i, ok := slices.BinarySearch(l.ids, id)
	if !ok {
		return destination.Point{}, false
	}
	p := packed(l.at[i].Load())
	return p.point(), p != 0
}

// cursor finds ids that mostly ascend without searching from the start.
type cursor struct {
	l *locations
	i int
}

func (c *cursor) put(id int64, at packed) {
	ids := c.l.ids
	if c.i > 0 && ids[c.i-1] >= id || c.i+64 < len(ids) && ids[c.i+64] < id {
		c.i, _ = slices.BinarySearch(ids, id)
	}
	for c.i < len(ids) && ids[c.i] < id {
		c.i++
	}
	if c.i < len(ids) && ids[c.i] == id {
		c.l.at[c.i].Store(uint64(at))
		c.i++
	}
}
