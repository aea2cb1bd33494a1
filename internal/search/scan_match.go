package search

import (
	"slices"
	"strings"

	"servicemap/internal/search/analysis"
)

// levels says how each word of the question is found in a destination.
func (s *Scan) levels(a *ask, d *scanDoc, corrections [][]analysis.Word) []level {
	levels := make([]level, len(a.text.Words))
	for i := range levels {
		levels[i] = s.level(&a.text.Words[i], d)
		if levels[i] < missing || corrections == nil {
			continue
		}
		for k := range corrections[i] {
			switch l := s.level(&corrections[i][k], d); l {
			case exact, named:
				levels[i] = min(levels[i], correctedNamed)
			case meant:
				levels[i] = min(levels[i], correctedMeant)
			case elsewhere:
				levels[i] = min(levels[i], correctedElsewhere)
			}
		}
	}
	return levels
}

func (s *Scan) level(w *analysis.Word, d *scanDoc) level {
	switch {
	case s.has(d, w, func(c analysis.Class) bool { return c == analysis.Name }, s.isWord):
		return exact
	case s.has(d, w, inName, s.isForm), s.hasParts(d, w):
		return named
	case s.is(d, w):
		return meant
	case s.has(d, w, anywhereInDoc, s.isForm), s.hasAny(d, w.Completed):
		return elsewhere
	}
	return missing
}

func inName(c analysis.Class) bool        { return c == analysis.Name || c == analysis.Joined }
func anywhereInDoc(_ analysis.Class) bool { return true }

func (s *Scan) has(d *scanDoc, w *analysis.Word, in func(analysis.Class) bool, same func(w *analysis.Word, have uint32) bool) bool {
	return slices.ContainsFunc(s.corpus.Entries(d.id), func(e analysis.Entry) bool {
		return in(e.Class()) && same(w, e.Word())
	})
}

func (s *Scan) isWord(w *analysis.Word, have uint32) bool { return s.corpus.Words()[have] == w.Text }

// isForm reports whether a word of the destination is another form of the
// asked one, has it as a part, or begins with it.
func (s *Scan) isForm(w *analysis.Word, have uint32) bool {
	if w.Prefix && strings.HasPrefix(s.corpus.Words()[have], w.Text) {
		return true
	}
	return w.Stem >= 0 && slices.Contains(s.corpus.WordStems(have), uint32(w.Stem))
}

// hasParts reports whether all parts of the asked compound are in the name.
func (s *Scan) hasParts(d *scanDoc, w *analysis.Word) bool {
	for _, part := range w.Parts {
		if !s.has(d, w, inName, func(_ *analysis.Word, have uint32) bool {
			return slices.Contains(s.corpus.WordStems(have), part)
		}) {
			return false
		}
	}
	return len(w.Parts) > 0
}

// is reports whether the destination is what the word means.
func (s *Scan) is(d *scanDoc, w *analysis.Word) bool {
	for _, near := range w.Near {
		v, _ := s.corpus.Center(near)
		if chord2(vector{v[0], v[1], v[2]}, d.vec) <= nearChord2 {
			return true
		}
	}
	return s.hasAny(d, w.Concepts)
}

func (s *Scan) hasAny(d *scanDoc, concepts []analysis.Concept) bool {
	return slices.ContainsFunc(s.corpus.Concepts(d.id), func(c analysis.Concept) bool {
		return slices.Contains(concepts, c)
	})
}
