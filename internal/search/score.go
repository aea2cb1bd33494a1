package search

import (
	"math"

	"servicemap/internal/destination"
	"servicemap/internal/search/analysis"
)

// level says how a word of the question is found in a destination; lower is better.
type level uint8

const (
	exact          level = iota // the word itself is in a name
	named                       // another form, a part of a compound or the beginning of a word is in a name
	meant                       // the destination is what the word means: category, place, attribute
	elsewhere                   // the word is in another field
	correctedNamed              // as above, after correcting the word
	correctedMeant
	correctedElsewhere
	missing
)

const (
	// nearKm is how far "bei" reaches.
	nearKm = 30
	// halfKm is the distance at which nearness has lost half of its weight.
	halfKm = 20
)

var nearChord2 = chord2OfKm(nearKm)

// ask is a query made ready: its words understood and its geometry computed.
type ask struct {
	*destination.Query
	text    analysis.Query
	center  vector
	ordered bool    // by nearness too: the question has a centre
	radius2 float64 // squared chord; more than any for no radius
}

const anywhere = 5 // squared chords are at most 4

func newAsk(q *destination.Query, c *analysis.Corpus) ask {
	a := ask{Query: q, radius2: anywhere}
	if q.Text != "" {
		a.text = c.Parse(q.Text)
	}
	if q.Center != nil {
		a.center, a.ordered = vectorOf(*q.Center), true
		if q.RadiusKm > 0 {
			a.radius2 = chord2OfKm(q.RadiusKm)
		}
		return a
	}
	for _, w := range a.text.Words { // "bei Freiburg" orders by distance from there, if there is only one
		if len(w.Near) == 1 {
			v, _ := c.Center(w.Near[0])
			a.center, a.ordered = vector{v[0], v[1], v[2]}, true
			break
		}
	}
	return a
}

// score orders destinations whose words match equally well: prominence, and
// nearness to the centre where there is one, both in thousandths.
func (a *ask) score(prominence int, c2 float64) int {
	if !a.ordered {
		return prominence
	}
	return prominence + nearness(c2)
}

func nearness(c2 float64) int {
	return int(1000 * halfKm / (halfKm + destination.EarthRadiusKm*math.Sqrt(c2)))
}
