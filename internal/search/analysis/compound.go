package analysis

import (
	"slices"
	"strings"
)

// splitter takes compounds apart. A part is a whole word: one that stands
// alone in the data, or one of the table of building blocks. What is left
// over is never a part, so that "Sporthalle" is sport and halle and nothing else.
type splitter struct {
	known func(word string) bool // stands alone often enough
	whole func(word string) bool // never to be split: names of places
}

const (
	minPart     = 4
	maxParts    = 4
	minCompound = 6
)

// linkings may stand between two parts: "Aussicht-s-turm", "Birke-n-wald".
var linkings = []string{"", "s", "n", "en", "es", "er", "e"}

// Split returns the parts of a compound and of its parts, nil for a simple word.
func (s *splitter) split(word string) []string {
	if len(word) < minCompound || s.whole(word) {
		return nil
	}
	parts := s.cover(word, maxParts)
	if len(parts) < 2 {
		return s.headOnly(word)
	}
	all := slices.Clone(parts)
	for _, p := range parts {
		for _, inner := range s.split(p) {
			if !slices.Contains(all, inner) {
				all = append(all, inner)
			}
		}
	}
	return all
}

// cover finds the fewest parts that make up the whole word; of equally many,
// those that are building blocks ("Aussichts-turm", not "Aussicht-sturm"), then
// those with the longest head.
func (s *splitter) cover(word string, most int) []string {
	if most < 2 {
		return nil
	}
	var best []string
	least := 0
	for at := 2; at <= len(word)-2; at++ {
		head := word[at:]
		if !s.isPart(head) {
			continue
		}
		left := s.modifier(word[:at], most-1)
		if left == nil {
			continue
		}
		parts := append(left, head)
		if cost := costOf(parts); best == nil || cost < least {
			best, least = parts, cost
		}
	}
	return best
}

func costOf(parts []string) int {
	cost := 0
	for _, p := range parts {
		if cost += maxParts + 1; !blocks[p] {
			cost++
		}
	}
	return cost
}

// modifier reads what stands before the head: a part, or parts, with a linking.
func (s *splitter) modifier(text string, most int) []string {
	for _, link := range linkings {
		if base, ok := strings.CutSuffix(text, link); ok && s.isPart(base) {
			return []string{base}
		}
	}
	for _, link := range linkings {
		if base, ok := strings.CutSuffix(text, link); ok {
			if parts := s.cover(base, most); parts != nil {
				return parts
			}
		}
	}
	return nil
}

func (s *splitter) isPart(word string) bool {
	return blocks[word] || len(word) >= minPart && s.known(word)
}

// headOnly recognises a strong head after a modifier that nobody knows, which
// itself becomes no part: "Chiemsee" is found by see, but there is no chiem.
func (s *splitter) headOnly(word string) []string {
	if notCompound[word] {
		return nil
	}
	for _, head := range strongHeads {
		for _, form := range []string{head, head + "s"} {
			if base, ok := strings.CutSuffix(word, form); ok && len(base) >= 3 {
				return []string{head}
			}
		}
	}
	return nil
}
