package search

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"servicemap/internal/destination"
	"servicemap/internal/search/analysis"
)

// Scan answers queries by looking at every destination. It is the definition
// of what is found and in which order, and the oracle of the Index's tests.
type Scan struct {
	corpus *analysis.Corpus
	docs   []scanDoc
	slug   map[string]int
	old    map[string]string
	size   int64
}

type scanDoc struct {
	facts
	id      int // in the corpus
	slug    string
	payload []byte
}

// NewScan takes in the destinations; it keeps no reference to them.
func NewScan(dests []destination.Destination, opts Options) (*Scan, error) {
	corpus, err := analysis.NewCorpus(dests)
	if err != nil {
		return nil, err
	}
	s := &Scan{corpus: corpus, docs: make([]scanDoc, len(dests)), slug: make(map[string]int, len(dests)), old: opts.OldSlugs}
	for i := range dests {
		d := &dests[i]
		if _, taken := s.slug[d.Slug]; taken || d.Slug == "" {
			return nil, fmt.Errorf("build search: slug %q is empty or used twice", d.Slug)
		}
		s.slug[d.Slug] = i
		s.docs[i] = scanDoc{facts: factsOf(d), id: i, slug: d.Slug, payload: opts.encode(nil, d)}
		s.size += int64(len(s.docs[i].payload))
	}
	return s, nil
}

// Len is how many destinations there are.
func (s *Scan) Len() int { return len(s.docs) }

// SizeBytes is how much memory the payloads take.
func (s *Scan) SizeBytes() int64 { return s.size }

// Lookup finds a destination by a slug that it has or once had.
func (s *Scan) Lookup(slug string) (payload []byte, current string, ok bool) {
	i, ok := s.slug[slug]
	if !ok {
		if i, ok = s.slug[s.old[slug]]; !ok {
			return nil, "", false
		}
	}
	return s.docs[i].payload, s.docs[i].slug, true
}

// match is a destination that passes all filters.
type match struct {
	doc    *scanDoc
	chord2 float64
	levels []level // by word
	tier   int
}

// Search answers a query.
func (s *Scan) Search(q *destination.Query, room []destination.Hit) destination.Result {
	a := newAsk(q, s.corpus)
	found := s.find(&a)
	slices.SortFunc(found, func(x, y match) int {
		order := x.tier - y.tier
		switch {
		case len(a.text.Words) > 0, !a.ordered:
			order = cmp.Or(order, a.score(y.doc.prominence, y.chord2)-a.score(x.doc.prominence, x.chord2))
		default:
			order = cmp.Compare(x.chord2, y.chord2)
		}
		return cmp.Or(order, strings.Compare(x.doc.slug, y.doc.slug))
	})
	res := destination.Result{Total: len(found), Hits: room[:0]}
	for _, m := range found[:min(len(found), q.Limit)] {
		hit := destination.Hit{Payload: m.doc.payload}
		if q.Center != nil {
			hit.DistanceKm = kmOfChord2(m.chord2)
		}
		res.Hits = append(res.Hits, hit)
	}
	return res
}

// Categories counts what Search would find, by category, most first.
func (s *Scan) Categories(q *destination.Query) []destination.CategoryCount {
	a := newAsk(q, s.corpus)
	var counts [destination.NumCategories]int
	for _, m := range s.find(&a) {
		counts[m.doc.category]++
	}
	return sortedCounts(&counts)
}

func sortedCounts(counts *[destination.NumCategories]int) []destination.CategoryCount {
	var list []destination.CategoryCount
	for c, n := range counts {
		if n > 0 {
			list = append(list, destination.CategoryCount{Category: destination.Category(c), Count: n})
		}
	}
	slices.SortStableFunc(list, func(a, b destination.CategoryCount) int { return b.Count - a.Count })
	return list
}

// find returns what passes the filters and matches the words: all words as
// they are written; if nothing does, with corrections for the words that no
// destination at all has; if nothing does, as many of the words as possible.
func (s *Scan) find(a *ask) []match {
	passing := s.passing(a)
	words := a.text.Words
	if len(words) == 0 {
		return passing
	}
	if found := s.complete(a, passing, nil); len(found) > 0 {
		return found
	}
	corrections := make([][]analysis.Word, len(words))
	counts := s.counts(a, nil)
	for i, w := range words {
		if counts[i] > 0 {
			continue
		}
		corrections[i] = s.corpus.Alternatives(&w, s.corpus.Corrections)
	}
	if found := s.complete(a, passing, corrections); len(found) > 0 {
		return found
	}
	return s.partial(a, passing, corrections)
}

func (s *Scan) passing(a *ask) []match {
	var found []match
	for i := range s.docs {
		d := &s.docs[i]
		m := match{doc: d}
		if a.ordered {
			m.chord2 = chord2(a.center, d.vec)
		}
		if d.passes(a.Query) && m.chord2 <= a.radius2 {
			found = append(found, m)
		}
	}
	return found
}

// complete keeps the destinations that match every word.
func (s *Scan) complete(a *ask, passing []match, corrections [][]analysis.Word) []match {
	var found []match
	for _, m := range passing {
		m.levels = s.levels(a, m.doc, corrections)
		worst := slices.Max(m.levels)
		if worst == missing {
			continue
		}
		m.tier = 1 + int(worst)
		if slices.Contains(s.corpus.Full(m.doc.id), a.text.Full) {
			m.tier = 0
		}
		found = append(found, m)
	}
	return found
}

// partial keeps the destinations that match the most words. Rarer words are
// worth more.
func (s *Scan) partial(a *ask, passing []match, corrections [][]analysis.Word) []match {
	rarest := s.byRarity(a, corrections)
	var found []match
	most := 1
	for _, m := range passing {
		m.levels = s.levels(a, m.doc, corrections)
		mask, worst := uint(0), exact
		for i, w := range rarest {
			if l := m.levels[w]; l < missing {
				mask |= 1 << (len(rarest) - 1 - i)
				worst = max(worst, l)
			}
		}
		n := bits.OnesCount(mask)
		if n < most {
			continue
		}
		if n > most {
			most, found = n, found[:0]
		}
		m.tier = -int(mask)*int(missing) + int(worst)
		found = append(found, m)
	}
	return found
}

// byRarity orders the words by how many destinations match them at all.
func (s *Scan) byRarity(a *ask, corrections [][]analysis.Word) []int {
	counts := s.counts(a, corrections)
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return counts[x] - counts[y] })
	return order
}

// counts is how many destinations match each word, filters aside.
func (s *Scan) counts(a *ask, corrections [][]analysis.Word) []int {
	counts := make([]int, len(a.text.Words))
	for i := range s.docs {
		for w, l := range s.levels(a, &s.docs[i], corrections) {
			if l < missing {
				counts[w]++
			}
		}
	}
	return counts
}
