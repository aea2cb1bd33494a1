package tabular

import (
	"slices"
	"strings"
	"unicode"

	"servicemap/internal/destination"
)

// Position fields that are taken out of the tags.
const (
	fieldLat      = Own + "lat"
	fieldLng      = Own + "lng"
	fieldPosition = Own + "position" // both, or WKT
)

// guesses are the names that columns have in the wild, by the tag they become.
// The first name is the field's own, as --map and the API know it.
var guesses = []struct {
	tag   string
	names []string
}{
	{Own + "id", []string{"id", "sourceid", "uuid", "objectid", "nr", "nummer", "poiid", "atid"}},
	{Own + "slug", []string{"slug"}},
	{Own + "hide", []string{"hide", "verbergen", "ausblenden"}},
	{"name", []string{"name", "titel", "title", "bezeichnung", "objekt", "poi", "poiname", "nom", "nome", "objektname"}},
	{Own + "category", []string{"category", "categoryid", "kategorie", "rubrik", "typ", "type", "art", "kind", "categorie"}},
	{fieldLat, []string{"latitude", "lat", "breite", "breitengrad", "geobreite", "geolat", "y", "wgs84lat", "latwgs84", "ycoord"}},
	{fieldLng, []string{"longitude", "lng", "lon", "long", "lange", "langengrad", "laenge", "laengengrad", "geolange", "geolaenge", "geolon", "geolng", "x", "wgs84lon", "wgs84lng", "lonwgs84", "lngwgs84", "xcoord"}},
	{fieldPosition, []string{"position", "koordinaten", "koordinate", "coordinates", "coords", "geo", "geopoint", "latlng", "latlon", "wkt", "geom", "geometry", "thegeom", "standort", "location"}},
	{Own + "locality", []string{"locality", "ort", "gemeinde", "stadt", "city", "municipality", "ortschaft", "commune", "comune"}},
	{Own + "countryCode", []string{"countrycode", "country", "land", "staat", "landercode", "laendercode"}},
	{Own + "region", []string{"region", "bundesland", "kanton", "state", "canton"}},
	{Own + "travelRegion", []string{"travelregion", "travelregions", "reiseregion", "ferienregion", "urlaubsregion", "reisegebiet", "tourismusregion"}},
	{Own + "kids", []string{"kids", "kinder", "kinderfreundlich", "familienfreundlich", "kinderfreundlichkeit", "childfriendly", "family"}},
	{Own + "seating", []string{"seating", "sitzgelegenheit", "sitzgelegenheiten", "sitzplatze", "banke", "baenke"}},
	{Own + "free", []string{"free", "kostenlos", "kostenfrei", "gratis", "eintrittfrei", "freiereintritt", "freeofcharge"}},
	{Own + "mobility", []string{"mobility", "mobilitat", "mobilitaet", "barrierefreiheit", "minmobility"}},
	{Own + "prominence", []string{"prominence", "wichtigkeit", "bekanntheit"}},
	{"description", []string{"description", "beschreibung", "text", "kurztext", "info", "kurzbeschreibung"}},
	{"website", []string{"website", "url", "web", "homepage", "link", "internet", "webseite", "internetadresse"}},
	{"phone", []string{"phone", "telefon", "tel", "telephone", "telefonnummer"}},
	{"opening_hours", []string{"openinghours", "offnungszeiten", "oeffnungszeiten", "horaires"}},
	{"addr:full", []string{"address", "adresse", "anschrift"}},
	{"addr:street", []string{"street", "strasse", "addrstreet"}},
	{"addr:housenumber", []string{"housenumber", "hausnummer", "hausnr", "hnr", "addrhousenumber"}},
	{"addr:postcode", []string{"postcode", "plz", "postleitzahl", "zip", "addrpostcode"}},
	{"addr:city", []string{"addrcity"}},
	{Own + "image", []string{"image", "imageurl", "bild", "bildurl", "foto", "photo"}},
	{Own + "imagePage", []string{"imagepage", "bildseite"}},
	{Own + "imageCredit", []string{"imagecredit", "bildnachweis", "bildrechte", "fotograf", "credit", "copyright"}},
	{Own + "imageLicense", []string{"imagelicense", "imagelicence", "bildlizenz", "lizenz", "license"}},
	{"alt_name", []string{"altnames", "altname", "alternativename", "alternativnamen", "alias"}},
	{"wheelchair", []string{"wheelchair", "rollstuhl", "rollstuhlgerecht", "barrierefrei"}},
}

// columnKey makes equal the ways to write one name: "Öffnungs-Zeiten" and
// "oeffnungszeiten" meet in the table, which has both "offnungs…" and "oeffnungs…".
func columnKey(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, strings.ReplaceAll(destination.Fold(s), "@", "at"))
}

// fields knows which tag a column or property becomes.
type fields struct {
	byColumn map[string]string
	mapped   map[string]bool // tags that the operator has named the column of
}

func newFields(mapped map[string]string) fields {
	f := fields{byColumn: map[string]string{}, mapped: map[string]bool{}}
	for _, guess := range guesses {
		for _, name := range guess.names {
			f.byColumn[name] = guess.tag
		}
	}
	for field := range mapped {
		// What the operator says is the field is it, and no other column is.
		for name, tag := range f.byColumn {
			if tag == tagOf(field) {
				delete(f.byColumn, name)
			}
		}
	}
	for field, column := range mapped {
		f.byColumn[columnKey(column)] = tagOf(field)
		f.mapped[tagOf(field)] = true
	}
	return f
}

func tagOf(field string) string {
	for _, guess := range guesses {
		if slices.Contains(guess.names, columnKey(field)) {
			return guess.tag
		}
	}
	return field
}

// KnownField reports whether a field can be mapped to, beside tags of
// OpenStreetMap.
func KnownField(field string) bool { return tagOf(field) != field || field == "name" }

// tag is what a column becomes: a known field, or a tag of its own name; ""
// when another column was named for that.
func (f fields) tag(column string) string {
	// A tag of OpenStreetMap stays what it is, though it may look like a field.
	if strings.Contains(column, ":") && !strings.HasPrefix(column, "addr:") {
		return column
	}
	if tag, ok := f.byColumn[columnKey(column)]; ok {
		return tag
	}
	if f.mapped[column] {
		return ""
	}
	return column
}

// put adds a value under the tag of its column; of two columns for one field
// the first that has a value counts.
func (f fields) put(tags destination.Tags, column, value string) destination.Tags {
	value = strings.TrimSpace(value)
	if value == "" || column == "" {
		return tags
	}
	if tag := f.tag(column); tag != "" && !tags.Has(tag) {
		return append(tags, destination.Tag{Key: tag, Value: value})
	}
	return tags
}

// take removes a tag and returns its value.
func take(tags *destination.Tags, key string) string {
	for i, t := range *tags {
		if t.Key == key {
			*tags = slices.Delete(*tags, i, i+1)
			return t.Value
		}
	}
	return ""
}
