package importer

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
	"servicemap/internal/region"
	"servicemap/internal/tabular"
)

// builder makes records of groups of candidates. It is safe for concurrent use.
type builder struct {
	classifier *classify.Classifier
	locator    *region.Locator
	around     *surroundings
}

// build makes the records, on all processors.
func (im *run) build(ctx context.Context, groups [][]*candidate) error {
	b := &builder{
		classifier: im.opts.Classifier,
		locator:    im.locator,
		around:     &im.found.around,
	}
	im.opts.Progress.Phase("evidence", int64(len(groups)), counted)
	defer im.opts.Progress.End()
	built := make([]*destination.Record, len(groups))
	var next atomic.Int64
	var mu sync.Mutex
	var failed error
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(groups) {
					return
				}
				r, err := b.record(groups[i])
				built[i] = r
				if err != nil || i%1024 == 0 {
					mu.Lock()
					im.opts.Progress.Done(int64(i))
					if failed == nil {
						failed = err
					}
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if failed != nil {
		return failed
	}
	im.records = built
	return ctx.Err()
}

// record makes one record of a group.
func (b *builder) record(group []*candidate) (*destination.Record, error) {
	first := group[0]
	if first.record != nil { // nothing new is known of it
		for _, c := range group[1:] {
			inherit(first.record, c.record)
		}
		return first.record, nil
	}
	tags := mergedTags(group)
	point := position(group)
	category := first.rule.Category
	r := &destination.Record{}
	r.Point, r.Category = point, category
	where := b.locator.Where(point)
	r.CountryCode, r.RegionCode = where.Country, where.RegionCode
	r.Locality, r.TravelRegions = where.Locality, where.TravelRegions
	r.Name = first.name
	r.AltNames = classify.OtherNames(tags, r.Name)

	near := b.around.near(shapeOf(group), b.classifier.Weights())
	a := b.classifier.Attributes(category, tags, near)
	r.Kids, r.Seating, r.Free, r.Mobility, r.Evidence = a.Kids, a.Seating, a.Free, a.Mobility, a.Evidence
	classify.Describe(&r.Destination, tags)
	r.Prominence = b.classifier.Prominence(category, tags, first.Shape.AreaKm2())
	for _, c := range group {
		if c.record != nil {
			continue
		}
		r.SourceIDs = append(r.SourceIDs, c.SourceID)
		if !slices.Contains(r.Sources, c.source) {
			r.Sources = append(r.Sources, c.source)
		}
	}
	slices.Sort(r.SourceIDs)
	r.SourceIDs = slices.Compact(r.SourceIDs)
	if first.list {
		r.Slug = slugify(first.Tags.Get(tabular.Own + "slug"))
		if err := applyFields(r, first.Tags, "list "+first.source.Name); err != nil {
			return nil, err
		}
	}
	for _, c := range group {
		if c.record != nil {
			inherit(r, c.record)
		}
	}
	return r, nil
}

// inherit fills in what the kept record knows and the new one does not.
func inherit(r, kept *destination.Record) {
	for _, id := range kept.SourceIDs {
		if !slices.Contains(r.SourceIDs, id) {
			r.SourceIDs = append(r.SourceIDs, id)
		}
	}
	for _, s := range kept.Sources {
		if !slices.Contains(r.Sources, s) {
			r.Sources = append(r.Sources, s)
		}
	}
	for _, old := range append([]string{kept.Slug}, kept.OldSlugs...) {
		if old != "" && old != r.Slug && !slices.Contains(r.OldSlugs, old) {
			r.OldSlugs = append(r.OldSlugs, old)
		}
	}
	for to, from := range map[*string]string{
		&r.Description: kept.Description, &r.Website: kept.Website, &r.Phone: kept.Phone,
		&r.OpeningHours: kept.OpeningHours, &r.Address: kept.Address, &r.Locality: kept.Locality,
	} {
		if *to == "" {
			*to = from
		}
	}
	for name, to := range map[string]*destination.Ternary{"kids": &r.Kids, "seating": &r.Seating, "free": &r.Free} {
		from := map[string]destination.Ternary{"kids": kept.Kids, "seating": kept.Seating, "free": kept.Free}[name]
		if *to == destination.Unknown && from != destination.Unknown {
			*to, r.Evidence[name] = from, kept.Evidence[name]
		}
	}
	if !r.Mobility.Known && kept.Mobility.Known {
		r.Mobility, r.Evidence["mobility"] = kept.Mobility, kept.Evidence["mobility"]
	}
	if r.Image == nil {
		r.Image = kept.Image
	}
	r.Prominence = max(r.Prominence, kept.Prominence)
}

// mergedTags are those of the best candidate, completed by the others'.
func mergedTags(group []*candidate) destination.Tags {
	if len(group) == 1 {
		return group[0].Tags
	}
	tags := slices.Clone(group[0].Tags)
	for _, c := range group[1:] {
		for _, t := range c.Tags {
			switch {
			case !tags.Has(t.Key):
				tags = append(tags, t)
			case t.Key == "name" && tags.Get("name") != t.Value:
				tags = tags.Set("alt_name", strings.Trim(tags.Get("alt_name")+";"+t.Value, ";"))
			}
		}
	}
	return tags
}

// position is that of the best candidate, except that of a line: a cable car
// is where one gets on, and it is drawn upwards.
func position(group []*candidate) destination.Point {
	first := group[0]
	if first.rule.Category == destination.CableCar && len(first.Shape.Line) > 0 {
		return first.Shape.Line[0]
	}
	return first.Point
}

// shapeOf is the best candidate, or one with an area if that is a point.
func shapeOf(group []*candidate) *destination.Feature {
	for _, c := range group {
		if len(c.Shape.Areas) > 0 {
			return &c.Feature
		}
	}
	return &group[0].Feature
}
