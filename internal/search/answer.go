package search

import (
	"math"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"servicemap/internal/destination"
)

// state is what one query needs while it is answered; it is used again.
type state struct {
	ix     *Index
	ask    ask
	area   area
	found  top
	walk   walk
	filter []condition
	counts *[destination.NumCategories]int // by category, when they are asked for
	docs   []uint32
	marks  marks
	spans  []span
	levels []level
	worst  []level
}

func (s *state) start(q *destination.Query) {
	s.ask = newAsk(q, s.ix.corpus)
	s.area = s.ask.area()
	s.marks.grow(s.ix.Len())
}

// answer fills found and returns how many documents match.
func (s *state) answer() int {
	var ok bool
	if s.filter, ok = s.ix.filters(s.ask.Query); !ok {
		return 0
	}
	if len(s.ask.text.Words) == 0 {
		return s.answerWithoutText()
	}
	words := make([]condition, len(s.ask.text.Words))
	for i := range words {
		words[i] = s.wordCondition(&s.ask.text.Words[i])
	}
	if n := s.matchAll(words); n > 0 {
		return n
	}
	corrected := false
	for i := range words {
		if words[i].bound == 0 {
			words[i] = s.correctedCondition(&s.ask.text.Words[i])
			corrected = corrected || words[i].bound > 0
		}
	}
	if corrected {
		if n := s.matchAll(words); n > 0 {
			return n
		}
	}
	return s.matchMost(words)
}

// matchAll finds the documents that fulfil every condition.
func (s *state) matchAll(words []condition) int {
	return s.match(words, 1, s.ix.full.of(s.ask.text.Full))
}

// matchMost finds the documents that match the most words; rarer words are
// worth more. Documents that match all words do not exist.
func (s *state) matchMost(words []condition) int {
	n := len(words)
	counts := make([]int, n)
	order := make([]int, n)
	for i := range words {
		counts[i] = s.count(&words[i])
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[a] - counts[b] })
	subset := make([]condition, 0, n)
	for most := n - 1; most > 0; most-- {
		total := 0
		for mask := 1<<n - 1; mask > 0; mask-- {
			if bits.OnesCount(uint(mask)) != most {
				continue
			}
			subset = subset[:0]
			for i, w := range order {
				if mask>>(n-1-i)&1 == 1 {
					subset = append(subset, words[w])
				}
			}
			total += s.match(subset, uint64(1<<n-mask)*8, set{})
		}
		if total > 0 {
			return total
		}
	}
	return 0
}

// count is how many documents fulfil a condition.
func (s *state) count(c *condition) int {
	switch {
	case c.bound == 0:
		return 0
	case c.bound <= s.ix.tuning.list:
		s.docs = c.docs(s.docs, &s.marks)
		return len(s.docs)
	}
	return s.unite(c).n
}

func (s *state) unite(c *condition) *united {
	return s.ix.united.get(c, s.ix.cols, &s.marks)
}

// match adds to found what fulfils the conditions of the words and all
// filters, and returns how many do. Documents come in the order of tiers, from
// the base on; those with the full name come in the tier before it.
func (s *state) match(words []condition, base uint64, full set) int {
	least := -1
	bound := math.MaxInt
	for i, list := range [][]condition{words, s.filter} {
		for k := range list {
			if list[k].bound < bound {
				bound, least = list[k].bound, i<<16|k
			}
		}
	}
	if bound == 0 {
		return 0
	}
	switch {
	case bound <= s.ix.tuning.list:
		list := words
		if least>>16 == 1 {
			list = s.filter
		}
		s.docs = list[least&0xffff].docs(s.docs, &s.marks)
	case !s.area.everywhere():
		list := words
		if least>>16 == 1 {
			list = s.filter
		}
		s.inArea(&list[least&0xffff])
	case !s.ask.ordered && s.counts == nil:
		return s.matchRanked(words, base, full)
	default:
		s.docs = s.everywhere(words)
	}
	return s.verify(words, base, full)
}

// inArea lists the documents in and around the area that fulfil a condition.
func (s *state) inArea(c *condition) {
	s.spans = s.ix.all.spans(&s.area, s.spans[:0])
	for i := range c.ways {
		s.docs = c.ways[i].set.appendIn(s.spans, s.docs[:0])
		if len(c.ways) == 1 {
			return
		}
		s.marks.add(s.docs)
	}
	s.docs = s.marks.take(s.docs[:0])
}

// everywhere lists all documents that fulfil all conditions.
func (s *state) everywhere(words []condition) []uint32 {
	var docs *roaring.Bitmap
	for _, list := range [][]condition{words, s.filter} {
		for i := range list {
			if docs != nil {
				docs = list[i].within(docs)
				continue
			}
			docs = list[i].everywhere()
		}
	}
	found := bitmapSet(docs)
	return found.appendTo(s.docs[:0])
}

// verify keeps those of the listed documents that fulfil everything.
func (s *state) verify(words []condition, base uint64, full set) int {
	s.worst = append(s.worst[:0], make([]level, len(s.docs))...)
	for i := range s.filter {
		s.grade(&s.filter[i])
	}
	for i := range words {
		s.grade(&words[i])
	}
	s.levels = s.levels[:0]
	for range s.docs {
		s.levels = append(s.levels, missing)
	}
	full.mark(s.docs, s.levels, exact)
	total := 0
	for i, doc := range s.docs {
		c2 := 0.0
		if s.ask.ordered {
			c2 = chord2(s.ask.center, s.ix.cols.vecs[doc])
			if c2 > s.area.radius2 {
				continue
			}
		}
		if b := s.area.box; b != nil && !b.Contains(destination.Point{Lat: s.ix.cols.lat[doc], Lng: s.ix.cols.lng[doc]}) {
			continue
		}
		total++
		if s.counts != nil {
			s.counts[s.ix.cols.category[doc]]++
			continue
		}
		tier := base + uint64(s.worst[i])
		if s.levels[i] == exact {
			tier = base - 1
		}
		s.add(doc, tier, c2, len(words) > 0)
	}
	return total
}

// grade drops the documents that do not fulfil a condition, and keeps the
// worst level of the others.
func (s *state) grade(c *condition) {
	s.levels = s.levels[:0]
	for range s.docs {
		s.levels = append(s.levels, missing)
	}
	for i := range c.ways {
		c.ways[i].set.mark(s.docs, s.levels, c.ways[i].level)
	}
	kept := 0
	for i, l := range s.levels {
		if l == missing {
			continue
		}
		s.docs[kept], s.worst[kept] = s.docs[i], max(s.worst[i], l)
		kept++
	}
	s.docs, s.worst = s.docs[:kept], s.worst[:kept]
}

// add shows a document to found.
func (s *state) add(doc uint32, tier uint64, c2 float64, text bool) {
	cols := s.ix.cols
	switch {
	case !s.ask.ordered:
		s.found.add(entry{tier<<32 | uint64(cols.rank[doc]), 0, doc})
	case text:
		const most = 1 << 16
		key := tier<<32 | uint64(most-s.ask.score(int(cols.prominence[doc]), c2))
		if s.found.wants(key) {
			s.found.add(entry{key, cols.slugRank[doc], doc})
		}
	default:
		s.found.add(entry{math.Float64bits(c2), cols.slugRank[doc], doc})
	}
}

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

// categoriesAlone reports whether nothing but categories is filtered by.
func (s *state) categoriesAlone() bool { return s.ask.Categories != nil && len(s.filter) == 1 }

func (s *state) answerWithoutText() int {
	if s.counts != nil && (len(s.filter) == 0 || s.categoriesAlone()) {
		return s.countByCategory()
	}
	if len(s.filter) == 0 {
		return s.answerFrom([]*tree{s.ix.all})
	}
	if s.categoriesAlone() && (s.ask.ordered || !s.area.everywhere()) {
		return s.answerFrom(s.trees())
	}
	return s.match(nil, 0, set{})
}

func (s *state) trees() []*tree {
	var trees []*tree
	for c, t := range s.ix.kinds {
		if s.ask.Categories == nil || s.ask.Categories.Has(destination.Category(c)) {
			trees = append(trees, t)
		}
	}
	return trees
}

func (s *state) countByCategory() int {
	total := 0
	for c, t := range s.ix.kinds {
		if s.ask.Categories == nil || s.ask.Categories.Has(destination.Category(c)) {
			s.counts[c] = t.count(&s.area)
			total += s.counts[c]
		}
	}
	return total
}

// answerFrom answers a question about place alone, from trees.
func (s *state) answerFrom(trees []*tree) int {
	total := 0
	if len(s.filter) == 0 && s.area.radius2 >= anywhere && s.area.box != nil {
		total = s.ix.boxes.count(s.area.box)
	} else {
		for _, t := range trees {
			total += t.count(&s.area)
		}
	}
	steps := s.ix.Len() / max(1, total) * s.found.k // until enough are found in the order of ranks
	switch {
	case total == 0 || s.found.k == 0:
	case s.ask.ordered || len(s.filter) > 0 || min(total, steps) > manySteps:
		s.walk.run(trees, &s.area, s.ask.ordered, &s.found)
	case total < steps:
		s.firstOfAll()
	default:
		s.firstByRank()
	}
	return total
}

// manySteps is from how many documents on a walk over the tree is quicker than
// looking at one after the other.
const manySteps = 100_000

// firstOfAll puts all documents of the area in the order of their ranks.
func (s *state) firstOfAll() {
	cols := s.ix.cols
	s.spans = s.ix.all.spans(&s.area, s.spans[:0])
	box := s.area.box
	for _, sp := range s.spans {
		s.docs = s.docs[:0]
		for doc := sp.from; doc < sp.to; doc++ {
			if box == nil || box.Contains(destination.Point{Lat: cols.lat[doc], Lng: cols.lng[doc]}) {
				s.docs = append(s.docs, cols.rank[doc])
			}
		}
		s.marks.add(s.docs)
	}
	s.marks.first(func(rank uint32) bool {
		s.found.add(entry{uint64(rank), 0, cols.byRank[rank]})
		return !s.found.full()
	})
}

// firstByRank looks at the most prominent documents one after the other,
// which is quick when many of them lie in the area.
func (s *state) firstByRank() {
	cols := s.ix.cols
	for r := range cols.byRank {
		if s.found.full() {
			return
		}
		if s.area.box == nil || s.area.box.Contains(destination.Point{Lat: cols.rankLat[r], Lng: cols.rankLng[r]}) {
			s.found.add(entry{uint64(r), 0, cols.byRank[r]})
		}
	}
}
