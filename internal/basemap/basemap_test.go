package basemap_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"

	"servicemap/internal/basemap"
)

// Two countries side by side; arc 0 is the border between them.
const twoCountries = `{
 "transform": {"scale": [0.01, 0.01], "translate": [10, 50]},
 "arcs": [
  [[100,0],[3,10],[-5,10],[4,10],[-2,10],[3,10],[-3,10],[2,10],[-1,10],[1,10],[-2,10]],
  [[100,100],[-100,0],[0,-100],[100,0]],
  [[100,0],[100,0],[0,100],[-100,0]]
 ],
 "objects": {"countries": {"geometries": [
  {"type": "Polygon", "id": "1", "properties": {"name": "West"}, "arcs": [[0,1]]},
  {"type": "MultiPolygon", "id": "2", "properties": {"name": "East"}, "arcs": [[[-1,2]]]},
  {"type": null}
 ]}}
}`

var everywhere = orb.Bound{Min: orb.Point{-1, -1}, Max: orb.Point{2, 2}}

func TestNeighboursFitAfterSimplifying(t *testing.T) {
	topo, err := basemap.ParseTopology([]byte(twoCountries))
	if err != nil {
		t.Fatal(err)
	}
	shapes := topo.Objects("countries")
	if got := basemap.Shared(shapes); !slices.Equal(got, []int{0}) {
		t.Fatalf("shared arcs %v, want 0 alone", got)
	}
	for _, tolerance := range []float64{1e-9, 0.0001, 0.001} {
		for rounds := range 3 {
			arcs := basemap.Simplified(topo.Arcs(), everywhere, tolerance, rounds)
			west, east := shapes[0].Polygons(arcs)[0][0], shapes[1].Polygons(arcs)[0][0]
			for _, p := range arcs[0] {
				if !slices.Contains(west, p) || !slices.Contains(east, p) {
					t.Errorf("tolerance %v, %d rounds: border point %v is not in both", tolerance, rounds, p)
				}
			}
			if west[0] != west[len(west)-1] || east[0] != east[len(east)-1] {
				t.Errorf("tolerance %v, %d rounds: rings are not closed", tolerance, rounds)
			}
		}
	}
}

func TestShapesOverTheAntimeridianStayWhole(t *testing.T) {
	topo, err := basemap.ParseTopology([]byte(`{"transform": {"scale": [1, 1], "translate": [0, 0]},
		"arcs": [[[170,60],[10,0],[-350,0],[0,8],[350,0],[-10,0],[0,-8]]],
		"objects": {"land": {"geometries": [{"type": "Polygon", "arcs": [[0]]}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	ring := topo.Objects("land")[0].Polygons(topo.Arcs())[0][0]
	if b := ring.Bound(); math.Abs(b.Max[0]-b.Min[0]-20.0/360) > 1e-9 || !ring.Closed() {
		t.Errorf("a shape 20 degrees wide has the bounds %v: %v", b, ring)
	}
}

func TestParseTopologyRefusesBadArcs(t *testing.T) {
	for _, raw := range []string{`{`, `{"objects":{"a":{"geometries":[{"type":"Polygon","arcs":[[5]]}]}}}`, `{"objects":{"a":{"geometries":[{"type":"Circle"}]}}}`} {
		if _, err := basemap.ParseTopology([]byte(raw)); err == nil {
			t.Errorf("%s: no error", raw)
		}
	}
}

func TestLinesKeepTheirEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		line := make(orb.LineString, 2+rng.IntN(30))
		for i := range line {
			line[i] = orb.Point{rng.Float64(), rng.Float64()}
		}
		before := line.Clone()
		for name, got := range map[string]orb.LineString{"thin": basemap.Thin(line, 0.1), "round": basemap.Round(line, 2)} {
			if got[0] != before[0] || got[len(got)-1] != before[len(before)-1] {
				t.Fatalf("%s moved the ends of %v: %v", name, before, got)
			}
		}
		if !slices.Equal(line, before) {
			t.Fatal("the line itself was changed")
		}
	}
}

func TestSimplifyingKeepsStraitsOpen(t *testing.T) {
	// A headland reaches into a bay: without the bay's corner it would lie on it.
	bay := orb.LineString{{0, 0}, {0.002, 0.0009}, {0.004, 0}}
	headland := orb.LineString{{0.0019, -0.001}, {0.0021, 0.0006}, {0.0022, -0.001}}
	if arcs := []orb.LineString{basemap.Thin(bay, 0.001), headland}; len(basemap.Crossing(arcs, 0.01)) != 2 {
		t.Fatal("thinning alone does not tangle the lines: the test does not test untangling")
	}
	if got := basemap.Simplified([]orb.LineString{bay, headland}, everywhere, 0.001, 0); len(basemap.Crossing(got, 0.01)) != 0 {
		t.Errorf("lines cross: %v", got)
	}
}

func square(x, y float64) orb.MultiPolygon {
	return orb.MultiPolygon{{{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}, {x, y}}}}
}

func TestBorders(t *testing.T) {
	// Four squares that meet in one point: four borders, no outline.
	got := basemap.Borders(square(0, 0), square(1, 0), square(0, 1), square(1, 1))
	want := []orb.LineString{{{0, 1}, {1, 1}}, {{1, 0}, {1, 1}}, {{1, 1}, {1, 2}}, {{1, 1}, {2, 1}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// A town inside a state: its border is a ring.
	outer := orb.MultiPolygon{{{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}}, {{3, 3}, {3, 4}, {4, 4}, {4, 3}, {3, 3}}}}
	got = basemap.Borders(outer, square(3, 3))
	if len(got) != 1 || len(got[0]) != 5 || got[0][0] != got[0][4] {
		t.Errorf("border of a town inside a state: %v", got)
	}
}

func TestPlaces(t *testing.T) {
	tests := []struct {
		name, country, feature string
		population             int
		lng, lat               float64
		zoom                   int
		de, en                 string // as a map in that language shows them
	}{
		{"Munich", "DE", "PPLA", 1_260_391, 11.57, 48.13, 4, "München", "Munich"},
		{"Vienna", "AT", "PPLC", 1_691_468, 16.37, 48.2, 4, "Wien", "Vienna"},
		{"Bern", "CH", "PPLC", 121_631, 7.45, 46.95, 4, "Bern", "Bern"},
		{"Prague", "CZ", "PPLC", 1_165_581, 14.42, 50.08, 5, "Prag", "Prague"},
		{"Strasbourg", "FR", "PPLA", 274_845, 7.74, 48.58, 6, "Straßburg", "Strasbourg"},
		{"Sankt Gallen", "CH", "PPLA", 70_572, 9.37, 47.42, 6, "St. Gallen", "St. Gallen"},
		{"Füssen", "DE", "PPL", 14_000, 10.7, 47.57, 9, "Füssen", "Füssen"},
		{"Vaduz", "LI", "PPLC", 5_197, 9.52, 47.14, 10, "Vaduz", "Vaduz"},
		{"Favoriten", "AT", "PPLX", 201_882, 16.38, 48.17, 0, "", ""},
		{"Hamlet", "DE", "PPL", 400, 10, 50, 0, "", ""},
		{"Athens", "GR", "PPL", 30_000, 23.7, 37.9, 0, "", ""},
	}
	for _, tc := range tests {
		zoom, props := basemap.Place(tc.country, tc.name, tc.feature, tc.population, tc.lng, tc.lat)
		if zoom != tc.zoom {
			t.Errorf("%s shows at zoom %d, want %d", tc.name, zoom, tc.zoom)
		}
		if zoom == 0 {
			continue
		}
		for lang, want := range map[string]string{"de": tc.de, "en": tc.en} {
			got, ok := props["name:"+lang]
			if !ok {
				got = props["name"]
			}
			if got != want {
				t.Errorf("%s is called %v in %s, want %s", tc.name, got, lang, want)
			}
		}
	}
}

func TestPopulationRank(t *testing.T) {
	last := -1
	for _, population := range []int{0, 300, 1500, 60_000, 250_000, 600_000, 1_200_000, 4_000_000_000} {
		rank := basemap.PopulationRank(population)
		if rank <= last || rank > 17 {
			t.Errorf("rank %d of %d people after %d", rank, population, last)
		}
		last = rank
	}
}

func TestProject(t *testing.T) {
	for p, want := range map[orb.Point]orb.Point{{0, 0}: {0.5, 0.5}, {-180, 85.05112878}: {0, 0}, {180, -85.05112878}: {1, 1}, {90, 89}: {0.75, 0}} {
		if got := basemap.Project(p); math.Abs(got[0]-want[0]) > 1e-9 || math.Abs(got[1]-want[1]) > 1e-9 {
			t.Errorf("%v is at %v, want %v", p, got, want)
		}
	}
}
