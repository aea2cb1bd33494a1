package httpapi_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
)

// places are few, but have every field and every kind of value between them.
func places() []destination.Destination {
	osm := destination.Source{Name: "OpenStreetMap", License: "ODbL-1.0", URL: "https://www.openstreetmap.org/copyright", Attribution: "© OpenStreetMap contributors"}
	return []destination.Destination{
		{
			Slug: "schloss-neuschwanstein", Name: "Schloss Neuschwanstein", Point: destination.Point{Lat: 47.5575741, Lng: 10.7498004},
			Category: destination.Castle, CountryCode: "DE", RegionCode: "DE-BY", TravelRegions: []string{"Allgäu"}, Locality: "Schwangau",
			Kids: destination.Yes, Seating: destination.Yes, Free: destination.No, Mobility: destination.Mobility{Known: true, Value: 2.5}, Prominence: 1,
			Description: "Märchenschloss \"über\" der Pöllatschlucht\n\u2028<b>", Website: "https://www.neuschwanstein.de/", Phone: "+49 8362 939880",
			OpeningHours: "Mo-Su 09:00-18:00", Address: "Neuschwansteinstraße 20, 87645 Schwangau",
			Image:   &destination.Image{URL: "https://images.example/n.jpg", Page: "https://images.example/n", Credit: "A. Fotografin", License: "CC BY-SA 4.0"},
			Sources: []destination.Source{osm},
		},
		{
			Slug: "titisee", Name: "Titisee", Point: destination.Point{Lat: 47.8935, Lng: 8.1461}, Category: destination.Swimming,
			CountryCode: "DE", RegionCode: "DE-BW", TravelRegions: []string{"Schwarzwald"}, Locality: "Titisee-Neustadt",
			Kids: destination.Yes, Free: destination.Yes, Mobility: destination.Mobility{Known: true, Value: 5}, Prominence: 0.8, Sources: []destination.Source{osm},
		},
		{
			Slug: "schoenbrunn", Name: "Tiergarten Schönbrunn", Point: destination.Point{Lat: 48.1823, Lng: 16.3029}, Category: destination.Zoo,
			CountryCode: "AT", RegionCode: "AT-9", Locality: "Wien", Kids: destination.Yes, Seating: destination.Yes, Free: destination.No, Prominence: 0.9,
		},
		{
			Slug: "rheinfall", Name: "Rheinfall", Point: destination.Point{Lat: 47.6779, Lng: 8.6154}, Category: destination.Waterfall,
			CountryCode: "CH", RegionCode: "CH-ZH", Locality: "Neuhausen", Free: destination.Yes, Mobility: destination.Mobility{Known: true, Value: 0}, Prominence: 0.85,
		},
		{
			Slug: "schloss-vaduz", Name: "Schloss Vaduz", Point: destination.Point{Lat: 47.1395, Lng: 9.5243}, Category: destination.Castle,
			CountryCode: "LI", Region: "Oberland", Prominence: 0.5,
		},
		{Slug: "namenlos", Name: "Aussicht", Point: destination.Point{Lat: 50, Lng: 10}, Category: destination.Viewpoint, Prominence: 0.1},
	}
}

func dataset(n int) destination.Dataset {
	return destination.Dataset{
		ID: 7, Version: "2024-05-01a", Created: time.Date(2024, 5, 2, 3, 4, 5, 0, time.UTC), DataDate: time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC),
		Sources: []destination.Source{
			{Name: "OpenStreetMap", Attribution: "© OpenStreetMap contributors"},
			{Name: "City of Musterstadt"},
			{Name: "OpenStreetMap", Attribution: "© OpenStreetMap contributors"},
		},
		Count: n, Active: true,
	}
}

// catalog hands out one dataset, or none.
type catalog struct {
	mu   sync.Mutex
	snap *httpapi.Snapshot
}

func (c *catalog) Snapshot() *httpapi.Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.snap
}

func (c *catalog) swap(s *httpapi.Snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.snap = s
}

func snapshot(t testing.TB, dests []destination.Destination) *httpapi.Snapshot {
	t.Helper()
	index, err := search.NewScan(dests, search.Options{Encode: httpapi.Encode, OldSlugs: map[string]string{"neuschwanstein-alt": "schloss-neuschwanstein"}})
	if err != nil {
		t.Fatal(err)
	}
	return &httpapi.Snapshot{Index: index, Dataset: dataset(len(dests))}
}

// plainMap is a map whose style names what it was asked for.
type plainMap struct{ fail error }

func (plainMap) Config() httpapi.MapConfig {
	return httpapi.MapConfig{
		Bounds: destination.CoveredBounds, Center: destination.Point{Lat: 50.4, Lng: 10.9}, Zoom: 5.5, MinZoom: 3, MaxZoom: 18,
		MapLibre:     httpapi.Library{JS: "/assets/maplibre-gl.js", CSS: "/assets/maplibre-gl.css", Version: "6.0.0"},
		PMTiles:      httpapi.Library{JS: "/assets/pmtiles.js", Version: "4.0.0"},
		Capabilities: map[string]bool{"search": true, "geojson": true},
		Attribution:  `<a href="https://protomaps.com">Protomaps</a> &amp; © OpenStreetMap`,
	}
}

func (m plainMap) Style(q httpapi.StyleQuery) ([]byte, string, error) {
	body, err := json.Marshal(map[string]any{
		"version": 8, "name": q.Theme + "-" + q.Source + "-" + q.Lang.String(), "sources": map[string]any{}, "layers": []any{}, "sprite": q.Base + "/sprite",
	})
	return body, q.Base + q.Theme + q.Source + q.Lang.String(), errors.Join(err, m.fail)
}

// doorman lets in, or not, whatever comes.
type doorman struct {
	client destination.Client
	err    error
}

func (d doorman) Admit(*http.Request, string) (destination.Client, error) { return d.client, d.err }

var openDoor = doorman{client: destination.Client{Limit: 180, Remaining: 179, Reset: time.Unix(1700000060, 0)}}

func options(t testing.TB) httpapi.Options {
	t.Helper()
	return httpapi.Options{
		Catalog: &catalog{snap: snapshot(t, places())},
		Gate:    openDoor,
		Map:     plainMap{},
		Site: httpapi.SiteInfo{
			Name: "Ausflug", SDK: "/sdk/v1/servicemap.js", Terms: "/terms", Privacy: "/privacy", Imprint: "https://operator.example/imprint",
			Documentation: "/docs", Base: func(*http.Request) string { return "https://maps.example.org" },
		},
		Version: "test",
		Now:     func() time.Time { return time.Unix(1700000000, 0) },
	}
}

func newRequest(method, target string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// send has the request answered and holds the answer against the description.
func send(t testing.TB, h http.Handler, r *http.Request) *http.Response {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	res := w.Result()
	checkDescribed(t, r, res)
	return res
}

func ask(t testing.TB, h http.Handler, method, target string, headers ...string) *http.Response {
	t.Helper()
	return send(t, h, newRequest(method, target, headers...))
}

func get(t testing.TB, h http.Handler, target string, headers ...string) *http.Response {
	t.Helper()
	return ask(t, h, http.MethodGet, target, headers...)
}

// body reads the answer and leaves it readable.
func body(t testing.TB, res *http.Response) []byte {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	res.Body = io.NopCloser(bytes.NewReader(b))
	return b
}

func decode[T any](t testing.TB, res *http.Response) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(body(t, res), &v); err != nil {
		t.Fatalf("%v\n%s", err, body(t, res))
	}
	return v
}
