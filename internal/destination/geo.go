package destination

import "math"

// EarthRadiusKm is the mean radius of the earth.
const EarthRadiusKm = 6371.0088

// Point is a position in decimal degrees.
type Point struct {
	Lat, Lng float64
}

// Valid reports whether the point lies on the globe.
func (p Point) Valid() bool {
	return p.Lat >= -90 && p.Lat <= 90 && p.Lng >= -180 && p.Lng <= 180
}

// DistanceKm is the great-circle distance between two points.
func DistanceKm(a, b Point) float64 {
	const rad = math.Pi / 180
	sinLat := math.Sin((b.Lat - a.Lat) * rad / 2)
	sinLng := math.Sin((b.Lng - a.Lng) * rad / 2)
	h := sinLat*sinLat + math.Cos(a.Lat*rad)*math.Cos(b.Lat*rad)*sinLng*sinLng
	return 2 * EarthRadiusKm * math.Asin(math.Sqrt(math.Min(1, h)))
}

// Box is a bounding box; West > East means that it crosses the antimeridian.
type Box struct {
	West, South, East, North float64
}

// Contains reports whether the point lies in the box, its edges included.
func (b Box) Contains(p Point) bool {
	if p.Lat < b.South || p.Lat > b.North {
		return false
	}
	if b.West <= b.East {
		return p.Lng >= b.West && p.Lng <= b.East
	}
	return p.Lng >= b.West || p.Lng <= b.East
}

// CoveredBounds encloses Germany, Austria and Switzerland.
var CoveredBounds = Box{West: 5.87, South: 45.81, East: 17.17, North: 55.06}
