package importer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
	"servicemap/internal/tabular"
)

// override applies the operator's own word on top of everything.
func (im *run) override(ctx context.Context) error {
	if im.opts.Overrides == "" {
		return nil
	}
	f, err := os.Open(im.opts.Overrides)
	if err != nil {
		return fmt.Errorf("read overrides: %w", err)
	}
	defer f.Close()
	o := newOverrider(im)
	shown := filepath.Base(im.opts.Overrides)
	err = tabular.Read(ctx, f, tabular.FormatOf(im.opts.Overrides), tabular.Options{
		Source:  "override",
		Map:     im.opts.Map,
		Emit:    o.apply,
		Problem: im.problem(shown),
	})
	if err != nil {
		return fmt.Errorf("read overrides %s: %w", shown, err)
	}
	im.records = slices.DeleteFunc(im.records, func(r *destination.Record) bool { return o.hidden[r] })
	return nil
}

type overrider struct {
	im     *run
	bySlug map[string]*destination.Record
	byID   map[string]*destination.Record
	hidden map[*destination.Record]bool
}

func newOverrider(im *run) *overrider {
	o := &overrider{im: im, bySlug: map[string]*destination.Record{}, byID: map[string]*destination.Record{}, hidden: map[*destination.Record]bool{}}
	for _, r := range im.records {
		for _, old := range r.OldSlugs {
			o.bySlug[old] = r
		}
		for _, id := range r.SourceIDs {
			o.byID[id] = r
		}
	}
	for _, r := range im.records {
		o.bySlug[r.Slug] = r
	}
	return o
}

// apply changes, hides or adds one destination.
func (o *overrider) apply(e tabular.Entry) error {
	slug, id := e.Tags.Get(tabular.Own+"slug"), e.ID
	r := o.bySlug[slug]
	if r == nil && id != "" {
		if r = o.byID[id]; r == nil {
			r = o.bySlug[id] // GeoJSON of our API has the slug as id
		}
	}
	hide, err := truth(e.Tags.Get(tabular.Own + "hide"))
	if err != nil {
		return fmt.Errorf("%w: hide: %w", tabular.ErrEntry, err)
	}
	switch {
	case r == nil && hide == destination.Yes:
		return fmt.Errorf("%w: nothing has the slug or id %q", tabular.ErrEntry, slug+id)
	case r == nil:
		return o.add(e, slug)
	case hide == destination.Yes:
		o.hidden[r] = true
		o.im.report.Overridden++
		return nil
	}
	o.im.report.Overridden++
	return o.change(r, e)
}

func (o *overrider) change(r *destination.Record, e tabular.Entry) error {
	if said := e.Tags.Get(tabular.Own + "category"); said != "" {
		category, ok := o.im.opts.Classifier.ParseCategory(said)
		if !ok {
			return fmt.Errorf("%w: unknown category %.60q", tabular.ErrEntry, said)
		}
		r.Category = category
	}
	if name := classify.CleanName(e.Tags.Get("name")); name != "" && name != r.Name {
		r.AltNames = append(r.AltNames, r.Name)
		r.Name = name
	}
	if e.Placed && e.Point != r.Point {
		r.Point = e.Point
		where := o.im.locator.Where(e.Point)
		r.CountryCode, r.RegionCode, r.Locality, r.TravelRegions = where.Country, where.RegionCode, where.Locality, where.TravelRegions
	}
	var said destination.Destination
	classify.Describe(&said, e.Tags)
	for key, field := range map[string]struct {
		to    *string
		value string
	}{
		"website": {&r.Website, said.Website}, "phone": {&r.Phone, said.Phone}, "opening_hours": {&r.OpeningHours, said.OpeningHours},
		"description": {&r.Description, said.Description}, "addr:full": {&r.Address, said.Address},
	} {
		switch value := e.Tags.Get(key); value {
		case "":
		case blank:
			*field.to = ""
		default:
			*field.to = field.value
		}
	}
	if err := applyFields(r, e.Tags, "override"); err != nil {
		return fmt.Errorf("%w: %w", tabular.ErrEntry, err)
	}
	return nil
}

// add makes a destination of an override that names none that exists.
func (o *overrider) add(e tabular.Entry, slug string) error {
	name := classify.CleanName(e.Tags.Get("name"))
	category, ok := o.im.opts.Classifier.ParseCategory(e.Tags.Get(tabular.Own + "category"))
	if name == "" || !ok || !e.Placed {
		return fmt.Errorf("%w: nothing has the slug or id %q, and to add it takes name, category and position", tabular.ErrEntry, slug+e.ID)
	}
	r := &destination.Record{SourceIDs: []string{e.SourceID}}
	if slug != "" {
		r.SourceIDs = []string{"override/" + slug}
	}
	r.Name, r.Category, r.Point = name, category, e.Point
	where := o.im.locator.Where(e.Point)
	r.CountryCode, r.RegionCode, r.Locality, r.TravelRegions = where.Country, where.RegionCode, where.Locality, where.TravelRegions
	classify.Describe(&r.Destination, e.Tags)
	r.Prominence = o.im.opts.Classifier.Prominence(category, e.Tags, e.Shape.AreaKm2())
	if err := applyFields(r, e.Tags, "override"); err != nil {
		return fmt.Errorf("%w: %w", tabular.ErrEntry, err)
	}
	if o.im.opts.Source.Name != "" {
		r.Sources = []destination.Source{o.im.opts.Source}
	}
	r.Slug = o.slugFor(r, slugify(slug))
	o.bySlug[r.Slug] = r
	o.im.records = append(o.im.records, r)
	o.im.report.Overridden++
	return nil
}

// slugFor is the slug that the operator wants, or that the entry had before,
// or a new one.
func (o *overrider) slugFor(r *destination.Record, wanted string) string {
	book := o.im.slugs
	for _, slug := range append(book.known(r), wanted) {
		if slug != "" && o.bySlug[slug] == nil && (!book.taken[slug] || book.bySource[r.SourceIDs[0]] == slug) {
			return slug
		}
	}
	given := make(map[string]bool, len(o.bySlug))
	for slug := range o.bySlug {
		given[slug] = true
	}
	book.giveNew([]*destination.Record{r}, given, nil)
	return r.Slug
}
