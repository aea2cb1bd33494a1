package sdk_test

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each attribute, set on a map that is already there, asks the API for what it
// says; so attributes that frameworks change later work too.
func testAttributes(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(`data-lat="50.98" data-lng="11.03"`))
	v.settle()
	if got, want := v.last(), (url.Values{"lat": {"50.98"}, "lng": {"11.03"}, "format": {"geojson"}, "lang": {"de"}}); !cmp.Equal(got, want) {
		t.Errorf("the first request: %s", cmp.Diff(want, got))
	}
	was := func(v *visit, attribute string) string {
		return value[string](v, `el().getAttribute(`+quote(attribute)+`) ?? ""`)
	}
	for _, c := range []struct {
		attribute, value, parameter, want string
	}{
		{"data-query", "burg", "q", "burg"},
		{"data-radius-km", "42.5", "radius_km", "42.5"},
		{"data-limit", "7", "limit", "7"},
		{"data-category", "castle,Museum", "category", "castle,Museum"},
		{"data-country-code", "de", "country_code", "DE"},
		{"data-region", "Thüringen", "region", "Thüringen"},
		{"data-kids", "", "kids", "1"},
		{"data-seating", "1", "seating", "1"},
		{"data-free", "true", "free", "1"},
		{"data-min-mobility", "2.5", "min_mobility", "2.5"},
		{"data-bbox", "10, 50, 12, 52", "bbox", "10,50,12,52"},
		{"data-lat", "51", "lat", "51"},
		{"data-lng", "-11.5", "lng", "-11.5"},
	} {
		t.Run(c.attribute, func(t *testing.T) {
			v.t = t
			before := was(v, c.attribute)
			v.do(`log.length = 0; el().setAttribute(` + quote(c.attribute) + `, ` + quote(c.value) + `)`)
			v.settle()
			if got := v.last().Get(c.parameter); got != c.want {
				t.Errorf("%s is %q, want %q", c.parameter, got, c.want)
			}
			v.do(`log.length = 0; el().setAttribute(` + quote(c.attribute) + `, ` + quote(before) + `); if (!` + quote(before) + `) el().removeAttribute(` + quote(c.attribute) + `)`)
			v.settle()
		})
	}
	v.t = t
	v.clean()
}

// What the other attributes do is seen in the map.
func testAppearance(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(`data-lat="47.6" data-lng="12.9" data-zoom="9.5" data-lang="en" data-theme="dark" data-list="below" data-search
		data-controls="zoom,scale,fullscreen" data-markers='[{"id":"m1","lat":47.6,"lng":12.9,"label":"A","title":"Start","color":"#aa0000"}]'`))
	v.settle()
	v.expect(`Math.abs(handle().getMap().getZoom() - 9.5) < 0.01 && Math.abs(handle().getMap().getCenter().lat - 47.6) < 0.001`)
	v.expect(`$(".root").lang === "en" && $(".search input").placeholder.startsWith("Search")`)
	v.expect(`$(".root").dataset.theme === "dark"`)
	v.expect(`$(".root").dataset.list === "below" && $(".list").getBoundingClientRect().top >= $(".stage").getBoundingClientRect().bottom`)
	v.expect(`$("[data-control=plus]") && $("[data-control=expand]") && $(".maplibregl-ctrl-scale")`)
	v.expect(`$(".marker").textContent === "A" && $(".marker").title === "Start" && $(".marker path").getAttribute("fill") === "#aa0000"`)
	if got := v.asked("/api/v1/map/style")[0].Query(); got.Get("theme") != "dark" || got.Get("lang") != "en" {
		t.Errorf("the style was asked for with %v", got)
	}
	v.clean()
}

func testWrongValues(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, `<div data-service-map data-lat="91" data-lng="11" data-radius-km="-3" data-limit="1000" data-country-code="FR" data-kids="maybe"
		data-min-mobility="9" data-bbox="1,2,3" data-controls="zoom,compass" data-zoom="far" data-markers="[{]" data-lang="fr" data-theme="pink"
		data-list="left" data-consent="perhaps" data-query="burg"></div>`)
	v.settle()
	for _, words := range [][]string{
		{"data-lat", "91", "-90 to 90"},
		{"data-lat", "latitude and longitude together"},
		{"data-radius-km", "-3", "above 0, up to 500"},
		{"data-limit", "1000", "1 to 400"},
		{"data-country-code", "FR", "DE, AT, CH"},
		{"data-kids", "maybe", "true or false"},
		{"data-min-mobility", "9", "0 to 5"},
		{"data-bbox", "west,south,east,north"},
		{"data-controls", "compass", "zoom, scale, fullscreen"},
		{"data-zoom", "far", "0 to 24"},
		{"data-markers", "[{]", "a list of markers"},
		{"data-lang", "fr", "de, en"},
		{"data-theme", "pink", "light, dark, auto"},
		{"data-list", "left", "beside, below"},
		{"data-consent", "perhaps", "ask, remember"},
		{"no height", "400 px"},
	} {
		v.warned(words...)
	}
	if got, want := v.last(), (url.Values{"q": {"burg"}, "limit": {"400"}, "format": {"geojson"}, "lang": {"de"}}); !cmp.Equal(got, want) {
		t.Errorf("the request: %s", cmp.Diff(want, got))
	}
	v.expect(`el().clientHeight === 400`)
	v.clean()
}

// Maps may come and go after the page was read.
func testPageChanges(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, `<main></main>`)
	v.WaitFor(`window.ServiceMap`)
	v.do(`document.querySelector("main").innerHTML = '<section><p data-service-map id="late" style="height:300px" data-query="zoo">Karte</p></section>'`)
	v.WaitFor(`has("load") && handle("#late")`)
	if got := v.last().Get("q"); got != "zoo" {
		t.Errorf("the late map asked for %q", got)
	}
	// Moved, it stays the same map.
	v.do(`window.first = handle("#late"); document.querySelector("main").append(el("#late")); await new Promise((done) => setTimeout(done))`)
	v.expect(`handle("#late") === first`)
	// Removed, it is gone, and the element is as it was.
	v.do(`window.gone = el("#late"); gone.remove()`)
	v.WaitFor(`ServiceMap.get(gone) === null`)
	v.expect(`gone.outerHTML === '<p data-service-map="" id="late" style="height:300px" data-query="zoo">Karte</p>'`)
	// An element that becomes a map.
	v.do(`document.body.insertAdjacentHTML("beforeend", '<div id="plain" style="height:200px"></div>'); el("#plain").setAttribute("data-service-map", "")`)
	v.WaitFor(`handle("#plain") && log.some((e) => e.name === "load" && e.id === "plain")`)
	v.clean()
}
