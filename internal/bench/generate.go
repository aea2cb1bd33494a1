package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"

	"servicemap/internal/builtin"
	"servicemap/internal/destination"
)

// seed makes every run ask the same questions of the same destinations.
const seed = 20240229

// town is a real place that destinations are generated around.
type town struct {
	name, region, country string
	travel                []string
	at                    destination.Point
}

// towns are the localities of the built-in destinations.
func towns() ([]town, error) {
	records, err := builtin.Records()
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var list []town
	for _, r := range records {
		if key := r.Locality + r.RegionCode; r.Locality != "" && !seen[key] {
			seen[key] = true
			list = append(list, town{r.Locality, r.RegionCode, r.CountryCode, r.TravelRegions, r.Point})
		}
	}
	return list, nil
}

// kindWords are how names of a category begin; others take the category's name.
var kindWords = map[destination.Category][]string{
	destination.Castle:        {"Schloss", "Burg", "Wasserschloss", "Jagdschloss", "Festung"},
	destination.Ruins:         {"Ruine", "Burgruine", "Schlossruine"},
	destination.Museum:        {"Museum", "Heimatmuseum", "Stadtmuseum", "Freilichtmuseum", "Spielzeugmuseum", "Bauernhofmuseum", "Technikmuseum", "Kunstmuseum"},
	destination.Zoo:           {"Zoo", "Tierpark", "Tiergarten"},
	destination.WildlifePark:  {"Wildpark", "Wildgehege", "Tiergehege"},
	destination.WaterPark:     {"Erlebnisbad", "Freizeitbad", "Hallenbad", "Hallen- und Freibad", "Therme"},
	destination.AdventurePark: {"Kletterwald", "Hochseilgarten", "Waldseilgarten", "Kletterpark"},
	destination.LookoutTower:  {"Aussichtsturm", "Bismarckturm", "Turm"},
	destination.Viewpoint:     {"Aussichtspunkt", "Panoramablick", "Aussicht"},
	destination.Waterfall:     {"Wasserfall", "Wasserfälle"},
	destination.Cave:          {"Höhle", "Tropfsteinhöhle", "Grotte"},
	destination.Gorge:         {"Klamm", "Schlucht"},
	destination.Swimming:      {"Badesee", "Freibad", "Strandbad", "Naturbad", "Waldbad"},
	destination.AlpineHut:     {"Berghütte", "Alm", "Schutzhütte"},
	destination.Park:          {"Stadtpark", "Park", "Volkspark", "Kurpark"},
	destination.Garden:        {"Garten", "Rosengarten", "Botanischer Garten", "Kräutergarten"},
	destination.Playground:    {"Spielplatz", "Waldspielplatz", "Abenteuerspielplatz", "Wasserspielplatz"},
	destination.PicnicSite:    {"Rastplatz", "Picknickplatz"},
	destination.Barbecue:      {"Grillplatz", "Grillhütte", "Feuerstelle"},
	destination.Monument:      {"Denkmal", "Kriegerdenkmal"},
	destination.Monastery:     {"Kloster", "Abtei", "Stift"},
	destination.Church:        {"Kirche", "St. Martin", "Kapelle", "Wallfahrtskirche", "Dom", "Stadtkirche"},
	destination.Bridge:        {"Brücke", "Hängebrücke", "Steinbrücke"},
	destination.Rock:          {"Felsen", "Teufelsstein", "Felsenmeer"},
	destination.Spring:        {"Quelle", "Heilquelle"},
}

var (
	beginnings = strings.Fields("Alten Neuen Hohen Nieder Ober Unter Groß Klein Schön Linden Eichen Buchen Birken Tannen Rosen Sonnen Wolfs Bären Hirsch Adlers Falken Fuchs Königs Kaisers Grafen Herzogs Bischofs Mönchs Kloster Kirch Mühl Stein Sand Erz Silber Gold Eisen Salz Wein Apfel Kirsch Birn Dorn Moos Ried Schilf Wald Heide Wiesen Feld Winter Sommer Maien Oster Rot Schwarz Weißen Grün Blau Lauter Tief Hoch Breiten Langen Kurz Krummen Rauhen Kalten Warmen Heiligen Teufels Engels Hexen Zwergen Riesen Drachen Ritters Jäger Fischer Schäfer Bauern Müllers Schmied Köhler Gerber Weber Glas Hütten Hammer Zellen Brunn Quell Bach Fluss See Auen Berg Fels Tal Grund Loh Hain Horst Sieben Drei Vier Rein Wald Hasen Reh Otter Biber Storchen Reiher Schwanen Enten Gänse Tauben Raben Krähen Eulen Marder Iltis")
	middles    = strings.Fields("_ _ _ _ _ ach al am an ar el em en er in ing is kirch lin mer nau ol or os rich sal ten ung wig zel")
	endings    = strings.Fields("berg burg dorf stein hausen bach brunn feld heim hofen kirchen au tal wald see ried furt rode leben stedt stadt ingen weiler beuren moos horn kopf eck fels grund hain winkel bühl lohe münde werder siel büttel scheid rath")
	persons    = strings.Fields("Goethe Schiller Luther Bach Mozart Beethoven Humboldt Dürer Grimm Kepler Gutenberg Droste Fontane Hesse Keller Rilke Röntgen Zeppelin Daimler Benz Siemens Bosch Bismarck Wilhelm Friedrich Ludwig Karl Albrecht Otto Heinrich Elisabeth Sophie Luise Katharina Anna Maria")
	adjectives = strings.Fields("Alte Neue Große Kleine Obere Untere Historische Königliche Fürstliche Märkische Bayerische Badische Hessische Sächsische")
	themes     = strings.Fields("Natur Technik Kunst Geschichte Eisenbahn Bergbau Wein Bier Brot Uhren Puppen Spielzeug Auto Motorrad Schiff Fisch Vogel Wald Moor Salz Glas Porzellan Musik Literatur Kirche Kultur Energie Wasser Feuerwehr Post Stadt Dorf Bauern")
)

// skewed picks the first of a list more often than the last.
func skewed[T any](r *rand.Rand, list []T) T {
	u := r.Float64()
	return list[int(u*u*float64(len(list)))]
}

func toponym(r *rand.Rand) string {
	name := skewed(r, beginnings)
	if m := middles[r.IntN(len(middles))]; m != "_" {
		name += m
	}
	return name + skewed(r, endings)
}

func nameOf(r *rand.Rand, c destination.Category, t *town) string {
	kind := c.Name(destination.German)
	if before, _, several := strings.Cut(kind, " & "); several {
		kind = before
	}
	if words := kindWords[c]; words != nil {
		kind = words[r.IntN(len(words))]
	}
	switch r.IntN(20) {
	case 0:
		return kind
	case 1, 2:
		return kind + " " + t.name
	case 3:
		return adjectives[r.IntN(len(adjectives))] + " " + kind + " " + toponym(r)
	case 4:
		return persons[r.IntN(len(persons))] + "-" + kind + " " + toponym(r)
	case 5:
		return kind + " der " + themes[r.IntN(len(themes))] + " " + toponym(r)
	case 6:
		return kind + " am " + toponym(r) + "er Weg"
	default:
		return kind + " " + toponym(r)
	}
}

func generateOne(i int, places []town) destination.Destination {
	r := rand.New(rand.NewPCG(seed, uint64(i)))
	t := &places[int(math.Pow(r.Float64(), 1.5)*float64(len(places)))]
	c := destination.Category(r.IntN(destination.NumCategories))
	name := nameOf(r, c, t)
	d := destination.Destination{
		Slug: fmt.Sprintf("%s-%d", slugOf(name), i), Name: name, Category: c,
		// About half lie within 15 km of the town, some far out.
		Point:       destination.Point{Lat: t.at.Lat + r.NormFloat64()*0.2, Lng: t.at.Lng + r.NormFloat64()*0.3},
		CountryCode: t.country, RegionCode: t.region, TravelRegions: t.travel, Locality: t.name,
		Kids: destination.Ternary(r.IntN(3) - 1), Free: destination.Ternary(r.IntN(3) - 1), Seating: destination.Ternary(r.IntN(3) - 1),
		Prominence: math.Min(1, 0.1+0.5*c.Info().Weight*r.Float64()+math.Pow(r.Float64(), 8)/2),
		Website:    "https://www." + slugOf(name) + ".example",
		Sources:    []destination.Source{{Name: "generated", License: "CC0-1.0"}},
	}
	if r.IntN(3) == 0 {
		d.Mobility = destination.Mobility{Known: true, Value: float64(r.IntN(6))}
	}
	if r.IntN(5) == 0 {
		d.OpeningHours = "Tu-Su 10:00-18:00"
		d.Address = fmt.Sprintf("%sstraße %d, %s", toponym(r), 1+r.IntN(120), t.name)
	}
	return d
}

var slugLetters = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", " ", "-", ".", "")

func slugOf(name string) string { return slugLetters.Replace(strings.ToLower(name)) }

// generate makes n destinations; the first of many are the same as of few.
func generate(n int, places []town) []destination.Destination {
	list := make([]destination.Destination, n)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := n * w / workers; i < n*(w+1)/workers; i++ {
				list[i] = generateOne(i, places)
			}
		})
	}
	wg.Wait()
	return list
}
