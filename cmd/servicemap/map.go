package main

import (
	"fmt"
	"net/http"
	"path/filepath"

	"servicemap/internal/access"
	"servicemap/internal/assets"
	"servicemap/internal/httpapi"
	"servicemap/internal/style"
	"servicemap/internal/tiles"
)

// ownTiles is the archive in the data folder that is served when it is there.
const ownTiles = "basemap.pmtiles"

// mapParts is what draws the map: tiles, style, browser libraries.
type mapParts struct {
	source  *tiles.Source
	styles  *style.Styles
	browser *assets.Browser
}

func (c *ServeCmd) openMap(app *App) (*mapParts, error) {
	path, required := c.Tiles, true
	if path == "" {
		path, required = filepath.Join(c.Data, ownTiles), false
	}
	styles, err := style.Load()
	if err != nil {
		return nil, err
	}
	browser, err := assets.LoadBrowser()
	if err != nil {
		return nil, err
	}
	source, err := tiles.NewSource(path, required, app.Log)
	if err != nil {
		return nil, err
	}
	return &mapParts{source: source, styles: styles, browser: browser}, nil
}

// tileServer serves the archive within the budgets of each client.
func (c *ServeCmd) tileServer(s *service, base func(*http.Request) string) http.Handler {
	const mib = 1 << 20
	return tiles.NewServer(tiles.Options{
		Source:   s.maps.source,
		BaseURL:  base,
		Client:   s.guard.ClientID,
		Requests: access.NewBudget(s.guard.Limiter(), "tile requests", int64(c.Limit.TileRequests)),
		Bytes:    access.NewBudget(s.guard.Limiter(), "tile bytes", int64(c.Limit.TileMib)*mib),
		Logger:   s.app.Log,
	})
}

// Config implements httpapi.Map.
func (m *mapParts) Config() httpapi.MapConfig {
	info := m.source.Info()
	view := info.View()
	library := func(l assets.Library) httpapi.Library {
		return httpapi.Library{JS: l.JS, CSS: l.CSS, Version: l.Version}
	}
	return httpapi.MapConfig{
		Bounds: view.Bounds, Center: view.Center, Zoom: view.Zoom, MinZoom: view.MinZoom, MaxZoom: view.MaxZoom,
		MapLibre: library(m.browser.MapLibre()),
		PMTiles:  library(m.browser.PMTiles()),
		Capabilities: map[string]bool{
			"search": true, "radius": true, "bbox": true, "geojson": true, "categories": true, "attributes": true,
			"style": true, "themes": true, "languages": true, "pmtiles": true, "tilejson": true, "glyphs": true,
			"keys": true, "sdk": true,
		},
		Attribution: info.AttributionText(),
	}
}

// Style implements httpapi.Map.
func (m *mapParts) Style(q httpapi.StyleQuery) (body []byte, etag string, err error) {
	info := m.source.Info()
	body, etag, err = m.styles.Render(style.Options{
		Base: q.Base, Theme: q.Theme, Source: q.Source, Lang: q.Lang,
		Archive: tiles.ArchivePath, TileJSON: tiles.TileJSON,
		Attribution: info.Attribution, TileLayers: info.Layers,
	})
	if err != nil {
		return nil, "", fmt.Errorf("render the style: %w", err)
	}
	return body, etag, nil
}
