package site_test

import (
	"net/http"
	"strings"
	"testing"

	"servicemap/internal/site"
)

func TestLegalPagesNameTheOperator(t *testing.T) {
	h := newSite(t)
	tests := map[string][]string{
		"/imprint":    {"Verein &lt;Muster&gt;", "Weg 1<br>12345 Ort", "mailto:post@example.org", "VR 7", "DE1", "Frau Muster", "© OpenStreetMap contributors"},
		"/en/imprint": {"Verein &lt;Muster&gt;", "VAT identification number", "Frau Muster"},
		"/terms":      {"180 Anfragen je Minute", "600", "Massenhaftes Herunterladen", "Spiegeln", "Vorausladen", "Umgehen der Grenzen", "<code>attribution</code>", "ODbL-1.0"},
		"/en/terms":   {"180 requests a minute", "Bulk downloads", "mirroring of the tile archive", "preloading of large areas", "Circumventing limits"},
		"/privacy":    {"nach 9 Tagen gelöscht", "nur gekürzt", "Die Behörde", "servicemap-theme"},
		"/en/privacy": {"deleted after 9 days", "only cut short", "Die Behörde"},
	}
	for path, wants := range tests {
		body := get(t, h, path).body
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("%s: no %s", path, want)
			}
		}
		if strings.Contains(body, "operator.name") || strings.Contains(body, "[nicht angegeben]") || strings.Contains(body, "[not given]") {
			t.Errorf("%s says that something is missing", path)
		}
	}
}

func TestMissingOperatorIsSaid(t *testing.T) {
	h := newSite(t, func(o *site.Options) { o.Operator = site.Operator{Email: "post@example.org", LogDays: 14} })
	for _, path := range []string{"/imprint", "/terms", "/privacy", "/en/imprint"} {
		body := get(t, h, path).body
		if !strings.Contains(body, "<code>operator.name</code>") || !strings.Contains(body, "<code>operator.address</code>") {
			t.Errorf("%s does not say what is missing", path)
		}
		if strings.Contains(body, "<code>operator.email</code>") {
			t.Errorf("%s misses what is there", path)
		}
	}
}

func TestPrivacyFollowsTheLog(t *testing.T) {
	for mode, want := range map[string]string{"full": "size and the internet address.", "none": "size and no internet address.", "short": "only cut short"} {
		h := newSite(t, func(o *site.Options) { o.Operator.LogAddresses = mode })
		if body := get(t, h, "/en/privacy").body; !strings.Contains(body, want) {
			t.Errorf("%s: no %q", mode, want)
		}
	}
}

func TestEveryPageLinksToTheLegalOnes(t *testing.T) {
	h := newSite(t)
	for _, path := range append(pages, "/nothing-here") {
		a := get(t, h, path)
		for _, link := range []string{"/terms", "/privacy", "/imprint"} {
			if !strings.Contains(a.body, `href="`+link+`"`) {
				t.Errorf("%s has no link to %s", path, link)
			}
		}
		if path == "/nothing-here" && a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}
