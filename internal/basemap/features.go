package basemap

import "github.com/paulmach/orb"

// feature is one thing on the map, on the map's plane.
type feature struct {
	layer    string
	geometry orb.Geometry
	props    map[string]any
	minZoom  int
}

// unit is the size of a screen pixel at a zoom, on the map's plane.
func unit(zoom int) float64 { return 1 / (512 * float64(int(1)<<zoom)) }

// First zooms of what is drawn.
const (
	riversFrom = 4
	lakesFrom  = 3
	urbanFrom  = 6
)

// provincesFrom is that of the borders between states: cantons are small.
var provincesFrom = map[string]int{"DE": 4, "AT": 5, "CH": 7}

// features are the things to draw at a zoom, simplified for it.
func (s *sources) features(zoom int) []feature {
	px := unit(zoom)
	rounds := 0
	if zoom >= MaxZoom-1 {
		rounds = 2
	}
	arcs := simplified(s.world.arcs, projectBound(bounds.Pad(8)), 0.7*px, rounds)
	var out []feature
	for i := range s.world.objects["land"] {
		land := s.world.objects["land"][i].polygons(arcs, 3*px*px)
		for _, poly := range land {
			out = append(out, feature{layer: "earth", geometry: poly, props: map[string]any{"kind": "earth"}})
		}
	}
	out = append(out, s.built(zoom)...)
	out = append(out, s.water(zoom)...)
	for _, i := range s.borders {
		out = append(out, border(arcs[i], "country", 2, 0))
	}
	for _, b := range s.provinces {
		if zoom >= b.minZoom {
			out = append(out, border(round(thin(b.line, 0.7*px), rounds), "region", 4, b.minZoom))
		}
	}
	for _, f := range s.labels {
		if f.minZoom <= zoom {
			out = append(out, f)
		}
	}
	return out
}

func border(line orb.LineString, kind string, level, minZoom int) feature {
	return feature{layer: "boundaries", geometry: line, props: map[string]any{
		"kind": kind, "kind_detail": level, "min_zoom": minZoom,
	}}
}

// urbanStep is the grid of the built-up areas: 120 cells to the degree.
const urbanStep = 1.0 / 120 / 360

// built are the built-up areas that are large enough to be seen. The source is
// a grid: slanting and rounding its steps makes shapes of them.
func (s *sources) built(zoom int) []feature {
	if zoom < urbanFrom {
		return nil
	}
	px := unit(zoom)
	var out []feature
	for _, poly := range s.urban {
		var rounded orb.Polygon
		for i, ring := range poly {
			if area(ring) < 12*px*px {
				if i == 0 {
					break
				}
				continue
			}
			slanted := thin(orb.LineString(ring), 0.9*urbanStep)
			rounded = append(rounded, orb.Ring(thin(orb.LineString(roundRing(orb.Ring(slanted), 3)), 0.4*px)))
		}
		if len(rounded) > 0 {
			out = append(out, feature{layer: "landuse", geometry: rounded, props: map[string]any{"kind": "residential"}})
		}
	}
	return out
}

// water are lakes and rivers.
func (s *sources) water(zoom int) []feature {
	px := unit(zoom)
	var out []feature
	if zoom >= lakesFrom {
		for i := range s.waters.objects["lakes"] {
			for _, poly := range s.waters.objects["lakes"][i].polygons(s.waters.arcs, 6*px*px) {
				for j := range poly {
					poly[j] = orb.Ring(thin(orb.LineString(roundRing(poly[j], 3)), 0.3*px))
				}
				out = append(out, feature{layer: "water", geometry: poly, props: map[string]any{"kind": "lake"}})
			}
		}
	}
	if zoom >= riversFrom {
		for _, r := range s.rivers {
			r.geometry = thin(r.geometry.(orb.LineString), 0.3*px)
			out = append(out, r)
		}
	}
	return out
}

// waterLabels are the names of seas and lakes.
func waterLabels() []feature {
	var out []feature
	add := func(list []label, kind string) {
		for _, l := range list {
			props := map[string]any{"kind": kind, "name": l.name, "min_zoom": l.minZoom}
			setNames(props, l.name, "", l.en)
			out = append(out, feature{layer: "water", geometry: project(l.at), props: props, minZoom: l.minZoom})
		}
	}
	add(seas, "sea")
	add(lakes, "lake")
	return out
}
