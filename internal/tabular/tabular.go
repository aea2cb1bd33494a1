// Package tabular reads lists of places: CSV and TSV, GeoJSON, and JSON line by
// line. It owns their formats and the many names that people give to a column,
// and makes features of them with the tags that OpenStreetMap would use; fields
// of our own have the prefix Own. It reads one entry at a time and refuses to
// judge what an entry is.
package tabular

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"

	"servicemap/internal/destination"
)

// Own marks tags that are fields of a destination: "poi:category".
const Own = "poi:"

// maxEntry bounds the memory that one entry of a damaged file can take.
const maxEntry = 16 << 20

// Options of a read.
type Options struct {
	Source string            // names the list in the ids of its entries
	Map    map[string]string // field → the list's own name for it
	// Emit takes an entry. An error that it wraps in ErrEntry is the entry's
	// fault and goes to Problem; any other ends the read.
	Emit func(Entry) error
	// Problem, when set, is asked about a bad entry: nil goes on without it.
	Problem func(error) error
	// Progress, when set, is told now and then how many bytes were read.
	Progress func(done int64)
}

// Entry is one line or feature of a list.
type Entry struct {
	destination.Feature
	Placed bool // it has a position; overrides may do without
	ID     string
	Line   int // of the file; 0 where the format has none
}

// ErrEntry marks an error that concerns one entry alone.
var ErrEntry = errors.New("bad entry")

// Format is how a list is written.
type Format int

const (
	Unknown Format = iota
	CSV
	JSON
	Lines // JSON, a value a line
)

// FormatOf tells the format by the name of a file.
func FormatOf(name string) Format {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	switch filepath.Ext(name) {
	case ".csv", ".tsv", ".tab", ".txt":
		return CSV
	case ".geojson", ".json":
		return JSON
	case ".ndjson", ".jsonl", ".geojsonl", ".geojsons", ".ndgeojson", ".ldjson":
		return Lines
	}
	return Unknown
}

// Read reads a list. The format may be Unknown: then the content decides.
// Errors name the line or the offset.
func Read(ctx context.Context, in io.Reader, format Format, opts Options) error {
	if opts.Problem == nil {
		opts.Problem = func(err error) error { return err }
	}
	r := &reader{ctx: ctx, opts: opts, fields: newFields(opts.Map)}
	buffered := bufio.NewReaderSize(&counter{r: r, in: in}, 1<<16)
	if magic, _ := buffered.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			return err
		}
		defer unzipped.Close()
		buffered = bufio.NewReaderSize(unzipped, 1<<16)
	}
	head, err := buffered.Peek(3)
	if len(head) == 0 {
		if errors.Is(err, io.EOF) {
			return errors.New("the file is empty")
		}
		return err
	}
	switch {
	case bytes.Equal(head, []byte{0xef, 0xbb, 0xbf}):
		if _, err := buffered.Discard(3); err != nil {
			return err
		}
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return errors.New("the file is UTF-16; save it as UTF-8")
	}
	if format == Unknown || format == JSON {
		found := sniff(buffered)
		if format == JSON && found == CSV {
			return errors.New("the file is not JSON")
		}
		format = found
	}
	switch format {
	case JSON:
		return r.json(buffered)
	case Lines:
		return r.lines(buffered)
	default:
		return r.csv(buffered)
	}
}

// sniff tells the formats apart by how the file begins.
func sniff(in *bufio.Reader) Format {
	head, _ := in.Peek(in.Size())
	head = bytes.TrimLeft(head, " \t\r\n\x1e")
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return CSV
	}
	line, rest, _ := bytes.Cut(head, []byte("\n"))
	rest = bytes.TrimLeft(rest, " \t\r\n\x1e")
	if head[0] == '{' && jsonEnds(line) && len(rest) > 0 && rest[0] == '{' {
		return Lines
	}
	return JSON
}

type reader struct {
	ctx    context.Context
	opts   Options
	fields fields
	count  int
}

type counter struct {
	r  *reader
	in io.Reader
	n  int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	if c.r.opts.Progress != nil {
		c.r.opts.Progress(c.n)
	}
	return n, err
}

// leash ends an entry that does not end.
type leash struct {
	in   io.Reader
	left int
}

var errTooLong = fmt.Errorf("an entry of more than %d MiB", maxEntry>>20)

func (l *leash) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLong
	}
	n, err := l.in.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// emit finishes an entry and hands it on. An error of the entry alone is asked
// about; where says where the entry is.
func (r *reader) emit(e Entry, err error, where string) error {
	r.count++
	if r.count%1024 == 0 {
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	if err == nil {
		if err = r.finish(&e); err == nil {
			err = r.opts.Emit(e)
			if err != nil && !errors.Is(err, ErrEntry) {
				return err
			}
		}
	}
	if err == nil {
		return nil
	}
	return r.opts.Problem(fmt.Errorf("%s: %w", where, err))
}

// finish checks the position and makes the id.
func (r *reader) finish(e *Entry) error {
	if e.Placed {
		if !e.Point.Valid() {
			return fmt.Errorf("the position %g, %g is not on the globe (want degrees, WGS 84)", e.Point.Lat, e.Point.Lng)
		}
	}
	e.ID = e.Tags.Get(Own + "id")
	id := e.ID
	if id == "" { // without ids of its own, a list's entry is known by name and roughly where it is
		id = fmt.Sprintf("%s@%.2f,%.2f", destination.Fold(e.Tags.Get("name")), e.Point.Lat, e.Point.Lng)
	}
	e.SourceID = "list:" + r.opts.Source + "/" + id
	return nil
}
