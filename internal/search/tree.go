package search

import "math"

// fanout is how many children a node has.
const fanout = 16

// tree is a packed R-tree over points in the order of the curve. Its nodes
// bound their points twice: in space, where distances know neither poles nor
// the antimeridian, and on the map, where boxes are drawn.
type tree struct {
	ids    []uint32 // item → document; nil when items are documents
	vecs   []vector // by item
	cols   *columns
	n      int
	levels [][]node // from the leaves to the root
}

type node struct {
	low, high                [3]float32
	south, north, west, east float32
	best                     uint32 // rank of the most prominent
}

func newTree(cols *columns, ids []uint32, n int) *tree {
	t := &tree{ids: ids, vecs: cols.vecs, cols: cols, n: n}
	if ids != nil {
		t.vecs = make([]vector, n)
		for i, doc := range ids {
			t.vecs[i] = cols.vecs[doc]
		}
	}
	if n == 0 {
		return t
	}
	leaves := make([]node, (n+fanout-1)/fanout)
	for i := range leaves {
		leaves[i] = t.leaf(i*fanout, min(n, (i+1)*fanout))
	}
	t.levels = append(t.levels, leaves)
	for len(leaves) > 1 {
		parents := make([]node, (len(leaves)+fanout-1)/fanout)
		for i := range parents {
			parents[i] = leaves[i*fanout]
			for _, child := range leaves[i*fanout+1 : min(len(leaves), (i+1)*fanout)] {
				parents[i].include(&child)
			}
		}
		t.levels = append(t.levels, parents)
		leaves = parents
	}
	return t
}

func (t *tree) doc(item int) uint32 {
	if t.ids == nil {
		return uint32(item)
	}
	return t.ids[item]
}

func (t *tree) leaf(from, to int) node {
	nd := t.point(t.doc(from))
	for i := from + 1; i < to; i++ {
		p := t.point(t.doc(i))
		nd.include(&p)
	}
	return nd
}

// point is a node around a single point, rounded outwards.
func (t *tree) point(doc uint32) node {
	c := t.cols
	nd := node{best: c.rank[doc]}
	for i, v := range [3]float64{c.vecs[doc].x, c.vecs[doc].y, c.vecs[doc].z} {
		nd.low[i], nd.high[i] = roundOut(v)
	}
	nd.south, nd.north = roundOut(c.lat[doc])
	nd.west, nd.east = roundOut(c.lng[doc])
	return nd
}

func roundOut(v float64) (down, up float32) {
	f := float32(v)
	down, up = f, f
	if float64(f) > v {
		down = math.Nextafter32(f, float32(math.Inf(-1)))
	}
	if float64(f) < v {
		up = math.Nextafter32(f, float32(math.Inf(1)))
	}
	return down, up
}

func (a *node) include(b *node) {
	for i := range a.low {
		a.low[i] = min(a.low[i], b.low[i])
		a.high[i] = max(a.high[i], b.high[i])
	}
	a.south, a.north = min(a.south, b.south), max(a.north, b.north)
	a.west, a.east = min(a.west, b.west), max(a.east, b.east)
	a.best = min(a.best, b.best)
}

// nearest2 is a lower bound of the squared chord from a point to all below.
func (a *node) nearest2(v vector) float64 {
	dx := max(float64(a.low[0])-v.x, 0, v.x-float64(a.high[0]))
	dy := max(float64(a.low[1])-v.y, 0, v.y-float64(a.high[1]))
	dz := max(float64(a.low[2])-v.z, 0, v.z-float64(a.high[2]))
	return dx*dx + dy*dy + dz*dz
}

// farthest2 is an upper bound.
func (a *node) farthest2(v vector) float64 {
	dx := max(v.x-float64(a.low[0]), float64(a.high[0])-v.x)
	dy := max(v.y-float64(a.low[1]), float64(a.high[1])-v.y)
	dz := max(v.z-float64(a.low[2]), float64(a.high[2])-v.z)
	return dx*dx + dy*dy + dz*dz
}

// span is the half-open range of items below a node.
func (t *tree) span(level, i int) (from, to int) {
	width := fanout
	for range level {
		width *= fanout
	}
	return i * width, min(t.n, (i+1)*width)
}

// children is the half-open range of a node's children, one level below.
func (t *tree) children(level, i int) (from, to int) {
	return i * fanout, min(len(t.levels[level-1]), (i+1)*fanout)
}

func (t *tree) size() int64 {
	nodes := 0
	for _, l := range t.levels {
		nodes += len(l)
	}
	return int64(44*nodes + (4+24)*len(t.ids))
}
