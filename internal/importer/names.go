package importer

import (
	"slices"
	"strings"

	"servicemap/internal/destination"
	"servicemap/internal/region"
)

const dropNowhere = "no name, and nothing near to name it after"

// maxHostKm2 is how large a place can be for things in it to be named after it.
const maxHostKm2 = 5

// nameUnnamed names things without a name after where they are: the park they
// are in, or the nearest place. That is done before merging, so that the three
// tables of one picnic site become one destination.
func (im *run) nameUnnamed() {
	var areas []region.Area
	for _, c := range im.found.candidates {
		if c.name != "" && len(c.Shape.Areas) > 0 && c.Shape.AreaKm2() <= maxHostKm2 {
			areas = append(areas, region.Area{Name: c.name, Shape: c.Shape.Areas})
		}
	}
	hosts := region.NewAreas(areas)
	im.found.candidates = slices.DeleteFunc(im.found.candidates, func(c *candidate) bool {
		if c.name != "" {
			return false
		}
		where := ""
		if host := hosts.First(c.Point, nil); host != nil {
			where = host.Name
		} else if where = im.locator.Spot(c.Point); where == "" {
			where = im.locator.Where(c.Point).Locality
		}
		if where == "" {
			im.report.drop(dropNowhere, 1, c.rule.Category.ID())
			return true
		}
		c.name = nameAfter(c.rule.Category, where)
		return false
	})
}

// nameAfter is "Spielplatz Stadtpark"; a place that already says what it is
// keeps its name: "Spielplatz Wanne", not "Spielplatz Spielplatz Wanne".
func nameAfter(category destination.Category, where string) string {
	kind, _, _ := strings.Cut(category.Name(destination.German), " &")
	if strings.Contains(destination.Fold(where), destination.Fold(kind)) {
		return where
	}
	return kind + " " + where
}

// nameKey is the same for names of the same words in any order: "Aussichtsturm
// Gaflei" and "Gaflei-Aussichtsturm" are one.
func nameKey(name string) string {
	words := strings.FieldsFunc(slugify(name), func(r rune) bool { return r == '-' })
	slices.Sort(words)
	return strings.Join(words, " ")
}
