package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
)

// oneDataset and gate let the API stand alone: one dataset, everybody may pass.
type oneDataset struct{ snapshot *httpapi.Snapshot }

func (c oneDataset) Snapshot() *httpapi.Snapshot { return c.snapshot }

type gate struct{}

func (gate) Admit(*http.Request, string) (destination.Client, error) {
	return destination.Client{Limit: 180, Remaining: 179}, nil
}

type noMap struct{}

func (noMap) Config() httpapi.MapConfig { return httpapi.MapConfig{} }

func (noMap) Style(httpapi.StyleQuery) (body []byte, etag string, err error) {
	return nil, "", nil
}

// pathOf is the request that asks a question.
func pathOf(q *question) string {
	v := url.Values{"limit": {strconv.Itoa(q.query.Limit)}}
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	if q.query.Text != "" {
		v.Set("q", q.query.Text)
	}
	if c := q.query.Center; c != nil {
		v.Set("lat", number(c.Lat))
		v.Set("lng", number(c.Lng))
		v.Set("radius_km", number(q.query.RadiusKm))
	}
	if b := q.query.Box; b != nil {
		v.Set("bbox", fmt.Sprintf("%s,%s,%s,%s", number(b.West), number(b.South), number(b.East), number(b.North)))
	}
	if q.kind == radiusCategory {
		v.Set("category", q.category.ID())
	}
	return "/api/v1/pois?" + v.Encode()
}

// httpRates are requests a second: of the API with and without its cache of
// ready answers, and of a handler that writes the same bodies ready-made.
type httpRates struct {
	cached, uncached, ready float64
	meanBody                int
}

func measureHTTP(list []question, index httpapi.Searcher, took time.Duration, rounds int) (httpRates, error) {
	snapshot := &httpapi.Snapshot{Index: index, Dataset: destination.Dataset{Version: "bench", Count: index.Len()}}
	api := func(cacheBytes int) http.Handler {
		return httpapi.New(httpapi.Options{Catalog: oneDataset{snapshot}, Gate: gate{}, Map: noMap{}, CacheBytes: cacheBytes})
	}
	uncached := api(-1)
	paths := make([]string, len(list))
	bodies := make(map[string][]byte, len(list))
	var rates httpRates
	for i := range list {
		paths[i] = pathOf(&list[i])
		rec := httptest.NewRecorder()
		uncached.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, paths[i], nil))
		if rec.Code != http.StatusOK {
			return rates, fmt.Errorf("%s: status %d: %s", paths[i], rec.Code, rec.Body)
		}
		bodies[paths[i]] = rec.Body.Bytes()
		rates.meanBody += rec.Body.Len() / len(list)
	}
	ready := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bodies[r.URL.RequestURI()]
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})
	for range rounds {
		for _, side := range []struct {
			h    http.Handler
			rate *float64
		}{{ready, &rates.ready}, {uncached, &rates.uncached}, {api(0), &rates.cached}} {
			rate, err := load(side.h, paths, took)
			if err != nil {
				return rates, err
			}
			*side.rate = max(*side.rate, rate)
		}
	}
	return rates, nil
}

// load asks a handler over real connections for a while.
func load(h http.Handler, paths []string, took time.Duration) (perSecond float64, err error) {
	server := httptest.NewServer(h)
	defer server.Close()
	var n atomic.Int64
	var failed atomic.Value
	start := time.Now()
	var wg sync.WaitGroup
	for client := range 8 {
		wg.Go(func() {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				failed.Store(err)
				return
			}
			defer func() { _ = conn.Close() }()
			r := bufio.NewReaderSize(conn, 1<<16)
			for i := client * 97; time.Since(start) < took; i++ {
				if err := get(conn, r, paths[i%len(paths)]); err != nil {
					failed.Store(err)
					return
				}
				n.Add(1)
			}
		})
	}
	wg.Wait()
	if err, _ := failed.Load().(error); err != nil {
		return 0, err
	}
	return float64(n.Load()) / time.Since(start).Seconds(), nil
}

func get(conn net.Conn, r *bufio.Reader, path string) error {
	if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		return err
	}
	res, err := http.ReadResponse(r, nil)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, res.Status)
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err
}
