package store_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/store"
)

func TestRecordsComeBackAsWritten(t *testing.T) {
	s := open(t, t.TempDir())
	want := []*destination.Record{fullRecord(), record("plain")}
	version := write(t, s, want...)

	var got []*destination.Record
	for r, err := range s.Records(t.Context(), version) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}

	dests, old, err := s.Destinations(t.Context(), version)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]destination.Destination{want[0].Destination, want[1].Destination}, dests); diff != "" {
		t.Errorf("destinations (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"lichtenstein-schloss": "schloss-lichtenstein"}, old); diff != "" {
		t.Errorf("old slugs (-want +got):\n%s", diff)
	}
}

func TestRecordsCanStopEarly(t *testing.T) {
	s := open(t, t.TempDir())
	version := write(t, s, record("a"), record("b"))
	for r, err := range s.Records(t.Context(), version) {
		if err != nil || r.Slug != "a" {
			t.Fatal(r, err)
		}
		break
	}
	for _, err := range s.Records(t.Context(), "nonsense") {
		if !errors.Is(err, destination.ErrNotFound) {
			t.Errorf("records of an unknown dataset: %v", err)
		}
	}
}

func TestManyBatches(t *testing.T) {
	s := open(t, t.TempDir())
	const n = 4_500 // more than two transactions
	d, err := s.WriteDataset(t.Context(), destination.Dataset{}, manyRecords(n))
	if err != nil {
		t.Fatal(err)
	}
	dests, _, err := s.Destinations(t.Context(), d.Version)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for r := range manyRecords(n) {
		if diff := cmp.Diff(r.Destination, dests[i]); diff != "" {
			t.Fatalf("destination %d (-want +got):\n%s", i, diff)
		}
		i++
	}
	if len(dests) != n || d.Count != n {
		t.Errorf("%d destinations, count %d, want %d", len(dests), d.Count, n)
	}
}

func TestDatasetLife(t *testing.T) {
	ctx := t.Context()
	s := open(t, t.TempDir())
	meta := destination.Dataset{
		Origin: "liechtenstein.osm.pbf", DataDate: testTime.AddDate(0, -1, 0),
		Sources: []destination.Source{{Name: "OpenStreetMap", License: "ODbL-1.0"}},
		Active:  true, Count: 99, // not the caller's to say
	}
	first, err := s.WriteDataset(ctx, meta, seq(record("a")))
	if err != nil {
		t.Fatal(err)
	}
	want := meta
	want.ID, want.Version, want.Created, want.Count, want.Active = first.ID, "20261115-021845", testTime, 1, false
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("written dataset (-want +got):\n%s", diff)
	}
	if _, err := s.Active(ctx); !errors.Is(err, destination.ErrNotFound) {
		t.Errorf("a dataset became active by being written: %v", err)
	}
	second := write(t, s, record("a"), record("b"))
	if second != "20261115-021845-02" {
		t.Errorf("second version within a second: %q", second)
	}
	for _, v := range []string{first.Version, second, second} {
		if err := s.Activate(ctx, v); err != nil {
			t.Fatal(err)
		}
		if d, err := s.Active(ctx); err != nil || d.Version != v || !d.Active {
			t.Errorf("active %+v, %v, want %q", d, err, v)
		}
	}
	if err := s.RemoveDataset(ctx, second); !errors.Is(err, store.ErrActiveDataset) {
		t.Errorf("removing the active dataset: %v", err)
	}
	if err := s.RemoveDataset(ctx, first.Version); err != nil {
		t.Fatal(err)
	}
	for _, f := range []func(context.Context, string) error{s.RemoveDataset, s.Activate} {
		if err := f(ctx, first.Version); !errors.Is(err, destination.ErrNotFound) {
			t.Errorf("a removed dataset: %v", err)
		}
	}
	all, err := s.Datasets(ctx)
	if err != nil || len(all) != 1 || all[0].Version != second || !all[0].Active || all[0].Count != 2 {
		t.Errorf("datasets at the end: %+v, %v", all, err)
	}
}

func TestBadRecords(t *testing.T) {
	nowhere := record("nowhere")
	nowhere.Point.Lat = 91
	tests := map[string]struct {
		meta    destination.Dataset
		records []*destination.Record
		want    string
	}{
		"no slug":         {records: []*destination.Record{record("")}, want: "no slug"},
		"no position":     {records: []*destination.Record{nowhere}, want: "position"},
		"one slug twice":  {records: []*destination.Record{record("a"), record("a")}, want: `slug "a"`},
		"version in HTML": {meta: destination.Dataset{Version: "<b>"}, want: `version "<b>"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := open(t, t.TempDir())
			_, err := s.WriteDataset(t.Context(), tt.meta, seq(tt.records...))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// failing yields n records and then an error.
func failing(n int, err error) iter.Seq2[*destination.Record, error] {
	return func(yield func(*destination.Record, error) bool) {
		for r := range manyRecords(n) {
			if !yield(r, nil) {
				return
			}
		}
		yield(nil, err)
	}
}

func TestFailedWriteLeavesTheRest(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	active := write(t, s, record("a", "src:1"))
	if err := s.Activate(t.Context(), active); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken file")
	if _, err := s.WriteDataset(t.Context(), destination.Dataset{}, failing(2_500, broken)); !errors.Is(err, broken) {
		t.Errorf("error %v, want the iterator's", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancelled := func(yield func(*destination.Record, error) bool) {
		for r := range manyRecords(5_000) {
			if r.Slug == "aussichtspunkt-2500-musterstadt" {
				cancel()
			}
			if !yield(r, nil) {
				return
			}
		}
	}
	if _, err := s.WriteDataset(ctx, destination.Dataset{}, cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	again := open(t, dir)
	checkOnly(t, again, active)
}

// checkOnly checks that the store has the one dataset, with slug "a", and knows no other slug.
func checkOnly(t *testing.T, s *store.Store, version string) {
	t.Helper()
	all, err := s.Datasets(t.Context())
	if err != nil || len(all) != 1 || all[0].Version != version {
		t.Errorf("datasets %+v, %v, want only %q", all, err, version)
	}
	dests, _, err := s.Destinations(t.Context(), version)
	if err != nil || len(dests) != 1 || dests[0].Slug != "a" {
		t.Errorf("destinations %+v, %v", dests, err)
	}
	slugs, err := s.Slugs(t.Context())
	if diff := cmp.Diff(map[string]string{"src:1": "a"}, slugs); diff != "" || err != nil {
		t.Errorf("slugs: %v (-want +got):\n%s", err, diff)
	}
}

func TestOneWriterAtATime(t *testing.T) {
	dir := t.TempDir()
	s, other := open(t, dir), open(t, dir)
	nested := func(yield func(*destination.Record, error) bool) {
		_, err := other.WriteDataset(t.Context(), destination.Dataset{}, seq(record("b")))
		if !errors.Is(err, store.ErrWriting) {
			t.Errorf("second writer: %v, want ErrWriting", err)
		}
		yield(record("a"), nil)
	}
	if _, err := s.WriteDataset(t.Context(), destination.Dataset{}, nested); err != nil {
		t.Fatal(err)
	}
	write(t, other, record("b"))
}
