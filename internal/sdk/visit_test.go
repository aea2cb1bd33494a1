package sdk_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"servicemap/internal/browsertest"
)

// recorder is the script that test pages carry: it notes the events and finds
// the map in the page.
const recorder = `
window.log = [];
for (const name of ["ready", "load", "select", "deselect", "move", "error"]) {
	document.addEventListener("service-map-" + name, (e) => log.push({ name, id: e.target.id, slug: e.detail.slug, marker: e.detail.marker?.id, count: e.detail.count, status: e.detail.status }));
}
window.el = (s) => document.querySelector(s ?? "[data-service-map], service-map, #map");
window.root = (s) => el(s).firstElementChild.shadowRoot;
window.$ = (s) => root().querySelector(s);
window.handle = (s) => ServiceMap.get(el(s));
window.has = (name, n = 1) => log.filter((e) => e.name === name).length >= n;
window.settled = () => handle()?.getMap()?.loaded() === true && has("load") && root().querySelector("[aria-busy=true]") === null && !seen(".loading");
window.seen = (s) => { const e = $(s); return !!e && e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getClientRects().length > 0; };
`

// visit is a page with a map, as a visitor has it before them.
type visit struct {
	*browsertest.Page
	t    *testing.T
	from int // requests before this one are not looked at
}

// open shows a page whose body is given, with the script of a service.
func (b *bench) open(t *testing.T, s *service, body string) *visit {
	t.Helper()
	return b.openSized(t, s, 1000, 700, body)
}

func (b *bench) openSized(t *testing.T, s *service, width, height int, body string) *visit {
	t.Helper()
	v := &visit{Page: b.browser.Page(t, width, height), t: t}
	v.Navigate(b.host.add(page{html: document(`<script>`+recorder+`</script>`+s.script(), body)}))
	return v
}

// mapTag is a declared map of a usual size.
func mapTag(attributes string) string {
	return `<div id="map" data-service-map style="height:500px" ` + attributes + `></div>`
}

// settle waits until the map has drawn everything.
func (v *visit) settle() {
	v.t.Helper()
	v.WaitFor(`window.ServiceMap && settled()`)
}

// value evaluates an expression into a value of a type.
func value[T any](v *visit, expression string) T {
	v.t.Helper()
	var out T
	v.Eval(expression, &out)
	return out
}

// expect fails the test unless an expression is true.
func (v *visit) expect(expression string) {
	v.t.Helper()
	if !value[bool](v, `!!(`+expression+`)`) {
		v.t.Errorf("not so: %s", expression)
	}
}

// do runs statements and waits for them.
func (v *visit) do(statements string) {
	v.t.Helper()
	v.Eval(`(async () => {`+statements+`})()`, nil)
}

// click presses the mouse in the middle of an element of the map.
func (v *visit) click(selector string) {
	v.t.Helper()
	at := value[[2]float64](v, fmt.Sprintf(`(() => { const b = $(%q).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, selector))
	v.Run(chromedp.MouseClickXY(at[0], at[1]))
}

// dot is where on the screen a destination's dot is.
func (v *visit) dot(slug string) (x, y float64) {
	v.t.Helper()
	at := value[[2]float64](v, fmt.Sprintf(`(() => {
		const map = handle().getMap(), box = map.getContainer().getBoundingClientRect();
		const feature = map.querySourceFeatures("service-map-places").find((f) => f.properties.slug === %q);
		const p = map.project(feature.geometry.coordinates);
		return [box.x + p.x, box.y + p.y];
	})()`, slug))
	return at[0], at[1]
}

// press types keys, one after the other.
func (v *visit) press(keys ...string) {
	v.t.Helper()
	for _, key := range keys {
		v.Run(chromedp.KeyEvent(key))
	}
}

const (
	tab    = kb.Tab
	enter  = kb.Enter
	escape = kb.Escape
	down   = kb.ArrowDown
)

// drag moves the map under the mouse.
func (v *visit) drag(dx, dy float64) {
	v.t.Helper()
	at := value[[2]float64](v, `(() => { const b = $(".canvas").getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	x, y := at[0], at[1]
	v.Run(
		input.DispatchMouseEvent(input.MousePressed, x, y).WithButton(input.Left).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, x+dx/2, y+dy/2).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseMoved, x+dx, y+dy).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseReleased, x+dx, y+dy).WithButton(input.Left).WithClickCount(1),
	)
}

// forget leaves out the requests so far.
func (v *visit) forget() { v.from = len(v.Requests()) }

// asked are the requests since forget whose path ends so.
func (v *visit) asked(path string) []*url.URL {
	v.t.Helper()
	var found []*url.URL
	for _, raw := range v.Requests()[v.from:] {
		u, err := url.Parse(raw)
		if err != nil {
			v.t.Fatal(err)
		}
		if strings.HasSuffix(u.Path, path) {
			found = append(found, u)
		}
	}
	return found
}

// last is the query of the last request for destinations.
func (v *visit) last() url.Values {
	v.t.Helper()
	all := v.asked("/api/v1/pois")
	if len(all) == 0 {
		v.t.Fatal("no destinations were asked for")
	}
	return all[len(all)-1].Query()
}

// clean fails the test if the page had errors.
func (v *visit) clean() {
	v.t.Helper()
	for _, text := range v.Errors() {
		v.t.Errorf("the page has an error: %s", text)
	}
}

// warned fails the test unless a warning holds all the words.
func (v *visit) warned(words ...string) {
	v.t.Helper()
	for _, warning := range v.Warnings() {
		all := true
		for _, word := range words {
			all = all && strings.Contains(strings.ReplaceAll(warning, `\"`, `"`), word)
		}
		if all {
			return
		}
	}
	v.t.Errorf("no warning with %q among %q", words, v.Warnings())
}

func quote(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
