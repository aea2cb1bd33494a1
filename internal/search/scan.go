package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"servicemap/internal/destination"
)

// Scan answers queries by looking at every destination.
type Scan struct {
	docs []scanDoc
	slug map[string]int
	old  map[string]string
	size int64
}

type scanDoc struct {
	facts
	slug    string
	words   []string
	payload []byte
}

// NewScan takes in the destinations; it keeps no reference to them.
func NewScan(dests []destination.Destination, opts Options) (*Scan, error) {
	s := &Scan{docs: make([]scanDoc, len(dests)), slug: make(map[string]int, len(dests)), old: opts.OldSlugs}
	for i := range dests {
		d := &dests[i]
		if _, taken := s.slug[d.Slug]; taken || d.Slug == "" {
			return nil, fmt.Errorf("build search: slug %q is empty or used twice", d.Slug)
		}
		s.slug[d.Slug] = i
		s.docs[i] = scanDoc{facts: factsOf(d), slug: d.Slug, words: wordsOf(d), payload: opts.encode(nil, d)}
		s.size += int64(len(s.docs[i].payload))
	}
	slices.SortFunc(s.docs, func(a, b scanDoc) int {
		return cmp.Or(b.prominence-a.prominence, strings.Compare(a.slug, b.slug))
	})
	for i := range s.docs {
		s.slug[s.docs[i].slug] = i
	}
	return s, nil
}

func wordsOf(d *destination.Destination) []string {
	text := strings.Join(append([]string{
		d.Name, d.Locality, d.RegionName(destination.German),
		d.Category.Name(destination.German), d.Category.Name(destination.English),
	}, append(d.AltNames, d.TravelRegions...)...), " ")
	return split(text)
}

func split(text string) []string {
	return strings.FieldsFunc(destination.Fold(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// matches reports whether each word begins a word of the destination.
func (d *scanDoc) matches(words []string) bool {
	for _, w := range words {
		if !slices.ContainsFunc(d.words, func(have string) bool { return strings.HasPrefix(have, w) }) {
			return false
		}
	}
	return true
}

// Len is how many destinations there are.
func (s *Scan) Len() int { return len(s.docs) }

// SizeBytes is about how much memory the payloads take.
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

// Search answers a query.
func (s *Scan) Search(q *destination.Query) destination.Result {
	type match struct {
		doc   *scanDoc
		chord float64
	}
	var found []match
	s.each(q, func(d *scanDoc, c2 float64) { found = append(found, match{d, c2}) })
	if q.Center != nil { // the documents are in order of prominence and slug already
		slices.SortStableFunc(found, func(a, b match) int {
			return cmp.Or(cmp.Compare(a.chord, b.chord), strings.Compare(a.doc.slug, b.doc.slug))
		})
	}
	res := destination.Result{Total: len(found)}
	for _, m := range found[:min(len(found), q.Limit)] {
		res.Hits = append(res.Hits, destination.Hit{Payload: m.doc.payload, DistanceKm: kmOfChord2(m.chord)})
	}
	return res
}

func (s *Scan) each(q *destination.Query, found func(d *scanDoc, c2 float64)) {
	words := split(q.Text)
	var center vector
	if q.Center != nil {
		center = vectorOf(*q.Center)
	}
	limit := chord2OfKm(q.RadiusKm)
	for i := range s.docs {
		d := &s.docs[i]
		if !d.passes(q) {
			continue
		}
		c2 := 0.0
		if q.Center != nil {
			c2 = chord2(center, d.vec)
			if q.RadiusKm > 0 && c2 > limit {
				continue
			}
		}
		if d.matches(words) {
			found(d, c2)
		}
	}
}

// Categories counts what Search would find, by category, most first.
func (s *Scan) Categories(q *destination.Query) []destination.CategoryCount {
	var counts [destination.NumCategories]int
	s.each(q, func(d *scanDoc, _ float64) { counts[d.category]++ })
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
