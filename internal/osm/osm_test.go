package osm_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/osm"
)

// example has a node, a closed way, a multipolygon with a hole, a boundary
// that leaves the extract, a line, a bench and things that nobody wants.
var example = extract{
	nodes: []node{
		{1, 47.10, 9.50, map[string]string{"tourism": "museum", "name": "Museum & Söhne"}},
		{2, 47.00, 9.00, nil},
		{3, 47.00, 9.10, nil},
		{4, 47.10, 9.10, nil},
		{5, 47.10, 9.00, nil},
		{6, 47.04, 9.04, nil},
		{7, 47.04, 9.06, nil},
		{8, 47.06, 9.06, nil},
		{9, 47.06, 9.04, nil},
		{10, 47.2, 9.2, map[string]string{"amenity": "bench"}},
		{11, 47.3, 9.3, map[string]string{"shop": "bakery", "name": "Bäckerei"}},
		{12, -33.9, -70.6, map[string]string{"tourism": "viewpoint"}},
	},
	ways: []way{
		{100, []int64{2, 3, 4, 5, 2}, map[string]string{"leisure": "park", "name": "Park"}},
		{101, []int64{2, 3, 4}, nil},
		{102, []int64{2, 5, 4}, nil},
		{103, []int64{6, 7, 8, 9, 6}, nil},
		{104, []int64{2, 3, 4, 5, 6, 7, 8}, map[string]string{"highway": "steps"}},
		{105, []int64{2, 3, 4}, map[string]string{"tourism": "attraction", "name": "Linie"}},
		{106, []int64{2, 3, 4, 5, 2}, map[string]string{"building": "yes"}},
		{107, []int64{998, 999}, map[string]string{"tourism": "attraction", "name": "Nowhere"}},
	},
	relations: []relation{
		{200, []member{{"way", 101, "outer"}, {"way", 102, "outer"}, {"way", 103, "inner"}, {"node", 1, "label"}}, map[string]string{"type": "multipolygon", "leisure": "park", "name": "Ring"}},
		{201, []member{{"way", 101, "outer"}, {"way", 999, "outer"}}, map[string]string{"type": "boundary", "leisure": "park", "name": "Cut"}},
		{202, []member{{"node", 1, ""}}, map[string]string{"type": "route", "route": "bus"}},
	},
}

const (
	roleWanted = 1
	roleBare   = 2
)

func options(found *[]osm.Found) osm.Options {
	return osm.Options{
		Interest: osm.Interest{
			Keys: []string{"tourism", "leisure", "amenity", "highway"},
			Judge: func(_ osm.Kind, tags destination.Tags) osm.Verdict {
				switch {
				case tags.Is("amenity", "bench") || tags.Is("highway", "steps"):
					return osm.Verdict{Role: roleBare, Bare: true}
				case tags.Has("tourism") || tags.Has("leisure"):
					return osm.Verdict{Role: roleWanted}
				}
				return osm.Verdict{}
			},
			KeepTag: func(key string) bool { return key != "note" },
		},
		Emit: func(f osm.Found) error {
			*found = append(*found, f)
			return nil
		},
	}
}

func readAll(t *testing.T, name string, raw []byte) ([]osm.Found, osm.Stats) {
	t.Helper()
	var found []osm.Found
	stats, err := osm.ReadFrom(context.Background(), name, bytes.NewReader(raw), int64(len(raw)), options(&found))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return found, stats
}

func gzipped(raw []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(raw)
	_ = w.Close()
	return b.Bytes()
}

func TestEveryFormatGivesTheSame(t *testing.T) {
	want, stats := readAll(t, "example.osm", example.xml())
	if diff := cmp.Diff(osm.Stats{Nodes: 12, Ways: 8, Relations: 3, Found: 8, Unplaced: 1}, stats); diff != "" {
		t.Errorf("stats (-want +got):\n%s", diff)
	}
	for name, raw := range map[string][]byte{
		"sorted.osm.pbf":    example.pbf(pbfStyle{sorted: true}),
		"one-block.osm.pbf": example.pbf(pbfStyle{sorted: true, perBlock: 100}),
		"single.osm.pbf":    example.pbf(pbfStyle{sorted: true, perBlock: 1}),
		"zstd.osm.pbf":      example.pbf(pbfStyle{sorted: true, zstd: true}),
		"raw.osm.pbf":       example.pbf(pbfStyle{sorted: true, raw: true}),
		"plain.osm.pbf":     example.pbf(pbfStyle{sorted: true, plain: true}),
		"compressed.osm.gz": gzipped(example.xml()),
	} {
		got, _ := readAll(t, name, raw)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-xml +%s):\n%s", name, name, diff)
		}
	}
	for name, style := range map[string]pbfStyle{"unsorted": {perBlock: 100}, "lying": {perBlock: 100, lying: true}} {
		got, _ := readAll(t, name+".osm.pbf", example.pbf(style))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-xml +pbf):\n%s", name, diff)
		}
	}
}

func TestShapes(t *testing.T) {
	found, _ := readAll(t, "example.osm.pbf", example.pbf(pbfStyle{sorted: true}))
	by := map[string]osm.Found{}
	for _, f := range found {
		if f.Role == roleWanted {
			by[f.Feature.SourceID] = f
		}
	}
	if got := by["osm:node/1"].Feature; got.Tags.Get("name") != "Museum & Söhne" || got.Point != (destination.Point{Lat: 47.1, Lng: 9.5}) {
		t.Errorf("node: %+v", got)
	}
	if got := by["osm:node/12"].Feature.Point; got != (destination.Point{Lat: -33.9, Lng: -70.6}) {
		t.Errorf("southern node: %+v", got)
	}
	if got := by["osm:way/100"]; len(got.Feature.Shape.Areas) != 1 || !got.Complete {
		t.Errorf("closed way: %+v", got)
	}
	ring := by["osm:relation/200"]
	if len(ring.Feature.Shape.Areas) != 1 || len(ring.Feature.Shape.Areas[0]) != 2 || !ring.Complete {
		t.Errorf("multipolygon: %+v", ring)
	}
	if hole := (destination.Point{Lat: 47.05, Lng: 9.05}); ring.Feature.Shape.Contains(hole) || ring.Feature.Point == hole {
		t.Errorf("the hole belongs to the multipolygon; its position is %v", ring.Feature.Point)
	}
	if cut := by["osm:relation/201"]; cut.Complete || len(cut.Feature.Shape.Line) == 0 {
		t.Errorf("a boundary that leaves the extract: %+v", cut)
	}
	if line := by["osm:way/105"]; len(line.Feature.Shape.Line) != 3 || line.Feature.Point != (destination.Point{Lat: 47, Lng: 9.1}) {
		t.Errorf("line: %+v", line)
	}
}

func TestBareElementsHaveSomePoints(t *testing.T) {
	found, _ := readAll(t, "example.osm.pbf", example.pbf(pbfStyle{sorted: true}))
	var points [][]destination.Point
	for _, f := range found {
		if f.Role == roleBare {
			points = append(points, f.Points)
			if f.Feature.Tags != nil || f.Feature.SourceID != "" {
				t.Errorf("a bare element has more than points: %+v", f)
			}
		}
	}
	if len(points) != 2 || len(points[0]) != 1 || len(points[1]) < 2 {
		t.Errorf("points: %v", points)
	}
}

func TestDamagedFilesNameThePlace(t *testing.T) {
	good := example.pbf(pbfStyle{sorted: true})
	broken := bytes.Clone(good)
	broken[len(broken)-20] ^= 0xff
	for name, tc := range map[string]struct {
		file string
		raw  []byte
		want string
	}{
		"truncated pbf":   {"a.osm.pbf", good[:len(good)-10], "10 bytes are missing"},
		"damaged pbf":     {"a.osm.pbf", broken, "blob at offset"},
		"no pbf":          {"a.osm.pbf", []byte("name,lat,lng\n"), "not an OSM PBF file"},
		"empty":           {"a.osm.pbf", nil, "empty"},
		"truncated xml":   {"a.osm", example.xml()[:300], "line 5"},
		"no osm":          {"a.osm", []byte("<html><body/></html>"), "<html>"},
		"bad coordinates": {"a.osm", []byte("<osm>\n<node id='1' lat='91' lon='0'/></osm>"), "line 2"},
		"endless tag":     {"a.osm", append([]byte("<osm><node id='"), bytes.Repeat([]byte("1"), 2<<20)...), "longer than"},
		"truncated gzip":  {"a.osm.gz", gzipped(example.xml())[:100], "line"},
	} {
		var found []osm.Found
		_, err := osm.ReadFrom(context.Background(), tc.file, bytes.NewReader(tc.raw), int64(len(tc.raw)), options(&found))
		if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), tc.file) {
			t.Errorf("%s: error is %v, want it to name %q and the file", name, err, tc.want)
		}
	}
}

func TestProblemMayGoOn(t *testing.T) {
	good := example.pbf(pbfStyle{sorted: true})
	for _, cut := range []int{10, 100, 300} {
		var found []osm.Found
		problems := 0
		opts := options(&found)
		opts.Problem = func(error) error {
			problems++
			return nil
		}
		raw := good[:len(good)-cut]
		if _, err := osm.ReadFrom(context.Background(), "a.osm.pbf", bytes.NewReader(raw), int64(len(raw)), opts); err != nil {
			t.Fatalf("without the last %d bytes: %v", cut, err)
		}
		if problems == 0 || len(found) == 0 {
			t.Errorf("without the last %d bytes: %d problems, %d found", cut, problems, len(found))
		}
	}
}

func TestReadEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	raw := example.pbf(pbfStyle{sorted: true})
	var found []osm.Found
	if _, err := osm.ReadFrom(ctx, "a.osm.pbf", bytes.NewReader(raw), int64(len(raw)), options(&found)); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// TestRealExtracts reads real extracts where they are: the folder of
// SERVICEMAP_OSM_DATA, or the one beside the project.
func TestRealExtracts(t *testing.T) {
	dir := os.Getenv("SERVICEMAP_OSM_DATA")
	if dir == "" {
		dir = "../../../shared/data/osm"
	}
	for file, want := range map[string]osm.Stats{
		"liechtenstein.osm.pbf": {Nodes: 342692, Ways: 40117, Relations: 939},
		"herrenberg.osm.pbf":    {Nodes: 6503, Ways: 1781, Relations: 128},
		"krems.osm.gz":          {Nodes: 15042, Ways: 2402, Relations: 73},
	} {
		path := filepath.Join(dir, file)
		if _, err := os.Stat(path); err != nil {
			t.Skipf("real extracts are not here: %v", err)
		}
		var found []osm.Found
		stats, err := osm.Read(context.Background(), path, options(&found))
		if err != nil {
			t.Fatal(err)
		}
		if stats.Nodes != want.Nodes || stats.Ways != want.Ways || stats.Relations != want.Relations {
			t.Errorf("%s: %+v, want %+v", file, stats, want)
		}
	}
}

func FuzzPBF(f *testing.F) {
	for _, style := range []pbfStyle{{sorted: true}, {lying: true}, {}, {raw: true}, {zstd: true}, {plain: true, raw: true}} {
		f.Add(example.pbf(style))
	}
	fuzz(f, "fuzz.osm.pbf")
}

// FuzzBlock fuzzes what is inside of a blob, past compression and framing.
func FuzzBlock(f *testing.F) {
	f.Add(nodeBlock(example.nodes, false))
	f.Add(nodeBlock(example.nodes, true))
	f.Add(wayBlock(example.ways))
	f.Add(relationBlock(example.relations))
	f.Fuzz(func(t *testing.T, block []byte) {
		style := pbfStyle{raw: true}
		raw := append(style.blob("OSMHeader", appendBytes(nil, 4, []byte("DenseNodes"))), style.blob("OSMData", block)...)
		tryRead(t, "fuzz.osm.pbf", raw)
	})
}

func FuzzXML(f *testing.F) {
	f.Add(example.xml())
	f.Add([]byte("<osm><way id='1'><nd ref='1'/></way></osm>"))
	f.Add(gzipped(example.xml()))
	fuzz(f, "fuzz.osm")
}

func fuzz(f *testing.F, name string) {
	f.Fuzz(func(t *testing.T, raw []byte) { tryRead(t, name, raw) })
}

// tryRead must neither fail badly nor emit what is not on the globe.
func tryRead(t *testing.T, name string, raw []byte) {
	var found []osm.Found
	opts := options(&found)
	opts.Workers = 1
	_, err := osm.ReadFrom(context.Background(), name, bytes.NewReader(raw), int64(len(raw)), opts)
	if err != nil {
		return
	}
	for _, f := range found {
		if !f.Feature.Point.Valid() {
			t.Errorf("%s is at %v", f.Feature.SourceID, f.Feature.Point)
		}
	}
}
