package main

import (
	"math/rand/v2"
	"slices"
	"strings"

	"servicemap/internal/destination"
)

// kind is one of the four kinds of questions of the mix.
type kind int

const (
	radiusCategory kind = iota
	boxed
	text
	textRadius
	numKinds
)

func (k kind) String() string {
	return [...]string{"radius + category", "box, limit 400", "text", "text + radius"}[k]
}

// question is a query with what the other engines need to ask the same.
type question struct {
	kind     kind
	query    destination.Query
	category destination.Category
	words    []string
	prefix   bool // the last word may go on
}

const numQuestions = 2000

// questions are the fixed mix: 35 % radius + category, 20 % box, 25 % text,
// 20 % text + radius.
func questions(dests []destination.Destination, places []town) []question {
	r := rand.New(rand.NewPCG(seed, 1))
	list := make([]question, numQuestions)
	for i := range list {
		switch p := i * 100 / numQuestions; {
		case p < 35:
			list[i] = askRadiusCategory(r, places)
		case p < 55:
			list[i] = askBox(r, places)
		case p < 80:
			list[i] = askText(r, dests)
		default:
			list[i] = askText(r, dests)
			list[i].kind = textRadius
			list[i].query.Center = around(r, places)
			list[i].query.RadiusKm = radii[r.IntN(len(radii))]
		}
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

var radii = []float64{10, 20, 30, 50, 80, 80}

func around(r *rand.Rand, places []town) *destination.Point {
	t := places[r.IntN(len(places))]
	return &destination.Point{Lat: t.at.Lat + r.NormFloat64()*0.1, Lng: t.at.Lng + r.NormFloat64()*0.15}
}

func askRadiusCategory(r *rand.Rand, places []town) question {
	c := destination.Category(r.IntN(destination.NumCategories))
	set := new(destination.CategorySet)
	set.Add(c)
	return question{kind: radiusCategory, category: c, query: destination.Query{
		Center: around(r, places), RadiusKm: radii[r.IntN(len(radii))], Categories: set, Limit: destination.DefaultLimit,
	}}
}

// askBox draws what a map shows: from a town to a country.
func askBox(r *rand.Rand, places []town) question {
	c := around(r, places)
	h := []float64{0.03, 0.1, 0.25, 0.5, 1, 2, 4}[r.IntN(7)]
	return question{kind: boxed, query: destination.Query{
		Box:   &destination.Box{West: c.Lng - h*1.5, South: c.Lat - h, East: c.Lng + h*1.5, North: c.Lat + h},
		Limit: destination.MaxLimit,
	}}
}

// askText takes one or two words of a name; the last is often cut short, and
// some have a typing mistake.
func askText(r *rand.Rand, dests []destination.Destination) question {
	var all []string
	for len(all) == 0 {
		for _, w := range strings.Fields(dests[r.IntN(len(dests))].Name) {
			if len([]rune(w)) > 3 && !strings.HasSuffix(w, "-") {
				all = append(all, w)
			}
		}
	}
	n := min(1+r.IntN(2), len(all))
	first := r.IntN(len(all) - n + 1)
	words := slices.Clone(all[first : first+n])
	q := question{kind: text, words: words}
	switch p := r.IntN(100); {
	case p < 40: // typed so far
		last := []rune(words[n-1])
		words[n-1] = string(last[:min(len(last), 3+r.IntN(len(last)-2))])
		q.prefix = true
	case p < 60:
		i := r.IntN(n)
		words[i] = mistyped(r, words[i])
	}
	q.query = destination.Query{Text: strings.Join(words, " "), Limit: destination.DefaultLimit}
	if !q.prefix {
		q.query.Text += " "
	}
	return q
}

func mistyped(r *rand.Rand, word string) string {
	runes := []rune(word)
	i := 1 + r.IntN(len(runes)-2)
	switch r.IntN(3) {
	case 0:
		runes[i], runes[i+1] = runes[i+1], runes[i]
	case 1:
		runes = slices.Delete(runes, i, i+1)
	default:
		runes[i] = 'x'
	}
	return string(runes)
}
