package analysis

import (
	"slices"
	"strings"

	"servicemap/internal/destination"
)

// Concept is a thing that a word can mean and a destination can be: a
// category, an attribute, a country, a region or a locality. Numbers belong
// to one corpus.
type Concept uint32

// Attribute is something true of a destination that people ask for by name.
type Attribute uint8

const (
	Kids Attribute = iota
	Seating
	Free
	Accessible
	numAttributes
)

// accessibleFrom is the mobility value from which a place is called accessible.
const accessibleFrom = 4

const (
	firstAttribute = Concept(destination.NumCategories)
	firstDynamic   = firstAttribute + Concept(numAttributes)
)

// CategoryConcept is the concept of a category.
func CategoryConcept(c destination.Category) Concept { return Concept(c) }

// AttributeConcept is the concept of an attribute.
func AttributeConcept(a Attribute) Concept { return firstAttribute + Concept(a) }

// lexicon leads from words to concepts. Phrases are keys of words joined by a
// space, in two versions: as they are and stemmed.
type lexicon struct {
	exact   map[string][]Concept
	stemmed map[string][]Concept
	places  map[string]bool // phrases that are places
	longest int             // words in the longest phrase
	head    []string        // category words of one word, sorted, for completion
}

func newLexicon() *lexicon {
	lex := &lexicon{exact: map[string][]Concept{}, stemmed: map[string][]Concept{}, places: map[string]bool{}}
	for _, c := range destination.AllCategories() {
		info := c.Info()
		names := categoryWords[c] + "," + strings.ReplaceAll(info.Names[destination.German], "&", ",") +
			"," + strings.ReplaceAll(info.Names[destination.English], "&", ",")
		lex.addList(names, CategoryConcept(c))
	}
	for a, list := range attributeWords {
		lex.addList(list, firstAttribute+Concept(a))
	}
	for phrase := range lex.exact {
		if !strings.Contains(phrase, " ") {
			lex.head = append(lex.head, phrase)
		}
	}
	slices.Sort(lex.head)
	return lex
}

func (lex *lexicon) addList(list string, c Concept) {
	for phrase := range strings.SplitSeq(list, ",") {
		lex.add(Words(phrase), c)
	}
}

func (lex *lexicon) add(words []string, c Concept) {
	if len(words) == 0 {
		return
	}
	lex.longest = max(lex.longest, len(words))
	addConcept(lex.exact, strings.Join(words, " "), c)
	addConcept(lex.stemmed, stemmed(words), c)
}

// addPlace makes the words lead to a place.
func (lex *lexicon) addPlace(words []string, c Concept) {
	if len(words) == 0 {
		return
	}
	lex.add(words, c)
	lex.places[strings.Join(words, " ")] = true
}

func addConcept(m map[string][]Concept, key string, c Concept) {
	if !slices.Contains(m[key], c) {
		m[key] = append(m[key], c)
	}
}

func stemmed(words []string) string {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = Stem(w)
	}
	return strings.Join(stems, " ")
}

// lookup finds what the words mean together: as written, else inflected, else
// as the people or things of a place ("Berliner").
func (lex *lexicon) lookup(words []string) []Concept {
	if found := lex.exact[strings.Join(words, " ")]; found != nil {
		return found
	}
	if found := lex.stemmed[stemmed(words)]; found != nil {
		return found
	}
	if len(words) == 1 {
		for _, ending := range []string{"er", "s"} {
			if base, ok := strings.CutSuffix(words[0], ending); ok && lex.places[base] {
				return lex.exact[base]
			}
		}
	}
	return nil
}

// completion limits: a category word counts from five letters on, when at most three are missing.
const (
	minCompleted = 5
	maxMissing   = 3
)

// complete finds the concepts of the category and attribute words that begin
// with the word and are about to be finished.
func (lex *lexicon) complete(word string) []Concept {
	if len(word) < minCompleted {
		return nil
	}
	var found []Concept
	at, _ := slices.BinarySearch(lex.head, word)
	for ; at < len(lex.head) && strings.HasPrefix(lex.head[at], word); at++ {
		if len(lex.head[at]) > len(word)+maxMissing {
			continue
		}
		for _, c := range lex.exact[lex.head[at]] {
			if c < firstDynamic && !slices.Contains(found, c) {
				found = append(found, c)
			}
		}
	}
	return found
}

// isPlace reports whether a word names a place, or what comes from one.
func (lex *lexicon) isPlace(word string) bool {
	return lex.places[word] || lex.places[strings.TrimSuffix(word, "er")] || lex.places[strings.TrimSuffix(word, "s")]
}
