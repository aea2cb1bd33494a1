package glyphs_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"servicemap/internal/assets/glyphs"
)

const fonts = "../../../node_modules/@fontsource/noto-sans/files"

func font(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(fonts, name))
	if err != nil {
		t.Skipf("the fonts are not installed (npm ci): %v", err)
	}
	return b
}

type message map[int][]any // field → values: uint64 or []byte

func parse(t *testing.T, b []byte) message {
	t.Helper()
	m := message{}
	for len(b) > 0 {
		key, n := binary.Uvarint(b)
		v, k := binary.Uvarint(b[n:])
		b = b[n+k:]
		if key&7 == 2 {
			m[int(key>>3)] = append(m[int(key>>3)], b[:v])
			b = b[v:]
			continue
		}
		m[int(key>>3)] = append(m[int(key>>3)], v)
	}
	return m
}

func unzigzag(v any) int { u := v.(uint64); return int(int64(u>>1) ^ -int64(u&1)) }

func TestRanges(t *testing.T) {
	files, err := glyphs.Ranges("Noto Sans Regular", [][]byte{
		font(t, "noto-sans-latin-400-normal.woff"), font(t, "noto-sans-latin-ext-400-normal.woff"),
	}, 0x20ff)
	if err != nil {
		t.Fatal(err)
	}
	stack := parse(t, parse(t, files[0])[1][0].([]byte))
	if string(stack[1][0].([]byte)) != "Noto Sans Regular" || string(stack[2][0].([]byte)) != "0-255" {
		t.Errorf("stack %q, range %q", stack[1][0], stack[2][0])
	}
	byID := map[rune]message{}
	for _, raw := range stack[3] {
		g := parse(t, raw.([]byte))
		byID[rune(g[1][0].(uint64))] = g
	}
	for _, r := range "AzÄÖÜäöüß09 -'" {
		if byID[r] == nil {
			t.Errorf("no glyph for %q", r)
		}
	}
	if parse(t, files[256]) == nil || files[7680] == nil || files[8192] == nil {
		t.Error("ranges of extended Latin or punctuation are missing")
	}

	// A capital H of Noto Sans at 24 pixels: two stems and a bar, 17 pixels high.
	g := byID['H']
	width, height := int(g[3][0].(uint64)), int(g[4][0].(uint64))
	if height != 18 && height != 17 || width < 12 || width > 16 {
		t.Errorf("H is %d × %d pixels", width, height)
	}
	if top := unzigzag(g[6][0]); top < -11 || top > -7 {
		t.Errorf("H begins %d pixels from the ascender", top)
	}
	bitmap := g[2][0].([]byte)
	if len(bitmap) != (width+6)*(height+6) {
		t.Fatalf("bitmap of %d bytes for %d × %d pixels", len(bitmap), width, height)
	}
	at := func(x, y int) byte { return bitmap[(y+3)*(width+6)+x+3] }
	if at(1, 4) < 192 || at(width/2, 4) > 191 || at(width/2, height/2) < 192 || at(-3, -3) > 191 {
		t.Errorf("H does not look like one: stem %d, between %d, bar %d, outside %d", at(1, 4), at(width/2, 4), at(width/2, height/2), at(-3, -3))
	}
	if space := byID[' ']; len(space[2]) != 0 || space[7][0].(uint64) == 0 {
		t.Errorf("a space has a bitmap or no width: %v", space)
	}
}

func TestRangesOfDamagedFont(t *testing.T) {
	good := font(t, "noto-sans-latin-400-normal.woff")
	for name, b := range map[string][]byte{"empty": nil, "other": []byte(strings.Repeat("x", 500)), "cut": good[:len(good)/2]} {
		if _, err := glyphs.Ranges("x", [][]byte{b}, 255); err == nil {
			t.Errorf("%s font: no error", name)
		}
	}
}
