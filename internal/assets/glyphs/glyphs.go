package glyphs

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// rangeSize is how many characters a glyph file covers.
const rangeSize = 256

// Ranges draws the characters of a font, given as WOFF files of parts of it,
// and packs them into glyph files by the first character of their range.
// Characters above last are left out.
func Ranges(name string, woffs [][]byte, last rune) (map[rune][]byte, error) {
	glyphs := map[rune]Glyph{}
	for _, woff := range woffs {
		if err := collect(glyphs, woff, last); err != nil {
			return nil, fmt.Errorf("draw %s: %w", name, err)
		}
	}
	files := map[rune][]Glyph{}
	for _, id := range slices.Sorted(maps.Keys(glyphs)) {
		first := id / rangeSize * rangeSize
		files[first] = append(files[first], glyphs[id])
	}
	out := make(map[rune][]byte, len(files))
	for first, list := range files {
		out[first] = Marshal(name, RangeName(first), list)
	}
	return out, nil
}

// RangeName is how clients ask for the range that begins with a character.
func RangeName(first rune) string { return fmt.Sprintf("%d-%d", first, first+rangeSize-1) }

func collect(glyphs map[rune]Glyph, woff []byte, last rune) error {
	raw, err := unwrap(woff)
	if err != nil {
		return err
	}
	f, err := sfnt.Parse(raw)
	if err != nil {
		return err
	}
	var buf sfnt.Buffer
	ppem := fixed.I(emPixels)
	metrics, err := f.Metrics(&buf, ppem, font.HintingNone)
	if err != nil {
		return err
	}
	for id := rune(1); id <= last; id++ {
		if _, done := glyphs[id]; done {
			continue
		}
		index, err := f.GlyphIndex(&buf, id)
		if err != nil {
			return err
		}
		if index == 0 {
			continue
		}
		advance, err := f.GlyphAdvance(&buf, index, ppem, font.HintingNone)
		if err != nil {
			return err
		}
		segments, err := f.LoadGlyph(&buf, index, ppem, nil)
		if err != nil {
			return fmt.Errorf("character %U: %w", id, err)
		}
		glyphs[id] = draw(id, segments, advance, metrics.Ascent.Ceil())
	}
	return nil
}

// Marshal writes a glyph file: a list of one font stack (field 1) with its
// name, range and glyphs.
func Marshal(name, rangeName string, glyphs []Glyph) []byte {
	stack := appendBytes(nil, 1, []byte(name))
	stack = appendBytes(stack, 2, []byte(rangeName))
	for _, g := range glyphs {
		stack = appendBytes(stack, 3, g.marshal())
	}
	return appendBytes(nil, 1, stack)
}

func (g *Glyph) marshal() []byte {
	b := appendUint(nil, 1, uint64(g.ID))
	if len(g.Bitmap) > 0 {
		b = appendBytes(b, 2, g.Bitmap)
	}
	b = appendUint(b, 3, uint64(g.Width))
	b = appendUint(b, 4, uint64(g.Height))
	b = appendUint(b, 5, zigzag(g.Left))
	b = appendUint(b, 6, zigzag(g.Top))
	return appendUint(b, 7, uint64(g.Advance))
}

func appendUint(b []byte, field int, v uint64) []byte {
	return binary.AppendUvarint(append(b, byte(field<<3)), v)
}

func appendBytes(b []byte, field int, v []byte) []byte {
	b = binary.AppendUvarint(append(b, byte(field<<3|2)), uint64(len(v)))
	return append(b, v...)
}

func zigzag(v int) uint64 { return uint64(v<<1) ^ uint64(v>>63) }
