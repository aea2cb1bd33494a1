// Package search answers destination.Query: it owns text analysis, filters,
// spatial search and ranking. An Index is built once from all destinations,
// never changes, and is safe for any number of goroutines; new data means a
// new Index. The Scan answers the same questions by looking at every
// destination: it is the definition that the Index is held against.
//
// The package refuses everything about where destinations come from and how
// answers are written: payloads are made by the encoder it is given.
package search

import (
	"log/slog"

	"servicemap/internal/destination"
)

// Options says how to build.
type Options struct {
	// Encode makes the payload of each destination; nil leaves payloads empty.
	Encode destination.Encoder
	// OldSlugs leads from slugs that destinations once had to the current ones.
	OldSlugs map[string]string
	// Logger hears how long building took; nil keeps it quiet.
	Logger *slog.Logger
}

func (o *Options) encode(dst []byte, d *destination.Destination) []byte {
	if o.Encode == nil {
		return dst
	}
	return o.Encode(dst, d)
}
