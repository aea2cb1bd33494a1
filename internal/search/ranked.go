package search

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// matchRanked finds documents by walking over bitmaps of ranks, one level
// after the other, and stops when there are enough.
func (s *state) matchRanked(words []condition, base uint64, full set) int {
	var passing *roaring.Bitmap
	for i := range s.filter {
		passing = both(passing, s.unite(&s.filter[i]).at[exact])
	}
	if len(words) == 0 {
		s.addRanked(passing, nil, base)
		return int(passing.GetCardinality())
	}
	var done *roaring.Bitmap
	if full.n > 0 {
		done = both(passing, full.byRank(s.ix.cols, &s.marks))
		s.addRanked(done, nil, base-1)
	}
	named := done
	for l := exact; l < missing && !s.found.full(); l++ {
		if !slices.ContainsFunc(words, func(c condition) bool { return c.hasLevel(l) }) {
			continue
		}
		found := s.ranked(words, passing, l)
		s.addRanked(found, done, base+uint64(l))
		if done = found; named != nil {
			done = roaring.Or(done, named)
		}
	}
	return s.countRanked(words, passing)
}

// ranked is the documents that match all words at a level or better.
func (s *state) ranked(words []condition, passing *roaring.Bitmap, l level) *roaring.Bitmap {
	for i := range words {
		passing = both(passing, s.unite(&words[i]).at[l])
	}
	return passing
}

// countRanked is how many documents match all words.
func (s *state) countRanked(words []condition, passing *roaring.Bitmap) int {
	last := len(words) - 1
	if passing = s.ranked(words[:last], passing, missing-1); passing == nil {
		return s.unite(&words[last]).n
	}
	return int(passing.AndCardinality(s.unite(&words[last]).at[missing-1]))
}

// both is what two bitmaps have in common; nil stands for everything.
func both(a, b *roaring.Bitmap) *roaring.Bitmap {
	if a == nil {
		return b
	}
	return roaring.And(a, b)
}

// addRanked adds documents in the order of their ranks, until there are enough.
func (s *state) addRanked(ranks, done *roaring.Bitmap, tier uint64) {
	it := ranks.Iterator()
	for it.HasNext() && !s.found.full() {
		rank := it.Next()
		if done == nil || !done.Contains(rank) {
			s.found.add(entry{tier<<32 | uint64(rank), 0, s.ix.cols.byRank[rank]})
		}
	}
}
