package site_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/site"
)

var now = time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)

type adminStore struct{ err error }

func (s adminStore) Datasets(context.Context) ([]destination.Dataset, error) {
	return []destination.Dataset{
		{Version: "20260101-1", Created: now.AddDate(0, -2, 0), Count: 10, Origin: "old.osm.pbf"},
		{Version: "20260301-1", Created: now.AddDate(0, -1, 0), Count: 12345, Active: true, Origin: "<new>.osm.pbf"},
	}, s.err
}

func (adminStore) Keys(context.Context) ([]destination.Key, error) {
	return []destination.Key{
		{ID: "k1", Name: "Stadt", Hash: "SECRETHASH", Prefix: "smk_abcd", Origins: []string{"https://stadt.example"}, Created: now},
		{ID: "k2", Name: "Verlag", Prefix: "smk_efgh", Limit: 1200, Revoked: now},
	}, nil
}

func (adminStore) Usage(_ context.Context, _, fromDay string) ([]destination.KeyUsage, error) {
	if fromDay != "2026-03-02" {
		return nil, errors.New("unexpected first day " + fromDay)
	}
	return []destination.KeyUsage{
		{KeyID: "k1", Day: "2026-03-02", Requests: 1000, Refused: 10},
		{KeyID: "k1", Day: "2026-03-31", Requests: 500},
		{KeyID: "gone", Day: "2026-03-31", Requests: 7},
	}, nil
}

func newAdmin(t *testing.T, change ...func(*site.AdminOptions)) http.Handler {
	t.Helper()
	opts := site.AdminOptions{
		Name: "Ausflugskarte", Version: "v1", Started: now.Add(-time.Hour), Store: adminStore{}, KeyLimit: 600, Now: func() time.Time { return now },
		Serving: func() *site.Serving {
			return &site.Serving{Dataset: destination.Dataset{Count: 12345}, IndexBytes: 3 << 20, BuildTime: 70 * time.Millisecond}
		},
		Traffic: func() (site.Traffic, error) {
			return site.Traffic{
				Routes:    []site.RouteFigures{{Name: "pois", Requests: 2000, Refused: 100, Failed: 1, Median: 150 * time.Microsecond, P95: 2 * time.Millisecond}},
				Decisions: []site.Decision{{Name: "limited", Count: 42}}, TileBytes: 5 << 20,
			}, nil
		},
	}
	for _, f := range change {
		f(&opts)
	}
	h, err := site.Admin(opts)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestAdminShowsEverything(t *testing.T) {
	a := get(t, newAdmin(t), "/")
	if a.status != http.StatusOK || a.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("status %d, %q", a.status, a.header.Get("Cache-Control"))
	}
	for _, want := range []string{
		"12\u202f345", "3.0 MiB", "70.0 ms", "1h0m0s", // index
		">pois<", "2\u202f000", "5.0 %", "0.1 %", "150 µs", "2.0 ms", "5.0 MiB", "limited", ">42<", // traffic
		"Stadt", "https://stadt.example", "1\u202f500", "1\u202f200", "revoked", // keys
		"1\u202f500 requests from 2026-03-02 to 2026-03-31, 10 of them refused", // chart
		"20260301-1 <span class=\"tag\">active</span>", "&lt;new&gt;.osm.pbf",   // datasets
		"operator.name", // what is missing
	} {
		if !strings.Contains(a.body, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(a.body, "SECRETHASH") || strings.Contains(a.body, "<form") || strings.Contains(a.body, "<script") {
		t.Error("the view tells or does too much")
	}
	checkHTML(t, a.body)
}

func TestAdminBeforeAnythingIsLoaded(t *testing.T) {
	a := get(t, newAdmin(t, func(o *site.AdminOptions) {
		o.Serving = func() *site.Serving { return nil }
		o.Traffic = func() (site.Traffic, error) { return site.Traffic{}, nil }
	}), "/")
	if a.status != http.StatusOK || !strings.Contains(a.body, "no dataset is loaded yet") {
		t.Errorf("status %d", a.status)
	}
}

func TestAdminIsReadOnly(t *testing.T) {
	h := newAdmin(t)
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		if w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s gives %d", method, w.Code)
		}
	}
	if a := get(t, h, "/keys"); a.status != http.StatusNotFound {
		t.Errorf("another path gives %d", a.status)
	}
}

func TestAdminFailsWithoutDetails(t *testing.T) {
	a := get(t, newAdmin(t, func(o *site.AdminOptions) { o.Store = adminStore{err: errors.New("disk on fire")} }), "/")
	if a.status != http.StatusInternalServerError || strings.Contains(a.body, "fire") {
		t.Errorf("status %d, %q", a.status, a.body)
	}
}
