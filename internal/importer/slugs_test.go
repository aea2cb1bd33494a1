package importer_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/importer"
)

// resolve finds the current slug of one that may be old.
func (w *workbench) resolve(slug string) string {
	w.t.Helper()
	if _, ok := w.active()[slug]; ok {
		return slug
	}
	dataset, err := w.store.Active(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	_, old, err := w.store.Destinations(context.Background(), dataset.Version)
	if err != nil {
		w.t.Fatal(err)
	}
	return old[slug]
}

func TestNewSlugs(t *testing.T) {
	w := newWorkbench(t)
	w.mustRun(importer.Options{Files: []string{w.file("a.osm", xml(
		node(1, 47.1, 9.5, "place=village", "name=Vaduz"),
		node(2, 47.3, 9.9, "place=village", "name=Übersee"),
		node(3, 47.1, 9.5, "leisure=miniature_golf", "name=Minigolfanlage"),
		node(4, 47.3, 9.9, "leisure=miniature_golf", "name=Minigolfanlage"),
		node(5, 47.301, 9.91, "leisure=miniature_golf", "name=Minigolfanlage"),
		node(6, 47.1, 9.51, "tourism=museum", "name=Große Höhle – Château d'Œx (2. Teil)"),
		node(7, 47.1, 9.495, "tourism=museum", "name=博物館"),
		node(8, 47.102, 9.5, "leisure=playground", "name=Spielplatz Vaduz"),
	))}})
	want := []string{
		"grosse-hoehle-chateau-doex-2-teil", "minigolfanlage-uebersee", "minigolfanlage-uebersee-2", "minigolfanlage-vaduz",
		"museum-vaduz", "spielplatz-vaduz",
	}
	got := w.slugs()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("slugs (-want +got):\n%s", diff)
	}
}

func TestSlugsOutliveImports(t *testing.T) {
	w := newWorkbench(t)
	run := func(elements ...string) *importer.Report {
		t.Helper()
		return w.mustRun(importer.Options{Files: []string{w.file("a.osm", xml(elements...))}})
	}
	museum := node(1, 47.1, 9.5, "tourism=museum", "name=Postmuseum")
	zoo := node(2, 47.2, 9.5, "tourism=zoo", "name=Tiergarten")
	run(museum, zoo)

	run(node(1, 47.1001, 9.5, "tourism=museum", "name=Museum der Post"), zoo)
	if got := w.active()["postmuseum"]; got == nil || got.Name != "Museum der Post" {
		t.Fatalf("after a new name: %v", w.slugs())
	}

	run(zoo)
	if diff := cmp.Diff([]string{"tiergarten"}, w.slugs()); diff != "" {
		t.Fatalf("after the museum has gone: %s", diff)
	}
	run(zoo, node(9, 47.5, 9.5, "tourism=museum", "name=Postmuseum"))
	if diff := cmp.Diff([]string{"postmuseum-2", "tiergarten"}, w.slugs()); diff != "" {
		t.Fatalf("another thing must not get the slug of one that is gone: %s", diff)
	}

	report := run(museum, zoo, node(9, 47.5, 9.5, "tourism=museum", "name=Postmuseum"))
	if got := w.active()["postmuseum"]; got == nil || got.SourceIDs[0] != "osm:node/1" {
		t.Errorf("after it has come back: %v", w.slugs())
	}
	if report.SlugsKept != 3 || report.SlugsNew != 0 || report.SlugsRetired != 0 {
		t.Errorf("report: %d kept, %d new, %d retired", report.SlugsKept, report.SlugsNew, report.SlugsRetired)
	}
}

func TestSlugsOutliveMappersAndMerges(t *testing.T) {
	w := newWorkbench(t)
	run := func(elements ...string) {
		t.Helper()
		w.mustRun(importer.Options{Files: []string{w.file("a.osm", xml(elements...))}})
	}
	run(node(1, 47.1, 9.5, "tourism=museum", "name=Postmuseum"), node(2, 47.15, 9.5, "tourism=gallery", "name=Galerie Nord"))
	// The node has become a building: another id, the same thing.
	run(square(5, 47.1003, 9.5, 0.0002, "tourism=museum", "name=Postmuseum"), node(2, 47.15, 9.5, "tourism=gallery", "name=Galerie Nord"))
	if got := w.active()["postmuseum"]; got == nil || got.SourceIDs[0] != "osm:way/5" {
		t.Fatalf("after it was drawn anew: %v", w.slugs())
	}
	// Somebody finds out that museum and gallery are one.
	run(square(5, 47.1003, 9.5, 0.0002, "tourism=museum", "name=Postmuseum", "wikidata=Q7"), node(2, 47.101, 9.5, "tourism=gallery", "name=Galerie Nord", "wikidata=Q7"))
	if got := w.slugs(); len(got) != 1 {
		t.Fatalf("two slugs for one thing: %v", got)
	}
	current := w.slugs()[0]
	for _, slug := range []string{"postmuseum", "galerie-nord"} {
		if got := w.resolve(slug); got != current {
			t.Errorf("%s leads to %q, want %q", slug, got, current)
		}
	}
	// The building is drawn anew: old slugs still lead to it.
	run(square(6, 47.1003, 9.5, 0.0002, "tourism=museum", "name=Postmuseum"))
	for _, slug := range []string{"postmuseum", "galerie-nord"} {
		if got := w.resolve(slug); got != w.slugs()[0] {
			t.Errorf("after it was drawn anew once more, %s leads to %q", slug, got)
		}
	}
	// And apart again: each has its own.
	run(node(1, 47.1, 9.5, "tourism=museum", "name=Postmuseum"), node(2, 47.15, 9.5, "tourism=gallery", "name=Galerie Nord"))
	for slug, name := range map[string]string{"postmuseum": "Postmuseum", "galerie-nord": "Galerie Nord"} {
		if got := w.active()[w.resolve(slug)]; got == nil {
			t.Errorf("%s leads nowhere; slugs are %v", slug, w.slugs())
		} else if !slices.Contains([]string{name, "Postmuseum"}, got.Name) {
			t.Errorf("%s leads to %s", slug, got.Name)
		}
	}
}
