package search

import (
	"math"
	"slices"

	"servicemap/internal/destination"
)

// facts are what the filters of a query look at.
type facts struct {
	point      destination.Point
	vec        vector
	category   destination.Category
	country    string
	regions    []string // region keys
	kids       bool
	seating    bool
	free       bool
	mobility   float64 // -1: unknown
	prominence int     // in thousandths
}

func factsOf(d *destination.Destination) facts {
	f := facts{
		point:      d.Point,
		vec:        vectorOf(d.Point),
		category:   d.Category,
		country:    d.CountryCode,
		regions:    d.RegionKeys(),
		kids:       d.Kids == destination.Yes,
		seating:    d.Seating == destination.Yes,
		free:       d.Free == destination.Yes,
		mobility:   -1,
		prominence: thousandths(d.Prominence),
	}
	if d.Mobility.Known {
		f.mobility = d.Mobility.Value
	}
	return f
}

// thousandths quantises a prominence, so that orders are exact.
func thousandths(prominence float64) int {
	if math.IsNaN(prominence) {
		return 0
	}
	return int(min(max(prominence, 0), 1)*1000 + 0.5)
}

// passes reports whether the facts pass every filter of the query.
func (f *facts) passes(q *destination.Query) bool {
	switch {
	case q.Categories != nil && !q.Categories.Has(f.category),
		q.CountryCode != "" && q.CountryCode != f.country,
		q.Kids && !f.kids,
		q.Seating && !f.seating,
		q.Free && !f.free,
		q.MinMobility != nil && (f.mobility < 0 || f.mobility < *q.MinMobility),
		q.Region != "" && !slices.Contains(f.regions, q.Region),
		q.Box != nil && !q.Box.Contains(f.point):
		return false
	}
	return true
}
