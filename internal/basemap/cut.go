package basemap

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/planar"

	"servicemap/internal/tiles"
)

const (
	extent = 4096 // a tile's own units
	buffer = 80   // what a tile holds beyond its edge: lines and fills meet there
	// labelBuffer is that of labels: one at the edge reaches into both tiles.
	labelBuffer = 256
)

// layers is the order of the layers in a tile.
var layers = []string{"earth", "landuse", "water", "boundaries", "places"}

// cut cuts the features of a zoom into tiles and returns how many there are.
func cut(w *tiles.Writer, zoom int, features []feature) (int, error) {
	c := &cutter{w: w, zoom: zoom, area: projectBound(bounds)}
	err := c.descend(0, 0, 0, features)
	return c.count, err
}

type cutter struct {
	w     *tiles.Writer
	zoom  int
	area  orb.Bound
	count int
}

// descend clips the features to a tile, then goes on to its quarters until it
// is at the zoom: each step has a quarter of the work of the one before.
func (c *cutter) descend(z, x, y int, features []feature) error {
	tile := tileBound(z, x, y)
	if !tile.Intersects(c.area) {
		return nil
	}
	var inside []feature
	for _, f := range features {
		if g := clipTo(f.geometry, tile); g != nil {
			f.geometry = g
			inside = append(inside, f)
		}
	}
	if len(inside) == 0 {
		return nil
	}
	if z == c.zoom {
		return c.emit(z, x, y, inside)
	}
	for i := range 4 {
		if err := c.descend(z+1, 2*x+i&1, 2*y+i>>1, inside); err != nil {
			return err
		}
	}
	return nil
}

func tileBound(z, x, y int) orb.Bound {
	size := 1 / float64(int(1)<<z)
	return orb.Bound{
		Min: orb.Point{float64(x) * size, float64(y) * size},
		Max: orb.Point{float64(x+1) * size, float64(y+1) * size},
	}
}

func clipTo(g orb.Geometry, tile orb.Bound) orb.Geometry {
	size := tile.Max[0] - tile.Min[0]
	if p, ok := g.(orb.Point); ok {
		if !tile.Pad(size * labelBuffer / extent).Contains(p) {
			return nil
		}
		return p
	}
	box := tile.Pad(size * buffer / extent)
	if !g.Bound().Intersects(box) {
		return nil
	}
	if poly, ok := g.(orb.Polygon); ok {
		if clipped := clipPolygon(poly, box); len(clipped) > 0 {
			return clipped
		}
		return nil
	}
	// Clipping works in place; the neighbours need the geometry, too.
	return clip.Geometry(box, orb.Clone(g))
}

// clipPolygon cuts a polygon at a box, one side after the other (Sutherland and
// Hodgman). What lies outside becomes a line along the box.
func clipPolygon(poly orb.Polygon, box orb.Bound) orb.Polygon {
	var out orb.Polygon
	for i, ring := range poly {
		for axis := range 2 {
			ring = clipRing(ring, axis, box.Min[axis], 1)
			ring = clipRing(ring, axis, box.Max[axis], -1)
		}
		if len(ring) < 4 {
			if i == 0 {
				return nil
			}
			continue
		}
		out = append(out, ring)
	}
	return out
}

// clipRing keeps what lies beyond an edge in a direction (1 or -1). Of a run of
// points on the edge only the ends stay: a coast outside goes back and forth on
// it a thousand times, which browsers' triangulation does not survive.
func clipRing(ring orb.Ring, axis int, edge, direction float64) orb.Ring {
	var out orb.Ring
	add := func(p orb.Point) {
		n := len(out)
		if n > 1 && p[axis] == edge && out[n-1][axis] == edge && out[n-2][axis] == edge {
			out[n-1] = p
			return
		}
		out = append(out, p)
	}
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		aIn, bIn := (a[axis]-edge)*direction >= 0, (b[axis]-edge)*direction >= 0
		if aIn {
			add(a)
		}
		if aIn != bIn {
			p := between(a, b, (edge-a[axis])/(b[axis]-a[axis]))
			p[axis] = edge
			add(p)
		}
	}
	if len(out) > 0 {
		add(out[0])
	}
	return out
}

func (c *cutter) emit(z, x, y int, features []feature) error {
	tile := tileBound(z, x, y)
	byLayer := map[string]*geojson.FeatureCollection{}
	for _, f := range features {
		g := toTile(f.geometry, tile)
		if g == nil {
			continue
		}
		if byLayer[f.layer] == nil {
			byLayer[f.layer] = geojson.NewFeatureCollection()
		}
		out := geojson.NewFeature(g)
		out.Properties = f.props
		byLayer[f.layer].Append(out)
	}
	var list mvt.Layers
	for _, name := range layers {
		if fc := byLayer[name]; fc != nil {
			list = append(list, mvt.NewLayer(name, fc))
		}
	}
	if len(list) == 0 {
		return nil
	}
	body, err := mvt.Marshal(list)
	if err != nil {
		return fmt.Errorf("encode tile %d/%d/%d: %w", z, x, y, err)
	}
	c.count++
	return c.w.Add(uint8(z), uint32(x), uint32(y), body)
}

// toTile turns a geometry into a tile's whole units, nil when nothing is left.
func toTile(g orb.Geometry, tile orb.Bound) orb.Geometry {
	scale := extent / (tile.Max[0] - tile.Min[0])
	at := func(p orb.Point) orb.Point {
		return orb.Point{math.Round((p[0] - tile.Min[0]) * scale), math.Round((p[1] - tile.Min[1]) * scale)}
	}
	line := func(points []orb.Point) []orb.Point {
		var out []orb.Point
		for _, p := range points {
			if q := at(p); len(out) == 0 || q != out[len(out)-1] {
				out = append(out, q)
			}
		}
		return out
	}
	switch g := g.(type) {
	case orb.Point:
		return at(g)
	case orb.LineString:
		if l := line(g); len(l) > 1 {
			return orb.LineString(l)
		}
	case orb.MultiLineString:
		var out orb.MultiLineString
		for _, part := range g {
			if l := line(part); len(l) > 1 {
				out = append(out, l)
			}
		}
		if len(out) > 0 {
			return out
		}
	case orb.Polygon:
		if p := polygonToTile(g, line); len(p) > 0 {
			return p
		}
	case orb.MultiPolygon:
		var out orb.MultiPolygon
		for _, part := range g {
			if p := polygonToTile(part, line); len(p) > 0 {
				out = append(out, p)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// polygonToTile also turns the rings the way the tile format wants them: with
// y down, outer rings have a positive area and holes a negative one.
func polygonToTile(poly orb.Polygon, line func([]orb.Point) []orb.Point) orb.Polygon {
	var out orb.Polygon
	for i, part := range poly {
		ring := orb.Ring(line(part))
		a := 0.0
		if len(ring) > 3 {
			a = planar.Area(ring)
		}
		if a == 0 {
			if i == 0 {
				return nil
			}
			continue
		}
		if (a > 0) != (i == 0) {
			ring.Reverse()
		}
		out = append(out, ring)
	}
	return out
}
