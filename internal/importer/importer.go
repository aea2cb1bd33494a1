// Package importer makes a dataset of files: it has them read, classified and
// located, merges what is mapped twice, gives slugs that stay the same for
// ever, applies the operator's overrides, and writes the dataset beside the
// active one. It refuses to change the active dataset in any other way than by
// activating a complete new one.
package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"time"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
	"servicemap/internal/region"
)

// Store is what the importer needs of the store.
type Store interface {
	Active(ctx context.Context) (destination.Dataset, error)
	Records(ctx context.Context, version string) iter.Seq2[*destination.Record, error]
	Slugs(ctx context.Context) (map[string]string, error)
	RetiredSlugs(ctx context.Context) (map[string]string, error)
	WriteDataset(ctx context.Context, meta destination.Dataset, records iter.Seq2[*destination.Record, error]) (destination.Dataset, error)
	Activate(ctx context.Context, version string) error
}

// Progress is told what the importer does.
type Progress interface {
	// Phase begins something; the total may be 0: unknown. Units are Bytes or
	// a word for what is counted.
	Phase(name string, total int64, unit string)
	Done(n int64)
	End()
}

// Bytes is the unit of phases that read files.
const Bytes = "bytes"

// counted is the unit of the others.
const counted = "destinations"

// OpenStreetMap is the source of every extract.
var OpenStreetMap = destination.Source{
	Name:        "OpenStreetMap",
	License:     "ODbL 1.0",
	URL:         "https://www.openstreetmap.org/copyright",
	Attribution: "© OpenStreetMap contributors",
}

// Options of an import.
type Options struct {
	Files      []string
	Stdin      io.Reader // read where a file is "-"
	TempDir    string    // where standard input is put if it must be read more than once
	Classifier *classify.Classifier
	Map        map[string]string // field → column, for lists
	Source     destination.Source
	Regions    string // GeoJSON file of travel regions
	Overrides  string // CSV or GeoJSON file
	Keep       bool   // merge with the active dataset
	DryRun     bool
	NoActivate bool
	SkipBad    bool
	Version    string
	Progress   Progress
	Logger     *slog.Logger
	Now        func() time.Time
}

// Run imports and reports. The store may be nil for a dry run.
func Run(ctx context.Context, store Store, opts Options) (*Report, error) {
	if len(opts.Files) == 0 {
		return nil, errors.New("nothing to import: name at least one file")
	}
	fillDefaults(&opts)
	im := &run{opts: opts, store: store, report: newReport(opts.Now())}
	if err := im.run(ctx); err != nil {
		return nil, err
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	im.report.MemoryBytes = memory.Sys
	im.report.Duration = opts.Now().Sub(im.report.Started)
	return im.report, nil
}

func fillDefaults(opts *Options) {
	if opts.Classifier == nil {
		opts.Classifier = classify.Default()
	}
	if opts.Progress == nil {
		opts.Progress = silent{}
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
}

type silent struct{}

func (silent) Phase(string, int64, string) {}
func (silent) Done(int64)                  {}
func (silent) End()                        {}

// run is the state of one import.
type run struct {
	opts    Options
	store   Store
	report  *Report
	found   collection
	active  destination.Dataset
	records []*destination.Record
	slugs   *slugBook
	locator *region.Locator
}

func (im *run) run(ctx context.Context) error {
	if err := region.Check(); err != nil {
		im.opts.Logger.Warn("countries and states are only known where the extract has their boundaries", "reason", err)
	}
	if err := im.readStore(ctx); err != nil {
		return err
	}
	if err := im.read(ctx); err != nil {
		return err
	}
	im.opts.Progress.Phase("merge", 0, counted)
	im.locator = region.NewLocator(im.found.admin, im.found.travel, im.found.places)
	im.nameUnnamed()
	groups := im.merge()
	im.opts.Progress.End()
	if err := im.build(ctx, groups); err != nil {
		return err
	}
	im.opts.Progress.Phase("slugs", 0, counted)
	im.assignSlugs()
	im.opts.Progress.End()
	if err := im.override(ctx); err != nil {
		return err
	}
	im.report.count(im.records)
	if len(im.records) == 0 {
		return errors.New("no destination was found in what was read; the active dataset stays as it is")
	}
	if im.opts.DryRun {
		return nil
	}
	return im.write(ctx)
}

// readStore learns what the active dataset and all slugs ever are.
func (im *run) readStore(ctx context.Context) error {
	im.slugs = newSlugBook()
	if im.store == nil {
		return nil
	}
	var err error
	if im.active, err = im.store.Active(ctx); err != nil && !errors.Is(err, destination.ErrNotFound) {
		return fmt.Errorf("read active dataset: %w", err)
	}
	im.report.Before = im.active.Count
	if im.slugs.bySource, err = im.store.Slugs(ctx); err != nil {
		return err
	}
	retired, err := im.store.RetiredSlugs(ctx)
	if err != nil {
		return err
	}
	im.slugs.reserve(retired)
	if im.active.Version == "" {
		return nil
	}
	for r, err := range im.store.Records(ctx, im.active.Version) {
		if err != nil {
			return fmt.Errorf("read active dataset: %w", err)
		}
		im.slugs.remember(r)
		if im.opts.Keep {
			im.found.kept = append(im.found.kept, r)
		}
	}
	return nil
}

func (im *run) write(ctx context.Context) error {
	slices.SortFunc(im.records, func(a, b *destination.Record) int { return strings.Compare(a.Slug, b.Slug) })
	meta := destination.Dataset{
		Version:  im.opts.Version,
		DataDate: im.found.dataDate,
		Origin:   im.origin(),
		Sources:  im.sources(),
	}
	im.opts.Progress.Phase("write", int64(len(im.records)), counted)
	dataset, err := im.store.WriteDataset(ctx, meta, func(yield func(*destination.Record, error) bool) {
		for i, r := range im.records {
			if i%256 == 0 {
				im.opts.Progress.Done(int64(i))
			}
			if !yield(r, nil) {
				return
			}
		}
	})
	im.opts.Progress.End()
	if err != nil {
		return err
	}
	im.report.Dataset = dataset
	if im.opts.NoActivate {
		return nil
	}
	if err := im.store.Activate(ctx, dataset.Version); err != nil {
		return fmt.Errorf("activate dataset %s: %w", dataset.Version, err)
	}
	im.report.Dataset.Active = true
	return nil
}

func (im *run) origin() string {
	origin := strings.Join(im.found.names, ", ")
	if im.opts.Keep && im.active.Version != "" {
		origin += " on top of " + im.active.Version
	}
	return origin
}

// sources are those of the records, so that the attribution names exactly
// what is in the dataset.
func (im *run) sources() []destination.Source {
	var out []destination.Source
	for _, r := range im.records {
		for _, s := range r.Sources {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b destination.Source) int { return strings.Compare(a.Name, b.Name) })
	return out
}
