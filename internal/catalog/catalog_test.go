package catalog_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"servicemap/internal/catalog"
	"servicemap/internal/destination"
	"servicemap/internal/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// served is what the tests prepare of a dataset.
type served struct {
	version string
	count   int
}

func prepare(d destination.Dataset, all []destination.Destination, _ map[string]string) (*served, error) {
	if len(all) != d.Count {
		return nil, fmt.Errorf("%d of %d destinations", len(all), d.Count)
	}
	return &served{d.Version, len(all)}, nil
}

func write(t *testing.T, st *store.Store, count int) string {
	t.Helper()
	var records iter.Seq2[*destination.Record, error] = func(yield func(*destination.Record, error) bool) {
		for i := range count {
			slug := fmt.Sprintf("place-%d", i)
			r := &destination.Record{
				Destination: destination.Destination{Slug: slug, Name: slug, Point: destination.Point{Lat: 50, Lng: 10}},
				SourceIDs:   []string{slug},
			}
			if !yield(r, nil) {
				return
			}
		}
	}
	d, err := st.WriteDataset(t.Context(), destination.Dataset{Origin: "test"}, records)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Activate(t.Context(), d.Version); err != nil {
		t.Fatal(err)
	}
	return d.Version
}

func TestANewDatasetIsServedWithoutAGap(t *testing.T) {
	st, err := store.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	c := catalog.New(st, prepare, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if c.Current() != nil {
		t.Error("something is served before anything was loaded")
	}
	if err := c.Refresh(t.Context()); err == nil {
		t.Error("an empty store was served")
	}
	first := write(t, st, 3)
	if err := c.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := *c.Current(); got != (served{first, 3}) {
		t.Errorf("served %+v", got)
	}
	same := c.Current()
	if err := c.Refresh(t.Context()); err != nil || c.Current() != same {
		t.Error("an unchanged dataset was loaded again", err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() { c.Watch(ctx, time.Millisecond) })
	second := write(t, st, 5)
	for c.Current().version != second {
		if c.Current().version != first {
			t.Fatalf("served %+v", *c.Current())
		}
		time.Sleep(time.Millisecond)
	}
	if c.Current().count != 5 {
		t.Errorf("served %+v", *c.Current())
	}
	cancel()
	watching.Wait()
}
