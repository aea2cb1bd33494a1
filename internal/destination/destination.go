// Package destination is the domain: what a destination is, what can be asked
// of them and what can go wrong. It depends on the standard library alone and
// refuses everything that has to do with transport, storage or search
// structures.
package destination

import "time"

// Destination is a place worth an excursion, as it is shown to the public.
type Destination struct {
	Slug     string
	Name     string
	AltNames []string // other names people search for; never shown
	Point    Point
	Category Category

	CountryCode   string   // ISO 3166-1 alpha-2, "" when unknown
	RegionCode    string   // ISO 3166-2 of the state or canton, "" when it has none
	Region        string   // name of the state where RegionCode is empty or not in the table
	TravelRegions []string // most specific first
	Locality      string

	Kids     Ternary
	Seating  Ternary
	Free     Ternary
	Mobility Mobility

	// Prominence is how widely known the place is, 0 to 1, from evidence in the data.
	Prominence float64

	Description  string
	Website      string
	Phone        string
	OpeningHours string
	Address      string
	Image        *Image
	Sources      []Source
}

// Record is a destination with what only the operator may know.
type Record struct {
	Destination
	SourceIDs []string          // "osm:node/123": identifies the thing at its source
	Evidence  map[string]string // attribute → why it has its value
	OldSlugs  []string          // slugs that lead here for ever
}

// Image is a picture with the credit its licence asks for.
type Image struct {
	URL     string
	Page    string
	Credit  string
	License string
}

// Source names where data comes from, for attribution.
type Source struct {
	Name        string
	License     string
	URL         string
	Attribution string // the text that the licence asks to show
}

// Dataset is one version of the destinations.
type Dataset struct {
	ID       int64
	Version  string    // short and unique; public
	Created  time.Time // when it was written
	DataDate time.Time // how old the data itself is; zero when unknown
	Origin   string    // what it was made from, for the operator
	Sources  []Source
	Count    int
	Active   bool
}

// Ternary is a truth value that may be unknown.
type Ternary int8

const (
	No      Ternary = -1
	Unknown Ternary = 0
	Yes     Ternary = 1
)

// Mobility says how well people who walk badly, use a wheelchair or push a
// pram get around: 0 not at all, 5 fully step-free with facilities.
type Mobility struct {
	Known bool
	Value float64
}

// Lang is a language the service speaks.
type Lang uint8

const (
	German Lang = iota
	English
)

// String is the BCP 47 code of the language.
func (l Lang) String() string {
	if l == English {
		return "en"
	}
	return "de"
}
