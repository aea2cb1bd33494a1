package search

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"sort"

	"servicemap/internal/destination"
)

// Len is how many destinations there are.
func (ix *Index) Len() int { return len(ix.cols.category) }

// SizeBytes is how much memory the index takes, payloads included.
func (ix *Index) SizeBytes() int64 { return ix.size }

// Lookup finds a destination by a slug that it has or once had.
func (ix *Index) Lookup(slug string) (payload []byte, current string, ok bool) {
	doc, ok := ix.find(slug)
	if !ok {
		now, moved := ix.old[slug]
		if !moved {
			return nil, "", false
		}
		if doc, ok = ix.find(now); !ok {
			return nil, "", false
		}
	}
	return ix.cols.payloads.at(doc), string(ix.cols.slugs.at(doc)), true
}

// Slugs lists the slugs of all destinations in their order.
func (ix *Index) Slugs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, doc := range ix.bySlug {
			if !yield(string(ix.cols.slugs.at(doc))) {
				return
			}
		}
	}
}

func (ix *Index) find(slug string) (doc uint32, ok bool) {
	key := []byte(slug)
	i := sort.Search(len(ix.bySlug), func(i int) bool {
		return bytes.Compare(ix.cols.slugs.at(ix.bySlug[i]), key) >= 0
	})
	if i == len(ix.bySlug) || !bytes.Equal(ix.cols.slugs.at(ix.bySlug[i]), key) {
		return 0, false
	}
	return ix.bySlug[i], true
}

// Search answers a query. The hits are put into room when they fit.
func (ix *Index) Search(q *destination.Query, room []destination.Hit) destination.Result {
	s := ix.states.Get().(*state)
	defer ix.states.Put(s)
	s.start(q)
	s.found.reset(max(q.Limit, 0))
	total := s.answer()
	entries := s.found.sorted()
	res := destination.Result{Total: total, Hits: slices.Grow(room[:0], len(entries))[:len(entries)]}
	for i := range entries {
		res.Hits[i] = destination.Hit{Payload: ix.cols.payloads.at(entries[i].doc)}
	}
	if q.Center != nil {
		for i := range entries {
			res.Hits[i].DistanceKm = kmOfChord2(s.chord2(&entries[i]))
		}
	}
	return res
}

// chord2 is how far a found document is from the centre.
func (s *state) chord2(e *entry) float64 {
	if len(s.ask.text.Words) == 0 {
		return math.Float64frombits(e.key)
	}
	return chord2(s.ask.center, s.ix.cols.vecs[e.doc])
}

// Categories counts what Search would find, by category, most first.
func (ix *Index) Categories(q *destination.Query) []destination.CategoryCount {
	s := ix.states.Get().(*state)
	defer ix.states.Put(s)
	s.start(q)
	s.found.reset(0)
	var counts [destination.NumCategories]int
	s.counts = &counts
	s.answer()
	s.counts = nil
	return sortedCounts(&counts)
}
