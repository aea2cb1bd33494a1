package main

import (
	"net"

	"servicemap/internal/store"
)

// ServeCmd runs the service.
type ServeCmd struct {
	DataDir
	Listen       string    `default:"127.0.0.1:8080" help:"Address to serve on." placeholder:"HOST:PORT"`
	AdminListen  string    `help:"Address for /metrics; keep it private. Off when empty." placeholder:"HOST:PORT"`
	BaseURL      BaseURL   `name:"base-url" help:"Public address of the service; without one it is taken from each request." placeholder:"URL"`
	TrustedProxy []Network `help:"Network whose forwarded headers count; repeatable." placeholder:"CIDR"`
	Tiles        string    `help:"Tile archive to serve instead of basemap.pmtiles in the data folder or the built-in overview." placeholder:"FILE.pmtiles"`

	Service  ServiceSettings  `embed:"" prefix:"service-"`
	Operator OperatorSettings `embed:"" prefix:"operator-"`
	Limit    LimitSettings    `embed:"" prefix:"limit-"`
	Log      LogSettings      `embed:"" prefix:"log-"`
}

// Run implements the command.
func (c *ServeCmd) Run(app *App) error {
	app.Log = newLogger(app.Stderr, c.Log.Level, c.Log.Format)
	public, err := listen(app.Ctx, c.Listen)
	if err != nil {
		return err
	}
	defer public.Close()
	var admin net.Listener
	if c.AdminListen != "" {
		if admin, err = listen(app.Ctx, c.AdminListen); err != nil {
			return err
		}
		defer admin.Close()
	}
	st, err := store.Open(app.Ctx, c.Data)
	if err != nil {
		return err
	}
	defer st.Close()
	if err := ensureDataset(app.Ctx, st, app.Log); err != nil {
		return err
	}
	s, err := c.newService(app, st)
	if err != nil {
		return err
	}
	return s.run(public, admin)
}
