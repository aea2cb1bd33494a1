package search_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/search"
)

// Words that random names and questions are made of: few, so that they meet.
var (
	firstWords  = strings.Fields("Schloss Burg Museum Tierpark Wildpark Spielplatz Kletterwald Wasserfall Aussichtsturm Freibad Hallenbad Kirche Kloster Ruine Höhle Badesee Stadtpark Minigolf Berghütte Alm Garten Mühle Brücke Zoo")
	middleWords = strings.Fields("Alte Neue Großer Kleines St. Sankt Am Obere Untere Königliches Historisches Wald See Berg Stein Tal Adler Fuchs Müller Goethe Schiller Straße Genève Zürich")
	lastWords   = strings.Fields("Neustein Altenberg Hohenfels Rosenau Lindental Waldsee Sankt-Georg Europa-Park Eichgrund Märchenwald Sonnenhof Mühlbach Königssee Strandbad Löwenburg Lac-Léman")
	localities  = []string{"Berlin", "München", "Freiburg im Breisgau", "Freiburg", "Neustadt", "Frankfurt am Main", "Frankfurt (Oder)", "Zürich", "Bad Tölz", ""}
	states      = []string{"DE-BE", "DE-BY", "DE-BW", "CH-FR", "AT-7", "DE-BB", "CH-ZH", ""}
	travels     = []string{"Schwarzwald", "Allgäu", "Fränkische Schweiz", "Bodensee", "Bayerischer Wald", "Tannheimer Tal"}
	asked       = strings.Fields("schloss burgen museen tierpark kinder kostenlos barrierefrei bayern berlin freiburg bei in im für neustadt wald see hallenbad europapark waldmuseum schwarzwald fränkischen schweiz st sankt goethe zürich zurich koenigssee sitzplatz castle lake park frankfurt munich rollstuhl zyx")
)

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func randomPoint(r *rand.Rand) destination.Point {
	switch r.IntN(20) {
	case 0: // anywhere, the poles and the antimeridian included
		return destination.Point{Lat: r.Float64()*180 - 90, Lng: r.Float64()*360 - 180}
	case 1:
		return destination.Point{Lat: r.Float64()*4 - 2, Lng: pick(r, []float64{179.5, -179.5, 180, -180}) * (1 - r.Float64()/1000)}
	case 2: // many at one place
		return destination.Point{Lat: 50, Lng: 10}
	}
	return destination.Point{Lat: 46 + r.Float64()*9, Lng: 6 + r.Float64()*11}
}

func randomName(r *rand.Rand) string {
	words := []string{pick(r, firstWords)}
	if r.IntN(3) == 0 {
		words = append(words, pick(r, middleWords))
	}
	switch r.IntN(6) {
	case 0:
	case 1:
		words[0] = "Hallen- und Freibad"
	default:
		words = append(words, pick(r, lastWords))
	}
	return strings.Join(words, " ")
}

func randomDestination(r *rand.Rand, i int) destination.Destination {
	d := destination.Destination{
		Slug: fmt.Sprintf("d-%x-%d", r.IntN(1<<16), i), Name: randomName(r), Point: randomPoint(r),
		Category: destination.Category(r.IntN(destination.NumCategories)), CountryCode: pick(r, []string{"DE", "AT", "CH", "LI", ""}),
		RegionCode: pick(r, states), Locality: pick(r, localities), Prominence: float64(r.IntN(12)) / 12,
		Kids: destination.Ternary(r.IntN(3) - 1), Seating: destination.Ternary(r.IntN(3) - 1), Free: destination.Ternary(r.IntN(3) - 1),
	}
	if r.IntN(2) == 0 {
		d.TravelRegions = []string{pick(r, travels)}
	}
	if r.IntN(4) == 0 {
		d.AltNames = []string{randomName(r)}
	}
	if r.IntN(3) == 0 {
		d.Mobility = destination.Mobility{Known: true, Value: float64(r.IntN(51)) / 10}
	}
	if r.IntN(10) == 0 {
		d.Description = "Ein schönes Ziel für Familien mit " + pick(r, firstWords) + " und " + pick(r, lastWords)
	}
	return d
}

// mistype changes a letter or two.
func mistype(r *rand.Rand, w string) string {
	runes := []rune(w)
	for range 1 + r.IntN(2) {
		if len(runes) < 3 {
			break
		}
		i := r.IntN(len(runes) - 1)
		switch r.IntN(4) {
		case 0:
			runes[i], runes[i+1] = runes[i+1], runes[i]
		case 1:
			runes = slices.Delete(runes, i, i+1)
		case 2:
			runes[i] = 'x'
		case 3:
			runes = slices.Insert(runes, i, 'e')
		}
	}
	return string(runes)
}

func randomText(r *rand.Rand) string {
	var words []string
	for range 1 + r.IntN(4) {
		w := pick(r, [][]string{firstWords, middleWords, lastWords, asked, asked})
		word := pick(r, w)
		if r.IntN(5) == 0 {
			word = mistype(r, word)
		}
		words = append(words, word)
	}
	if r.IntN(8) == 0 {
		words = []string{randomName(r)}
	}
	text := strings.Join(words, " ")
	switch r.IntN(4) {
	case 0:
		runes := []rune(text)
		text = string(runes[:1+r.IntN(len(runes))])
	case 1:
		text += " "
	}
	return text
}

func randomQuery(r *rand.Rand) destination.Query {
	q := destination.Query{Limit: 1 + r.IntN(50)}
	if r.IntN(3) > 0 {
		q.Text = randomText(r)
	}
	if r.IntN(2) == 0 {
		p := randomPoint(r)
		q.Center = &p
		if r.IntN(5) > 0 {
			q.RadiusKm = pick(r, []float64{0.5, 10, 50, 80, 200, 500})
		}
	}
	if r.IntN(4) == 0 {
		a, b := randomPoint(r), randomPoint(r)
		q.Box = &destination.Box{West: a.Lng, East: b.Lng, South: min(a.Lat, b.Lat), North: max(a.Lat, b.Lat)}
	}
	if r.IntN(4) == 0 {
		set := destination.CategorySet(r.Uint64() & r.Uint64() & r.Uint64() & (1<<destination.NumCategories - 1))
		q.Categories = &set
	}
	if r.IntN(8) == 0 {
		q.CountryCode = pick(r, []string{"DE", "AT", "CH"})
	}
	if r.IntN(8) == 0 {
		q.Region = destination.RegionKey(pick(r, []string{"Bayern", "Tirol", "Schwarzwald", "Bavarian Forest", "Atlantis"}))
	}
	q.Kids, q.Seating, q.Free = r.IntN(8) == 0, r.IntN(8) == 0, r.IntN(8) == 0
	if r.IntN(8) == 0 {
		v := float64(r.IntN(51)) / 10
		q.MinMobility = &v
	}
	return q
}

// TestIndexAnswersAsTheScanDoes holds the index against brute force.
func TestIndexAnswersAsTheScanDoes(t *testing.T) {
	sizes := []struct{ docs, queries int }{{0, 20}, {1, 50}, {17, 500}, {300, 1200}, {1500, 300}}
	for _, size := range sizes {
		t.Run(fmt.Sprint(size.docs), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, uint64(size.docs)))
			dests := make([]destination.Destination, size.docs)
			for i := range dests {
				dests[i] = randomDestination(r, i)
			}
			opts := search.Options{Encode: slugEncoder}
			scan, err := search.NewScan(dests, opts)
			if err != nil {
				t.Fatal(err)
			}
			index, err := search.Build(dests, opts)
			if err != nil {
				t.Fatal(err)
			}
			// With limits this low every way of the index is taken.
			eager, err := search.BuildTuned(dests, opts, 3, 8, 2)
			if err != nil {
				t.Fatal(err)
			}
			for range size.queries {
				q := randomQuery(r)
				compare(t, &q, scan, index)
				compare(t, &q, scan, eager)
				if t.Failed() {
					return
				}
			}
		})
	}
}

func compare(t *testing.T, q *destination.Query, scan *search.Scan, index *search.Index) {
	t.Helper()
	want, got := scan.Search(q, nil), index.Search(q, nil)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("query %s:\nscan  %d %v\nindex %d %v", describe(q), want.Total, slugs(want), got.Total, slugs(got))
	}
	if diff := cmp.Diff(scan.Categories(q), index.Categories(q)); diff != "" {
		t.Errorf("categories of %s (-scan +index):\n%s", describe(q), diff)
	}
}

func describe(q *destination.Query) string {
	s := fmt.Sprintf("%+v", *q)
	if q.Center != nil {
		s += fmt.Sprintf(" center %v", *q.Center)
	}
	if q.Box != nil {
		s += fmt.Sprintf(" box %v", *q.Box)
	}
	if q.Categories != nil {
		s += fmt.Sprintf(" categories %b", *q.Categories)
	}
	return s
}
