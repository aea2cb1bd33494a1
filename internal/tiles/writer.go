package tiles

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// firstFetch is what readers fetch at once: header and root directory fit in it.
const firstFetch = 16384

// leafEntries is the size of a leaf directory: about 16 KiB packed.
const leafEntries = 4096

// Writer builds an archive in memory: tiles in any order, then WriteTo.
type Writer struct {
	tiles map[uint64]int // tile number → place in bodies
	byKey map[[sha256.Size]byte]int
	body  [][]byte
}

// NewWriter is a writer of an empty archive.
func NewWriter() *Writer {
	return &Writer{tiles: map[uint64]int{}, byKey: map[[sha256.Size]byte]int{}}
}

// Add puts a tile into the archive; the same bytes are kept once.
func (w *Writer) Add(z uint8, x, y uint32, tile []byte) error {
	if z > maxArchiveZoom || x>>z != 0 || y>>z != 0 {
		return fmt.Errorf("add tile %d/%d/%d: no such tile", z, x, y)
	}
	key := sha256.Sum256(tile)
	i, ok := w.byKey[key]
	if !ok {
		packed, err := pack(tile)
		if err != nil {
			return fmt.Errorf("add tile %d/%d/%d: %w", z, x, y, err)
		}
		i = len(w.body)
		w.byKey[key] = i
		w.body = append(w.body, packed)
	}
	w.tiles[tileID(z, x, y)] = i
	return nil
}

// Write writes the archive: h gives bounds and centre, everything else in it
// follows from the tiles.
func (w *Writer) Write(out io.Writer, h Header, metadata any) error {
	if len(w.tiles) == 0 {
		return errors.New("write archive: no tiles")
	}
	meta, err := json.Marshal(metadata)
	if err != nil {
		return fmt.Errorf("write archive: %w", err)
	}
	packedMeta, err := pack(meta)
	if err != nil {
		return fmt.Errorf("write archive: %w", err)
	}
	entries, data := w.layout()
	root, leaves, err := directories(entries)
	if err != nil {
		return fmt.Errorf("write archive: %w", err)
	}
	h.RootOffset, h.RootLength = headerSize, uint64(len(root))
	h.MetadataOffset, h.MetadataLength = h.RootOffset+h.RootLength, uint64(len(packedMeta))
	h.LeafOffset, h.LeafLength = h.MetadataOffset+h.MetadataLength, uint64(len(leaves))
	h.DataOffset, h.DataLength = h.LeafOffset+h.LeafLength, uint64(len(data))
	h.Addressed, h.Entries, h.Contents = uint64(len(w.tiles)), uint64(len(entries)), uint64(len(w.body))
	h.Clustered, h.InternalCompression, h.TileCompression, h.TileType = true, CompressionGzip, CompressionGzip, TypeMVT
	h.MinZoom, _, _ = tileZXY(entries[0].id)
	h.MaxZoom, _, _ = tileZXY(entries[len(entries)-1].id)
	for _, part := range [][]byte{h.marshal(), root, packedMeta, leaves, data} {
		if _, err := out.Write(part); err != nil {
			return fmt.Errorf("write archive: %w", err)
		}
	}
	return nil
}

// layout puts the tiles' bytes in the order of their numbers, each once.
func (w *Writer) layout() ([]entry, []byte) {
	ids := make([]uint64, 0, len(w.tiles))
	for id := range w.tiles {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	offsets := make([]int, len(w.body))
	for i := range offsets {
		offsets[i] = -1
	}
	var entries []entry
	var data []byte
	for _, id := range ids {
		i := w.tiles[id]
		if offsets[i] < 0 {
			offsets[i] = len(data)
			data = append(data, w.body[i]...)
		}
		e := entry{id: id, offset: uint64(offsets[i]), length: uint32(len(w.body[i])), run: 1}
		if n := len(entries); n > 0 && entries[n-1].offset == e.offset && entries[n-1].id+uint64(entries[n-1].run) == id {
			entries[n-1].run++
			continue
		}
		entries = append(entries, e)
	}
	return entries, data
}

// directories packs the entries into a root that fits the first fetch, with
// leaves below it where they are too many.
func directories(entries []entry) (root, leaves []byte, err error) {
	root, err = pack(marshalDirectory(entries))
	if err != nil || len(root) <= firstFetch-headerSize {
		return root, nil, err
	}
	for size := leafEntries; ; size *= 2 {
		var top []entry
		leaves = nil
		for chunk := range slices.Chunk(entries, size) {
			leaf, err := pack(marshalDirectory(chunk))
			if err != nil {
				return nil, nil, err
			}
			top = append(top, entry{id: chunk[0].id, offset: uint64(len(leaves)), length: uint32(len(leaf))})
			leaves = append(leaves, leaf...)
		}
		root, err = pack(marshalDirectory(top))
		if err != nil || len(root) <= firstFetch-headerSize {
			return root, leaves, err
		}
	}
}

// pack compresses at the best level: an archive is written once and read often.
func pack(b []byte) ([]byte, error) {
	var buf bytes.Buffer
	zw, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := zw.Write(b); err != nil {
		return nil, err
	}
	if err := zw.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
