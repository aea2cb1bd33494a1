package style_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/geojson"

	"servicemap/internal/browsertest"
	"servicemap/internal/tiles"
)

// street writes an archive as an operator's might be: one tile in the middle
// of Munich at zoom 14, with the layers of the Protomaps basemap.
func street(t *testing.T) string {
	t.Helper()
	collections := map[string]*geojson.FeatureCollection{}
	add := func(layer string, g orb.Geometry, props map[string]any) {
		if collections[layer] == nil {
			collections[layer] = geojson.NewFeatureCollection()
		}
		f := geojson.NewFeature(g)
		f.Properties = props
		collections[layer].Append(f)
	}
	box := func(x, y, size float64) orb.Polygon {
		return orb.Polygon{{{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}, {x, y}}}
	}
	add("earth", box(0, 0, 4096), map[string]any{"kind": "earth"})
	add("landuse", box(200, 200, 900), map[string]any{"kind": "park"})
	add("water", box(2800, 2800, 500), map[string]any{"kind": "lake"})
	add("buildings", box(1500, 1500, 150), map[string]any{"kind": "building"})
	add("roads", orb.LineString{{0, 2000}, {4096, 2100}}, map[string]any{"kind": "highway", "kind_detail": "motorway", "name": "Mittlerer Ring", "shield_text": "B2R", "min_zoom": 6})
	add("roads", orb.LineString{{2000, 0}, {2100, 4096}}, map[string]any{"kind": "major_road", "kind_detail": "primary", "name": "Ludwigstraße", "min_zoom": 8})
	add("roads", orb.LineString{{500, 0}, {600, 4096}}, map[string]any{"kind": "minor_road", "kind_detail": "residential", "name": "Türkenstraße", "min_zoom": 13})
	add("places", orb.Point{1000, 3000}, map[string]any{"kind": "neighbourhood", "name": "Maxvorstadt", "min_zoom": 12})
	add("pois", orb.Point{1200, 1200}, map[string]any{"kind": "museum", "name": "Museum", "min_zoom": 12})
	var layers mvt.Layers
	var described []map[string]any
	for _, name := range []string{"earth", "landuse", "water", "buildings", "roads", "places", "pois"} {
		layers = append(layers, mvt.NewLayer(name, collections[name]))
		described = append(described, map[string]any{"id": name, "fields": map[string]string{}})
	}
	body, err := mvt.Marshal(layers)
	if err != nil {
		t.Fatal(err)
	}
	w := tiles.NewWriter()
	if err := w.Add(14, 8718, 5685, body); err != nil {
		t.Fatal(err)
	}
	h := tiles.Header{West: 11.5, South: 48.1, East: 11.65, North: 48.2, CenterLng: 11.57, CenterLat: 48.15, CenterZoom: 14}
	var buf bytes.Buffer
	if err := w.Write(&buf, h, map[string]any{"attribution": "© OpenStreetMap", "vector_layers": described}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "street.pmtiles")
	if err := os.WriteFile(path, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestStreetLevelArchiveInBrowser(t *testing.T) {
	base := serve(t, street(t))
	p := browsertest.Open(t, 600, 500)
	p.Navigate(base + "/?lng=11.568&lat=48.144&zoom=14&theme=light&lang=de")
	p.WaitFor("window.ready === true")
	var drawn []string
	p.Eval(`[...new Set(map.queryRenderedFeatures().map(f => f.layer.id + (f.properties.name ? " " + f.properties.name : "")))]`, &drawn)
	for _, want := range []string{
		"earth", "buildings", "roads_highway Mittlerer Ring", "roads_labels_major Ludwigstraße", "landuse_park", "water",
		"places_subplace Maxvorstadt",
	} {
		if !slices.Contains(drawn, want) {
			t.Errorf("%s is not drawn, only %q", want, drawn)
		}
	}
	for _, text := range p.Errors() {
		t.Errorf("the page has an error: %s", text)
	}
	var credit string
	p.Eval(`document.querySelector(".maplibregl-ctrl-attrib").textContent`, &credit)
	if !bytes.Contains([]byte(credit), []byte("OpenStreetMap")) {
		t.Errorf("attribution %q", credit)
	}
	p.Screenshot("map-street")
}
