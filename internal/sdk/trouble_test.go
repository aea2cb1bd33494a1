package sdk_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"
)

// Without WebGL, the list is the map.
func testWithoutWebGL(t *testing.T, b *bench, s *service) {
	v := &visit{Page: b.browser.Page(t, 1000, 700), t: t}
	v.Navigate(b.host.add(page{html: document(`<script>`+recorder+`</script>
		<script>HTMLCanvasElement.prototype.getContext = () => null</script>`+s.script(), mapTag(erfurt))}))
	v.WaitFor(`has("ready") && has("load") && seen(".list")`)
	v.expect(`seen(".notice") && $(".notice").textContent.includes("WebGL") && root().querySelectorAll(".list li").length === 35 && seen(".attribution")`)
	v.do(`$(".list li button[data-slug=wartburg]").click()`)
	v.WaitFor(`seen(".card") && !$(".loading") && $(".card h2").textContent === "Wartburg"`)
	v.Screenshot("without-webgl")
}

// A lost context brings the list, a restored one the map.
func testLostContext(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt))
	v.settle()
	v.do(`window.loss = handle().getMap().getCanvas().getContext("webgl2").getExtension("WEBGL_lose_context"); loss.loseContext()`)
	v.WaitFor(`seen(".list") && seen(".notice")`)
	v.do(`loss.restoreContext()`)
	v.WaitFor(`!seen(".list") && settled() && handle().getMap().queryRenderedFeatures({ layers: ["service-map-dots"] }).length > 5`)
}

// Without a style or a worker there is no map, but the destinations are there,
// and another try brings the map.
func testWithoutParts(t *testing.T, b *bench, s *service) {
	for _, part := range []string{"/map/style", "/worker.js"} {
		var there atomic.Bool
		changed := between(t, s, func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, part) || there.Load() {
				return false
			}
			w.Header().Set("Access-Control-Allow-Origin", "*")
			w.WriteHeader(http.StatusInternalServerError)
			return true
		})
		v := b.open(t, changed, mapTag(erfurt))
		v.WaitFor(`seen(".list") && root().querySelectorAll(".list li").length === 35 && seen(".status button")`)
		there.Store(true)
		v.click(".status button")
		v.settle()
		v.expect(`!seen(".list")`)
		v.Close()
	}
}

// The worker that the loader starts is the one that the map uses, and it ends
// with the last map.
func testWorker(t *testing.T, b *bench, s *service) {
	v := &visit{Page: b.browser.Page(t, 1000, 700), t: t}
	v.Navigate(b.host.add(page{html: document(`<script>`+recorder+`
		window.workers = [];
		window.Worker = class extends Worker {
			constructor(...args) { super(...args); this.early = !performance.getEntriesByType("mark").some((m) => m.name === "map"); workers.push(this); }
			postMessage(...args) { this.used = true; super.postMessage(...args); }
			terminate() { this.ended = true; super.terminate(); }
		};
		const getContext = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (...args) { performance.mark("map"); return getContext.apply(this, args); };
		</script>`+s.script(), mapTag(erfurt))}))
	v.settle()
	v.expect(`workers.length > 0 && workers[0].early && workers.every((w) => w.used && !w.ended)`)
	v.do(`handle().destroy()`)
	v.WaitFor(`workers.every((w) => w.ended)`)
}

// between is the service as somebody on the way changes it.
func between(t *testing.T, s *service, change func(w http.ResponseWriter, r *http.Request) bool) *service {
	t.Helper()
	target, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !change(w, r) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return &service{program: s.program, data: s.data, url: server.URL}
}

// An engine that is not the one the loader knows does not run.
func testIntegrity(t *testing.T, b *bench, s *service) {
	var harmless atomic.Bool
	changed := between(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/engine.js") || harmless.Load() {
			return false
		}
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = fmt.Fprint(w, "window.hacked = true")
		return true
	})
	v := b.open(t, changed, mapTag(erfurt))
	v.WaitFor(`has("error") && seen(".wait button")`)
	v.expect(`!window.hacked && root().textContent.includes("konnte nicht geladen werden")`)
	harmless.Store(true)
	v.click(".wait button")
	v.settle()
}

// A loader from a cache finds the engine that the server has by now.
func testOldLoader(t *testing.T, b *bench, s *service) {
	old := between(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.URL.Path, "/sdk/v1/0000000000000000/") {
			http.NotFound(w, r)
			return true
		}
		if r.URL.Path != "/sdk/v1/service-map.js" {
			return false
		}
		body := get(t, s.url+r.URL.Path)
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = fmt.Fprint(w, enginePath.ReplaceAllString(body, "0000000000000000/engine.js"))
		return true
	})
	v := b.open(t, old, mapTag(erfurt))
	v.settle()
}

func testOffline(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt))
	v.settle()
	offline := func(on bool) {
		v.Run(network.EmulateNetworkConditions(on, 0, -1, -1))
	}
	offline(true)
	v.do(`window.done = handle().setPois({ q: "zoo" })`)
	v.WaitFor(`has("error") && seen(".status")`)
	v.expect(`$(".status").textContent.includes("Keine Verbindung") && seen(".status button")`)
	v.expect(`root().querySelectorAll(".list li").length === 35`) // what was there stays
	offline(false)
	v.WaitFor(`has("load", 2) && !seen(".status")`)
	if got := v.last().Get("q"); got != "zoo" {
		t.Errorf("asked for %q", got)
	}
}

func testTooManyRequests(t *testing.T, b *bench, s *service) {
	// The service says how long to wait; nobody asks again before.
	var refused, asked atomic.Int32
	busy := between(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/api/v1/pois" || asked.Add(1) > 1 {
			return false
		}
		refused.Add(1)
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = fmt.Fprint(w, `{"ok":false,"error":"too many requests","retryAfterSeconds":2}`)
		return true
	})
	v := b.open(t, busy, mapTag(erfurt))
	v.WaitFor(`window.ServiceMap && el().firstElementChild.shadowRoot.querySelector(".status:not([hidden])")?.textContent.includes("Weiter in")`)
	v.WaitFor(`has("load") && !seen(".status")`)
	if refused.Load() != 1 || asked.Load() != 2 {
		t.Errorf("%d requests, %d of them refused", asked.Load(), refused.Load())
	}
	v.expect(`log.every((e) => e.name !== "error")`)

	// The real service, with a limit that one map more than uses up.
	narrow := b.serve(t, "--limit-anonymous", "4")
	v = b.open(t, narrow, mapTag(erfurt))
	v.settle()
	v.do(`handle().setPois({ q: "zoo" })`)
	v.WaitFor(`seen(".status") && /Weiter in \d+ s/.test($(".status").textContent)`)
}
