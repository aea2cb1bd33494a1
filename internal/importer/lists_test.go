package importer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/importer"
)

var board = destination.Source{Name: "Tourismusverband", License: "CC BY 4.0", URL: "https://example.org", Attribution: "© Tourismusverband"}

func TestOwnListBecomesDestinations(t *testing.T) {
	w := newWorkbench(t)
	w.mustRun(importer.Options{
		Source: board,
		Map:    map[string]string{"name": "Anzeigename"},
		Files: []string{w.file("liste.csv", "id;Anzeigename;Kategorie;Breite;Länge;kinderfreundlich;Sitzgelegenheiten;kostenlos;Mobilität;Bundesland;Reiseregion;Bild;Bildnachweis;Homepage\n"+
			"17;Bärenwald;Wildpark;47,1;9,5;ja;nein;0;3,5;Tirol;Außerfern;https://example.org/b.jpg;Foto: B;baerenwald.example\n")},
	})
	want := &destination.Record{
		Destination: destination.Destination{
			Slug: "baerenwald", Name: "Bärenwald", Point: destination.Point{Lat: 47.1, Lng: 9.5}, Category: destination.WildlifePark,
			CountryCode: "AT", RegionCode: "AT-7", TravelRegions: []string{"Außerfern"},
			Kids: destination.Yes, Seating: destination.No, Free: destination.No, Mobility: destination.Mobility{Known: true, Value: 3.5},
			Prominence: 0.385, Website: "https://baerenwald.example",
			Image:   &destination.Image{URL: "https://example.org/b.jpg", Page: "https://example.org/b.jpg", Credit: "Foto: B"},
			Sources: []destination.Source{board},
		},
		SourceIDs: []string{"list:tourismusverband/17"},
		Evidence: map[string]string{
			"kids": "list Tourismusverband", "seating": "list Tourismusverband", "free": "list Tourismusverband", "mobility": "list Tourismusverband",
		},
	}
	if diff := cmp.Diff(want, w.active()["baerenwald"]); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
}

func TestListAndExtractBecomeOne(t *testing.T) {
	w := newWorkbench(t)
	w.mustRun(importer.Options{
		Source: board,
		Files: []string{
			w.file("a.osm", xml(node(1, 47.1, 9.5, "tourism=museum", "name=Postmuseum", "opening_hours=24/7", "fee=yes"))),
			w.file("b.csv", "name,category,lat,lng,free,description\nPostmuseum,museum,47.1001,9.5,ja,Marken\n"),
		},
	})
	got := w.active()["postmuseum"]
	if len(w.active()) != 1 || got == nil {
		t.Fatalf("slugs: %v", w.slugs())
	}
	if got.Free != destination.Yes || got.Evidence["free"] != "list Tourismusverband" || got.OpeningHours != "24/7" || got.Description != "Marken" {
		t.Errorf("the list's word counts, and the extract completes it: %+v", got)
	}
	if diff := cmp.Diff([]destination.Source{board, importer.OpenStreetMap}, got.Sources); diff != "" {
		t.Error(diff)
	}
}

func TestOverrides(t *testing.T) {
	w := newWorkbench(t)
	extract := w.file("a.osm", xml(
		node(1, 47.1, 9.5, "tourism=museum", "name=Postmuseum", "fee=yes", "website=example.org"),
		node(2, 47.2, 9.5, "tourism=zoo", "name=Tiergarten"),
		node(3, 47.3, 9.5, "leisure=park", "name=Stadtpark"),
	))
	overrides := w.file("o.csv", "slug;id;name;lat;lng;category;free;kids;hide;website\n"+
		"postmuseum;;Museum der Post;47,11;9,51;;ja;-;;-\n"+
		";osm:node/2;;;;wildlife_park;;;;\n"+
		"stadtpark;;;;;;;;ja;\n"+
		"hexenturm;;Hexenturm;48,1;11,5;monument;ja;;;\n")
	for round := range 2 { // at every import again, and the added one keeps its slug
		report := w.mustRun(importer.Options{Files: []string{extract}, Overrides: overrides, Source: board})
		if diff := cmp.Diff([]string{"hexenturm", "postmuseum", "tiergarten"}, w.slugs()); diff != "" {
			t.Fatalf("round %d (-want +got):\n%s", round, diff)
		}
		if report.Overridden != 4 {
			t.Errorf("%d overridden", report.Overridden)
		}
	}
	active := w.active()
	museum := active["postmuseum"]
	if museum.Name != "Museum der Post" || museum.Point != (destination.Point{Lat: 47.11, Lng: 9.51}) || museum.Free != destination.Yes ||
		museum.Evidence["free"] != "override" || museum.Website != "" || museum.Kids != destination.Unknown {
		t.Errorf("changed: %+v", museum)
	}
	if active["tiergarten"].Category != destination.WildlifePark {
		t.Errorf("category by source id: %v", active["tiergarten"].Category.ID())
	}
	if tower := active["hexenturm"]; tower.CountryCode != "DE" || tower.RegionCode != "DE-BY" || tower.Category != destination.Monument {
		t.Errorf("added: %+v", tower)
	}
}

func TestKeep(t *testing.T) {
	w := newWorkbench(t)
	w.mustRun(importer.Options{Files: []string{w.file("a.osm", xml(
		node(1, 47.1, 9.5, "tourism=museum", "name=Postmuseum", "opening_hours=24/7"),
		node(2, 47.2, 9.5, "tourism=zoo", "name=Tiergarten"),
	))}})
	w.mustRun(importer.Options{
		Keep: true, Source: board,
		Files: []string{w.file("b.csv", "name,category,lat,lng,free\nPostmuseum,museum,47.1001,9.5,ja\nHexenturm,monument,47.3,9.5,ja\n")},
	})
	if diff := cmp.Diff([]string{"hexenturm", "postmuseum", "tiergarten"}, w.slugs()); diff != "" {
		t.Fatalf("slugs (-want +got):\n%s", diff)
	}
	museum := w.active()["postmuseum"]
	if museum.Free != destination.Yes || museum.OpeningHours != "24/7" || len(museum.SourceIDs) != 2 || len(museum.Sources) != 2 {
		t.Errorf("kept and new have become one: %+v", museum)
	}
	// The extract again, without the list, on top: nothing is lost.
	w.mustRun(importer.Options{Keep: true, Files: []string{w.file("a.osm", xml(node(1, 47.1, 9.5, "tourism=museum", "name=Postmuseum der Stadt")))}})
	if got := w.active(); len(got) != 3 || got["postmuseum"].Name != "Postmuseum der Stadt" || got["postmuseum"].Free != destination.Yes {
		t.Errorf("after the second time: %v, %+v", w.slugs(), got["postmuseum"])
	}
}

// TestOwnAnswersCanBeImported reads what our API answers with format=geojson.
func TestOwnAnswersCanBeImported(t *testing.T) {
	w := newWorkbench(t)
	w.mustRun(importer.Options{Source: board, Files: []string{w.file("api.geojson", `{"type":"FeatureCollection","ok":true,"count":1,"features":[{
		"type":"Feature","id":"alte-burg","geometry":{"type":"Point","coordinates":[11.5,48.1]},"properties":{
		"slug":"alte-burg","name":"Burg Neustein","category":"Burg & Schloss","categoryId":"castle","countryCode":"DE","region":"Bayern",
		"travelRegion":"Allgäu","locality":"Ort","kids":true,"free":false,"mobility":2.5,"openingHours":"24/7","address":"Weg 1",
		"image":{"url":"https://example.org/a.jpg","credit":"A","license":"CC0"},"sources":[{"name":"X"}]}}]}`)}})
	want := &destination.Record{
		Destination: destination.Destination{
			Slug: "alte-burg", Name: "Burg Neustein", Point: destination.Point{Lat: 48.1, Lng: 11.5}, Category: destination.Castle,
			CountryCode: "DE", RegionCode: "DE-BY", TravelRegions: []string{"Allgäu"}, Locality: "Ort",
			Kids: destination.Yes, Free: destination.No, Mobility: destination.Mobility{Known: true, Value: 2.5}, Prominence: 0.408,
			OpeningHours: "24/7", Address: "Weg 1", Image: &destination.Image{URL: "https://example.org/a.jpg", Page: "https://example.org/a.jpg", Credit: "A", License: "CC0"},
			Sources: []destination.Source{board},
		},
		SourceIDs: []string{"list:tourismusverband/alte-burg"},
		Evidence:  map[string]string{"kids": "list Tourismusverband", "free": "list Tourismusverband", "mobility": "list Tourismusverband"},
	}
	if diff := cmp.Diff(want, w.active()["alte-burg"]); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
}
