package httpapi_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
)

// broken panics or fails on every search.
type broken struct{ httpapi.Searcher }

func (broken) Search(*destination.Query, []destination.Hit) destination.Result {
	panic("secret detail")
}

func TestStatuses(t *testing.T) {
	client := destination.Client{Limit: 180, Remaining: 12, Reset: time.Unix(1700000042, 500)}
	gate := func(err error) func(*httpapi.Options) {
		return func(o *httpapi.Options) { o.Gate = doorman{client, err} }
	}
	none := func(*httpapi.Options) {}
	for name, c := range map[string]struct {
		method, target string
		change         func(*httpapi.Options)
		status         int
		want           failed
		header         map[string]string
	}{
		"bad parameter": {"GET", "/api/v1/pois?limit=401", none, 400, failed{Error: `parameter "limit" has the invalid value "401": a whole number from 1 to 400`}, nil},
		"two keys": {
			"GET", "/api/v1/", gate(&destination.ParamError{Param: "key", Value: "…", Allowed: "one key only"}), 400,
			failed{Error: `parameter "key" has the invalid value "…": one key only`},
			nil,
		},
		"unknown key":              {"GET", "/api/v1/pois", gate(fmt.Errorf("look up: %w", destination.ErrUnknownKey)), 401, failed{Error: "unknown API key"}, map[string]string{"WWW-Authenticate": "X-Service-Key"}},
		"unknown key first":        {"GET", "/api/v1/nothing", gate(destination.ErrUnknownKey), 401, failed{Error: "unknown API key"}, nil},
		"origin":                   {"GET", "/api/v1/map/config", gate(destination.ErrOriginDenied), 403, failed{Error: "this API key is not enabled for the origin of the request"}, nil},
		"unknown slug":             {"GET", "/api/v1/pois/unknown", none, 404, failed{Error: "there is no destination with this slug"}, nil},
		"strange slug":             {"GET", "/api/v1/pois/%ff%00", none, 404, failed{Error: "there is no destination with this slug"}, nil},
		"unknown path":             {"GET", "/api/v1/nothing", none, 404, failed{Error: "there is nothing at this path; the index at /api/v1/ lists the endpoints"}, nil},
		"deeper path":              {"GET", "/api/v1/pois/a/b", none, 404, failed{Error: "there is nothing at this path; the index at /api/v1/ lists the endpoints"}, nil},
		"unclean path":             {"GET", "/api/v1//pois", none, 404, failed{Error: "there is nothing at this path; the index at /api/v1/ lists the endpoints"}, nil},
		"other version":            {"GET", "/api/v2/pois", none, 404, failed{Error: "there is nothing at this path; the index at /api/v1/ lists the endpoints"}, nil},
		"no version":               {"GET", "/api/", none, 404, failed{Error: "there is nothing at this path; the index at /api/v1/ lists the endpoints"}, nil},
		"unknown path, any method": {"POST", "/api/v1/nothing", none, 404, failed{Error: "there is nothing at this path; the index at /api/v1/ lists the endpoints"}, nil},
		"POST":                     {"POST", "/api/v1/pois", none, 405, failed{Error: "method not allowed: use GET, HEAD or OPTIONS"}, map[string]string{"Allow": "GET, HEAD, OPTIONS"}},
		"DELETE":                   {"DELETE", "/api/v1/pois/titisee", none, 405, failed{Error: "method not allowed: use GET, HEAD or OPTIONS"}, map[string]string{"Allow": "GET, HEAD, OPTIONS"}},
		"BREW":                     {"BREW", "/api/v1/", none, 405, failed{Error: "method not allowed: use GET, HEAD or OPTIONS"}, map[string]string{"Allow": "GET, HEAD, OPTIONS"}},
		"too fast": {
			"GET", "/api/v1/pois", gate(&destination.RateLimitError{RetryAfter: 41001 * time.Millisecond}), 429,
			failed{Error: "rate limit reached, retry in 42 s", RetryAfterSeconds: 42},
			map[string]string{"Retry-After": "42"},
		},
		"hardly too fast": {
			"GET", "/api/v1/pois", gate(&destination.RateLimitError{}), 429,
			failed{Error: "rate limit reached, retry in 1 s", RetryAfterSeconds: 1},
			map[string]string{"Retry-After": "1"},
		},
		"gate fails": {"GET", "/api/v1/pois", gate(errors.New("database: secret detail")), 500, failed{Error: "temporary server error"}, nil},
		"style fails": {
			"GET", "/api/v1/map/style", func(o *httpapi.Options) { o.Map = plainMap{fail: errors.New("secret detail")} }, 500,
			failed{Error: "temporary server error"},
			nil,
		},
		"panic": {
			"GET", "/api/v1/pois", func(o *httpapi.Options) {
				o.Catalog = &catalog{snap: &httpapi.Snapshot{Index: broken{}, Dataset: dataset(0)}}
			}, 500, failed{Error: "temporary server error"}, nil,
		},
		"no data yet": {
			"GET", "/api/v1/pois", func(o *httpapi.Options) { o.Catalog = &catalog{} }, 503,
			failed{Error: "the destinations are still being loaded, try again in a moment", RetryAfterSeconds: 2},
			map[string]string{"Retry-After": "2"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			opts := options(t)
			opts.Gate = doorman{client, nil}
			opts.Logger = slog.New(slog.NewJSONHandler(&log, nil))
			c.change(&opts)
			res := ask(t, httpapi.New(opts), c.method, c.target)
			got := decode[failed](t, res)
			if res.StatusCode != c.status || got.OK == nil || *got.OK || got.APIVersion != "1.0" {
				t.Errorf("%d %s", res.StatusCode, body(t, res))
			}
			got.OK, got.APIVersion = nil, ""
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			c.header = merged(c.header, map[string]string{
				"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", "ETag": "",
				"X-RateLimit-Limit": "180", "X-RateLimit-Remaining": "12", "X-RateLimit-Reset": "1700000043",
			})
			for name, want := range c.header {
				if v := res.Header.Get(name); v != want {
					t.Errorf("%s: %q, want %q", name, v, want)
				}
			}
			id := res.Header.Get("X-Request-Id")
			if c.status == 500 && (len(id) != 16 || !strings.Contains(log.String(), id) || !strings.Contains(log.String(), "secret detail")) {
				t.Errorf("request %q is not explained in the log: %s", id, log.String())
			}
		})
	}
}

func merged(a, b map[string]string) map[string]string {
	for k, v := range a {
		b[k] = v
	}
	return b
}

// TestNoDataYet: what needs no data is answered while there is none.
func TestNoDataYet(t *testing.T) {
	opts := options(t)
	opts.Catalog = &catalog{}
	h := httpapi.New(opts)
	for target, want := range map[string]int{
		"/api/v1/": 503, "/api/v1/map/config": 503, "/api/v1/pois": 503, "/api/v1/pois/titisee": 503, "/api/v1/categories": 503,
		"/api/v1/map/style": 200, "/api/v1/openapi.json": 200, "/api/v1/openapi.yaml": 200, "/api/v1/nothing": 404, "/api/v1/pois?limit=0": 400,
	} {
		if res := get(t, h, target); res.StatusCode != want {
			t.Errorf("%s: %d, want %d", target, res.StatusCode, want)
		}
	}
}

// lateWriter panics when the body is written.
type lateWriter struct{ *httptest.ResponseRecorder }

func (lateWriter) Write([]byte) (int, error) { panic("connection on fire") }

// TestPanicAfterTheHeader: half an answer must not look like a whole one.
func TestPanicAfterTheHeader(t *testing.T) {
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("recovered %v, want http.ErrAbortHandler", got)
		}
	}()
	httpapi.New(options(t)).ServeHTTP(lateWriter{httptest.NewRecorder()}, newRequest(http.MethodGet, "/api/v1/pois"))
	t.Error("no panic")
}

func TestHealth(t *testing.T) {
	c := &catalog{}
	live, ready := httpapi.Health(c)
	check := func(name string, h http.Handler, status int, want string) {
		t.Helper()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, newRequest(http.MethodGet, "/"))
		if w.Code != status || w.Body.String() != want+"\n" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s, want %d %s", name, w.Code, w.Body, status, want)
		}
	}
	check("live without data", live, 200, `{"ok":true}`)
	check("ready without data", ready, 503, `{"ok":false,"error":"no dataset is loaded"}`)
	c.swap(snapshot(t, places()))
	check("live", live, 200, `{"ok":true}`)
	check("ready", ready, 200, `{"ok":true,"dataset":"2024-05-01a"}`)
}
