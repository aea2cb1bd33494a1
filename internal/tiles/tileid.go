package tiles

import "math/bits"

// maxArchiveZoom is the deepest zoom whose tile numbers the format can hold.
const maxArchiveZoom = 26

// tileID is a tile's number: zoom levels one after the other, each along a
// Hilbert curve, so that neighbours on the map are neighbours in the file.
func tileID(z uint8, x, y uint32) uint64 {
	id := (uint64(1)<<(2*z) - 1) / 3
	for s := uint32(1) << z >> 1; s > 0; s >>= 1 {
		var rx, ry uint32
		if x&s != 0 {
			rx = 1
		}
		if y&s != 0 {
			ry = 1
		}
		id += uint64(s) * uint64(s) * uint64((3*rx)^ry)
		x, y = rotate(s, x, y, rx, ry)
	}
	return id
}

// tileZXY is the inverse of tileID.
func tileZXY(id uint64) (z uint8, x, y uint32) {
	z = uint8(bits.Len64(3*id+1)-1) / 2
	pos := id - (uint64(1)<<(2*z)-1)/3
	for s := uint32(1); s < uint32(1)<<z; s <<= 1 {
		rx := uint32(pos>>1) & 1
		ry := (uint32(pos) & 1) ^ rx
		x, y = rotate(s, x, y, rx, ry)
		x += s * rx
		y += s * ry
		pos >>= 2
	}
	return z, x, y
}

func rotate(s, x, y, rx, ry uint32) (uint32, uint32) {
	if ry != 0 {
		return x, y
	}
	if rx != 0 {
		x, y = s-1-x, s-1-y
	}
	return y, x
}
