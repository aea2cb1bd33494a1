package search

import (
	"math"
	"testing"

	"servicemap/internal/destination"
)

// The short way to a distance must be as good as the arc sine.
func TestKmOfChord2(t *testing.T) {
	for km := 0.001; km < 20_000; km *= 1.01 {
		c2 := chord2OfKm(km)
		want := 2 * destination.EarthRadiusKm * math.Asin(math.Sqrt(c2)/2)
		if got := kmOfChord2(c2); math.Abs(got-want) > 1e-15*want {
			t.Errorf("chord of %v km: %v, want %v", km, got, want)
		}
	}
	if got := kmOfChord2(0); got != 0 {
		t.Errorf("no chord spans %v km", got)
	}
}
