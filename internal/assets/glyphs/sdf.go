package glyphs

import (
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// What map clients expect of a glyph: drawn 24 pixels high, with a margin of 3
// pixels; a pixel's value falls by 255 over 8 pixels and is 191 on the outline.
const (
	emPixels = 24
	margin   = 3
	radius   = 8.0
	cutoff   = 0.25
)

// Glyph is one character as a signed distance field.
type Glyph struct {
	ID            rune
	Bitmap        []byte // (Width+2*margin) × (Height+2*margin)
	Width, Height int
	Left, Top     int // of the bitmap without margin; Top counts from the ascender
	Advance       int
}

type point struct{ x, y float64 }

type edge struct{ a, b point }

// draw computes the distance field of an outline given at emPixels per em, y down.
func draw(id rune, segments sfnt.Segments, advance fixed.Int26_6, ascender int) Glyph {
	g := Glyph{ID: id, Advance: advance.Round()}
	edges := flatten(segments)
	if len(edges) == 0 {
		return g
	}
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, e := range edges {
		lo = point{math.Min(lo.x, e.a.x), math.Min(lo.y, e.a.y)}
		hi = point{math.Max(hi.x, e.a.x), math.Max(hi.y, e.a.y)}
	}
	left, top := math.Floor(lo.x), math.Floor(lo.y)
	g.Left, g.Top = int(left), -int(top)-ascender
	g.Width, g.Height = int(math.Ceil(hi.x)-left), int(math.Ceil(hi.y)-top)
	w, h := g.Width+2*margin, g.Height+2*margin
	g.Bitmap = make([]byte, w*h)
	for y := range h {
		for x := range w {
			p := point{left + float64(x-margin) + 0.5, top + float64(y-margin) + 0.5}
			v := 255 - 255*(distance(edges, p)/radius+cutoff)
			g.Bitmap[y*w+x] = byte(math.Round(math.Max(0, math.Min(255, v))))
		}
	}
	return g
}

// distance from p to the outline, negative inside (by the winding rule).
func distance(edges []edge, p point) float64 {
	best, winding := math.Inf(1), 0
	for _, e := range edges {
		dx, dy := e.b.x-e.a.x, e.b.y-e.a.y
		t := 0.0
		if l := dx*dx + dy*dy; l > 0 {
			t = math.Max(0, math.Min(1, ((p.x-e.a.x)*dx+(p.y-e.a.y)*dy)/l))
		}
		ex, ey := e.a.x+t*dx-p.x, e.a.y+t*dy-p.y
		best = math.Min(best, ex*ex+ey*ey)
		if (e.a.y <= p.y) != (e.b.y <= p.y) && e.a.x+(p.y-e.a.y)/dy*dx > p.x {
			if dy > 0 {
				winding++
			} else {
				winding--
			}
		}
	}
	if winding != 0 {
		return -math.Sqrt(best)
	}
	return math.Sqrt(best)
}

// curveSteps is how many straight lines stand for a curve: a curve of a glyph
// is a few pixels long.
const curveSteps = 8

func flatten(segments sfnt.Segments) []edge {
	var edges []edge
	var start, at point
	line := func(to point) {
		if to != at {
			edges = append(edges, edge{at, to})
		}
		at = to
	}
	for _, s := range segments {
		p := [3]point{pixel(s.Args[0]), pixel(s.Args[1]), pixel(s.Args[2])}
		from := at
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			line(start)
			start, at = p[0], p[0]
		case sfnt.SegmentOpLineTo:
			line(p[0])
		case sfnt.SegmentOpQuadTo:
			for i := 1; i <= curveSteps; i++ {
				t := float64(i) / curveSteps
				line(mix(mix(from, p[0], t), mix(p[0], p[1], t), t))
			}
		case sfnt.SegmentOpCubeTo:
			for i := 1; i <= curveSteps; i++ {
				t := float64(i) / curveSteps
				ab, bc, cd := mix(from, p[0], t), mix(p[0], p[1], t), mix(p[1], p[2], t)
				line(mix(mix(ab, bc, t), mix(bc, cd, t), t))
			}
		}
	}
	line(start)
	return edges
}

func pixel(p fixed.Point26_6) point { return point{float64(p.X) / 64, float64(p.Y) / 64} }

func mix(a, b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }
