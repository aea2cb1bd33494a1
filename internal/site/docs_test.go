package site_test

import (
	"strings"
	"testing"
)

func TestDocsLinkToEachOther(t *testing.T) {
	h := newSite(t)
	body := get(t, h, "/docs/api").body
	for _, want := range []string{
		`<a href="keys#limits">keys</a>`, `<a href="adr/0001-one">a decision</a>`, " and code.", base + "/x",
		`<h2 id="über-uns--you">`, `<div class="scroll" tabindex="0"><table>`, `<th scope="col" class="right">b</th>`, `<td class="right">2</td>`,
		`<meta name="description" content="First paragraph of it.">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(body, "internal/x.go") {
		t.Error("a link leads into the repository, which the site does not have")
	}
	body = get(t, h, "/docs/adr/0001-one").body
	for _, want := range []string{`<a href="../api">the API</a>`, `<img src="../images/p.png" alt="picture">`} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestLiveExamplesRun(t *testing.T) {
	h := newSite(t)
	body := get(t, h, "/docs/keys").body
	if want := `<div class="live"><div data-service-map data-query="see" class="live-map"></div></div>`; !strings.Contains(body, want) {
		t.Errorf("no %s", want)
	}
	if !strings.Contains(body, `<script src="/sdk/v1/service-map.js" defer>`) {
		t.Error("the SDK is not loaded")
	}
	if strings.Index(body, "/docs/live/") > strings.Index(body, "service-map.js") {
		t.Error("the example runs after the SDK and misses its event")
	}
	script := "/docs/live/" + between(t, body, `<script src="/docs/live/`, `"`)
	a := get(t, h, script)
	if a.header.Get("Content-Type") != "text/javascript; charset=utf-8" || a.body != "ServiceMap.create(\"#x\");\n" {
		t.Errorf("%s: %v %q", script, a.header, a.body)
	}
	if strings.Contains(get(t, h, "/docs/api").body, "service-map.js") {
		t.Error("a page without examples loads the SDK")
	}
}

func TestEveryDocIsListed(t *testing.T) {
	body := get(t, newSite(t), "/docs/").body
	for _, want := range []string{`href="/docs/api"`, `href="/docs/keys"`, `href="/docs/adr/0001-one"`, `href="/docs/reference"`, `href="/embed"`} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestReferenceShowsTheDescription(t *testing.T) {
	body := get(t, newSite(t), "/docs/reference").body
	for _, want := range []string{
		"<code>/api/v1/pois</code>", "<code>/api/v1/categories</code>", `name="radius_km"`, `data-path="/api/v1/pois/{slug}"`,
		`<option>geojson</option>`, `id="schema-Poi"`, `<span class="status s4">429</span>`, "≥ 1, ≤ 400, default 80",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s", want)
		}
	}
}
