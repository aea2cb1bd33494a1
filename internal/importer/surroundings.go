package importer

import (
	"math"
	"slices"
	"sort"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
)

// surroundings are the small things that make up the evidence for places:
// benches, toilets, steps. There are millions in a country, so they are kept
// as numbers, sorted by the cell of a grid that they lie in.
type surroundings struct {
	things []thing
	order  []uint64 // cell in the upper half, index of the thing in the lower
}

type thing struct {
	lat, lng float32
	what     around
}

// aroundCell is the size of a cell in degrees: some 450 m from south to north,
// a little less from west to east.
const aroundCell = 0.004

func aroundCellOf(lat, lng float64) (x, y uint32) {
	return uint32((lng + 180) / aroundCell), uint32((lat + 90) / aroundCell)
}

func (s *surroundings) add(what around, points []destination.Point) {
	for _, p := range points {
		s.things = append(s.things, thing{lat: float32(p.Lat), lng: float32(p.Lng), what: what})
	}
}

func (s *surroundings) build() {
	s.order = make([]uint64, len(s.things))
	for i, t := range s.things {
		x, y := aroundCellOf(float64(t.lat), float64(t.lng))
		s.order[i] = uint64(y)<<49 | uint64(x)<<32 | uint64(i) // 17 bits each are enough for the globe
	}
	slices.Sort(s.order)
}

// in calls visit for everything in the cells of a box.
func (s *surroundings) in(box destination.Box, visit func(*thing)) {
	x0, y0 := aroundCellOf(max(box.South, -90), max(box.West, -180))
	x1, y1 := aroundCellOf(min(box.North, 90), min(box.East, 180))
	for y := y0; y <= y1; y++ {
		from := uint64(y)<<49 | uint64(x0)<<32
		to := uint64(y)<<49 | uint64(x1+1)<<32
		i := sort.Search(len(s.order), func(i int) bool { return s.order[i] >= from })
		for ; i < len(s.order) && s.order[i] < to; i++ {
			visit(&s.things[uint32(s.order[i])])
		}
	}
}

const (
	metersPerDegree = math.Pi / 180 * destination.EarthRadiusKm * 1000
	// maxInsideKm2 is how large an area may be for what stands anywhere in it
	// to say something of the whole: a zoo, not a nature park.
	maxInsideKm2 = 5
)

// near counts what is in the shape of a place, or around its position.
func (s *surroundings) near(f *destination.Feature, w classify.Weights) classify.Nearby {
	radius := max(w.SeatM, w.PlaygroundM, w.AccessibleToiletM, w.DisabledParkingM, w.StepFreeStopM, w.WayM)
	perLng := metersPerDegree * math.Cos(f.Point.Lat*math.Pi/180)
	box := destination.Box{
		West: f.Point.Lng - radius/perLng, East: f.Point.Lng + radius/perLng,
		South: f.Point.Lat - radius/metersPerDegree, North: f.Point.Lat + radius/metersPerDegree,
	}
	inside := len(f.Shape.Areas) > 0 && f.Shape.AreaKm2() <= maxInsideKm2
	if inside {
		for _, polygon := range f.Shape.Areas {
			b := destination.Bounds(polygon[0])
			box.West, box.East = min(box.West, b.West), max(box.East, b.East)
			box.South, box.North = min(box.South, b.South), max(box.North, b.North)
		}
	}
	var n classify.Nearby
	s.in(box, func(t *thing) {
		meters := math.Hypot((float64(t.lng)-f.Point.Lng)*perLng, (float64(t.lat)-f.Point.Lat)*metersPerDegree)
		in := inside && f.Shape.Contains(destination.Point{Lat: float64(t.lat), Lng: float64(t.lng)})
		count := func(what around, within float64, to *int) {
			if t.what&what != 0 && (in || meters <= within) {
				*to++
			}
		}
		count(aroundSeat, w.SeatM, &n.Seats)
		count(aroundPlayground, w.PlaygroundM, &n.Playgrounds)
		count(aroundToilet, w.AccessibleToiletM, &n.AccessibleToilets)
		count(aroundParking, w.DisabledParkingM, &n.DisabledParking)
		count(aroundStop, w.StepFreeStopM, &n.StepFreeStops)
		count(aroundSmooth, w.WayM, &n.SmoothWays)
		count(aroundRough, w.WayM, &n.RoughWays)
		count(aroundSteps, w.WayM, &n.Steps)
	})
	return n
}
