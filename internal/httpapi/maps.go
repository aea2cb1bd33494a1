package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// prohibited is part 1 of the specification, as clients are told it.
var prohibited = []string{
	"bulk downloads",
	"systematic mirroring of the tile archive files",
	"automated preloading of large areas",
	"circumventing limits",
}

type libraryBody struct {
	JS      string `json:"js"`
	CSS     string `json:"css,omitempty"`
	Version string `json:"version"`
}

type limitsBody struct {
	AnonymousPerMinute int `json:"anonymousPerMinute"`
	KeyPerMinute       int `json:"keyPerMinute"`
	DefaultResults     int `json:"defaultResults"`
	MaxResults         int `json:"maxResults"`
	DefaultRadiusKm    int `json:"defaultRadiusKm"`
	MaxRadiusKm        int `json:"maxRadiusKm"`
}

type usageBody struct {
	Limits      limitsBody `json:"limits"`
	Attribution string     `json:"attribution"`
	Terms       string     `json:"terms,omitempty"`
	Privacy     string     `json:"privacy,omitempty"`
	Prohibited  []string   `json:"prohibited"`
}

type mapConfigBody struct {
	OK            bool            `json:"ok"`
	APIVersion    string          `json:"apiVersion"`
	StyleURL      string          `json:"styleUrl"`
	DefaultCenter [2]float64      `json:"defaultCenter"`
	DefaultZoom   float64         `json:"defaultZoom"`
	MinZoom       float64         `json:"minZoom"`
	MaxZoom       float64         `json:"maxZoom"`
	Bounds        [2][2]float64   `json:"bounds"`
	Libraries     librariesBody   `json:"libraries"`
	Capabilities  map[string]bool `json:"capabilities"`
	Usage         usageBody       `json:"usage"`
}

type librariesBody struct {
	MapLibre libraryBody `json:"maplibre"`
	PMTiles  libraryBody `json:"pmtiles"`
}

// serveMapConfig tells a client all it needs to draw the map.
func (x *exchange) serveMapConfig() error {
	v, err := x.current()
	if err != nil {
		return err
	}
	body, err := json.Marshal(x.mapConfig(v, x.api.opts.Site.Base(x.r)))
	if err != nil {
		return fmt.Errorf("encode map configuration: %w", err)
	}
	return x.replyReady(string(body), mediaJSON, append(body, '\n'))
}

func (x *exchange) mapConfig(v *view, base string) mapConfigBody {
	cfg, site := x.api.opts.Map.Config(), &x.api.opts.Site
	library := func(l Library) libraryBody {
		return libraryBody{JS: absolute(base, l.JS), CSS: absolute(base, l.CSS), Version: l.Version}
	}
	capabilities := cfg.Capabilities
	if capabilities == nil {
		capabilities = map[string]bool{}
	}
	return mapConfigBody{
		OK: true, APIVersion: APIVersion,
		StyleURL:      base + endpoints[epMapStyle].Path,
		DefaultCenter: [2]float64{cfg.Center.Lng, cfg.Center.Lat},
		DefaultZoom:   cfg.Zoom, MinZoom: cfg.MinZoom, MaxZoom: cfg.MaxZoom,
		Bounds:       [2][2]float64{{cfg.Bounds.West, cfg.Bounds.South}, {cfg.Bounds.East, cfg.Bounds.North}},
		Libraries:    librariesBody{MapLibre: library(cfg.MapLibre), PMTiles: library(cfg.PMTiles)},
		Capabilities: capabilities,
		Usage: usageBody{
			Limits:      x.api.opts.Limits.body(),
			Attribution: v.attribution,
			Terms:       absolute(base, site.Terms),
			Privacy:     absolute(base, site.Privacy),
			Prohibited:  prohibited,
		},
	}
}

// serveMapStyle passes on the style that the map makes.
func (x *exchange) serveMapStyle(p *params) error {
	theme, err := p.choice(pTheme, "light", "dark")
	if err != nil {
		return err
	}
	source, err := p.choice(pSource, "pmtiles", "tilejson")
	if err != nil {
		return err
	}
	lang, err := p.readLang()
	if err != nil {
		return err
	}
	q := StyleQuery{Base: x.api.opts.Site.Base(x.r), Theme: theme, Source: source, Lang: lang}
	body, etag, err := x.api.opts.Map.Style(q)
	if err != nil {
		return fmt.Errorf("make map style: %w", err)
	}
	tag := strings.Join([]string{q.Base, theme, source, lang.String(), etag}, "\x00")
	return x.replyReady(tag, mediaJSON, body)
}

// replyReady answers with a body that changes whenever the tag does.
func (x *exchange) replyReady(tag string, media []string, body []byte) error {
	key := endpoints[x.endpoint].Path + "\x00" + tag
	if !x.notModified(weakETag(hash(0, key))) {
		x.sendPacked(key, media, body)
	}
	return nil
}

// sendPacked sends a ready body, compressed when that pays. What was packed is
// kept under the key, unless that is empty.
func (x *exchange) sendPacked(key string, media []string, body []byte) {
	enc := negotiate(x.r.Header["Accept-Encoding"])
	if enc == identity || len(body) < minCompressed {
		x.send(http.StatusOK, media, identity, body)
		return
	}
	s := scratches.Get().(*scratch)
	defer s.release()
	s.key = append(append(s.key[:0], key...), byte(enc))
	if c, ok := x.api.ready.get(s.key); ok && key != "" {
		x.send(http.StatusOK, media, c.enc, c.body)
		return
	}
	s.packed = x.api.comp.compress(s.packed[:0], body, enc)
	if key != "" {
		x.api.ready.offer(s.key, cached{s.packed, enc})
	}
	x.send(http.StatusOK, media, enc, s.packed)
}

// absolute makes a link absolute that is relative to the base URL.
func absolute(base, link string) string {
	if strings.HasPrefix(link, "/") {
		return base + link
	}
	return link
}
