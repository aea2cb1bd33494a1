package access_test

import (
	"strings"
	"testing"

	"servicemap/internal/access"
)

func TestParseOrigin(t *testing.T) {
	for in, want := range map[string]string{
		"https://example.org":          "https://example.org",
		" https://example.org/ ":       "https://example.org",
		"HTTPS://WWW.Example.ORG":      "https://www.example.org",
		"https://example.org:443":      "https://example.org",
		"http://example.org:80":        "http://example.org",
		"http://example.org:443":       "http://example.org:443",
		"http://localhost:3000":        "http://localhost:3000",
		"https://*.example.org":        "https://*.example.org",
		"https://*.example.org:0443":   "https://*.example.org",
		"https://*.shop.example.org:8": "https://*.shop.example.org:8",
		"http://*.localhost:3000":      "http://*.localhost:3000",
		"https://müller.example":       "https://xn--mller-kva.example",
		"https://MÜLLER.example":       "https://xn--mller-kva.example",
		"http://192.0.2.1:8000":        "http://192.0.2.1:8000",
		"http://[2001:DB8::1]:8000":    "http://[2001:db8::1]:8000",
		"https://my_host.example.org":  "https://my_host.example.org",
	} {
		p, err := access.ParseOrigin(in)
		if err != nil || p.String() != want {
			t.Errorf("%q became %q, %v, want %q", in, p, err, want)
			continue
		}
		if again, err := access.ParseOrigin(p.String()); err != nil || again != p {
			t.Errorf("%q is not read as it is written: %v, %v", p, again, err)
		}
	}
}

func TestParseOriginRefuses(t *testing.T) {
	for in, reason := range map[string]string{
		"":                             "begin with https://",
		"*":                            "without origins works anywhere",
		"null":                         "begin with https://",
		"example.org":                  "begin with https://",
		"//example.org":                "begin with https://",
		"ftp://example.org":            "begin with https://",
		"file:///index.html":           "begin with https://",
		"https://example.org/shop":     "without a path",
		"https://example.org?x=1":      "without a path",
		"https://example.org#top":      "without a path",
		"https://me:pw@example.org":    "no user name",
		"https://":                     "no valid host",
		"https://*.":                   "no valid host",
		"https://a..example.org":       "no valid host",
		"https://exam ple.org":         "not a URL",
		"https://example.org:0":        "port",
		"https://example.org:65536":    "port",
		"https://example.org:":         "port",
		"https://example.org:abc":      "not a URL",
		"https://*":                    "* may only",
		"https://www.*.example.org":    "* may only",
		"https://w*.example.org":       "* may only",
		"https://*.*.example.org":      "* may only",
		"https://*.com":                "too many",
		"https://*.192.0.2.1":          "no subdomains",
		"https://[fe80::1%25eth0]":     "no valid host",
		"https://a.example, b.example": "not a URL",
		"http://0\x82":                 "no valid host",
	} {
		if p, err := access.ParseOrigin(in); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q gave %q, %v, want an error with %q", in, p, err, reason)
		}
	}
}

func TestOriginMatch(t *testing.T) {
	tests := map[string]struct{ yes, no []string }{
		"https://example.org": {
			yes: []string{"https://example.org", "https://EXAMPLE.org:443"},
			no: []string{
				"http://example.org", "https://www.example.org", "https://example.org:8443", "https://example.org.evil.example",
				"null", "", "https://example.orgx", "https://example.org.", "https://me@example.org", "javascript:alert(1)",
			},
		},
		"https://*.example.org": {
			yes: []string{"https://www.example.org", "https://a.b.c.example.org"},
			no: []string{
				"https://example.org", "https://evilexample.org", "http://www.example.org", "https://www.example.org:444",
				"https://.example.org", "https://www.example.org.evil.example", "https://*.example.org",
			},
		},
		"http://localhost:3000":  {yes: []string{"http://localhost:3000"}, no: []string{"http://localhost", "http://localhost:3001"}},
		"https://müller.example": {yes: []string{"https://xn--mller-kva.example"}, no: []string{"https://muller.example"}},
	}
	for pattern, tt := range tests {
		p, err := access.ParseOrigin(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range tt.yes {
			if !p.Match(o) {
				t.Errorf("%q does not match %q", pattern, o)
			}
		}
		for _, o := range tt.no {
			if p.Match(o) {
				t.Errorf("%q matches %q", pattern, o)
			}
		}
	}
}

func FuzzOrigin(f *testing.F) {
	for _, s := range []string{"https://*.example.org:8443", "http://[::1]:80", "https://müller.example", "null", "https://xn--a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := access.ParseOrigin(s)
		if err != nil {
			return
		}
		again, err := access.ParseOrigin(p.String())
		if err != nil || again != p {
			t.Errorf("%q became %q, which became %q, %v", s, p, again, err)
		}
		if strings.Contains(p.String(), "*") == p.Match(p.String()) {
			t.Errorf("%q matches itself: %v", p, p.Match(p.String()))
		}
	})
}
