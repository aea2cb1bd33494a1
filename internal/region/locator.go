package region

import (
	"math"
	"slices"
	"strings"

	"servicemap/internal/destination"
)

// Place is a settlement or a named spot.
type Place struct {
	Name  string
	Point destination.Point
	Kind  PlaceKind

	country string
}

// PlaceKind is how large a place is.
type PlaceKind uint8

const (
	Spot PlaceKind = iota // a named spot without people, or a part of a settlement
	Hamlet
	Village
	Town
	City
)

// reachKm is how far the name of a place carries.
var reachKm = [...]float64{Spot: 1, Hamlet: 2, Village: 5, Town: 8, City: 12}

// Where is what can be said of a position.
type Where struct {
	Country       string
	RegionCode    string
	Locality      string
	TravelRegions []string // the smallest first
}

// Locator knows where things are by the boundaries of an extract, and by the
// built-in ones where the extract has none. It is safe for concurrent use.
type Locator struct {
	admin  *Areas
	travel *Areas
	places map[cell][]Place
}

// NewLocator takes administrative areas (with their levels), travel regions
// and places. Areas must be complete: half a boundary contains nothing.
func NewLocator(admin, travel []Area, places []Place) *Locator {
	// The smallest first: the most specific answer is the one wanted.
	slices.SortStableFunc(admin, func(a, b Area) int { return b.Level - a.Level })
	sizes := make(map[string]float64, len(travel))
	for _, area := range travel {
		sizes[area.Name] = destination.Shape{Areas: area.Shape}.AreaKm2()
	}
	slices.SortStableFunc(travel, func(a, b Area) int { return int(math.Copysign(1, sizes[a.Name]-sizes[b.Name])) })
	l := &Locator{admin: NewAreas(admin), travel: NewAreas(travel), places: map[cell][]Place{}}
	for _, p := range places {
		p.country, _ = l.country(p.Point)
		c := cellOf(p.Point.Lng, p.Point.Lat)
		l.places[c] = append(l.places[c], p)
	}
	return l
}

// Levels of administration in OpenStreetMap.
const (
	levelCountry = 2
	levelState   = 4
)

// Where says where a position is.
func (l *Locator) Where(p destination.Point) Where {
	var w Where
	w.Country, w.RegionCode = l.country(p)
	if area := l.admin.First(p, isMunicipality); area != nil {
		w.Locality = area.Name
	} else if place := l.nearest(p, w.Country, Village); place != nil {
		w.Locality = place.Name
	}
	l.travel.Around(p, func(area *Area) bool {
		if !slices.Contains(w.TravelRegions, area.Name) {
			w.TravelRegions = append(w.TravelRegions, area.Name)
		}
		return true
	})
	return w
}

// country finds country and state, by the extract's boundaries first.
func (l *Locator) country(p destination.Point) (country, code string) {
	l.admin.Around(p, func(area *Area) bool {
		switch {
		case area.Level == levelCountry && country == "":
			country, _ = splitCode(area.Code)
		case area.Level == levelState && code == "":
			if ofState, state := splitCode(area.Code); state != "" {
				country, code = ofState, state
			}
		}
		return true
	})
	if country == "" || code == "" && country != "LI" {
		builtIn, state, _ := Locate(p)
		if country == "" {
			country = builtIn
		}
		if builtIn == country {
			code = state
		}
	}
	return country, code
}

// isMunicipality tells municipalities, and cities that are districts of their
// own, from districts and parts.
func isMunicipality(area *Area) bool {
	switch area.Level {
	case 8:
		return true
	case 6, 4: // Munich is on level 6, Berlin on 4
		return !strings.Contains(area.Name, "kreis") && !strings.Contains(area.Name, "Kreis") &&
			!strings.HasPrefix(area.Name, "Bezirk") && !strings.HasPrefix(area.Name, "Region") &&
			(area.Level == 6 || area.Name == "Berlin" || area.Name == "Hamburg" || area.Name == "Wien")
	}
	return false
}

// Spot is the name of the place nearest to a position, however small, ""
// when there is none near.
func (l *Locator) Spot(p destination.Point) string {
	country, _ := l.country(p)
	if place := l.nearest(p, country, Spot); place != nil {
		return place.Name
	}
	return ""
}

// nearest finds the place whose name fits best: in the same country, and near
// in relation to how far its name carries.
func (l *Locator) nearest(p destination.Point, country string, smallest PlaceKind) *Place {
	var best *Place
	bestPart := 1.0
	center := cellOf(p.Lng, p.Lat)
	for x := center.x - 1; x <= center.x+1; x++ {
		for y := center.y - 1; y <= center.y+1; y++ {
			places := l.places[cell{x, y}]
			for i := range places {
				reach := reachKm[places[i].Kind]
				if places[i].Kind < smallest || places[i].country != country || math.Abs(places[i].Point.Lat-p.Lat)*kmPerDegree > reach {
					continue
				}
				part := destination.DistanceKm(p, places[i].Point) / reach
				if part < bestPart {
					best, bestPart = &places[i], part
				}
			}
		}
	}
	return best
}
