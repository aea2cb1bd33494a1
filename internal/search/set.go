package search

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// set is an immutable set of documents: a sorted list when it is small, else
// bitmaps in two orders, by document and by rank.
type set struct {
	list []uint32
	doc  *roaring.Bitmap // nil for a list
	rank *roaring.Bitmap // nil for a list, and where nobody needed it yet
	n    int
}

func listSet(list []uint32) set { return set{list: list, n: len(list)} }

func bitmapSet(doc *roaring.Bitmap) set { return set{doc: doc, n: int(doc.GetCardinality())} }

func bitmapOf(sorted []uint32) *roaring.Bitmap {
	bm := roaring.New()
	bm.AddMany(sorted)
	return bm
}

// appendTo adds the documents to a list.
func (s *set) appendTo(docs []uint32) []uint32 {
	if s.doc == nil {
		return append(docs, s.list...)
	}
	at := len(docs)
	docs = slices.Grow(docs, s.n)[:at+s.n]
	it := s.doc.ManyIterator()
	for at < len(docs) {
		n := it.NextMany(docs[at:])
		if n == 0 {
			break
		}
		at += n
	}
	return docs[:at]
}

// appendIn adds the documents that lie in the spans, which are in order.
func (s *set) appendIn(spans []span, docs []uint32) []uint32 {
	if s.doc == nil {
		at := 0
		for _, sp := range spans {
			if at < len(s.list) && s.list[at] < sp.from {
				at += gallop(s.list[at:], sp.from)
			}
			for ; at < len(s.list) && s.list[at] < sp.to; at++ {
				docs = append(docs, s.list[at])
			}
		}
		return docs
	}
	it := s.doc.Iterator()
	for _, sp := range spans {
		it.AdvanceIfNeeded(sp.from)
		for it.HasNext() && it.PeekNext() < sp.to {
			docs = append(docs, it.Next())
		}
	}
	return docs
}

// byDoc is the set as a bitmap of documents; it must not be changed.
func (s *set) byDoc() *roaring.Bitmap {
	if s.doc == nil {
		return bitmapOf(s.list)
	}
	return s.doc
}

// byRank is the set as a bitmap of ranks; it must not be changed.
func (s *set) byRank(c *columns, m *marks) *roaring.Bitmap {
	if s.rank != nil {
		return s.rank
	}
	ranks := s.appendTo(make([]uint32, 0, s.n))
	for i, doc := range ranks {
		ranks[i] = c.rank[doc]
	}
	m.add(ranks)
	return bitmapOf(m.take(ranks[:0]))
}

// mark gives the level to those of the sorted documents that are in the set
// and have no better one.
func (s *set) mark(docs []uint32, levels []level, l level) {
	if s.n == 0 {
		return
	}
	if s.doc == nil {
		markList(docs, s.list, levels, l)
		return
	}
	it := s.doc.Iterator()
	for i, doc := range docs {
		if levels[i] <= l {
			continue
		}
		it.AdvanceIfNeeded(doc)
		if !it.HasNext() {
			return
		}
		if it.PeekNext() == doc {
			levels[i] = l
		}
	}
}

func markList(docs, list []uint32, levels []level, l level) {
	at := 0
	for i, doc := range docs {
		if at < len(list) && list[at] < doc {
			at += gallop(list[at:], doc)
		}
		if at == len(list) {
			return
		}
		if list[at] == doc && l < levels[i] {
			levels[i] = l
		}
	}
}

// gallop finds the first place in a sorted list that is not before doc.
func gallop(list []uint32, doc uint32) int {
	high := 1
	for high < len(list) && list[high] < doc {
		high *= 2
	}
	low := high / 2
	i, _ := slices.BinarySearch(list[low:min(high+1, len(list))], doc)
	return low + i
}

// intersect is what all sets have in common.
func intersect(sets []set) set {
	least := slices.MinFunc(sets, func(a, b set) int { return a.n - b.n })
	if least.doc == nil {
		docs := slices.Clone(least.list)
		levels := make([]level, len(docs))
		for _, s := range sets {
			for i := range levels {
				levels[i] = missing
			}
			s.mark(docs, levels, exact)
			kept := docs[:0]
			for i, doc := range docs {
				if levels[i] == exact {
					kept = append(kept, doc)
				}
			}
			docs, levels = kept, levels[:len(kept)]
		}
		return listSet(docs)
	}
	all := make([]*roaring.Bitmap, len(sets))
	for i := range sets {
		all[i] = sets[i].doc
	}
	return bitmapSet(roaring.FastAnd(all...))
}

// union is all that is in any of the sets; up to limit documents as a list.
func union(sets []set, limit int, m *marks) set {
	if len(sets) == 1 {
		return sets[0]
	}
	total := 0
	var bitmaps []*roaring.Bitmap
	for i := range sets {
		total += sets[i].n
		if sets[i].doc != nil {
			bitmaps = append(bitmaps, sets[i].doc)
		}
	}
	var buf []uint32
	for i := range sets {
		switch {
		case sets[i].doc == nil:
			m.add(sets[i].list)
		case total <= limit:
			buf = sets[i].appendTo(buf[:0])
			m.add(buf)
		}
	}
	docs := m.take(nil)
	if total <= limit {
		return listSet(docs)
	}
	return bitmapSet(roaring.FastOr(append(bitmaps, bitmapOf(docs))...))
}
