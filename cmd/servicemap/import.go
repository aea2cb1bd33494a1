package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
	"servicemap/internal/importer"
	"servicemap/internal/store"
	"servicemap/internal/tabular"
)

// ImportCmd is "servicemap import".
type ImportCmd struct {
	DataDir
	Files []string `arg:"" name:"file" help:"OpenStreetMap extracts (.osm.pbf, .osm, .osm.gz, .osm.bz2) and lists (.csv, .tsv, .geojson, .ndjson); - is standard input."`

	Map            map[string]string `help:"Which column or property of a list is a field: --map name=Titel." placeholder:"FIELD=COLUMN" env:"-"`
	Overrides      string            `help:"CSV or GeoJSON that renames, moves, hides, adds and sets attributes, by slug or id." placeholder:"FILE" type:"path"`
	Regions        string            `help:"GeoJSON polygons of travel regions." placeholder:"FILE" type:"path"`
	Rules          string            `help:"JSON file with rules and weights of your own." placeholder:"FILE" type:"path"`
	Keep           bool              `help:"Merge with the active dataset instead of replacing it." env:"-"`
	SkipBad        bool              `help:"Count bad rows and damaged blocks and go on without them." env:"-"`
	DryRun         bool              `help:"Do everything but write." env:"-"`
	NoActivate     bool              `help:"Write the dataset but leave the active one active." env:"-"`
	Report         string            `help:"Write the report as a web page, too." placeholder:"FILE.html" type:"path" env:"-"`
	DatasetVersion string            `help:"Version of the new dataset (default: the time)." placeholder:"NAME" env:"-"`

	SourceName        string `help:"Who made the lists, for the attribution." placeholder:"NAME" env:"-"`
	SourceLicense     string `help:"Licence of the lists." placeholder:"LICENCE" env:"-"`
	SourceURL         string `name:"source-url" help:"Address of their source or licence." placeholder:"URL" env:"-"`
	SourceAttribution string `help:"Text that the licence of the lists asks to show (default: the name)." placeholder:"TEXT" env:"-"`
}

// Run imports. The running server takes up the new dataset by itself.
func (c *ImportCmd) Run(app *App) error {
	opts, err := c.options(app)
	if err != nil {
		return err
	}
	st, err := c.open(app)
	if err != nil {
		return err
	}
	var in importer.Store // stays nil when there is nothing yet and nothing is to be written
	if st != nil {
		in = st
	}
	report, err := importer.Run(app.Ctx, in, opts)
	if st != nil {
		err = errors.Join(err, st.Close())
	}
	if app.Ctx.Err() != nil && err != nil {
		return errors.New("import: interrupted; the active dataset is as it was")
	}
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if c.Report != "" {
		if err := writeReport(c.Report, report); err != nil {
			return err
		}
	}
	return report.WriteText(app.Stdout)
}

// open makes the data folder, except for a dry run.
func (c *ImportCmd) open(app *App) (*store.Store, error) {
	if _, err := os.Stat(c.Data); err != nil && c.DryRun {
		return nil, nil
	}
	return store.Open(app.Ctx, c.Data)
}

func (c *ImportCmd) options(app *App) (importer.Options, error) {
	opts := importer.Options{
		Files: c.Files, Stdin: os.Stdin, Map: c.Map, Regions: c.Regions, Overrides: c.Overrides,
		Keep: c.Keep, DryRun: c.DryRun, NoActivate: c.NoActivate, SkipBad: c.SkipBad, Version: c.DatasetVersion,
		Progress: newProgress(app), Logger: app.Log,
		Source: destination.Source{Name: c.SourceName, License: c.SourceLicense, URL: c.SourceURL, Attribution: c.SourceAttribution},
	}
	if opts.Source.Attribution == "" {
		opts.Source.Attribution = opts.Source.Name
	}
	if opts.Source.Name == "" && opts.Source != (destination.Source{}) {
		return opts, errors.New("--source-license, --source-url and --source-attribution need --source-name")
	}
	for field, column := range c.Map {
		if column == "" {
			return opts, fmt.Errorf("--map %s=: name the column", field)
		}
		if !tabular.KnownField(field) && !strings.Contains(field, "_") && !strings.Contains(field, ":") {
			app.Log.Warn("--map names no field of a destination; it will be taken for an OpenStreetMap tag", "field", field)
		}
	}
	if c.Rules == "" {
		return opts, nil
	}
	f, err := os.Open(c.Rules)
	if err != nil {
		return opts, fmt.Errorf("read rules: %w", err)
	}
	defer f.Close()
	if opts.Classifier, err = classify.Load(f); err != nil {
		return opts, fmt.Errorf("read rules %s: %w", c.Rules, err)
	}
	return opts, nil
}

func writeReport(path string, report *importer.Report) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".report-*")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	err = errors.Join(report.WriteHTML(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write report %s: %w", path, err)
	}
	return nil
}
