package classify

import (
	"strings"

	"servicemap/internal/destination"
)

// plurals are what lists call their categories, beside their names: the German
// plurals that are not made by an ending alone, and other words for the same.
var plurals = map[string]destination.Category{
	"burgen": destination.Castle, "schlosser": destination.Castle, "festung": destination.Castle, "palast": destination.Castle,
	"burgruine": destination.Ruins, "museen": destination.Museum, "sternwarte": destination.Planetarium,
	"tierpark": destination.Zoo, "tiergarten": destination.Zoo, "wildgehege": destination.WildlifePark, "tiergehege": destination.WildlifePark,
	"vergnugungspark": destination.ThemePark, "erlebnispark": destination.ThemePark, "spassbad": destination.WaterPark, "therme": destination.WaterPark,
	"kletterwald": destination.AdventurePark, "hochseilgarten": destination.AdventurePark, "kletterwalder": destination.AdventurePark,
	"rodelbahn": destination.SummerToboggan, "aussichtsturme": destination.LookoutTower, "turm": destination.LookoutTower,
	"aussicht": destination.Viewpoint, "wasserfalle": destination.Waterfall, "klamm": destination.Gorge, "klammen": destination.Gorge,
	"freibad": destination.Swimming, "freibader": destination.Swimming, "schwimmbad": destination.Swimming, "schwimmbader": destination.Swimming,
	"strandbad": destination.Swimming, "hallenbad": destination.Swimming, "badesee": destination.Swimming, "strande": destination.Beach,
	"hutte": destination.AlpineHut, "almhutte": destination.AlpineHut, "schutzhutte": destination.AlpineHut, "huette": destination.AlpineHut,
	"naturpark": destination.NatureReserve, "naturschutzgebiet": destination.NatureReserve,
	"garten": destination.Garden, "botanischer garten": destination.Garden, "spielplatze": destination.Playground,
	"picknickplatze": destination.PicnicSite, "rastplatz": destination.PicnicSite, "grillplatze": destination.Barbecue, "grillstelle": destination.Barbecue,
	"minigolfanlage": destination.Minigolf, "minigolfplatz": destination.Minigolf, "denkmaler": destination.Monument,
	"kloster": destination.Monastery, "klosterkirche": destination.Monastery, "stift": destination.Monastery, "dom": destination.Church,
	"kathedrale": destination.Church, "kapelle": destination.Church, "bergbahn": destination.CableCar, "gondelbahn": destination.CableCar,
	"bauernhof": destination.Farm, "bauernhofe": destination.Farm, "museumsbahn": destination.HeritageRailway,
	"ausflugsschiff": destination.BoatTrip, "schiffsfahrt": destination.BoatTrip, "sehenswurdigkeit": destination.Attraction,
	"attraktion": destination.Attraction, "berg": destination.Peak,
}

// endings are those of plurals, the longest first.
var endings = []string{"en", "er", "n", "e", "s"}

// ParseCategory finds the category that a list means: by the operator's own
// names, by id or name, or by a plural or other word for it. Of several words
// ("Burgen und Schlösser") the first that is known counts.
func (c *Classifier) ParseCategory(s string) (destination.Category, bool) {
	if own, ok := c.names[destination.Fold(strings.TrimSpace(s))]; ok {
		return own, true
	}
	if category, ok := parseWord(s); ok {
		return category, true
	}
	for _, word := range strings.FieldsFunc(strings.ReplaceAll(s, " und ", ","), func(r rune) bool { return strings.ContainsRune(",;/&|+", r) }) {
		if category, ok := parseWord(word); ok {
			return category, true
		}
	}
	return 0, false
}

func parseWord(s string) (destination.Category, bool) {
	if category, ok := destination.ParseCategory(s); ok {
		return category, true
	}
	word := destination.Fold(strings.TrimSpace(s))
	if category, ok := plurals[word]; ok {
		return category, true
	}
	for _, ending := range endings {
		stem, found := strings.CutSuffix(word, ending)
		if !found || len(stem) < 4 {
			continue
		}
		if category, ok := destination.ParseCategory(stem); ok {
			return category, true
		}
		if category, ok := plurals[stem]; ok {
			return category, true
		}
	}
	return 0, false
}
