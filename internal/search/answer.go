package search

import (
	"math"
	"math/bits"
	"slices"

	"servicemap/internal/destination"
)

// state is what one query needs while it is answered; it is used again.
type state struct {
	ix      *Index
	ask     ask
	area    area
	found   top
	walk    walk
	filter  []condition
	counts  *[destination.NumCategories]int // by category, when they are asked for
	docs    []uint32
	marks   marks
	spans   []span
	ends    []int // of the spans of each tree
	chords  []float64
	buckets [buckets + 2]uint32
	levels  []level
	worst   []level
	best    []level // by document
}

func (s *state) start(q *destination.Query) {
	s.ask = newAsk(q, s.ix.corpus)
	s.area = s.ask.area()
	s.spans = s.spans[:0]
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
	list := words
	if least>>16 == 1 {
		list = s.filter
	}
	driver := &list[least&0xffff]
	switch {
	case !s.area.everywhere() && bound > s.ix.tuning.list/16:
		if len(s.spans) == 0 {
			s.spans = s.ix.all.spans(&s.area, s.spans)
		}
		s.candidates(driver, func(found *set, docs []uint32) []uint32 { return found.appendIn(s.spans, docs) })
	case bound > s.ix.tuning.list && !s.ask.ordered && s.counts == nil:
		return s.matchRanked(words, base, full)
	default:
		s.candidates(driver, (*set).appendTo)
	}
	if !s.area.everywhere() {
		s.dropOutside()
	}
	for _, list := range [][]condition{words, s.filter} {
		for i := range list {
			if &list[i] != driver {
				s.grade(&list[i])
			}
		}
	}
	return s.addGraded(base, full, len(words) > 0)
}

// candidates lists the documents that fulfil a condition, each with the best of
// its levels: the ways are in the order of levels, and the first one counts.
func (s *state) candidates(c *condition, list func(found *set, docs []uint32) []uint32) {
	if len(s.best) < s.ix.Len() {
		s.best = make([]level, s.ix.Len())
	}
	s.worst = s.worst[:0]
	for i := range c.ways {
		w := &c.ways[i]
		s.docs = list(&w.set, s.docs[:0])
		if len(c.ways) == 1 {
			for range s.docs {
				s.worst = append(s.worst, w.level)
			}
			return
		}
		for _, doc := range s.docs {
			if s.marks.mark(doc) {
				s.best[doc] = w.level
			}
		}
	}
	s.docs = s.marks.take(s.docs[:0])
	for _, doc := range s.docs {
		s.worst = append(s.worst, s.best[doc])
	}
}

// dropOutside drops the documents that are not in the area. The distances come
// first and by themselves, so that their positions are fetched together.
func (s *state) dropOutside() {
	s.chords = s.chords[:0]
	for _, doc := range s.docs {
		s.chords = append(s.chords, chord2(s.area.center, s.ix.cols.vecs[doc]))
	}
	kept := 0
	for i, doc := range s.docs {
		if s.chords[i] > s.area.radius2 || s.area.box != nil && !s.area.doc(s.ix.cols, doc) {
			continue
		}
		s.docs[kept], s.worst[kept] = doc, s.worst[i]
		kept++
	}
	s.docs, s.worst = s.docs[:kept], s.worst[:kept]
}

// addGraded adds the listed documents, and returns how many they are.
func (s *state) addGraded(base uint64, full set, text bool) int {
	s.clearLevels()
	full.mark(s.docs, s.levels, exact)
	for i, doc := range s.docs {
		c2 := 0.0
		if s.ask.ordered {
			c2 = chord2(s.ask.center, s.ix.cols.vecs[doc])
		}
		if s.counts != nil {
			s.counts[s.ix.cols.category[doc]]++
			continue
		}
		tier := base + uint64(s.worst[i])
		if s.levels[i] == exact {
			tier = base - 1
		}
		s.add(doc, tier, c2, text)
	}
	return len(s.docs)
}

// grade drops the documents that do not fulfil a condition, and keeps the
// worst level of the others.
func (s *state) grade(c *condition) {
	s.clearLevels()
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

// clearLevels makes a level for each of the listed documents.
func (s *state) clearLevels() {
	s.levels = s.levels[:0]
	for range s.docs {
		s.levels = append(s.levels, missing)
	}
}

// add shows a document to found.
func (s *state) add(doc uint32, tier uint64, c2 float64, text bool) {
	cols := s.ix.cols
	switch {
	case !s.ask.ordered:
		if key := tier<<32 | uint64(cols.rank[doc]); s.found.wants(key) {
			s.found.add(entry{key, 0, doc})
		}
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
