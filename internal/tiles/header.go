package tiles

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

const (
	headerSize = 127
	magic      = "PMTiles"
	version    = 3
)

// Compression is how directories, metadata or tiles are packed.
type Compression uint8

// The compressions that the format knows. Archives are read when they use none
// or gzip: browsers' PMTiles library unpacks no other.
const (
	CompressionUnknown Compression = iota
	CompressionNone
	CompressionGzip
	CompressionBrotli
	CompressionZstd
)

func (c Compression) String() string {
	names := [...]string{"unknown", "none", "gzip", "brotli", "zstd"}
	if int(c) < len(names) {
		return names[c]
	}
	return fmt.Sprintf("number %d", uint8(c))
}

// TypeMVT is the tile type of vector tiles.
const TypeMVT = 1

// Header is the fixed beginning of an archive.
type Header struct {
	RootOffset, RootLength         uint64
	MetadataOffset, MetadataLength uint64
	LeafOffset, LeafLength         uint64
	DataOffset, DataLength         uint64
	Addressed, Entries, Contents   uint64 // numbers of tiles; 0 when unknown
	Clustered                      bool
	InternalCompression            Compression
	TileCompression                Compression
	TileType                       uint8
	MinZoom, MaxZoom               uint8
	West, South, East, North       float64
	CenterZoom                     uint8
	CenterLng, CenterLat           float64
}

func e7(deg float64) uint32 { return uint32(int32(math.Round(deg * 1e7))) }

func deg(e7 uint32) float64 { return float64(int32(e7)) / 1e7 }

func (h *Header) marshal() []byte {
	le := binary.LittleEndian
	b := append(make([]byte, 0, headerSize), magic...)
	b = append(b, version)
	for _, v := range []uint64{
		h.RootOffset, h.RootLength, h.MetadataOffset, h.MetadataLength, h.LeafOffset, h.LeafLength,
		h.DataOffset, h.DataLength, h.Addressed, h.Entries, h.Contents,
	} {
		b = le.AppendUint64(b, v)
	}
	clustered := byte(0)
	if h.Clustered {
		clustered = 1
	}
	b = append(b, clustered, byte(h.InternalCompression), byte(h.TileCompression), h.TileType, h.MinZoom, h.MaxZoom)
	for _, v := range []float64{h.West, h.South, h.East, h.North} {
		b = le.AppendUint32(b, e7(v))
	}
	b = append(b, h.CenterZoom)
	b = le.AppendUint32(b, e7(h.CenterLng))
	return le.AppendUint32(b, e7(h.CenterLat))
}

func parseHeader(b []byte) (Header, error) {
	var h Header
	if len(b) < headerSize || string(b[:len(magic)]) != magic {
		return h, errors.New("not a PMTiles archive")
	}
	if b[7] != version {
		return h, fmt.Errorf("PMTiles version %d: only version %d is read", b[7], version)
	}
	le := binary.LittleEndian
	for i, field := range []*uint64{
		&h.RootOffset, &h.RootLength, &h.MetadataOffset, &h.MetadataLength, &h.LeafOffset, &h.LeafLength,
		&h.DataOffset, &h.DataLength, &h.Addressed, &h.Entries, &h.Contents,
	} {
		*field = le.Uint64(b[8+8*i:])
	}
	h.Clustered = b[96] == 1
	h.InternalCompression, h.TileCompression, h.TileType = Compression(b[97]), Compression(b[98]), b[99]
	h.MinZoom, h.MaxZoom = b[100], b[101]
	for i, field := range []*float64{&h.West, &h.South, &h.East, &h.North} {
		*field = deg(le.Uint32(b[102+4*i:]))
	}
	h.CenterZoom = b[118]
	h.CenterLng, h.CenterLat = deg(le.Uint32(b[119:])), deg(le.Uint32(b[123:]))
	return h, nil
}

// check refuses what cannot be served, and says why in an operator's words.
func (h *Header) check(size int64) error {
	sections := []struct {
		name           string
		offset, length uint64
	}{
		{"root directory", h.RootOffset, h.RootLength},
		{"metadata", h.MetadataOffset, h.MetadataLength},
		{"leaf directories", h.LeafOffset, h.LeafLength},
		{"tile data", h.DataOffset, h.DataLength},
	}
	for _, s := range sections {
		if s.offset > uint64(size) || s.length > uint64(size)-s.offset {
			return fmt.Errorf("the file ends before its %s does (%d bytes): was it copied completely?", s.name, size)
		}
	}
	for _, c := range []Compression{h.InternalCompression, h.TileCompression} {
		if c != CompressionNone && c != CompressionGzip {
			return fmt.Errorf("compression %s is not supported: only gzip and none are", c)
		}
	}
	if h.TileType != TypeMVT {
		return fmt.Errorf("tile type %d is not supported: the style needs vector tiles (MVT)", h.TileType)
	}
	if h.MinZoom > h.MaxZoom || h.MaxZoom > maxArchiveZoom {
		return fmt.Errorf("zooms %d to %d make no sense", h.MinZoom, h.MaxZoom)
	}
	if !(h.West < h.East && h.South < h.North && h.West >= -180 && h.East <= 180 && h.South >= -90 && h.North <= 90) {
		return fmt.Errorf("bounds %v,%v,%v,%v make no sense", h.West, h.South, h.East, h.North)
	}
	return nil
}
