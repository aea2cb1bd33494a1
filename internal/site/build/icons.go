package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"

	"servicemap/internal/destination"
)

var (
	green = color.NRGBA{0x1d, 0x6b, 0x52, 0xff}
	white = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	paper = color.NRGBA{0xfb, 0xfa, 0xf7, 0xff}
)

// pin is the mark in a square of side 1: 1 for the pin, 2 for the hills on it.
func pin(x, y float64) int {
	const cx, cy, r = 0.5, 0.38, 0.31
	inHead := math.Hypot(x-cx, y-cy) < r
	inTip := y > cy && y < 0.94 && math.Abs(x-cx) < r*math.Sqrt(math.Max(0, 1-math.Pow((y-cy)/(0.94-cy), 1.6)))*0.98
	if !inHead && !inTip {
		return 0
	}
	left := 0.50 - math.Abs(x-0.43)*-1.5
	right := 0.50 - math.Abs(x-0.575)*-1.4
	if y < 0.515 && (y > left-0.20 && math.Abs(x-0.43) < 0.14 || y > right-0.15 && math.Abs(x-0.575) < 0.13) {
		return 2
	}
	return 1
}

const samples = 4

// icon is the mark on a plain ground, with room around it for any mask.
func icon(size int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	paint(img, 0, 0, size, green, white, green)
	return img
}

// paint draws the mark into a square, with smooth edges.
func paint(img *image.NRGBA, left, top, size int, ground, body, hills color.NRGBA) {
	colors := [3]color.NRGBA{ground, body, hills}
	for py := range size {
		for px := range size {
			var sum [3]int
			for i := range samples * samples {
				x := (float64(px) + (float64(i%samples)+0.5)/samples) / float64(size)
				y := (float64(py) + (float64(i/samples)+0.5)/samples) / float64(size)
				c := colors[pin(0.5+(x-0.5)*1.35, 0.48+(y-0.5)*1.35)]
				sum[0], sum[1], sum[2] = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B)
			}
			const n = samples * samples
			img.SetNRGBA(left+px, top+py, color.NRGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 0xff})
		}
	}
}

// card is the picture that other sites show with a link: the mark among dots
// in the colours of the categories.
func card(width, height int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < len(img.Pix); i += 4 {
		copy(img.Pix[i:], []byte{paper.R, paper.G, paper.B, paper.A})
	}
	state := uint32(7)
	next := func(n int) int {
		state = state*1664525 + 1013904223
		return int(state>>8) % n
	}
	for i := range 260 {
		c := parseColor(destination.Category(i % destination.NumCategories).Info().Color)
		x, y, r := next(width), next(height), 5+next(8)
		if math.Hypot(float64(x-width/2), float64(y-height/2)) > 260 {
			disc(img, x, y, float64(r), c)
		}
	}
	side := height * 4 / 5
	paint(img, (width-side)/2, (height-side)/2, side, paper, green, paper)
	return img
}

func disc(img *image.NRGBA, cx, cy int, r float64, c color.NRGBA) {
	for y := cy - int(r) - 1; y <= cy+int(r)+1; y++ {
		for x := cx - int(r) - 1; x <= cx+int(r)+1; x++ {
			if math.Hypot(float64(x-cx), float64(y-cy)) <= r && image.Pt(x, y).In(img.Rect) {
				img.SetNRGBA(x, y, c)
			}
		}
	}
}

func parseColor(hex string) color.NRGBA {
	digit := func(i int) uint8 {
		c := hex[i]
		if c >= 'a' {
			return c - 'a' + 10
		}
		return c - '0'
	}
	part := func(i int) uint8 { return digit(i)<<4 | digit(i+1) }
	return color.NRGBA{part(1), part(3), part(5), 0xff}
}

func encode(img image.Image) ([]byte, error) {
	var buf bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&buf, img)
	return buf.Bytes(), err
}

// ico wraps a PNG of 32 pixels for browsers that ask for /favicon.ico.
func ico(png32 []byte) []byte {
	head := []byte{0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0}
	head = binary.LittleEndian.AppendUint32(head, uint32(len(png32)))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(head)+4))
	return append(head, png32...)
}
