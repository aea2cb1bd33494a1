package tiles_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"servicemap/internal/tiles"
)

// view is one of the overview's tiles over Germany, and where it lies.
type view struct {
	path          string
	first, length int64
}

// BenchmarkServe measures requests over HTTP, several clients at once: our
// server beside net/http's file server, which sends the same bytes from files.
func BenchmarkServe(b *testing.B) {
	dir := b.TempDir()
	raw, err := os.ReadFile("dist/overview.pmtiles")
	if err != nil {
		b.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "basemap.pmtiles"), raw, 0o644); err != nil {
		b.Fatal(err)
	}
	source, err := tiles.NewSource(filepath.Join(dir, "basemap.pmtiles"), true, quiet)
	if err != nil {
		b.Fatal(err)
	}
	views := spread(b, source, dir)
	ours := tiles.NewServer(tiles.Options{
		Source: source, Logger: quiet,
		BaseURL: func(*http.Request) string { return "" }, Client: func(*http.Request) string { return "" },
	})
	files := http.StripPrefix(tiles.Prefix, http.FileServer(http.Dir(dir)))
	for _, bench := range []struct {
		name    string
		handler http.Handler
		ranges  bool
	}{
		{"tile/ours", ours, false},
		{"tile/files", files, false},
		{"range/ours", ours, true},
		{"range/files", files, true},
	} {
		b.Run(bench.name, func(b *testing.B) { load(b, bench.handler, views, bench.ranges) })
	}
}

// spread picks tiles and writes them to files of their own.
func spread(b *testing.B, source *tiles.Source, dir string) []view {
	a := source.Acquire()
	defer a.Close()
	rng := rand.New(rand.NewPCG(7, 7))
	var views []view
	for len(views) < 200 {
		z := uint8(6 + rng.IntN(4))
		n := uint32(1) << z
		x, y := n*52/100+rng.Uint32N(n*3/100+1), n*32/100+rng.Uint32N(n*4/100+1)
		body, err := a.Tile(z, x, y)
		if err != nil {
			continue
		}
		path := fmt.Sprintf("%d/%d/%d.mvt", z, x, y)
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), body, 0o644); err != nil {
			b.Fatal(err)
		}
		views = append(views, view{tiles.Prefix + path, rng.Int64N(a.Size - 1<<16), int64(len(body))})
	}
	return views
}

func load(b *testing.B, handler http.Handler, views []view, ranges bool) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	srv := &http.Server{Handler: handler}
	go func() { _ = srv.Serve(l) }()
	defer srv.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}}
	defer client.CloseIdleConnections()
	var next, sent atomic.Int64
	b.ReportAllocs()
	b.SetParallelism(8)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			v := views[next.Add(1)%int64(len(views))]
			r, err := http.NewRequest("GET", "http://"+l.Addr().String()+v.path, nil)
			if err != nil {
				b.Error(err)
				return
			}
			want := http.StatusOK
			if ranges {
				r.URL.Path, want = tiles.ArchivePath, http.StatusPartialContent
				r.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", v.first, v.first+v.length-1))
			}
			r.Header.Set("Accept-Encoding", "gzip")
			res, err := client.Do(r)
			if err != nil {
				b.Error(err)
				return
			}
			n, err := io.Copy(io.Discard, res.Body)
			res.Body.Close()
			if err != nil || res.StatusCode != want || n != v.length {
				b.Errorf("%s: status %d, %d bytes, want %d: %v", v.path, res.StatusCode, n, v.length, err)
				return
			}
			sent.Add(n)
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
	b.ReportMetric(float64(sent.Load())/float64(b.N), "body-B/op")
}
