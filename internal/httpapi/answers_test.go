package httpapi_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
)

// TestBodies pins every body, so that a change of the API is a diff that
// people see.
func TestBodies(t *testing.T) {
	h := httpapi.New(options(t))
	for name, target := range map[string]string{
		"index.json":          "/api/v1/",
		"config.json":         "/api/v1/map/config",
		"style.json":          "/api/v1/map/style",
		"style-dark-en.json":  "/api/v1/map/style?theme=dark&lang=en",
		"pois.json":           "/api/v1/pois",
		"pois-centre.json":    "/api/v1/pois?lat=47.68&lng=8.61&radius_km=500&lang=en",
		"pois-none.json":      "/api/v1/pois?category=unknown",
		"pois.geojson":        "/api/v1/pois?format=geojson",
		"pois-centre.geojson": "/api/v1/pois?lat=47.68&lng=8.61&format=geojson&lang=en",
		"poi.json":            "/api/v1/pois/schloss-neuschwanstein",
		"poi-bare.json":       "/api/v1/pois/namenlos",
		"poi.geojson":         "/api/v1/pois/titisee?format=geojson&lang=en",
		"categories.json":     "/api/v1/categories",
		"categories-en.json":  "/api/v1/categories?bbox=8,47,9,48&lang=en",
	} {
		t.Run(name, func(t *testing.T) {
			res := get(t, h, target)
			want := "application/json; charset=utf-8"
			if strings.HasSuffix(name, ".geojson") {
				want = "application/geo+json"
			}
			if got := res.Header.Get("Content-Type"); got != want || res.StatusCode != http.StatusOK {
				t.Errorf("%d %q, want %q", res.StatusCode, got, want)
			}
			var pretty bytes.Buffer
			if err := json.Indent(&pretty, body(t, res), "", "  "); err != nil {
				t.Fatal(err)
			}
			golden(t, name, pretty.Bytes())
		})
	}
}

// TestBaseURLFromRequest: without a configured base URL the Host header counts,
// forwarded headers do not, and nothing that is no host gets through.
func TestBaseURLFromRequest(t *testing.T) {
	opts := options(t)
	opts.Site.Base = nil
	h := httpapi.New(opts)
	for host, want := range map[string]string{
		"maps.example.net:8443": "http://maps.example.net:8443",
		"[::1]:80":              "http://[::1]:80",
		`evil"</script>`:        "http://localhost",
	} {
		r := newRequest(http.MethodGet, "/api/v1/")
		r.Host = host
		r.Header.Set("X-Forwarded-Host", "forged.example")
		r.Header.Set("X-Forwarded-Proto", "https")
		index := decode[struct{ BaseURL, SDKURL string }](t, send(t, h, r))
		if index.BaseURL != want || index.SDKURL != want+"/sdk/v1/servicemap.js" {
			t.Errorf("host %q: %+v, want base %q", host, index, want)
		}
	}
}

func TestOldSlugLeadsToTheDestination(t *testing.T) {
	h := httpapi.New(options(t))
	old, now := get(t, h, "/api/v1/pois/neuschwanstein-alt"), get(t, h, "/api/v1/pois/schloss-neuschwanstein")
	if got := old.Header.Get("Content-Location"); old.StatusCode != 200 || got != "/api/v1/pois/schloss-neuschwanstein" {
		t.Errorf("%d, Content-Location %q", old.StatusCode, got)
	}
	if got := now.Header.Get("Content-Location"); got != "" {
		t.Errorf("Content-Location %q without need", got)
	}
	if diff := cmp.Diff(string(body(t, now)), string(body(t, old))); diff != "" {
		t.Error(diff)
	}
}

// TestCategoriesAgreeWithSearch: a category has the same name everywhere,
// and finds as many destinations as are counted.
func TestCategoriesAgreeWithSearch(t *testing.T) {
	h := httpapi.New(options(t))
	list := decode[struct {
		Count int
		Items []struct {
			ID, Name string
			Count    int
		}
	}](t, get(t, h, "/api/v1/categories?lang=en"))
	if list.Count != len(list.Items) || list.Count != 5 {
		t.Errorf("count %d of %d items", list.Count, len(list.Items))
	}
	for _, c := range list.Items {
		pois := decode[poiList](t, get(t, h, "/api/v1/pois?lang=en&category="+c.ID))
		if pois.Total != c.Count || pois.Items[0].Category != c.Name {
			t.Errorf("%+v, but found %d called %q", c, pois.Total, pois.Items[0].Category)
		}
	}
}

func TestAttributionNamesEveryoneOnce(t *testing.T) {
	h := httpapi.New(options(t))
	got := decode[poiList](t, get(t, h, "/api/v1/pois")).Attribution
	want := "Ausflug · © OpenStreetMap contributors · City of Musterstadt · Protomaps & © OpenStreetMap"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// otherTiles is a map whose tiles can be exchanged.
type otherTiles struct {
	plainMap
	by *string
}

func (m otherTiles) Config() httpapi.MapConfig {
	c := m.plainMap.Config()
	c.Attribution = *m.by
	return c
}

func TestAttributionFollowsTheTiles(t *testing.T) {
	by, now := "First", time.Unix(1700000000, 0)
	opts := options(t)
	opts.Map, opts.Now = otherTiles{by: &by}, func() time.Time { return now }
	h := httpapi.New(opts)
	before := get(t, h, "/api/v1/pois")
	by, now = "Second", now.Add(time.Second)
	after := get(t, h, "/api/v1/pois", "If-None-Match", before.Header.Get("ETag"))
	if after.StatusCode != http.StatusOK {
		t.Fatalf("%d: the tag did not change", after.StatusCode)
	}
	for res, want := range map[*http.Response]string{before: "First", after: "Second"} {
		if got := decode[poiList](t, res).Attribution; !strings.HasSuffix(got, " · "+want) {
			t.Errorf("%q does not end with %q", got, want)
		}
	}
}

// wanted is a POI as the contract has it, made by another way than Encode.
func wanted(d *destination.Destination, lang destination.Lang) map[string]any {
	m := map[string]any{
		"slug": d.Slug, "name": d.Name, "latitude": d.Point.Lat, "longitude": d.Point.Lng,
		"category": d.Category.Name(lang), "categoryId": d.Category.ID(),
	}
	for name, v := range map[string]string{
		"countryCode": d.CountryCode, "region": d.RegionName(lang), "locality": d.Locality, "description": d.Description,
		"website": d.Website, "phone": d.Phone, "openingHours": d.OpeningHours, "address": d.Address,
	} {
		if v != "" {
			m[name] = v
		}
	}
	if len(d.TravelRegions) > 0 {
		m["travelRegion"] = destination.TravelRegionName(d.TravelRegions[0], lang)
	}
	for name, v := range map[string]destination.Ternary{"kids": d.Kids, "seating": d.Seating, "free": d.Free} {
		if v != destination.Unknown {
			m[name] = v == destination.Yes
		}
	}
	if d.Mobility.Known {
		m["mobility"] = d.Mobility.Value
	}
	if d.Image != nil {
		m["image"] = map[string]any{"url": d.Image.URL, "credit": d.Image.Credit, "license": d.Image.License}
	}
	if len(d.Sources) > 0 {
		var list []any
		for _, s := range d.Sources {
			list = append(list, map[string]any{"name": s.Name, "license": s.License})
		}
		m["sources"] = list
	}
	return m
}

// TestEveryDestinationKeepsItsFields sends random destinations over the wire.
func TestEveryDestinationKeepsItsFields(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "", "Müllers \"Mühle\"", "a\\b\tc\r\n\x01", "\u2028\u2029", "😀 <script>", "100 % & mehr", strings.Repeat("lang ", 200)}
	text := func() string { return texts[random.IntN(len(texts))] }
	one := func(list ...string) string { return list[random.IntN(len(list))] }
	ternary := func() destination.Ternary { return destination.Ternary(random.IntN(3) - 1) }
	var dests []destination.Destination
	for i := range 300 {
		d := destination.Destination{
			Slug: "ort-" + string(rune('a'+i%26)) + "-" + string(rune('a'+i/26)), Name: "N" + text(), Category: destination.Category(random.IntN(destination.NumCategories)),
			Point:       destination.Point{Lat: float64(random.IntN(1800000000)-900000000) / 1e7, Lng: float64(random.IntN(3600000000)-1800000000) / 1e7},
			CountryCode: one("", "DE", "AT", "CH", "LI"), RegionCode: one("", "DE-BY", "AT-9", "CH-GE", "XX-1"), Region: one("", "Oberland \"x\""),
			Locality: text(), Kids: ternary(), Seating: ternary(), Free: ternary(), Description: text(), Website: text(), Phone: text(), OpeningHours: text(), Address: text(),
		}
		if random.IntN(2) == 0 {
			d.Mobility = destination.Mobility{Known: true, Value: float64(random.IntN(11)) / 2}
			d.TravelRegions = []string{one("Schwarzwald", "Harz", "Bodensee"), "Eifel"}
			d.Image = &destination.Image{URL: "https://x.example/" + one("1", "\""), Credit: "C", License: "L"}
			d.Sources = []destination.Source{{Name: "A", License: "ODbL"}, {Name: "B" + text(), License: "CC0"}}
		}
		dests = append(dests, d)
	}
	opts := options(t)
	opts.Catalog = &catalog{snap: snapshot(t, dests)}
	h := httpapi.New(opts)
	for _, lang := range []destination.Lang{destination.German, destination.English} {
		for i := range dests {
			want := wanted(&dests[i], lang)
			target := "/api/v1/pois/" + dests[i].Slug + "?lang=" + lang.String()
			if diff := cmp.Diff(want, decode[map[string]any](t, get(t, h, target))["item"]); diff != "" {
				t.Fatalf("%s: %s", target, diff)
			}
			feature := decode[map[string]any](t, get(t, h, target+"&format=geojson"))
			position := []any{want["longitude"], want["latitude"]}
			delete(want, "latitude")
			delete(want, "longitude")
			if diff := cmp.Diff([]any{want, position}, []any{feature["properties"], feature["geometry"].(map[string]any)["coordinates"]}); diff != "" {
				t.Fatalf("%s as a feature: %s", target, diff)
			}
		}
	}
}
