package tiles_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/tiles"
)

type zxy struct {
	z    uint8
	x, y uint32
}

// build writes an archive of the tiles; deep ones make leaf directories.
func build(t testing.TB, content map[zxy]string) []byte {
	t.Helper()
	w := tiles.NewWriter()
	for at, body := range content {
		if err := w.Add(at.z, at.x, at.y, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	h := tiles.Header{West: 5, South: 45, East: 17, North: 55, CenterLng: 10, CenterLat: 50, CenterZoom: 4}
	var buf bytes.Buffer
	meta := map[string]any{"name": "test", "attribution": `<a href="https://a.example/">A &amp; B</a>`, "vector_layers": []any{map[string]any{"id": "earth"}}}
	if err := w.Write(&buf, h, meta); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func small(t testing.TB) []byte {
	return build(t, map[zxy]string{{0, 0, 0}: "world", {1, 0, 0}: "west", {1, 1, 0}: "east", {2, 1, 1}: "west"})
}

func unpack(t testing.TB, b []byte) string {
	t.Helper()
	zr, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(zr)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestTileIDFollowsTheSpecification(t *testing.T) {
	for at, want := range map[zxy]uint64{
		{0, 0, 0}: 0, {1, 0, 0}: 1, {1, 0, 1}: 2, {1, 1, 1}: 3, {1, 1, 0}: 4, {2, 0, 0}: 5, {12, 3423, 1763}: 19078479,
	} {
		if got := tiles.TileID(at.z, at.x, at.y); got != want {
			t.Errorf("tile %v has number %d, want %d", at, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		z := uint8(rng.IntN(27))
		want := zxy{z, rng.Uint32() & (1<<z - 1), rng.Uint32() & (1<<z - 1)}
		var got zxy
		got.z, got.x, got.y = tiles.TileZXY(tiles.TileID(want.z, want.x, want.y))
		if got != want {
			t.Fatalf("tile %v comes back as %v", want, got)
		}
	}
}

func TestWrittenTilesAreRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	content := map[zxy]string{}
	for range 60_000 { // enough for leaf directories
		z := uint8(rng.IntN(13))
		content[zxy{z, rng.Uint32() & (1<<z - 1), rng.Uint32() & (1<<z - 1)}] = fmt.Sprint("tile ", rng.IntN(5000))
	}
	raw := build(t, content)
	a, err := tiles.FromBytes(raw)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if a.Header.LeafLength == 0 {
		t.Error("the archive has no leaf directories: the test does not test them")
	}
	if a.Header.Addressed != uint64(len(content)) || a.Header.Contents > 5000 {
		t.Errorf("header counts %d tiles, %d contents, want %d tiles and each content once", a.Header.Addressed, a.Header.Contents, len(content))
	}
	n := 0
	for at, want := range content {
		got, err := a.Tile(at.z, at.x, at.y)
		if err != nil {
			t.Fatalf("tile %v: %v", at, err)
		}
		if n++; n%16 != 0 { // unpacking takes long with the race detector
			continue
		}
		if text := unpack(t, got); text != want {
			t.Fatalf("tile %v is %q, want %q", at, text, want)
		}
	}
	for range 10_000 {
		z := uint8(rng.IntN(14))
		at := zxy{z, rng.Uint32() & (1<<z - 1), rng.Uint32() & (1<<z - 1)}
		if _, ok := content[at]; ok {
			continue
		}
		if _, err := a.Tile(at.z, at.x, at.y); !errors.Is(err, tiles.ErrNoTile) {
			t.Fatalf("tile %v that was not written: %v", at, err)
		}
	}
}

func TestSameTilesGiveSameBytes(t *testing.T) {
	if !bytes.Equal(small(t), small(t)) {
		t.Error("two archives of the same tiles differ")
	}
}

func TestHeaderSurvives(t *testing.T) {
	a, err := tiles.FromBytes(small(t))
	if err != nil {
		t.Fatal(err)
	}
	h := a.Header
	got := []any{h.MinZoom, h.MaxZoom, h.West, h.South, h.East, h.North, h.CenterLng, h.CenterLat, h.CenterZoom, h.Addressed, h.Contents}
	want := []any{uint8(0), uint8(2), 5.0, 45.0, 17.0, 55.0, 10.0, 50.0, uint8(4), uint64(4), uint64(3)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	info := a.Info()
	if info.AttributionText() != "A & B" || !slices.Equal(info.Layers, []string{"earth"}) {
		t.Errorf("attribution %q, layers %q", info.AttributionText(), info.Layers)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	good := small(t)
	change := func(at int, v byte) []byte {
		b := bytes.Clone(good)
		b[at] = v
		return b
	}
	tests := []struct {
		name string
		body []byte
		want string
	}{
		{"empty", nil, "not a PMTiles archive"},
		{"something else", []byte(strings.Repeat("hello ", 100)), "not a PMTiles archive"},
		{"older version", change(7, 2), "version 2"},
		{"cut off", good[:len(good)-3], "copied completely"},
		{"brotli tiles", change(98, 3), "compression brotli"},
		{"unknown compression", change(97, 9), "compression number 9"},
		{"raster tiles", change(99, 2), "vector tiles"},
		{"zooms", change(101, 40), "zooms"},
		{"bounds", func() []byte {
			b := bytes.Clone(good)
			binary.LittleEndian.PutUint32(b[102:], 1_800_000_000)
			return b
		}(), "bounds"},
		{"directory", change(127, 'x'), "root directory"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.pmtiles")
			if err := os.WriteFile(path, tc.body, 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := tiles.Open(path)
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want one that names the file and says %q", err, tc.want)
			}
		})
	}
	if _, err := tiles.Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a file") {
		t.Errorf("a directory was opened: %v", err)
	}
}

func FuzzArchive(f *testing.F) {
	f.Add(small(f))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := tiles.FromBytes(b)
		if err != nil {
			return
		}
		for z := range uint8(4) {
			_, _ = a.Gzipped(z, 0, 0)
			_, _ = a.Tile(z, 1<<z-1, 1<<z-1)
		}
	})
}

func FuzzDirectory(f *testing.F) {
	f.Add([]byte{1, 0, 1, 5, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		first, second, err := tiles.Reparse(b)
		if err == nil && !slices.Equal(first, second) {
			t.Errorf("directory %v comes back as %v", first, second)
		}
	})
}
