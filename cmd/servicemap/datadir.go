package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"servicemap/internal/store"
)

// DataDir is the flag of every command that works on the data folder.
type DataDir struct {
	Data string `default:"./data" env:"SERVICEMAP_DATA" help:"Folder with all that the service has to remember." placeholder:"DIR"`
}

// openExisting opens the data folder. Commands that can only be meant for data
// that is there use it: a mistyped folder should say so, not look empty.
func (d DataDir) openExisting(app *App) (*store.Store, error) {
	info, err := os.Stat(d.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no data folder %q (give another with --data)", d.Data)
	}
	if err != nil {
		return nil, fmt.Errorf("open data folder: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%q is not a folder (--data)", d.Data)
	}
	return store.Open(app.Ctx, d.Data)
}

// withStore runs f with the data folder open.
func (d DataDir) withStore(app *App, f func(*store.Store) error) (err error) {
	st, err := d.openExisting(app)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return f(st)
}
