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

// byDoc is the set as a bitmap of documents; it must not be changed.
func (s *set) byDoc() *roaring.Bitmap {
	if s.doc == nil {
		bm := roaring.New()
		bm.AddMany(s.list)
		return bm
	}
	return s.doc
}

// byRank is the set as a bitmap of ranks; it must not be changed.
func (s *set) byRank(c *columns) *roaring.Bitmap {
	if s.rank != nil {
		return s.rank
	}
	ranks := s.appendTo(make([]uint32, 0, s.n))
	for i, doc := range ranks {
		ranks[i] = c.rank[doc]
	}
	slices.Sort(ranks)
	bm := roaring.New()
	bm.AddMany(ranks)
	return bm
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
func union(sets []set, limit int) set {
	total := 0
	for i := range sets {
		total += sets[i].n
	}
	switch {
	case len(sets) == 1:
		return sets[0]
	case total <= limit:
		docs := make([]uint32, 0, total)
		for i := range sets {
			docs = sets[i].appendTo(docs)
		}
		slices.Sort(docs)
		return listSet(slices.Compact(docs))
	}
	var bitmaps []*roaring.Bitmap
	var docs []uint32
	for i := range sets {
		if sets[i].doc != nil {
			bitmaps = append(bitmaps, sets[i].doc)
		} else {
			docs = append(docs, sets[i].list...)
		}
	}
	slices.Sort(docs)
	rest := roaring.New()
	rest.AddMany(docs)
	return bitmapSet(roaring.FastOr(append(bitmaps, rest)...))
}
