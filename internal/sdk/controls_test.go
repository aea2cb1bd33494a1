package sdk_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

func testControls(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt+` data-controls="zoom,scale,fullscreen,locate,search,list,categories"`))
	v.settle()
	v.do(`window.zoom = handle().getMap().getZoom()`)
	v.click("[data-control=plus]")
	v.WaitFor(`handle().getMap().getZoom() > zoom + 0.9`)
	v.click("[data-control=minus]")
	v.WaitFor(`Math.abs(handle().getMap().getZoom() - zoom) < 0.01`)
	v.expect(`/\d+ (k?m)$/.test($(".maplibregl-ctrl-scale").textContent.replace(/\s/g, " "))`)

	v.click("[data-control=expand]")
	v.WaitFor(`document.fullscreenElement === el() && $(".fullscreen").title === "Vollbild beenden"`)
	v.WaitFor(`$(".canvas").getBoundingClientRect().height === innerHeight`)
	v.click(".fullscreen")
	v.WaitFor(`!document.fullscreenElement && $(".fullscreen").title === "Vollbild"`)

	v.do(`Geolocation.prototype.getCurrentPosition = (found) => found({ coords: { latitude: 52.52, longitude: 13.4 } })`)
	v.click("[data-control=locate]")
	v.WaitFor(`$(".here") && Math.abs(handle().getMap().getCenter().lat - 52.52) < 0.001`)
	// Distances count from there now.
	v.expect(`/^2\d\d km$/.test($(".list li .away").textContent)`)

	v.expect(`!seen(".list")`)
	v.click("[data-control=list]")
	v.WaitFor(`seen(".list")`)
	v.expect(`$(".list h2").textContent === "35 Ziele" && root().querySelectorAll(".list li").length === 35`)
	v.click(".list .close")
	v.WaitFor(`!seen(".list")`)
	v.clean()
}

func testSearch(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt+` data-search`))
	v.settle()
	v.click(".search input")
	v.forget()
	v.Run(chromedp.KeyEvent("wart"))
	v.WaitFor(`seen("#suggestions") && $("#suggestions li").textContent.includes("Wartburg")`)
	// Typing four letters is one question, with the map's middle for nearness.
	if all := v.asked("/api/v1/pois"); len(all) != 1 || all[0].Query().Get("q") != "wart" || !all[0].Query().Has("lat") || all[0].Query().Has("radius_km") {
		t.Errorf("asked for suggestions: %v", all)
	}
	v.press(down)
	v.expect(`$(".search input").getAttribute("aria-activedescendant") === "suggestion-0" && $("#suggestion-0").ariaSelected === "true"`)
	v.press(enter)
	v.WaitFor(`seen(".card") && $(".card h2").textContent === "Wartburg" && !seen("#suggestions")`)
	v.press(escape)
	// Enter searches everywhere, and the cross goes back.
	v.do(`$(".search input").focus(); $(".search input").select(); log.length = 0`)
	v.Run(chromedp.KeyEvent("zugspitze"))
	v.press(enter)
	v.WaitFor(`has("load") && settled()`)
	if got := v.last(); got.Get("q") != "zugspitze" || got.Has("lat") {
		t.Errorf("searched for %v", got)
	}
	v.WaitFor(`handle().getMap().getBounds().contains([10.985, 47.421])`)
	v.do(`log.length = 0`)
	v.click(".search .round")
	v.WaitFor(`has("load") && log.find((e) => e.name === "load").count === 35`)
	v.clean()
}

func testCategories(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt+` data-controls="categories"`))
	v.settle()
	v.expect(`$(".chip").textContent.startsWith("Burg & Schloss") && $(".chip .count").textContent === "6" && $(".chip").ariaPressed === "false"`)
	v.do(`log.length = 0`)
	v.click(".chip[data-id=castle]")
	v.WaitFor(`has("load")`)
	if got := v.last().Get("category"); got != "castle" {
		t.Errorf("category %q", got)
	}
	v.expect(`log[0].count === 6 && $(".chip[data-id=castle]").ariaPressed === "true"`)
	v.do(`log.length = 0`)
	v.click(".chip[data-id=museum]")
	v.WaitFor(`has("load")`)
	if got := v.last().Get("category"); got != "castle,museum" {
		t.Errorf("category %q", got)
	}
	v.expect(`log[0].count === 9`)
	v.do(`log.length = 0`)
	v.click(".chip[data-id=castle]")
	v.WaitFor(`has("load") && log[0].count === 3`)
	v.clean()
}

func testSearchArea(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt+` data-limit="5"`))
	v.settle()
	v.expect(`!seen(".area")`)
	v.drag(200, 60)
	v.WaitFor(`seen(".area")`)
	v.do(`log.length = 0`)
	v.forget()
	v.click(".area")
	v.WaitFor(`has("load") && !seen(".area")`)
	if got := v.last(); !got.Has("bbox") || got.Has("lat") || got.Get("limit") != "5" {
		t.Errorf("asked for %v", got)
	}

	// On its own, where the author wants it so; dragging on is one request.
	v = b.open(t, s, mapTag(erfurt+` data-search-area="auto"`))
	v.settle()
	v.do(`log.length = 0`)
	v.forget()
	v.drag(100, 0)
	v.drag(60, 40)
	v.WaitFor(`has("load")`)
	if all := v.asked("/api/v1/pois"); len(all) != 1 || !all[0].Query().Has("bbox") {
		t.Errorf("asked for %v", all)
	}
	v.clean()
}

// With cooperative gestures the page still scrolls.
func testGestures(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt)+`<div style="height:3000px"></div>`)
	v.settle()
	v.do(`window.zoom = handle().getMap().getZoom(); window.at = (() => { const b = el().getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	at := value[[2]float64](v, `at`)
	v.Run(wheel(at, 300, false))
	v.WaitFor(`scrollY > 100`)
	v.expect(`Math.abs(handle().getMap().getZoom() - zoom) < 0.001`)
	v.do(`scrollTo(0, 0)`)
	v.WaitFor(`scrollY === 0`)
	v.Run(wheel(at, -300, true))
	v.WaitFor(`handle().getMap().getZoom() > zoom + 0.1`)
	v.expect(`scrollY === 0`)
	v.WaitFor(`!handle().getMap().isMoving()`)
	// Who wants no motion gets none.
	v.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}))
	v.do(`handle().fitBounds([[13, 52], [14, 53]])`)
	v.expect(`Math.abs(handle().getMap().getCenter().lng - 13.5) < 0.01 && !handle().getMap().isMoving()`)
	v.clean()
}
