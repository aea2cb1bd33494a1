package main

import (
	"fmt"
	"strconv"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/store"
)

// DatasetCmd is "servicemap dataset …".
type DatasetCmd struct {
	List     DatasetListCmd     `cmd:"" help:"List the datasets."`
	Activate DatasetActivateCmd `cmd:"" help:"Serve another dataset; running servers take it up within seconds."`
	Remove   DatasetRemoveCmd   `cmd:"" help:"Delete a dataset that is not active."`
}

// DatasetListCmd is "servicemap dataset list".
type DatasetListCmd struct {
	DataDir
	JSON bool `help:"Print JSON." name:"json" env:"-"`
}

type datasetJSON struct {
	Version      string   `json:"version"`
	Active       bool     `json:"active"`
	Destinations int      `json:"destinations"`
	Created      string   `json:"created"`
	DataDate     string   `json:"dataDate,omitempty"`
	Origin       string   `json:"origin"`
	Sources      []string `json:"sources"`
}

// Run lists the datasets, oldest first.
func (c *DatasetListCmd) Run(app *App) error {
	return c.withStore(app, func(st *store.Store) error {
		all, err := st.Datasets(app.Ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			out := make([]datasetJSON, len(all))
			for i, d := range all {
				out[i] = newDatasetJSON(d)
			}
			return app.printJSON(out)
		}
		if len(all) == 0 {
			fmt.Fprintln(app.Stdout, "There are no datasets yet; import one, or start the server for the built-in destinations.")
			return nil
		}
		rows := make([][]string, len(all))
		for i, d := range all {
			active := ""
			if d.Active {
				active = "active"
			}
			rows[i] = []string{
				d.Version, active, strconv.Itoa(d.Count), showTime(d.Created), showDay(d.DataDate), d.Origin,
			}
		}
		return app.printTable([]string{"VERSION", "", "DESTINATIONS", "CREATED", "DATA OF", "MADE FROM"}, rows)
	})
}

func newDatasetJSON(d destination.Dataset) datasetJSON {
	out := datasetJSON{
		Version: d.Version, Active: d.Active, Destinations: d.Count, Created: d.Created.Format(time.RFC3339),
		Origin: d.Origin, Sources: []string{},
	}
	if !d.DataDate.IsZero() {
		out.DataDate = d.DataDate.Format(time.DateOnly)
	}
	for _, s := range d.Sources {
		out.Sources = append(out.Sources, s.Name)
	}
	return out
}

// DatasetActivateCmd is "servicemap dataset activate VERSION".
type DatasetActivateCmd struct {
	DataDir
	Version string `arg:"" help:"Version, as dataset list shows it."`
}

// Run activates the dataset.
func (c *DatasetActivateCmd) Run(app *App) error {
	return c.withStore(app, func(st *store.Store) error {
		if err := st.Activate(app.Ctx, c.Version); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "Dataset %s is active. Running servers take it up within seconds.\n", c.Version)
		return nil
	})
}

// DatasetRemoveCmd is "servicemap dataset remove VERSION".
type DatasetRemoveCmd struct {
	DataDir
	Version string `arg:"" help:"Version, as dataset list shows it."`
}

// Run removes the dataset.
func (c *DatasetRemoveCmd) Run(app *App) error {
	return c.withStore(app, func(st *store.Store) error {
		if err := st.RemoveDataset(app.Ctx, c.Version); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "Dataset %s is removed.\n", c.Version)
		return nil
	})
}

func showTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

func showDay(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format(time.DateOnly)
}
