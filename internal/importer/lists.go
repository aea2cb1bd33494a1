package importer

import (
	"context"
	"fmt"
	"os"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
	"servicemap/internal/tabular"
)

func (im *run) readList(ctx context.Context, path, shown string, in *Input) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	source := im.opts.Source
	key := sourceKey(source, shown)
	if source.Name == "" {
		source.Name = shown
	}
	im.opts.Progress.Phase(shown, info.Size(), Bytes)
	defer im.opts.Progress.End()
	err = tabular.Read(ctx, f, tabular.FormatOf(path), tabular.Options{
		Source: key,
		Map:    im.opts.Map,
		Emit: func(e tabular.Entry) error {
			in.Entries++
			return im.takeEntry(&e, source)
		},
		Problem:  im.problem(shown),
		Progress: im.opts.Progress.Done,
	})
	if err != nil {
		return fmt.Errorf("read %s: %w", shown, err)
	}
	return nil
}

// takeEntry makes a candidate of an entry. The category is what the list says,
// else what its tags say, if they are those of OpenStreetMap.
func (im *run) takeEntry(e *tabular.Entry, source destination.Source) error {
	if !e.Placed {
		return fmt.Errorf("%w: no position", tabular.ErrEntry)
	}
	c := &candidate{Feature: e.Feature, source: source, list: true}
	said := c.Tags.Get(tabular.Own + "category")
	category, known := im.opts.Classifier.ParseCategory(said)
	if !known {
		if _, matches := im.opts.Classifier.Match(c.Tags); matches {
			im.consider(c)
			return nil
		}
		if said == "" {
			return fmt.Errorf("%w: no category", tabular.ErrEntry)
		}
		return fmt.Errorf("%w: unknown category %.60q", tabular.ErrEntry, said)
	}
	im.report.Seen++
	c.name = classify.PlainName(c.Tags)
	if c.name == "" {
		return fmt.Errorf("%w: no name", tabular.ErrEntry)
	}
	if err := applyFields(&destination.Record{}, c.Tags, ""); err != nil { // better now, with its line, than later
		return fmt.Errorf("%w: %w", tabular.ErrEntry, err)
	}
	c.rule = classify.Rule{Category: category}
	im.found.candidates = append(im.found.candidates, c)
	return nil
}
