package search

import "math"

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
	i := len(w.steps) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if w.steps[parent].bound <= s.bound {
			break
		}
		w.steps[i] = w.steps[parent]
		i = parent
	}
	w.steps[i] = s
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

// run finds the first documents in the area: the nearest to its centre, or the
// most prominent.
func (w *walk) run(trees []*tree, r *area, nearest bool, found *top) {
	w.steps = w.steps[:0]
	for _, t := range trees {
		if t.n > 0 {
			root := len(t.levels) - 1
			w.consider(t, root, 0, r, nearest, found)
		}
	}
	for len(w.steps) > 0 {
		s := w.pop()
		if !found.wants(s.bound) {
			return
		}
		if s.level > 0 {
			from, to := s.tree.children(s.level, s.node)
			for i := from; i < to; i++ {
				w.consider(s.tree, s.level-1, i, r, nearest, found)
			}
			continue
		}
		from, to := s.tree.span(0, s.node)
		if nearest {
			s.tree.addNearest(from, to, r, found)
		} else {
			s.tree.addFirst(from, to, r, found)
		}
	}
}

// consider puts a node on the way if it can lead to something.
func (w *walk) consider(t *tree, level, i int, r *area, nearest bool, found *top) {
	nd := &t.levels[level][i]
	var bound uint64
	if nearest {
		c2 := nd.nearest2(r.center)
		bound = math.Float64bits(c2)
		if c2 > r.radius2 || !found.wants(bound) || r.box != nil && boxOverlap(r.box, nd) == outside {
			return
		}
	} else {
		bound = uint64(nd.best)
		if !found.wants(bound) || r.node(nd) == outside {
			return
		}
	}
	w.push(step{bound, t, level, i})
}

// addNearest adds the items of a leaf by their distance from the centre.
func (t *tree) addNearest(from, to int, r *area, found *top) {
	for i := from; i < to; i++ {
		c2 := chord2(r.center, t.vecs[i])
		key := math.Float64bits(c2)
		if c2 > r.radius2 || !found.wants(key) {
			continue
		}
		if doc := t.doc(i); r.box == nil || r.doc(t.cols, doc) {
			found.add(entry{key, t.cols.slugRank[doc], doc})
		}
	}
}

// addFirst adds the items of a leaf by their rank.
func (t *tree) addFirst(from, to int, r *area, found *top) {
	for i := from; i < to; i++ {
		doc := t.doc(i)
		if rank := uint64(t.cols.rank[doc]); found.wants(rank) && r.doc(t.cols, doc) {
			found.add(entry{rank, 0, doc})
		}
	}
}
