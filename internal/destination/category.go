package destination

import "strings"

// Category is what kind of destination a place is: an index into the table.
type Category uint8

// CategoryInfo describes a category to people and to the ranking.
type CategoryInfo struct {
	ID     string
	Names  [2]string // by Lang
	Color  string    // #rrggbb of its dots
	Weight float64   // 0 to 1: how much of an excursion such a place usually is
}

// Categories, in the order of the table below. The numbers live in memory
// only: stores and clients know categories by their ID.
const (
	Castle Category = iota
	Ruins
	Museum
	Gallery
	Planetarium
	Zoo
	WildlifePark
	Aquarium
	ThemePark
	WaterPark
	AdventurePark
	SummerToboggan
	LookoutTower
	Viewpoint
	Waterfall
	Cave
	Gorge
	Swimming
	Beach
	AlpineHut
	NationalPark
	NatureReserve
	Park
	Garden
	Playground
	PicnicSite
	Barbecue
	Minigolf
	Monument
	Memorial
	Monastery
	Church
	ArchaeologicalSite
	Bridge
	TechnicalMonument
	CableCar
	Funicular
	Farm
	BirdHide
	Spring
	Rock
	Peak
	BoatTrip
	HeritageRailway
	Attraction
	numCategories
)

// NumCategories is how many categories there are; they fit a CategorySet.
const NumCategories = int(numCategories)

var categories = [numCategories]CategoryInfo{
	Castle:             {"castle", [2]string{"Burg & Schloss", "Castle & palace"}, "#8c4a2f", 0.85},
	Ruins:              {"ruins", [2]string{"Ruine", "Ruins"}, "#a0673c", 0.60},
	Museum:             {"museum", [2]string{"Museum", "Museum"}, "#6a4fb3", 0.65},
	Gallery:            {"gallery", [2]string{"Galerie", "Art gallery"}, "#8a5cc2", 0.50},
	Planetarium:        {"planetarium", [2]string{"Planetarium & Sternwarte", "Planetarium & observatory"}, "#3b3f8f", 0.60},
	Zoo:                {"zoo", [2]string{"Zoo", "Zoo"}, "#d9822b", 0.90},
	WildlifePark:       {"wildlife_park", [2]string{"Wildpark", "Wildlife park"}, "#b8741f", 0.80},
	Aquarium:           {"aquarium", [2]string{"Aquarium", "Aquarium"}, "#1487a6", 0.75},
	ThemePark:          {"theme_park", [2]string{"Freizeitpark", "Theme park"}, "#e0457b", 0.95},
	WaterPark:          {"water_park", [2]string{"Erlebnisbad", "Water park"}, "#1a9fd4", 0.75},
	AdventurePark:      {"adventure_park", [2]string{"Kletterpark", "Adventure park"}, "#c2571a", 0.70},
	SummerToboggan:     {"summer_toboggan", [2]string{"Sommerrodelbahn", "Summer toboggan run"}, "#d1495b", 0.70},
	LookoutTower:       {"lookout_tower", [2]string{"Aussichtsturm", "Lookout tower"}, "#b5446e", 0.60},
	Viewpoint:          {"viewpoint", [2]string{"Aussichtspunkt", "Viewpoint"}, "#c95d8a", 0.45},
	Waterfall:          {"waterfall", [2]string{"Wasserfall", "Waterfall"}, "#2a7fc1", 0.65},
	Cave:               {"cave", [2]string{"Höhle", "Cave"}, "#5b5750", 0.65},
	Gorge:              {"gorge", [2]string{"Schlucht & Klamm", "Gorge"}, "#2f6f73", 0.70},
	Swimming:           {"swimming", [2]string{"Badesee & Badestelle", "Swimming lake & bathing place"}, "#2196c9", 0.60},
	Beach:              {"beach", [2]string{"Strand", "Beach"}, "#c9a227", 0.65},
	AlpineHut:          {"alpine_hut", [2]string{"Berghütte", "Mountain hut"}, "#7a5230", 0.60},
	NationalPark:       {"national_park", [2]string{"Nationalpark", "National park"}, "#1f7a3f", 0.95},
	NatureReserve:      {"nature_reserve", [2]string{"Naturschutzgebiet & Naturpark", "Nature reserve & nature park"}, "#3c8f4a", 0.50},
	Park:               {"park", [2]string{"Park", "Park"}, "#4fa64f", 0.40},
	Garden:             {"garden", [2]string{"Garten", "Garden"}, "#5fae3b", 0.50},
	Playground:         {"playground", [2]string{"Spielplatz", "Playground"}, "#ef8a17", 0.25},
	PicnicSite:         {"picnic_site", [2]string{"Picknickplatz", "Picnic site"}, "#7f9a35", 0.20},
	Barbecue:           {"barbecue", [2]string{"Grillplatz", "Barbecue site"}, "#a8502a", 0.20},
	Minigolf:           {"minigolf", [2]string{"Minigolf", "Mini golf"}, "#3f9e7c", 0.35},
	Monument:           {"monument", [2]string{"Denkmal", "Monument"}, "#7d6b57", 0.50},
	Memorial:           {"memorial", [2]string{"Gedenkstätte", "Memorial"}, "#69707a", 0.35},
	Monastery:          {"monastery", [2]string{"Kloster", "Monastery"}, "#94743a", 0.60},
	Church:             {"church", [2]string{"Kirche", "Church"}, "#a58a4a", 0.45},
	ArchaeologicalSite: {"archaeological_site", [2]string{"Archäologische Stätte", "Archaeological site"}, "#9a6a4f", 0.50},
	Bridge:             {"bridge", [2]string{"Brücke", "Bridge"}, "#607d8b", 0.45},
	TechnicalMonument:  {"technical_monument", [2]string{"Technisches Denkmal", "Technical monument"}, "#546e7a", 0.50},
	CableCar:           {"cable_car", [2]string{"Seilbahn", "Cable car"}, "#b23a48", 0.65},
	Funicular:          {"funicular", [2]string{"Standseilbahn", "Funicular"}, "#9c3d54", 0.60},
	Farm:               {"farm", [2]string{"Erlebnisbauernhof", "Visitor farm"}, "#8f9e2f", 0.45},
	BirdHide:           {"bird_hide", [2]string{"Vogelbeobachtung", "Bird watching"}, "#4d8076", 0.35},
	Spring:             {"spring", [2]string{"Quelle", "Spring"}, "#3aa0b5", 0.40},
	Rock:               {"rock", [2]string{"Felsen", "Rock formation"}, "#81786c", 0.45},
	Peak:               {"peak", [2]string{"Gipfel", "Peak"}, "#6d5f8d", 0.55},
	BoatTrip:           {"boat_trip", [2]string{"Schifffahrt", "Boat trip"}, "#1f6fb2", 0.60},
	HeritageRailway:    {"heritage_railway", [2]string{"Ausflugsbahn", "Excursion railway"}, "#9e2a2b", 0.60},
	Attraction:         {"attraction", [2]string{"Sehenswürdigkeit", "Attraction"}, "#c0392b", 0.55},
}

// AllCategories lists every category in the order of the table.
func AllCategories() []Category {
	all := make([]Category, NumCategories)
	for i := range all {
		all[i] = Category(i)
	}
	return all
}

// Info describes the category.
func (c Category) Info() CategoryInfo { return categories[c] }

// ID is the name of the category for machines.
func (c Category) ID() string { return categories[c].ID }

// Name is the name of the category for people.
func (c Category) Name(l Lang) string { return categories[c].Names[l] }

// CategorySet is a set of categories.
type CategorySet uint64

// Add puts a category into the set.
func (s *CategorySet) Add(c Category) { *s |= 1 << c }

// Has reports whether the category is in the set.
func (s CategorySet) Has(c Category) bool { return s&(1<<c) != 0 }

var categoryKeys = func() map[string]Category {
	m := make(map[string]Category, 3*NumCategories)
	for i, info := range categories {
		for _, name := range []string{info.ID, info.Names[German], info.Names[English]} {
			m[nameKey(name)] = Category(i)
			for part := range strings.SplitSeq(name, "&") { // "Burg & Schloss" is also "Burg"
				if _, taken := m[nameKey(part)]; !taken {
					m[nameKey(part)] = Category(i)
				}
			}
		}
	}
	return m
}()

// ParseCategory finds a category by its ID or by its name in any language;
// case, accents and punctuation do not count.
func ParseCategory(s string) (Category, bool) {
	c, ok := categoryKeys[nameKey(s)]
	return c, ok
}
