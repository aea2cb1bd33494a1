package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"testing"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
)

// size is how many destinations the benchmarks have; BENCH_SIZE changes it.
func size(b *testing.B) int {
	b.Helper()
	n, err := strconv.Atoi(os.Getenv("BENCH_SIZE"))
	if err != nil {
		return 100_000
	}
	return n
}

func prepare(b *testing.B, n int) ([]destination.Destination, []question) {
	b.Helper()
	places, err := towns()
	if err != nil {
		b.Fatal(err)
	}
	dests := generate(n, places)
	return dests, questions(dests, places)
}

func ofKind(list []question, k kind) []question {
	var out []question
	for _, q := range list {
		if k == numKinds || q.kind == k {
			out = append(out, q)
		}
	}
	return out
}

func BenchmarkIndex(b *testing.B) {
	dests, list := prepare(b, size(b))
	index, _, err := build(dests)
	if err != nil {
		b.Fatal(err)
	}
	for k := range numKinds + 1 {
		b.Run(kindName(k), func(b *testing.B) {
			list := ofKind(list, k)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				index.Search(&list[i%len(list)].query, nil)
			}
		})
	}
}

// BenchmarkScan is the naive baseline, on fewer destinations.
func BenchmarkScan(b *testing.B) {
	dests, list := prepare(b, 10_000)
	scan, err := search.NewScan(dests, search.Options{Encode: httpapi.Encode})
	if err != nil {
		b.Fatal(err)
	}
	for k := range numKinds + 1 {
		b.Run(kindName(k), func(b *testing.B) {
			list := ofKind(list, k)
			for i := 0; b.Loop(); i++ {
				scan.Search(&list[i%len(list)].query, nil)
			}
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	dests, _ := prepare(b, size(b))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := build(dests); err != nil {
			b.Fatal(err)
		}
	}
}

// discard is a ResponseWriter that keeps nothing.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) WriteHeader(int)             {}

func BenchmarkHandler(b *testing.B) {
	dests, list := prepare(b, size(b))
	index, _, err := build(dests)
	if err != nil {
		b.Fatal(err)
	}
	snapshot := &httpapi.Snapshot{Index: index, Dataset: destination.Dataset{Version: "bench", Count: index.Len()}}
	api := httpapi.New(httpapi.Options{Catalog: oneDataset{snapshot}, Gate: gate{}, Map: noMap{}, CacheBytes: -1})
	requests := make([]*http.Request, len(list))
	for i := range list {
		requests[i] = httptest.NewRequest(http.MethodGet, pathOf(&list[i]), nil)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		api.ServeHTTP(discard{http.Header{}}, requests[i%len(requests)])
	}
}
