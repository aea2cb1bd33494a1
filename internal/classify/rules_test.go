package classify_test

import (
	"strings"
	"testing"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
)

// tags reads "key=value, key=value".
func tags(s string) destination.Tags {
	var out destination.Tags
	for part := range strings.SplitSeq(s, ", ") {
		if key, value, ok := strings.Cut(part, "="); ok {
			out = append(out, destination.Tag{Key: key, Value: value})
		}
	}
	return out
}

// examples has a thing for every row of the table.
var examples = []struct{ rule, thing string }{
	{"historic=castle|fort|manor|palace ruins=*", "historic=castle, ruins=yes, name=Ruine Falkenstein"},
	{"historic=castle castle:condition=ruins|ruined", "historic=castle, castle:condition=ruins, name=Ruine Falkenstein"},
	{"historic=castle|fort name~ruine", "historic=castle, name=Alte Ruine"},
	{"historic=ruins", "historic=ruins, name=Ruine Falkenstein"},
	{"historic=castle|fort|manor|palace|fortress", "historic=castle, name=Schloss Sanssouci"},
	{"building=castle|palace tourism=*", "building=castle, tourism=attraction, name=Schloss Sanssouci"},
	{"amenity=planetarium", "amenity=planetarium, name=Am Hang"},
	{"man_made=observatory|telescope", "man_made=observatory, name=Am Hang, website=https://example.org"},
	{"landuse=farmyard tourism=attraction|zoo|theme_park|yes", "landuse=farmyard, tourism=attraction, name=Am Hang"},
	{"tourism=farm", "tourism=farm, name=Am Hang"},
	{"shop=farm tourism=attraction|zoo|theme_park|yes", "shop=farm, tourism=attraction, name=Am Hang"},
	{"tourism=attraction|zoo|theme_park name~bauernhof|erlebnishof|straußenfarm|alpaka", "tourism=attraction, name=Alte Bauernhof"},
	{"tourism=museum name~museumsbahn|dampfbahn", "tourism=museum, name=Alte Museumsbahn"},
	{"tourism=museum", "tourism=museum, name=Stadtmuseum"},
	{"historic=ship|wreck museum=*", "historic=ship, museum=yes, name=Stadtmuseum"},
	{"tourism=gallery", "tourism=gallery, name=Am Hang"},
	{"tourism=zoo zoo=wildlife_park|safari_park|petting_zoo|falconry|enclosure", "tourism=zoo, zoo=wildlife_park, name=Am Hang"},
	{"tourism=zoo name~wildpark|wildgehege|wildtier|tiergehege|streichelzoo", "tourism=zoo, name=Alte Wildpark"},
	{"tourism=attraction name~wildpark|wildgehege|falknerei|greifvogel", "tourism=attraction, name=Alte Wildpark"},
	{"tourism=zoo zoo=aquarium", "tourism=zoo, zoo=aquarium, name=Am Hang"},
	{"tourism=zoo", "tourism=zoo, name=Zoo Leipzig"},
	{"tourism=aquarium", "tourism=aquarium, name=Am Hang"},
	{"tourism=theme_park|attraction name~seilpark|seilgarten|kletterpark|kletterwald", "tourism=theme_park, name=Alte Seilpark"},
	{"tourism=theme_park", "tourism=theme_park, name=Am Hang"},
	{"leisure=water_park", "leisure=water_park, name=Am Hang"},
	{"leisure=high_ropes_course", "leisure=high_ropes_course, name=Am Hang"},
	{"sport=climbing_adventure", "sport=climbing_adventure, name=Am Hang"},
	{"leisure=sports_centre sport=climbing", "leisure=sports_centre, sport=climbing, name=Am Hang"},
	{"leisure=trampoline_park", "leisure=trampoline_park, name=Am Hang"},
	{"attraction=summer_toboggan|alpine_coaster", "attraction=summer_toboggan"},
	{"man_made=tower tower:type=observation", "man_made=tower, tower:type=observation"},
	{"man_made=observation_tower", "man_made=observation_tower"},
	{"man_made=tower tourism=viewpoint|attraction", "man_made=tower, tourism=viewpoint, name=Am Hang"},
	{"tourism=viewpoint|attraction name~aussichtsturm", "tourism=viewpoint, name=Alte Aussichtsturm"},
	{"leisure=bird_hide|wildlife_hide", "leisure=bird_hide"},
	{"waterway=waterfall", "waterway=waterfall, name=Am Hang"},
	{"natural=waterfall", "natural=waterfall, name=Am Hang"},
	{"natural=cave_entrance", "natural=cave_entrance, name=Am Hang"},
	{"natural=gorge|canyon", "natural=gorge, name=Am Hang"},
	{"natural=valley name~klamm|schlucht", "natural=valley, name=Alte Klamm"},
	{"tourism=attraction name~klamm|schlucht", "tourism=attraction, name=Alte Klamm"},
	{"tourism=viewpoint", "tourism=viewpoint"},
	{"leisure=bathing_place|beach_resort|swimming_area", "leisure=bathing_place, name=Am Hang"},
	{"amenity=public_bath", "amenity=public_bath, name=Am Hang"},
	{"natural=beach swimming=yes|designated", "natural=beach, swimming=yes, name=Am Hang"},
	{"natural=beach sport=swimming", "natural=beach, sport=swimming, name=Am Hang"},
	{"natural=water swimming=yes|designated", "natural=water, swimming=yes, name=Am Hang"},
	{"natural=water sport=swimming", "natural=water, sport=swimming, name=Am Hang"},
	{"leisure=sports_centre sport=swimming", "leisure=sports_centre, sport=swimming, name=Am Hang"},
	{"leisure=swimming_pool access=yes|customers|public", "leisure=swimming_pool, access=yes, name=Am Hang"},
	{"natural=beach", "natural=beach, name=Am Hang"},
	{"tourism=alpine_hut|wilderness_hut", "tourism=alpine_hut, name=Am Hang"},
	{"boundary=national_park protect_class=2", "boundary=national_park, protect_class=2, name=Am Hang"},
	{"boundary=national_park protect_class!=*", "boundary=national_park, name=Am Hang"},
	{"boundary=protected_area protect_class=2", "boundary=protected_area, protect_class=2, name=Am Hang"},
	{"boundary=national_park", "boundary=national_park, protect_class=5, name=Am Hang"},
	{"leisure=nature_reserve", "leisure=nature_reserve, name=Am Hang"},
	{"boundary=protected_area protection_title~naturpark|biosph|naturschutzgebiet|natural park|nature park|nature reserve|parc naturel|parco naturale", "boundary=protected_area, protection_title=Naturpark, name=Am Hang"},
	{"leisure=garden tourism=*", "leisure=garden, tourism=attraction, name=Am Hang"},
	{"leisure=garden garden:type=botanical|arboretum|rosarium|herb", "leisure=garden, garden:type=botanical, name=Am Hang"},
	{"leisure=garden|park name~botanischer garten|rosengarten|arboretum|palmengarten", "leisure=garden, name=Alte Botanischer garten"},
	{"leisure=garden", "leisure=garden, name=Am Hang, wikidata=Q1"},
	{"leisure=indoor_play", "leisure=indoor_play, name=Am Hang"},
	{"leisure=playground", "leisure=playground"},
	{"tourism=picnic_site", "tourism=picnic_site"},
	{"amenity=bbq", "amenity=bbq"},
	{"leisure=firepit", "leisure=firepit, name=Am Hang"},
	{"leisure=miniature_golf", "leisure=miniature_golf"},
	{"historic=monastery|abbey", "historic=monastery, name=Am Hang"},
	{"amenity=monastery", "amenity=monastery, name=Am Hang"},
	{"building=monastery", "building=monastery, name=Am Hang, wikidata=Q1"},
	{"historic=archaeological_site|megalith|rune_stone", "historic=archaeological_site, name=Am Hang"},
	{"man_made=bridge historic=*", "man_made=bridge, historic=yes, name=Am Hang"},
	{"man_made=bridge tourism=*", "man_made=bridge, tourism=attraction, name=Am Hang"},
	{"man_made=bridge heritage=*", "man_made=bridge, heritage=4, name=Am Hang, website=https://example.org"},
	{"man_made=bridge", "man_made=bridge, name=Am Hang, wikidata=Q1"},
	{"historic=bridge", "historic=bridge, name=Am Hang"},
	{"bridge=* tourism=attraction", "bridge=yes, tourism=attraction, name=Am Hang"},
	{"historic=mine|mine_shaft|mine_adit|lime_kiln|aqueduct|industrial|technical_monument|blast_furnace", "historic=mine, name=Am Hang"},
	{"historic=locomotive|railway_car|aircraft|ship|crane|rocket", "historic=locomotive, name=Am Hang"},
	{"man_made=lighthouse", "man_made=lighthouse, name=Am Hang"},
	{"man_made=watermill|windmill historic=*", "man_made=watermill, historic=yes, name=Am Hang"},
	{"man_made=watermill|windmill tourism=*", "man_made=watermill, tourism=attraction, name=Am Hang"},
	{"man_made=watermill|windmill|mineshaft|adit|crane|kiln", "man_made=watermill, name=Am Hang, wikidata=Q1"},
	{"amenity=place_of_worship tourism=*", "amenity=place_of_worship, tourism=attraction, name=Am Hang, wikidata=Q1"},
	{"amenity=place_of_worship heritage=*", "amenity=place_of_worship, heritage=4, name=Am Hang, wikidata=Q1"},
	{"amenity=place_of_worship historic=*", "amenity=place_of_worship, historic=yes, name=Am Hang, wikidata=Q1"},
	{"building=cathedral|basilica|minster", "building=cathedral, name=Am Hang, wikidata=Q1"},
	{"historic=monument|city_gate|citywalls|tower|triumphal_arch", "historic=monument, name=Am Hang"},
	{"historic=memorial memorial!=stolperstein|plaque", "historic=memorial, name=Am Hang, wikidata=Q1"},
	{"historic=tomb", "historic=tomb, name=Am Hang, wikidata=Q1"},
	{"aerialway=cable_car|gondola|mixed_lift|chair_lift aerialway:summer:access!=no", "aerialway=cable_car, name=Am Hang"},
	{"aerialway=station", "aerialway=station, name=Am Hang, wikidata=Q1"},
	{"railway=funicular", "railway=funicular, name=Am Hang"},
	{"route=funicular", "route=funicular, name=Am Hang"},
	{"railway=station station=funicular", "railway=station, station=funicular, name=Am Hang"},
	{"railway=rail|narrow_gauge|rack|tram|light_rail usage=tourism", "railway=rail, usage=tourism, name=Am Hang"},
	{"railway=preserved|miniature", "railway=preserved, name=Am Hang"},
	{"route=train|railway service=tourism", "route=train, service=tourism, name=Am Hang"},
	{"route=train|railway usage=tourism", "route=train, usage=tourism, name=Am Hang"},
	{"attraction=boat_ride|boat_trip", "attraction=boat_ride, name=Am Hang"},
	{"tourism=boat_trip", "tourism=boat_trip, name=Am Hang"},
	{"route=ferry tourism=*", "route=ferry, tourism=attraction, name=Am Hang"},
	{"route=ferry usage=tourism", "route=ferry, usage=tourism, name=Am Hang"},
	{"amenity=ferry_terminal", "amenity=ferry_terminal, name=Am Hang, website=https://example.org"},
	{"natural=spring|hot_spring", "natural=spring, name=Am Hang"},
	{"natural=rock|stone|arch", "natural=rock, name=Am Hang"},
	{"natural=cliff", "natural=cliff, name=Am Hang, wikidata=Q1"},
	{"geological=outcrop|rock_glacier|hoodoo|columnar_jointing", "geological=outcrop, name=Am Hang"},
	{"natural=peak summit:cross=yes", "natural=peak, summit:cross=yes, name=Zugspitze"},
	{"natural=peak", "natural=peak, name=Zugspitze, wikidata=Q1"},
	{"leisure=park", "leisure=park, name=Stadtpark"},
	{"attraction=maze", "attraction=maze, name=Am Hang"},
	{"tourism=attraction attraction!=*", "tourism=attraction, name=Am Hang, website=https://example.org"},
	{"tourism=artwork", "tourism=artwork, name=Am Hang, website=https://example.org"},
}

func TestEveryRowHasAThing(t *testing.T) {
	c := classify.Default()
	things := map[string]string{}
	for _, e := range examples {
		things[e.rule] = e.thing
	}
	for i, rule := range classify.DefaultRules() {
		thing, ok := things[rule.Tags]
		if !ok {
			t.Errorf("row %d (%s): no example", i+1, rule.Tags)
			continue
		}
		delete(things, rule.Tags)
		f := &destination.Feature{Tags: tags(thing), Shape: field(2000)}
		got, dropped, ok := c.Category(f)
		if !ok || got != rule {
			t.Errorf("%s: %+v (dropped: %q), want row %d: %+v", thing, got, dropped, i+1, rule)
		}
		checkNeeds(t, c, rule, f)
	}
	for rule := range things {
		t.Errorf("an example for a row that is not there: %s", rule)
	}
}

// checkNeeds takes away what the rule needs: the thing must be dropped for it.
func checkNeeds(t *testing.T, c *classify.Classifier, rule classify.Rule, f *destination.Feature) {
	t.Helper()
	without := func(keys ...string) *destination.Feature {
		bare := &destination.Feature{Shape: field(10)}
		for _, tag := range f.Tags {
			gone := false
			for _, key := range keys {
				gone = gone || tag.Key == key
			}
			if !gone {
				bare.Tags = append(bare.Tags, tag)
			}
		}
		return bare
	}
	if strings.Contains(rule.Tags, "name~") {
		return // without the name it is something else
	}
	want := map[classify.Needs]string{
		classify.Name: classify.DropUnnamed, classify.Known: classify.DropUnnamed, classify.Notable: classify.DropUnnamed,
		classify.Size: classify.DropSmall, classify.Nothing: "",
	}[rule.Needs]
	if got, dropped, _ := c.Category(without("name")); got == rule && dropped != want {
		t.Errorf("%s without a name is dropped as %q, want %q", rule.Tags, dropped, want)
	}
	if rule.Needs == classify.Known || rule.Needs == classify.Notable {
		if got, dropped, _ := c.Category(without("wikidata", "website")); got == rule && dropped != classify.DropUnknown {
			t.Errorf("%s that nobody knows is dropped as %q", rule.Tags, dropped)
		}
	}
}

// field is a rectangle with an area in square metres.
func field(m2 float64) destination.Shape {
	const width, height = 0.0001, 1 / 11.12 / 111_195 // 11.12 m, and what makes a square metre of it
	return destination.Shape{Areas: []destination.Polygon{{{
		{Lat: 0, Lng: 0}, {Lat: 0, Lng: width}, {Lat: height * m2, Lng: width}, {Lat: height * m2, Lng: 0},
	}}}}
}

func TestCategory(t *testing.T) {
	c := classify.Default()
	for _, tc := range []struct {
		name, thing string
		m2          float64
		category    destination.Category
		dropped     string
	}{
		{"list of values", "tourism=gallery;museum, name=Haus", 0, destination.Museum, ""},
		{"disused prefix", "disused:tourism=museum, name=Haus", 0, 0, "none"},
		{"was:", "was:leisure=park, name=Alter Park", 0, 0, "none"},
		{"disused beside", "tourism=museum, name=Haus, disused=yes", 0, destination.Museum, classify.DropLifecycle},
		{"an abandoned castle is still a castle", "historic=castle, name=Burg, abandoned=yes", 0, destination.Castle, ""},
		{"demolished", "historic=castle, name=Burg, demolished=yes", 0, destination.Castle, classify.DropLifecycle},
		{"private park", "leisure=park, name=Gut Hof, access=private", 0, destination.Park, classify.DropPrivate},
		{"private castle of note", "historic=castle, name=Schloss Vaduz, access=private, wikidata=Q1", 0, destination.Castle, ""},
		{"private castle", "historic=castle, name=Gutshaus, access=private", 0, destination.Castle, classify.DropPrivate},
		{"playground of a restaurant", "leisure=playground, name=Adler, access=customers", 0, destination.Playground, classify.DropPrivate},
		{"zoo for customers", "tourism=zoo, name=Zoo, access=customers", 0, destination.Zoo, ""},
		{"small playground", "leisure=playground", 300, destination.Playground, classify.DropSmall},
		{"large playground", "leisure=playground", 1500, destination.Playground, ""},
		{"playground called playground", "leisure=playground, name=Spielplatz", 300, destination.Playground, classify.DropSmall},
		{"unnamed viewpoint", "tourism=viewpoint", 0, destination.Viewpoint, ""},
		{"stolperstein", "historic=memorial, memorial=stolperstein, name=Anna, wikidata=Q1", 0, 0, "none"},
		{"ride in a theme park", "tourism=attraction, attraction=roller_coaster, name=Blitz, website=https://example.org", 0, 0, "none"},
		{"ruins=no is no ruin", "historic=castle, ruins=no, name=Burg", 0, destination.Castle, ""},
		{"ski lift in winter only", "aerialway=chair_lift, name=Nord, aerialway:summer:access=no", 0, 0, "none"},
		{"restaurant", "amenity=restaurant, name=Adler", 0, 0, "none"},
	} {
		f := &destination.Feature{Tags: tags(tc.thing)}
		if tc.m2 > 0 {
			f.Shape = field(tc.m2)
		}
		rule, dropped, ok := c.Category(f)
		switch {
		case tc.dropped == "none":
			if ok || dropped != "" {
				t.Errorf("%s: %v, dropped %q; want no match at all", tc.name, rule, dropped)
			}
		case rule.Category != tc.category || dropped != tc.dropped || ok != (tc.dropped == ""):
			t.Errorf("%s: %s, dropped %q", tc.name, rule.Category.ID(), dropped)
		}
	}
}
