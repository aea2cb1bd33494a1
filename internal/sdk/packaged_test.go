package sdk_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

func collectGarbage(ctx context.Context) error { return heapprofiler.CollectGarbage().Do(ctx) }

func metrics(v *visit) (nodes, listeners float64) {
	v.t.Helper()
	v.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		all, err := performance.GetMetrics().Do(ctx)
		for _, m := range all {
			switch m.Name {
			case "Nodes":
				nodes = m.Value
			case "JSEventListeners":
				listeners = m.Value
			}
		}
		return err
	}))
	return nodes, listeners
}

func testCustomElement(t *testing.T, b *bench, s *service) {
	v := b.open(t, s, `<service-map id="map" query="schloss" lat="48.1" lng="11.5" controls="zoom,scale" style="height:400px"></service-map>`)
	v.settle()
	if got := v.last(); got.Get("q") != "schloss" || got.Get("lat") != "48.1" {
		t.Errorf("asked for %v", got)
	}
	v.expect(`getComputedStyle(el()).display === "block" && el().handle === handle() && $(".maplibregl-ctrl-scale")`)
	v.do(`log.length = 0; el().setAttribute("query", "zoo")`)
	v.WaitFor(`has("load")`)
	if got := v.last().Get("q"); got != "zoo" {
		t.Errorf("asked for %q", got)
	}
	v.do(`log.length = 0; el().options = { pois: { category: "museum", limit: 3 } }`)
	v.WaitFor(`log.some((e) => e.name === "load" && e.count === 3)`)
	v.do(`window.gone = el(); gone.remove()`)
	v.WaitFor(`ServiceMap.get(gone) === null && gone.childNodes.length === 0`)
	v.clean()
}

// The module as the server has it, in a page without the script.
func testModule(t *testing.T, b *bench, s *service) {
	v := &visit{Page: b.browser.Page(t, 1000, 700), t: t}
	v.Navigate(b.host.add(page{html: document(`<script>`+recorder+`</script>`, emptyMap+`<script type="module">
		import { create, get, define } from "`+s.url+`/sdk/v1/service-map.mjs";
		window.ServiceMap = { get };
		define();
		const map = await create("#map", { pois: { q: "burg" } });
		window.done = typeof map.getMap;
	</script>`)}))
	v.WaitFor(`window.done === "function" && settled() && customElements.get("service-map")`)
	v.clean()
}

// The npm package packs, its types check in a project that uses it, and its
// module draws a map of the service that it is told.
func testPackage(t *testing.T, b *bench, s *service) {
	dir := t.TempDir()
	sdk, err := filepath.Abs(filepath.Join("..", "..", "sdk"))
	if err != nil {
		t.Fatal(err)
	}
	out := run(t, sdk, "npm", "pack", "--json", "--silent", "--pack-destination", dir)
	var packed []struct{ Filename string }
	if err := json.Unmarshal([]byte(out[strings.Index(out, "["):]), &packed); err != nil || len(packed) != 1 {
		t.Fatalf("npm pack said %q: %v", out, err)
	}
	modules := filepath.Join(dir, "node_modules")
	run(t, dir, "tar", "xzf", packed[0].Filename)
	if err := os.MkdirAll(modules, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "package"), filepath.Join(modules, "servicemap")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sample.ts", "tsconfig.json"} {
		raw, err := os.ReadFile(filepath.Join(sdk, "test", "sample", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, filepath.Join(sdk, "..", "node_modules", ".bin", "tsc"), "-p", ".")

	module, err := os.ReadFile(filepath.Join(modules, "servicemap", "dist", "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	v := &visit{Page: b.browser.Page(t, 1000, 700), t: t}
	v.Navigate(b.host.add(page{html: document(`<script>`+recorder+`</script>`, emptyMap+`<script type="module">`+
		strings.NewReplacer("export {", "const all = {", " as ", ": ").Replace(string(module))+`
		all.configure({ baseUrl: `+quote(s.url)+` });
		window.ServiceMap = { get: all.get };
		await all.create("#map", { pois: { q: "burg" } });
		window.done = true;
	</script>`)}))
	v.WaitFor(`window.done && settled()`)
	v.clean()
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}
