package search

import (
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"

	"servicemap/internal/search/parallel"
)

// completions are the documents that have a word with a given beginning.
type completions struct {
	name, other set
}

// prefixes make the unions of all common prefixes. The words are sorted, so
// that those of a prefix are neighbours.
type prefixes struct {
	words []string
	many  int // words that must share a prefix
	cols  *columns
	name  []*postings // in the name: words, and joined words
	other *postings
	found map[string]*completions
	marks marks
}

// build handles the words [from, to), which share their first at bytes.
func (p *prefixes) build(from, to, at int) *completions {
	if to-from <= p.many {
		return p.leaf(from, to)
	}
	var children []*completions
	for from < to {
		if len(p.words[from]) == at { // the prefix itself is a word
			children = append(children, p.leaf(from, from+1))
			from++
			continue
		}
		end := from + 1
		for end < to && p.words[end][at] == p.words[from][at] {
			end++
		}
		child := p.build(from, end, at+1)
		children = append(children, child)
		if key := p.words[from][:at+1]; end-from > p.many && utf8.ValidString(key) {
			p.found[key] = child
		}
		from = end
	}
	if len(children) == 1 {
		return children[0]
	}
	return &completions{
		name:  merged(children, func(c *completions) *set { return &c.name }),
		other: merged(children, func(c *completions) *set { return &c.other }),
	}
}

func (p *prefixes) leaf(from, to int) *completions {
	collect := func(families ...*postings) set {
		var docs []uint32
		for w := from; w < to; w++ {
			for _, f := range families {
				s := f.at(uint32(w))
				docs = s.appendTo(docs[:0])
				p.marks.add(docs)
			}
		}
		s := bitmapSet(bitmapOf(p.marks.take(docs[:0])))
		s.rank = s.byRank(p.cols, &p.marks)
		return s
	}
	return &completions{name: collect(p.name...), other: collect(p.other)}
}

func merged(children []*completions, part func(*completions) *set) set {
	docs := make([]*roaring.Bitmap, len(children))
	ranks := make([]*roaring.Bitmap, len(children))
	for i, c := range children {
		docs[i], ranks[i] = part(c).doc, part(c).rank
	}
	s := bitmapSet(roaring.FastOr(docs...))
	s.rank = roaring.FastOr(ranks...)
	return s
}

// buildPrefixes makes the unions on all cores, a first letter at a time.
func buildPrefixes(words []string, many int, cols *columns, name []*postings, other *postings) map[string]*completions {
	var starts []int
	for i := range words {
		if i == 0 || words[i][0] != words[i-1][0] {
			starts = append(starts, i)
		}
	}
	parts := make([]prefixes, len(starts))
	parallel.Do(len(starts), func(k int) {
		from, to := starts[k], len(words)
		if k+1 < len(starts) {
			to = starts[k+1]
		}
		parts[k] = prefixes{words: words, many: many, cols: cols, name: name, other: other, found: map[string]*completions{}}
		parts[k].marks.grow(len(cols.rank))
		all := parts[k].build(from, to, 1)
		if key := words[from][:1]; to-from > many && utf8.ValidString(key) {
			parts[k].found[key] = all
		}
	})
	found := map[string]*completions{}
	for _, p := range parts {
		for key, c := range p.found {
			c.name.settle(len(cols.rank))
			c.other.settle(len(cols.rank))
			found[key] = c
		}
	}
	return found
}
