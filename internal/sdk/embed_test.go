package sdk_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

var enginePath = regexp.MustCompile(`[0-9a-f]{16}/engine\.js`)

func get(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s %v", url, response.Status, err)
	}
	return string(body)
}

// maxFoldBytes is what a map far below the fold may cost.
const maxFoldBytes = 15 << 10

func testBelowTheFold(t *testing.T, b *bench, s *service) {
	v := &visit{Page: b.browser.Page(t, 1000, 700), t: t}
	var bytes float64
	chromedp.ListenTarget(v.Context(), func(event any) {
		if e, ok := event.(*network.EventLoadingFinished); ok {
			bytes += e.EncodedDataLength
		}
	})
	v.Navigate(b.host.add(page{html: document(`<script>`+recorder+`</script>`+s.script(), `<div style="height:4000px"></div>`+mapTag(erfurt))}))
	v.WaitFor(`window.ServiceMap && handle() && document.readyState === "complete"`)
	v.do(`await new Promise(requestIdleCallback)`)
	for _, u := range v.Requests() {
		if strings.Contains(u, "/api/") || strings.Contains(u, "engine") || strings.Contains(u, "worker") {
			t.Errorf("a map far away asked for %s", u)
		}
	}
	if bytes > maxFoldBytes {
		t.Errorf("a map far away costs %.0f bytes", bytes)
	}
	t.Logf("a map far below the fold: %.0f bytes with the page itself", bytes)
	v.do(`el().scrollIntoView()`)
	v.settle()
	v.clean()
}

// Before the visitor agrees nothing but the loader is asked for.
func testConsent(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt+` data-consent="remember"`))
	v.WaitFor(`window.ServiceMap && seen(".wait button")`)
	v.do(`await new Promise(requestIdleCallback)`)
	for _, u := range v.Requests() {
		if strings.HasPrefix(u, s.url) && u != s.url+"/sdk/v1/service-map.js" {
			t.Errorf("before consent: %s", u)
		}
	}
	v.expect(`root().textContent.includes(` + quote(strings.TrimPrefix(s.url, "http://")) + `) && $(".wait a").href === ` + quote(s.url+"/privacy"))
	v.click(".wait button")
	v.settle()
	// The answer is kept where the author wants that.
	v.Run(chromedp.Reload())
	v.settle()
	// A page with a consent manager of its own speaks for the visitor.
	v = b.open(t, s, mapTag(erfurt+` data-consent`)+`<div id="second" data-service-map data-consent="ask" style="height:100px"></div>`)
	v.WaitFor(`window.ServiceMap && seen(".wait button")`)
	v.do(`ServiceMap.consent()`)
	v.settle()
	v.WaitFor(`log.some((e) => e.name === "load" && e.id === "second")`)
	v.clean()
}

// The policies that docs/SDK.md states, each from a page of another origin.
func testPolicies(t *testing.T, b *bench, s *service) {
	good := s.key(t, "--name", "good", "--origin", b.host.URL)
	bad := s.key(t, "--name", "bad", "--origin", "https://www.example.org")
	base := "default-src 'none'; connect-src " + s.url + "; worker-src blob:; font-src " + s.url + "; img-src " + s.url + "; "
	for _, c := range []struct{ name, script string }{
		{"hosts", "script-src 'nonce-abc' " + s.url},
		{"nonce", "script-src 'nonce-abc'"},
		{"strict-dynamic", "script-src 'nonce-abc' 'strict-dynamic'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &visit{Page: b.browser.Page(t, 1000, 700), t: t}
			script := strings.Replace(s.script(), "<script ", `<script nonce="abc" `, 1)
			if c.name == "hosts" {
				script = s.script()
			}
			watch := `window.blocked = []; addEventListener("securitypolicyviolation", (e) => blocked.push(e.violatedDirective + " " + e.blockedURI));`
			v.Navigate(b.host.add(page{
				html:   document(`<script nonce="abc">`+recorder+watch+`</script>`+script, `<div id="map" data-service-map `+erfurt+` data-controls="zoom,scale,search,categories,fullscreen" data-list="beside" data-key="`+good+`"></div>`),
				header: map[string]string{"Content-Security-Policy": base + c.script},
			}))
			v.settle()
			v.do(`await handle().select("wartburg")`)
			v.expect(`$(".card h2").textContent === "Wartburg" && handle().getMap().queryRenderedFeatures({ layers: ["earth"] }).length > 0`)
			if got := value[[]string](v, `blocked`); len(got) > 0 {
				t.Errorf("the policy blocked %q", got)
			}
			v.clean()
		})
	}
	// A key that is not enabled for this origin: no map, but a friendly word.
	v := b.open(t, s, mapTag(erfurt+` data-key="`+bad+`"`))
	v.WaitFor(`window.ServiceMap && has("error") && seen(".status")`)
	v.expect(`$(".status").textContent.includes("nicht freigeschaltet") && !seen(".status button") && log.some((e) => e.status === 403)`)
	v = b.open(t, s, mapTag(erfurt+` data-key="smk_wrong"`))
	v.WaitFor(`window.ServiceMap && has("error")`)
	v.expect(`log.some((e) => e.status === 401)`)
}

// More maps than a browser has contexts.
func testTwentyMaps(t *testing.T, b *bench, s *service) {
	var body strings.Builder
	for i := range 20 {
		fmt.Fprintf(&body, `<div id="m%d" data-service-map data-query="burg" style="width:30%%;height:150px;float:left;margin:4px"></div>`, i)
	}
	v := &visit{Page: b.browser.Page(t, 600, 1200), t: t}
	v.Navigate(b.host.add(page{html: document(`<script>`+recorder+`
		window.contexts = []; { const real = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (kind, ...more) { const c = real.call(this, kind, ...more); if (kind === "webgl2" && !contexts.includes(c)) contexts.push(c); return c; }; }
		window.living = () => contexts.filter((c) => !c.isContextLost()).length; window.most = 0; setInterval(() => { most = Math.max(most, living()); }, 20);
		</script>`+s.script(), body.String())}))
	v.WaitFor(`new Set(log.filter((e) => e.name === "ready").map((e) => e.id)).size === 20`)
	// Each shows a map or the picture of one, and none had to give up.
	v.WaitFor(`[...document.querySelectorAll("[data-service-map]")].every((e) => { const r = e.firstElementChild.shadowRoot; return r.querySelector(".picture") || r.querySelector(".maplibregl-canvas"); })`)
	v.expect(`most <= 7 && living() <= 6 && log.every((e) => e.name !== "error")`)
	v.expect(`[...document.querySelectorAll("[data-service-map]")].every((e) => e.firstElementChild.shadowRoot.querySelector(".root").dataset.list === "none")`)
	// One that sleeps wakes up when it is touched.
	v.do(`window.sleeper = [...document.querySelectorAll("[data-service-map]")].find((e) => e.firstElementChild.shadowRoot.querySelector(".picture"))`)
	at := value[[2]float64](v, `(() => { const b = sleeper.getBoundingClientRect(); return [b.x + 40, b.y + 80]; })()`)
	v.Run(chromedp.MouseClickXY(at[0], at[1]))
	v.WaitFor(`sleeper.firstElementChild.shadowRoot.querySelector(".maplibregl-canvas") && !sleeper.firstElementChild.shadowRoot.querySelector(".picture")`)
	// All of them asked for the configuration once.
	if n := len(v.asked("/map/config")); n != 1 {
		t.Errorf("the configuration was asked for %d times", n)
	}
	v.Screenshot("twenty-maps")
	v.clean()
}

func testCreateAndDestroy(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, emptyMap)
	v.WaitFor(`window.ServiceMap`)
	cycle := func(times int) (nodes, listeners float64) {
		v.do(fmt.Sprintf(`for (let i = 0; i < %d; i++) { const h = await ServiceMap.create("#map", { pois: { q: "burg" }, controls: ["zoom", "scale", "fullscreen", "search", "categories", "list"], list: "beside", markers: [{ lat: 50, lng: 10 }] }); h.destroy(); }`, times))
		v.Run(performance.Enable(), chromedp.ActionFunc(collectGarbage))
		v.do(`await new Promise(requestIdleCallback)`)
		v.Run(chromedp.ActionFunc(collectGarbage))
		return metrics(v)
	}
	nodes, listeners := cycle(5)
	moreNodes, moreListeners := cycle(25)
	if moreNodes > nodes+200 || moreListeners > listeners+20 {
		t.Errorf("25 maps left %.0f nodes and %.0f listeners", moreNodes-nodes, moreListeners-listeners)
	}
	t.Logf("nodes %.0f → %.0f, listeners %.0f → %.0f", nodes, moreNodes, listeners, moreListeners)
	v.expect(`el().outerHTML === '<div id="map" style="height:500px"></div>'`)
	v.clean()
}
