package importer

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"time"

	"servicemap/internal/destination"
)

//go:embed report.html
var reportHTML string

type reportPoint struct {
	at       destination.Point
	category destination.Category
}

// WriteHTML writes the report as a page that needs nothing from anywhere.
func (r *Report) WriteHTML(w io.Writer) error {
	t, err := template.New("report").Funcs(template.FuncMap{
		"percent":  func(n, of int) string { return fmt.Sprintf("%.2f", 100*float64(n)/float64(max(of, 1))) },
		"thousand": thousands,
	}).Parse(reportHTML)
	if err != nil {
		return err
	}
	most := 1
	for _, c := range r.Categories {
		most = max(most, c.Count)
	}
	mostRegion := 1
	for _, c := range r.Regions {
		mostRegion = max(mostRegion, c.Count)
	}
	return t.Execute(w, map[string]any{
		"R": r, "Most": most, "MostRegion": mostRegion, "Reasons": r.reasons(), "DroppedTotal": r.droppedTotal(),
		"Map": r.svg(), "Sources": r.sources, "Outcome": r.outcome(),
		"Took": r.Duration.Round(10 * time.Millisecond).String(), "Memory": r.MemoryBytes >> 20,
		"Date": r.Started.UTC().Format("2006-01-02 15:04 UTC"),
	})
}

func (r *Report) droppedTotal() (n int) {
	for _, reason := range r.reasons() {
		n += reason.Count
	}
	return n
}

func thousands(n any) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:] // a narrow no-break space
	}
	return s
}

const (
	mapWidth = 960
	// maxDots keeps the page of a whole country small: with more destinations
	// than that, those of one pixel and category share a dot.
	maxDots = 40_000
)

// svg draws the destinations as dots, in Mercator's projection.
func (r *Report) svg() template.HTML {
	if len(r.points) == 0 {
		return ""
	}
	west, east := math.Inf(1), math.Inf(-1)
	south, north := math.Inf(1), math.Inf(-1)
	for _, p := range r.points {
		west, east = min(west, p.at.Lng), max(east, p.at.Lng)
		y := mercator(p.at.Lat)
		south, north = min(south, y), max(north, y)
	}
	span := max(east-west, (north-south)*1.3, 0.01)
	margin := span * 0.03
	scale := mapWidth / (east - west + 2*margin)
	height := (north - south + 2*margin) * scale
	if limit := 1.1 * mapWidth; height > limit {
		scale *= limit / height
		height = limit
	}
	width := (east - west + 2*margin) * scale
	radius := 3.4
	if len(r.points) > 3000 {
		radius = 2
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %.0f %.0f" role="img" aria-label="Karte der Ziele"><rect width="100%%" height="100%%" rx="10" class="sea"/>`, width, height)
	drawn := map[[3]int]bool{}
	for c := range destination.AllCategories() {
		category := destination.Category(c)
		open := false
		for _, p := range r.points {
			if p.category != category {
				continue
			}
			x, y := (p.at.Lng-west+margin)*scale, (north+margin-mercator(p.at.Lat))*scale
			if len(r.points) > maxDots {
				pixel := [3]int{int(x), int(y), c}
				if drawn[pixel] {
					continue
				}
				drawn[pixel] = true
			}
			if !open {
				fmt.Fprintf(&b, `<g fill="%s">`, category.Info().Color)
				open = true
			}
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="%g"/>`, x, y, radius)
		}
		if open {
			b.WriteString("</g>")
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) // numbers and colours of ours alone
}

// mercator is the height of a latitude on the map, in degrees at the equator.
func mercator(lat float64) float64 {
	lat = max(-85, min(85, lat))
	return 180 / math.Pi * math.Log(math.Tan(math.Pi/4+lat*math.Pi/360))
}
