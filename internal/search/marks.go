package search

import (
	"math/bits"
	"slices"
)

// marks put documents in order without comparing them: a bit for each, and
// above them a bit for each word that has any, so that reading them back costs
// as much as there are.
type marks struct {
	words   []uint64
	summary []uint64
	n       int // at most so many are set
}

func (m *marks) grow(docs int) {
	if need := (docs + 63) / 64; len(m.words) < need {
		m.words = make([]uint64, need)
		m.summary = make([]uint64, (need+63)/64)
	}
}

func (m *marks) add(docs []uint32) {
	for _, doc := range docs {
		w := doc >> 6
		m.words[w] |= 1 << (doc & 63)
		m.summary[w>>6] |= 1 << (w & 63)
	}
	m.n += len(docs)
}

// mark adds a document and reports whether it was not there before.
func (m *marks) mark(doc uint32) bool {
	w, bit := doc>>6, uint64(1)<<(doc&63)
	if m.words[w]&bit != 0 {
		return false
	}
	m.words[w] |= bit
	m.summary[w>>6] |= 1 << (w & 63)
	return true
}

// first visits the marks in order until it returns false, and clears them all.
func (m *marks) first(visit func(doc uint32) bool) {
	m.n = 0
	more := true
	for i, sum := range m.summary {
		for ; sum != 0; sum &= sum - 1 {
			w := i<<6 | bits.TrailingZeros64(sum)
			for word := m.words[w]; word != 0 && more; word &= word - 1 {
				more = visit(uint32(w<<6 | bits.TrailingZeros64(word)))
			}
			m.words[w] = 0
		}
		m.summary[i] = 0
	}
}

// take appends the marked documents in order, each once, and clears the marks.
func (m *marks) take(docs []uint32) []uint32 {
	docs = slices.Grow(docs, m.n)
	m.n = 0
	for i, sum := range m.summary {
		for ; sum != 0; sum &= sum - 1 {
			w := i<<6 | bits.TrailingZeros64(sum)
			for word := m.words[w]; word != 0; word &= word - 1 {
				docs = append(docs, uint32(w<<6|bits.TrailingZeros64(word)))
			}
			m.words[w] = 0
		}
		m.summary[i] = 0
	}
	return docs
}
