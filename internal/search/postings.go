package search

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// postings lead from numbers (of words, stems, concepts, names) to sets of
// documents: small ones in one long list, large ones as bitmaps.
type postings struct {
	ends []uint32
	flat []uint32
	big  map[uint32]*set
}

// newPostings inverts what the documents have; has may repeat a key. It is
// called for every document, in the order of documents and of ranks. Sets of
// more than small documents become bitmaps.
func newPostings(c *columns, keys, small int, has func(doc uint32, buf []uint32) []uint32) postings {
	counts := make([]uint32, keys)
	last := make([]uint32, keys) // document + 1, to count a key once
	n := uint32(len(c.rank))
	var buf []uint32
	for doc := range n {
		buf = has(doc, buf[:0])
		for _, key := range buf {
			if last[key] != doc+1 {
				last[key] = doc + 1
				counts[key]++
			}
		}
	}
	p := postings{ends: make([]uint32, keys), big: map[uint32]*set{}}
	total := uint32(0)
	starts := make([]uint32, keys)
	for key, count := range counts {
		starts[key] = total
		if count <= uint32(small) {
			total += count
		} else {
			p.big[uint32(key)] = &set{doc: roaring.New(), rank: roaring.New(), n: int(count)}
		}
		p.ends[key] = total
	}
	p.flat = make([]uint32, total)
	clear(last)
	for doc := range n {
		buf = has(doc, buf[:0])
		for _, key := range buf {
			if last[key] != doc+1 && counts[key] <= uint32(small) {
				p.flat[starts[key]] = doc
				starts[key]++
			}
			last[key] = doc + 1
		}
	}
	p.fillBig(c, has)
	return p
}

// fillBig fills the bitmaps, buffered because adding many at once is cheaper.
func (p *postings) fillBig(c *columns, has func(doc uint32, buf []uint32) []uint32) {
	if len(p.big) == 0 {
		return
	}
	slot := make(map[uint32]int, len(p.big))
	sets := make([]*set, 0, len(p.big))
	for key, s := range p.big {
		slot[key] = len(sets)
		sets = append(sets, s)
	}
	docs := newBuffers(len(sets), func(i int) *roaring.Bitmap { return sets[i].doc })
	ranks := newBuffers(len(sets), func(i int) *roaring.Bitmap { return sets[i].rank })
	var buf []uint32
	for doc := range uint32(len(c.rank)) {
		buf = has(doc, buf[:0])
		for _, key := range buf {
			if i, ok := slot[key]; ok {
				docs.add(i, doc)
			}
		}
	}
	for rank, doc := range c.byRank {
		buf = has(doc, buf[:0])
		for _, key := range buf {
			if i, ok := slot[key]; ok {
				ranks.add(i, uint32(rank))
			}
		}
	}
	docs.flush()
	ranks.flush()
}

const bufferSize = 1024

// buffers collect numbers before they go into bitmaps.
type buffers struct {
	bitmap  func(i int) *roaring.Bitmap
	waiting [][]uint32
}

func newBuffers(n int, bitmap func(i int) *roaring.Bitmap) *buffers {
	return &buffers{bitmap, make([][]uint32, n)}
}

func (b *buffers) add(i int, v uint32) {
	if b.waiting[i] = append(b.waiting[i], v); len(b.waiting[i]) == bufferSize {
		b.bitmap(i).AddMany(b.waiting[i])
		b.waiting[i] = b.waiting[i][:0]
	}
}

func (b *buffers) flush() {
	for i, w := range b.waiting {
		b.bitmap(i).AddMany(w)
		b.bitmap(i).RunOptimize()
	}
	b.waiting = nil
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
		size += int64(s.doc.GetSizeInBytes() + s.rank.GetSizeInBytes())
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
