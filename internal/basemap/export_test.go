package basemap

import "github.com/paulmach/orb"

// What tests look at from inside.
var (
	ParseTopology  = parseTopology
	Shared         = shared
	Simplified     = simplified
	Crossing       = crossing
	Thin           = thin
	Round          = round
	PopulationRank = populationRank
	Project        = project
)

// Objects are the shapes of a topology's object.
func (t *topology) Objects(name string) []shape { return t.objects[name] }

// Arcs are the topology's arcs.
func (t *topology) Arcs() []orb.LineString { return t.arcs }

// Polygons puts a shape's polygons together.
func (s *shape) Polygons(arcs []orb.LineString) orb.MultiPolygon { return s.polygons(arcs, 0) }

// Borders are the lines between shapes, as those of provinces.
func Borders(shapes ...orb.MultiPolygon) []orb.LineString {
	var list []province
	for _, s := range shapes {
		list = append(list, province{shape: s})
	}
	return borders(list)
}

// Place is the label of a city: its zoom and names, zoom 0 for none.
func Place(country, name, feature string, population int, lng, lat float64) (zoom int, props map[string]any) {
	c := city{name: name, country: country, feature: feature, population: population, lng: lng, lat: lat}
	f, ok := c.place()
	if !ok {
		return 0, nil
	}
	return f.props["min_zoom"].(int), f.props
}
