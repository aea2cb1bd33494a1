package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/store"
)

func TestBodyOfOlderAndNewerPrograms(t *testing.T) {
	d := record("").Destination
	body := append(store.EncodeBody(&d), 0xfa, 0x3f, 0x01, 'x', 0xf8, 0x3f, 0x02) // fields 1023, of two types
	got, err := store.DecodeBody(body)
	if diff := cmp.Diff(d, got); diff != "" || err != nil {
		t.Errorf("unknown fields were not skipped: %v\n%s", err, diff)
	}
}

func FuzzBody(f *testing.F) {
	full := fullRecord().Destination
	f.Add(store.EncodeBody(&full))
	f.Add([]byte{0x0a, 0x05, 'a'})
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := store.DecodeBody(b)
		if err != nil {
			return
		}
		again, err := store.DecodeBody(store.EncodeBody(&d))
		if err != nil || d.Name != again.Name || len(d.Sources) != len(again.Sources) {
			t.Errorf("%+v became %+v, %v", d, again, err)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	const n = 100_000
	s := open(b, b.TempDir())
	d, err := s.WriteDataset(b.Context(), destination.Dataset{}, manyRecords(n))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		dests, _, err := s.Destinations(b.Context(), d.Version)
		if err != nil || len(dests) != n {
			b.Fatal(len(dests), err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/destination")
}

func BenchmarkWrite(b *testing.B) {
	const n = 100_000
	s := open(b, b.TempDir())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.WriteDataset(b.Context(), destination.Dataset{}, manyRecords(n)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/destination")
}
