package sdk_test

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// firstDots notes when destinations are first drawn, in milliseconds since the
// navigation began.
const firstDots = `<script>
window.findMap = () => null;
const look = () => {
	const map = findMap();
	if (map?.getLayer(window.layer) && map.queryRenderedFeatures({ layers: [window.layer] }).length > 0) window.firstDots = performance.now();
	else requestAnimationFrame(look);
};
requestAnimationFrame(look);
</script>`

// byHand is the page that somebody writes who knows MapLibre well: everything
// that can be asked for early is, and the dots do not wait for tiles.
func byHand(s *service) string {
	return document(firstDots+`<link rel="stylesheet" href="`+s.url+`/assets/maplibre-gl/6.17.0/maplibre-gl.css">
<script type="module">
import * as maplibregl from "`+s.url+`/assets/maplibre-gl/6.17.0/maplibre-gl.mjs";
import { Protocol } from "`+s.url+`/assets/pmtiles/4.5.0/pmtiles.mjs";
const json = (path) => fetch("`+s.url+`/api/v1/" + path).then((r) => r.json());
const pois = json("pois?lat=50.98&lng=11.03&radius_km=80&format=geojson");
const categories = json("categories");
const { styleUrl } = await json("map/config");
maplibregl.addProtocol("pmtiles", new Protocol().tile);
const map = new maplibregl.Map({ container: "map", style: styleUrl, center: [11.03, 50.98], zoom: 7.5 });
window.layer = "dots";
window.findMap = () => map;
map.on("style.load", async () => {
	const colors = (await categories).items.flatMap((c) => [c.id, c.color]);
	map.addSource("dots", { type: "geojson", data: await pois });
	map.addLayer({ id: "dots", type: "circle", source: "dots", paint: { "circle-radius": 5, "circle-color": ["match", ["get", "categoryId"], ...colors, "#444444"] } });
});
</script>`, `<div id="map" style="height:500px"></div>`)
}

func withSDK(s *service) string {
	return document(firstDots+`<script>
window.layer = "service-map-dots";
window.findMap = () => window.ServiceMap?.get("#map")?.getMap() ?? null;
</script>`+s.script(), mapTag(`data-lat="50.98" data-lng="11.03" data-radius-km="80"`))
}

// BenchmarkFirstDots measures the time from navigation to the first dots, with
// empty caches, beside a page written by hand: alternately, in one run, on the
// machine itself and over a line like that of a phone.
func BenchmarkFirstDots(b *testing.B) {
	const rounds = 15
	bench := newBench(b)
	near := bench.serve(b, "--limit-anonymous", "100000", "--limit-tile-requests", "100000")
	far := &service{url: "http://" + newLine(b, strings.TrimPrefix(near.url, "http://"), 60*time.Millisecond, 9e6/8)}
	for _, net := range []struct {
		name string
		*service
	}{{"local", near}, {"4G", far}} {
		pages := map[string]string{"hand": bench.host.add(page{html: byHand(net.service)}), "sdk": bench.host.add(page{html: withSDK(net.service)})}
		b.Run(net.name, func(b *testing.B) {
			for b.Loop() {
				times := map[string][]float64{}
				for range rounds {
					for _, name := range []string{"hand", "sdk"} {
						times[name] = append(times[name], timeFirstDots(b, bench, pages[name]))
					}
				}
				hand, own := median(times["hand"]), median(times["sdk"])
				b.ReportMetric(hand, "hand-ms")
				b.ReportMetric(own, "sdk-ms")
				b.ReportMetric(own/hand, "sdk/hand")
				b.Logf("by hand %.0f, SDK %.0f", times["hand"], times["sdk"])
			}
		})
	}
}

func timeFirstDots(b *testing.B, bench *bench, address string) (ms float64) {
	b.Helper()
	p := bench.browser.Page(b, 1000, 700)
	defer p.Close()
	p.Navigate(address)
	p.WaitFor(`window.firstDots > 0`)
	p.Eval(`window.firstDots`, &ms)
	return ms
}

func median(all []float64) float64 {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}
