package classify

import "servicemap/internal/destination"

// Needs is what a thing must have, beside its tags, to be a destination.
type Needs uint8

const (
	// Name: things without one are dropped.
	Name Needs = iota
	// Known: a name and a website, or an entry in Wikipedia or Wikidata.
	Known
	// Notable: a name and an entry in Wikipedia or Wikidata.
	Notable
	// Size: a name, or enough ground to be found without one.
	Size
	// Nothing: a thing without a name takes that of where it is.
	Nothing
)

var needsNames = [...]string{"name", "known", "notable", "size", "nothing"}

// String is the word for it in a rules file.
func (n Needs) String() string { return needsNames[n] }

// Rule says that things with these tags are destinations of a category.
type Rule struct {
	Category destination.Category
	Tags     string // conditions, all of which must hold; see parseConditions
	Needs    Needs
}

// DefaultRules is the table. The first rule that matches a thing decides.
func DefaultRules() []Rule {
	return []Rule{
		{destination.Ruins, "historic=castle|fort|manor|palace ruins=*", Name},
		{destination.Ruins, "historic=castle castle:condition=ruins|ruined", Name},
		{destination.Ruins, "historic=castle|fort name~ruine", Name},
		{destination.Ruins, "historic=ruins", Name},
		{destination.Castle, "historic=castle|fort|manor|palace|fortress", Name},
		{destination.Castle, "building=castle|palace tourism=*", Name},

		{destination.Planetarium, "amenity=planetarium", Name},
		{destination.Planetarium, "man_made=observatory|telescope", Known},
		{destination.Farm, "landuse=farmyard tourism=attraction|zoo|theme_park|yes", Name},
		{destination.Farm, "tourism=farm", Name},
		{destination.Farm, "shop=farm tourism=attraction|zoo|theme_park|yes", Name},
		{destination.Farm, "tourism=attraction|zoo|theme_park name~bauernhof|erlebnishof|straußenfarm|alpaka", Name},
		{destination.HeritageRailway, "tourism=museum name~museumsbahn|dampfbahn", Name},
		{destination.Museum, "tourism=museum", Name},
		{destination.Museum, "historic=ship|wreck museum=*", Name},
		{destination.Gallery, "tourism=gallery", Name},

		{destination.WildlifePark, "tourism=zoo zoo=wildlife_park|safari_park|petting_zoo|falconry|enclosure", Name},
		{destination.WildlifePark, "tourism=zoo name~wildpark|wildgehege|wildtier|tiergehege|streichelzoo", Name},
		{destination.WildlifePark, "tourism=attraction name~wildpark|wildgehege|falknerei|greifvogel", Name},
		{destination.Aquarium, "tourism=zoo zoo=aquarium", Name},
		{destination.Zoo, "tourism=zoo", Name},
		{destination.Aquarium, "tourism=aquarium", Name},
		{destination.AdventurePark, "tourism=theme_park|attraction name~seilpark|seilgarten|kletterpark|kletterwald", Name},
		{destination.ThemePark, "tourism=theme_park", Name},
		{destination.WaterPark, "leisure=water_park", Name},
		{destination.AdventurePark, "leisure=high_ropes_course", Name},
		{destination.AdventurePark, "sport=climbing_adventure", Name},
		{destination.AdventurePark, "leisure=sports_centre sport=climbing", Name},
		{destination.AdventurePark, "leisure=trampoline_park", Name},
		{destination.SummerToboggan, "attraction=summer_toboggan|alpine_coaster", Nothing},

		{destination.LookoutTower, "man_made=tower tower:type=observation", Nothing},
		{destination.LookoutTower, "man_made=observation_tower", Nothing},
		{destination.LookoutTower, "man_made=tower tourism=viewpoint|attraction", Name},
		{destination.LookoutTower, "tourism=viewpoint|attraction name~aussichtsturm", Name},
		{destination.BirdHide, "leisure=bird_hide|wildlife_hide", Nothing},
		{destination.Waterfall, "waterway=waterfall", Name},
		{destination.Waterfall, "natural=waterfall", Name},
		{destination.Cave, "natural=cave_entrance", Name},
		{destination.Gorge, "natural=gorge|canyon", Name},
		{destination.Gorge, "natural=valley name~klamm|schlucht", Name},
		{destination.Gorge, "tourism=attraction name~klamm|schlucht", Name},
		{destination.Viewpoint, "tourism=viewpoint", Nothing},

		{destination.Swimming, "leisure=bathing_place|beach_resort|swimming_area", Name},
		{destination.Swimming, "amenity=public_bath", Name},
		{destination.Swimming, "natural=beach swimming=yes|designated", Name},
		{destination.Swimming, "natural=beach sport=swimming", Name},
		{destination.Swimming, "natural=water swimming=yes|designated", Name},
		{destination.Swimming, "natural=water sport=swimming", Name},
		{destination.Swimming, "leisure=sports_centre sport=swimming", Name},
		{destination.Swimming, "leisure=swimming_pool access=yes|customers|public", Name},
		{destination.Beach, "natural=beach", Name},
		{destination.AlpineHut, "tourism=alpine_hut|wilderness_hut", Name},

		{destination.NationalPark, "boundary=national_park protect_class=2", Name},
		{destination.NationalPark, "boundary=national_park protect_class!=*", Name},
		{destination.NationalPark, "boundary=protected_area protect_class=2", Name},
		{destination.NatureReserve, "boundary=national_park", Name},
		{destination.NatureReserve, "leisure=nature_reserve", Name},
		{destination.NatureReserve, "boundary=protected_area protection_title~naturpark|biosph|naturschutzgebiet|natural park|nature park|nature reserve|parc naturel|parco naturale", Name},
		{destination.Garden, "leisure=garden tourism=*", Name},
		{destination.Garden, "leisure=garden garden:type=botanical|arboretum|rosarium|herb", Name},
		{destination.Garden, "leisure=garden|park name~botanischer garten|rosengarten|arboretum|palmengarten", Name},
		{destination.Garden, "leisure=garden", Notable},

		{destination.Playground, "leisure=indoor_play", Name},
		{destination.Playground, "leisure=playground", Size},
		{destination.PicnicSite, "tourism=picnic_site", Nothing},
		{destination.Barbecue, "amenity=bbq", Nothing},
		{destination.Barbecue, "leisure=firepit", Name},
		{destination.Minigolf, "leisure=miniature_golf", Nothing},

		{destination.Monastery, "historic=monastery|abbey", Name},
		{destination.Monastery, "amenity=monastery", Name},
		{destination.Monastery, "building=monastery", Notable},
		{destination.ArchaeologicalSite, "historic=archaeological_site|megalith|rune_stone", Name},
		{destination.Bridge, "man_made=bridge historic=*", Name},
		{destination.Bridge, "man_made=bridge tourism=*", Name},
		{destination.Bridge, "man_made=bridge heritage=*", Known},
		{destination.Bridge, "man_made=bridge", Notable},
		{destination.Bridge, "historic=bridge", Name},
		{destination.Bridge, "bridge=* tourism=attraction", Name},
		{destination.TechnicalMonument, "historic=mine|mine_shaft|mine_adit|lime_kiln|aqueduct|industrial|technical_monument|blast_furnace", Name},
		{destination.TechnicalMonument, "historic=locomotive|railway_car|aircraft|ship|crane|rocket", Name},
		{destination.TechnicalMonument, "man_made=lighthouse", Name},
		{destination.TechnicalMonument, "man_made=watermill|windmill historic=*", Name},
		{destination.TechnicalMonument, "man_made=watermill|windmill tourism=*", Name},
		{destination.TechnicalMonument, "man_made=watermill|windmill|mineshaft|adit|crane|kiln", Notable},
		{destination.Church, "amenity=place_of_worship tourism=*", Notable},
		{destination.Church, "amenity=place_of_worship heritage=*", Notable},
		{destination.Church, "amenity=place_of_worship historic=*", Notable},
		{destination.Church, "building=cathedral|basilica|minster", Notable},
		{destination.Monument, "historic=monument|city_gate|citywalls|tower|triumphal_arch", Name},
		{destination.Memorial, "historic=memorial memorial!=stolperstein|plaque", Notable},
		{destination.Memorial, "historic=tomb", Notable},

		{destination.CableCar, "aerialway=cable_car|gondola|mixed_lift|chair_lift aerialway:summer:access!=no", Name},
		{destination.CableCar, "aerialway=station", Notable},
		{destination.Funicular, "railway=funicular", Name},
		{destination.Funicular, "route=funicular", Name},
		{destination.Funicular, "railway=station station=funicular", Name},
		{destination.HeritageRailway, "railway=rail|narrow_gauge|rack|tram|light_rail usage=tourism", Name},
		{destination.HeritageRailway, "railway=preserved|miniature", Name},
		{destination.HeritageRailway, "route=train|railway service=tourism", Name},
		{destination.HeritageRailway, "route=train|railway usage=tourism", Name},
		{destination.BoatTrip, "attraction=boat_ride|boat_trip", Name},
		{destination.BoatTrip, "tourism=boat_trip", Name},
		{destination.BoatTrip, "route=ferry tourism=*", Name},
		{destination.BoatTrip, "route=ferry usage=tourism", Name},
		{destination.BoatTrip, "amenity=ferry_terminal", Known},

		{destination.Spring, "natural=spring|hot_spring", Name},
		{destination.Rock, "natural=rock|stone|arch", Name},
		{destination.Rock, "natural=cliff", Notable},
		{destination.Rock, "geological=outcrop|rock_glacier|hoodoo|columnar_jointing", Name},
		{destination.Peak, "natural=peak summit:cross=yes", Name},
		{destination.Peak, "natural=peak", Notable},
		{destination.Park, "leisure=park", Name},
		{destination.Attraction, "attraction=maze", Name},
		{destination.Attraction, "tourism=attraction attraction!=*", Known},
		{destination.Attraction, "tourism=artwork", Known},
	}
}
