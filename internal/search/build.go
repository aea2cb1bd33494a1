package search

import (
	"time"

	"servicemap/internal/destination"
)

// Index is the immutable index over all destinations.
type Index struct {
	*Scan
}

// Build makes the index; it keeps no reference to the destinations.
func Build(dests []destination.Destination, opts Options) (*Index, error) {
	start := time.Now()
	scan, err := NewScan(dests, opts)
	if err != nil {
		return nil, err
	}
	if opts.Logger != nil {
		opts.Logger.Info("search index built", "destinations", scan.Len(), "bytes", scan.SizeBytes(), "duration", time.Since(start))
	}
	return &Index{Scan: scan}, nil
}
