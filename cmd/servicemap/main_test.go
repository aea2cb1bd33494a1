package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"servicemap/internal/destination"
	"servicemap/internal/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// command runs the program to its end.
func command(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, &out, &errs)
	return code, out.String(), errs.String()
}

// running is a server that was started with the serve command.
type running struct {
	url   string
	admin string
	log   *logBuffer
	stop  func() int
}

// start runs the serve command on free ports until the test ends.
func start(t testing.TB, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	log := &logBuffer{}
	exit := make(chan int, 1)
	args = append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-format", "json"}, args...)
	go func() { exit <- run(ctx, args, io.Discard, log) }()
	r := &running{log: log}
	r.stop = sync.OnceValue(func() int { cancel(); return <-exit })
	t.Cleanup(func() { r.stop() })
	r.url = "http://" + log.wait(t, exit, "listening")["address"].(string)
	r.admin = "http://" + log.wait(t, exit, "listening for the operator")["address"].(string)
	log.wait(t, exit, "serving dataset")
	return r
}

func (r *running) get(t testing.TB, path string) (int, http.Header, string) {
	t.Helper()
	return fetch(t, r.url+path)
}

func fetch(t testing.TB, url string) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Close = true
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(body)
}

// logBuffer holds what a server logs and lets a test wait for a message.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (b *logBuffer) wait(t testing.TB, exit chan int, message string) map[string]any {
	t.Helper()
	for {
		for line := range strings.Lines(b.String()) {
			var entry map[string]any
			if json.Unmarshal([]byte(line), &entry) == nil && entry["msg"] == message {
				return entry
			}
		}
		select {
		case code := <-exit:
			exit <- code
			t.Fatalf("the server ended with %d before %q:\n%s", code, message, b)
		case <-t.Context().Done():
			t.Fatal("the test ended")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestAnEmptyFolderIsServedAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	r := start(t, "--data", dir)
	status, _, body := r.get(t, "/api/v1/pois?q=Neuschwanstein&limit=1")
	if status != http.StatusOK || !strings.Contains(body, `"slug":"schloss-neuschwanstein"`) {
		t.Errorf("%d %s", status, body)
	}
	for path, want := range map[string]string{"/healthz": `"ok":true`, "/readyz": `"dataset":`} {
		if status, _, body := r.get(t, path); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, _, body := fetch(t, r.admin+"/metrics"); status != http.StatusOK || !strings.Contains(body, "servicemap_destinations{") ||
		!strings.Contains(body, `servicemap_http_requests_total{method="GET",route="pois",status="200"} 1`) {
		t.Errorf("metrics: %d %s", status, body)
	}
	if status, _, _ := r.get(t, "/metrics"); status != http.StatusNotFound {
		t.Errorf("/metrics on the public address: %d", status)
	}
	if !strings.Contains(r.log.String(), "the data folder was empty") {
		t.Errorf("it does not say that the folder was set up:\n%s", r.log)
	}
	if code := r.stop(); code != 0 {
		t.Errorf("exit code %d\n%s", code, r.log)
	}

	again := start(t, "--data", dir)
	if strings.Contains(again.log.String(), "built-in") {
		t.Errorf("the folder was set up twice:\n%s", again.log)
	}
}

func TestADatasetIsSwappedWithoutDroppingARequest(t *testing.T) {
	dir := t.TempDir()
	r := start(t, "--data", dir, "--limit-anonymous", "1000000")
	version := writeDataset(t, dir, "only-place")

	var done atomic.Bool
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			for !done.Load() {
				status, _, body := r.get(t, "/api/v1/pois?limit=1")
				if status != http.StatusOK || !strings.Contains(body, `"count":1`) {
					t.Errorf("while swapping: %d %s", status, body)
					return
				}
			}
		})
	}
	activate(t, dir, version)
	eventually(t, "the new dataset is served", func() bool {
		status, _, _ := r.get(t, "/api/v1/pois/only-place")
		return status == http.StatusOK
	})
	done.Store(true)
	clients.Wait()
}

// writeDataset writes a dataset of one destination beside the active one.
func writeDataset(t *testing.T, dir, slug string) string {
	t.Helper()
	st, err := store.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	written, err := st.WriteDataset(t.Context(), destination.Dataset{Origin: "test"}, sequence([]destination.Record{{
		Destination: destination.Destination{Slug: slug, Name: "Only place", Point: destination.Point{Lat: 50, Lng: 10}},
		SourceIDs:   []string{"test:1"},
	}}))
	if err != nil {
		t.Fatal(err)
	}
	return written.Version
}

func activate(t *testing.T, dir, version string) {
	t.Helper()
	st, err := store.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if err := st.Activate(t.Context(), version); err != nil {
		t.Fatal(err)
	}
}

func TestRunningRequestsFinishWhenTheServerStops(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(entered)
		<-release
		_, _ = io.WriteString(w, "finished")
	})
	ctx, cancel := context.WithCancel(t.Context())
	l, err := listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	stopped, answered := make(chan error, 1), make(chan string, 1)
	go func() { stopped <- serveUntilDone(ctx, newServer(handler, newLogger(io.Discard, "info", "text")), l) }()
	go func() {
		_, _, body := fetch(t, "http://"+l.Addr().String())
		answered <- body
	}()
	<-entered
	cancel()
	close(release)
	if body := <-answered; body != "finished" {
		t.Errorf("answered %q", body)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range 1000 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

func TestMistakesAreOneClearLine(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("service:\n  nmae: typo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"unknown flag", []string{"serve", "--lsten", "x"}, "unknown flag --lsten"},
		{"unknown command", []string{"sevre"}, "sevre"},
		{"taken port", []string{"serve", "--listen", taken.Addr().String(), "--data", dir}, "is taken by another program"},
		{"bad address", []string{"serve", "--listen", "nonsense", "--data", dir}, "nonsense"},
		{"bad base URL", []string{"serve", "--base-url", "map.example.org"}, "is not the address of a service"},
		{"bad proxy", []string{"serve", "--trusted-proxy", "10.0.0.0/99"}, "neither an address nor a network"},
		{"bad log format", []string{"serve", "--log-format", "xml"}, "text"},
		{"data folder is a file", []string{"serve", "--listen", "127.0.0.1:0", "--data", file}, file},
		{"missing config", []string{"serve", "--config", filepath.Join(dir, "none.yaml")}, "none.yaml"},
		{"unknown setting", []string{"serve", "--config", file}, `unknown setting "service.nmae"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, _, errs := command(t, tc.args...)
			if code == 0 {
				t.Error("it ended with 0")
			}
			if strings.Count(errs, "\n") != 1 || !strings.Contains(errs, tc.want) {
				t.Errorf("said:\n%s\nwant one line with %q", errs, tc.want)
			}
		})
	}
}

func TestSettingsComeFromFlagEnvironmentAndFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "servicemap.yaml")
	config := fmt.Sprintf("data: %s\nservice:\n  name: From file\nlimit:\n  anonymous: 7\n  endpoint: {categories: 3}\n", filepath.Join(t.TempDir(), "d"))
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	name := func(args ...string) (string, http.Header) {
		r := start(t, append([]string{"--config", file}, args...)...)
		defer r.stop()
		_, header, body := r.get(t, "/api/v1/")
		var index struct{ Name string }
		if err := json.Unmarshal([]byte(body), &index); err != nil {
			t.Fatal(err, body)
		}
		return index.Name, header
	}
	got, header := name()
	if got != "From file" || header.Get("X-RateLimit-Limit") != "7" {
		t.Errorf("from the file: %q, limit %s", got, header.Get("X-RateLimit-Limit"))
	}
	t.Setenv("SERVICEMAP_SERVICE_NAME", "From environment")
	if got, _ := name(); got != "From environment" {
		t.Errorf("from the environment: %q", got)
	}
	if got, _ := name("--service-name", "From flag"); got != "From flag" {
		t.Errorf("from the flag: %q", got)
	}
}

func TestAbsoluteURLs(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		args       []string
		header     http.Header
	}{
		{"from the request", "http://map.example:81/", nil, nil},
		{"forwarded headers of strangers do not count", "http://map.example:81/", nil, http.Header{"X-Forwarded-Proto": {"https"}, "X-Forwarded-Host": {"evil.example"}}},
		{"forwarded headers of a trusted proxy count", "https://public.example/", []string{"--trusted-proxy", "127.0.0.0/8"}, http.Header{"X-Forwarded-Proto": {"https"}, "X-Forwarded-Host": {"public.example"}}},
		{"configured", "https://configured.example/map/", []string{"--base-url", "https://configured.example/map/"}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := start(t, append([]string{"--data", t.TempDir()}, tc.args...)...)
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+"/api/v1/map/config", nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Host, req.Close = "map.example:81", true
			for k, v := range tc.header {
				req.Header[k] = v
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			var config struct{ StyleURL string }
			if err := json.NewDecoder(resp.Body).Decode(&config); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(config.StyleURL, tc.want) {
				t.Errorf("styleUrl %q, want it to begin with %q", config.StyleURL, tc.want)
			}
		})
	}
}

func TestTheLogTellsNoMoreOfClientsThanItMay(t *testing.T) {
	for setting, want := range map[string]string{
		"short": `"client":"198.51.100.0/24"`, "full": `"client":"198.51.100.7"`, "none": `"client":""`,
	} {
		t.Run(setting, func(t *testing.T) {
			r := start(t, "--data", t.TempDir(), "--log-addresses", setting, "--trusted-proxy", "127.0.0.1")
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+"/api/v1/categories", nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("X-Forwarded-For", "198.51.100.7")
			req.Close = true
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			eventually(t, "the request is logged with "+want, func() bool { return strings.Contains(r.log.String(), want) })
		})
	}
}

func TestEveryPathOfTheAPIAnswersInJSON(t *testing.T) {
	r := start(t, "--data", t.TempDir())
	for path, want := range map[string]int{
		"/api": 404, "/api/": 404, "/api/v1//pois": 404, "/api/v1/../v1/pois": 404, "/api/v1/pois/": 404, "/api/v2/": 404,
	} {
		status, header, body := r.get(t, path)
		if status != want || !strings.Contains(body, `"ok":false`) || header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

func TestLongURLsAreRefused(t *testing.T) {
	r := start(t, "--data", t.TempDir())
	if status, _, body := r.get(t, "/api/v1/pois?q="+strings.Repeat("x", 9000)); status != http.StatusRequestURITooLong || !strings.Contains(body, `"ok":false`) {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := r.get(t, "/api/v1/pois?q="+strings.Repeat("x", 40000)); status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("%d", status)
	}
}
