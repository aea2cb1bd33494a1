package analysis

import "strings"

// irregular endings that no rule reaches: "Freilichtmuseen".
var irregular = []struct{ plural, singular string }{
	{"museen", "museum"},
	{"zentren", "zentrum"},
	{"aquarien", "aquarium"},
	{"planetarien", "planetarium"},
	{"terrarien", "terrarium"},
	{"zoos", "zoo"},
	{"musees", "musee"},
	{"galleries", "gallery"},
	{"monasteries", "monastery"},
	{"observatories", "observatory"},
	{"abbeys", "abbey"},
	{"families", "family"},
	{"ferries", "ferry"},
}

// Stem is what all inflected forms of a word have in common. Umlauts are gone
// from keys already, so that German plurals only differ in their ending.
func Stem(word string) string {
	if len(word) < 4 || word[0] >= '0' && word[0] <= '9' {
		return word
	}
	for _, f := range irregular {
		if base, ok := strings.CutSuffix(word, f.plural); ok {
			return base + f.singular
		}
	}
	if n := len(word) - 1; n >= 4 && word[n] == 's' && strings.IndexByte("bdefghklmnrtwy", word[n-1]) >= 0 {
		word = word[:n]
	}
	for _, ending := range []string{"ern", "en", "er", "em", "e", "n"} {
		base, ok := strings.CutSuffix(word, ending)
		if !ok {
			continue
		}
		if len(base) < 3 || ending == "ern" && len(base) < 4 || ending == "n" && !strings.HasSuffix(base, "e") {
			continue
		}
		return base
	}
	return word
}
