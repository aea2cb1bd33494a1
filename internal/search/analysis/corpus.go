package analysis

import (
	"math"
	"slices"
	"strings"

	"github.com/blevesearch/vellum"

	"servicemap/internal/destination"
	"servicemap/internal/search/parallel"
)

// Class says where in a destination a word stands.
type Class uint8

const (
	Name   Class = iota // in the name or another name
	Joined              // made of neighbours in the name: "Europa-Park", "Hallen- und Freibad"
	Other               // in the locality, a region or the description
)

// Entry is a word of a destination and its class.
type Entry uint32

func newEntry(word uint32, c Class) Entry { return Entry(word<<2 | uint32(c)) }

// Word is the number of the word in the corpus.
func (e Entry) Word() uint32 { return uint32(e >> 2) }

// Class is where the word stands.
func (e Entry) Class() Class { return Class(e & 3) }

// Corpus is all that the destinations' texts are made of. It is built once,
// by looking at all of them, and then read by any number of goroutines.
type Corpus struct {
	lex       *lexicon
	words     []string // sorted: a word's number is its place
	fst       *vellum.FST
	stems     map[string]uint32
	wordStems rows[uint32]
	entries   rows[Entry]
	full      rows[uint64]
	concepts  rows[Concept]
	centers   map[Concept][3]float64
	split     splitter             // of the destinations' words
	anyWord   splitter             // of words in questions: every known word can be a part
	areas     map[placeKey]Concept // countries and regions
	numbered  int                  // concepts
}

// rows is a list of lists in two allocations.
type rows[T any] struct {
	ends []uint32
	flat []T
}

func (r *rows[T]) add(items ...T) {
	r.flat = append(r.flat, items...)
	r.ends = append(r.ends, uint32(len(r.flat)))
}

func (r *rows[T]) row(i int) []T {
	start := uint32(0)
	if i > 0 {
		start = r.ends[i-1]
	}
	return r.flat[start:r.ends[i]]
}

// chunks is fixed, so that sums over chunks do not depend on the machine.
const chunks = 8

// NewCorpus reads all destinations.
func NewCorpus(dests []destination.Destination) (*Corpus, error) {
	parts := make([]*chunk, chunks)
	parallel.Do(chunks, func(i int) {
		parts[i] = readChunk(dests[len(dests)*i/chunks : len(dests)*(i+1)/chunks])
	})
	c := &Corpus{lex: newLexicon(), centers: map[Concept][3]float64{}}
	c.mergeConcepts(parts)
	c.mergeWords(parts)
	if err := c.buildDictionary(); err != nil {
		return nil, err
	}
	c.buildStems()
	return c, nil
}

// mergeConcepts numbers the places of all chunks and puts their names into the lexicon.
func (c *Corpus) mergeConcepts(parts []*chunk) {
	ids := map[placeKey]Concept{}
	sums := map[Concept][3]float64{}
	next := firstDynamic
	for _, p := range parts {
		mapped := make([]Concept, len(p.places))
		for i, pl := range p.places {
			id, ok := ids[pl.key]
			if !ok {
				id = next
				next++
				ids[pl.key] = id
			}
			for _, words := range pl.names {
				c.lex.addPlace(words, id)
			}
			mapped[i] = id
			if pl.key.kind == localityPlace {
				s := sums[id]
				for k := range s {
					s[k] += pl.sum[k]
				}
				sums[id] = s
			}
		}
		for i := range p.concepts.ends {
			row := p.concepts.row(i)
			for k, local := range row {
				if local >= firstDynamic {
					row[k] = mapped[local-firstDynamic]
				}
			}
			c.concepts.add(row...)
		}
		for i := range p.full.ends {
			c.full.add(p.full.row(i)...)
		}
		p.places, p.concepts, p.full = nil, rows[Concept]{}, rows[uint64]{}
	}
	for id, s := range sums {
		if norm := math.Sqrt(s[0]*s[0] + s[1]*s[1] + s[2]*s[2]); norm > 0 {
			c.centers[id] = [3]float64{s[0] / norm, s[1] / norm, s[2] / norm}
		}
	}
	c.numbered = int(next)
	c.areas = map[placeKey]Concept{}
	for key, id := range ids {
		if key.kind != localityPlace {
			c.areas[key] = id
		}
	}
}

// standsAlone is in how many names a word must stand alone to be a part of compounds.
const standsAlone = 3

// mergeWords makes one sorted list of the words of all chunks and of the lexicon.
func (c *Corpus) mergeWords(parts []*chunk) {
	names := map[string]int{}
	for _, p := range parts {
		for w, id := range p.ids {
			names[w] += int(p.nameCount[id])
		}
	}
	c.split = splitter{
		known: func(w string) bool { return names[w] >= standsAlone && !stopWords[w] },
		whole: c.lex.isPlace,
	}
	for _, p := range parts {
		p.resolveEllipses(&c.split)
	}
	for _, p := range parts {
		for w := range p.ids {
			if _, seen := names[w]; !seen {
				names[w] = 0
			}
		}
	}
	for phrase := range c.lex.exact {
		if _, seen := names[phrase]; !seen && !strings.Contains(phrase, " ") {
			names[phrase] = 0
		}
	}
	c.words = make([]string, 0, len(names))
	for w := range names {
		c.words = append(c.words, w)
	}
	slices.Sort(c.words)
	c.remap(parts)
	known := map[string]bool{}
	for w, n := range names {
		if n >= standsAlone && len(w) >= minPart && !stopWords[w] {
			known[w] = true
		}
	}
	c.split.known = func(w string) bool { return known[w] }
	c.anyWord = splitter{whole: c.lex.isPlace, known: func(w string) bool {
		_, ok := c.wordID(w)
		return ok
	}}
}

// remap turns the chunks' word numbers into those of the corpus.
func (c *Corpus) remap(parts []*chunk) {
	ids := make(map[string]uint32, len(c.words))
	for i, w := range c.words {
		ids[w] = uint32(i)
	}
	parallel.Do(len(parts), func(k int) {
		p := parts[k]
		mapped := make([]uint32, len(p.ids))
		for w, local := range p.ids {
			mapped[local] = ids[w]
		}
		for i, e := range p.entries.flat {
			p.entries.flat[i] = newEntry(mapped[e.Word()], e.Class())
		}
	})
	total, docs := 0, 0
	for _, p := range parts {
		total += len(p.entries.flat)
		docs += len(p.entries.ends)
	}
	c.entries = rows[Entry]{ends: make([]uint32, 0, docs), flat: make([]Entry, 0, total)}
	for _, p := range parts {
		base := uint32(len(c.entries.flat))
		c.entries.flat = append(c.entries.flat, p.entries.flat...)
		for _, end := range p.entries.ends {
			c.entries.ends = append(c.entries.ends, base+end)
		}
		p.entries = rows[Entry]{}
	}
}

// buildStems finds the stems of every word and of its parts.
func (c *Corpus) buildStems() {
	found := make([][]string, len(c.words))
	const step = 1024
	parallel.Do((len(c.words)+step-1)/step, func(k int) {
		for i := k * step; i < min(len(c.words), (k+1)*step); i++ {
			found[i] = c.stemsOf(c.words[i])
		}
	})
	c.stems = make(map[string]uint32, len(c.words))
	c.wordStems = rows[uint32]{ends: make([]uint32, 0, len(c.words))}
	for _, stems := range found {
		for _, s := range stems {
			id, ok := c.stems[s]
			if !ok {
				id = uint32(len(c.stems))
				c.stems[s] = id
			}
			c.wordStems.flat = append(c.wordStems.flat, id)
		}
		c.wordStems.ends = append(c.wordStems.ends, uint32(len(c.wordStems.flat)))
	}
}

// abbreviated are short forms and what they stand for.
var abbreviated = map[string]string{"st": "sankt", "sankt": "st"}

func (c *Corpus) stemsOf(word string) []string {
	stems := []string{Stem(word)}
	for _, part := range c.split.split(word) {
		if s := Stem(part); !slices.Contains(stems, s) {
			stems = append(stems, s)
		}
	}
	if other := abbreviated[word]; other != "" {
		stems = append(stems, other)
	}
	return stems
}

// Docs is how many destinations there are.
func (c *Corpus) Docs() int { return len(c.entries.ends) }

// Entries are the words of a destination, each once in a class.
func (c *Corpus) Entries(doc int) []Entry { return c.entries.row(doc) }

// Full are the hashes of the whole names of a destination.
func (c *Corpus) Full(doc int) []uint64 { return c.full.row(doc) }

// Concepts are what a destination is.
func (c *Corpus) Concepts(doc int) []Concept { return c.concepts.row(doc) }

// Words are all words, sorted; a word's number is its place.
func (c *Corpus) Words() []string { return c.words }

// NumStems and NumConcepts are how many numbers are in use.
func (c *Corpus) NumStems() int    { return len(c.stems) }
func (c *Corpus) NumConcepts() int { return c.numbered }

// WordStems are the stems of a word and of its parts.
func (c *Corpus) WordStems(word uint32) []uint32 { return c.wordStems.row(int(word)) }

// Center is the middle of a locality, as a unit vector.
func (c *Corpus) Center(concept Concept) (v [3]float64, ok bool) {
	v, ok = c.centers[concept]
	return v, ok
}

// Country is the concept of a country, by its code.
func (c *Corpus) Country(code string) (Concept, bool) {
	id, ok := c.areas[placeKey{countryPlace, code, ""}]
	return id, ok
}

// Region is the concept of a state or travel region, by its key.
func (c *Corpus) Region(key string) (Concept, bool) {
	id, ok := c.areas[placeKey{regionPlace, key, ""}]
	return id, ok
}

// Forget lets go of what is only needed while an index is built.
func (c *Corpus) Forget() {
	c.entries, c.full, c.concepts, c.wordStems = rows[Entry]{}, rows[uint64]{}, rows[Concept]{}, rows[uint32]{}
}
