package main

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"servicemap/internal/browsertest"
)

// observe notes from the first moment of a page what its visitor feels.
const observe = `window.felt = {lcp: 0, cls: 0, long: []};
const note = (type, f) => new PerformanceObserver((list) => list.getEntries().forEach(f)).observe({type, buffered: true});
note("largest-contentful-paint", (e) => { felt.lcp = e.startTime });
note("layout-shift", (e) => { if (!e.hadRecentInput) felt.cls += e.value });
note("longtask", (e) => { felt.long.push([e.startTime, e.duration]) });`

// report sums up: the blocking time is what tasks took beyond 50 ms since the
// first paint.
const report = `(() => {
	const fcp = performance.getEntriesByName("first-contentful-paint")[0].startTime;
	const blocked = felt.long.filter(([at]) => at >= fcp).reduce((sum, [, ms]) => sum + ms - 50, 0);
	return {fcp, lcp: felt.lcp, blocked, cls: felt.cls};
})()`

type visit struct{ FCP, LCP, Blocked, CLS, Requests, Bytes float64 }

// BenchmarkPages visits pages with empty caches, each time in a new profile,
// until the map is drawn, and reports medians.
func BenchmarkPages(b *testing.B) {
	const rounds = 5
	server := start(b, "--data", b.TempDir())
	drawn := func(id string) string {
		return `(() => { const m = window.ServiceMap?.get("` + id + `")?.getMap(); return !!m?.loaded() && !m.isMoving() })()`
	}
	for _, tc := range []struct{ name, path, done string }{
		{"start", "/", drawn("#map") + ` && document.querySelectorAll("#list strong").length > 50`},
		{"destination", "/d/schloss-neuschwanstein", drawn("[data-service-map]")},
		{"embed", "/embed", drawn("#preview")},
		{"guide", "/docs/sdk", drawn(".live > *")},
		{"reference", "/docs/reference", `document.readyState === "complete"`},
		{"terms", "/terms", `document.readyState === "complete"`},
	} {
		b.Run(tc.name, func(b *testing.B) {
			browser := browsertest.Launch(b)
			var visits []visit
			for b.Loop() {
				for range rounds {
					visits = append(visits, see(b, browser, server.url+tc.path, tc.done))
				}
			}
			for unit, value := range map[string]func(visit) float64{
				"FCP-ms": func(v visit) float64 { return v.FCP }, "LCP-ms": func(v visit) float64 { return v.LCP },
				"TBT-ms": func(v visit) float64 { return v.Blocked }, "CLS": func(v visit) float64 { return v.CLS },
				"requests": func(v visit) float64 { return v.Requests }, "KB": func(v visit) float64 { return v.Bytes / 1000 },
			} {
				var all []float64
				for _, v := range visits {
					all = append(all, value(v))
				}
				slices.Sort(all)
				b.ReportMetric(all[len(all)/2], unit)
			}
		})
	}
}

// see visits a page as a new visitor.
func see(b *testing.B, browser *browsertest.Browser, address, done string) (v visit) {
	b.Helper()
	p := browser.Page(b, 1360, 850)
	defer p.Close()
	var mu sync.Mutex
	chromedp.ListenTarget(p.Context(), func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			v.Requests++
		case *network.EventLoadingFinished:
			v.Bytes += e.EncodedDataLength
		}
	})
	p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(observe).Do(ctx)
		return err
	}))
	p.Navigate(address)
	p.WaitFor(done + ` && performance.getEntriesByName("first-contentful-paint").length > 0`)
	p.Run(chromedp.Sleep(500 * time.Millisecond)) // what comes late counts, too
	p.Eval(report, &v)
	if errors := p.Errors(); len(errors) > 0 {
		b.Fatalf("%s: %v", address, errors)
	}
	mu.Lock()
	defer mu.Unlock()
	return v
}
