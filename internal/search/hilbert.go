package search

import "servicemap/internal/destination"

// hilbert is the place of a point on a Hilbert curve over the whole globe:
// points that are close on the curve are close on the map.
func hilbert(p destination.Point) uint64 {
	const order = 26 // finer than a metre, and with room for the document's number beside it
	const cells = 1 << order
	x := uint64(min(max((p.Lng+180)/360, 0), 1) * (cells - 1))
	y := uint64(min(max((p.Lat+90)/180, 0), 1) * (cells - 1))
	var d uint64
	for s := uint64(cells / 2); s > 0; s /= 2 {
		var rx, ry uint64
		if x&s > 0 {
			rx = 1
		}
		if y&s > 0 {
			ry = 1
		}
		d += s * s * ((3 * rx) ^ ry)
		if ry == 0 {
			if rx == 1 {
				x, y = cells-1-x, cells-1-y
			}
			x, y = y, x
		}
	}
	return d
}
