package basemap

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"servicemap/internal/destination"
)

// names returns what a city is called: locally, in German, in English.
// Names like the local one are "".
func (c *city) names() (local, de, en string) {
	local = c.name
	if n, ok := cityNames[c.country+"/"+c.name]; ok {
		local, de, en = n[0], n[1], n[2]
	}
	return local, de, en
}

// home reports whether the city lies in one of the covered countries.
func (c *city) home() bool {
	return slices.Contains(regionCountries, c.country) || c.country == "LI"
}

// steps are the populations from which a place shows at a zoom: first in the
// covered countries, then around them, where it only gives bearings.
var steps = []struct {
	zoom         int
	home, abroad int
}{
	{4, 800_000, 1_500_000},
	{5, 250_000, 600_000},
	{6, 120_000, 250_000},
	{7, 50_000, 100_000},
	{8, 18_000, 40_000},
	{9, 7_000, 18_000},
	{10, 3_000, 8_000},
	{11, 1_000, 4_000},
}

// minZoom is the zoom at which a city shows, 0 for never.
func (c *city) minZoom() int {
	// Vaduz is a capital, but a small town.
	capital := c.feature == "PPLC" && c.population > 40_000
	near := covered.Contains(orb.Point{c.lng, c.lat})
	for _, s := range steps {
		if s.zoom > 7 && !near {
			return 0
		}
		if c.home() && (c.population >= s.home || capital) {
			return s.zoom
		}
		if !c.home() && (c.population >= s.abroad || capital && s.zoom >= 5) {
			return s.zoom
		}
		// Seats of a state's government are known beyond their size.
		if c.home() && c.feature == "PPLA" && s.zoom >= 6 && c.population > 40_000 {
			return s.zoom
		}
	}
	return 0
}

// populationRank is the Protomaps basemap's rank: from 0 (fewer than 200
// people) to 17 (a billion).
func populationRank(population int) int {
	rank := 0
	for _, limit := range []int{
		200, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
		5_000_000, 10_000_000, 20_000_000, 50_000_000, 100_000_000, 1_000_000_000,
	} {
		if population >= limit {
			rank++
		}
	}
	return rank
}

// sortKey orders labels, the most important first: the basemap's way is zoom,
// then population.
func sortKey(minZoom, population int) int {
	return minZoom*100 - int(10*math.Log10(float64(max(population, 1))))
}

func (c *city) place() (feature, bool) {
	local, de, en := c.names()
	zoom := c.minZoom()
	// Parts of towns, and places that are no more, have codes of their own.
	if zoom == 0 || local == "" || slices.Contains([]string{"PPLX", "PPLH", "PPLQ", "PPLW"}, c.feature) {
		return feature{}, false
	}
	props := map[string]any{
		"kind": "locality", "kind_detail": localityKind(c.population), "name": local,
		"min_zoom": zoom, "population_rank": populationRank(c.population), "sort_key": sortKey(zoom, c.population),
	}
	setNames(props, local, de, en)
	if c.feature == "PPLC" {
		props["capital"] = "yes"
	}
	// Places of later zooms are in the deepest tiles, for maps zoomed in further.
	return feature{layer: "places", geometry: project(orb.Point{c.lng, c.lat}), props: props, minZoom: min(zoom, MaxZoom)}, true
}

func localityKind(population int) string {
	switch {
	case population >= 100_000:
		return "city"
	case population >= 10_000:
		return "town"
	}
	return "village"
}

func setNames(props map[string]any, local, de, en string) {
	if de != "" && de != local {
		props["name:de"] = de
	}
	if en != "" && en != local {
		props["name:en"] = en
	}
}

// placeFeatures are all labels of the layer places.
func placeFeatures(cities []city, provinces []province) []feature {
	var out []feature
	seen := map[string]bool{}
	slices.SortStableFunc(cities, func(a, b city) int { return cmp.Compare(b.population, a.population) })
	for i := range cities {
		// The list has some places twice, a municipality beside its town.
		key := cities[i].country + "/" + strings.ToLower(cities[i].name)
		if cities[i].population >= 40_000 {
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		if f, ok := cities[i].place(); ok {
			out = append(out, f)
		}
	}
	for _, c := range countries {
		props := map[string]any{
			"kind": "country", "name": c.name, "min_zoom": c.minZoom,
			"population_rank": c.rank, "sort_key": c.minZoom*100 - c.rank,
		}
		setNames(props, c.name, "", c.en)
		out = append(out, feature{layer: "places", geometry: project(c.at), props: props, minZoom: c.minZoom})
	}
	for _, p := range provinces {
		if p.de == "" {
			continue
		}
		out = append(out, regionLabel(p))
	}
	return out
}

// regionLabel names a state. Cantons are small: they are named later.
func regionLabel(p province) feature {
	zoom := 6
	if p.country == "CH" || p.size < 2e-6 {
		zoom = 8
	}
	if at, ok := regionLabels[p.code]; ok {
		p.label = project(at)
	}
	props := map[string]any{
		"kind": "region", "name": p.de, "ref": p.code[3:], "min_zoom": zoom, "sort_key": zoom*100 - int(p.size*1e6),
	}
	setNames(props, p.de, "", p.en)
	return feature{layer: "places", geometry: p.label, props: props, minZoom: zoom}
}

// covered is where places are listed; beyond, only large cities are.
var covered = func() orb.Bound {
	b := destination.CoveredBounds
	return orb.Bound{Min: orb.Point{b.West - 3, b.South - 2.5}, Max: orb.Point{b.East + 4, b.North + 2}}
}()
