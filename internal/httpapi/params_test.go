package httpapi_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
)

type poi struct {
	Slug, Name          string
	Category, Region    string
	Latitude, Longitude float64
	DistanceKm          *float64
}

type poiList struct {
	OK          bool
	APIVersion  string
	Count       int
	Total       int
	Items       []poi
	Attribution string
}

type failed struct {
	OK                *bool
	APIVersion        string
	Error             string
	RetryAfterSeconds int
}

func found(l poiList) string {
	var slugs []string
	for _, p := range l.Items {
		slugs = append(slugs, p.Slug)
	}
	return strings.Join(slugs, " ")
}

// what finds everything, in the order of prominence.
const everything = "schloss-neuschwanstein schoenbrunn rheinfall titisee schloss-vaduz namenlos"

// TestParametersThatAreAllowed walks through the parameters of the search, each
// valid and at its bounds.
func TestParametersThatAreAllowed(t *testing.T) {
	h := httpapi.New(options(t))
	for query, want := range map[string]string{
		"":                                   everything,
		"q=":                                 everything,
		"q=+":                                everything,
		"q=titisee":                          "titisee",
		"q=nirgendwo":                        "",
		"q=" + strings.Repeat("%C3%A4", 200): "",
		"lat=&lng=&radius_km=&bbox=&category=&country_code=&region=&kids=&seating=&free=&min_mobility=&limit=&format=&lang=": everything,
		"unknown=1&unknown=2&utm_source=x&limits=0": everything,
		"&&": everything,

		"lat=47.68&lng=8.61":                       "rheinfall titisee",
		"lat=47.68&lng=8.61&radius_km=10":          "rheinfall",
		"lat=47.68&lng=8.61&radius_km=500":         "rheinfall titisee schloss-vaduz schloss-neuschwanstein namenlos",
		"lat=47.68&lng=8.61&radius_km=0.001":       "",
		"lat=90&lng=180":                           "",
		"lat=-90&lng=-180":                         "",
		"lat=-0&lng=0":                             "",
		"lat=4.768e1&lng=861e-2&radius_km=1E%2B1":  "rheinfall",
		"lat=.5&lng=5.":                            "",
		"q=vaduz&lat=47.68&lng=8.61&radius_km=500": "schloss-vaduz",

		"bbox=8,47,9,48":                                "rheinfall titisee",
		"bbox=8,47,9,48&lat=47.89&lng=8.15":             "titisee rheinfall",
		"bbox=8,47,9,48&lat=47.89&lng=8.15&radius_km=5": "titisee",
		"bbox=5,45,18,56&lat=47.89&lng=8.15":            "titisee rheinfall schloss-vaduz schloss-neuschwanstein namenlos schoenbrunn",
		"bbox=-180,-90,180,90":                          everything,
		"bbox=9,47,8,48":                                "schloss-neuschwanstein schloss-vaduz",
		"bbox=10,50,10,50":                              "namenlos",
		"bbox=368,47,369,48":                            "rheinfall titisee",
		"bbox=-352,47,-351,48":                          "rheinfall titisee",
		"bbox=-500,0,500,90":                            everything,

		"category=castle":            "schloss-neuschwanstein schloss-vaduz",
		"category=CASTLE":            "schloss-neuschwanstein schloss-vaduz",
		"category=burg+%26+schloss":  "schloss-neuschwanstein schloss-vaduz",
		"category=Castle+%26+palace": "schloss-neuschwanstein schloss-vaduz",
		"category=zoo,wasserfall":    "schoenbrunn rheinfall",
		"category=zoo,+,gibtsnicht,": "schoenbrunn",
		"category=gibtsnicht":        "",
		"category=zoo;castle":        "",
		"country_code=DE":            "schloss-neuschwanstein titisee",
		"country_code=at":            "schoenbrunn",
		"country_code=Ch":            "rheinfall",
		"region=Bayern":              "schloss-neuschwanstein",
		"region=bavaria":             "schloss-neuschwanstein",
		"region=zurich":              "rheinfall",
		"region=Z%C3%9CRICH":         "rheinfall",
		"region=schwarzwald":         "titisee",
		"region=Black+Forest":        "titisee",
		"region=atlantis":            "",
		"region=!!!":                 "",
		"kids=1":                     "schloss-neuschwanstein schoenbrunn titisee",
		"kids=true&free=true":        "titisee",
		"kids=0&seating=0&free=0":    everything,
		"kids=false&seating=false":   everything,
		"seating=1":                  "schloss-neuschwanstein schoenbrunn",
		"free=1":                     "rheinfall titisee",
		"min_mobility=0":             "schloss-neuschwanstein rheinfall titisee",
		"min_mobility=2.5":           "schloss-neuschwanstein titisee",
		"min_mobility=5":             "titisee",
		"limit=1":                    "schloss-neuschwanstein",
		"limit=400":                  everything,
		"limit=007":                  everything,
		"format=json":                everything,
		"lang=de":                    everything,
		"lang=en":                    everything,
		"%71=titisee":                "titisee",
		"q=titisee&key":              "titisee",
	} {
		t.Run(short(query), func(t *testing.T) {
			res := get(t, h, "/api/v1/pois?"+query)
			if res.StatusCode != http.StatusOK {
				t.Fatalf("%d: %s", res.StatusCode, body(t, res))
			}
			list := decode[poiList](t, res)
			if got := found(list); got != want {
				t.Errorf("found %q, want %q", got, want)
			}
			if !list.OK || list.APIVersion != "1.0" || list.Items == nil || list.Count != len(list.Items) || list.Total < list.Count {
				t.Errorf("envelope %+v", list)
			}
		})
	}
}

func short(s string) string {
	if len(s) > 60 {
		return s[:60]
	}
	return s
}

// TestParametersThatAreNot walks through the same parameters, past their bounds
// and malformed: each answer names the parameter, its value and what is allowed.
func TestParametersThatAreNot(t *testing.T) {
	h := httpapi.New(options(t))
	cases := map[string][]string{
		"q":            {strings.Repeat("a", 201), strings.Repeat("ä", 201)},
		"country_code": {"FR", "DEU", "LI", "D", "de,at", " DE"},
		"format":       {"xml", "GeoJSON", "JSON", "1"},
		"lang":         {"fr", "DE", "de-DE"},
		"limit":        {"0", "401", "-1", "1.5", "1e2", "+5", " 5", "5 ", "0x10", "zehn", "99999999999999999999", "1_0", "NaN"},
		"min_mobility": {"-0.1", "5.1", "NaN", "Inf", "hoch", "0x1", "+1"},
		"bbox": {
			"1,2,3", "1,2,3,4,5", "1,2,3,", ",,,", "a,b,c,d", "8,48,9,47", "NaN,0,1,1", "0,0,Inf,1", "0x1,0,2,2", "8, 47,9,48", "1e400,0,1,1", "8;47;9;48",
		},
		"kids": {"2", "yes", "TRUE", "on"}, "seating": {"2", "ja"}, "free": {"-1", "t"},
	}
	number := []string{"NaN", "nan", "Inf", "-Inf", "infinity", "0x1p4", "0x10", "1e400", "+5", " 5", "5 ", "1_0", "1,5", "eins", "--1", "1e", ".", "-", "٣"}
	cases["lat"] = append([]string{"90.0001", "-90.0001", "1e3"}, number...)
	cases["lng"] = append([]string{"180.0001", "-180.0001"}, number...)
	cases["radius_km"] = append([]string{"0", "-1", "500.0001", "1e-400"}, number...)
	for name, values := range cases {
		for _, value := range values {
			t.Run(name+"="+short(value), func(t *testing.T) {
				v := url.Values{"lat": {"47"}, "lng": {"8"}}
				v.Set(name, value)
				shown := value
				if utf8.RuneCountInString(value) > 60 {
					shown = string([]rune(value)[:60]) + "…"
				}
				wantBad(t, get(t, h, "/api/v1/pois?"+v.Encode()), name, shown)
				if name != "limit" && name != "format" {
					wantBad(t, get(t, h, "/api/v1/categories?"+v.Encode()), name, shown)
				}
			})
		}
	}
}

func wantBad(t *testing.T, res *http.Response, param, value string) {
	t.Helper()
	if res.StatusCode != http.StatusBadRequest {
		t.Fatalf("status %d, want 400: %s", res.StatusCode, body(t, res))
	}
	f := decode[failed](t, res)
	if f.OK == nil || *f.OK || f.APIVersion != "1.0" {
		t.Errorf("%s", body(t, res))
	}
	for _, part := range []string{fmt.Sprintf("parameter %q", param), fmt.Sprintf("%q: ", value)} {
		if !strings.Contains(f.Error, part) {
			t.Errorf("error %q does not have %q", f.Error, part)
		}
	}
}

func TestParametersTogether(t *testing.T) {
	h := httpapi.New(options(t))
	for query, want := range map[string]string{
		"lat=47":                      `parameter "lng" is missing: lat and lng are given together or not at all`,
		"lng=8":                       `parameter "lat" is missing: lat and lng are given together or not at all`,
		"lat=47&lng=":                 `parameter "lng" is missing: lat and lng are given together or not at all`,
		"radius_km=10":                `parameter "radius_km" has the invalid value "10": it needs a centre, given by lat and lng`,
		"radius_km=10&bbox=8,47,9,48": `parameter "radius_km" has the invalid value "10": it needs a centre, given by lat and lng`,
		"q=a&q=b":                     `parameter "q" has the invalid value "a, b": give it only once`,
		"q=&q=b":                      `parameter "q" has the invalid value ", b": give it only once`,
		"limit=5&limit=5":             `parameter "limit" has the invalid value "5, 5": give it only once`,
		"q=%zz":                       `parameter "q" has the invalid value "%zz": percent-encoding is % and two hexadecimal digits`,
		"q=%":                         `parameter "q" has the invalid value "%": percent-encoding is % and two hexadecimal digits`,
		"x=%f":                        `parameter "x" has the invalid value "%f": percent-encoding is % and two hexadecimal digits`,
		"%zz=1":                       `parameter "%zz" has the invalid value "1": percent-encoding is % and two hexadecimal digits`,
		"q=%ff":                       `parameter "q" has the invalid value "\xff": text must be valid UTF-8`,
		"%ff":                         `parameter "\xff" has the invalid value "\xff": text must be valid UTF-8`,
		"key=smk_geheim%zz":           `parameter "key" has the invalid value "…": percent-encoding is % and two hexadecimal digits`,
		"api_key=smk_geheim%ff":       `parameter "api_key" has the invalid value "…": text must be valid UTF-8`,
	} {
		t.Run(query, func(t *testing.T) {
			for _, path := range []string{"/api/v1/pois", "/api/v1/categories"} {
				if path == "/api/v1/categories" && strings.HasPrefix(query, "limit") {
					continue
				}
				res := get(t, h, path+"?"+query)
				if got := decode[failed](t, res).Error; res.StatusCode != http.StatusBadRequest || got != want {
					t.Errorf("%s: %d %s\nwant %s", path, res.StatusCode, got, want)
				}
			}
		})
	}
}

func TestParametersOfOtherEndpoints(t *testing.T) {
	h := httpapi.New(options(t))
	for target, want := range map[string]int{
		"/api/v1/pois/titisee?format=geojson&lang=en": 200,
		"/api/v1/pois/titisee?format=":                200,
		"/api/v1/pois/titisee?lat=x&limit=0":          200,
		"/api/v1/pois/titisee?format=xml":             400,
		"/api/v1/pois/titisee?lang=fr":                400,
		"/api/v1/pois/titisee?lang=de&lang=de":        400,
		"/api/v1/map/style?theme=light&lang=de":       200,
		"/api/v1/map/style?theme=dark&lang=en":        200,
		"/api/v1/map/style?theme=":                    200,
		"/api/v1/map/style?theme=Dark":                400,
		"/api/v1/map/style?theme=blue":                400,
		"/api/v1/map/style?lang=fr":                   400,
		"/api/v1/map/style?source=tilejson":           200,
		"/api/v1/map/style?source=mbtiles":            400,
		"/api/v1/map/config?q=%zz":                    400,
		"/api/v1/?q=%ff":                              400,
		"/api/v1/categories?limit=0&format=xml":       200, // not its parameters
	} {
		t.Run(target, func(t *testing.T) {
			r := get(t, h, target)
			if r.StatusCode != want {
				t.Errorf("%d: %s", r.StatusCode, body(t, r))
			}
		})
	}
}

// TestDefaults shows the default and the largest number of hits and the default
// radius on enough destinations to see them.
func TestDefaults(t *testing.T) {
	var many []destination.Destination
	for i := range 500 {
		many = append(many, destination.Destination{
			Slug: fmt.Sprintf("ort-%03d", i), Name: "Ort", Category: destination.Park, Point: destination.Point{Lat: 47 + float64(i)*0.01, Lng: 10},
		})
	}
	opts := options(t)
	opts.Catalog = &catalog{snap: snapshot(t, many)}
	h := httpapi.New(opts)
	type numbers struct{ count, total int }
	for query, want := range map[string]numbers{
		"":                           {80, 500},
		"limit=400":                  {400, 500},
		"lat=47&lng=10&limit=400":    {72, 72}, // 80 km are 0.7195 degrees
		"lat=47&lng=10&radius_km=10": {9, 9},
		"lat=47&lng=10&bbox=9,46,11,53&limit=400": {400, 500}, // no radius beside a box
	} {
		list := decode[poiList](t, get(t, h, "/api/v1/pois?"+query))
		if got := (numbers{list.Count, list.Total}); got != want {
			t.Errorf("%q: %+v, want %+v", query, got, want)
		}
	}
}

func TestDistanceOnlyWithACentre(t *testing.T) {
	h := httpapi.New(options(t))
	with := decode[poiList](t, get(t, h, "/api/v1/pois?lat=47.8935&lng=8.1461&category=swimming"))
	if d := with.Items[0].DistanceKm; d == nil || *d != 0 {
		t.Errorf("distance %v, want 0", d)
	}
	without := decode[poiList](t, get(t, h, "/api/v1/pois?category=swimming"))
	if d := without.Items[0].DistanceKm; d != nil {
		t.Errorf("distance %v without a centre", *d)
	}
}

func TestLanguage(t *testing.T) {
	h := httpapi.New(options(t))
	type names struct{ Category, Region string }
	for lang, want := range map[string]names{"de": {"Burg & Schloss", "Bayern"}, "en": {"Castle & palace", "Bavaria"}, "": {"Burg & Schloss", "Bayern"}} {
		p := decode[poiList](t, get(t, h, "/api/v1/pois?category=castle&limit=1&lang="+lang)).Items[0]
		if diff := cmp.Diff(want, names{p.Category, p.Region}); diff != "" {
			t.Errorf("%q: %s", lang, diff)
		}
	}
}
