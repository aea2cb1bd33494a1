// Package fuzz_test fuzzes the API. It lies apart from the API's other tests
// because fuzzing compiles anew all that its package imports, and theirs
// imports a database.
package fuzz_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
)

// world is all that the API needs: one dataset, an open gate, a map.
type world struct{ snap *httpapi.Snapshot }

func (w world) Snapshot() *httpapi.Snapshot { return w.snap }

func (world) Admit(*http.Request, string) (destination.Client, error) {
	return destination.Client{Limit: 1, Reset: time.Unix(1, 0)}, nil
}

func (world) Config() httpapi.MapConfig { return httpapi.MapConfig{} }

func (world) Style(httpapi.StyleQuery) ([]byte, string, error) {
	return []byte("{}"), "", nil
}

func handler(t testing.TB, dests ...destination.Destination) http.Handler {
	t.Helper()
	index, err := search.NewScan(dests, search.Options{Encode: httpapi.Encode})
	if err != nil {
		t.Fatal(err)
	}
	w := world{&httpapi.Snapshot{Index: index}}
	return httpapi.New(httpapi.Options{Catalog: w, Gate: w, Map: w})
}

// ask decodes the answer into v, which must be possible whatever was asked.
func ask(t testing.TB, h http.Handler, path, query string, v any) int {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.URL = &url.URL{Path: path, RawQuery: query}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
		t.Errorf("%s?%s: %v\n%s", path, query, err, w.Body)
	}
	return w.Code
}

// FuzzQuery: whatever the query is, the answer is 200, or a 400 that says which
// parameter was wrong.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{
		"", "q=a&lat=1&lng=2", "bbox=1,2,3,4", "q=%zz", "a;b=c", "limit=+5", "lat=1e400&lng=NaN", "category=,,&region=%00", "q=%e2%80%a8", "key=a&api_key=b",
		"radius_km=500&lat=-90&lng=180&min_mobility=5&kids=1&format=geojson&lang=en",
	} {
		f.Add(seed)
	}
	h := handler(f, destination.Destination{Slug: "a", Name: "A", Point: destination.Point{Lat: 1, Lng: 2}})
	f.Fuzz(func(t *testing.T, query string) {
		for _, path := range []string{"/api/v1/pois", "/api/v1/categories", "/api/v1/pois/a", "/api/v1/map/style"} {
			var answer struct {
				OK    *bool
				Error string
			}
			status := ask(t, h, path, query, &answer)
			switch {
			case status == http.StatusOK && answer.Error == "":
			case status == http.StatusBadRequest && answer.OK != nil && !*answer.OK && strings.HasPrefix(answer.Error, `parameter "`):
			default:
				t.Errorf("%s?%s: %d %+v", path, query, status, answer)
			}
		}
	})
}

// FuzzEncode: whatever the texts and numbers of a destination are, it becomes
// valid JSON that says the same.
func FuzzEncode(f *testing.F) {
	f.Add("a", "Name", 47.5, 10.75, 2.5)
	f.Add("\"\\", "\xff\u2028\x00", -0.00000001, 179.99999999, 0.0)
	f.Fuzz(func(t *testing.T, slug, name string, lat, lng, mobility float64) {
		p := destination.Point{Lat: lat, Lng: lng}
		if !p.Valid() || slug == "" || !(mobility >= 0 && mobility <= 5) {
			t.Skip()
		}
		h := handler(t, destination.Destination{
			Slug: slug, Name: name, Point: p, Locality: name, Website: slug, Mobility: destination.Mobility{Known: true, Value: mobility},
		})
		var list struct {
			Items []struct {
				Slug, Name, Locality, Website string
				Latitude, Longitude, Mobility float64
			}
		}
		if status := ask(t, h, "/api/v1/pois", "", &list); status != http.StatusOK || len(list.Items) != 1 {
			t.Fatalf("%d, %d items", status, len(list.Items))
		}
		got := list.Items[0]
		valid := func(s string) string { return string([]rune(s)) } // invalid bytes are replaced
		if got.Slug != valid(slug) || got.Name != valid(name) || got.Locality != valid(name) || got.Website != valid(slug) {
			t.Errorf("%q %q became %+v", slug, name, got)
		}
		near := func(a, b, by float64) bool { return a-b <= by && b-a <= by }
		if !near(got.Latitude, lat, 6e-8) || !near(got.Longitude, lng, 6e-8) || !near(got.Mobility, mobility, 6e-3) {
			t.Errorf("%v %v %v became %+v", lat, lng, mobility, got)
		}
	})
}
