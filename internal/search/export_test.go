package search

import "servicemap/internal/destination"

// BuildTuned is Build with other limits between the ways of the index.
func BuildTuned(dests []destination.Destination, opts Options, small, list, prefix int) (*Index, error) {
	return build(dests, opts, tuning{small: small, list: list, prefix: prefix})
}
