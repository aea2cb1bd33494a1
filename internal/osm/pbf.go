package osm

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// Limits of the format; what is larger is damaged.
const (
	maxBlobHeader = 64 << 10
	maxBlob       = 32 << 20
)

type blob struct {
	offset int64 // of its data
	size   int32
	kinds  uint8 // bits of the kinds in it
}

// pbf is an extract in the binary format.
type pbf struct {
	file   io.ReaderAt
	opts   *Options
	blobs  []blob
	date   time.Time
	sorted bool
	total  int64
}

func openPBF(in io.ReaderAt, size int64, opts *Options) (*pbf, error) {
	p := &pbf{file: in, opts: opts, total: size}
	if err := p.index(); err != nil {
		return nil, err
	}
	return p, p.findKinds()
}

func (p *pbf) dataDate() time.Time { return p.date }

// index finds where the blobs are, without reading them.
func (p *pbf) index() error {
	for offset := int64(0); offset < p.total; {
		kind, b, err := p.blobAt(offset)
		if err != nil {
			err = fmt.Errorf("blob at offset %d: %w", offset, err)
			if len(p.blobs) == 0 { // it may not be a PBF at all
				return err
			}
			return p.opts.Problem(err)
		}
		offset = b.offset + int64(b.size)
		switch kind {
		case "OSMHeader":
			if err := p.header(b); err != nil {
				return fmt.Errorf("header at offset %d: %w", b.offset, err)
			}
		case "OSMData":
			p.blobs = append(p.blobs, b)
		}
	}
	return nil
}

func (p *pbf) blobAt(offset int64) (kind string, b blob, err error) {
	var buf [4]byte
	if _, err := p.file.ReadAt(buf[:], offset); err != nil {
		return "", b, fmt.Errorf("read length of header: %w", noEOF(err))
	}
	n := binary.BigEndian.Uint32(buf[:])
	if n == 0 || n > maxBlobHeader {
		return "", b, fmt.Errorf("a header of %d bytes: this is not an OSM PBF file, or it is damaged", n)
	}
	raw := make([]byte, n)
	if _, err := p.file.ReadAt(raw, offset+4); err != nil {
		return "", b, fmt.Errorf("read header: %w", noEOF(err))
	}
	m := message{raw: raw}
	size := uint64(0)
	for m.next() {
		switch m.field {
		case 1:
			kind = string(m.data)
		case 3:
			size = m.num
		}
	}
	b = blob{offset: offset + 4 + int64(n), size: int32(min(size, maxBlob))}
	switch {
	case m.err != nil:
		return "", b, m.err
	case size > maxBlob:
		return "", b, fmt.Errorf("a blob of %d bytes is more than the format allows", size)
	case b.offset+int64(b.size) > p.total:
		return "", b, fmt.Errorf("the file ends early: %d bytes are missing", b.offset+int64(b.size)-p.total)
	}
	return kind, b, nil
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// supported are the features without which a file cannot be read that we know.
var supported = []string{"OsmSchema-V0.6", "DenseNodes"}

func (p *pbf) header(b blob) error {
	raw, err := new(inflater).blob(p.file, b)
	if err != nil {
		return err
	}
	m := message{raw: raw}
	for m.next() {
		switch m.field {
		case 4:
			if !slices.Contains(supported, string(m.data)) {
				return fmt.Errorf("the file needs the feature %q, which is not supported", m.data)
			}
		case 5:
			p.sorted = p.sorted || string(m.data) == "Sort.Type_then_ID"
		case 32:
			p.date = time.Unix(int64(m.num), 0).UTC()
		}
	}
	return m.err
}

// errUnsorted: the file says that it is sorted by type and is not.
var errUnsorted = errors.New("the file says that it is sorted, but it is not")

// doubt makes the file count as unsorted, whatever it says.
func (p *pbf) doubt() error {
	p.sorted = false
	for i := range p.blobs {
		p.blobs[i].kinds = 0
	}
	return p.findKinds()
}

// findKinds finds out which blobs hold which kinds of elements: in a sorted
// file by halving, in others by looking into each.
func (p *pbf) findKinds() error {
	var z inflater
	var failed error
	kinds := func(i int) uint8 {
		if p.blobs[i].kinds == 0 && failed == nil {
			raw, err := z.blob(p.file, p.blobs[i])
			if err == nil {
				p.blobs[i].kinds, err = kindsOf(raw)
			}
			if err != nil {
				p.blobs[i].kinds = 1<<Node | 1<<Way | 1<<Relation // whoever reads it will report it
				failed = p.opts.Problem(fmt.Errorf("blob at offset %d: %w", p.blobs[i].offset, err))
			}
		}
		return p.blobs[i].kinds
	}
	if !p.sorted {
		for i := range p.blobs {
			kinds(i)
		}
		return failed
	}
	// The first blob with elements of the kind or of one that comes later.
	firstOf := func(kind Kind) int {
		return sort.Search(len(p.blobs), func(i int) bool { return kinds(i)>>kind != 0 })
	}
	ways, relations := firstOf(Way), firstOf(Relation)
	for i := range p.blobs {
		switch {
		case p.blobs[i].kinds != 0:
		case i >= relations:
			p.blobs[i].kinds = 1 << Relation
		case i >= ways:
			p.blobs[i].kinds = 1 << Way
		default:
			p.blobs[i].kinds = 1 << Node
		}
	}
	return failed
}

// visit reads all blobs with elements of the kind, concurrently.
func (p *pbf) visit(ctx context.Context, kind Kind, h *harvest) error {
	var todo []blob
	var total int64
	for _, b := range p.blobs {
		if b.kinds&(1<<kind) != 0 {
			todo = append(todo, b)
			total += int64(b.size)
		}
	}
	h.batches[kind] = make([]*batch, len(todo))
	var next, done atomic.Int64
	var mu sync.Mutex // problems and progress are told one at a time
	var failed error
	var wg sync.WaitGroup
	for range p.opts.Workers {
		wg.Go(func() {
			d := newDecoder(h, kind)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(todo) || ctx.Err() != nil {
					return
				}
				b, err := d.decode(p.file, todo[i])
				h.batches[kind][i] = b
				so := done.Add(int64(todo[i].size))
				mu.Lock()
				if errors.Is(err, errUnsorted) {
					failed = err
					next.Store(int64(len(todo)))
				} else if err != nil && failed == nil {
					if failed = p.opts.Problem(fmt.Errorf("blob at offset %d: %w", todo[i].offset, err)); failed != nil {
						next.Store(int64(len(todo)))
					}
				}
				if p.opts.Progress != nil {
					p.opts.Progress(Progress{Phase: kind.String() + "s", Done: so, Total: total})
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if failed != nil {
		return failed
	}
	for i, b := range h.batches[kind] {
		if b == nil {
			h.batches[kind][i] = &batch{}
		}
	}
	return ctx.Err()
}

// inflater reads blobs, reusing its memory; what it gives is valid until the
// next call.
type inflater struct {
	in, out []byte
	zlib    io.ReadCloser
	zstd    *zstd.Decoder
}

func (z *inflater) blob(f io.ReaderAt, b blob) ([]byte, error) {
	z.in = slices.Grow(z.in[:0], int(b.size))[:b.size]
	if _, err := f.ReadAt(z.in, b.offset); err != nil {
		return nil, noEOF(err)
	}
	m := message{raw: z.in}
	var size uint64
	var raw, zipped, zstandard []byte
	for m.next() {
		switch m.field {
		case 1:
			raw = m.data
		case 2:
			size = m.num
		case 3:
			zipped = m.data
		case 7:
			zstandard = m.data
		case 4, 5, 6:
			return nil, errors.New("compressed in a way that is not supported (only zlib and zstd are)")
		}
	}
	if m.err != nil {
		return nil, m.err
	}
	if raw != nil {
		return raw, nil
	}
	if size > maxBlob {
		return nil, fmt.Errorf("%d bytes uncompressed are more than the format allows", size)
	}
	z.out = slices.Grow(z.out[:0], int(size))[:size]
	err := z.inflate(zipped, zstandard)
	return z.out, err
}

func (z *inflater) inflate(zipped, zstandard []byte) error {
	var err error
	if zstandard != nil {
		if z.zstd == nil {
			if z.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlob)); err != nil {
				return err
			}
		}
		want := len(z.out)
		z.out, err = z.zstd.DecodeAll(zstandard, z.out[:0])
		if err == nil && len(z.out) != want {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	in := bytes.NewReader(zipped)
	if z.zlib == nil {
		z.zlib, err = zlib.NewReader(in)
	} else {
		err = z.zlib.(zlib.Resetter).Reset(in, nil)
	}
	if err != nil {
		return fmt.Errorf("decompress: %w", noEOF(err))
	}
	if _, err := io.ReadFull(z.zlib, z.out); err != nil {
		return fmt.Errorf("decompress: %w", noEOF(err))
	}
	return nil
}
