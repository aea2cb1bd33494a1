package site_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/site"
)

// pages are all kinds of pages, by their German address.
var pages = []string{
	"/", "/embed", "/d/burg-eltz", "/d/boese", "/d/karg", "/docs/", "/docs/api", "/docs/keys", "/docs/adr/0001-one",
	"/docs/reference", "/terms", "/privacy", "/imprint",
}

func TestEveryPageInBothLanguages(t *testing.T) {
	h := newSite(t)
	for _, path := range pages {
		for _, lang := range []string{"de", "en"} {
			address := path
			if lang == "en" {
				address = "/en" + path
			}
			t.Run(address, func(t *testing.T) {
				a := get(t, h, address)
				if a.status != http.StatusOK || a.header.Get("Content-Type") != "text/html; charset=utf-8" {
					t.Fatalf("status %d, type %q", a.status, a.header.Get("Content-Type"))
				}
				for _, want := range []string{`<html lang="` + lang + `">`, `<link rel="canonical" href="` + base, `href="/favicon.svg"`} {
					if !strings.Contains(a.body, want) {
						t.Errorf("no %s", want)
					}
				}
				for _, key := range []string{"⟦", "<no value>", "ZgotmplZ", "%!"} {
					if strings.Contains(a.body, key) {
						t.Errorf("%q is in the page", key)
					}
				}
				checkHTML(t, a.body)
			})
		}
	}
}

func TestAlternatesNameEachOther(t *testing.T) {
	h := newSite(t)
	for _, path := range []string{"/d/burg-eltz", "/en/d/burg-eltz"} {
		body := get(t, h, path).body
		for _, want := range []string{
			`hreflang="de" href="` + base + `/d/burg-eltz"`, `hreflang="en" href="` + base + `/en/d/burg-eltz"`,
			`hreflang="x-default" href="` + base + `/d/burg-eltz"`, `<link rel="canonical" href="` + base + path + `"`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: no %s", path, want)
			}
		}
	}
	// The documentation has one language, so one address is the right one.
	if body := get(t, h, "/docs/api").body; !strings.Contains(body, `<link rel="canonical" href="`+base+`/en/docs/api"`) || strings.Contains(body, `rel="alternate"`) {
		t.Error("the German address of an English page is not canonical to the English one")
	}
}

func TestPolicyIsStrict(t *testing.T) {
	h := newSite(t)
	for _, path := range append(pages, "/nothing-here") {
		a := get(t, h, path)
		policy := a.header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self' 'sha256-") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if strings.Contains(a.body, " style=") && !strings.Contains(path, "/docs") {
			t.Errorf("%s has an inline style", path)
		}
		if got := strings.Count(a.body, "<script>"); got != 1 {
			t.Errorf("%s has %d inline scripts, want the one whose hash the policy has", path, got)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Host = "127.0.0.1:8080"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if got := w.Header().Get("Content-Security-Policy"); !strings.Contains(got, "connect-src 'self' https://map.example.org") {
		t.Errorf("asked at another address than the configured one, the policy forbids the service's own: %s", got)
	}
}

func TestAnswersThatAreNoPage(t *testing.T) {
	h := newSite(t)
	tests := []struct {
		path, location string
		status         int
	}{
		{"/en", "/en/", 301},
		{"/docs", "/docs/", 301},
		{"/embed/?a=1", "/embed?a=1", 301},
		{"/en/terms/", "/en/terms", 301},
		{"/d/eltz-alt", "/d/burg-eltz", 301},
		{"/en/d/eltz-alt", "/en/d/burg-eltz", 301},
		{"/docs/API.md", "/docs/api", 301},
		{"/d/unbekannt", "", 404},
		{"/d/", "", 404},
		{"/d/a/b", "", 404},
		{"/docs/unbekannt", "", 404},
		{"/docs/embed.go", "", 404},
		{"/english", "", 404},
		{"//evil.example/", "", 404},
		{"/site/x/none.js", "", 404},
		{"/sitemap-99.xml", "", 404},
		{"/sitemap-x.xml", "", 404},
		{"/docs/images/p.png", "", 200},
		{"/favicon.ico", "", 200},
		{"/og.png", "", 200},
	}
	for _, test := range tests {
		a := get(t, h, test.path)
		if a.status != test.status || a.header.Get("Location") != test.location {
			t.Errorf("%s: %d to %q, want %d to %q", test.path, a.status, a.header.Get("Location"), test.status, test.location)
		}
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	w := httptest.NewRecorder()
	newSite(t).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("%d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestCachingAndCompression(t *testing.T) {
	h := newSite(t)
	plain := get(t, h, "/terms")
	tag := plain.header.Get("ETag")
	if tag == "" || plain.header.Get("Cache-Control") != "public, max-age=300" || plain.header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("headers %v", plain.header)
	}
	if again := get(t, h, "/terms", "If-None-Match", tag); again.status != http.StatusNotModified || again.body != "" {
		t.Errorf("the same tag gives %d with %d bytes", again.status, len(again.body))
	}
	for _, encoding := range []string{"br", "gzip"} {
		a := get(t, h, "/terms", "Accept-Encoding", encoding)
		if a.header.Get("Content-Encoding") != encoding || len(a.body) > len(plain.body)/2 {
			t.Errorf("%s: encoding %q, %d of %d bytes", encoding, a.header.Get("Content-Encoding"), len(a.body), len(plain.body))
		}
	}
	r := httptest.NewRequest(http.MethodHead, "/terms", nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 200 || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d, %d bytes", w.Code, w.Body.Len())
	}
	css := between(t, plain.body, `<link rel="stylesheet" href="`, `"`)
	if got := get(t, h, css).header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("style sheet: %q", got)
	}
	if got := get(t, h, "/site/older/site.css").header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("style sheet of an older page: %q", got)
	}
}

func TestServiceBelowAPath(t *testing.T) {
	h := newSite(t, func(o *site.Options) {
		o.Base = func(*http.Request) string { return "https://example.org/karte" }
	})
	body := get(t, h, "/en/d/burg-eltz").body
	for _, want := range []string{
		`href="/karte/en/embed"`, `src="/karte/sdk/v1/service-map.js"`, `href="https://example.org/karte/d/burg-eltz"`, `href="/karte/d/burg-eltz" hreflang="de"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestNewNeedsItsParts(t *testing.T) {
	if _, err := site.New(site.Options{}); err == nil {
		t.Error("pages without destinations were made")
	}
	opts := options()
	opts.Description = func(string) ([]byte, error) { return []byte("{"), nil }
	if _, err := site.New(opts); err == nil || !strings.Contains(err.Error(), "API reference") {
		t.Errorf("a broken API description gave %v", err)
	}
}

func TestRobotsAndManifest(t *testing.T) {
	h := newSite(t)
	want := "User-agent: *\nDisallow: /api/\nDisallow: /tiles/\nSitemap: https://map.example.org/sitemap.xml\n"
	if diff := cmp.Diff(want, get(t, h, "/robots.txt").body); diff != "" {
		t.Error(diff)
	}
	if a := get(t, h, "/manifest.webmanifest"); a.header.Get("Content-Type") != "application/manifest+json" || !strings.Contains(a.body, `"name":"Ausflugskarte"`) {
		t.Errorf("manifest: %v %s", a.header, a.body)
	}
}
