package access_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"servicemap/internal/access"
	"servicemap/internal/destination"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memory is a KeyStore that tests can look into and break.
type memory struct {
	mu    sync.Mutex
	keys  []destination.Key
	token string
	usage []destination.KeyUsage
	err   error
}

func (m *memory) Keys(context.Context) ([]destination.Key, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.keys), m.err
}

func (m *memory) ChangeToken(context.Context) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.token, m.err
}

func (m *memory) AddUsage(_ context.Context, u []destination.KeyUsage) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil {
		m.usage = append(m.usage, u...)
	}
	return m.err
}

func (m *memory) change(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	m.token += "+"
}

func (m *memory) add(id string, limit int, origins ...string) access.Key {
	k := access.NewKey()
	m.change(func() {
		m.keys = append(m.keys, destination.Key{ID: id, Name: id, Hash: k.Hash(), Limit: limit, Origins: origins})
	})
	return k
}

type fixture struct {
	*access.Guard
	clock    *clock
	store    *memory
	outcomes map[access.Outcome]int
	mu       sync.Mutex
}

func newFixture(t *testing.T, opts access.Options, store *memory) *fixture {
	t.Helper()
	f := &fixture{clock: newClock(), store: store, outcomes: map[access.Outcome]int{}}
	opts.Now = f.clock.now
	opts.Observe = func(_ bool, o access.Outcome) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.outcomes[o]++
	}
	var err error
	if f.Guard, err = access.NewGuard(t.Context(), store, opts); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close(context.Background()) })
	return f
}

func request(url string, headers ...string) *http.Request {
	r := httptest.NewRequest("GET", url, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return r
}

func TestAnonymousLimit(t *testing.T) {
	f := newFixture(t, access.Options{}, &memory{})
	first := f.clock.now()
	for i := 1; i <= 180; i++ {
		c, err := f.Admit(request("/"), "pois")
		want := destination.Client{Limit: 180, Remaining: 180 - i, Reset: first.Add(time.Minute)}
		if c != want || err != nil {
			t.Fatalf("request %d: %+v, %v, want %+v", i, c, err, want)
		}
		f.clock.add(100 * time.Millisecond)
	}
	c, err := f.Admit(request("/"), "pois")
	var limit *destination.RateLimitError
	if !errors.As(err, &limit) || limit.Seconds() != 42 || c.Remaining != 0 || c.Limit != 180 {
		t.Errorf("request 181: %+v, %v, want to wait 42 s", c, err)
	}
	f.clock.add(42 * time.Second)
	if c, err := f.Admit(request("/"), "pois"); err != nil || c.Remaining != 179 {
		t.Errorf("in the next window: %+v, %v", c, err)
	}
	if f.outcomes[access.Allowed] != 181 || f.outcomes[access.Limited] != 1 {
		t.Errorf("outcomes %v", f.outcomes)
	}
}

func TestAdmitAtOnce(t *testing.T) {
	f := newFixture(t, access.Options{}, &memory{})
	var admitted atomic.Int64
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			for range 8 {
				if _, err := f.Admit(request("/"), "pois"); err == nil {
					admitted.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if admitted.Load() != 180 {
		t.Errorf("%d of 400 requests were admitted, want 180", admitted.Load())
	}
}

func TestKeyPlaces(t *testing.T) {
	store := &memory{}
	a, b := store.add("a", 0).Reveal(), store.add("b", 5).Reveal()
	f := newFixture(t, access.Options{}, store)
	tests := map[string]struct {
		r     *http.Request
		key   string // who was admitted
		limit int
		err   error
	}{
		"header":            {r: request("/", "X-Service-Key", a), key: "a", limit: 600},
		"key":               {r: request("/?key=" + a), key: "a", limit: 600},
		"api_key":           {r: request("/?q=x&api_key=" + b), key: "b", limit: 5},
		"escaped name":      {r: request("/?%6b%65%79=" + b), key: "b", limit: 5},
		"all the same":      {r: request("/?key="+a+"&api_key="+a, "X-Service-Key", a), key: "a", limit: 600},
		"empty ones":        {r: request("/?key=&api_key="+a, "X-Service-Key", ""), key: "a", limit: 600},
		"none":              {r: request("/?q=monkey"), limit: 180},
		"malformed":         {r: request("/", "X-Service-Key", a[:20]), limit: 180, err: destination.ErrUnknownKey},
		"unknown":           {r: request("/", "X-Service-Key", access.NewKey().Reveal()), limit: 180, err: destination.ErrUnknownKey},
		"header and key":    {r: request("/?key="+b, "X-Service-Key", a), limit: 180, err: &destination.ParamError{}},
		"key and api_key":   {r: request("/?key=" + a + "&api_key=" + b), limit: 180, err: &destination.ParamError{}},
		"key twice":         {r: request("/?key=" + a + "&key=" + b), limit: 180, err: &destination.ParamError{}},
		"good and nonsense": {r: request("/?key=" + a + "&api_key=x"), limit: 180, err: &destination.ParamError{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := f.Admit(tt.r, "pois")
			var param *destination.ParamError
			if errors.As(tt.err, &param) {
				if !errors.As(err, &param) || strings.Contains(err.Error(), "smk_") {
					t.Errorf("error %v, want a ParamError without a key", err)
				}
			} else if !errors.Is(err, tt.err) {
				t.Errorf("error %v, want %v", err, tt.err)
			}
			if c.KeyID != tt.key || c.Limit != tt.limit || c.Reset.IsZero() {
				t.Errorf("client %+v, want key %q with limit %d", c, tt.key, tt.limit)
			}
		})
	}
}

func TestKeyOrigins(t *testing.T) {
	store := &memory{}
	k := store.add("a", 0, "https://example.org", "https://*.shop.example").Reveal()
	f := newFixture(t, access.Options{}, store)
	tests := map[string]struct {
		headers []string
		err     error
	}{
		"origin":                      {headers: []string{"Origin", "https://example.org"}},
		"subdomain":                   {headers: []string{"Origin", "https://www.shop.example"}},
		"referer":                     {headers: []string{"Referer", "https://example.org/some/page?x=1#y"}},
		"origin counts, not referer":  {headers: []string{"Origin", "https://evil.example", "Referer", "https://example.org/"}, err: destination.ErrOriginDenied},
		"null, though referer is":     {headers: []string{"Origin", "null", "Referer", "https://example.org/"}, err: destination.ErrOriginDenied},
		"two origins":                 {headers: []string{"Origin", "https://example.org", "Origin", "https://evil.example"}, err: destination.ErrOriginDenied},
		"neither":                     {err: destination.ErrOriginDenied},
		"referer is nonsense":         {headers: []string{"Referer", "%"}, err: destination.ErrOriginDenied},
		"referer with another's user": {headers: []string{"Referer", "https://example.org@evil.example/"}, err: destination.ErrOriginDenied},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := f.Admit(request("/", append(tt.headers, "X-Service-Key", k)...), "pois")
			if !errors.Is(err, tt.err) || c.Authenticated() != (tt.err == nil) {
				t.Errorf("client %+v, error %v, want %v", c, err, tt.err)
			}
		})
	}
}

func TestOthersCannotUseUpAKey(t *testing.T) {
	store := &memory{}
	k := store.add("a", 3, "https://example.org").Reveal()
	f := newFixture(t, access.Options{}, store)
	for range 10 {
		if c, err := f.Admit(request("/", "X-Service-Key", k), "pois"); !errors.Is(err, destination.ErrOriginDenied) || c.Limit != 180 {
			t.Fatal(c, err)
		}
	}
	c, err := f.Admit(request("/", "X-Service-Key", k, "Origin", "https://example.org"), "pois")
	if err != nil || c.Remaining != 2 {
		t.Errorf("the key's own site: %+v, %v", c, err)
	}
}

func TestKeysCannotBeGuessedAtSpeed(t *testing.T) {
	store := &memory{}
	k := store.add("a", 0).Reveal()
	f := newFixture(t, access.Options{AnonymousLimit: 5}, store)
	isLimit := func(err error) bool { return errors.As(err, new(*destination.RateLimitError)) }
	for i := range 5 {
		if _, err := f.Admit(request("/?key="+access.NewKey().Reveal()), "pois"); !errors.Is(err, destination.ErrUnknownKey) {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
	for name, r := range map[string]*http.Request{
		"another guess": request("/?key=" + access.NewKey().Reveal()), "a lucky guess": request("/?key=" + k),
		"malformed": request("/?key=x"), "anonymous": request("/"),
	} {
		if _, err := f.Admit(r, "pois"); !isLimit(err) {
			t.Errorf("%s: %v, want the limit", name, err)
		}
	}
	other := request("/?key=" + k)
	other.RemoteAddr = "192.0.2.99:1"
	if _, err := f.Admit(other, "pois"); err != nil {
		t.Errorf("the key from another address: %v", err)
	}
	// An address whose anonymous requests are used up may still use its key.
	f.clock.add(time.Minute)
	for range 9 {
		_, _ = f.Admit(request("/"), "pois")
	}
	if c, err := f.Admit(request("/?key="+k), "pois"); err != nil || c.KeyID != "a" {
		t.Errorf("the key beside anonymous requests: %+v, %v", c, err)
	}
}

func TestEndpointLimits(t *testing.T) {
	store := &memory{}
	k := store.add("a", 0).Reveal()
	f := newFixture(t, access.Options{AnonymousLimit: 4, EndpointLimits: map[string]int{"categories": 2}}, store)
	for i, want := range []struct {
		endpoint         string
		limit, remaining int
		refused          bool
	}{
		{"pois", 4, 3, false},
		{"categories", 2, 1, false},
		{"categories", 2, 0, false},
		{"categories", 2, 0, true},
		{"pois", 4, 0, false},
		{"pois", 4, 0, true},
	} {
		c, err := f.Admit(request("/"), want.endpoint)
		if c.Limit != want.limit || c.Remaining != want.remaining || (err != nil) != want.refused {
			t.Errorf("request %d: %+v, %v, want %+v", i, c, err, want)
		}
	}
	if c, err := f.Admit(request("/?key="+k), "categories"); err != nil || c.Limit != 600 {
		t.Errorf("with a key: %+v, %v", c, err)
	}
}

func TestUsage(t *testing.T) {
	store := &memory{}
	k := store.add("a", 2, "https://example.org").Reveal()
	f := newFixture(t, access.Options{}, store)
	site := []string{"X-Service-Key", k, "Origin", "https://example.org"}
	for range 3 { // the third is beyond the limit
		_, _ = f.Admit(request("/", site...), "pois")
	}
	_, _ = f.Admit(request("/", "X-Service-Key", k), "pois") // denied
	_, _ = f.Admit(request("/"), "pois")                     // nobody's
	store.change(func() { store.err = errors.New("disk full") })
	if err := f.Flush(t.Context()); err == nil {
		t.Error("no error from a store that fails")
	}
	store.change(func() { store.err = nil })
	f.clock.add(24 * time.Hour)
	_, _ = f.Admit(request("/", site...), "pois")
	if err := f.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []destination.KeyUsage{
		{KeyID: "a", Day: "2026-11-15", Requests: 4, Refused: 2}, {KeyID: "a", Day: "2026-11-16", Requests: 1},
	}
	byDay := cmpopts.SortSlices(func(a, b destination.KeyUsage) bool { return a.Day < b.Day })
	if diff := cmp.Diff(want, store.usage, byDay); diff != "" {
		t.Errorf("usage (-want +got):\n%s", diff)
	}
}

func TestKeysAreKeptUpWith(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &memory{}
		g, err := access.NewGuard(t.Context(), store, access.Options{})
		if err != nil {
			t.Fatal(err)
		}
		admit := func(k string) error {
			_, err := g.Admit(request("/?key="+k), "pois")
			return err
		}
		k := store.add("a", 0).Reveal()
		if err := admit(k); !errors.Is(err, destination.ErrUnknownKey) {
			t.Errorf("before the guard could know of it: %v", err)
		}
		time.Sleep(1100 * time.Millisecond)
		if err := admit(k); err != nil {
			t.Errorf("after a second: %v", err)
		}
		// A store that fails does not lock out anybody.
		store.change(func() { store.err = errors.New("broken") })
		time.Sleep(6 * time.Second)
		if err := admit(k); err != nil {
			t.Errorf("while the store fails: %v", err)
		}
		store.change(func() { store.err, store.keys[0].Revoked = nil, start })
		time.Sleep(1100 * time.Millisecond)
		if err := admit(k); !errors.Is(err, destination.ErrUnknownKey) {
			t.Errorf("a second after it was revoked: %v", err)
		}
		time.Sleep(5 * time.Second)
		store.change(func() {
			if len(store.usage) != 1 || store.usage[0].Requests != 2 {
				t.Errorf("usage %+v, want 2 requests written by themselves", store.usage)
			}
		})
		if err := g.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestGuardNeedsItsStore(t *testing.T) {
	if _, err := access.NewGuard(t.Context(), &memory{err: errors.New("broken")}, access.Options{}); err == nil {
		t.Error("a guard was made without keys")
	}
}
