package search

import (
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// set is an immutable set of documents: a sorted list when it is small, a bit
// for each document there is when it is large, else a bitmap; those that are
// not small have a bitmap of ranks, too.
type set struct {
	list  []uint32
	doc   *roaring.Bitmap
	dense []uint64
	rank  *roaring.Bitmap // nil for a list, and where nobody needed it yet
	n     int

	settled bool
}

// denseFrom is from which share of all documents on a set is large: then a bit
// for each takes at most four times as much as a bitmap, and is looked up at once.
const denseFrom = 1.0 / 64

func listSet(list []uint32) set { return set{list: list, n: len(list)} }

func bitmapSet(doc *roaring.Bitmap) set { return set{doc: doc, n: int(doc.GetCardinality())} }

func bitmapOf(sorted []uint32) *roaring.Bitmap {
	bm := roaring.New()
	bm.AddMany(sorted)
	return bm
}

func (s *set) isList() bool { return s.doc == nil && s.dense == nil }

// settle gives a set that is kept the form that it stays in: bits when it is
// large, and bitmaps without room to grow.
func (s *set) settle(all int) {
	if s.settled {
		return
	}
	s.settled = true
	s.rank = s.rank.Clone()
	if float64(s.n) < denseFrom*float64(all) {
		s.doc = s.doc.Clone()
		return
	}
	s.dense = make([]uint64, (all+63)/64)
	it := s.doc.Iterator()
	for it.HasNext() {
		doc := it.Next()
		s.dense[doc>>6] |= 1 << (doc & 63)
	}
	s.doc = nil
}

// appendTo adds the documents to a list.
func (s *set) appendTo(docs []uint32) []uint32 {
	switch {
	case s.isList():
		return append(docs, s.list...)
	case s.dense != nil:
		return s.appendDense(0, uint32(64*len(s.dense)), slices.Grow(docs, s.n))
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

// appendDense adds the documents of a span of a set of bits.
func (s *set) appendDense(from, to uint32, docs []uint32) []uint32 {
	for w := from >> 6; w<<6 < to; w++ {
		word := s.dense[w]
		if w == from>>6 {
			word &= ^uint64(0) << (from & 63)
		}
		if w == to>>6 {
			word &= 1<<(to&63) - 1
		}
		for ; word != 0; word &= word - 1 {
			docs = append(docs, w<<6|uint32(bits.TrailingZeros64(word)))
		}
	}
	return docs
}

// appendIn adds the documents that lie in the spans, which are in order.
func (s *set) appendIn(spans []span, docs []uint32) []uint32 {
	switch {
	case s.isList():
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
	case s.dense != nil:
		for _, sp := range spans {
			docs = s.appendDense(sp.from, sp.to, docs)
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
	switch {
	case s.isList():
		markList(docs, s.list, levels, l)
		return
	case s.dense != nil:
		for i, doc := range docs {
			if s.dense[doc>>6]>>(doc&63)&1 == 1 {
				levels[i] = min(levels[i], l)
			}
		}
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
	docs := least.appendTo(nil)
	levels := make([]level, len(docs))
	for i := range sets {
		for k := range levels {
			levels[k] = missing
		}
		sets[i].mark(docs, levels, exact)
		kept := docs[:0]
		for k, doc := range docs {
			if levels[k] == exact {
				kept = append(kept, doc)
			}
		}
		docs, levels = kept, levels[:len(kept)]
	}
	return listSet(docs)
}

// bytes is how much memory a set takes that is not a list.
func (s *set) bytes() int64 {
	size := int64(8 * len(s.dense))
	for _, bm := range []*roaring.Bitmap{s.doc, s.rank} {
		if bm != nil {
			size += int64(bm.GetSizeInBytes())
		}
	}
	return size
}
