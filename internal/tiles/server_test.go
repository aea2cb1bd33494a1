package tiles_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/tiles"
)

// budget allows so much and then nothing.
type budget struct {
	left int64
	err  error
}

func (b *budget) Take(_ context.Context, client string, n int64) error {
	if b.err != nil {
		return b.err
	}
	if client != "192.0.2.1:1234" {
		return fmt.Errorf("unexpected client %q", client)
	}
	if b.left -= n; b.left < 0 {
		return &destination.RateLimitError{RetryAfter: 7 * time.Second}
	}
	return nil
}

type served struct {
	http.Handler
	source          *tiles.Source
	raw             []byte
	requests, bytes *budget
}

func serve(t testing.TB, raw []byte) *served {
	t.Helper()
	path := filepath.Join(t.TempDir(), "basemap.pmtiles")
	replace(t, path, raw)
	source, err := tiles.NewSource(path, true, quiet)
	if err != nil {
		t.Fatal(err)
	}
	s := &served{source: source, raw: raw, requests: &budget{left: 1 << 30}, bytes: &budget{left: 1 << 40}}
	s.Handler = tiles.NewServer(tiles.Options{
		Source: source, Requests: s.requests, Bytes: s.bytes, Logger: quiet,
		BaseURL: func(*http.Request) string { return "https://map.example" },
		Client:  func(r *http.Request) string { return r.RemoteAddr },
	})
	return s
}

func (s *served) do(method, path string, header map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for k, v := range header {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// large is an archive of more than 2 MiB.
func large(t testing.TB) []byte {
	content := map[zxy]string{}
	seed := uint64(1)
	for x := range uint32(8) {
		for y := range uint32(8) {
			var b strings.Builder
			for b.Len() < 40_000 {
				seed = seed*6364136223846793005 + 1442695040888963407
				b.WriteByte(byte(seed >> 56))
			}
			content[zxy{3, x, y}] = b.String()
		}
	}
	return build(t, content)
}

func TestRange(t *testing.T) {
	s := serve(t, large(t))
	size := len(s.raw)
	etag := s.do("HEAD", tiles.ArchivePath, nil).Header().Get("ETag")
	if !strings.HasPrefix(etag, `"`) {
		t.Fatalf("ETag %s is not a strong one", etag)
	}
	tests := []struct {
		name        string
		method      string
		header      map[string]string
		status      int
		first, last int // of the body, where there is one
		reason      string
	}{
		{"beginning", "GET", map[string]string{"Range": "bytes=0-16383"}, 206, 0, 16383, ""},
		{"one byte", "GET", map[string]string{"Range": "bytes=7-7"}, 206, 7, 7, ""},
		{"end", "GET", map[string]string{"Range": "bytes=-10"}, 206, size - 10, size - 1, ""},
		{"from the last byte on", "GET", map[string]string{"Range": fmt.Sprintf("bytes=%d-", size-1)}, 206, size - 1, size - 1, ""},
		{"over the end", "GET", map[string]string{"Range": fmt.Sprintf("bytes=%d-%d", size-5, size+100)}, 206, size - 5, size - 1, ""},
		{"the largest", "GET", map[string]string{"Range": "bytes=5-1048580"}, 206, 5, 1048580, ""},
		{"same archive", "GET", map[string]string{"Range": "bytes=0-9", "If-Range": etag}, 206, 0, 9, ""},
		{"HEAD", "HEAD", map[string]string{"Range": "bytes=0-9"}, 206, 0, -1, ""},
		{"too large", "GET", map[string]string{"Range": "bytes=5-1048581"}, 403, 0, 0, "1048577 bytes is too large"},
		{"whole file", "GET", nil, 403, 0, 0, "not for download as a whole"},
		{"whole file by range", "GET", map[string]string{"Range": "bytes=0-"}, 403, 0, 0, "too large"},
		{"several", "GET", map[string]string{"Range": "bytes=0-1,4-5"}, 403, 0, 0, "several ranges"},
		{"other unit", "GET", map[string]string{"Range": "tiles=0-1"}, 403, 0, 0, "malformed"},
		{"backwards", "GET", map[string]string{"Range": "bytes=9-3"}, 403, 0, 0, "malformed"},
		{"beyond", "GET", map[string]string{"Range": "bytes=99999999-"}, 416, 0, 0, "bytes"},
		{"nothing", "GET", map[string]string{"Range": "bytes=-0"}, 416, 0, 0, "bytes"},
		{"another archive", "GET", map[string]string{"Range": "bytes=0-9", "If-Range": `"other"`}, 403, 0, 0, "has changed"},
		{"by date", "GET", map[string]string{"Range": "bytes=0-9", "If-Range": "Tue, 01 Jul 2025 00:00:00 GMT"}, 403, 0, 0, "has changed"},
		{"another archive wanted", "GET", map[string]string{"Range": "bytes=0-9", "If-Match": `"other"`}, 412, 0, 0, "has changed"},
		{"POST", "POST", nil, 405, 0, 0, "use GET"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			w := s.do(tc.method, tiles.ArchivePath, tc.header)
			if w.Code != tc.status {
				t.Fatalf("status %d, want %d: %s", w.Code, tc.status, w.Body)
			}
			if w.Header().Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(w.Header().Get("Access-Control-Expose-Headers"), "ETag") {
				t.Errorf("CORS headers are missing: %v", w.Header())
			}
			if tc.status == 206 {
				if body := s.raw[tc.first : tc.last+1]; w.Body.String() != string(body) {
					t.Errorf("%d bytes, want bytes %d to %d", w.Body.Len(), tc.first, tc.last)
				}
				if tc.method == "GET" {
					want := fmt.Sprintf("bytes %d-%d/%d", tc.first, tc.last, size)
					if got := w.Header().Get("Content-Range"); got != want {
						t.Errorf("Content-Range %q, want %q", got, want)
					}
				}
				return
			}
			var body struct {
				OK    *bool
				Error string
			}
			if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || body.OK == nil || *body.OK || !strings.Contains(body.Error, tc.reason) {
				t.Errorf("body %s, want an error that says %q", w.Body, tc.reason)
			}
		})
	}
	if w := s.do("GET", tiles.ArchivePath, map[string]string{"Range": "bytes=99999999-"}); w.Header().Get("Content-Range") != fmt.Sprintf("bytes */%d", size) {
		t.Errorf("416 with Content-Range %q", w.Header().Get("Content-Range"))
	}
	if w := s.do("GET", tiles.ArchivePath, map[string]string{"If-None-Match": etag, "Range": "bytes=0-9"}); w.Code != 304 || w.Body.Len() > 0 {
		t.Errorf("status %d for the tag that the client has", w.Code)
	}
	if w := s.do("HEAD", tiles.ArchivePath, nil); w.Code != 200 || w.Header().Get("Content-Length") != fmt.Sprint(size) || w.Header().Get("Accept-Ranges") != "bytes" {
		t.Errorf("HEAD: %d %v", w.Code, w.Header())
	}
}

func TestTile(t *testing.T) {
	s := serve(t, small(t))
	for path, want := range map[string]string{"/tiles/0/0/0.mvt": "world", "/tiles/1/1/0.mvt": "east"} {
		zipped := s.do("GET", path, map[string]string{"Accept-Encoding": "br, gzip"})
		if zipped.Code != 200 || zipped.Header().Get("Content-Encoding") != "gzip" || unpack(t, zipped.Body.Bytes()) != want {
			t.Errorf("%s: %d %v", path, zipped.Code, zipped.Header())
		}
		plain := s.do("GET", path, map[string]string{"Accept-Encoding": "gzip;q=0, *"})
		if plain.Header().Get("Content-Encoding") != "" || plain.Body.String() != want {
			t.Errorf("%s without gzip is %q", path, plain.Body)
		}
		if plain.Header().Get("ETag") == zipped.Header().Get("ETag") {
			t.Errorf("%s: two bodies have one ETag", path)
		}
		again := s.do("GET", path, map[string]string{"Accept-Encoding": "gzip", "If-None-Match": zipped.Header().Get("ETag")})
		if again.Code != 304 {
			t.Errorf("%s: status %d for the tag that the client has", path, again.Code)
		}
	}
	for path, want := range map[string]int{
		"/tiles/2/3/3.mvt": 204, "/tiles/3/0/0.mvt": 404, "/tiles/1/2/0.mvt": 404, "/tiles/1/0.mvt": 404, "/tiles/1/-1/0.mvt": 404,
		"/tiles/01/0/0.mvt": 404, "/tiles/1/0/0": 404, "/tiles/": 404, "/tiles/99/0/0.mvt": 404, "/tiles/1/0/0/0.mvt": 404,
	} {
		if w := s.do("GET", path, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

func TestTilesOfUncompressedArchiveAreCompressed(t *testing.T) {
	raw := small(t)
	// The tiles stay packed by gzip, but the header denies it: what is served
	// must be gzip of the stored bytes.
	raw[98] = byte(tiles.CompressionNone)
	s := serve(t, raw)
	w := s.do("GET", "/tiles/0/0/0.mvt", map[string]string{"Accept-Encoding": "gzip"})
	if inner := unpack(t, w.Body.Bytes()); unpack(t, []byte(inner)) != "world" {
		t.Errorf("tile is %q", inner)
	}
}

func TestTileJSON(t *testing.T) {
	s := serve(t, small(t))
	w := s.do("GET", tiles.TileJSON, nil)
	var got struct {
		TileJSON     string
		Tiles        []string
		MinZoom      int
		MaxZoom      int
		Bounds       []float64
		Attribution  string
		VectorLayers []struct{ ID string } `json:"vector_layers"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.TileJSON != "3.0.0" || got.MaxZoom != 2 || got.Bounds[0] != 5 || len(got.VectorLayers) != 1 || !strings.Contains(got.Attribution, "A &amp; B") {
		t.Errorf("TileJSON %s", w.Body)
	}
	url := strings.NewReplacer("https://map.example", "", "{z}", "0", "{x}", "0", "{y}", "0").Replace(got.Tiles[0])
	if w := s.do("GET", url, nil); w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("tile at %s: %d %v", url, w.Code, w.Header())
	}
}

func TestBudgets(t *testing.T) {
	s := serve(t, large(t))
	s.bytes.left = 100
	if w := s.do("GET", tiles.ArchivePath, map[string]string{"Range": "bytes=0-99"}); w.Code != 206 {
		t.Fatalf("status %d within the budget", w.Code)
	}
	for _, path := range []string{tiles.ArchivePath, "/tiles/3/0/0.mvt"} {
		w := s.do("GET", path, map[string]string{"Range": "bytes=0-0"})
		if w.Code != 429 || w.Header().Get("Retry-After") != "7" || !strings.Contains(w.Body.String(), `"retryAfterSeconds":7`) {
			t.Errorf("%s over the budget of bytes: %d %v %s", path, w.Code, w.Header(), w.Body)
		}
	}
	s.bytes.left, s.requests.left = 1<<30, 1
	if w := s.do("GET", tiles.TileJSON, nil); w.Code != 200 {
		t.Errorf("status %d within the budget", w.Code)
	}
	if w := s.do("GET", tiles.TileJSON, nil); w.Code != 429 {
		t.Errorf("status %d over the budget of requests", w.Code)
	}
	if w := s.do("OPTIONS", tiles.ArchivePath, nil); w.Code != 204 || !strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "Range") {
		t.Errorf("preflight: %d %v", w.Code, w.Header())
	}
	s.requests.err = errors.New("secret trouble")
	if w := s.do("GET", tiles.TileJSON, nil); w.Code != 500 || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("trouble with the budget: %d %s", w.Code, w.Body)
	}
}

func FuzzRange(f *testing.F) {
	for _, s := range []string{"bytes=0-1", "bytes=-5", "bytes=5-", "bytes=1-0", "bytes=18446744073709551615-", "bytes=-18446744073709551615", "bytes= 1-2 "} {
		f.Add(s, int64(1000))
	}
	f.Fuzz(func(t *testing.T, spec string, size int64) {
		size = max(size&0xffffffffff, 1)
		first, length, err := tiles.ParseRange(spec, size)
		if err == nil && (first < 0 || length < 1 || first+length > size) {
			t.Errorf("%q of %d bytes gives %d bytes from %d", spec, size, length, first)
		}
	})
}
