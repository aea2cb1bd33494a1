// Package analysis turns names and questions into what can be compared. It
// owns spelling (case, accents, umlauts), inflection, compounds, the lexicon
// of category, place and attribute words, and the correction of typing
// mistakes. It refuses postings, trees and ranking: those belong to search.
package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"servicemap/internal/destination"
)

// token is a word of a text, and how it hangs together with the next one.
type token struct {
	word   string
	joined bool // a hyphen leads directly to the next word: "Europa-Park"
	open   bool // a hyphen stands for an omitted part: "Hallen- und Freibad"
}

// maxWordRunes cuts words that nobody types.
const maxWordRunes = 48

// Key is how a word is compared: without case and accents, and with ä, ae and
// a (ö, ü likewise) made equal by leaving out every e after a, o and u.
func Key(s string) string {
	s = destination.Fold(s)
	if !strings.Contains(s, "ae") && !strings.Contains(s, "oe") && !strings.Contains(s, "ue") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] == 'e' && i > 0 && (s[i-1] == 'a' || s[i-1] == 'o' || s[i-1] == 'u') {
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// tokens splits a text into its words, as keys.
func tokens(text string) []token {
	var list []token
	for text != "" {
		start := strings.IndexFunc(text, isWordRune)
		if start < 0 {
			break
		}
		text = text[start:]
		end := strings.IndexFunc(text, func(r rune) bool { return !isWordRune(r) })
		if end < 0 {
			end = len(text)
		}
		t := token{word: cut(Key(text[:end]))}
		text = text[end:]
		if rest, ok := strings.CutPrefix(text, "-"); ok && rest != "" {
			next, _ := utf8.DecodeRuneInString(rest)
			t.joined = isWordRune(next)
			t.open = !t.joined
		}
		if t.word != "" {
			list = append(list, t)
		}
	}
	return list
}

func cut(word string) string {
	if len(word) <= maxWordRunes {
		return word
	}
	n := 0
	for i := range word {
		if n == maxWordRunes {
			return word[:i]
		}
		n++
	}
	return word
}

// Words are the words of a text, as keys.
func Words(text string) []string {
	toks := tokens(text)
	words := make([]string, len(toks))
	for i, t := range toks {
		words[i] = t.word
	}
	return words
}
