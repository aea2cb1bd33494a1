package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/access"
	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
	"servicemap/internal/store"
)

// service is the API over a real store, with real keys and limits and a clock
// that stands still until it is set.
type service struct {
	http.Handler
	store *store.Store
	guard *access.Guard
	now   atomic.Int64
}

const startOfTime = 1_700_000_000

func newService(t *testing.T) *service {
	t.Helper()
	s := &service{}
	s.now.Store(startOfTime)
	ctx := context.Background()
	var err error
	if s.store, err = store.Open(ctx, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.store.Close() })
	written, err := s.store.WriteDataset(ctx, dataset(0), func(yield func(*destination.Record, error) bool) {
		for _, d := range places() {
			if !yield(&destination.Record{Destination: d, SourceIDs: []string{"osm:node/4711" + d.Slug}}, nil) {
				return
			}
		}
	})
	if err == nil {
		err = s.store.Activate(ctx, written.Version)
	}
	if err != nil {
		t.Fatal(err)
	}
	dests, old, err := s.store.Destinations(ctx, written.Version)
	if err != nil {
		t.Fatal(err)
	}
	index, err := search.Build(dests, search.Options{Encode: httpapi.Encode, OldSlugs: old})
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return time.Unix(s.now.Load(), 0) }
	s.guard, err = access.NewGuard(ctx, s.store, access.Options{Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.guard.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	opts := options(t)
	opts.Catalog = &catalog{snap: &httpapi.Snapshot{Index: index, Dataset: written}}
	opts.Gate, opts.Now = s.guard, clock
	s.Handler = httpapi.New(opts)
	return s
}

func (s *service) newKey(t *testing.T, k destination.Key) string {
	t.Helper()
	key := access.NewKey()
	k.Hash, k.Prefix = key.Hash(), key.Prefix()
	ctx := context.Background()
	if _, err := s.store.CreateKey(ctx, k); err != nil {
		t.Fatal(err)
	}
	if err := s.guard.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	return key.Reveal()
}

func rate(res *http.Response) []string {
	return []string{res.Header.Get("X-RateLimit-Limit"), res.Header.Get("X-RateLimit-Remaining"), res.Header.Get("X-RateLimit-Reset")}
}

// TestAnonymousLimit: 180 requests of any kind in a window, then 429.
func TestAnonymousLimit(t *testing.T) {
	s := newService(t)
	kinds := []struct {
		method, target string
		status         int
	}{
		{"GET", "/api/v1/pois", 200},
		{"GET", "/api/v1/", 200},
		{"HEAD", "/api/v1/categories", 200},
		{"GET", "/api/v1/nothing", 404},
		{"GET", "/api/v1/pois/nothing", 404},
		{"POST", "/api/v1/pois", 405},
		{"GET", "/api/v1/pois?limit=0", 400},
		{"GET", "/api/v1/openapi.json", 200},
	}
	end := fmt.Sprint(startOfTime + 60)
	for i := range 180 {
		k := kinds[i%len(kinds)]
		res := ask(t, s, k.method, k.target)
		if diff := cmp.Diff([]string{"180", fmt.Sprint(179 - i), end}, rate(res)); diff != "" || res.StatusCode != k.status {
			t.Fatalf("request %d: %d %s", i+1, res.StatusCode, diff)
		}
		if pre := ask(t, s, http.MethodOptions, k.target); pre.StatusCode != http.StatusNoContent {
			t.Fatalf("preflight %d: %d", i+1, pre.StatusCode)
		}
	}
	s.now.Add(18)
	for _, k := range kinds {
		res := ask(t, s, k.method, k.target)
		if diff := cmp.Diff([]string{"180", "0", end}, rate(res)); diff != "" || res.StatusCode != 429 || res.Header.Get("Retry-After") != "42" {
			t.Errorf("%s %s: %d %q %s", k.method, k.target, res.StatusCode, res.Header.Get("Retry-After"), diff)
		}
		if k.method != "HEAD" && decode[failed](t, res).RetryAfterSeconds != 42 {
			t.Errorf("%s", body(t, res))
		}
	}
	other := newRequest("GET", "/api/v1/pois")
	other.RemoteAddr = "198.51.100.9:1"
	if res := send(t, s, other); res.StatusCode != 200 {
		t.Errorf("another address: %d", res.StatusCode)
	}
	s.now.Add(42)
	if res := get(t, s, "/api/v1/pois"); res.StatusCode != 200 || res.Header.Get("X-RateLimit-Remaining") != "179" {
		t.Errorf("after the window: %d, remaining %s", res.StatusCode, res.Header.Get("X-RateLimit-Remaining"))
	}
}

// TestAnonymousLimitFromAllSides: exactly as many over real connections, from
// 50 clients of one address at once.
func TestAnonymousLimitFromAllSides(t *testing.T) {
	s := newService(t)
	server := httptest.NewServer(s)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 50}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	statuses, left := map[int]int{}, []int{}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			for range 5 {
				res, err := client.Get(server.URL + "/api/v1/pois?limit=3")
				if err != nil {
					t.Error(err)
					return
				}
				body(t, res)
				var n int
				fmt.Sscan(res.Header.Get("X-RateLimit-Remaining"), &n)
				mu.Lock()
				statuses[res.StatusCode]++
				if res.StatusCode == 200 {
					left = append(left, n)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if diff := cmp.Diff(map[int]int{200: 180, 429: 70}, statuses); diff != "" {
		t.Error(diff)
	}
	slices.Sort(left)
	for i, n := range left {
		if i != n {
			t.Fatalf("remaining requests were told as %v", left)
		}
	}
}

func TestKeys(t *testing.T) {
	s := newService(t)
	plain := s.newKey(t, destination.Key{Name: "plain"})
	bound := s.newKey(t, destination.Key{Name: "bound", Origins: []string{"https://page.example", "https://*.pages.example"}})
	wide := s.newKey(t, destination.Key{Name: "wide", Limit: 5000})
	unknown := access.NewKey().Reveal()
	for name, c := range map[string]struct {
		target  string
		headers []string
		status  int
		limit   string
	}{
		"header":             {"/api/v1/pois", []string{"X-Service-Key", plain}, 200, "600"},
		"key":                {"/api/v1/pois?key=" + plain, nil, 200, "600"},
		"api_key":            {"/api/v1/pois?api_key=" + plain, nil, 200, "600"},
		"the same twice":     {"/api/v1/pois?key=" + plain + "&api_key=" + plain, []string{"X-Service-Key", plain}, 200, "600"},
		"empty":              {"/api/v1/pois?key=", []string{"X-Service-Key", ""}, 200, "180"},
		"two":                {"/api/v1/pois?key=" + plain, []string{"X-Service-Key", wide}, 400, "180"},
		"own limit":          {"/api/v1/categories", []string{"X-Service-Key", wide}, 200, "5000"},
		"unknown":            {"/api/v1/pois", []string{"X-Service-Key", unknown}, 401, "180"},
		"unknown, config":    {"/api/v1/map/config?key=" + unknown, nil, 401, "180"},
		"unknown, style":     {"/api/v1/map/style?key=" + unknown, nil, 401, "180"},
		"unknown, no path":   {"/api/v1/nothing?key=" + unknown, nil, 401, "180"},
		"malformed":          {"/api/v1/", []string{"X-Service-Key", plain + "x"}, 401, "180"},
		"origin":             {"/api/v1/pois", []string{"X-Service-Key", bound, "Origin", "https://page.example"}, 200, "600"},
		"subdomain":          {"/api/v1/pois", []string{"X-Service-Key", bound, "Origin", "https://a.pages.example"}, 200, "600"},
		"referer":            {"/api/v1/pois", []string{"X-Service-Key", bound, "Referer", "https://page.example/a?b"}, 200, "600"},
		"other origin":       {"/api/v1/pois", []string{"X-Service-Key", bound, "Origin", "https://page.example:444"}, 403, "180"},
		"no origin":          {"/api/v1/pois/titisee", []string{"X-Service-Key", bound}, 403, "180"},
		"other origin, path": {"/api/v1/nothing", []string{"X-Service-Key", bound, "Origin", "http://page.example"}, 403, "180"},
	} {
		t.Run(name, func(t *testing.T) {
			res := get(t, s, c.target, c.headers...)
			text := string(body(t, res))
			if res.StatusCode != c.status || res.Header.Get("X-RateLimit-Limit") != c.limit || res.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%d %v: %s", res.StatusCode, res.Header, text)
			}
			for _, key := range []string{plain, bound, wide, unknown} {
				if strings.Contains(text+fmt.Sprint(res.Header), key) {
					t.Errorf("a key comes back: %v %s", res.Header, text)
				}
			}
		})
	}
}

func TestClientStatusInTheIndex(t *testing.T) {
	s := newService(t)
	type limits struct {
		RequestsPerMinute, MaxResults, MaxRadiusKm int
		Reset                                      int64
	}
	type client struct {
		Authenticated bool
		Plan          string
		Limits        limits
		Remaining     int
	}
	key := s.newKey(t, destination.Key{Name: "k", Limit: 1000})
	for value, want := range map[string]client{
		"":  {false, "anonymous", limits{180, 400, 500, startOfTime + 60}, 179},
		key: {true, "key", limits{1000, 400, 500, startOfTime + 60}, 999},
	} {
		got := decode[struct{ Client client }](t, get(t, s, "/api/v1/", "X-Service-Key", value)).Client
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestNothingInternalLeaves looks for identifiers of the sources and of the
// store in every body.
func TestNothingInternalLeaves(t *testing.T) {
	s := newService(t)
	for _, target := range []string{"/api/v1/", "/api/v1/pois", "/api/v1/pois?format=geojson", "/api/v1/pois/titisee", "/api/v1/categories", "/api/v1/map/config"} {
		text := string(body(t, get(t, s, target)))
		for _, secret := range []string{"4711", "osm:", "node/", "sourceIds", "evidence", "prominence", "altNames"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s has %q", target, secret)
			}
		}
	}
}
