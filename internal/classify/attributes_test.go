package classify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
)

const (
	yes     = destination.Yes
	no      = destination.No
	unknown = destination.Unknown
)

func TestTernaryAttributes(t *testing.T) {
	c := classify.Default()
	for _, tc := range []struct {
		attribute string
		category  destination.Category
		thing     string
		near      classify.Nearby
		want      destination.Ternary
		evidence  string
	}{
		{"free", destination.Museum, "fee=no", classify.Nearby{}, yes, "tag fee=no"},
		{"free", destination.Museum, "fee=donation", classify.Nearby{}, yes, "tag fee=donation"},
		{"free", destination.Museum, "fee=yes", classify.Nearby{}, no, "tag fee=yes"},
		{"free", destination.Museum, "charge=5 EUR", classify.Nearby{}, no, "tag charge=5 EUR"},
		{"free", destination.Museum, "fee=Mo-Fr 10:00-17:00", classify.Nearby{}, unknown, ""},
		{"free", destination.Museum, "", classify.Nearby{}, unknown, ""},
		{"free", destination.Viewpoint, "", classify.Nearby{}, yes, "category viewpoint"},
		{"free", destination.Viewpoint, "fee=yes", classify.Nearby{}, no, "tag fee=yes"},
		{"free", destination.Park, "fee=Sa-Su", classify.Nearby{}, unknown, ""},
		{"free", destination.Playground, "leisure=indoor_play", classify.Nearby{}, unknown, ""},

		{"kids", destination.Zoo, "", classify.Nearby{}, yes, "category zoo"},
		{"kids", destination.Zoo, "min_age=16", classify.Nearby{}, no, "tag min_age=16"},
		{"kids", destination.Museum, "min_age=6", classify.Nearby{}, yes, "tag min_age=6"},
		{"kids", destination.Museum, "min_age=10", classify.Nearby{}, unknown, ""},
		{"kids", destination.Museum, "changing_table=yes", classify.Nearby{}, yes, "tag changing_table=yes"},
		{"kids", destination.Museum, "stroller=yes", classify.Nearby{}, yes, "tag stroller=yes"},
		{"kids", destination.Museum, "stroller=no", classify.Nearby{}, no, "tag stroller=no"},
		{"kids", destination.Museum, "stroller=no", classify.Nearby{Playgrounds: 1}, yes, "nearby: a playground"},
		{"kids", destination.Museum, "changing_table=no", classify.Nearby{}, unknown, ""},

		{"seating", destination.Viewpoint, "bench=yes", classify.Nearby{}, yes, "tag bench=yes"},
		{"seating", destination.Viewpoint, "bench=no", classify.Nearby{}, no, "tag bench=no"},
		{"seating", destination.Viewpoint, "bench=no", classify.Nearby{Seats: 2}, yes, "nearby: 2 seats"},
		{"seating", destination.PicnicSite, "", classify.Nearby{}, yes, "category picnic_site"},
		{"seating", destination.AlpineHut, "tourism=alpine_hut", classify.Nearby{}, yes, "tag tourism=alpine_hut (serviced)"},
		{"seating", destination.AlpineHut, "tourism=wilderness_hut", classify.Nearby{}, unknown, ""},
		{"seating", destination.Museum, "", classify.Nearby{}, unknown, ""},
	} {
		a := c.Attributes(tc.category, tags(tc.thing), tc.near)
		got := map[string]destination.Ternary{"free": a.Free, "kids": a.Kids, "seating": a.Seating}[tc.attribute]
		if got != tc.want || a.Evidence[tc.attribute] != tc.evidence {
			t.Errorf("%s of a %s with %q and %+v: %v because %q; want %v because %q",
				tc.attribute, tc.category.ID(), tc.thing, tc.near, got, a.Evidence[tc.attribute], tc.want, tc.evidence)
		}
	}
}

func TestMobility(t *testing.T) {
	c := classify.Default()
	for _, tc := range []struct {
		name  string
		thing string
		near  classify.Nearby
		want  float64 // -1: unknown
	}{
		{"no evidence", "", classify.Nearby{}, -1},
		{"only a stop down the road", "", classify.Nearby{StepFreeStops: 2}, -1},
		{"wheelchair", "wheelchair=yes", classify.Nearby{}, 3},
		{"everything", "wheelchair=designated, toilets:wheelchair=yes", classify.Nearby{DisabledParking: 1, StepFreeStops: 1, SmoothWays: 3}, 5},
		{"toilet near by", "wheelchair=yes", classify.Nearby{AccessibleToilets: 1}, 3.75},
		{"limited", "wheelchair=limited", classify.Nearby{SmoothWays: 1}, 2.25},
		{"not at all, whatever is near", "wheelchair=no", classify.Nearby{AccessibleToilets: 1, DisabledParking: 1}, 0.5},
		{"not at all", "wheelchair=no", classify.Nearby{}, 0},
		{"only steps", "wheelchair=limited", classify.Nearby{Steps: 1}, 0.5},
		{"steps beside a path", "wheelchair=limited", classify.Nearby{Steps: 1, RoughWays: 1}, 2},
		{"without the tag at most 2", "toilets:wheelchair=yes", classify.Nearby{DisabledParking: 1, StepFreeStops: 1, SmoothWays: 1}, 2},
		{"a paved way", "", classify.Nearby{SmoothWays: 1}, 1.25},
		{"steps are evidence too", "", classify.Nearby{Steps: 2}, 0},
		{"own rough ground", "wheelchair=yes, surface=gravel", classify.Nearby{SmoothWays: 1}, 3},
	} {
		a := c.Attributes(destination.Museum, tags(tc.thing), tc.near)
		if known := tc.want >= 0; a.Mobility.Known != known || known && a.Mobility.Value != tc.want {
			t.Errorf("%s: %+v because %q, want %v", tc.name, a.Mobility, a.Evidence["mobility"], tc.want)
		}
		if a.Mobility.Known != (a.Evidence["mobility"] != "") {
			t.Errorf("%s: evidence is %q", tc.name, a.Evidence["mobility"])
		}
	}
}

func TestSurface(t *testing.T) {
	c := classify.Default()
	for thing, want := range map[string][2]bool{
		"surface=asphalt":                    {true, false},
		"surface=asphalt, incline=12%":       {false, true},
		"surface=asphalt, incline=-4 %":      {true, false},
		"surface=gravel":                     {false, true},
		"surface=gravel, smoothness=good":    {true, false},
		"surface=asphalt, smoothness=bad":    {false, true},
		"surface=compacted":                  {false, false},
		"surface=compacted, smoothness=good": {true, false},
		"highway=footway":                    {false, false},
	} {
		if smooth, rough := c.Surface(tags(thing)); smooth != want[0] || rough != want[1] {
			t.Errorf("%s: smooth %v, rough %v", thing, smooth, rough)
		}
	}
}

func TestCleanName(t *testing.T) {
	for in, want := range map[string]string{
		"  Burg   Hohenzollern ": "Burg Hohenzollern", "Haus &amp; Hof": "Haus & Hof", "\"Alte Mühle\"": "Alte Mühle",
		"Spielplatz": "", "?": "", "12": "", "unbekannt": "", "A;B": "A", "Ä\u200bB": "Ä B", "Weiher 3": "Weiher 3",
		strings.Repeat("x", 200): strings.Repeat("x", 119) + "…",
	} {
		if got := classify.CleanName(in); got != want {
			t.Errorf("CleanName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestOtherNames(t *testing.T) {
	got := classify.OtherNames(tags("name=Matterhorn, name:it=Cervino, alt_name=Hore;Mont Cervin, name:de=Matterhorn"), "Matterhorn")
	if diff := cmp.Diff([]string{"Cervino", "Hore", "Mont Cervin"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWebsite(t *testing.T) {
	for in, want := range map[string]string{
		"website=www.example.org/a": "https://www.example.org/a", "contact:website=http://example.org": "http://example.org",
		"website=javascript:alert(1)": "", "website=ftp://example.org": "", "website=keine": "",
		"website=https://a.example;https://b.example": "https://a.example", "website=https://user:pw@example.org": "",
	} {
		if got := classify.Website(tags(in)); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

func TestPicture(t *testing.T) {
	file := func(name string) *destination.Image {
		return &destination.Image{
			URL:  "https://commons.wikimedia.org/wiki/Special:FilePath/" + name + "?width=800",
			Page: "https://commons.wikimedia.org/wiki/File:" + name, Credit: "Wikimedia Commons", License: "see the file's page",
		}
	}
	for in, want := range map[string]*destination.Image{
		"wikimedia_commons=File:Burg A.jpg":                             file("Burg_A.jpg"),
		"image=https://commons.wikimedia.org/wiki/File:Burg_%C3%84.jpg": file("Burg_%C3%84.jpg"),
		"wikimedia_commons=Category:Burg":                               nil,
		"image=https://example.org/burg.jpg":                            {URL: "https://example.org/burg.jpg", Page: "https://example.org/burg.jpg", Credit: "example.org"},
		"image=https://example.org/seite.html":                          nil,
		"image=data:image/png;base64,AA":                                nil,
	} {
		if diff := cmp.Diff(want, classify.Picture(tags(in))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", in, diff)
		}
	}
}

func TestDescribe(t *testing.T) {
	var d destination.Destination
	classify.Describe(&d, tags("addr:street=Weg, addr:housenumber=3, addr:postcode=9490, addr:city=Vaduz, contact:phone=+423 1, opening_hours=Mo-Fr 9:00-17:00, description=Schön"))
	want := destination.Destination{Address: "Weg 3, 9490 Vaduz", Phone: "+423 1", OpeningHours: "Mo-Fr 9:00-17:00", Description: "Schön"}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
}

func TestProminenceOrder(t *testing.T) {
	c := classify.Default()
	at := func(category destination.Category, thing string, km2 float64) float64 {
		p := c.Prominence(category, tags(thing), km2)
		if p < 0 || p > 1 {
			t.Errorf("%s %s: prominence %v", category.ID(), thing, p)
		}
		return p
	}
	famous := at(destination.Castle, "wikidata=Q1, wikipedia=de:X, heritage=4, website=x.org, opening_hours=24/7, image=File:x.jpg, phone=1", 0.5)
	known := at(destination.Castle, "wikidata=Q1", 0.01)
	plain := at(destination.Castle, "", 0)
	playground := at(destination.Playground, "", 0.001)
	club := at(destination.Museum, "wikidata=Q1, club=history", 0)
	museum := at(destination.Museum, "wikidata=Q1", 0)
	if !(famous > known && known > plain && plain > playground && museum > club && famous > 0.8) {
		t.Errorf("famous %v, known %v, plain %v, playground %v, museum %v, club %v", famous, known, plain, playground, museum, club)
	}
}

func TestLoad(t *testing.T) {
	c, err := classify.Load(strings.NewReader(`{
		"rules": [{"category": "Museum", "tags": "shop=antiques tourism=*", "needs": "nothing"}],
		"categories": {"Heimatstube": "museum"},
		"weights": {"hiddenCategories": ["Gipfel"], "mobility": {"wheelchairYes": 4}}
	}`))
	if err != nil {
		t.Fatal(err)
	}
	if rule, _, ok := c.Category(&destination.Feature{Tags: tags("shop=antiques, tourism=attraction")}); !ok || rule.Category != destination.Museum {
		t.Errorf("own rule: %+v, %v", rule, ok)
	}
	if _, dropped, ok := c.Category(&destination.Feature{Tags: tags("natural=peak, name=Berg, wikidata=Q1")}); ok || dropped != classify.DropHidden {
		t.Errorf("hidden category: dropped as %q", dropped)
	}
	if category, ok := c.ParseCategory("heimatstube"); !ok || category != destination.Museum {
		t.Errorf("own name of a category: %v, %v", category, ok)
	}
	if a := c.Attributes(destination.Museum, tags("wheelchair=yes"), classify.Nearby{SmoothWays: 1}); a.Mobility.Value != 4.25 {
		t.Errorf("mobility %v: one weight replaced, the others as they were", a.Mobility.Value)
	}
	for name, bad := range map[string]string{
		"unknown weight":   `{"weights": {"wheelchair": 1}}`,
		"unknown category": `{"rules": [{"category": "pub", "tags": "amenity=pub"}]}`,
		"bad condition":    `{"rules": [{"category": "museum", "tags": "museum"}]}`,
		"negated first":    `{"rules": [{"category": "museum", "tags": "a!=b"}]}`,
		"unknown needs":    `{"rules": [{"category": "museum", "tags": "a=b", "needs": "luck"}]}`,
		"hidden category":  `{"weights": {"hiddenCategories": ["pub"]}}`,
		"list's category":  `{"categories": {"Kneipe": "pub"}}`,
		"no JSON":          `rules: []`,
	} {
		if _, err := classify.Load(strings.NewReader(bad)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	c := classify.Default()
	thing := tags("highway=footway, surface=asphalt, lit=yes, name=Weg, tourism=information, historic=wayside_cross")
	b.ReportAllocs()
	for b.Loop() {
		c.Match(thing)
	}
}
