package sdk_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

const erfurt = `data-lat="50.98" data-lng="11.03" data-radius-km="80"`

// A click on a dot, by its place on the screen.
func testDot(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, mapTag(erfurt))
	v.settle()
	highlighted := `handle().getMap().queryRenderedFeatures({ layers: ["service-map-selected"] }).map((f) => f.properties.slug).join()`
	v.expect(`handle().getMap().querySourceFeatures("service-map-places").find((f) => f.properties.slug === "leuchtenburg").properties.color === "#8c4a2f"`)
	v.expect(highlighted + ` === "" && !seen(".card")`)
	v.forget()
	x, y := v.dot("leuchtenburg")
	v.Run(chromedp.MouseClickXY(x, y))
	v.WaitFor(`seen(".card") && !$(".loading") && ` + highlighted + ` === "leuchtenburg"`)
	v.expect(`$(".card h2").textContent === "Leuchtenburg" && $(".card .subtitle").textContent.includes("Burg & Schloss") && /\d+ km entfernt/.test($(".card .away").textContent)`)
	if len(v.asked("/api/v1/pois/leuchtenburg")) != 1 {
		t.Errorf("the place was not asked for: %v", v.Requests())
	}
	v.expect(`log.at(-1).name === "select" && log.at(-1).slug === "leuchtenburg"`)
	v.press(escape)
	v.WaitFor(`!seen(".card") && ` + highlighted + ` === ""`)
	v.expect(`log.at(-1).name === "deselect"`)
	// A click beside the dots closes it too.
	v.Run(chromedp.MouseClickXY(x, y))
	v.WaitFor(`seen(".card")`)
	x, y = v.dot("leuchtenburg")
	v.Run(chromedp.MouseClickXY(x+30, y+30))
	v.WaitFor(`!seen(".card") && ` + highlighted + ` === ""`)
	v.clean()
}

// answer lets a page's requests whose URL holds a text be answered by the test.
func answer(part, body string) string {
	return `<script>{
		const real = window.fetch;
		window.fetch = (input, init) => String(input).includes(` + quote(part) + `)
			? Promise.resolve(new Response(` + quote(body) + `, { headers: { "Content-Type": "application/json" } })) : real(input, init);
	}</script>`
}

// Everything that a place can have is shown, and all of it as text.
func testPlaceInformation(t *testing.T, b *bench, s *service) {
	v := &visit{Page: b.browser.Page(t, 1000, 700), t: t}
	pixel := "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
	place := `{"ok":true,"item":{"slug":"wartburg","name":"Wartburg <img src=x onerror=window.hacked=1>","latitude":50.966,"longitude":10.306,"category":"Burg & Schloss","categoryId":"castle",
		"locality":"Eisenach","kids":true,"seating":true,"free":true,"mobility":3.5,"description":"<b>Burg</b>","website":"javascript:window.hacked=1","phone":"+49 3691 2500",
		"openingHours":"Mo-Fr 09:00-17:00; Sa,Su,PH off; \"<script>window.hacked=1</script>\"","address":"Auf der Wartburg 1","image":{"url":"` + b.host.URL + `/photo.png","page":"https://example.org/p","credit":"A. Muster","license":"CC BY 4.0"},
		"sources":[{"name":"OpenStreetMap","license":"ODbL 1.0"}]}}`
	url := b.host.add(page{html: document(`<script>`+recorder+`</script>`+answer("/pois/wartburg", place)+s.script(), mapTag(erfurt))})
	b.host.picture(pixel)
	v.Navigate(url)
	v.settle()
	v.do(`await handle().select("wartburg")`)
	v.expect(`$(".card h2").textContent === "Wartburg <img src=x onerror=window.hacked=1>" && $(".description").textContent === "<b>Burg</b>" && !window.hacked`)
	v.expect(`[...root().querySelectorAll(".badges li")].map((e) => e.textContent).join("|") === "Für Kinder geeignet|Sitzplätze vorhanden|Eintritt frei|Barrierefreiheit 3,5 von 5"`)
	v.expect(`[...root().querySelectorAll(".badges li")].every((e) => e.querySelector("svg"))`)
	v.expect(`[...root().querySelectorAll(".contact .line")].map((e) => e.textContent).join("|") === "Mo–Fr 09:00–17:00|Sa, So, Feiertage geschlossen|<script>window.hacked=1</" + "script>"`)
	v.expect(`$(".contact a[href='tel:+4936912500']") && !$(".contact a[href^='javascript']") && root().textContent.includes("Auf der Wartburg 1")`)
	v.WaitFor(`$(".card img").complete && $(".card img").naturalWidth > 0`)
	v.expect(`$(".card figcaption").textContent.startsWith("Foto: A. Muster, CC BY 4.0") && $(".card figcaption a").href === "https://example.org/p" && $(".card img").alt.includes("Wartburg")`)
	v.expect(`$(".sources").textContent === "Daten: OpenStreetMap (ODbL 1.0)"`)
	v.Screenshot("card-full")

	// A page that loads nothing from other hosts has a link where the photo would be.
	head := `<script>` + recorder + `</script>` + answer("/pois/wartburg", place) + s.script()
	v.Navigate(b.host.add(page{html: document(head, mapTag(erfurt+` data-photos="off"`))}))
	v.settle()
	v.do(`await handle().select("wartburg")`)
	v.expect(`!$(".card img") && $(".card a[href='https://example.org/p']").textContent.includes("Foto von Wartburg")`)
	v.clean()
}

func testMarkers(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, emptyMap)
	v.WaitFor(`window.ServiceMap`)
	v.do(`await ServiceMap.create("#map", { pois: false, center: [11, 51], zoom: 8, markers: [
		{ id: "m1", title: "Treffpunkt <b>", label: "A", lat: 51, lng: 11, color: "#ffee00" },
		{ id: "m2", label: "Hotel Sonne", lat: 51.2, lng: 11.2 }] })`)
	v.WaitFor(`root().querySelectorAll(".marker").length === 2`)
	v.expect(`$(".marker .in-pin").textContent === "A" && $(".marker .in-pin").style.color === "rgb(0, 0, 0)" && $(".beside-pin").textContent === "Hotel Sonne"`)
	v.click(".marker[data-marker=m1]")
	v.WaitFor(`seen(".card")`)
	v.expect(`$(".card h2").textContent === "Treffpunkt <b>" && log.at(-1).name === "select" && log.at(-1).marker === "m1"`)
	v.press(escape)
	v.WaitFor(`!seen(".card")`)
	v.expect(`log.at(-1).name === "deselect" && log.at(-1).marker === "m1"`)
	// They can be reached and pressed by keyboard.
	v.do(`$(".marker[data-marker=m2]").focus()`)
	v.press(enter)
	v.WaitFor(`seen(".card") && $(".card h2").textContent === "Hotel Sonne"`)
	v.clean()
}
