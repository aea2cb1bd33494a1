package tiles

import (
	"encoding/json"
	"html"
	"math"
	"regexp"
	"strings"

	"servicemap/internal/destination"
)

// overzoom is how far a map may be zoomed in beyond the deepest tiles: they
// are drawn larger, so that places close to each other can be told apart.
const overzoom = 4

// Info is what clients need to know of an archive.
type Info struct {
	Version     string
	Bounds      destination.Box // of the archive
	MinZoom     int             // of the tiles
	MaxZoom     int
	Attribution string   // HTML
	Layers      []string // of the tiles; nil when the archive does not say
}

// Info describes the archive.
func (a *Archive) Info() Info {
	h := a.Header
	return Info{
		Version:     a.Version(),
		Bounds:      destination.Box{West: h.West, South: h.South, East: h.East, North: h.North},
		MinZoom:     int(h.MinZoom),
		MaxZoom:     int(h.MaxZoom),
		Attribution: a.Metadata.Attribution,
		Layers:      a.Metadata.layers(),
	}
}

func (m *Metadata) layers() []string {
	var list []struct{ ID string }
	if json.Unmarshal(m.VectorLayers, &list) != nil {
		return nil
	}
	var ids []string
	for _, l := range list {
		ids = append(ids, l.ID)
	}
	return ids
}

var tags = regexp.MustCompile(`<[^>]*>`)

// AttributionText is the attribution without markup.
func (i Info) AttributionText() string {
	text := html.UnescapeString(tags.ReplaceAllString(i.Attribution, ""))
	return strings.Join(strings.Fields(text), " ")
}

// View is where a map begins and how far it goes.
type View struct {
	Bounds           destination.Box
	Center           destination.Point
	Zoom             float64
	MinZoom, MaxZoom float64
}

// View is the part of the covered countries that the archive shows. An archive
// of some other part of the world is shown as it is.
func (i Info) View() View {
	covered := destination.CoveredBounds
	b := destination.Box{
		West: math.Max(covered.West, i.Bounds.West), South: math.Max(covered.South, i.Bounds.South),
		East: math.Min(covered.East, i.Bounds.East), North: math.Min(covered.North, i.Bounds.North),
	}
	if b.West >= b.East || b.South >= b.North {
		b = i.Bounds
	}
	v := View{
		Bounds:  b,
		Center:  destination.Point{Lat: round((b.South+b.North)/2, 100), Lng: round((b.West+b.East)/2, 100)},
		MinZoom: float64(max(i.MinZoom, min(3, i.MaxZoom))),
		MaxZoom: math.Min(float64(i.MaxZoom+overzoom), 22),
	}
	// The zoom at which the bounds fill about 700 pixels.
	fit := math.Log2(700.0 / 512 * 360 / math.Max(b.East-b.West, 0.01))
	v.Zoom = math.Max(v.MinZoom, math.Min(round(fit, 10), v.MaxZoom))
	return v
}

func round(v, per float64) float64 { return math.Round(v*per) / per }
