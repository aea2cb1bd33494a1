// Package builtin owns the destinations that come with the program, so that a
// fresh installation has something to show. They are written by hand in
// destinations.csv; the package refuses to guess: an unreadable row is an error.
package builtin

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"servicemap/internal/destination"
)

//go:embed destinations.csv
var file []byte

// Source is what the built-in destinations are attributed to.
var Source = destination.Source{
	Name:        "servicemap",
	License:     "CC0 1.0",
	URL:         "https://creativecommons.org/publicdomain/zero/1.0/",
	Attribution: "servicemap contributors",
}

// Origin identifies this edition of the built-in destinations in a dataset.
func Origin() string {
	sum := sha256.Sum256(file)
	return originPrefix + hex.EncodeToString(sum[:4])
}

const originPrefix = "built-in "

// IsOrigin reports whether a dataset was made from any edition of them.
func IsOrigin(origin string) bool { return strings.HasPrefix(origin, originPrefix) }

var columns = []string{
	"slug", "name", "alt_names", "latitude", "longitude", "category", "country", "region", "travel_region",
	"locality", "kids", "seating", "free", "mobility", "rank", "wikidata", "website", "description",
}

// Records reads the built-in destinations.
func Records() ([]destination.Record, error) {
	r := csv.NewReader(bytes.NewReader(file))
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read built-in destinations: %w", err)
	}
	if len(rows) == 0 || strings.Join(rows[0], ",") != strings.Join(columns, ",") {
		return nil, fmt.Errorf("read built-in destinations: the header must be %s", strings.Join(columns, ","))
	}
	records := make([]destination.Record, 0, len(rows)-1)
	for i, row := range rows[1:] {
		rec, err := parseRow(row)
		if err != nil {
			return nil, fmt.Errorf("built-in destinations, line %d: %w", i+2, err)
		}
		records = append(records, rec)
	}
	return records, nil
}

func parseRow(row []string) (destination.Record, error) {
	field := make(map[string]string, len(columns))
	for i, name := range columns {
		field[name] = row[i]
	}
	category, ok := destination.ParseCategory(field["category"])
	if !ok || category.ID() != field["category"] {
		return destination.Record{}, fmt.Errorf("unknown category %q", field["category"])
	}
	p := rowParser{field: field}
	rec := destination.Record{
		Destination: destination.Destination{
			Slug:        field["slug"],
			Name:        field["name"],
			AltNames:    list(field["alt_names"]),
			Point:       destination.Point{Lat: p.number("latitude"), Lng: p.number("longitude")},
			Category:    category,
			CountryCode: field["country"],
			RegionCode:  field["region"],
			Locality:    field["locality"],
			Kids:        p.ternary("kids"),
			Seating:     p.ternary("seating"),
			Free:        p.ternary("free"),
			Prominence:  prominence(p.number("rank"), category),
			Description: field["description"],
			Website:     field["website"],
			Sources:     []destination.Source{Source},
		},
		SourceIDs: []string{"builtin:" + field["slug"]},
	}
	rec.TravelRegions = list(field["travel_region"])
	if field["mobility"] != "" {
		rec.Mobility = destination.Mobility{Known: true, Value: p.number("mobility")}
	}
	if q := field["wikidata"]; q != "" {
		rec.SourceIDs = append(rec.SourceIDs, "wikidata:"+q)
	}
	return rec, p.err
}

// prominence turns the rank of 1 (local) to 5 (the first thing one thinks of) into
// the scale of 0 to 1, with the category to order places of the same rank.
func prominence(rank float64, c destination.Category) float64 {
	return (rank-1)/4*0.85 + c.Info().Weight*0.15
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "|")
}

type rowParser struct {
	field map[string]string
	err   error
}

func (p *rowParser) number(name string) float64 {
	v, err := strconv.ParseFloat(p.field[name], 64)
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("%s %q is not a number", name, p.field[name])
	}
	return v
}

func (p *rowParser) ternary(name string) destination.Ternary {
	switch p.field[name] {
	case "":
		return destination.Unknown
	case "true":
		return destination.Yes
	case "false":
		return destination.No
	}
	if p.err == nil {
		p.err = fmt.Errorf("%s %q is not true, false or empty", name, p.field[name])
	}
	return destination.Unknown
}
