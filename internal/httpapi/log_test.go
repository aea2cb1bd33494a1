package httpapi_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/httpapi"
)

type observed struct {
	Route, Method string
	Status        int
	Took          time.Duration
}

type observer []observed

func (o *observer) Observe(route, method string, status int, d time.Duration) {
	*o = append(*o, observed{route, method, status, d})
}

func TestLogAndMetrics(t *testing.T) {
	type line struct {
		Level, Msg, RequestID, Method, Route, Path, Client string
		Status, Bytes, Duration                            int
	}
	for name, c := range map[string]struct {
		method, target, from string
		want                 line
	}{
		"search": {
			"GET", "/api/v1/pois?q=geheim&lat=48.1&lng=11.5&key=smk_geheim", "203.0.113.77:4711",
			line{Level: "INFO", Method: "GET", Route: "pois", Path: "/api/v1/pois", Client: "203.0.113.0/24", Status: 200},
		},
		"IPv6":   {"GET", "/api/v1/?api_key=smk_geheim", "[2001:db8:1:2:3::4]:1", line{Level: "INFO", Method: "GET", Route: "index", Path: "/api/v1/", Client: "2001:db8:1::/48", Status: 200}},
		"mapped": {"HEAD", "/api/v1/categories", "[::ffff:203.0.113.77]:1", line{Level: "INFO", Method: "HEAD", Route: "categories", Path: "/api/v1/categories", Client: "203.0.113.0/24", Status: 200}},
		"key in the path": {
			"GET", "/api/v1/smk_geheim", "203.0.113.77:1",
			line{Level: "INFO", Method: "GET", Route: "unknown", Path: "/api/v1/smk_…", Client: "203.0.113.0/24", Status: 404},
		},
		"long path": {"GET", "/api/" + strings.Repeat("a", 300), "", line{Level: "INFO", Method: "GET", Route: "unknown", Path: "/api/" + strings.Repeat("a", 195) + "…", Status: 404}},
		"invented":  {"INVENTED", "/api/v1/pois/titisee", "203.0.113.77:1", line{Level: "INFO", Method: "OTHER", Route: "poi", Path: "/api/v1/pois/titisee", Client: "203.0.113.0/24", Status: 405}},
		"preflight": {"OPTIONS", "/api/v1/map/style", "203.0.113.77:1", line{Level: "INFO", Method: "OPTIONS", Route: "style", Path: "/api/v1/map/style", Client: "203.0.113.0/24", Status: 204}},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			var metrics observer
			opts := options(t)
			opts.Logger = slog.New(slog.NewJSONHandler(&log, nil))
			opts.Metrics = &metrics
			now := time.Unix(1700000000, 0)
			opts.Now = func() time.Time { now = now.Add(time.Millisecond); return now }
			r := newRequest(c.method, c.target, "X-Service-Key", "smk_geheim", "X-Request-Id", "forged")
			r.RemoteAddr = c.from
			res := send(t, httpapi.New(opts), r)

			var got line
			if err := json.Unmarshal(log.Bytes(), &got); err != nil {
				t.Fatalf("%v: %s", err, log.String())
			}
			c.want.Msg, c.want.Duration = "request", int(time.Millisecond)
			c.want.Bytes, c.want.RequestID = len(body(t, res)), res.Header.Get("X-Request-Id")
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if strings.Contains(log.String(), "geheim") || strings.Contains(log.String(), "forged") {
				t.Errorf("the log says too much: %s", log.String())
			}
			if diff := cmp.Diff(observer{{c.want.Route, c.want.Method, c.want.Status, time.Millisecond}}, metrics); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFullAddressesOnDemand(t *testing.T) {
	var log bytes.Buffer
	opts := options(t)
	opts.Logger = slog.New(slog.NewJSONHandler(&log, nil))
	opts.LogFullAddresses = true
	opts.ClientAddr = func(*http.Request) netip.Addr { return netip.MustParseAddr("198.51.100.23") }
	get(t, httpapi.New(opts), "/api/v1/")
	if !strings.Contains(log.String(), `"client":"198.51.100.23"`) {
		t.Errorf("log: %s", log.String())
	}
}
