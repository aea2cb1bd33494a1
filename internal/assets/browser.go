package assets

import (
	"embed"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
)

//go:embed all:dist
var dist embed.FS

// Prefix is where the browser libraries, fonts and glyphs are served.
const Prefix = "/assets/"

// Library is a browser library that the service hosts; paths begin with Prefix.
type Library struct {
	JS, CSS, Version string
}

// Browser is the set of what browsers need to draw the map.
type Browser struct{ set *Set }

// LoadBrowser reads the embedded set.
func LoadBrowser() (*Browser, error) {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	set, err := Load(sub)
	if err != nil {
		return nil, err
	}
	return &Browser{set}, nil
}

// MapLibre is the library that draws the map: an ES module, which finds its
// worker beside itself, and a style sheet.
func (b *Browser) MapLibre() Library {
	v := b.set.Versions["maplibre-gl"]
	dir := Prefix + "maplibre-gl/" + v + "/"
	return Library{JS: dir + "maplibre-gl.mjs", CSS: dir + "maplibre-gl.css", Version: v}
}

// PMTiles is the library that reads the tile archive: an ES module.
func (b *Browser) PMTiles() Library {
	v := b.set.Versions["pmtiles"]
	return Library{JS: Prefix + "pmtiles/" + v + "/pmtiles.mjs", Version: v}
}

// Names lists the files, in no particular order.
func (b *Browser) Names() []string { return b.set.Names() }

var glyphRange = regexp.MustCompile(`^(glyphs/[^/]+/[^/]+/)([0-9]+)-([0-9]+)\.pbf$`)

// Handler serves everything below Prefix.
func (b *Browser) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, Prefix)
		// Clients ask for any range of characters. One that the font has nothing
		// for is an empty answer and no error, which could cost them a whole tile.
		if m := glyphRange.FindStringSubmatch(name); m != nil && !b.set.Has(name) && b.set.Has(m[1]+"0-255.pbf") {
			name = m[1] + "empty.pbf"
		}
		b.set.Serve(w, r, name, Immutable)
	})
}
