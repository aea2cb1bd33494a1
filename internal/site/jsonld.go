package site

import (
	"encoding/json"
	"fmt"
)

// schemaTypes are the types of schema.org that say more than TouristAttraction.
var schemaTypes = map[string]string{
	"castle": "LandmarksOrHistoricalBuildings", "ruins": "LandmarksOrHistoricalBuildings",
	"monument": "LandmarksOrHistoricalBuildings", "archaeological_site": "LandmarksOrHistoricalBuildings",
	"museum": "Museum", "gallery": "ArtGallery", "zoo": "Zoo", "wildlife_park": "Zoo", "aquarium": "Aquarium",
	"theme_park": "AmusementPark", "water_park": "PublicSwimmingPool", "beach": "Beach",
	"park": "Park", "garden": "Park", "national_park": "Park", "playground": "Playground",
	"church": "Church", "monastery": "PlaceOfWorship", "bridge": "Bridge", "waterfall": "Waterfall",
	"peak": "Mountain", "planetarium": "Museum",
}

type ldObject map[string]any

func (o ldObject) set(name, value string) {
	if value != "" {
		o[name] = value
	}
}

// placeJSONLD describes a destination to search engines.
func (p *page) placeJSONLD(d Place) any {
	types := []string{"TouristAttraction"}
	if t, ok := schemaTypes[d.CategoryID]; ok {
		types = append(types, t)
	}
	address := ldObject{"@type": "PostalAddress"}
	address.set("streetAddress", d.Address)
	address.set("addressLocality", d.Locality)
	address.set("addressRegion", d.Region)
	address.set("addressCountry", d.CountryCode)
	o := ldObject{
		"@context": "https://schema.org", "@type": types, "@id": p.Canonical(),
		"name": d.Name, "url": p.Canonical(), "address": address,
		"geo": ldObject{"@type": "GeoCoordinates", "latitude": d.Latitude, "longitude": d.Longitude},
	}
	o.set("description", d.Description)
	o.set("telephone", d.Phone)
	o.set("sameAs", webLink(d.Website))
	if d.Free != nil {
		o["isAccessibleForFree"] = *d.Free
	}
	if hours := schemaHours(d.OpeningHours); len(hours) > 0 {
		o["openingHours"] = hours
	}
	return o
}

// siteJSONLD lets search engines offer our search box.
func (p *page) siteJSONLD() any {
	home := p.Base + langPath(p.Lang, "/")
	return ldObject{
		"@context": "https://schema.org", "@type": "WebSite", "name": p.Name(), "url": home,
		"inLanguage": p.Lang.String(),
		"potentialAction": ldObject{
			"@type": "SearchAction", "target": home + "?q={search_term_string}",
			"query-input": "required name=search_term_string",
		},
	}
}

type markerJSON struct {
	ID    string  `json:"id"`
	Title string  `json:"title"`
	Lat   float64 `json:"lat"`
	Lng   float64 `json:"lng"`
	Color string  `json:"color"`
}

// markers is the one marker on a destination's map, for its attribute.
func markers(d Place) (string, error) {
	b, err := json.Marshal([]markerJSON{{d.Slug, d.Name, d.Latitude, d.Longitude, d.Color()}})
	if err != nil {
		return "", fmt.Errorf("mark %q on its map: %w", d.Slug, err)
	}
	return string(b), nil
}
