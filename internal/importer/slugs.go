package importer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"servicemap/internal/destination"
)

// slugBook knows every slug that was ever given.
type slugBook struct {
	bySource map[string]string   // of things, by their source ids
	taken    map[string]bool     // by anything, ever
	active   map[string]*earlier // in the active dataset
	byName   map[string][]*earlier
	retired  map[string][]string // slugs that things once had, by source id
}

// earlier is a destination of the active dataset.
type earlier struct {
	slug, name string
	point      destination.Point
	sourceIDs  []string
	found      bool // again, in this import
}

func newSlugBook() *slugBook {
	return &slugBook{bySource: map[string]string{}, taken: map[string]bool{}, active: map[string]*earlier{}, byName: map[string][]*earlier{}, retired: map[string][]string{}}
}

// reserve takes the slugs out of circulation that things had once.
func (b *slugBook) reserve(retired map[string]string) {
	for slug, id := range retired {
		b.taken[slug] = true
		b.retired[id] = append(b.retired[id], slug)
	}
	for _, slug := range b.bySource {
		b.taken[slug] = true
	}
}

func (b *slugBook) remember(r *destination.Record) {
	e := &earlier{slug: r.Slug, name: r.Name, point: r.Point, sourceIDs: r.SourceIDs}
	b.active[r.Slug] = e
	b.taken[r.Slug] = true
	key := nameKey(r.Name)
	b.byName[key] = append(b.byName[key], e)
}

// known are the slugs that the things of a record have had, the oldest first:
// the later one of two got the longer slug, because the shorter was taken.
func (b *slugBook) known(r *destination.Record) []string {
	var slugs []string
	for _, id := range r.SourceIDs {
		if slug := b.bySource[id]; slug != "" && !slices.Contains(slugs, slug) {
			slugs = append(slugs, slug)
		}
	}
	slices.SortFunc(slugs, func(x, y string) int {
		return cmp.Or(cmp.Compare(b.age(x), b.age(y)), cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
	return slugs
}

// age puts the slugs of the active dataset before others.
func (b *slugBook) age(slug string) int {
	if b.active[slug] != nil {
		return 0
	}
	return 1
}

// maxMovedKm is how far a thing may have moved that was mapped anew.
const maxMovedKm = 0.5

// remapped finds the destination of the active dataset that a new one
// replaces: mappers draw a building and delete the node, and the thing has
// another id though it is the same.
func (b *slugBook) remapped(r *destination.Record) *earlier {
	for _, e := range b.byName[nameKey(r.Name)] {
		if !e.found && destination.DistanceKm(e.point, r.Point) <= maxMovedKm {
			return e
		}
	}
	return nil
}

// assignSlugs gives every record its slug: the one it had, or a new one.
func (im *run) assignSlugs() {
	b := im.slugs
	given := make(map[string]bool, len(im.records))
	var fresh []*destination.Record
	wishes := map[*destination.Record]string{}
	slices.SortStableFunc(im.records, func(x, y *destination.Record) int {
		return cmp.Or(cmp.Compare(y.Prominence, x.Prominence), strings.Compare(x.Name, y.Name), slices.Compare(x.SourceIDs, y.SourceIDs))
	})
	for _, r := range im.records {
		wishes[r], r.Slug = r.Slug, "" // what a list says, or what a kept one has
		for _, slug := range b.known(r) {
			if r.Slug == "" && !given[slug] {
				r.Slug = slug
				given[slug] = true
			} else if slug != r.Slug && !slices.Contains(r.OldSlugs, slug) {
				r.OldSlugs = append(r.OldSlugs, slug)
			}
			if e := b.active[slug]; e != nil {
				e.found = true
			}
		}
		if r.Slug == "" {
			fresh = append(fresh, r)
		}
	}
	im.report.SlugsKept = len(im.records) - len(fresh)
	fresh = slices.DeleteFunc(fresh, func(r *destination.Record) bool {
		e := b.remapped(r)
		if e == nil || given[e.slug] {
			return false
		}
		e.found, r.Slug, given[e.slug] = true, e.slug, true
		for _, id := range e.sourceIDs { // what led to the old one leads to the new one
			r.OldSlugs = append(r.OldSlugs, b.retired[id]...)
		}
		im.report.SlugsKept++
		return true
	})
	b.giveNew(fresh, given, wishes)
	im.report.SlugsNew = len(fresh)
	for _, r := range im.records { // what one still has leads to it, not to another
		r.OldSlugs = slices.DeleteFunc(r.OldSlugs, func(old string) bool { return given[old] })
	}
	for slug, e := range b.active {
		if !e.found && !given[slug] {
			im.report.SlugsRetired++
		}
	}
}

// sharedNameProminence is how prominent a place must be to have the plain slug
// of a name that several have.
const sharedNameProminence = 0.5

func (b *slugBook) giveNew(fresh []*destination.Record, given map[string]bool, wishes map[*destination.Record]string) {
	shared := map[string]int{}
	for _, r := range fresh {
		shared[slugify(r.Name)]++
	}
	free := func(slug string) bool { return !b.taken[slug] && !given[slug] }
	for _, r := range fresh {
		base := slugify(r.Name)
		plain := shared[base] == 1 || r.Prominence >= sharedNameProminence
		if base == "" { // nothing of the name can be written in an address
			base, plain = slugify(r.Category.ID()), false
		}
		local := base
		if place := slugify(r.Locality); place != "" && !strings.Contains("-"+base+"-", "-"+place+"-") {
			local = base + "-" + place
		}
		switch wish := wishes[r]; {
		case wish != "" && free(wish):
			r.Slug = wish
		case plain && free(base):
			r.Slug = base
		case free(local):
			r.Slug = local
		default:
			for n := 2; r.Slug == ""; n++ {
				if slug := local + "-" + strconv.Itoa(n); free(slug) {
					r.Slug = slug
				}
			}
		}
		given[r.Slug] = true
	}
}

// maxSlug keeps addresses readable.
const maxSlug = 80

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "ae", "Ö", "oe", "Ü", "ue", "ß", "ss", "ẞ", "ss")

// slugify makes the readable part of an address of a name.
func slugify(name string) string {
	var b strings.Builder
	dash := false
	for _, r := range destination.Fold(umlauts.Replace(name)) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(r)
		} else if r != '\'' { // "d'eau" is one word
			dash = true
		}
		if b.Len() >= maxSlug {
			break
		}
	}
	return b.String()
}
