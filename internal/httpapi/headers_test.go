package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
)

var keyed = doorman{client: destination.Client{KeyID: "7", Limit: 600, Remaining: 599, Reset: time.Unix(1700000060, 0)}}

// headers picks some headers of an answer.
func headers(res *http.Response, names ...string) map[string]string {
	m := map[string]string{}
	for _, n := range names {
		m[n] = strings.Join(res.Header.Values(n), "|")
	}
	return m
}

func TestHeadersOfEveryAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		gate        httpapi.Gate
		target      string
		caching     string
		vary        string
		limit, rest string
		tagged      bool
	}{
		"anonymous": {openDoor, "/api/v1/pois", "public, max-age=60", "Accept-Encoding, X-Service-Key", "180", "179", true},
		"config":    {openDoor, "/api/v1/map/config", "public, max-age=60", "Accept-Encoding, X-Service-Key", "180", "179", true},
		"style":     {openDoor, "/api/v1/map/style", "public, max-age=60", "Accept-Encoding, X-Service-Key", "180", "179", true},
		"poi":       {openDoor, "/api/v1/pois/titisee", "public, max-age=60", "Accept-Encoding, X-Service-Key", "180", "179", true},
		"openapi":   {openDoor, "/api/v1/openapi.yaml", "public, max-age=60", "Accept-Encoding, X-Service-Key", "180", "179", true},
		"with key":  {keyed, "/api/v1/categories", "private, max-age=60", "Accept-Encoding, X-Service-Key, Origin", "600", "599", true},
		"index":     {openDoor, "/api/v1/", "no-store", "Accept-Encoding, X-Service-Key", "180", "179", false},
		"not found": {keyed, "/api/v1/nothing", "no-store", "Accept-Encoding, X-Service-Key, Origin", "600", "599", false},
	} {
		t.Run(name, func(t *testing.T) {
			opts := options(t)
			opts.Gate = c.gate
			res := get(t, httpapi.New(opts), c.target, "Origin", "https://page.example")
			want := map[string]string{
				"Access-Control-Allow-Origin": "*", "Cache-Control": c.caching, "Vary": c.vary,
				"Access-Control-Expose-Headers": "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, X-Request-Id",
				"X-RateLimit-Limit":             c.limit, "X-RateLimit-Remaining": c.rest, "X-RateLimit-Reset": "1700000060", "X-Content-Type-Options": "nosniff",
				"Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Credentials": "",
			}
			var names []string
			for n := range want {
				names = append(names, n)
			}
			if diff := cmp.Diff(want, headers(res, names...)); diff != "" {
				t.Error(diff)
			}
			if got := strings.HasPrefix(res.Header.Get("ETag"), `W/"`); got != c.tagged {
				t.Errorf("ETag %q", res.Header.Get("ETag"))
			}
		})
	}
}

// TestPreflight: it is answered everywhere and asks nobody at the gate.
func TestPreflight(t *testing.T) {
	opts := options(t)
	opts.Gate = doorman{err: destination.ErrUnknownKey}
	h := httpapi.New(opts)
	for _, target := range []string{"/api/v1/pois", "/api/v1/", "/api/v1/pois/titisee", "/api/v1/nothing"} {
		res := ask(t, h, http.MethodOptions, target,
			"Origin", "https://page.example", "Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "x-service-key")
		got := headers(res, "Access-Control-Allow-Origin", "Access-Control-Allow-Methods", "Access-Control-Max-Age", "Allow", "X-RateLimit-Limit")
		want := map[string]string{
			"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS", "Access-Control-Max-Age": "86400",
			"Allow": "GET, HEAD, OPTIONS", "X-RateLimit-Limit": "",
		}
		if diff := cmp.Diff(want, got); diff != "" || res.StatusCode != http.StatusNoContent || len(body(t, res)) > 0 {
			t.Errorf("%s: %d %s", target, res.StatusCode, diff)
		}
		if !strings.Contains(res.Header.Get("Access-Control-Allow-Headers"), "X-Service-Key") {
			t.Errorf("allowed headers: %q", res.Header.Get("Access-Control-Allow-Headers"))
		}
	}
}

func TestHeadHasTheHeadersOfGet(t *testing.T) {
	h := httpapi.New(options(t))
	for _, target := range []string{"/api/v1/", "/api/v1/pois", "/api/v1/pois?format=geojson", "/api/v1/pois/titisee", "/api/v1/nothing", "/api/v1/pois?limit=0", "/api/v1/openapi.json"} {
		for _, accept := range []string{"", "gzip"} {
			a, b := get(t, h, target, "Accept-Encoding", accept), ask(t, h, http.MethodHead, target, "Accept-Encoding", accept)
			a.Header.Del("X-Request-Id")
			b.Header.Del("X-Request-Id")
			if diff := cmp.Diff(a.Header, b.Header); diff != "" || a.StatusCode != b.StatusCode {
				t.Errorf("%s: %d, %d %s", target, a.StatusCode, b.StatusCode, diff)
			}
			if a.Header.Get("Content-Length") != fmt.Sprint(len(body(t, a))) {
				t.Errorf("%s: Content-Length %s of %d", target, a.Header.Get("Content-Length"), len(body(t, a)))
			}
		}
	}
}

func TestIfNoneMatch(t *testing.T) {
	h := httpapi.New(options(t))
	for _, target := range []string{
		"/api/v1/pois", "/api/v1/pois/titisee", "/api/v1/categories", "/api/v1/map/config", "/api/v1/map/style", "/api/v1/openapi.json",
	} {
		etag := get(t, h, target).Header.Get("ETag")
		strong := strings.TrimPrefix(etag, "W/")
		for header, want := range map[string]int{
			etag: 304, strong: 304, `"a", ` + etag: 304, `W/"x,y",` + strong + `, "b"`: 304, "*": 304, " * ": 304,
			`"a"`: 200, "": 200, strings.Trim(strong, `"`): 200, `W/"`: 200, `"` + etag: 200,
		} {
			res := get(t, h, target, "If-None-Match", header)
			if res.StatusCode != want {
				t.Errorf("%s with %q: %d, want %d", target, header, res.StatusCode, want)
			}
			if want != 304 {
				continue
			}
			got := headers(res, "ETag", "Cache-Control", "Vary", "Access-Control-Allow-Origin", "X-RateLimit-Remaining", "Content-Type", "Content-Length")
			if diff := cmp.Diff(map[string]string{
				"ETag": etag, "Cache-Control": "public, max-age=60", "Vary": "Accept-Encoding, X-Service-Key", "Access-Control-Allow-Origin": "*",
				"X-RateLimit-Remaining": "179", "Content-Type": "", "Content-Length": "",
			}, got); diff != "" {
				t.Errorf("%s: %s", target, diff)
			}
		}
	}
	for target, want := range map[string]int{"/api/v1/pois/unknown": 404, "/api/v1/pois?limit=0": 400, "/api/v1/": 200} {
		if res := get(t, h, target, "If-None-Match", "*"); res.StatusCode != want {
			t.Errorf("%s: %d, want %d", target, res.StatusCode, want)
		}
	}
}

// TestETagFollowsTheAnswer: the same for all ways to ask one question, another
// for another question, another after the data has changed. Keys do not count.
func TestETagFollowsTheAnswer(t *testing.T) {
	c := &catalog{snap: snapshot(t, places())}
	opts := options(t)
	opts.Catalog = c
	h := httpapi.New(opts)
	tag := func(query string) string { return get(t, h, "/api/v1/pois?"+query).Header.Get("ETag") }
	for a, b := range map[string]string{
		"": "limit=80&lang=de&format=json&kids=0", "q=see": "q=+see+&key=x", "lat=47&lng=8": "lng=8.0&lat=4.7e1&radius_km=80&api_key=y",
		"category=castle": "category=Burg", "region=Bayern": "region=bavaria", "lat=0&lng=0": "lat=-0&lng=-0",
	} {
		if tag(a) != tag(b) {
			t.Errorf("%q and %q have different tags", a, b)
		}
	}
	seen := map[string]string{}
	for _, q := range []string{
		"", "lang=en", "format=geojson", "limit=79", "q=a", "q=b", "lat=0&lng=0", "lat=0&lng=0&radius_km=1", "bbox=0,0,0,0", "kids=1", "seating=1", "free=1",
		"min_mobility=0", "category=castle", "category=zoo", "category=unknown", "country_code=DE", "region=bern", "region=!", "q=bern",
	} {
		if other, taken := seen[tag(q)]; taken {
			t.Errorf("%q and %q have the same tag", q, other)
		}
		seen[tag(q)] = q
	}
	before := tag("")
	next := snapshot(t, places())
	next.Dataset.Version = "2024-06-01a"
	c.swap(next)
	if tag("") == before {
		t.Error("the tag stays when the dataset changes")
	}
}

func TestCompression(t *testing.T) {
	h := httpapi.New(options(t))
	plain := string(body(t, get(t, h, "/api/v1/pois")))
	for accept, want := range map[string]string{
		"": "", "identity": "", "deflate": "", "gzip": "gzip", "br": "br", "zstd": "zstd", "GZIP": "gzip", "x-gzip": "gzip",
		"gzip, deflate, br, zstd": "zstd", "gzip, deflate, br": "gzip", "gzip;q=0.9, br": "br", "gzip;q=1.0, br;q=0.5": "gzip", "zstd;q=0, br;q=0, gzip": "gzip",
		"*": "zstd", "*;q=0.1, br;q=0.2": "br", "zstd;q=0, *": "gzip", "gzip;q=0": "", "gzip;q=0, *;q=0": "", "identity;q=0": "",
		"identity, gzip;q=0.5": "", "identity;q=0.5, gzip;q=0.5": "gzip", "gzip;q=2": "", "gzip;q=x": "", "gzip;level=1": "", " gzip ; q=0.001 ": "gzip", ",,;": "",
	} {
		for range 3 { // not cached, taken in, from the cache
			res := get(t, h, "/api/v1/pois", "Accept-Encoding", accept)
			if got := res.Header.Get("Content-Encoding"); got != want {
				t.Errorf("%q: %q, want %q", accept, got, want)
			}
			if got := string(unpacked(t, res)); got != plain {
				t.Errorf("%q: the body differs", accept)
			}
			if want != "" && len(body(t, res)) >= len(plain) {
				t.Errorf("%q: %d bytes of %d", accept, len(body(t, res)), len(plain))
			}
		}
	}
	for _, target := range []string{"/api/v1/", "/api/v1/openapi.json", "/api/v1/openapi.yaml", "/api/v1/pois?format=geojson"} {
		for range 3 {
			res := get(t, h, target, "Accept-Encoding", "gzip")
			if res.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(string(unpacked(t, res)), "apiVersion") {
				t.Errorf("%s is not compressed", target)
			}
		}
	}
	if got := get(t, h, "/api/v1/pois/namenlos", "Accept-Encoding", "gzip").Header.Get("Content-Encoding"); got != "" {
		t.Errorf("a small answer is compressed with %q", got)
	}
}

// TestCacheIsDroppedWithTheData asks the same questions again and again, from
// many sides, while the data changes: nobody may get yesterday's answer after
// having seen today's.
func TestCacheIsDroppedWithTheData(t *testing.T) {
	first, second := snapshot(t, places()), snapshot(t, places()[1:])
	second.Dataset.Version = "other"
	c := &catalog{snap: first}
	opts := options(t)
	opts.Catalog = c
	opts.CacheBytes = 64 << 10 // so small that it has to forget
	h := httpapi.New(opts)
	total := func(i int) int {
		return decode[poiList](t, get(t, h, fmt.Sprintf("/api/v1/pois?limit=%d", 100+i%40))).Total
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 100 {
				if n := total(i); n != 6 {
					t.Errorf("found %d", n)
				}
			}
		})
	}
	wg.Wait()
	c.swap(second)
	for range 8 {
		wg.Go(func() {
			for i := range 100 {
				if n := total(i); n != 5 {
					t.Errorf("found %d after the change", n)
				}
			}
		})
	}
	wg.Wait()
}
