package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"

	"servicemap/internal/builtin"
	"servicemap/internal/destination"
	"servicemap/internal/store"
)

// ensureDataset sets up an empty store with the built-in destinations, and
// replaces an older edition of them. What the operator imported is not touched.
func ensureDataset(ctx context.Context, st *store.Store, log *slog.Logger) error {
	active, err := st.Active(ctx)
	switch {
	case errors.Is(err, destination.ErrNotFound):
	case err != nil:
		return fmt.Errorf("find the active dataset: %w", err)
	case !builtin.IsOrigin(active.Origin) || active.Origin == builtin.Origin():
		return nil
	}
	records, err := builtin.Records()
	if err != nil {
		return err
	}
	written, err := st.WriteDataset(ctx, destination.Dataset{
		Origin:  builtin.Origin(),
		Sources: []destination.Source{builtin.Source},
	}, sequence(records))
	if err != nil {
		return fmt.Errorf("write the built-in destinations: %w", err)
	}
	if err := st.Activate(ctx, written.Version); err != nil {
		return fmt.Errorf("activate the built-in destinations: %w", err)
	}
	if active.Version == "" {
		log.Info("the data folder was empty and now has the built-in destinations; servicemap import brings your own",
			"dataset", written.Version, "destinations", written.Count)
	} else {
		log.Info("the built-in destinations were brought up to date", "dataset", written.Version, "destinations", written.Count)
	}
	return nil
}

func sequence(records []destination.Record) iter.Seq2[*destination.Record, error] {
	return func(yield func(*destination.Record, error) bool) {
		for i := range records {
			if !yield(&records[i], nil) {
				return
			}
		}
	}
}
