// Package osm reads OpenStreetMap extracts, as PBF or XML, and finds the
// elements that its caller is interested in, with their position and shape. It
// owns the formats, the assembly of ways and multipolygons and the bounded
// memory in which that happens; what an element means is the caller's to say.
//
// Positions of nodes make up most of an extract and few of them are needed. So
// elements are read in the order of their dependence: relations, which say what
// ways are needed; ways, which say what nodes are needed; and nodes last. Files
// are sorted the other way round, which a seekable file does not mind.
package osm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"servicemap/internal/destination"
)

// Kind is what an element is.
type Kind uint8

const (
	Node Kind = iota
	Way
	Relation
)

// String is the name of the kind as it stands in addresses on openstreetmap.org.
func (k Kind) String() string { return [...]string{"node", "way", "relation"}[k] }

// Verdict is what the caller thinks of an element by its tags.
type Verdict struct {
	Role uint16 // handed back with the element; 0: not wanted
	Bare bool   // some points of it are enough: no tags, no shape, no id
}

// Interest says what elements to look for. Its functions are called
// concurrently, and must not keep the tags that they are given.
type Interest struct {
	Keys    []string // an element with none of these tags is not looked at
	Judge   func(kind Kind, tags destination.Tags) Verdict
	KeepTag func(key string) bool // which tags a found element keeps; nil: all
}

// Found is an element that the interest asked for.
type Found struct {
	Role     uint16
	Feature  destination.Feature // not for bare ones
	Complete bool                // nothing of its shape lies outside of the extract
	Points   []destination.Point // of bare ones
}

// Progress tells how far a phase is, in bytes of the file.
type Progress struct {
	Phase       string
	Done, Total int64
}

// Options of a read.
type Options struct {
	Interest Interest
	Workers  int // 0: one a processor
	// Emit takes what was found, in the order of the file: nodes, ways, relations.
	Emit func(Found) error
	// Progress, when set, is told now and then.
	Progress func(Progress)
	// Problem, when set, is asked about a damaged part: nil goes on without it.
	Problem func(error) error
}

// Stats tells what an extract holds.
type Stats struct {
	Nodes, Ways, Relations int64
	Found                  int64
	Unplaced               int64 // found, but all of its nodes lie outside of the extract
	DataDate               time.Time
}

// IsFile reports whether a file name is that of an OpenStreetMap extract.
func IsFile(name string) bool {
	for _, suffix := range []string{".osm.pbf", ".pbf", ".osm", ".osm.gz", ".osm.bz2"} {
		if strings.HasSuffix(strings.ToLower(name), suffix) {
			return true
		}
	}
	return false
}

// Read finds everything of interest in a file. Errors name the file and the
// place in it.
func Read(ctx context.Context, path string, opts Options) (Stats, error) {
	f, err := os.Open(path)
	if err != nil {
		return Stats{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Stats{}, err
	}
	return ReadFrom(ctx, path, f, info.Size(), opts)
}

// ReadFrom is Read for what is not a file; the name tells the format.
func ReadFrom(ctx context.Context, name string, in io.ReaderAt, size int64, opts Options) (Stats, error) {
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.Problem == nil {
		opts.Problem = func(err error) error { return err }
	}
	if size == 0 {
		return Stats{}, fmt.Errorf("read %s: the file is empty", name)
	}
	var src source = &xmlFile{in: in, opts: &opts, total: size}
	if strings.HasSuffix(strings.ToLower(name), ".pbf") {
		var err error
		if src, err = openPBF(in, size, &opts); err != nil {
			return Stats{}, fmt.Errorf("read %s: %w", name, err)
		}
	}
	stats, err := read(ctx, src, &opts)
	if file, ok := src.(*pbf); ok && errors.Is(err, errUnsorted) {
		if err = file.doubt(); err == nil {
			stats, err = read(ctx, src, &opts)
		}
	}
	if err != nil {
		return stats, fmt.Errorf("read %s: %w", name, err)
	}
	return stats, nil
}

// source is a file whose elements can be visited kind by kind.
type source interface {
	// visit hands every element of the kind to the harvest.
	visit(ctx context.Context, kind Kind, h *harvest) error
	dataDate() time.Time
}

func read(ctx context.Context, src source, opts *Options) (Stats, error) {
	h := newHarvest(opts)
	for _, kind := range []Kind{Relation, Way, Node} {
		if err := src.visit(ctx, kind, h); err != nil {
			return h.stats, err
		}
		if err := ctx.Err(); err != nil {
			return h.stats, err
		}
		h.finish(kind)
	}
	h.stats.DataDate = src.dataDate()
	return h.stats, h.emit(opts.Emit)
}
