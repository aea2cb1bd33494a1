package search

import (
	"math"

	"servicemap/internal/destination"
)

// step is a node on the way of a best-first walk.
type step struct {
	bound uint64 // no entry below the node comes before this key
	tree  *tree
	level int
	node  int
}

// walk visits nodes in the order of their bounds, over one or more trees.
type walk struct {
	steps []step // a heap, the least bound at the root
}

func (w *walk) push(s step) {
	w.steps = append(w.steps, s)
	for i := len(w.steps) - 1; i > 0; {
		parent := (i - 1) / 2
		if w.steps[parent].bound <= w.steps[i].bound {
			return
		}
		w.steps[parent], w.steps[i] = w.steps[i], w.steps[parent]
		i = parent
	}
}

func (w *walk) pop() step {
	first := w.steps[0]
	last := len(w.steps) - 1
	s := w.steps[last]
	w.steps = w.steps[:last]
	if last == 0 {
		return first
	}
	i := 0
	for {
		child := 2*i + 1
		if child >= last {
			break
		}
		if r := child + 1; r < last && w.steps[r].bound < w.steps[child].bound {
			child = r
		}
		if s.bound <= w.steps[child].bound {
			break
		}
		w.steps[i] = w.steps[child]
		i = child
	}
	w.steps[i] = s
	return first
}

// nearestIn finds the documents in the area that are nearest to its centre.
func (w *walk) nearestIn(trees []*tree, r *area, found *top) {
	w.run(trees, found, func(nd *node) (uint64, bool) {
		c2 := nd.nearest2(r.center)
		if c2 > r.radius2 || r.box != nil && boxOverlap(r.box, nd) == outside {
			return 0, false
		}
		return math.Float64bits(c2), true
	}, func(t *tree, i int) {
		doc := t.doc(i)
		c2 := chord2(r.center, t.cols.vec(doc))
		if c2 > r.radius2 || !found.wants(math.Float64bits(c2)) ||
			r.box != nil && !r.box.Contains(destination.Point{Lat: t.cols.lat[doc], Lng: t.cols.lng[doc]}) {
			return
		}
		found.add(entry{math.Float64bits(c2), t.cols.slugRank[doc], doc})
	})
}

// firstIn finds the most prominent documents in the area.
func (w *walk) firstIn(trees []*tree, r *area, found *top) {
	w.run(trees, found, func(nd *node) (uint64, bool) {
		return uint64(nd.best), r.node(nd) != outside
	}, func(t *tree, i int) {
		doc := t.doc(i)
		rank := uint64(t.cols.rank[doc])
		if found.wants(rank) && r.doc(t.cols, doc) {
			found.add(entry{rank, 0, doc})
		}
	})
}

func (w *walk) run(trees []*tree, found *top, bound func(nd *node) (uint64, bool), item func(t *tree, i int)) {
	w.steps = w.steps[:0]
	for _, t := range trees {
		if t.n == 0 {
			continue
		}
		root := len(t.levels) - 1
		if b, ok := bound(&t.levels[root][0]); ok {
			w.push(step{b, t, root, 0})
		}
	}
	for len(w.steps) > 0 {
		s := w.pop()
		if !found.wants(s.bound) {
			return
		}
		if s.level == 0 {
			from, to := s.tree.span(0, s.node)
			for i := from; i < to; i++ {
				item(s.tree, i)
			}
			continue
		}
		from, to := s.tree.children(s.level, s.node)
		nodes := s.tree.levels[s.level-1]
		for i := from; i < to; i++ {
			if b, ok := bound(&nodes[i]); ok && found.wants(b) {
				w.push(step{b, s.tree, s.level - 1, i})
			}
		}
	}
}
