package region

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"servicemap/internal/destination"
)

// gridPerDegree is the precision of encoded boundaries: about a metre.
const gridPerDegree = 1e5

// maxEncoded bounds what a broken file can make us allocate.
const maxEncoded = 64 << 20

// Encode writes the code and shape of areas compactly; Decode reads them.
func Encode(areas []Area) ([]byte, error) {
	raw := binary.AppendUvarint(nil, uint64(len(areas)))
	for _, area := range areas {
		raw = binary.AppendUvarint(raw, uint64(len(area.Code)))
		raw = append(raw, area.Code...)
		raw = binary.AppendUvarint(raw, uint64(len(area.Shape)))
		for _, polygon := range area.Shape {
			raw = binary.AppendUvarint(raw, uint64(len(polygon)))
			for _, ring := range polygon {
				raw = appendRing(raw, ring)
			}
		}
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(raw); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func appendRing(raw []byte, ring destination.Ring) []byte {
	raw = binary.AppendUvarint(raw, uint64(len(ring)))
	var x, y int64
	for _, p := range ring {
		nx, ny := int64(math.Round(p.Lng*gridPerDegree)), int64(math.Round(p.Lat*gridPerDegree))
		raw = binary.AppendVarint(binary.AppendVarint(raw, nx-x), ny-y)
		x, y = nx, ny
	}
	return raw
}

// Decode reads what Encode wrote.
func Decode(encoded []byte) ([]Area, error) {
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(encoded)), maxEncoded))
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	d := decoder{raw: raw}
	areas := make([]Area, d.count())
	for i := range areas {
		areas[i].Code = string(d.bytes(d.count()))
		areas[i].Shape = make([]destination.Polygon, d.count())
		for j := range areas[i].Shape {
			polygon := make(destination.Polygon, d.count())
			for k := range polygon {
				polygon[k] = d.ring()
			}
			areas[i].Shape[j] = polygon
		}
	}
	if d.failed {
		return nil, errors.New("boundaries end early")
	}
	return areas, nil
}

// decoder reads until the end; what it gives after that is zero.
type decoder struct {
	raw    []byte
	failed bool
}

// count reads the length of a list; no list is longer than the bytes left.
func (d *decoder) count() int {
	v, n := binary.Uvarint(d.raw)
	if n <= 0 || v > uint64(len(d.raw)-n) {
		d.raw, d.failed = nil, true
		return 0
	}
	d.raw = d.raw[n:]
	return int(v)
}

func (d *decoder) bytes(n int) []byte {
	out := d.raw[:n]
	d.raw = d.raw[n:]
	return out
}

func (d *decoder) delta() int64 {
	v, n := binary.Varint(d.raw)
	if n <= 0 {
		d.raw, d.failed = nil, true
		return 0
	}
	d.raw = d.raw[n:]
	return v
}

func (d *decoder) ring() destination.Ring {
	ring := make(destination.Ring, d.count())
	var x, y int64
	for i := range ring {
		x, y = x+d.delta(), y+d.delta()
		ring[i] = destination.Point{Lat: float64(y) / gridPerDegree, Lng: float64(x) / gridPerDegree}
	}
	return ring
}
