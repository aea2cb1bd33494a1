// Package region says where a position is: country, state or canton,
// municipality, travel region. It owns boundaries, those that an extract
// brings and those that are built in, and refuses to read files: areas and
// places are handed to it.
package region

import (
	"math"

	"servicemap/internal/destination"
)

// Area is something with a boundary.
type Area struct {
	Code  string // ISO 3166, "" for areas without one
	Name  string
	Level int // of administration, 0 for none
	Shape []destination.Polygon
}

// Areas finds the areas around a position.
type Areas struct {
	areas []Area
	parts []outline
	grid  map[cell][]int32
}

type cell struct{ x, y int16 }

const cellDegrees = 0.25

func cellOf(lng, lat float64) cell {
	lng, lat = max(-180, min(180, lng)), max(-90, min(90, lat))
	return cell{int16(math.Floor(lng / cellDegrees)), int16(math.Floor(lat / cellDegrees))}
}

// NewAreas makes areas searchable. Their shapes are not kept.
func NewAreas(areas []Area) *Areas {
	a := &Areas{areas: make([]Area, len(areas)), parts: make([]outline, len(areas)), grid: map[cell][]int32{}}
	for i, area := range areas {
		a.parts[i] = newOutline(area.Shape)
		area.Shape = nil
		a.areas[i] = area
		box := a.parts[i].box
		if len(a.parts[i].edges) == 0 {
			continue
		}
		lo, hi := cellOf(box.West, box.South), cellOf(box.East, box.North)
		for x := lo.x; x <= hi.x; x++ {
			for y := lo.y; y <= hi.y; y++ {
				a.grid[cell{x, y}] = append(a.grid[cell{x, y}], int32(i))
			}
		}
	}
	return a
}

// Len is how many areas there are.
func (a *Areas) Len() int { return len(a.areas) }

// Around calls yield for every area that contains the point, in the order
// they were given, until it returns false.
func (a *Areas) Around(p destination.Point, yield func(*Area) bool) {
	for _, i := range a.grid[cellOf(p.Lng, p.Lat)] {
		if a.parts[i].contains(p) && !yield(&a.areas[i]) {
			return
		}
	}
}

// First is the first area that contains the point and is wanted.
func (a *Areas) First(p destination.Point, want func(*Area) bool) (found *Area) {
	a.Around(p, func(area *Area) bool {
		if want == nil || want(area) {
			found = area
		}
		return found == nil
	})
	return found
}

// Nearest is the area whose boundary is nearest to the point, nil if none is
// within the distance.
func (a *Areas) Nearest(p destination.Point, withinKm float64) *Area {
	best, bestKm := -1, withinKm
	for i := range a.parts {
		if km := a.parts[i].distanceKm(p, bestKm); km < bestKm {
			best, bestKm = i, km
		}
	}
	if best < 0 {
		return nil
	}
	return &a.areas[best]
}

// outline holds the edges of an area, sorted into slabs of latitude, so that
// a test looks only at the edges beside the point. Half a metre is precise
// enough for boundaries, and float32 halves the memory of a country's.
type outline struct {
	box   destination.Box
	edges []edge
	slabs [][]int32
}

type edge struct{ ax, ay, bx, by float32 }

const edgesPerSlab = 8

func newOutline(shape []destination.Polygon) outline {
	o := outline{box: destination.Bounds(nil)}
	for _, polygon := range shape {
		for _, ring := range polygon {
			b := destination.Bounds(ring)
			o.box.West, o.box.East = min(o.box.West, b.West), max(o.box.East, b.East)
			o.box.South, o.box.North = min(o.box.South, b.South), max(o.box.North, b.North)
			for i, j := 0, len(ring)-1; i < len(ring); j, i = i, i+1 {
				e := edge{float32(ring[j].Lng), float32(ring[j].Lat), float32(ring[i].Lng), float32(ring[i].Lat)}
				if e.ay != e.by || e.ax != e.bx {
					o.edges = append(o.edges, e)
				}
			}
		}
	}
	o.slabs = make([][]int32, min(4096, len(o.edges)/edgesPerSlab+1))
	for i, e := range o.edges {
		lo, hi := o.slab(float64(min(e.ay, e.by))), o.slab(float64(max(e.ay, e.by)))
		for s := lo; s <= hi; s++ {
			o.slabs[s] = append(o.slabs[s], int32(i))
		}
	}
	return o
}

func (o *outline) slab(lat float64) int {
	part := (lat - o.box.South) / (o.box.North - o.box.South)
	if !(part > 0) { // also when the box is flat
		return 0
	}
	return min(int(part*float64(len(o.slabs))), len(o.slabs)-1)
}

func (o *outline) contains(p destination.Point) bool {
	if len(o.edges) == 0 || !o.box.Contains(p) {
		return false
	}
	in, x, y := false, float32(p.Lng), float32(p.Lat)
	for _, i := range o.slabs[o.slab(p.Lat)] {
		e := &o.edges[i]
		if (e.ay > y) != (e.by > y) && x < (e.bx-e.ax)*(y-e.ay)/(e.by-e.ay)+e.ax {
			in = !in
		}
	}
	return in
}

const kmPerDegree = math.Pi / 180 * destination.EarthRadiusKm

// distanceKm is how far the outline is, or something not below limit.
func (o *outline) distanceKm(p destination.Point, limit float64) float64 {
	scaleX := kmPerDegree * math.Cos(p.Lat*math.Pi/180)
	dx := max(o.box.West-p.Lng, p.Lng-o.box.East, 0) * scaleX
	dy := max(o.box.South-p.Lat, p.Lat-o.box.North, 0) * kmPerDegree
	if len(o.edges) == 0 || math.Hypot(dx, dy) >= limit {
		return limit
	}
	best := limit
	for i := range o.edges {
		e := &o.edges[i]
		ax, ay := (float64(e.ax)-p.Lng)*scaleX, (float64(e.ay)-p.Lat)*kmPerDegree
		bx, by := (float64(e.bx)-p.Lng)*scaleX, (float64(e.by)-p.Lat)*kmPerDegree
		vx, vy := bx-ax, by-ay
		t := 0.0
		if length := vx*vx + vy*vy; length > 0 {
			t = max(0, min(1, -(ax*vx+ay*vy)/length))
		}
		best = min(best, math.Hypot(ax+t*vx, ay+t*vy))
	}
	return best
}
