package importer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
	"servicemap/internal/osm"
	"servicemap/internal/region"
	"servicemap/internal/tabular"
)

// collection is what was read, before anything is made of it.
type collection struct {
	names      []string
	dataDate   time.Time
	candidates []*candidate
	kept       []*destination.Record
	around     surroundings
	admin      []region.Area
	travel     []region.Area
	places     []region.Place
}

// candidate is a thing that is a destination.
type candidate struct {
	destination.Feature
	rule   classify.Rule
	name   string
	source destination.Source
	list   bool                // from an own list, whose word counts more
	record *destination.Record // of the active dataset, with --keep
}

func (im *run) read(ctx context.Context) error {
	if im.opts.Regions != "" {
		if err := im.readRegions(ctx); err != nil {
			return err
		}
	}
	for _, name := range im.opts.Files {
		if err := im.readFile(ctx, name); err != nil {
			return err
		}
	}
	im.found.around.build()
	return nil
}

func (im *run) readFile(ctx context.Context, name string) error {
	before := len(im.found.candidates)
	shown := filepath.Base(name)
	if name == "-" {
		shown = "standard input"
		path, cleanUp, err := im.spool()
		if err != nil {
			return fmt.Errorf("read standard input: %w", err)
		}
		defer cleanUp()
		name = path
	}
	im.found.names = append(im.found.names, shown)
	in := Input{Name: shown}
	var err error
	if osm.IsFile(name) {
		err = im.readOSM(ctx, name, &in)
	} else {
		err = im.readList(ctx, name, shown, &in)
	}
	in.Kept = len(im.found.candidates) - before
	im.report.Inputs = append(im.report.Inputs, in)
	return err
}

// spool copies standard input to a file: an extract is read more than once.
// Its name tells what it holds.
func (im *run) spool() (path string, cleanUp func(), err error) {
	head := make([]byte, 64)
	n, err := io.ReadFull(im.opts.Stdin, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", nil, err
	}
	head = head[:n]
	suffix := ""
	switch {
	case bytes.Contains(head, []byte("OSMHeader")):
		suffix = ".osm.pbf"
	case bytes.HasPrefix(bytes.TrimLeft(head, "\xef\xbb\xbf \r\n\t"), []byte("<")), bytes.HasPrefix(head, []byte("BZh")):
		suffix = ".osm"
	}
	f, err := os.CreateTemp(im.opts.TempDir, "import-*"+suffix)
	if err != nil {
		return "", nil, err
	}
	cleanUp = func() { os.Remove(f.Name()) }
	_, err = io.Copy(f, io.MultiReader(bytes.NewReader(head), im.opts.Stdin))
	if err = errors.Join(err, f.Close()); err != nil {
		cleanUp()
		return "", nil, err
	}
	return f.Name(), cleanUp, nil
}

// problem decides about damaged parts of a file.
func (im *run) problem(shown string) func(error) error {
	return func(err error) error {
		if !im.opts.SkipBad {
			return fmt.Errorf("%w (--skip-bad goes on without it)", err)
		}
		im.report.Bad++
		if len(im.report.BadExamples) < maxExamples {
			im.report.BadExamples = append(im.report.BadExamples, shown+": "+err.Error())
		}
		return nil
	}
}

func (im *run) readOSM(ctx context.Context, path string, in *Input) error {
	phase := ""
	keys := append(im.opts.Classifier.Keys(), otherKeys...)
	stats, err := osm.Read(ctx, path, osm.Options{
		Interest: osm.Interest{Keys: keys, Judge: im.judge, KeepTag: keepTag},
		Emit:     im.takeOSM,
		Problem:  im.problem(in.Name),
		Progress: func(p osm.Progress) {
			if p.Phase != phase {
				if phase != "" {
					im.opts.Progress.End()
				}
				phase = p.Phase
				im.opts.Progress.Phase(in.Name+": "+phase, p.Total, Bytes)
			}
			im.opts.Progress.Done(p.Done)
		},
	})
	if phase != "" {
		im.opts.Progress.End()
	}
	in.Nodes, in.Ways, in.Relations = stats.Nodes, stats.Ways, stats.Relations
	if stats.Unplaced > 0 {
		im.report.drop("outside of the extract", int(stats.Unplaced), "")
	}
	if stats.DataDate.After(im.found.dataDate) {
		im.found.dataDate = stats.DataDate
	}
	return err
}

// takeOSM sorts what the reader found by its roles.
func (im *run) takeOSM(f osm.Found) error {
	role := role(f.Role)
	if role&roleAround != 0 {
		points := f.Points
		if points == nil {
			points = []destination.Point{f.Feature.Point}
		}
		im.found.around.add(role.around(), points)
	}
	tags := f.Feature.Tags
	if role&rolePlace != 0 {
		if name := classify.PlainName(tags); name != "" {
			im.found.places = append(im.found.places, region.Place{Name: name, Point: f.Feature.Point, Kind: placeKind(tags)})
		}
	}
	if role&roleAdmin != 0 && f.Complete && len(f.Feature.Shape.Areas) > 0 {
		im.found.admin = append(im.found.admin, adminArea(&f.Feature))
	}
	if role&roleTravel != 0 && f.Complete && len(f.Feature.Shape.Areas) > 0 {
		if name := classify.PlainName(tags); name != "" {
			im.found.travel = append(im.found.travel, region.Area{Name: name, Shape: f.Feature.Shape.Areas})
		}
	}
	if role&roleDestination != 0 {
		im.consider(&candidate{Feature: f.Feature, source: OpenStreetMap})
	}
	return nil
}

// consider keeps what is a destination and counts what is not.
func (im *run) consider(c *candidate) {
	im.report.Seen++
	rule, dropped, ok := im.opts.Classifier.Category(&c.Feature)
	if !ok {
		im.report.drop(dropped, 1, rule.Category.ID())
		return
	}
	c.rule, c.name = rule, classify.PlainName(c.Tags)
	im.found.candidates = append(im.found.candidates, c)
}

func (im *run) readRegions(ctx context.Context) error {
	f, err := os.Open(im.opts.Regions)
	if err != nil {
		return fmt.Errorf("read travel regions: %w", err)
	}
	defer f.Close()
	err = tabular.Read(ctx, f, tabular.FormatOf(im.opts.Regions), tabular.Options{
		Emit: func(e tabular.Entry) error {
			name := classify.PlainName(e.Tags)
			if name == "" || len(e.Shape.Areas) == 0 {
				return fmt.Errorf("%w: a travel region needs a name and a polygon", tabular.ErrEntry)
			}
			im.found.travel = append(im.found.travel, region.Area{Name: name, Shape: e.Shape.Areas})
			return nil
		},
		Problem: im.problem(filepath.Base(im.opts.Regions)),
	})
	if err != nil {
		return fmt.Errorf("read travel regions %s: %w", im.opts.Regions, err)
	}
	return nil
}

// sourceKey names a list in the ids of its entries: by its source when that
// is given, else by the file's name without what changes from one export to
// the next.
func sourceKey(source destination.Source, shown string) string {
	if source.Name != "" {
		return slugify(source.Name)
	}
	base, _, _ := strings.Cut(shown, ".")
	words := strings.FieldsFunc(slugify(base), func(r rune) bool { return r == '-' })
	words = slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, "0123456789") == "" })
	if len(words) == 0 {
		return "list"
	}
	return strings.Join(words, "-")
}
