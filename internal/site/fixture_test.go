package site_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/site"
)

const base = "https://map.example.org"

// places is a dataset by slug; old slugs lead to new ones.
type places struct {
	all []site.Place
	old map[string]string
}

func (p places) Dataset() (destination.Dataset, bool) {
	return destination.Dataset{
		Version: "20260101-1", Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Count: len(p.all),
		Sources: []destination.Source{{Name: "OpenStreetMap", License: "ODbL-1.0", URL: "https://www.openstreetmap.org/copyright", Attribution: "© OpenStreetMap contributors"}},
	}, true
}

func (p places) Find(slug string, _ destination.Lang) (site.Place, bool) {
	if now, ok := p.old[slug]; ok {
		slug = now
	}
	i := slices.IndexFunc(p.all, func(d site.Place) bool { return d.Slug == slug })
	if i < 0 {
		return site.Place{}, false
	}
	return p.all[i], true
}

func (p places) Best(_ *destination.Point, _ destination.Lang, limit int) []site.Place {
	return p.all[:min(limit, len(p.all))]
}

func (p places) Slugs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, d := range p.all {
			if !yield(d.Slug) {
				return
			}
		}
	}
}

func yes() *bool { v := true; return &v }

func somePlaces() places {
	mobility := 4.0
	return places{
		all: []site.Place{
			{
				Slug: "burg-eltz", Name: "Burg Eltz", Latitude: 50.2053, Longitude: 7.3366, Category: "Burg & Schloss", CategoryID: "castle",
				CountryCode: "DE", Region: "Rheinland-Pfalz", TravelRegion: "Mosel", Locality: "Wierschem", Kids: yes(), Mobility: &mobility,
				Description: "Burg aus dem 12. Jahrhundert.", Website: "https://burg-eltz.de/?a=1&b=2", Phone: "+49 (2672) 950-500",
				OpeningHours: "Mo-Su 09:30-17:30", Address: "Burg-Eltz-Straße 1", Sources: []site.Source{{Name: "OpenStreetMap", License: "ODbL-1.0"}},
				Image: &site.Image{URL: "https://pictures.example/eltz.jpg", Credit: "Jemand", License: "CC BY-SA 4.0"},
			},
			{
				Slug: "boese", Name: `</script><script>alert(1)</script>"'<b>`, Latitude: 47, Longitude: 9, Category: "Museum", CategoryID: "museum",
				Description: `<img src=x onerror=alert(1)>`, Website: "javascript:alert(1)", OpeningHours: "<i>", Address: "<u>",
			},
			{Slug: "karg", Name: "Karg", Latitude: 47.1, Longitude: 9.1, Category: "Museum", CategoryID: "museum"},
		},
		old: map[string]string{"eltz-alt": "burg-eltz"},
	}
}

var testDocs = fstest.MapFS{
	"API.md":          {Data: []byte("# The API\n\nFirst *paragraph* of it. Its second sentence is the first that goes beyond what a search engine shows of a description, which is about one hundred and sixty letters.\n\nhttps://maps.example.org/x\n\n## Über uns & you\n\nSee [keys](KEYS.md#limits), [a decision](adr/0001-one.md) and [code](../internal/x.go).\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n")},
	"KEYS.md":         {Data: []byte("# Keys\n\nText.\n\n## Limits\n\n```html live\n<div data-service-map data-query=\"see\" style=\"height: 300px\"></div>\n<script src=\"x.js\" defer></script>\n```\n\n```js live\nServiceMap.create(\"#x\");\n```\n")},
	"adr/0001-one.md": {Data: []byte("# One\n\nBack to [the API](../API.md). ![picture](../images/p.png)\n")},
	"images/p.png":    {Data: []byte("png")},
	"embed.go":        {Data: []byte("package docs")},
}

func options() site.Options {
	return site.Options{
		Name: "Ausflugskarte", Base: func(*http.Request) string { return base }, Destinations: somePlaces(), Docs: testDocs,
		Description: httpapi.Description, SDK: "/sdk/v1/service-map.js", Limits: site.Limits{AnonymousPerMinute: 180, KeyPerMinute: 600},
		Operator: site.Operator{
			Name: "Verein <Muster>", Address: "Weg 1; 12345 Ort", Email: "post@example.org", Phone: "+49 1", Responsible: "Frau Muster",
			Register: "VR 7", VatID: "DE1", Authority: "Die Behörde", LogDays: 9, LogAddresses: "short",
		},
	}
}

func newSite(t testing.TB, change ...func(*site.Options)) http.Handler {
	t.Helper()
	opts := options()
	for _, f := range change {
		f(&opts)
	}
	s, err := site.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type answer struct {
	status int
	header http.Header
	body   string
}

func get(t testing.TB, h http.Handler, path string, headers ...string) answer {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = "map.example.org"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{w.Code, w.Result().Header, string(body)}
}

// between is the text of the first element that starts and ends like that.
func between(t testing.TB, text, start, end string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, start)
	if !ok {
		t.Fatalf("%q is not in the page", start)
	}
	inner, _, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%q is not in the page", end)
	}
	return inner
}

func jsonLD(t testing.TB, page string) map[string]any {
	t.Helper()
	var data map[string]any
	if err := json.Unmarshal([]byte(between(t, page, `<script type="application/ld+json">`, "</script>")), &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func manyPlaces(n int) places {
	all := make([]site.Place, n)
	for i := range all {
		all[i].Slug = fmt.Sprintf("ort-%06d", i)
	}
	return places{all: all}
}

// validRequest reports whether a server would take the path at all.
func validRequest(path string) bool {
	_, err := http.ReadRequest(bufio.NewReader(strings.NewReader("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n")))
	return err == nil
}
