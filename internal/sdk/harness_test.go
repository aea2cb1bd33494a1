package sdk_test

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"servicemap/internal/browsertest"
)

// bench is what the browser tests share: the program, one browser, and a
// server of strangers' pages.
type bench struct {
	program string
	browser *browsertest.Browser
	host    *host
}

func newBench(t testing.TB) *bench {
	t.Helper()
	browser := browsertest.Launch(t)
	program := filepath.Join(t.TempDir(), "servicemap")
	build := exec.Command("go", "build", "-o", program, "servicemap/cmd/servicemap")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	return &bench{program: program, browser: browser, host: newHost(t)}
}

// service is a running program with the built-in destinations.
type service struct {
	program, data, url string
}

var listening = regexp.MustCompile(`msg=listening address=(\S+)`)

// serve starts the program with a data folder of its own; it ends with the test.
func (b *bench) serve(t testing.TB, flags ...string) *service {
	t.Helper()
	s := &service{program: b.program, data: t.TempDir()}
	cmd := exec.Command(b.program, append([]string{"serve", "--data", s.data, "--listen", "127.0.0.1:0"}, flags...)...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	ended := make(chan struct{})
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		_ = cmd.Wait()
	})
	found := make(chan string)
	var said strings.Builder
	go func() {
		defer close(ended)
		defer close(found)
		ready := ""
		for lines.Scan() {
			said.WriteString(lines.Text() + "\n")
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				ready = m[1]
			}
			if ready != "" && strings.Contains(lines.Text(), "serving dataset") {
				found <- ready
				ready = ""
			}
		}
	}()
	address, ok := <-found
	if !ok {
		t.Fatalf("the program ended before it was ready: %s", said.String())
	}
	s.url = "http://" + address
	return s
}

var keyPattern = regexp.MustCompile(`smk_[0-9A-Za-z]+`)

// key creates an API key with the program's own command.
func (s *service) key(t *testing.T, flags ...string) string {
	t.Helper()
	out, err := exec.Command(s.program, append([]string{"keys", "create", "--data", s.data}, flags...)...).CombinedOutput()
	key := keyPattern.FindString(string(out))
	if err != nil || key == "" {
		t.Fatalf("create a key: %v\n%s", err, out)
	}
	// The running program looks for new keys every second.
	for status := http.StatusUnauthorized; status == http.StatusUnauthorized; {
		response, err := http.Get(s.url + "/api/v1/?key=" + key)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		status = response.StatusCode
	}
	return key
}

// script is the tag that a page includes.
func (s *service) script() string {
	return fmt.Sprintf(`<script src="%s/sdk/v1/service-map.js" defer></script>`, s.url)
}

// host serves strangers' pages from an origin of its own.
type host struct {
	*httptest.Server
	mu    sync.Mutex
	pages map[string]page
}

// picture is what the host answers with below /photo.png.
func (h *host) picture(dataURL string) {
	_, encoded, _ := strings.Cut(dataURL, ",")
	png, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		panic(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pages["/photo.png"] = page{html: string(png), header: map[string]string{"Content-Type": "image/png"}}
}

type page struct {
	html   string
	header map[string]string
}

func newHost(t testing.TB) *host {
	t.Helper()
	h := &host{pages: map[string]page{}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		p, ok := h.pages[r.URL.Path]
		h.mu.Unlock()
		if !ok {
			// Browsers ask for an icon; nobody else for anything.
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for name, value := range p.header {
			w.Header().Set(name, value)
		}
		_, _ = w.Write([]byte(p.html))
	}))
	t.Cleanup(h.Close)
	return h
}

// add publishes a page and returns its address.
func (h *host) add(p page) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	path := fmt.Sprintf("/page-%d", len(h.pages))
	h.pages[path] = p
	return h.URL + path
}

// document is a page as a stranger writes it.
func document(head, body string) string {
	return `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Ausflüge</title>
<meta name="viewport" content="width=device-width, initial-scale=1">` + head + `</head><body>` + body + `</body></html>`
}
