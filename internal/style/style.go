// Package style owns the look of the map: a MapLibre style for each theme and
// language, built at build time from the layers of @protomaps/basemaps (see
// build/) and completed for each request with absolute URLs.
//
// It knows nothing of what the tiles hold beyond the layer names of the
// Protomaps basemap (version 4), which the built-in overview and an operator's
// archive share.
package style

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"servicemap/internal/destination"
)

//go:embed all:dist
var dist embed.FS

// Themes and the kinds of source, the default first.
var (
	Themes  = []string{"light", "dark"}
	Sources = []string{"pmtiles", "tilejson"}
)

// languages are the file names' parts, by destination.Lang.
var languages = map[destination.Lang]string{destination.German: "de", destination.English: "en"}

// Options choose a style and complete it.
type Options struct {
	Base        string // absolute URL of the service, without a slash at the end
	Theme       string // "" for the default
	Lang        destination.Lang
	Source      string // "pmtiles" (or ""), or "tilejson" for clients without a PMTiles library
	Archive     string // path of the tile archive
	TileJSON    string // path of the tiles' description
	Attribution string // of the tiles, HTML
	// TileLayers are the layers that the tiles have; nil when that is not known.
	// What draws other layers is left out: clients complain about it.
	TileLayers []string
}

// Styles holds the templates, safe for concurrent use.
type Styles struct {
	templates map[string]*template // by "theme-lang"
}

// Load reads the embedded templates.
func Load() (*Styles, error) {
	s := &Styles{templates: map[string]*template{}}
	for _, theme := range Themes {
		for _, lang := range languages {
			name := theme + "-" + lang
			text, err := dist.ReadFile("dist/" + name + ".json")
			if errors.Is(err, fs.ErrNotExist) {
				return nil, errors.New("the map styles are not built in: run \"make assets\" before \"go build\"")
			}
			if err != nil {
				return nil, fmt.Errorf("load style %s: %w", name, err)
			}
			if s.templates[name], err = parse(text); err != nil {
				return nil, fmt.Errorf("load style %s: %w", name, err)
			}
		}
	}
	return s, nil
}

// Render returns a style and its ETag. An unknown theme or source is a
// *destination.ParamError.
func (s *Styles) Render(o Options) (body []byte, etag string, err error) {
	if o.Theme == "" {
		o.Theme = Themes[0]
	}
	t := s.templates[o.Theme+"-"+languages[o.Lang]]
	if t == nil {
		return nil, "", &destination.ParamError{Param: "theme", Value: o.Theme, Allowed: "light or dark"}
	}
	values := map[string]string{"BASE": o.Base, "ATTRIBUTION": o.Attribution}
	switch o.Source {
	case "", "pmtiles":
		values["SOURCE"] = "pmtiles://" + o.Base + o.Archive
	case "tilejson":
		values["SOURCE"] = o.Base + o.TileJSON
	default:
		return nil, "", &destination.ParamError{Param: "source", Value: o.Source, Allowed: "pmtiles or tilejson"}
	}
	if body, err = t.render(values, o.TileLayers); err != nil {
		return nil, "", fmt.Errorf("render style: %w", err)
	}
	sum := sha256.Sum256(body)
	return body, `"` + hex.EncodeToString(sum[:10]) + `"`, nil
}

// template is a style with places to fill in: parts of text, each but the last
// followed by the name of a value; and the layers, which have no such places.
type template struct {
	parts  [][]byte
	names  []string
	layers []layer
}

type layer struct {
	text       []byte
	tilesLayer string // "" for what needs no tiles
}

var names = []string{"BASE", "SOURCE", "ATTRIBUTION"}

func parse(text []byte) (*template, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	var raws []json.RawMessage
	if err := json.Unmarshal(fields["layers"], &raws); err != nil {
		return nil, err
	}
	t := &template{}
	for _, raw := range raws {
		var l struct {
			SourceLayer string `json:"source-layer"`
		}
		if err := json.Unmarshal(raw, &l); err != nil {
			return nil, err
		}
		t.layers = append(t.layers, layer{text: raw, tilesLayer: l.SourceLayer})
	}
	delete(fields, "layers")
	head, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	t.split(head[:len(head)-1])
	return t, nil
}

func (t *template) split(text []byte) {
	for {
		at, name := -1, ""
		for _, n := range names {
			if i := bytes.Index(text, []byte("@"+n+"@")); i >= 0 && (at < 0 || i < at) {
				at, name = i, n
			}
		}
		if at < 0 {
			t.parts = append(t.parts, text)
			return
		}
		t.parts = append(t.parts, text[:at])
		t.names = append(t.names, name)
		text = text[at+len(name)+2:]
	}
}

func (t *template) render(values map[string]string, tileLayers []string) ([]byte, error) {
	quoted := make(map[string][]byte, len(values))
	for name, v := range values {
		q, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		quoted[name] = q[1 : len(q)-1]
	}
	out := make([]byte, 0, 40<<10)
	for i, part := range t.parts {
		out = append(out, part...)
		if i < len(t.names) {
			out = append(out, quoted[t.names[i]]...)
		}
	}
	out = append(out, `,"layers":[`...)
	for i, l := range t.layers {
		if tileLayers != nil && l.tilesLayer != "" && !slices.Contains(tileLayers, l.tilesLayer) {
			continue
		}
		if i > 0 { // the first is the background, which needs no tiles
			out = append(out, ',')
		}
		out = append(out, l.text...)
	}
	return append(out, "]}"...), nil
}
