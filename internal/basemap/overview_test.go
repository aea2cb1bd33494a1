package basemap_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/maptile"
	"github.com/paulmach/orb/planar"

	"servicemap/internal/basemap"
	"servicemap/internal/tiles"
)

func overview(t testing.TB) *tiles.Archive {
	t.Helper()
	a, err := tiles.Overview()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// eachTile calls f with every tile within the archive's bounds.
func eachTile(t testing.TB, a *tiles.Archive, f func(z uint8, x, y uint32, body []byte)) int {
	t.Helper()
	n, h := 0, a.Header
	for z := h.MinZoom; z <= h.MaxZoom; z++ {
		lo := maptile.At(orb.Point{h.West, h.North}, maptile.Zoom(z))
		hi := maptile.At(orb.Point{h.East, h.South}, maptile.Zoom(z))
		for x := lo.X; x <= hi.X; x++ {
			for y := lo.Y; y <= hi.Y; y++ {
				body, err := a.Tile(z, x, y)
				if errors.Is(err, tiles.ErrNoTile) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				n++
				f(z, x, y, body)
			}
		}
	}
	return n
}

func TestOverviewHoldsWhatItSays(t *testing.T) {
	a := overview(t)
	fields := map[string][]string{}
	var described []struct {
		ID     string
		Fields map[string]string
	}
	if err := json.Unmarshal(a.Metadata.VectorLayers, &described); err != nil {
		t.Fatal(err)
	}
	for _, l := range described {
		for name := range l.Fields {
			fields[l.ID] = append(fields[l.ID], name)
		}
	}
	largest := 0
	n := eachTile(t, a, func(z uint8, x, y uint32, body []byte) {
		largest = max(largest, len(body))
		layers, err := mvt.UnmarshalGzipped(body)
		if err != nil {
			t.Fatalf("tile %d/%d/%d: %v", z, x, y, err)
		}
		for _, l := range layers {
			if fields[l.Name] == nil {
				t.Fatalf("tile %d/%d/%d has the layer %s, which the metadata does not name", z, x, y, l.Name)
			}
			for _, f := range l.Features {
				for name := range f.Properties {
					if !slices.Contains(fields[l.Name], name) {
						t.Fatalf("layer %s has the field %s, which the metadata does not name", l.Name, name)
					}
				}
				checkRings(t, fmt.Sprintf("tile %d/%d/%d, layer %s", z, x, y, l.Name), f.Geometry)
			}
		}
	})
	if uint64(n) != a.Header.Addressed {
		t.Errorf("%d tiles within the bounds, the header counts %d", n, a.Header.Addressed)
	}
	if largest > 50<<10 {
		t.Errorf("the largest tile has %d bytes: too many for a phone", largest)
	}
	if a.Size > 6<<20 {
		t.Errorf("the archive has %d bytes: a few MiB are what the binary can bear", a.Size)
	}
	for _, credit := range []string{"Natural Earth", "GeoNames"} {
		if !strings.Contains(a.Metadata.Attribution, credit) {
			t.Errorf("%s is not credited: %s", credit, a.Metadata.Attribution)
		}
	}
}

// checkRings wants what the tile format wants: closed rings, outer ones of
// positive area (y down), holes of negative area.
func checkRings(t *testing.T, where string, g orb.Geometry) {
	t.Helper()
	var polys orb.MultiPolygon
	switch g := g.(type) {
	case orb.Polygon:
		polys = orb.MultiPolygon{g}
	case orb.MultiPolygon:
		polys = g
	}
	for _, poly := range polys {
		for i, ring := range poly {
			if a := planar.Area(ring); !ring.Closed() || (a > 0) != (i == 0) {
				t.Fatalf("%s: ring %d has the area %v, closed: %v", where, i, a, ring.Closed())
			}
		}
	}
}

func TestOverviewShowsTheCoveredCountries(t *testing.T) {
	a := overview(t)
	tests := []struct {
		lng, lat float64
		zoom     uint8
		layer    string
		kind     string
		name     string
	}{
		{11.57, 48.13, 4, "places", "locality", "München"},
		{16.37, 48.20, 5, "places", "locality", "Wien"},
		{8.54, 47.37, 6, "places", "locality", "Zürich"},
		{13.4, 52.5, 5, "places", "locality", "Berlin"},
		{9.95, 48.8, 9, "places", "locality", "Heubach"},
		{14.2, 47.55, 5, "places", "country", "Österreich"},
		{12.0, 48.75, 7, "places", "region", "Bayern"},
		{9.4, 47.61, 8, "water", "lake", "Bodensee"},
		{3.8, 55.6, 4, "water", "sea", "Nordsee"},
		{16.66, 48.16, 7, "water", "river", "Donau"},
		{10.0, 51.0, 3, "earth", "earth", ""},
		{12.0, 47.6, 7, "boundaries", "country", ""},
		{9.99, 48.4, 7, "boundaries", "region", ""},
		{11.57, 48.13, 8, "landuse", "residential", ""},
	}
	for _, tc := range tests {
		at := maptile.At(orb.Point{tc.lng, tc.lat}, maptile.Zoom(tc.zoom))
		body, err := a.Tile(tc.zoom, at.X, at.Y)
		if err != nil {
			t.Fatal(err)
		}
		layers, err := mvt.UnmarshalGzipped(body)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, l := range layers {
			for _, f := range l.Features {
				name, _ := f.Properties["name"].(string)
				found = found || l.Name == tc.layer && f.Properties["kind"] == tc.kind && name == tc.name
			}
		}
		if !found {
			t.Errorf("zoom %d at %v,%v: no %s %q in layer %s", tc.zoom, tc.lat, tc.lng, tc.kind, tc.name, tc.layer)
		}
	}
	if a.Header.MaxZoom != basemap.MaxZoom || a.Header.MinZoom != 0 {
		t.Errorf("zooms %d to %d", a.Header.MinZoom, a.Header.MaxZoom)
	}
}

// readAll is the browsers' library reading the archive from a file.
const readAll = `
import { PMTiles } from "pmtiles";
import { openSync, readSync } from "node:fs";
import { createHash } from "node:crypto";
const [file, list] = process.argv.slice(2);
const fd = openSync(file);
const archive = new PMTiles({ getKey: () => file, getBytes: async (offset, length) => {
  const b = Buffer.alloc(length);
  return { data: b.buffer.slice(0, readSync(fd, b, 0, length, offset)) };
}});
const out = [];
for (const [z, x, y] of JSON.parse(list)) {
  const tile = await archive.getZxy(z, x, y);
  out.push(tile ? createHash("sha256").update(Buffer.from(tile.data)).digest("hex") : "");
}
console.log(JSON.stringify({ tiles: out, name: (await archive.getMetadata()).name }));
`

func TestBrowserLibraryReadsTheOverview(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("Node.js is not installed")
	}
	a := overview(t)
	var ids [][3]uint32
	var want []string
	n := 0
	eachTile(t, a, func(z uint8, x, y uint32, body []byte) {
		if n++; n%7 != 0 && z > 3 {
			return
		}
		layers, err := mvt.UnmarshalGzipped(body)
		if err != nil || len(layers) == 0 {
			t.Fatalf("tile %d/%d/%d: %v", z, x, y, err)
		}
		ids = append(ids, [3]uint32{uint32(z), x, y})
		sum := sha256.Sum256(gunzip(t, body))
		want = append(want, hex.EncodeToString(sum[:]))
	})
	list, err := json.Marshal(ids)
	if err != nil {
		t.Fatal(err)
	}
	// The script must lie where its import is found.
	script := filepath.Join("../../node_modules", fmt.Sprintf(".read-all-%d.mjs", os.Getpid()))
	if err := os.WriteFile(script, []byte(readAll), 0o644); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(script)
	out, err := exec.Command(node, script, "../tiles/dist/overview.pmtiles", string(list)).Output()
	if err != nil {
		t.Fatalf("read the archive with the browsers' library: %v", err)
	}
	var got struct {
		Tiles []string
		Name  string
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if got.Name != a.Metadata.Name || !slices.Equal(got.Tiles, want) {
		t.Errorf("the browsers' library reads other tiles than we do, or other metadata (%q)", got.Name)
	}
}

func gunzip(t *testing.T, b []byte) []byte {
	t.Helper()
	zr, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(zr)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
