package search

import (
	"math"

	"servicemap/internal/destination"
)

// vector is a point on the unit sphere. Squared chords between vectors order
// points exactly as great-circle distances do, need no trigonometry, and know
// neither poles nor the antimeridian.
type vector struct{ x, y, z float64 }

func vectorOf(p destination.Point) vector {
	const rad = math.Pi / 180
	sinLat, cosLat := math.Sincos(p.Lat * rad)
	sinLng, cosLng := math.Sincos(p.Lng * rad)
	return vector{cosLat * cosLng, cosLat * sinLng, sinLat}
}

// chord2 is the squared chord between two points.
func chord2(a, b vector) float64 {
	dx, dy, dz := a.x-b.x, a.y-b.y, a.z-b.z
	return dx*dx + dy*dy + dz*dz
}

// chord2OfKm is the squared chord that spans a great-circle distance.
func chord2OfKm(km float64) float64 {
	half := math.Sin(math.Min(km/(2*destination.EarthRadiusKm), math.Pi/2))
	return 4 * half * half
}

// nearHalf is half the chord of 500 km, the largest radius.
const nearHalf = 0.0393

// kmOfChord2 is the great-circle distance that a squared chord spans.
func kmOfChord2(c2 float64) float64 {
	half := math.Sqrt(c2) / 2
	if half < nearHalf { // the first terms of the arc sine are all that a float64 has
		h2 := half * half
		return 2 * destination.EarthRadiusKm * half * (1 + h2*(1.0/6+h2*(3.0/40+h2*(15.0/336+h2*105.0/3456))))
	}
	return 2 * destination.EarthRadiusKm * math.Asin(math.Min(1, half))
}
