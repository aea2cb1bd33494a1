package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"servicemap/internal/destination"
	"servicemap/internal/search/parallel"
)

// columns hold the destinations by number, which is their place on a Hilbert
// curve. Nothing in them points to anything, so that the garbage collector
// has nothing to do.
type columns struct {
	vecs       []vector
	lat, lng   []float64
	category   []destination.Category
	prominence []uint16
	mobility   []float64 // -1: unknown; for building only
	rank       []uint32  // place in the order of prominence, then slug
	byRank     []uint32
	rankLat    []float64 // positions again, in the order of prominence
	rankLng    []float64
	slugRank   []uint32 // place in the order of slugs

	slugs    blob
	payloads blob
}

// blob is a list of strings in one piece.
type blob struct {
	ends  []uint64
	bytes []byte
}

func (b *blob) at(i uint32) []byte {
	start := uint64(0)
	if i > 0 {
		start = b.ends[i-1]
	}
	return b.bytes[start:b.ends[i]:b.ends[i]]
}

func (b *blob) size() int64 { return int64(8*len(b.ends) + len(b.bytes)) }

// curveOrder lists the destinations by their place on the curve.
func curveOrder(dests []destination.Destination) []uint32 {
	type placed struct {
		at uint64
		i  uint32
	}
	list := make([]placed, len(dests))
	parallel.Chunks(len(dests), func(from, to int) {
		for i := from; i < to; i++ {
			list[i] = placed{hilbert(dests[i].Point), uint32(i)}
		}
	})
	slices.SortFunc(list, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.i, b.i))
	})
	order := make([]uint32, len(list))
	for i, p := range list {
		order[i] = p.i
	}
	return order
}

func newColumns(dests []destination.Destination, order []uint32) (*columns, error) {
	n := len(dests)
	floats := func() []float64 { return make([]float64, n) }
	numbers := func() []uint32 { return make([]uint32, n) }
	c := &columns{
		vecs: make([]vector, n), lat: floats(), lng: floats(), mobility: floats(),
		rankLat: floats(), rankLng: floats(),
		category: make([]destination.Category, n), prominence: make([]uint16, n),
		rank: numbers(), byRank: numbers(), slugRank: numbers(),
	}
	parallel.Chunks(n, func(from, to int) {
		for doc := from; doc < to; doc++ {
			d := &dests[order[doc]]
			c.vecs[doc] = vectorOf(d.Point)
			c.lat[doc], c.lng[doc] = d.Point.Lat, d.Point.Lng
			c.category[doc] = d.Category
			c.prominence[doc] = uint16(thousandths(d.Prominence))
			c.mobility[doc] = -1
			if d.Mobility.Known {
				c.mobility[doc] = d.Mobility.Value
			}
		}
	})
	return c, c.sortBySlugAndRank(dests, order)
}

func (c *columns) sortBySlugAndRank(dests []destination.Destination, order []uint32) error {
	bySlug := make([]uint32, len(order))
	for i := range bySlug {
		bySlug[i] = uint32(i)
	}
	slug := func(doc uint32) string { return dests[order[doc]].Slug }
	slices.SortFunc(bySlug, func(a, b uint32) int { return strings.Compare(slug(a), slug(b)) })
	for i, doc := range bySlug {
		if slug(doc) == "" || i > 0 && slug(doc) == slug(bySlug[i-1]) {
			return fmt.Errorf("build search: slug %q is empty or used twice", slug(doc))
		}
		c.slugRank[doc] = uint32(i)
	}
	// A counting sort by prominence keeps the order of slugs within equals.
	var starts [1002]int
	for _, p := range c.prominence {
		starts[1000-int(p)+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	for _, doc := range bySlug {
		at := &starts[1000-int(c.prominence[doc])]
		c.byRank[*at] = doc
		c.rank[doc] = uint32(*at)
		*at++
	}
	for r, doc := range c.byRank {
		c.rankLat[r], c.rankLng[r] = c.lat[doc], c.lng[doc]
	}
	return nil
}

// fill makes a blob in parallel pieces.
func fillBlob(n int, add func(dst []byte, doc int) []byte) blob {
	const pieces = 16
	parts := make([][]byte, pieces)
	b := blob{ends: make([]uint64, n)}
	parallel.Do(pieces, func(k int) {
		var dst []byte
		for doc := n * k / pieces; doc < n*(k+1)/pieces; doc++ {
			dst = add(dst, doc)
			b.ends[doc] = uint64(len(dst))
		}
		parts[k] = dst
	})
	total := 0
	for _, p := range parts {
		total += len(p)
	}
	b.bytes = make([]byte, 0, total)
	for k := range parts {
		base := uint64(len(b.bytes))
		b.bytes = append(b.bytes, parts[k]...)
		parts[k] = nil
		for doc := n * k / pieces; doc < n*(k+1)/pieces; doc++ {
			b.ends[doc] += base
		}
	}
	return b
}

func (c *columns) size() int64 {
	return int64(len(c.vecs))*(7*8+1+2+4*3) + c.slugs.size() + c.payloads.size()
}
