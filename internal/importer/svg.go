package importer

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"servicemap/internal/destination"
	"servicemap/internal/region"
)

const (
	mapWidth     = 960.0
	maxMapHeight = 1000.0
	// maxDots keeps the page of a whole country small: with more destinations
	// than that, those of one pixel and category share a dot.
	maxDots = 40_000
)

// canvas puts positions on the map, in Mercator's projection.
type canvas struct {
	west, north   float64 // the corner, in degrees at the equator
	scale         float64
	width, height float64
}

func newCanvas(points []reportPoint) canvas {
	west, east, south, north := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range points {
		y := mercator(p.at.Lat)
		west, east = min(west, p.at.Lng), max(east, p.at.Lng)
		south, north = min(south, y), max(north, y)
	}
	margin := 0.04 * max(east-west, north-south, 0.05)
	west, east, south, north = west-margin, east+margin, south-margin, north+margin
	if wide := (north - south) * mapWidth / maxMapHeight; wide > east-west { // tall regions get sea on both sides
		west, east = west-(wide-east+west)/2, east+(wide-east+west)/2
	}
	scale := mapWidth / (east - west)
	return canvas{west: west, north: north, scale: scale, width: mapWidth, height: (north - south) * scale}
}

func (c canvas) at(p destination.Point) (x, y float64) {
	return (p.Lng - c.west) * c.scale, (c.north - mercator(p.Lat)) * c.scale
}

// mercator is the height of a latitude on the map, in degrees at the equator.
func mercator(lat float64) float64 {
	lat = max(-85, min(85, lat))
	return 180 / math.Pi * math.Log(math.Tan(math.Pi/4+lat*math.Pi/360))
}

// svg draws the destinations as dots over the borders of states.
func (r *Report) svg() template.HTML {
	if len(r.points) == 0 {
		return ""
	}
	c := newCanvas(r.points)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %.0f %.0f" role="img" aria-label="Map of the destinations"><rect width="100%%" height="100%%" class="sea"/>`, c.width, c.height)
	if areas, err := region.Borders(); err == nil { // without them the dots still show
		for _, area := range areas {
			c.area(&b, area)
		}
	}
	r.dots(&b, c)
	b.WriteString("</svg>")
	return template.HTML(b.String()) // numbers and colours of ours alone
}

// area draws the rings of an area that touch the map, a point a pixel.
func (c canvas) area(b *strings.Builder, area region.Area) {
	var path strings.Builder
	for _, polygon := range area.Shape {
		for _, ring := range polygon {
			box := destination.Bounds(ring)
			left, top := c.at(destination.Point{Lat: box.North, Lng: box.West})
			right, bottom := c.at(destination.Point{Lat: box.South, Lng: box.East})
			if right < 0 || left > c.width || bottom < 0 || top > c.height {
				continue
			}
			command, lastX, lastY := 'M', math.Inf(1), 0.0
			for _, p := range ring {
				x, y := c.at(p)
				if math.Hypot(x-lastX, y-lastY) < 1.5 {
					continue
				}
				fmt.Fprintf(&path, "%c%.0f %.0f", command, x, y)
				command, lastX, lastY = 'L', x, y
			}
			path.WriteByte('Z')
		}
	}
	if path.Len() > 0 {
		class := "near"
		if _, own := destination.RegionByCode(area.Code); own || area.Code == "LI" {
			class = "land"
		}
		fmt.Fprintf(b, `<path class="%s" d="%s"/>`, class, path.String())
	}
}

func (r *Report) dots(b *strings.Builder, c canvas) {
	radius := 3.4
	if len(r.points) > 3000 {
		radius = 2
	}
	byCategory := map[destination.Category][]reportPoint{}
	for _, p := range r.points {
		byCategory[p.category] = append(byCategory[p.category], p)
	}
	for _, category := range destination.AllCategories() {
		if len(byCategory[category]) == 0 {
			continue
		}
		fmt.Fprintf(b, `<g fill="%s">`, category.Info().Color)
		drawn := map[[2]int]bool{}
		for _, p := range byCategory[category] {
			x, y := c.at(p.at)
			if len(r.points) > maxDots {
				pixel := [2]int{int(x), int(y)}
				if drawn[pixel] {
					continue
				}
				drawn[pixel] = true
			}
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="%g"/>`, x, y, radius)
		}
		b.WriteString("</g>")
	}
}
