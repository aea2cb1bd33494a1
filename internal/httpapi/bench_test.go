package httpapi_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
)

// manyPlaces are random, but always the same.
func manyPlaces(n int) []destination.Destination {
	random := rand.New(rand.NewPCG(3, 4))
	regions := destination.Regions()
	dests := make([]destination.Destination, n)
	for i := range dests {
		r := regions[random.IntN(len(regions))]
		dests[i] = destination.Destination{
			Slug: fmt.Sprintf("aussichtspunkt-am-see-%d", i), Name: fmt.Sprintf("Aussichtspunkt am See %d", i),
			Point:    destination.Point{Lat: 46 + 9*random.Float64(), Lng: 6 + 11*random.Float64()},
			Category: destination.Category(random.IntN(destination.NumCategories)), CountryCode: r.Country(), RegionCode: r.Code,
			TravelRegions: []string{"Schwarzwald"}, Locality: "Titisee-Neustadt", Kids: destination.Ternary(random.IntN(3) - 1),
			Mobility: destination.Mobility{Known: i%2 == 0, Value: float64(i % 6)}, Prominence: random.Float64(),
			Website: "https://www.example.org/ziele/aussichtspunkt", Sources: []destination.Source{{Name: "OpenStreetMap", License: "ODbL-1.0"}},
		}
	}
	return dests
}

// instant finds at once what was searched beforehand, so that what is measured
// is the API alone.
type instant struct {
	httpapi.Searcher
	results []destination.Result
	next    atomic.Uint32
}

func (s *instant) Search(*destination.Query, []destination.Hit) destination.Result {
	return s.results[s.next.Add(1)%uint32(len(s.results))]
}

func benchHandler(b *testing.B, cacheBytes int) http.Handler {
	b.Helper()
	index, err := search.Build(manyPlaces(20_000), search.Options{Encode: httpapi.Encode})
	if err != nil {
		b.Fatal(err)
	}
	prepared := &instant{Searcher: index}
	for i := range 200 {
		prepared.results = append(prepared.results, index.Search(&destination.Query{
			Center: &destination.Point{Lat: 47 + float64(i)*0.03, Lng: 7 + float64(i)*0.04}, RadiusKm: 200, Limit: destination.DefaultLimit,
		}, nil))
	}
	opts := options(b)
	opts.Catalog = &catalog{snap: &httpapi.Snapshot{Index: prepared, Dataset: dataset(index.Len())}}
	opts.CacheBytes = cacheBytes
	opts.Now = time.Now
	return httpapi.New(opts)
}

// targets are searches around many places, none asked twice.
func targets(format string) []*http.Request {
	random := rand.New(rand.NewPCG(5, 6))
	list := make([]*http.Request, 2000)
	for i := range list {
		list[i] = newRequest(http.MethodGet, fmt.Sprintf("/api/v1/pois?lat=%.4f&lng=%.4f&radius_km=60%s", 47+7*random.Float64(), 7+9*random.Float64(), format))
	}
	return list
}

// sink takes an answer and forgets it.
type sink struct {
	header http.Header
	bytes  int
}

func (s *sink) Header() http.Header { return s.header }
func (s *sink) WriteHeader(int)     {}
func (s *sink) Write(p []byte) (int, error) {
	s.bytes += len(p)
	return len(p), nil
}

func benchServe(b *testing.B, h http.Handler, list []*http.Request, accept string) {
	b.Helper()
	for _, r := range list {
		if accept != "" {
			r.Header.Set("Accept-Encoding", accept)
		}
	}
	w := &sink{header: http.Header{}}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		clear(w.header)
		h.ServeHTTP(w, list[i%len(list)])
	}
	b.ReportMetric(float64(w.bytes)/float64(b.N), "B/answer")
}

func BenchmarkHandler(b *testing.B) {
	fresh, caching := benchHandler(b, -1), benchHandler(b, 64<<20)
	for _, accept := range []string{"", "zstd", "br", "gzip"} {
		b.Run("fresh/"+accept, func(b *testing.B) { benchServe(b, fresh, targets(""), accept) })
	}
	b.Run("fresh/geojson", func(b *testing.B) { benchServe(b, fresh, targets("&format=geojson"), "") })
	b.Run("cached/zstd", func(b *testing.B) { benchServe(b, caching, targets("")[:20], "zstd") })
	b.Run("cached/plain", func(b *testing.B) { benchServe(b, caching, targets("")[:20], "") })
}

// BenchmarkServer sends requests over connections, to the API without its cache
// and, as the baseline, to a handler that writes a ready body of the same size.
func BenchmarkServer(b *testing.B) {
	h := benchHandler(b, -1)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, targets("")[0])
	ready := w.Body.Bytes()
	for name, h := range map[string]http.Handler{
		"api":   h,
		"ready": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(ready) }),
	} {
		b.Run(name, func(b *testing.B) {
			server := httptest.NewServer(h)
			defer server.Close()
			list := targets("")
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
				defer client.CloseIdleConnections()
				buf := make([]byte, 64<<10)
				for i := 0; pb.Next(); i++ {
					res, err := client.Get(server.URL + list[i%len(list)].URL.RequestURI())
					if err != nil {
						b.Error(err)
						return
					}
					for err == nil {
						_, err = res.Body.Read(buf)
					}
					res.Body.Close()
				}
			})
		})
	}
}
