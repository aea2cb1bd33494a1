package analysis

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/blevesearch/vellum"
)

// buildDictionary puts the words into an FST.
func (c *Corpus) buildDictionary() error {
	var buf bytes.Buffer
	b, err := vellum.New(&buf, nil)
	if err != nil {
		return fmt.Errorf("build dictionary: %w", err)
	}
	for i, w := range c.words {
		if err := b.Insert([]byte(w), uint64(i)); err != nil {
			return fmt.Errorf("build dictionary: insert %q: %w", w, err)
		}
	}
	if err := b.Close(); err != nil {
		return fmt.Errorf("build dictionary: %w", err)
	}
	if c.fst, err = vellum.Load(buf.Bytes()); err != nil {
		return fmt.Errorf("load dictionary: %w", err)
	}
	return nil
}

// wordID finds the number of a word.
func (c *Corpus) wordID(word string) (uint32, bool) {
	id, ok, err := c.fst.Get([]byte(word))
	return uint32(id), ok && err == nil
}

// PrefixRange is the half-open range of numbers of words that begin with a prefix.
func (c *Corpus) PrefixRange(prefix string) (from, to int) {
	from = sort.SearchStrings(c.words, prefix)
	to = from + sort.Search(len(c.words)-from, func(i int) bool {
		return !strings.HasPrefix(c.words[from+i], prefix)
	})
	return from, to
}

// Corrector finds words that may have been meant.
type Corrector struct {
	corpus *Corpus
	pool   sync.Pool
}

// NewCorrector finds words in the dictionary of a corpus.
func NewCorrector(c *Corpus) *Corrector {
	return &Corrector{corpus: c, pool: sync.Pool{New: func() any { return new(automaton) }}}
}

// Corrections are the numbers of the words nearest to a word that is not
// itself among them, within the mistakes that its length allows. For an
// unfinished word they are those that begin with the nearest.
func (cor *Corrector) Corrections(word string, unfinished bool) []uint32 {
	if len(word) > maxPattern {
		return nil
	}
	a := cor.pool.Get().(*automaton)
	defer cor.pool.Put(a)
	for d := 1; d <= MaxEdits(word); d++ {
		a.reset(word, d, unfinished)
		if found := cor.accepted(a, word); len(found) > 0 {
			return found
		}
	}
	return nil
}

func (cor *Corrector) accepted(a *automaton, word string) []uint32 {
	var found []uint32
	it, err := cor.corpus.fst.Search(a, nil, nil)
	for err == nil {
		key, id := it.Current()
		if string(key) != word {
			found = append(found, uint32(id))
		}
		err = it.Next()
	}
	return found
}

// Corrections does the same by looking at every word.
func (c *Corpus) Corrections(word string, unfinished bool) []uint32 {
	if len(word) > maxPattern {
		return nil
	}
	best := MaxEdits(word) + 1
	var found []uint32
	for i, w := range c.words {
		if w == word {
			continue
		}
		switch d := max(1, edits(word, w, best, unfinished)); {
		case d > best || d > MaxEdits(word):
		case d < best:
			best = d
			found = append(found[:0], uint32(i))
		default:
			found = append(found, uint32(i))
		}
	}
	return found
}
