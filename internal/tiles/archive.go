// Package tiles owns tile archives in the PMTiles format (version 3): it reads
// and writes them, keeps the one that is served up to date with the operator's
// file, and serves it by byte range and tile by tile.
//
// It refuses what would let a client take the whole archive away: requests
// without a range, ranges over 1 MiB, and clients that are over their budget.
// It does not draw: what is in a tile is the business of the style.
package tiles

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

const (
	// maxUnpacked bounds what a crafted directory, metadata or tile unpacks to.
	maxUnpacked = 64 << 20
	// maxDepth is how many directories lead to a tile at most.
	maxDepth = 4
	// cachedLeaves is how many leaf directories are kept unpacked: about 100 KiB each.
	cachedLeaves = 256
	// cachedTiles is how many tiles are kept that had to be compressed.
	cachedTiles = 1024
)

// ErrNoTile is returned for a tile that the archive does not hold.
var ErrNoTile = errors.New("no such tile")

// Archive is an open archive, safe for concurrent use. It stays readable while
// somebody holds it, even when its file has been replaced.
type Archive struct {
	Header   Header
	Metadata Metadata
	Size     int64

	etag   string // strong, with its quotes
	src    io.ReaderAt
	closer io.Closer
	users  atomic.Int64 // holders; the file is closed when the last one is gone
	root   []entry
	leaves *lru[uint64, []entry]
	packed *lru[uint64, []byte]
}

// Metadata is what the archive says of itself.
type Metadata struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Version      string          `json:"version"`
	Attribution  string          `json:"attribution"` // HTML
	VectorLayers json.RawMessage `json:"vector_layers"`
}

// Open reads and checks an archive's header, metadata and root directory.
func Open(path string) (*Archive, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open tile archive: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("open tile archive: %w", err)
	}
	if !info.Mode().IsRegular() {
		f.Close()
		return nil, fmt.Errorf("open tile archive %s: not a file", path)
	}
	// The time is part of the tag: the same header may stand before other tiles.
	a, err := newArchive(f, info.Size(), f, fmt.Sprint(info.ModTime().UnixNano()))
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("open tile archive %s: %w", path, err)
	}
	return a, nil
}

// FromBytes reads an archive that is in memory.
func FromBytes(b []byte) (*Archive, error) {
	sum := sha256.Sum256(b)
	a, err := newArchive(bytes.NewReader(b), int64(len(b)), nil, string(sum[:]))
	if err != nil {
		return nil, fmt.Errorf("read tile archive: %w", err)
	}
	return a, nil
}

func newArchive(src io.ReaderAt, size int64, closer io.Closer, tag string) (*Archive, error) {
	head, err := readAt(src, 0, headerSize)
	if err != nil {
		return nil, errors.New("not a PMTiles archive")
	}
	h, err := parseHeader(head)
	if err != nil {
		return nil, err
	}
	if err := h.check(size); err != nil {
		return nil, err
	}
	a := &Archive{
		Header: h, Size: size, src: src, closer: closer,
		leaves: newLRU[uint64, []entry](cachedLeaves), packed: newLRU[uint64, []byte](cachedTiles),
	}
	a.users.Store(1)
	root, err := a.section(h.RootOffset, h.RootLength)
	if err != nil {
		return nil, fmt.Errorf("read root directory: %w", err)
	}
	if a.root, err = parseDirectory(root); err != nil {
		return nil, fmt.Errorf("read root directory: %w", err)
	}
	meta, err := a.section(h.MetadataOffset, h.MetadataLength)
	if err != nil {
		return nil, fmt.Errorf("read metadata: %w", err)
	}
	if err := json.Unmarshal(meta, &a.Metadata); err != nil {
		return nil, fmt.Errorf("read metadata: %w", err)
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%d\n%s\n", size, tag)
	sum.Write(head)
	sum.Write(root)
	a.etag = `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
	return a, nil
}

// Version tells one archive from another; it changes when the file does.
func (a *Archive) Version() string { return a.etag[1 : len(a.etag)-1] }

// acquire takes a hold of the archive; it fails when the archive is closed.
func (a *Archive) acquire() bool {
	for {
		n := a.users.Load()
		if n == 0 {
			return false
		}
		if a.users.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Close gives up a hold; the file is closed with the last one.
func (a *Archive) Close() error {
	if a.users.Add(-1) > 0 || a.closer == nil {
		return nil
	}
	return a.closer.Close()
}

// Tile returns a tile's bytes as they are stored, packed as the header says.
func (a *Archive) Tile(z uint8, x, y uint32) ([]byte, error) {
	if z < a.Header.MinZoom || z > a.Header.MaxZoom || x>>z != 0 || y>>z != 0 {
		return nil, ErrNoTile
	}
	id, dir := tileID(z, x, y), a.root
	for range maxDepth {
		e, ok := find(dir, id)
		if !ok {
			return nil, ErrNoTile
		}
		if e.run > 0 {
			return a.data(e)
		}
		var err error
		if dir, err = a.leaf(e); err != nil {
			return nil, fmt.Errorf("tile %d/%d/%d: %w", z, x, y, err)
		}
	}
	return nil, fmt.Errorf("tile %d/%d/%d: %w", z, x, y, errDirectory)
}

func (a *Archive) data(e entry) ([]byte, error) {
	if e.offset > a.Header.DataLength || uint64(e.length) > a.Header.DataLength-e.offset {
		return nil, errDirectory
	}
	return readAt(a.src, int64(a.Header.DataOffset+e.offset), int(e.length))
}

func (a *Archive) leaf(e entry) ([]entry, error) {
	if e.offset > a.Header.LeafLength || uint64(e.length) > a.Header.LeafLength-e.offset {
		return nil, errDirectory
	}
	return a.leaves.get(e.offset, func() ([]entry, error) {
		b, err := a.section(a.Header.LeafOffset+e.offset, uint64(e.length))
		if err != nil {
			return nil, err
		}
		return parseDirectory(b)
	})
}

// Gzipped returns a tile packed with gzip, whatever the archive's own way is.
func (a *Archive) Gzipped(z uint8, x, y uint32) ([]byte, error) {
	if a.Header.TileCompression == CompressionGzip {
		return a.Tile(z, x, y)
	}
	return a.packed.get(tileID(z, x, y), func() ([]byte, error) {
		b, err := a.Tile(z, x, y)
		if err != nil {
			return nil, err
		}
		return pack(b)
	})
}

// section reads and unpacks a directory or the metadata.
func (a *Archive) section(offset, length uint64) ([]byte, error) {
	if length > maxUnpacked {
		return nil, fmt.Errorf("%d bytes are too many", length)
	}
	b, err := readAt(a.src, int64(offset), int(length))
	if err != nil || a.Header.InternalCompression == CompressionNone {
		return b, err
	}
	return unpack(b)
}

func readAt(src io.ReaderAt, offset int64, length int) ([]byte, error) {
	b := make([]byte, length)
	if _, err := io.ReadFull(io.NewSectionReader(src, offset, int64(length)), b); err != nil {
		return nil, err
	}
	return b, nil
}

func unpack(b []byte) ([]byte, error) {
	zr, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(zr, maxUnpacked+1))
	if err != nil {
		return nil, err
	}
	if len(out) > maxUnpacked {
		return nil, errors.New("unpacks to too many bytes")
	}
	return out, nil
}
