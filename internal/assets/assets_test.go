package assets_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"servicemap/internal/assets"
	"servicemap/internal/assets/pack"
)

const script = "export const answer = 42; // the same line again and again\n"

func set(t testing.TB) *assets.Set {
	t.Helper()
	dir := t.TempDir()
	p := pack.New(dir)
	p.Version("lib", "1.2.3")
	for name, body := range map[string]string{"lib/1.2.3/lib.mjs": strings.Repeat(script, 50), "tiny.css": "a{}", "lib/index.d.ts": "export {}"} {
		if err := p.Add(name, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Write(); err != nil {
		t.Fatal(err)
	}
	s, err := assets.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func decode(t *testing.T, encoding string, body io.Reader) string {
	t.Helper()
	var err error
	switch encoding {
	case "br":
		body = brotli.NewReader(body)
	case "gzip":
		body, err = gzip.NewReader(body)
	case "zstd":
		body, err = zstd.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestServe(t *testing.T) {
	h := set(t).Handler("/assets/")
	want := strings.Repeat(script, 50)
	etags := map[string]string{}
	for accept, encoding := range map[string]string{
		"gzip, deflate, br, zstd": "br", "gzip": "gzip", "zstd, gzip;q=0": "zstd", "br;q=0, *": "zstd|gzip", "": "", "identity": "", "gzip;q=0.0": "",
	} {
		r := httptest.NewRequest("GET", "/assets/lib/1.2.3/lib.mjs", nil)
		r.Header.Set("Accept-Encoding", accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		got := w.Header().Get("Content-Encoding")
		if w.Code != 200 || (encoding == "") != (got == "") || !strings.Contains(encoding, got) {
			t.Errorf("Accept-Encoding %q: status %d, encoding %q, want %q", accept, w.Code, got, encoding)
		}
		if text := decode(t, got, w.Body); text != want {
			t.Errorf("Accept-Encoding %q gives %d bytes of another text", accept, len(text))
		}
		for name, value := range map[string]string{
			"Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable",
			"Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff", "Vary": "Accept-Encoding",
			"Cross-Origin-Resource-Policy": "cross-origin",
		} {
			if w.Header().Get(name) != value {
				t.Errorf("%s is %q, want %q", name, w.Header().Get(name), value)
			}
		}
		etag := w.Header().Get("ETag")
		if other, ok := etags[etag]; ok && other != got {
			t.Errorf("%q and %q have one ETag", other, got)
		}
		etags[etag] = got
		r.Header.Set("If-None-Match", `"x", `+etag)
		w = httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != 304 || w.Body.Len() > 0 {
			t.Errorf("status %d for the tag that the client has", w.Code)
		}
	}
}

func TestServeOthers(t *testing.T) {
	h := set(t).Handler("/assets/")
	for _, tc := range []struct {
		method, path string
		status       int
		contentType  string
	}{
		{"GET", "/assets/tiny.css", 200, "text/css; charset=utf-8"},
		{"HEAD", "/assets/lib/1.2.3/lib.mjs", 200, "text/javascript; charset=utf-8"},
		{"GET", "/assets/lib/index.d.ts", 200, "text/plain; charset=utf-8"},
		{"OPTIONS", "/assets/tiny.css", 204, ""},
		{"POST", "/assets/tiny.css", 405, "application/json; charset=utf-8"},
		{"GET", "/assets/nothing", 404, "application/json; charset=utf-8"},
		{"GET", "/assets/index.json", 404, "application/json; charset=utf-8"},
		{"GET", "/assets/../tiny.css", 404, "application/json; charset=utf-8"},
		{"GET", "/assets/lib/1.2.3/lib.mjs.gz", 404, "application/json; charset=utf-8"},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(tc.method, tc.path, nil))
		if w.Code != tc.status || w.Header().Get("Content-Type") != tc.contentType {
			t.Errorf("%s %s: %d %q, want %d %q", tc.method, tc.path, w.Code, w.Header().Get("Content-Type"), tc.status, tc.contentType)
		}
		if tc.method == "HEAD" && w.Body.Len() > 0 {
			t.Error("HEAD has a body")
		}
	}
}

func TestLoadWithoutFilesSaysWhatToDo(t *testing.T) {
	if _, err := assets.Load(os.DirFS(t.TempDir())); err == nil || !strings.Contains(err.Error(), "make assets") {
		t.Errorf("error %v, want one that says what to do", err)
	}
}

func TestBrowserSet(t *testing.T) {
	b, err := assets.LoadBrowser()
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		b.Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	ml, pm := b.MapLibre(), b.PMTiles()
	for path, want := range map[string]string{
		ml.JS: "export{", ml.CSS: ".maplibregl-map", pm.JS: "export{",
		strings.Replace(ml.JS, "maplibre-gl.mjs", "maplibre-gl-worker.mjs", 1): "font-faces",
		strings.Replace(ml.JS, "maplibre-gl.mjs", "LICENSE.txt", 1):            "Redistribution",
	} {
		w := get(path)
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d, or no %q in it", path, w.Code, want)
		}
		if strings.Contains(w.Body.String(), "sourceMappingURL=map") || strings.Contains(w.Body.String(), `from"fflate"`) {
			t.Errorf("%s needs a file that we do not serve", path)
		}
	}
	if !strings.Contains(ml.JS, ml.Version) || !strings.Contains(pm.JS, pm.Version) || ml.Version == "" || pm.Version == "" {
		t.Errorf("URLs without versions: %v %v", ml, pm)
	}
	glyphs := ""
	for _, name := range b.Names() {
		if dir, ok := strings.CutSuffix(name, "Noto Sans Regular/0-255.pbf"); ok {
			glyphs = assets.Prefix + dir + "Noto%20Sans%20Regular/"
		}
	}
	full, empty := get(glyphs+"0-255.pbf"), get(glyphs+"12288-12543.pbf")
	if full.Code != 200 || full.Body.Len() < 50_000 || empty.Code != 200 || empty.Body.Len() > 100 {
		t.Errorf("glyphs: %d with %d bytes, %d with %d bytes", full.Code, full.Body.Len(), empty.Code, empty.Body.Len())
	}
	if w := get(strings.Replace(glyphs, "Noto", "Some", 1) + "0-255.pbf"); w.Code != 404 {
		t.Errorf("glyphs of an unknown font: %d", w.Code)
	}
}

func TestHash(t *testing.T) {
	s := set(t)
	plain, err := s.Plain("lib/1.2.3/lib.mjs")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(plain)
	if got, want := s.Hash("lib/1.2.3/lib.mjs"), hex.EncodeToString(sum[:10]); got != want {
		t.Errorf("hash %q, want %q", got, want)
	}
	if _, err := s.Plain("nothing"); err == nil || s.Hash("nothing") != "" {
		t.Error("a file that is not there has a body or a hash")
	}
	if !bytes.HasPrefix(plain, []byte("export const")) {
		t.Errorf("plain body %q", plain[:20])
	}
}
