package sdk_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const emptyMap = `<div id="map" style="height:500px"></div>`

func testOptions(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, emptyMap)
	v.WaitFor(`window.ServiceMap`)
	v.do(`await ServiceMap.create("#map", {
		pois: { q: "schloss", lat: 48.1, lng: 11.5, radius_km: 60, limit: 20 },
		center: [11.4, 48.2], zoom: 8, controls: ["zoom", "scale", "fullscreen"],
		markers: [{ id: "a", title: "Treffpunkt", label: "T", lat: 48.1, lng: 11.5, color: "#123456" }],
	})`)
	v.settle()
	want := url.Values{"q": {"schloss"}, "lat": {"48.1"}, "lng": {"11.5"}, "radius_km": {"60"}, "limit": {"20"}, "format": {"geojson"}, "lang": {"de"}}
	if got := v.last(); !cmp.Equal(got, want) {
		t.Errorf("the request: %s", cmp.Diff(want, got))
	}
	v.expect(`Math.abs(handle().getMap().getZoom() - 8) < 0.001 && Math.abs(handle().getMap().getCenter().lng - 11.4) < 0.001`)
	v.expect(`$(".maplibregl-ctrl-scale") && $("[data-control=minus]") && $("[data-control=expand]")`)
	v.expect(`$(".marker").textContent === "T" && $(".marker path").getAttribute("fill") === "#123456" && $(".marker").getAttribute("aria-label") === "Treffpunkt"`)
	// Dots have no labels and the colours of their categories.
	v.expect(`handle().getMap().getStyle().layers.filter((l) => l.source === "service-map-places").every((l) => l.type === "circle")`)
	// An element as target; no destinations where none are wanted.
	v.forget()
	v.do(`await ServiceMap.create(el("#map"), { pois: false, center: [10, 50], zoom: 7 })`)
	if got := v.asked("/api/v1/pois"); len(got) != 0 {
		t.Errorf("a map without destinations asked for %v", got)
	}
	v.clean()
}

func testEvents(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, emptyMap+`<script>
		window.order = [];
		addEventListener("service-map-sdk-ready", (e) => {
			order.push("sdk-ready", e.detail === ServiceMap, typeof ServiceMap.create);
			const map = ServiceMap.create("#map", { pois: { lat: 50.98, lng: 11.03, radius_km: 60 } });
			for (const name of ["ready", "load", "select", "deselect", "move", "error"]) map.on(name, (e) => order.push(name));
			map.on("select", window.once = (e) => { window.poi = e.poi; });
		});
	</script>`)
	v.settle()
	v.WaitFor(`has("ready")`)
	v.expect(`order.slice(0, 3).join() === "sdk-ready,true,function" && order.includes("load") && order.includes("ready")`)
	// A script that comes late is told too.
	v.expect(`await_ready = ServiceMap.ready instanceof Promise`)
	v.do(`window.late = (await ServiceMap.ready) === ServiceMap`)
	v.expect(`late`)
	v.do(`await handle().select("erfurter-dom")`)
	v.expect(`order.at(-1) === "select" && poi.slug === "erfurter-dom" && poi.name === "Erfurter Dom"`)
	v.do(`handle().off("select", once); window.poi = null; await handle().select(null)`)
	v.expect(`order.at(-1) === "deselect"`)
	v.do(`await handle().select("kraemerbruecke-erfurt")`)
	v.expect(`poi === null`)
	v.do(`handle().fitBounds([[9, 47], [10, 48]])`)
	v.WaitFor(`order.at(-1) === "move"`)
	v.do(`await handle().select("there-is-no-such-place")`)
	v.expect(`order.includes("error")`)
	v.expect(`log.some((e) => e.name === "error" && e.status === 404) && log.every((e) => e.id === "map")`)
	// A listener that throws harms nobody.
	v.do(`handle().on("load", () => { throw new Error("mine") }); await handle().setPois({ q: "zoo" })`)
	v.expect(`has("load", 2)`)
}

func testHandle(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, `<div id="map" class="mine" style="height:500px"><a href="#">Ohne Karte</a></div>`)
	v.WaitFor(`window.ServiceMap`)
	// Usable at once: nothing has been loaded yet.
	v.do(`window.before = el().outerHTML;
		window.h = ServiceMap.create("#map", { pois: { lat: 50.98, lng: 11.03 } });
		h.setMarkers([{ id: "x", lat: 51, lng: 11 }]);
		window.chosen = h.select("erfurter-dom");
		window.none = h.getMap();
		window.same = await h`)
	v.expect(`none === null && same.container === el() && typeof same.then === "undefined"`)
	v.settle()
	v.expect(`$(".marker") && h.getMap().getZoom() > 0`)
	v.do(`await chosen`)
	v.expect(`$(".card h2").textContent === "Erfurter Dom"`)
	v.do(`await h.setPois({ category: "zoo", limit: 5 })`)
	if got := v.last(); got.Get("category") != "zoo" || got.Get("limit") != "5" || got.Has("lat") {
		t.Errorf("setPois asked for %v", got)
	}
	v.do(`h.setMarkers([])`)
	v.expect(`!$(".marker")`)
	v.do(`h.fitBounds([[13, 52], [14, 53]])`)
	v.WaitFor(`Math.abs(h.getMap().getCenter().lng - 13.5) < 0.01`)
	v.do(`h.destroy(); h.destroy()`)
	v.expect(`el().outerHTML === before && ServiceMap.get("#map") === null && document.querySelectorAll("head script[integrity]").length === 0`)
	v.do(`window.after = await h.setPois({}).then(() => "", (e) => e.message)`)
	v.expect(`after.includes("destroyed")`)
	v.clean()
}

func testBadCalls(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, emptyMap)
	v.WaitFor(`window.ServiceMap`)
	for _, c := range []struct{ call, want string }{
		{`create("#nowhere")`, `no element matches "#nowhere"`},
		{`create("##")`, `"##" is not a CSS selector`},
		{`create(null)`, `CSS selector or an HTML element`},
		{`create(42)`, `CSS selector or an HTML element`},
		{`create("#map", "zoom")`, `options: "zoom"`},
		{`create("#map", { center: [200, 50] })`, `[lng, lat]`},
		{`create("#map", { center: { lng: 1, lat: 2 } })`, `[lng, lat]`},
		{`create("#map", { zoom: "8" })`, `zoom: "8"`},
		{`create("#map", { controls: ["zoom", "compass"] })`, `zoom, scale, fullscreen`},
		{`create("#map", { controls: "zoom" })`, `a list of zoom`},
		{`create("#map", { pois: { lat: 50 } })`, `latitude and longitude together`},
		{`create("#map", { pois: { radius_km: 600, lat: 1, lng: 1 } })`, `pois.radius_km: 600`},
		{`create("#map", { pois: { limit: 0 } })`, `pois.limit: 0`},
		{`create("#map", { markers: [{ lat: 1 }] })`, `markers[0].lng`},
		{`create("#map", { markers: [{ lat: 1, lng: 1, color: "red" }] })`, `#rrggbb`},
		{`create("#map", { baseUrl: "javascript:alert(1)" })`, `http or https`},
	} {
		got := value[string](v, `(async () => { try { await ServiceMap.`+c.call+`; return "no error"; } catch (e) { return e instanceof TypeError ? e.message : "not a TypeError: " + e; } })()`)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want it to say %q", c.call, got, c.want)
		}
	}
	// What only goes too far is mended, with a warning.
	v.do(`window.h = ServiceMap.create("#map", { pois: { limit: 500 }, colour: "red" })`)
	v.settle()
	v.warned("pois.limit", "500", "400 is used")
	v.warned("colour", "one of the options")
	if got := v.last().Get("limit"); got != "400" {
		t.Errorf("limit is %s", got)
	}
	v.clean()
}
