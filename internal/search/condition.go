package search

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"servicemap/internal/destination"
	"servicemap/internal/search/analysis"
)

// condition is something that a document must fulfil: to match a word in some
// way, or to pass a filter.
type condition struct {
	ways   []way   // by level
	bound  int     // at most so many documents fulfil it
	key    string  // for what is kept, "" for nothing
	united *united // when it was needed
}

// way is one way to fulfil a condition, and how good it is.
type way struct {
	level level
	set   set
}

func (c *condition) add(l level, s set) {
	if s.n > 0 {
		c.ways = append(c.ways, way{l, s})
		c.bound += s.n
	}
}

func (c *condition) hasLevel(l level) bool {
	return slices.ContainsFunc(c.ways, func(w way) bool { return w.level == l })
}

func (c *condition) sort() {
	slices.SortStableFunc(c.ways, func(a, b way) int { return int(a.level) - int(b.level) })
}

// docs are all documents that fulfil the condition, sorted.
func (c *condition) docs(buf []uint32, m *marks) []uint32 {
	if len(c.ways) == 1 {
		return c.ways[0].set.appendTo(buf[:0])
	}
	for i := range c.ways {
		buf = c.ways[i].set.appendTo(buf[:0])
		m.add(buf)
	}
	return m.take(buf[:0])
}

// filters are the conditions of a query beside its words and its area; ok is
// false when nothing can pass.
func (ix *Index) filters(q *destination.Query) (list []condition, ok bool) {
	concept := func(id analysis.Concept, known bool) {
		var c condition
		if known {
			c.add(exact, ix.concepts.at(uint32(id)))
		}
		list = append(list, c)
	}
	if q.Categories != nil {
		var c condition
		for _, k := range destination.AllCategories() {
			if q.Categories.Has(k) {
				c.add(exact, ix.concepts.at(uint32(analysis.CategoryConcept(k))))
			}
		}
		list = append(list, c)
	}
	if q.CountryCode != "" {
		concept(ix.corpus.Country(q.CountryCode))
	}
	if q.Region != "" {
		concept(ix.corpus.Region(q.Region))
	}
	for a, wanted := range [...]bool{analysis.Kids: q.Kids, analysis.Seating: q.Seating, analysis.Free: q.Free} {
		if wanted {
			concept(analysis.AttributeConcept(analysis.Attribute(a)), true)
		}
	}
	if q.MinMobility != nil {
		var c condition
		for _, m := range ix.mobility {
			if m.value >= *q.MinMobility {
				c.add(exact, m.docs)
			}
		}
		list = append(list, c)
	}
	return list, !slices.ContainsFunc(list, func(c condition) bool { return c.bound == 0 })
}

// wordCondition is to match a word as it is written.
func (s *state) wordCondition(w *analysis.Word) condition {
	c := condition{key: string(appendWordKey([]byte{writtenKey}, w))}
	s.addWord(&c, w, [4]level{exact, named, meant, elsewhere})
	c.sort()
	return c
}

// correctedCondition is to match what may have been meant by a word that no
// document has.
func (s *state) correctedCondition(w *analysis.Word) condition {
	var corrected condition
	key := []byte{correctedKey}
	for _, other := range s.ix.corpus.Alternatives(w, s.ix.corrector.Corrections) {
		s.addWord(&corrected, &other, [4]level{correctedNamed, correctedNamed, correctedMeant, correctedElsewhere})
		if key != nil {
			key = appendWordKey(key, &other)
		}
	}
	c := condition{key: string(key)}
	for _, l := range []level{correctedNamed, correctedMeant, correctedElsewhere} {
		var sets []set
		for _, way := range corrected.ways {
			if way.level == l {
				sets = append(sets, way.set)
			}
		}
		s.addUnion(&c, l, sets)
	}
	return c
}

// addUnion adds the union of sets. It puts the lists together and leaves
// bitmaps as they are.
func (s *state) addUnion(c *condition, l level, sets []set) {
	var only *set
	lists := 0
	for i := range sets {
		if !sets[i].isList() {
			c.add(l, sets[i])
		} else if sets[i].n > 0 {
			only = &sets[i]
			lists++
		}
	}
	if lists < 2 {
		if only != nil {
			c.add(l, *only)
		}
		return
	}
	for i := range sets {
		if sets[i].isList() {
			s.marks.add(sets[i].list)
		}
	}
	c.add(l, listSet(s.marks.take(nil)))
}

// addWord adds all ways in which a word can match, at the levels for: exact,
// in a name, by meaning, elsewhere.
func (s *state) addWord(c *condition, w *analysis.Word, as [4]level) {
	ix := s.ix
	if w.Word >= 0 {
		c.add(as[0], ix.named.at(uint32(w.Word)))
	}
	if w.Stem >= 0 {
		c.add(as[1], ix.stems.at(uint32(w.Stem)))
		c.add(as[3], ix.otherStm.at(uint32(w.Stem)))
	}
	if len(w.Parts) > 0 {
		sets := make([]set, len(w.Parts))
		for i, p := range w.Parts {
			sets[i] = ix.stems.at(p)
		}
		c.add(as[1], intersect(sets))
	}
	if w.Prefix {
		s.addPrefix(c, w.Text, as[1], as[3])
	}
	for _, id := range w.Concepts {
		c.add(as[2], ix.concepts.at(uint32(id)))
	}
	for _, id := range w.Near {
		v, _ := ix.corpus.Center(id)
		c.add(as[2], bitmapSet(ix.bitmap(&area{center: vector{v[0], v[1], v[2]}, radius2: nearChord2})))
	}
	for _, id := range w.Completed {
		c.add(as[3], ix.concepts.at(uint32(id)))
	}
}

func (s *state) addPrefix(c *condition, text string, name, elsewhere level) {
	ix := s.ix
	if found := ix.prefixes[text]; found != nil {
		c.add(name, found.name)
		c.add(elsewhere, found.other)
		return
	}
	from, to := ix.corpus.PrefixRange(text)
	var names, others []set
	for w := from; w < to; w++ {
		names = append(names, ix.named.at(uint32(w)), ix.joined.at(uint32(w)))
		others = append(others, ix.other.at(uint32(w)))
	}
	s.addUnion(c, name, names)
	s.addUnion(c, elsewhere, others)
}

// bitmap is the documents of an area.
func (ix *Index) bitmap(r *area) *roaring.Bitmap {
	bm := roaring.New()
	ix.all.visit(r, func(from, to int) { bm.AddRange(uint64(from), uint64(to)) }, func(i int) { bm.Add(uint32(i)) })
	return bm
}
