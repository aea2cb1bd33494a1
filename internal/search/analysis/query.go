package analysis

import (
	"slices"
	"unicode/utf8"
)

// maxQueryWords is how many words of a question count; nobody means more.
const maxQueryWords = 8

// Query is an understood question.
type Query struct {
	Full  uint64 // hash of all words: equal to that of a name asked for in full
	Words []Word
}

// Word is one word of a question and everything that it may stand for.
type Word struct {
	Text      string
	Word      int // number in the corpus, -1 for none
	Stem      int // number of its stem, -1 for none
	Parts     []uint32
	Concepts  []Concept // what it means, alone or in a phrase
	Near      []Concept // localities whose surroundings are meant
	Completed []Concept // what the category words mean that it begins
	Prefix    bool      // the word may go on
	near      bool
}

// Parse understands a question.
func (c *Corpus) Parse(text string) Query {
	words := Words(text)
	q := Query{}
	h := newHash()
	for _, w := range words {
		h = h.word(w)
	}
	q.Full = uint64(h)
	last, _ := utf8.DecodeLastRuneInString(text)
	open := len(words) > 0 && isWordRune(last)
	meant := c.interpret(words)
	for i, w := range words {
		if stopWords[w] {
			continue
		}
		q.add(c.word(w, meant[i], open && i == len(words)-1))
	}
	if len(q.Words) == 0 { // nothing but stop words: then they are meant
		for i, w := range words {
			q.add(c.word(w, meaning{}, open && i == len(words)-1))
		}
	}
	return q
}

func (q *Query) add(w Word) {
	if len(q.Words) < maxQueryWords {
		q.Words = append(q.Words, w)
	}
}

// meaning is what a word stands for beside itself.
type meaning struct {
	concepts []Concept
	near     bool
}

// interpret finds the phrases of the lexicon, the longest first from the left.
func (c *Corpus) interpret(words []string) []meaning {
	meant := make([]meaning, len(words))
	for i := 0; i < len(words); {
		n := min(c.lex.longest, len(words)-i)
		for ; n > 0; n-- {
			if n == 1 && stopWords[words[i]] {
				continue
			}
			if found := c.lex.lookup(words[i : i+n]); found != nil {
				m := meaning{found, nearBefore(words, i)}
				for k := range n {
					meant[i+k] = m
				}
				break
			}
		}
		if n == 0 {
			meant[i].near = nearBefore(words, i)
		}
		i += max(n, 1)
	}
	return meant
}

// nearBefore reports whether the stop words before a place say "near".
func nearBefore(words []string, i int) bool {
	for i--; i >= 0 && stopWords[words[i]]; i-- {
		if nearWords[words[i]] {
			return true
		}
	}
	return false
}

func (c *Corpus) word(text string, m meaning, prefix bool) Word {
	w := Word{Text: text, Word: -1, Stem: -1, Prefix: prefix, Concepts: m.concepts, near: m.near}
	if id, ok := c.wordID(text); ok {
		w.Word = int(id)
	}
	if id, ok := c.stems[Stem(text)]; ok {
		w.Stem = int(id)
	} else {
		w.Parts = c.parts(text)
	}
	if m.near {
		w.Near, w.Concepts = c.around(m.concepts)
	}
	if prefix {
		w.Completed = c.lex.complete(text)
	}
	return w
}

// around separates the localities, whose surroundings count, from the rest.
func (c *Corpus) around(concepts []Concept) (near, rest []Concept) {
	for _, id := range concepts {
		if _, ok := c.centers[id]; ok {
			near = append(near, id)
		} else {
			rest = append(rest, id)
		}
	}
	return near, rest
}

// parts takes a compound apart that the corpus does not have: whoever asks
// for a "Schlossmuseum" may find the "Museum im Schloss".
func (c *Corpus) parts(text string) []uint32 {
	var stems []uint32
	for _, p := range c.anyWord.cover(text, maxParts) {
		id, ok := c.stems[Stem(p)]
		if !ok {
			return nil
		}
		if !slices.Contains(stems, id) {
			stems = append(stems, id)
		}
	}
	return stems
}

// minUnfinished is from how many letters on mistakes in an unfinished word are
// corrected: fewer begin too many words.
const minUnfinished = 6

// Alternatives are the words that may have been meant instead of another:
// those that differ by typing mistakes, which correct finds; else those that
// begin with such a word; else, for a compound that nobody knows, its head:
// some museum for a "Spielzeugmuseum".
func (c *Corpus) Alternatives(w *Word, correct func(word string, unfinished bool) []uint32) []Word {
	var list []Word
	add := func(text string) {
		list = append(list, c.word(text, meaning{c.lex.lookup([]string{text}), w.near}, false))
	}
	found := correct(w.Text, false)
	if len(found) == 0 && w.Prefix && len(w.Text) >= minUnfinished {
		found = correct(w.Text, true)
	}
	for _, id := range found {
		add(c.words[id])
	}
	if len(list) == 0 && w.Stem < 0 {
		if head := c.head(w.Text); head != "" {
			add(head)
		}
	}
	return list
}

func (c *Corpus) head(text string) string {
	if parts := c.split.cover(text, maxParts); len(parts) > 1 {
		return parts[len(parts)-1]
	}
	if parts := c.split.headOnly(text); len(parts) > 0 {
		return parts[0]
	}
	return ""
}
