package store_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"servicemap/internal/destination"
	"servicemap/internal/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var testTime = time.Date(2026, 11, 15, 2, 18, 45, 0, time.UTC)

func open(t testing.TB, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.WithClock(func() time.Time { return testTime }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func seq(records ...*destination.Record) iter.Seq2[*destination.Record, error] {
	return func(yield func(*destination.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func record(slug string, sourceIDs ...string) *destination.Record {
	return &destination.Record{
		Destination: destination.Destination{Slug: slug, Name: slug, Point: destination.Point{Lat: 48, Lng: 9}},
		SourceIDs:   sourceIDs,
	}
}

func write(t testing.TB, s *store.Store, records ...*destination.Record) string {
	t.Helper()
	d, err := s.WriteDataset(t.Context(), destination.Dataset{Origin: "test"}, seq(records...))
	if err != nil {
		t.Fatal(err)
	}
	return d.Version
}

// fullRecord has a value in every field.
func fullRecord() *destination.Record {
	return &destination.Record{
		Destination: destination.Destination{
			Slug: "schloss-lichtenstein", Name: "Schloß Lichtenstein", AltNames: []string{"Märchenschloss", ""},
			Point: destination.Point{Lat: 48.4064, Lng: 9.2583}, Category: destination.Castle,
			CountryCode: "DE", RegionCode: "DE-BW", Region: "Baden-Württemberg",
			TravelRegions: []string{"Schwäbische Alb", "Süden"}, Locality: "Lichtenstein",
			Kids: destination.Yes, Seating: destination.No, Free: destination.No,
			Mobility: destination.Mobility{Known: true, Value: 0}, Prominence: 0.75,
			Description: "Schloss über dem Echaztal", Website: "https://www.schloss-lichtenstein.de", Phone: "+49 7129 4102",
			OpeningHours: "Mo-Su 09:00-17:30", Address: "Schlossstraße 1",
			Image:   &destination.Image{URL: "https://example.org/i.jpg", Page: "https://example.org", Credit: "N. N.", License: "CC0"},
			Sources: []destination.Source{{Name: "A", License: "ODbL", URL: "https://a.example", Attribution: "© A"}, {Name: "B"}},
		},
		SourceIDs: []string{"osm:way/1", "own:7"},
		Evidence:  map[string]string{"kids": "playground within 200 m"},
		OldSlugs:  []string{"lichtenstein-schloss"},
	}
}

// manyRecords makes n records of about the size and variety of real ones.
func manyRecords(n int) iter.Seq2[*destination.Record, error] {
	return func(yield func(*destination.Record, error) bool) {
		rnd := rand.New(rand.NewPCG(1, 2))
		regions := destination.Regions()
		sources := []destination.Source{{
			Name: "OpenStreetMap", License: "ODbL-1.0", URL: "https://www.openstreetmap.org/copyright",
			Attribution: "© OpenStreetMap contributors",
		}}
		for i := range n {
			region := regions[rnd.IntN(len(regions))]
			r := &destination.Record{
				Destination: destination.Destination{
					Slug: fmt.Sprintf("aussichtspunkt-%d-musterstadt", i), Name: fmt.Sprintf("Aussichtspunkt %d am Hohen Berg", i),
					Point:    destination.Point{Lat: 46 + 9*rnd.Float64(), Lng: 6 + 11*rnd.Float64()},
					Category: destination.AllCategories()[rnd.IntN(40)], CountryCode: region.Country(), RegionCode: region.Code,
					TravelRegions: []string{fmt.Sprintf("Reiseregion %d", rnd.IntN(150))}, Locality: fmt.Sprintf("Musterstadt %d", rnd.IntN(15_000)),
					Kids: destination.Yes, Prominence: rnd.Float64(), Sources: sources,
				},
				SourceIDs: []string{fmt.Sprintf("osm:node/%d", 1_000_000_000+i)},
				Evidence:  map[string]string{"category": "tourism=viewpoint", "kids": "playground near by"},
			}
			if i%3 == 0 {
				r.Mobility = destination.Mobility{Known: true, Value: 3}
			}
			if i%4 == 0 {
				r.Website = fmt.Sprintf("https://www.example.org/ziele/aussichtspunkt-%d", i)
				r.OpeningHours = "Mo-Fr 09:00-18:00; Sa,Su 10:00-17:00"
				r.Address = fmt.Sprintf("Hauptstraße %d, 70000 Musterstadt", i%200)
			}
			if !yield(r, nil) {
				return
			}
		}
	}
}

func TestOpenCreatesAnyFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "neu", "100% für? #1 &c=")
	s := open(t, dir)
	write(t, s, record("a"))
	if _, err := os.Stat(filepath.Join(dir, store.FileName)); err != nil {
		t.Error(err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("this is not a database, but long enough to be looked at as one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), filepath.Join(file, "sub")); err == nil {
		t.Error("a folder under a file was opened")
	}
	if err := os.Rename(file, filepath.Join(dir, store.FileName)); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), dir); err == nil {
		t.Error("a text was opened as a database")
	}
}

func TestOpenAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := store.Open(context.Background(), dir)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := s.Active(context.Background()); !errors.Is(err, destination.ErrNotFound) {
				t.Errorf("active of an empty store: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestChangeToken(t *testing.T) {
	dir := t.TempDir()
	watcher, writer := open(t, dir), open(t, dir)
	token := func() string {
		t.Helper()
		tok, err := watcher.ChangeToken(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return tok
	}
	before := token()
	version := write(t, writer, record("a"))
	if got := token(); got != before {
		t.Errorf("a dataset that nobody activated changed the token from %q to %q", before, got)
	}
	if err := writer.Activate(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	if token() == before {
		t.Error("activating a dataset left the token as it was")
	}
}
