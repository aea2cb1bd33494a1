package osm

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzip"

	"servicemap/internal/destination"
)

// maxToken bounds the memory that one tag of a damaged file can take.
const maxToken = 1 << 20

// maxRefs is far above what the API of OpenStreetMap allows for a way (2,000)
// or a relation (32,000).
const maxRefs = 1 << 20

// xmlFile is an extract as XML, perhaps compressed. It is read once a kind.
type xmlFile struct {
	in    io.ReaderAt
	opts  *Options
	total int64
	date  time.Time
}

func (x *xmlFile) dataDate() time.Time { return x.date }

// open decompresses by what the file begins with, whatever its name.
func (x *xmlFile) open(count *counter) (io.Reader, error) {
	in := bufio.NewReaderSize(count, 1<<16)
	magic, _ := in.Peek(3)
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		return gzip.NewReader(in)
	case bytes.Equal(magic, []byte("BZh")):
		return bzip2.NewReader(in), nil
	}
	return in, nil
}

type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// leash ends a read that goes on without anything coming of it.
type leash struct {
	io.Reader
	left int
}

func (l *leash) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("a tag longer than %d bytes", maxToken)
	}
	n, err := l.Reader.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

func (x *xmlFile) visit(ctx context.Context, kind Kind, h *harvest) error {
	count := &counter{Reader: io.NewSectionReader(x.in, 0, x.total)}
	in, err := x.open(count)
	if err != nil {
		return err
	}
	limited := &leash{Reader: in, left: maxToken}
	p := &xmlPass{h: h, kind: kind, out: &batch{}, places: cursor{l: &h.places}, x: x}
	h.batches[kind] = []*batch{p.out}
	dec := xml.NewDecoder(limited)
	for i := 0; ; i++ {
		limited.left = maxToken
		token, err := dec.RawToken()
		if errors.Is(err, io.EOF) && p.closed {
			return nil
		}
		if err == nil {
			err = p.token(token)
		}
		if err != nil {
			line, _ := dec.InputPos()
			if errors.Is(err, io.EOF) {
				err = errors.New("the file ends early")
			}
			return x.opts.Problem(fmt.Errorf("line %d: %w", line, err))
		}
		if i%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if x.opts.Progress != nil {
				x.opts.Progress(Progress{Phase: kind.String() + "s", Done: count.n, Total: x.total})
			}
		}
	}
}

// xmlPass reads the elements of one kind.
type xmlPass struct {
	x      *xmlFile
	h      *harvest
	kind   Kind
	out    *batch
	places cursor

	inside bool // an element of the kind
	opened bool // the root element
	closed bool
	e      element
	tags   destination.Tags
}

func (p *xmlPass) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		return p.start(t)
	case xml.EndElement:
		switch t.Name.Local {
		case "osm":
			p.closed = true
		case p.kind.String():
			if p.inside {
				p.inside = false
				p.add()
			}
		}
	}
	return nil
}

func (p *xmlPass) start(t xml.StartElement) error {
	name := t.Name.Local
	if !p.opened {
		if name != "osm" {
			return fmt.Errorf("the file begins with <%.40s>, not <osm>", name)
		}
		p.opened = true
	}
	switch {
	case name == "osm" || name == "meta":
		for _, key := range []string{"timestamp", "osm_base"} {
			if date, err := time.Parse(time.RFC3339, attr(t, key)); err == nil {
				p.x.date = date.UTC()
			}
		}
	case name == p.kind.String():
		return p.begin(t)
	case !p.inside:
	case name == "tag":
		if len(p.tags) < maxRefs {
			p.tags = append(p.tags, destination.Tag{Key: attr(t, "k"), Value: attr(t, "v")})
		}
	case name == "nd" || name == "member":
		ref, err := strconv.ParseInt(attr(t, "ref"), 10, 64)
		if err != nil {
			return fmt.Errorf("<%s> of %s %d: %w", name, p.kind, p.e.id, err)
		}
		if len(p.e.refs)+len(p.e.members) >= maxRefs {
			return fmt.Errorf("%s %d has too many members", p.kind, p.e.id)
		}
		if name == "nd" {
			p.e.refs = append(p.e.refs, ref)
			return nil
		}
		for _, kind := range []Kind{Node, Way} {
			if attr(t, "type") == kind.String() {
				p.e.addMember(ref, kind, attr(t, "role"))
			}
		}
	}
	return nil
}

func attr(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (p *xmlPass) begin(t xml.StartElement) error {
	id, err := strconv.ParseInt(attr(t, "id"), 10, 64)
	if err != nil {
		return fmt.Errorf("id of a %s: %w", p.kind, err)
	}
	p.inside, p.e, p.tags = attr(t, "visible") != "false" && attr(t, "action") != "delete", element{id: id}, p.tags[:0]
	if p.kind != Node || !p.inside {
		return nil
	}
	lat, errLat := strconv.ParseFloat(attr(t, "lat"), 64)
	lng, errLng := strconv.ParseFloat(attr(t, "lon"), 64)
	if err := errors.Join(errLat, errLng); err != nil || !(destination.Point{Lat: lat, Lng: lng}).Valid() {
		return fmt.Errorf("node %d has no valid position", id)
	}
	p.e.at = pack(int32(math.Round(lat*1e7)), int32(math.Round(lng*1e7)))
	return nil
}

func (p *xmlPass) add() {
	p.out.count++
	if p.kind == Node {
		p.places.put(p.e.id, p.e.at)
	}
	v := p.h.judge(p.kind, p.tags)
	needed := p.kind == Way && p.h.needsWay(p.e.id)
	if v.Role == 0 && !needed {
		return
	}
	p.e.role, p.e.bare = v.Role, v.Bare && !needed
	p.e.tags = p.h.keep(v, p.tags)
	if p.kind == Way {
		p.out.addWay(p.e, v.Role != 0)
	} else {
		p.out.elements = append(p.out.elements, p.e)
	}
}
