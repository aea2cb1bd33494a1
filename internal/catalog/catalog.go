// Package catalog joins the record and the answers: it loads the active
// dataset from the store, has it prepared for serving and swaps it in while
// requests go on. It refuses to know how a dataset is kept or searched.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"servicemap/internal/destination"
)

// Store is where datasets are kept.
type Store interface {
	Active(ctx context.Context) (destination.Dataset, error)
	Destinations(ctx context.Context, version string) (all []destination.Destination, oldSlugs map[string]string, err error)
	ChangeToken(ctx context.Context) (string, error)
}

// Prepare makes of a dataset what is served.
type Prepare[T any] func(d destination.Dataset, all []destination.Destination, oldSlugs map[string]string) (*T, error)

// Catalog holds what is being served.
type Catalog[T any] struct {
	store   Store
	prepare Prepare[T]
	log     *slog.Logger
	version string // of what is served; only Refresh touches it
	current atomic.Pointer[T]
}

// New returns an empty catalog; Refresh fills it.
func New[T any](store Store, prepare Prepare[T], log *slog.Logger) *Catalog[T] {
	return &Catalog[T]{store: store, prepare: prepare, log: log}
}

// Current is what is being served, nil before the first dataset is loaded.
func (c *Catalog[T]) Current() *T { return c.current.Load() }

// Refresh loads the active dataset if it is not the one that is served.
// Requests that run keep the one they began with. Not for concurrent use.
func (c *Catalog[T]) Refresh(ctx context.Context) error {
	active, err := c.store.Active(ctx)
	if err != nil {
		return fmt.Errorf("find the active dataset: %w", err)
	}
	if active.Version == c.version {
		return nil
	}
	collectUsually()
	defer Trim()
	start := time.Now()
	all, oldSlugs, err := c.store.Destinations(ctx, active.Version)
	if err != nil {
		return fmt.Errorf("load dataset %s: %w", active.Version, err)
	}
	read, count := time.Since(start), len(all)
	next, err := c.prepare(active, all, oldSlugs)
	if err != nil {
		return fmt.Errorf("prepare dataset %s: %w", active.Version, err)
	}
	c.current.Store(next)
	c.version = active.Version
	c.log.Info("serving dataset", "version", active.Version, "destinations", count,
		"read", read.Round(time.Millisecond), "total", time.Since(start).Round(time.Millisecond))
	return nil
}

// Watch looks every interval whether the store has changed, until the context
// ends. What goes wrong is logged, and the dataset that is served stays.
func (c *Catalog[T]) Watch(ctx context.Context, interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	seen, failed := "", ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		token, err := c.store.ChangeToken(ctx)
		if err == nil && token == seen {
			continue
		}
		if err == nil {
			err = c.Refresh(ctx)
		}
		switch {
		case err == nil:
			seen, failed = token, ""
		case errors.Is(err, context.Canceled):
			return
		case err.Error() != failed: // say it once, not every interval
			failed = err.Error()
			c.log.Error("the active dataset could not be served; the one before stays", "error", err)
		}
	}
}
