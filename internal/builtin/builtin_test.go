package builtin_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"servicemap/internal/builtin"
	"servicemap/internal/destination"
)

func load(t *testing.T) []destination.Record {
	t.Helper()
	records, err := builtin.Records()
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func TestEveryPartOfTheCountriesIsThere(t *testing.T) {
	records := load(t)
	if len(records) < 500 {
		t.Errorf("%d destinations, want at least 500", len(records))
	}
	byRegion, byCategory := map[string]int{}, map[destination.Category]int{}
	for _, r := range records {
		byRegion[r.RegionCode]++
		byCategory[r.Category]++
	}
	for _, r := range destination.Regions() {
		want := 8
		if r.Country() == "CH" {
			want = 3
		}
		if byRegion[r.Code] < want {
			t.Errorf("%s (%s) has %d destinations, want at least %d", r.Names[destination.German], r.Code, byRegion[r.Code], want)
		}
	}
	for _, c := range destination.AllCategories() {
		if byCategory[c] == 0 {
			t.Errorf("no destination of the category %s", c.ID())
		}
	}
}

func TestFieldsAreInOrder(t *testing.T) {
	slug := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	wikidata := regexp.MustCompile(`^wikidata:Q[1-9][0-9]*$`)
	for _, r := range load(t) {
		if !slug.MatchString(r.Slug) {
			t.Errorf("slug %q", r.Slug)
		}
		for field, text := range map[string]string{"name": r.Name, "locality": r.Locality, "description": r.Description} {
			if text == "" || text != strings.TrimSpace(text) || strings.Contains(text, "  ") || strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("%s: %s %q", r.Slug, field, text)
			}
		}
		if r.Mobility.Known && (r.Mobility.Value < 0 || r.Mobility.Value > 5) {
			t.Errorf("%s: mobility %v", r.Slug, r.Mobility.Value)
		}
		if r.Prominence <= 0 || r.Prominence > 1 {
			t.Errorf("%s: prominence %v", r.Slug, r.Prominence)
		}
		if region, ok := destination.RegionByCode(r.RegionCode); r.CountryCode != "LI" && (!ok || region.Country() != r.CountryCode) {
			t.Errorf("%s: region %q of country %q", r.Slug, r.RegionCode, r.CountryCode)
		}
		if u, err := url.Parse(r.Website); r.Website != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			t.Errorf("%s: website %q", r.Slug, r.Website)
		}
		for _, id := range r.SourceIDs[1:] {
			if !wikidata.MatchString(id) {
				t.Errorf("%s: %q", r.Slug, id)
			}
		}
	}
}

func TestNothingIsThereTwice(t *testing.T) {
	records := load(t)
	slugs, ids := map[string]bool{}, map[string]string{}
	for i, r := range records {
		if slugs[r.Slug] {
			t.Errorf("slug %q is there twice", r.Slug)
		}
		slugs[r.Slug] = true
		for _, id := range r.SourceIDs {
			if other, ok := ids[id]; ok {
				t.Errorf("%s and %s are both %s", r.Slug, other, id)
			}
			ids[id] = r.Slug
		}
		for _, other := range records[:i] {
			if destination.Fold(r.Name) == destination.Fold(other.Name) && destination.DistanceKm(r.Point, other.Point) < 5 {
				t.Errorf("%s and %s have the same name and are close together", r.Slug, other.Slug)
			}
		}
	}
}

func TestOneSpellingForEachTravelRegion(t *testing.T) {
	spelling := map[string]string{}
	for _, r := range load(t) {
		for _, name := range r.TravelRegions {
			key := destination.RegionKey(name)
			if first, ok := spelling[key]; ok && first != name {
				t.Errorf("%s: travel region %q is elsewhere %q", r.Slug, name, first)
			}
			spelling[key] = name
		}
	}
}
