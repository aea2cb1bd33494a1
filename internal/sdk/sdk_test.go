package sdk_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"servicemap/docs"
	"servicemap/internal/assets"
	"servicemap/internal/sdk"
)

func load(t *testing.T) *sdk.SDK {
	t.Helper()
	s, err := sdk.Load()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ask(h http.Handler, path, encoding string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if encoding != "" {
		r.Header.Set("Accept-Encoding", encoding)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// maxLoaderBytes is what the loader may be, gzipped.
const maxLoaderBytes = 12 << 10

func TestLoaderIsSmall(t *testing.T) {
	for _, name := range []string{"service-map.js", "service-map.mjs"} {
		response := ask(load(t).Handler(), sdk.Prefix+name, "gzip")
		size, err := strconv.Atoi(response.Header.Get("Content-Length"))
		if err != nil || response.Header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: %v", name, response.Header)
		}
		if size > maxLoaderBytes {
			t.Errorf("%s is %d bytes", name, size)
		}
	}
}

func TestServing(t *testing.T) {
	s := load(t)
	h := s.Handler()
	for _, file := range s.Scripts() {
		for path, caching := range map[string]string{sdk.Prefix + file.Name: "public, max-age=300", sdk.Prefix + file.Path: assets.Immutable} {
			response := ask(h, path, "br")
			if response.StatusCode != http.StatusOK || response.Header.Get("Cache-Control") != caching {
				t.Errorf("%s: %d, %q", path, response.StatusCode, response.Header.Get("Cache-Control"))
			}
			if response.Header.Get("Access-Control-Allow-Origin") != "*" || response.Header.Get("Content-Encoding") != "br" ||
				!strings.HasPrefix(response.Header.Get("Content-Type"), "text/javascript") {
				t.Errorf("%s: %v", path, response.Header)
			}
		}
		if !strings.HasPrefix(file.Integrity, "sha384-") {
			t.Errorf("%s has the integrity %q", file.Name, file.Integrity)
		}
	}
	for _, path := range []string{"/sdk/", "/sdk/v1/", "/sdk/v1/nothing.js", "/sdk/v2/service-map.js", "/sdk/v1/0123456789abcdef/engine.js", "/sdk/service-map.js"} {
		if response := ask(h, path, ""); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}
	if s.Version() == "" {
		t.Error("the SDK has no version")
	}
}

func TestDocsListTheHashes(t *testing.T) {
	s := load(t)
	fsys, err := s.Docs(docs.Files)
	if err != nil {
		t.Fatal(err)
	}
	page, err := fs.ReadFile(fsys, "SDK.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range s.Scripts() {
		if !strings.Contains(string(page), sdk.Prefix+file.Path) || !strings.Contains(string(page), file.Integrity) {
			t.Errorf("%s is not in the documentation", file.Name)
		}
	}
	if other, err := fs.ReadFile(fsys, "API.md"); err != nil || len(other) == 0 {
		t.Errorf("the other pages are gone: %v", err)
	}
}

// TestUnits runs the tests of the parts that need no browser.
func TestUnits(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is not installed")
		}
		t.Skip("node is not installed")
	}
	files, err := filepath.Glob("../../sdk/test/*.test.mjs")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	if out, err := exec.Command(node, append([]string{"--test"}, files...)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
