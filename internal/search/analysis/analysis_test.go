package analysis_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/search/analysis"
)

func TestKeysAreEqualForEverySpelling(t *testing.T) {
	tests := map[string][]string{
		"zurich":     {"Zürich", "ZÜRICH", "Zuerich", "zurich", "Zu\u0308rich"},
		"strasse":    {"Straße", "STRASSE", "strasse"},
		"koln":       {"Köln", "Koeln", "Koln"},
		"geneve":     {"Genève", "Geneve"},
		"neuchatel":  {"Neuchâtel", "neuchatel"},
		"grossbar":   {"Großbär", "Grossbaer"},
		"konigssee":  {"Königssee", "Koenigssee"},
		"fraunkirch": {"Frauenkirch"},
	}
	for want, spellings := range tests {
		for _, s := range spellings {
			if got := analysis.Key(s); got != want {
				t.Errorf("Key(%q) = %q, want %q", s, got, want)
			}
		}
	}
}

func TestStemIsEqualForEveryForm(t *testing.T) {
	forms := []string{
		"Museum Museen Museums", "Schloss Schlösser Schlosses", "Spielplatz Spielplätze Spielplätzen", "Burg Burgen",
		"Wasserfall Wasserfälle Wasserfällen", "Garten Gärten Gartens", "Turm Türme Türmen", "Höhle Höhlen", "See Seen",
		"Badesee Badeseen", "Bad Bäder", "Kirche Kirchen", "Haus Häuser Hauses", "Zoo Zoos", "Freilichtmuseum Freilichtmuseen",
		"castle castles", "church churches", "tower towers", "lake lakes", "gallery galleries", "Kind Kinder Kindern",
	}
	for _, line := range forms {
		words := analysis.Words(line)
		for _, w := range words[1:] {
			if analysis.Stem(w) != analysis.Stem(words[0]) {
				t.Errorf("Stem(%q) = %q, Stem(%q) = %q", w, analysis.Stem(w), words[0], analysis.Stem(words[0]))
			}
		}
	}
}

// corpus has the names and nothing else.
func corpus(t testing.TB, names ...string) *analysis.Corpus {
	t.Helper()
	var dests []destination.Destination
	for _, n := range names {
		dests = append(dests, destination.Destination{Name: n, Locality: "Freiburg im Breisgau", RegionCode: "DE-BW"})
	}
	c, err := analysis.NewCorpus(dests)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// found reports whether a word is found in the name of the first destination.
func found(c *analysis.Corpus, word string) bool {
	q := c.Parse(word + " ")
	if len(q.Words) != 1 || q.Words[0].Stem < 0 {
		return false
	}
	for _, e := range c.Entries(0) {
		if e.Class() != analysis.Other && slices.Contains(c.WordStems(e.Word()), uint32(q.Words[0].Stem)) {
			return true
		}
	}
	return false
}

func TestCompoundsAreFoundByTheirParts(t *testing.T) {
	tests := []struct {
		name       string
		yes, no    string
		vocabulary []string
	}{
		{"Kletterwald", "kletterwald wald kletter", "letter", nil},
		{"Sporthalle", "sporthalle sport halle", "e orthalle sporth", nil},
		{"Aussichtsturm", "turm aussicht aussichtsturm", "sturm", []string{"Sturm", "Sturm", "Sturm"}},
		{"Hallen- und Freibad", "hallenbad freibad bad hallen", "undfreibad", nil},
		{"Europa-Park", "europapark europa park", "", nil},
		{"Chiemsee", "chiemsee see", "chiem", nil},
		{"Freiburg", "freiburg", "burg frei", nil},
		{"St. Georg", "sankt st georg", "", nil},
		{"Birkenwald", "wald birke", "", []string{"Birke", "Birke", "Birke"}},
		{"Sommerrodelbahn", "rodelbahn bahn sommer", "", nil},
		{"Museum", "museum", "muse um", []string{"Muse", "Muse", "Muse"}},
	}
	for _, tt := range tests {
		c := corpus(t, append([]string{tt.name}, tt.vocabulary...)...)
		for w := range strings.FieldsSeq(tt.yes) {
			if !found(c, w) {
				t.Errorf("%q is not found by %q", tt.name, w)
			}
		}
		for w := range strings.FieldsSeq(tt.no) {
			if found(c, w) {
				t.Errorf("%q is found by %q", tt.name, w)
			}
		}
	}
}

func TestParse(t *testing.T) {
	c := corpus(t, "Schloss Neustein")
	museum := analysis.CategoryConcept(destination.Museum)
	kids := analysis.AttributeConcept(analysis.Kids)
	tests := []struct {
		text    string
		words   string
		meaning []analysis.Concept // of the first word
		prefix  bool               // of the last word
		near    bool               // of the last word
	}{
		{text: "Museen in Freiburg", words: "museen freiburg", meaning: []analysis.Concept{museum}, prefix: true},
		{text: "Museen bei Freiburg ", words: "museen freiburg", meaning: []analysis.Concept{museum}, near: true},
		{text: "für Kinder", words: "kinder", meaning: []analysis.Concept{kids}, prefix: true},
		{text: "swimming lake ", words: "swimming lake", meaning: []analysis.Concept{analysis.CategoryConcept(destination.Swimming)}},
		{text: "theme park", words: "theme park", meaning: []analysis.Concept{analysis.CategoryConcept(destination.ThemePark)}, prefix: true},
		{text: "in der", words: "in der", prefix: true},
		{text: "?!", words: ""},
	}
	for _, tt := range tests {
		q := c.Parse(tt.text)
		var words []string
		for _, w := range q.Words {
			words = append(words, w.Text)
		}
		if got := strings.Join(words, " "); got != tt.words {
			t.Errorf("%q: words %q, want %q", tt.text, got, tt.words)
			continue
		}
		if len(words) == 0 {
			continue
		}
		if diff := cmp.Diff(tt.meaning, q.Words[0].Concepts); tt.meaning != nil && diff != "" {
			t.Errorf("%q: meaning (-want +got):\n%s", tt.text, diff)
		}
		last := q.Words[len(q.Words)-1]
		if last.Prefix != tt.prefix || (len(last.Near) > 0) != tt.near {
			t.Errorf("%q: prefix %v near %v", tt.text, last.Prefix, last.Near)
		}
	}
}

func TestEdits(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"schloss", "schloss", 0},
		{"scholss", "schloss", 1},
		{"schlos", "schloss", 1},
		{"schlosss", "schloss", 1},
		{"sxhloss", "schloss", 1},
		{"neuschwanstien", "neuschwanstein", 1},
		{"nueschwanstien", "neuschwanstein", 2},
		{"burg", "berge", 2},
		{"abc", "xyz", 3},
	}
	for _, tt := range tests {
		if got := analysis.Edits(tt.a, tt.b, 2); got != tt.want {
			t.Errorf("Edits(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

// FuzzCorrections holds the automaton against the table of distances.
func FuzzCorrections(f *testing.F) {
	names := []string{"Schloss Neuschwanstein", "Burg Eltz", "Wasserfall", "Wasserfälle", "Königssee", "Königsee", "abba", "baab", "Брест"}
	c := corpus(f, names...)
	corrector := analysis.NewCorrector(c)
	for _, s := range []string{"scholss", "neushcwanstein", "wasserfal", "konigssee", "aabb", "", "éé", "брес"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for i, w := range analysis.Words(s) {
			unfinished := i%2 == 1
			if diff := cmp.Diff(c.Corrections(w, unfinished), corrector.Corrections(w, unfinished)); diff != "" {
				t.Errorf("corrections of %q (-table +automaton):\n%s", w, diff)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	c := corpus(f, "Schloss Neustein", "Hallen- und Freibad", "Europa-Park")
	for _, s := range []string{"Museum bei Freiburg", "Hallen- und", "  ", "ß", "a-b-c-", "\xff\xfe", strings.Repeat("wald", 50)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, w := range c.Parse(s).Words {
			if w.Text == "" || utf8.ValidString(s) && !utf8.ValidString(w.Text) {
				t.Errorf("%q has the word %q", s, w.Text)
			}
			c.Alternatives(&w, c.Corrections)
		}
	})
}

// FuzzNames builds a corpus of what it is given.
func FuzzNames(f *testing.F) {
	f.Add("Hallen- und Freibad", "Europa-Park")
	f.Add("- - -", "\xffwald-\x00see")
	f.Fuzz(func(t *testing.T, a, b string) {
		c := corpus(t, a, b)
		for doc := range c.Docs() {
			for _, e := range c.Entries(doc) {
				if len(c.WordStems(e.Word())) == 0 {
					t.Errorf("the word %q has no stem", c.Words()[e.Word()])
				}
			}
		}
	})
}
