// Package browsertest drives Chromium in tests: a page that remembers what it
// printed, requested and failed at. Tests are skipped where there is no
// Chromium, and fail there when CI=true.
package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// patience ends a test whose page never gets ready; a machine may be slow.
const patience = 2 * time.Minute

// ScreenshotDir is the environment variable that names the directory for
// screenshots; without it they are not written.
const ScreenshotDir = "SCREENSHOT_DIR"

// Page is a tab of a browser of its own.
type Page struct {
	t   testing.TB
	ctx context.Context
	end func()

	mu       sync.Mutex
	requests []string
	errors   []string
	warnings []string
}

// Browser is a running Chromium, for tests that share one.
type Browser struct{ ctx context.Context }

// Open starts a browser with one empty page of a size in CSS pixels. It ends
// with the test.
func Open(t testing.TB, width, height int) *Page {
	t.Helper()
	return Launch(t).Page(t, width, height)
}

// Launch starts a browser. It ends with the test.
func Launch(t testing.TB) *Browser {
	t.Helper()
	path := find(t)
	opts := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	opts = append(
		opts,
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // tests run as root in containers
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("disable-background-networking", true),
		// A request to anybody else fails, and shows as an error.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.UserDataDir(t.TempDir()),
	)
	ctx, cancelAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancelAlloc)
	ctx, cancelTab := chromedp.NewContext(ctx)
	// Ends the browser and waits for it, before its profile is removed.
	t.Cleanup(func() { _ = chromedp.Cancel(ctx); cancelTab() })
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return &Browser{ctx}
}

// Page opens an empty page of a size in CSS pixels that shares nothing with
// others: no cache, no storage. It ends with the test.
func (b *Browser) Page(t testing.TB, width, height int) *Page {
	t.Helper()
	browser := cdp.WithExecutor(b.ctx, chromedp.FromContext(b.ctx).Browser)
	profile, err := target.CreateBrowserContext().Do(browser)
	if err != nil {
		t.Fatalf("open a page: %v", err)
	}
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(browser)
	if err != nil {
		t.Fatalf("open a page: %v", err)
	}
	ctx, cancelTab := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id))
	end := sync.OnceFunc(func() { cancelTab(); _ = target.DisposeBrowserContext(profile).Do(browser) })
	t.Cleanup(end)
	ctx, cancel := context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	p := &Page{t: t, ctx: ctx, end: end}
	chromedp.ListenTarget(ctx, p.listen)
	p.Run(network.Enable(), log.Enable(), runtime.Enable(),
		emulation.SetDeviceMetricsOverride(int64(width), int64(height), 1, false))
	return p
}

func find(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("Chromium is not installed")
	}
	t.Skip("Chromium is not installed")
	return ""
}

func (p *Page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *network.EventLoadingFailed:
		if !e.Canceled {
			p.errors = append(p.errors, "request failed: "+e.ErrorText)
		}
	case *runtime.EventExceptionThrown:
		p.errors = append(p.errors, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		switch e.Type {
		case runtime.APITypeError, runtime.APITypeAssert:
			p.errors = append(p.errors, "console: "+printed(e))
		case runtime.APITypeWarning:
			p.warnings = append(p.warnings, printed(e))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			p.errors = append(p.errors, fmt.Sprintf("log: %s %s", e.Entry.Text, e.Entry.URL))
		}
	}
}

func printed(e *runtime.EventConsoleAPICalled) string {
	var text []string
	for _, arg := range e.Args {
		text = append(text, strings.TrimSpace(string(arg.Value)+" "+arg.Description))
	}
	return strings.Join(text, " ")
}

// Run runs actions in the page; a failure ends the test.
func (p *Page) Run(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.t.Fatalf("browser: %v; errors so far: %v", err, p.Errors())
	}
}

// Navigate opens a URL and waits until it is loaded.
func (p *Page) Navigate(url string) {
	p.t.Helper()
	p.Run(chromedp.Navigate(url))
}

// Eval evaluates an expression, which may be a promise, into out.
func (p *Page) Eval(expression string, out any) {
	p.t.Helper()
	p.Run(chromedp.Evaluate(expression, out, func(e *runtime.EvaluateParams) *runtime.EvaluateParams {
		return e.WithAwaitPromise(true)
	}))
}

// WaitFor waits until an expression is true.
func (p *Page) WaitFor(expression string) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, chromedp.Poll(expression, nil, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(patience))); err != nil {
		p.t.Fatalf("wait for %s: %v; errors so far: %v", expression, err, p.Errors())
	}
}

// Screenshot is the page as PNG, also written to the directory that the
// environment names.
func (p *Page) Screenshot(name string) []byte {
	p.t.Helper()
	var png []byte
	p.Run(chromedp.CaptureScreenshot(&png))
	if dir := os.Getenv(ScreenshotDir); dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	return png
}

// Close ends the page before its test does.
func (p *Page) Close() { p.end() }

// Errors are what the page printed as errors, threw or failed to load so far.
func (p *Page) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.errors...)
}

// Warnings are what the page printed as warnings so far.
func (p *Page) Warnings() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.warnings...)
}

// Requests are the URLs that the page asked for so far. What a worker asks for
// is not among them: let a server count those.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.requests...)
}

// Context is the page's, for actions that Page has no method for.
func (p *Page) Context() context.Context { return p.ctx }
