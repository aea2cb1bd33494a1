package importer_test

import (
	"os"
	"path/filepath"
	"testing"

	"servicemap/internal/destination"
	"servicemap/internal/importer"
)

// TestRealExtracts imports real extracts where they are: the folder of
// SERVICEMAP_OSM_DATA, or the one beside the project.
func TestRealExtracts(t *testing.T) {
	dir := os.Getenv("SERVICEMAP_OSM_DATA")
	if dir == "" {
		dir = "../../../shared/data/osm"
	}
	var files []string
	for _, name := range []string{"liechtenstein.osm.pbf", "herrenberg.osm.pbf", "krems.osm.gz"} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err != nil {
			t.Skipf("real extracts are not here: %v", err)
		}
		files = append(files, path)
	}
	w := newWorkbench(t)
	first := w.mustRun(importer.Options{Files: files})
	// As many as osmium tags-filter finds with a name.
	counts := map[string]int{}
	for _, c := range first.Categories {
		counts[c.ID] = c.Count
	}
	for id, atLeast := range map[string]int{"museum": 12, "alpine_hut": 4, "playground": 18, "viewpoint": 15, "ruins": 7, "peak": 36} {
		if counts[id] < atLeast {
			t.Errorf("%d of %s, want at least %d", counts[id], id, atLeast)
		}
	}
	active := w.active()
	for slug, want := range map[string]struct {
		category destination.Category
		country  string
		locality string
	}{
		"schloss-vaduz":             {destination.Castle, "LI", "Vaduz"},
		"burg-gutenberg":            {destination.Castle, "LI", "Balzers"},
		"kunstmuseum-liechtenstein": {destination.Museum, "LI", "Vaduz"},
		"gafadurahuette":            {destination.AlpineHut, "LI", "Planken"},
		"ruine-tosters":             {destination.Ruins, "AT", ""},
		"zwickmuehle":               {destination.Attraction, "DE", ""},
	} {
		got := active[slug]
		if got == nil {
			t.Errorf("%s was not found", slug)
		} else if got.Category != want.category || got.CountryCode != want.country || got.Locality != want.locality {
			t.Errorf("%s: %s in %s %s", slug, got.Category.ID(), got.CountryCode, got.Locality)
		}
	}
	second := w.mustRun(importer.Options{Files: files})
	if second.SlugsKept != first.Kept || second.SlugsNew != 0 || second.SlugsRetired != 0 {
		t.Errorf("importing the same again: %d kept, %d new, %d retired of %d", second.SlugsKept, second.SlugsNew, second.SlugsRetired, first.Kept)
	}
}
