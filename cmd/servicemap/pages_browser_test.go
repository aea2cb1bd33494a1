package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"servicemap/internal/browsertest"
)

// recordLoads notes, from the first moment of every page, which maps show
// destinations: the event may come before a test can ask for it.
const recordLoads = `window.loadedMaps = new Set(); addEventListener("service-map-load", (e) => loadedMaps.add(e.target.id), true)`

// openPage opens a page in a browser of its own and reports, when the test
// ends, what went wrong in it and whom it asked.
func openPage(t *testing.T, server *running, width, height int, dark bool) *browsertest.Page {
	t.Helper()
	p := browsertest.Open(t, width, height)
	p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(recordLoads).Do(ctx)
		return err
	}))
	if dark {
		p.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	}
	t.Cleanup(func() { checkQuiet(t, p, server) })
	return p
}

func checkQuiet(t *testing.T, p *browsertest.Page, server *running) {
	t.Helper()
	for _, e := range p.Errors() {
		t.Errorf("in the page: %s", e)
	}
	for _, url := range p.Requests() {
		if !strings.HasPrefix(url, server.url+"/") && !strings.HasPrefix(url, server.admin+"/") && !strings.HasPrefix(url, "blob:"+server.url) && !strings.HasPrefix(url, "data:") {
			t.Errorf("the page asked %s", url)
		}
	}
}

// checkAccessible lets axe-core judge the page.
func checkAccessible(t *testing.T, p *browsertest.Page) {
	t.Helper()
	axe, err := os.ReadFile("../../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	var found string
	p.Eval(string(axe)+`;axe.run(document, {resultTypes: ["violations"]}).then(({violations}) =>
		violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ") + " " + n.html.slice(0, 120)).join(" | ")).join("\n"))`, &found)
	if found != "" {
		t.Errorf("axe-core finds:\n%s", found)
	}
}

func TestPagesAreAccessibleAndQuiet(t *testing.T) {
	server := start(t, "--data", t.TempDir(), "--service-name", "Ausflugskarte")
	views := []struct {
		name          string
		width, height int
		dark          bool
		pages         []string
	}{
		{"wide", 1360, 850, false, []string{
			"/", "/embed", "/d/schloss-neuschwanstein", "/docs/", "/docs/api", "/docs/reference", "/terms", "/privacy", "/imprint", server.admin + "/",
		}},
		{"phone-dark", 390, 844, true, []string{
			"/en/", "/en/embed", "/en/d/schloss-neuschwanstein", "/en/docs/operation", "/en/docs/reference", "/en/privacy", server.admin + "/",
		}},
	}
	for _, view := range views {
		t.Run(view.name, func(t *testing.T) {
			p := openPage(t, server, view.width, view.height, view.dark)
			for _, path := range view.pages {
				url := path
				if path[0] == '/' {
					url = server.url + path
				}
				p.Navigate(url)
				if path == "/" || path == "/en/" {
					p.WaitFor(`document.querySelectorAll("#chips .chip").length > 5 && /\d/.test(document.getElementById("count").textContent)`)
				}
				var wide bool
				p.Eval(`document.documentElement.scrollWidth > innerWidth`, &wide)
				if wide {
					t.Errorf("%s is wider than the window", path)
				}
				checkAccessible(t, p)
				if t.Failed() {
					t.Fatalf("at %s", path)
				}
				p.Screenshot(view.name + strings.ReplaceAll(strings.TrimPrefix(path, server.admin), "/", "_"))
			}
		})
	}
}

const (
	listNames = `[...document.querySelectorAll("#list strong")].map((e) => e.textContent)`
	cardTitle = `[...document.getElementById("map").children].find((e) => e.shadowRoot)?.shadowRoot.querySelector(".card:not([hidden]) h2")?.textContent`
	camera    = `(() => { const m = ServiceMap.get("#map").getMap(); const c = m.getCenter(); return [c.lng, c.lat, m.getZoom()].map((v) => v.toFixed(2)).join(" ") })()`
	settled   = `ServiceMap.get("#map")?.getMap()?.loaded() && !ServiceMap.get("#map").getMap().isMoving()`
)

func TestExplorerJourney(t *testing.T) {
	server := start(t, "--data", t.TempDir(), "--service-name", "Ausflugskarte")
	p := openPage(t, server, 1360, 850, false)
	p.Navigate(server.url + "/")
	p.WaitFor(settled)

	// A search with a typing mistake.
	p.Run(chromedp.SendKeys("#q", "neuschwanstien"+kb.Enter))
	p.WaitFor(listNames + `[0] === "Schloss Neuschwanstein"`)
	p.WaitFor(settled)
	p.WaitFor(`location.search === "?q=neuschwanstien"`) // going there is no move of the visitor's

	// From the list to the place information.
	p.Run(chromedp.Click(`#list [data-slug="schloss-neuschwanstein"]`))
	p.WaitFor(cardTitle + ` === "Schloss Neuschwanstein"`)
	p.WaitFor(`new URLSearchParams(location.search).get("place") === "schloss-neuschwanstein"`)
	p.WaitFor(`document.querySelector("#list [aria-current]")?.dataset.slug === "schloss-neuschwanstein"`)

	// Without words, the neighbours show; a click on a dot opens its information.
	p.Run(chromedp.Click("#clear"))
	p.WaitFor(listNames + `.length > 100`)
	p.WaitFor(settled)
	p.Eval(`void ServiceMap.get("#map").getMap().jumpTo({center: [10.75, 47.56], zoom: 9})`, nil)
	p.WaitFor(listNames + `.length < 60 && ` + settled)
	var at struct{ X, Y float64 }
	p.Eval(`(() => { const m = ServiceMap.get("#map").getMap(); const b = m.getCanvas().getBoundingClientRect(); const q = m.project([10.9002, 47.6813]); return {x: b.left + q.x, y: b.top + q.y} })()`, &at)
	p.Run(chromedp.MouseClickXY(at.X, at.Y))
	p.WaitFor(cardTitle + ` === "Wieskirche"`)
	p.WaitFor(`document.querySelector("#list [aria-current]")?.dataset.slug === "wieskirche"`)
	p.WaitFor(settled)
	p.Screenshot("explorer")

	// A link to share shows the same to somebody else.
	// Whether a browser without a window may use the clipboard is its affair.
	p.Eval(`void Object.defineProperty(navigator.clipboard, "writeText", {value: async (text) => { window.copied = text }})`, nil)
	p.Run(chromedp.Click("#share"))
	p.WaitFor(`document.getElementById("share-label").textContent === "Link kopiert"`)
	var link, camera1, camera2 string
	var names1, names2 []string
	p.Eval(`copied`, &link)
	p.Eval(camera, &camera1)
	p.Eval(listNames, &names1)
	p.Navigate("about:blank")
	p.Navigate(link)
	p.WaitFor(cardTitle + ` === "Wieskirche"`)
	p.WaitFor(settled)
	p.Eval(camera, &camera2)
	p.Eval(listNames, &names2)
	if camera1 != camera2 || strings.Join(names1, "|") != strings.Join(names2, "|") {
		t.Errorf("the link %s shows %s with %d places, it was %s with %d", link, camera2, len(names2), camera1, len(names1))
	}
}

func TestExplorerFilters(t *testing.T) {
	server := start(t, "--data", t.TempDir())
	p := openPage(t, server, 1360, 850, false)
	p.Navigate(server.url + "/en/?category=castle&country_code=CH&free=1")
	p.WaitFor(settled)
	p.WaitFor(`document.querySelector('#chips [data-id="castle"]')?.getAttribute("aria-pressed") === "true"`)
	total := func(path string) int {
		t.Helper()
		_, _, body := server.get(t, path)
		var answer struct{ Total int }
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatal(err)
		}
		return answer.Total
	}
	wantCount := func(path string) {
		t.Helper()
		n := total(path)
		words := map[int]string{0: "No destinations found", 1: "1 destination"}[n]
		if words == "" {
			words = fmt.Sprintf("%d destinations", n)
		}
		p.WaitFor(fmt.Sprintf(`document.getElementById("count").textContent === %q`, words))
	}
	wantCount("/api/v1/pois?category=castle&country_code=CH&free=1")
	p.Run(chromedp.Click(`input[name="free"]`))
	wantCount("/api/v1/pois?category=castle&country_code=CH")
	p.Run(chromedp.Click(`#chips [data-id="museum"]`))
	wantCount("/api/v1/pois?category=castle,museum&country_code=CH")
	p.WaitFor(`location.search === "?category=castle,museum&country_code=CH"`)
	p.Eval(`document.getElementById("country").value = "AT", document.getElementById("country").dispatchEvent(new Event("change", {bubbles: true}))`, nil)
	wantCount("/api/v1/pois?category=castle,museum&country_code=AT")
	p.Run(chromedp.Click("#reset"))
	p.WaitFor(`location.search === ""`)
	p.WaitFor(`document.querySelectorAll('#chips [aria-pressed="true"]').length === 0`)

	// The language switch keeps what is shown.
	p.Navigate(server.url + "/en/?q=zoo")
	p.WaitFor(settled)
	p.Run(chromedp.Click("a[data-keep-query]"), chromedp.WaitVisible(`html[lang="de"] #q`))
	p.WaitFor(`location.pathname === "/" && new URLSearchParams(location.search).get("q") === "zoo" && document.getElementById("q").value === "zoo"`)

	// The choice of colours stays.
	p.Run(chromedp.Click("#theme"))
	p.WaitFor(`getComputedStyle(document.body).backgroundColor === "rgb(21, 25, 27)"`)
	p.Navigate(server.url + "/terms")
	p.WaitFor(`getComputedStyle(document.body).backgroundColor === "rgb(21, 25, 27)"`)
}

func TestEmbedBuilder(t *testing.T) {
	server := start(t, "--data", t.TempDir())
	p := openPage(t, server, 1360, 850, false)
	p.Navigate(server.url + "/en/embed")
	p.WaitFor(`loadedMaps.has("preview")`)
	p.Run(chromedp.SendKeys("#b-q", `see "blau"`), chromedp.SendKeys("#b-lat", "47.6"), chromedp.SendKeys("#b-lng", "9.4"), chromedp.Click(`input[name="marker"]`))
	p.WaitFor(`document.getElementById("code-html").textContent.includes('data-lat="47.6"') && document.getElementById("code-html").textContent.includes("Here we are")`)
	var html, js string
	p.Eval(`document.getElementById("code-html").textContent`, &html)
	p.Eval(`document.getElementById("code-js").textContent`, &js)
	for _, want := range []string{`data-query="see &quot;blau&quot;"`, `data-lng="9.4"`, `style="height: 420px"`, server.url + "/sdk/v1/service-map.js"} {
		if !strings.Contains(html, want) {
			t.Errorf("the snippet has no %s:\n%s", want, html)
		}
	}
	p.Run(chromedp.Click("#tab-js"))
	p.WaitFor(`!document.getElementById("panel-js").hidden && document.getElementById("panel-html").hidden`)

	// Both snippets work in a page on another host.
	for name, snippet := range map[string]string{"HTML": html, "JavaScript": js} {
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if r.URL.Path == "/" {
				fmt.Fprintf(w, "<!doctype html><title>x</title><link rel=icon href=data:,><script>addEventListener('service-map-load', (e) => { window.count = e.detail.count })</script>%s", snippet)
			}
		}))
		visitor := browsertest.Open(t, 800, 600)
		visitor.Navigate(other.URL + "/")
		visitor.WaitFor(`window.count !== undefined`)
		if errors := visitor.Errors(); len(errors) > 0 {
			t.Errorf("%s: %v", name, errors)
		}
		other.Close()
	}
}

func TestReferenceTriesOut(t *testing.T) {
	server := start(t, "--data", t.TempDir())
	p := openPage(t, server, 1360, 850, false)
	p.Navigate(server.url + "/en/docs/reference")
	p.Run(chromedp.Click("#searchPois .try summary"), chromedp.SendKeys("#searchPois-q", "zoo & co"), chromedp.SendKeys("#searchPois-limit", "3"), chromedp.Click("#searchPois .try .button"))
	p.WaitFor(`document.querySelector("#searchPois .try-result .status")?.textContent === "200"`)
	var shown string
	p.Eval(`document.querySelector("#searchPois .try-result").textContent`, &shown)
	for _, want := range []string{"curl '" + server.url + "/api/v1/pois?q=zoo+%26+co&limit=3'", "x-ratelimit-remaining: ", `"attribution": `} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %s in %s", want, shown)
		}
	}
	p.Run(chromedp.Click("#getPoi .try summary"), chromedp.SetValue("#getPoi-slug", "burg-eltz"), chromedp.Click("#getPoi .try .button"))
	p.WaitFor(`document.querySelector("#getPoi .try-body")?.textContent.includes("Burg Eltz")`)
}
