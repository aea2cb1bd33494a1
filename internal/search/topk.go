package search

import "slices"

// entry is a found document with its place in the order: by key, then by tie.
type entry struct {
	key uint64
	tie uint32
	doc uint32
}

func (e entry) before(f entry) bool {
	return e.key < f.key || e.key == f.key && e.tie < f.tie
}

// top keeps the first k entries of all that it is shown, as a heap with the
// last of them at the root.
type top struct {
	k       int
	heap    []entry
	ordered bool // entries came in order, so that the heap is a list
}

func (t *top) reset(k int) {
	t.k, t.ordered = k, true
	t.heap = t.heap[:0]
}

func (t *top) full() bool { return len(t.heap) == t.k }

// wants reports whether an entry with the key could be among the first.
func (t *top) wants(key uint64) bool {
	return len(t.heap) < t.k || t.k > 0 && key <= t.last().key
}

// last is the one that would have to go for a better one.
func (t *top) last() entry {
	if t.ordered {
		return t.heap[len(t.heap)-1]
	}
	return t.heap[0]
}

func (t *top) add(e entry) {
	if len(t.heap) < t.k {
		t.heap = append(t.heap, e)
		if t.ordered {
			last := len(t.heap) - 1
			if last == 0 || t.heap[last-1].before(e) {
				return
			}
			t.ordered = false
			slices.SortFunc(t.heap, func(a, b entry) int { return -compareEntries(a, b) }) // a heap, too
			return
		}
		for i := len(t.heap) - 1; i > 0; {
			parent := (i - 1) / 2
			if !t.heap[parent].before(t.heap[i]) {
				break
			}
			t.heap[parent], t.heap[i] = t.heap[i], t.heap[parent]
			i = parent
		}
		return
	}
	if t.k == 0 || !e.before(t.last()) {
		return
	}
	if t.ordered {
		t.ordered = false
		slices.Reverse(t.heap)
	}
	i := 0
	for {
		child := 2*i + 1
		if child >= len(t.heap) {
			break
		}
		if r := child + 1; r < len(t.heap) && t.heap[child].before(t.heap[r]) {
			child = r
		}
		if !e.before(t.heap[child]) {
			break
		}
		t.heap[i] = t.heap[child]
		i = child
	}
	t.heap[i] = e
}

// sorted puts the entries in order; the heap is no heap after it.
func (t *top) sorted() []entry {
	if t.ordered {
		return t.heap
	}
	slices.SortFunc(t.heap, compareEntries)
	return t.heap
}

func compareEntries(a, b entry) int {
	switch {
	case a.key < b.key:
		return -1
	case a.key > b.key:
		return 1
	}
	return int(a.tie) - int(b.tie)
}
