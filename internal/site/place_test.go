package site_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/site"
)

func TestPlaceTellsWhatIsKnown(t *testing.T) {
	h := newSite(t)
	body := get(t, h, "/d/burg-eltz").body
	for _, want := range []string{
		"<h1>Burg Eltz</h1>", "Wierschem, Mosel, Rheinland-Pfalz", "Burg aus dem 12. Jahrhundert.", "gut mit Kindern", "barrierefrei",
		"Mo–So", "09:30–17:30 Uhr", "Burg-Eltz-Straße 1", `href="tel:&#43;492672950500"`, `href="https://burg-eltz.de/?a=1&amp;b=2"`,
		"OpenStreetMap (ODbL-1.0)", `data-lat="50.2053"`, `href="geo:50.2053,7.3366"`, "directions?to=50.2053%2C7.3366", "(CC BY-SA 4.0)",
		`href="/d/karg"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(body, "<img") || strings.Contains(body, `src="https://pictures`) {
		t.Error("a picture of another host is loaded")
	}
	if body := get(t, h, "/d/karg").body; strings.Contains(body, "Öffnungszeiten</dt>") || strings.Contains(body, "Eintritt</dt>") {
		t.Error("there are names of facts that are not known")
	}
}

func TestPlaceForSearchEngines(t *testing.T) {
	got := jsonLD(t, get(t, newSite(t), "/en/d/burg-eltz").body)
	want := map[string]any{
		"@context": "https://schema.org", "@type": []any{"TouristAttraction", "LandmarksOrHistoricalBuildings"},
		"@id": base + "/en/d/burg-eltz", "url": base + "/en/d/burg-eltz", "name": "Burg Eltz", "description": "Burg aus dem 12. Jahrhundert.",
		"address": map[string]any{
			"@type": "PostalAddress", "streetAddress": "Burg-Eltz-Straße 1", "addressLocality": "Wierschem",
			"addressRegion": "Rheinland-Pfalz", "addressCountry": "DE",
		},
		"geo":       map[string]any{"@type": "GeoCoordinates", "latitude": 50.2053, "longitude": 7.3366},
		"telephone": "+49 (2672) 950-500", "sameAs": "https://burg-eltz.de/?a=1&b=2", "openingHours": []any{"Mo-Su 09:30-17:30"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What comes from data stays text, wherever it stands.
func TestPlaceCannotBreakOut(t *testing.T) {
	body := get(t, newSite(t), "/d/boese").body
	for _, bad := range []string{"<script>alert", "<img", "<b>", "<i>", "<u>", "javascript:"} {
		if strings.Contains(body, bad) {
			t.Errorf("%s is in the page", bad)
		}
	}
	if got := jsonLD(t, body)["name"]; got != `</script><script>alert(1)</script>"'<b>` {
		t.Errorf("the name is %q", got)
	}
}

func TestOpeningHoursInWords(t *testing.T) {
	tests := []struct{ text, german, english string }{
		{"24/7", "täglich durchgehend geöffnet", "daily always open"},
		{"10:00-18:00", "täglich 10:00–18:00 Uhr", "daily 10:00–18:00"},
		{"Mo-Fr 09:00-12:00,13:00-17:00; Sa 10:00-14:00", "Mo–Fr 09:00–12:00, 13:00–17:00 Uhr|Sa 10:00–14:00 Uhr", "Mon–Fri 09:00–12:00, 13:00–17:00|Sat 10:00–14:00"},
		{"Tu,Th 10:00-16:00; PH off", "Di, Do 10:00–16:00 Uhr|Feiertage geschlossen", "Tue, Thu 10:00–16:00|public holidays closed"},
		{"Apr-Oct Mo-Su 10:00-18:00", "April–Oktober Mo–So 10:00–18:00 Uhr", "Apr–Oct Mon–Sun 10:00–18:00"},
		{"Sa 20:00-23:00+", "Sa 20:00–23:00 Uhr oder länger", "Sat 20:00–23:00 or longer"},
		{"sunrise-sunset", "sunrise-sunset", "sunrise-sunset"},
		{"Mo-Fr 09:00-12:00; nach Vereinbarung", "Mo-Fr 09:00-12:00; nach Vereinbarung", "Mo-Fr 09:00-12:00; nach Vereinbarung"},
	}
	var all places
	for i, test := range tests {
		all.all = append(all.all, site.Place{Slug: strconv.Itoa(i), Name: "A", OpeningHours: test.text})
	}
	h := newSite(t, func(o *site.Options) { o.Destinations = all })
	for i, test := range tests {
		slug := strconv.Itoa(i)
		for path, want := range map[string]string{"/d/" + slug: test.german, "/en/d/" + slug: test.english} {
			if got := hoursOf(t, get(t, h, path).body); got != want {
				t.Errorf("%s: %q is shown as %q, want %q", path, test.text, got, want)
			}
		}
	}
}

// hoursOf is the text of the opening hours, rules separated by a stroke.
func hoursOf(t *testing.T, body string) string {
	t.Helper()
	text := between(t, body, `<dd><span class="hours">`, "</dd>")
	text = strings.ReplaceAll(text, `</span></span><span class="hours">`, "|")
	return strings.NewReplacer("<span>", "", "</span>", "").Replace(text)
}

func FuzzPaths(f *testing.F) {
	for _, path := range append(pages, "/en/../x", "/d/%2e%2e", "/docs/%00", "/sitemap-1.xml", "/site//") {
		f.Add(path)
	}
	h := newSite(f)
	f.Fuzz(func(t *testing.T, path string) {
		if path == "" || path[0] != '/' || strings.ContainsAny(path, " \x00\r\n\t") || !validRequest(path) {
			t.Skip()
		}
		a := get(t, h, path)
		if a.status >= 500 {
			t.Errorf("%q gives %d", path, a.status)
		}
		if to := a.header.Get("Location"); strings.HasPrefix(to, "//") || strings.Contains(to, "://") {
			t.Errorf("%q leads to another host: %s", path, to)
		}
	})
}
