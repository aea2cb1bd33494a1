package sdk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

func wheel(at [2]float64, dy float64, ctrl bool) chromedp.Action {
	event := input.DispatchMouseEvent(input.MouseWheel, at[0], at[1]).WithDeltaX(0).WithDeltaY(dy)
	if ctrl {
		event = event.WithModifiers(input.ModifierCtrl)
	}
	return event
}

// focused says what has the focus, in words that tests can wait for.
const focused = `(() => { const a = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement; return a.dataset.slug ?? a.dataset.control ?? a.id ?? a.tagName; })()`

// A whole visit without a mouse: to the list, through it, into the place
// information and back.
func testKeyboard(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, `<a id="before" href="#">vor</a>`+mapTag(erfurt)+`<a id="after" href="#">nach</a>`)
	v.settle()
	v.do(`el("#before").focus()`)
	v.press(tab)
	v.expect(`document.activeElement.shadowRoot.activeElement.tagName === "CANVAS"`)
	v.do(`window.center = handle().getMap().getCenter().lat; log.length = 0`)
	v.press(down)
	v.WaitFor(`has("move")`)
	v.expect(`handle().getMap().getCenter().lat < center`)
	v.press(tab)
	v.expect(focused + ` === "list" && seen("[data-control=list]")`)
	v.press(enter)
	v.WaitFor(`seen(".list")`)
	first := value[string](v, focused)
	v.expect(`$(".list li button").dataset.slug === ` + quote(first))
	v.press(down, down)
	third := value[string](v, focused)
	if third == first {
		t.Errorf("the arrow keys do not move in the list")
	}
	v.press(enter)
	v.WaitFor(`seen(".card") && !$(".loading")`)
	v.expect(focused + ` === "card-title" && $(".card").getAttribute("role") === "dialog" && $("[aria-current]").dataset.slug === ` + quote(third))
	v.press(tab)
	v.expect(`document.activeElement.shadowRoot.activeElement === $(".card .close")`)
	v.press(escape)
	v.WaitFor(`!seen(".card")`)
	v.expect(focused + ` === ` + quote(third))
	// Every destination is one of the list's.
	v.expect(`root().querySelectorAll(".list li button").length === 35`)
	v.press(escape)
	v.WaitFor(`!seen(".list")`)
	v.expect(focused + ` === "list"`)
	// And out of the map again, behind it.
	for range 8 {
		v.press(tab)
		if value[string](v, focused) == "after" {
			break
		}
	}
	v.expect(focused + ` === "after"`)
	v.clean()
}

func testAccessibility(t *testing.T, b *bench, s *service) {
	axe, err := os.ReadFile(filepath.Join("..", "..", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	everything := erfurt + ` data-controls="zoom,scale,fullscreen,locate,search,list,categories"`
	markers := ` data-markers='[{"lat":51,"lng":11,"label":"A","title":"Start"}]'`
	open := `await handle().select("egapark-erfurt")`
	for _, c := range []struct {
		name, attributes, act string
		width                 int
		dark                  bool
	}{
		{"plain", erfurt, ``, 1000, false},
		{"everything", everything + ` data-list="beside"` + markers, open, 1000, false},
		{"dark", everything + ` data-list="beside" data-theme="auto"`, open, 1000, true},
		{"phone", everything + ` data-list="below"`, ``, 390, false},
		{"phone card", everything, open, 390, false},
		{"suggestions", everything, `$(".search input").value = "burg"; $(".search input").focus(); $(".search input").dispatchEvent(new Event("input")); while (!seen("#suggestions")) await new Promise(requestAnimationFrame)`, 1000, false},
		{"nothing found", `data-query="xyzzyxyzzy"`, ``, 1000, false},
		{"consent", erfurt + ` data-consent="ask"`, ``, 1000, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &visit{Page: b.browser.Page(t, c.width, 760), t: t}
			if c.dark {
				v.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
			}
			v.Navigate(b.host.add(page{html: document(`<script>`+recorder+`</script>`+s.script(), `<main><h1>Ausflüge</h1>`+mapTag(c.attributes)+`</main>`)}))
			if c.name == "consent" {
				v.WaitFor(`window.ServiceMap && seen(".wait button")`)
			} else {
				v.settle()
				v.do(c.act)
				v.WaitFor(`settled() && $(".root").getAnimations({ subtree: true }).length === 0`)
			}
			v.Screenshot("look-" + c.name)
			v.Eval(string(axe)+";0", nil)
			found := value[[]string](v, `axe.run(document, { resultTypes: ["violations", "incomplete"] }).then((r) => r.violations.map((x) => x.id + ": " + x.help + ": " + x.nodes.map((n) => n.target.join(" ") + " " + n.failureSummary).join("; ")))`)
			for _, violation := range found {
				t.Errorf("axe: %s", violation)
			}
			v.clean()
		})
	}
}

// Whoever hides the attribution by accident gets it back.
func testAttribution(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt))
	v.settle()
	v.expect(`$(".attribution").textContent.includes("servicemap") && seen(".attribution")`)
	for _, harm := range []string{
		`$(".attribution").style.display = "none"`,
		`$(".attribution").hidden = true`,
		`$(".attribution").style.opacity = "0"`,
		`$(".attribution").className = ""`,
		`$(".attribution").remove()`,
		`$(".attribution").textContent = ""`,
	} {
		v.do(harm)
		v.WaitFor(`seen(".attribution") && $(".attribution").textContent.includes("servicemap")`)
	}
	// Neither place information nor list cover it.
	for _, width := range []int64{390, 1000} {
		v.Run(emulation.SetDeviceMetricsOverride(width, 700, 1, false))
		for _, open := range []string{`await handle().select("wartburg")`, `await handle().select(null); $("[data-control=list]").click()`} {
			v.do(open)
			v.WaitFor(fmt.Sprintf(`innerWidth === %d && settled()`, width))
			v.WaitFor(`(() => { const b = $(".attribution").getBoundingClientRect(); return [[b.x + 2, b.y + 2], [b.right - 2, b.bottom - 2], [b.x + b.width / 2, b.y + b.height / 2]].every(([x, y]) => root().elementFromPoint(x, y)?.closest(".attribution")); })()`)
		}
	}
	v.clean()
}

// The page's rules do not come in, and the map's do not get out.
func testStrangeStyles(t *testing.T, b *bench, s *service) {
	v := &visit{Page: b.browser.Page(t, 1000, 700), t: t}
	v.Navigate(b.host.add(page{html: document(`<style>
		* { color: red !important; font-size: 40px !important; letter-spacing: 9px; }
		div { padding: 30px; border: 9px solid lime; float: left; width: 40%; background: black !important; }
		button, canvas, section, ul, [class] { display: none !important; position: static !important; }
		.card, .list, .root, .attribution { visibility: hidden !important; }
		#map { all: unset; display: block; height: 500px; }
	</style><script>`+recorder+`</script>`+s.script(), `<p id="text">Text</p>`+mapTag(erfurt+` data-controls="zoom,list" data-list="beside"`))}))
	v.settle()
	v.expect(`seen(".attribution") && seen("[data-control=plus]") && seen(".list li button") && seen(".canvas canvas")`)
	v.expect(`getComputedStyle($(".list h2")).fontSize === "14px" && getComputedStyle($(".list h2")).letterSpacing === "normal" && getComputedStyle($(".list h2")).color !== "rgb(255, 0, 0)"`)
	v.expect(`$(".root").getBoundingClientRect().width === el().clientWidth && $(".root").getBoundingClientRect().height === 500`)
	v.expect(`getComputedStyle(el("#text")).color === "rgb(255, 0, 0)" && document.adoptedStyleSheets.length === 0 && document.querySelectorAll("style, link[rel=stylesheet]").length === 1`)
	v.clean()
}

func testTheme(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt+` data-theme="auto"`))
	v.settle()
	v.expect(`$(".root").dataset.theme === "light"`)
	v.do(`log.length = 0; window.center = handle().getMap().getCenter().lng`)
	prefer := func(scheme string) {
		v.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
	}
	prefer("dark")
	v.WaitFor(`$(".root").dataset.theme === "dark" && handle().getMap()?.loaded() && handle().getMap().getStyle().layers[0].paint["background-color"] !== "#b5d3e4"`)
	v.expect(`Math.abs(handle().getMap().getCenter().lng - center) < 0.001 && handle().getMap().queryRenderedFeatures({ layers: ["service-map-dots"] }).length > 5`)
	// Without a word from the author, the map is what the page is.
	v = b.open(t, s, mapTag(erfurt))
	prefer("dark")
	v.settle()
	v.expect(`$(".root").dataset.theme === "light"`)
	v = b.open(t, s, `<style>:root { color-scheme: light dark; }</style>`+mapTag(erfurt))
	prefer("dark")
	v.settle()
	v.WaitFor(`$(".root").dataset.theme === "dark"`)
	v.clean()
}
