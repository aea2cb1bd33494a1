package importer

import (
	"strconv"
	"strings"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
	"servicemap/internal/osm"
	"servicemap/internal/region"
)

// role is what an element of an extract is good for; it can be several things.
// The upper byte says what it is to places around it.
type role uint16

const (
	roleDestination role = 1 << iota
	rolePlace
	roleAdmin
	roleTravel
	roleAround
)

// around is what something means for the places around it, as bits.
type around uint8

const (
	aroundSeat around = 1 << iota
	aroundPlayground
	aroundToilet
	aroundParking
	aroundStop
	aroundSmooth
	aroundRough
	aroundSteps
)

func (r role) around() around { return around(r >> 8) }

// otherKeys are tags of interest beside those of destinations.
var otherKeys = []string{"amenity", "leisure", "highway", "public_transport", "railway", "boundary", "place"}

// judge says what an element is good for.
func (im *run) judge(kind osm.Kind, tags destination.Tags) osm.Verdict {
	var r role
	if _, ok := im.opts.Classifier.Match(tags); ok {
		r |= roleDestination
	}
	switch tags.Get("boundary") {
	case "":
	case "administrative":
		if kind != osm.Node && tags.Is("admin_level", "2", "4", "6", "8") && tags.Has("name") && isRegion(tags) {
			r |= roleAdmin
		}
	case "protected_area", "national_park":
		if kind != osm.Node && isTravelRegion(tags) {
			r |= roleTravel
		}
	}
	if place := tags.Get("place"); place != "" {
		if place == "region" && kind != osm.Node {
			r |= roleTravel
		}
		if kind == osm.Node && tags.Has("name") {
			r |= rolePlace
		}
	}
	a := surroundingOf(kind, tags, im.opts.Classifier)
	if a != 0 {
		r |= roleAround | role(a)<<8
	}
	return osm.Verdict{Role: uint16(r), Bare: r&^role(0xff00) == roleAround}
}

// isRegion leaves out the lines between two countries, which carry the same
// tags as the countries.
func isRegion(tags destination.Tags) bool {
	return tags.Is("type", "boundary", "multipolygon") && (!tags.Is("admin_level", "2") || tags.Has("ISO3166-1") || tags.Has("ISO3166-1:alpha2"))
}

// isTravelRegion finds nature parks: they are how people call a landscape.
func isTravelRegion(tags destination.Tags) bool {
	title := strings.ToLower(tags.Get("protection_title") + " " + tags.Get("name"))
	return strings.Contains(title, "naturpark") || strings.Contains(title, "biosph") || strings.Contains(title, "parc naturel")
}

func surroundingOf(kind osm.Kind, tags destination.Tags, c *classify.Classifier) (a around) {
	wheelchair := tags.Is("wheelchair", "yes", "designated")
	switch tags.Get("amenity") {
	case "bench", "lounger":
		a |= aroundSeat
	case "shelter":
		if !tags.Is("shelter_type", "public_transport") {
			a |= aroundSeat
		}
	case "toilets":
		if wheelchair || tags.Is("toilets:wheelchair", "yes", "designated") {
			a |= aroundToilet
		}
	case "parking", "parking_space":
		n, _ := strconv.Atoi(tags.Get("capacity:disabled"))
		if n > 0 || tags.Is("capacity:disabled", "yes") || tags.Is("parking_space", "disabled") {
			a |= aroundParking
		}
	}
	switch tags.Get("leisure") {
	case "picnic_table":
		a |= aroundSeat
	case "playground":
		a |= aroundPlayground
	}
	if tags.Is("tourism", "picnic_site") {
		a |= aroundSeat
	}
	if wheelchair && (tags.Is("highway", "bus_stop") || tags.Is("public_transport", "platform", "station") || tags.Is("railway", "station", "halt", "tram_stop")) {
		a |= aroundStop
	}
	if kind == osm.Way {
		a |= wayOf(tags, c)
	}
	return a
}

// wayOf says how well one gets along a way.
func wayOf(tags destination.Tags, c *classify.Classifier) around {
	switch tags.Get("highway") {
	case "steps":
		if tags.Is("ramp:wheelchair", "yes") {
			return aroundSmooth
		}
		return aroundSteps
	case "footway", "path", "pedestrian", "track", "cycleway", "living_street", "service", "residential", "unclassified":
		switch smooth, rough := c.Surface(tags); {
		case smooth:
			return aroundSmooth
		case rough:
			return aroundRough
		}
	}
	return 0
}

func placeKind(tags destination.Tags) region.PlaceKind {
	switch tags.Get("place") {
	case "city":
		return region.City
	case "town":
		return region.Town
	case "village":
		return region.Village
	case "hamlet", "suburb":
		return region.Hamlet
	}
	return region.Spot
}

func adminArea(f *destination.Feature) region.Area {
	level, _ := strconv.Atoi(f.Tags.Get("admin_level"))
	area := region.Area{Level: level, Name: cleanLocality(f.Tags.Get("name")), Shape: f.Shape.Areas}
	for _, key := range []string{"ISO3166-2", "ISO3166-1:alpha2", "ISO3166-1"} {
		if code := f.Tags.Get(key); code != "" {
			area.Code = code
			break
		}
	}
	return area
}

// cleanLocality takes the canton off "Buchs (SG)".
func cleanLocality(name string) string {
	if i := strings.Index(name, " ("); i > 0 {
		name = name[:i]
	}
	return classify.CleanName(name)
}

// keepTag leaves out tags that nothing uses: names in a hundred languages,
// numbers of other systems.
func keepTag(key string) bool {
	prefix, rest, found := strings.Cut(key, ":")
	if !found {
		switch key {
		case "created_by", "note", "fixme", "FIXME", "source", "attribution", "import_uuid":
			return false
		}
		return true
	}
	switch prefix {
	case "name":
		return rest == "de" || rest == "en" || rest == "fr" || rest == "it" || rest == "rm"
	case "description":
		return rest == "de"
	case "source", "note", "openGeoDB", "TMC", "bfs", "swisstopo", "ref", "currency", "payment", "building", "roof", "seamark", "de", "gtfs", "alt_name", "old_name", "official_name", "short_name", "wikipedia", "wikidata", "fuel", "is_in", "geonames":
		return false
	}
	return true
}
