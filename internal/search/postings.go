package search

import (
	"slices"
)

// postings lead from numbers (of words, stems, concepts, names) to sets of
// documents: small ones in one long list, large ones as bitmaps.
type postings struct {
	ends []uint32
	flat []uint32
	big  map[uint32]*set
}

// newPostings inverts what the documents have; has may repeat a key. Sets of
// more than small documents become bitmaps.
func newPostings(c *columns, keys, small int, has func(doc uint32, buf []uint32) []uint32) postings {
	starts := make([]uint32, keys+1)
	last := make([]uint32, keys) // document + 1, to count a key once
	n := uint32(len(c.rank))
	var buf []uint32
	for doc := range n {
		buf = has(doc, buf[:0])
		for _, key := range buf {
			if last[key] != doc+1 {
				last[key] = doc + 1
				starts[key+1]++
			}
		}
	}
	for key := range keys {
		starts[key+1] += starts[key]
	}
	flat := make([]uint32, starts[keys])
	at := slices.Clone(starts[:keys])
	clear(last)
	for doc := range n {
		buf = has(doc, buf[:0])
		for _, key := range buf {
			if last[key] != doc+1 {
				last[key] = doc + 1
				flat[at[key]] = doc
				at[key]++
			}
		}
	}
	p := postings{ends: at[:0:keys], big: map[uint32]*set{}}
	p.compact(c, starts, flat, small)
	return p
}

// compact makes bitmaps of the large sets and moves the small ones together.
func (p *postings) compact(c *columns, starts, flat []uint32, small int) {
	var m marks
	m.grow(len(c.rank))
	end := 0
	for key := range len(starts) - 1 {
		docs := flat[starts[key]:starts[key+1]]
		if len(docs) <= small {
			end += copy(flat[end:], docs)
		} else {
			s := &set{doc: bitmapOf(docs), n: len(docs)}
			s.rank = s.byRank(c, &m)
			s.settle(len(c.rank))
			p.big[uint32(key)] = s
		}
		p.ends = append(p.ends, uint32(end))
	}
	p.flat = slices.Clone(flat[:end])
}

// at is the set of a key.
func (p *postings) at(key uint32) set {
	if s, ok := p.big[key]; ok {
		return *s
	}
	start := uint32(0)
	if key > 0 {
		start = p.ends[key-1]
	}
	return listSet(p.flat[start:p.ends[key]:p.ends[key]])
}

func (p *postings) size() int64 {
	size := int64(4*len(p.ends) + 4*len(p.flat))
	for _, s := range p.big {
		size += s.bytes()
	}
	return size
}

// names lead from hashes of whole names to documents.
type names struct {
	hashes []uint64
	postings
}

func newNames(c *columns, small int, full func(doc uint32) []uint64) names {
	var n names
	for doc := range uint32(len(c.rank)) {
		n.hashes = append(n.hashes, full(doc)...)
	}
	slices.Sort(n.hashes)
	n.hashes = slices.Clip(slices.Compact(n.hashes))
	var flat, ends []uint32
	for doc := range uint32(len(c.rank)) {
		for _, h := range full(doc) {
			i, _ := slices.BinarySearch(n.hashes, h)
			flat = append(flat, uint32(i))
		}
		ends = append(ends, uint32(len(flat)))
	}
	n.postings = newPostings(c, len(n.hashes), small, func(doc uint32, buf []uint32) []uint32 {
		start := uint32(0)
		if doc > 0 {
			start = ends[doc-1]
		}
		return append(buf, flat[start:ends[doc]]...)
	})
	return n
}

func (n *names) of(hash uint64) set {
	i, ok := slices.BinarySearch(n.hashes, hash)
	if !ok {
		return set{}
	}
	return n.at(uint32(i))
}
