package httpapi

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

type encoding uint8

// In the order of preference among those that a client likes equally: at the
// levels below, brotli takes twice the time of gzip to save another 4 %.
const (
	identity encoding = iota
	zstandard
	gzipped
	brotlied
	numEncodings
)

var encodingNames = [numEncodings]string{"identity", "zstd", "gzip", "br"}

var encodingHeaders = [numEncodings][]string{{"identity"}, {"zstd"}, {"gzip"}, {"br"}}

// minCompressed is the size below which compression does not pay.
const minCompressed = 1024

// negotiate picks the encoding that the client likes best. Nothing acceptable
// means identity: an answer that it can refuse is better than none.
func negotiate(accept []string) encoding {
	if len(accept) == 0 {
		return identity
	}
	const unlisted = -1
	quality := [numEncodings]float64{unlisted, unlisted, unlisted, unlisted}
	rest := float64(unlisted)
	for _, line := range accept {
		for item := range strings.SplitSeq(line, ",") {
			name, q, ok := acceptItem(item)
			if !ok {
				continue
			}
			if name == "*" {
				rest = q
			}
			for i := range quality {
				if strings.EqualFold(name, encodingNames[i]) || i == int(gzipped) && strings.EqualFold(name, "x-gzip") {
					quality[i] = q
				}
			}
		}
	}
	best := identity
	for i := zstandard; i < numEncodings; i++ {
		if quality[i] == unlisted {
			quality[i] = rest
		}
		if quality[i] > 0 && (quality[i] > quality[best] || best == identity && quality[i] >= quality[identity]) {
			best = i
		}
	}
	return best
}

func acceptItem(item string) (name string, q float64, ok bool) {
	name, args, hasArgs := strings.Cut(item, ";")
	name = strings.TrimSpace(name)
	if !hasArgs {
		return name, 1, name != ""
	}
	weight, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(args)), "q=")
	q, err := strconv.ParseFloat(weight, 64)
	return name, q, found && err == nil && q >= 0 && q <= 1
}

// compressor compresses at the cheapest level of each method: answers are made
// for one request, and the next levels take a multiple of the time of a search
// for a few percent of size.
type compressor struct {
	zstd   *zstd.Encoder
	brotli sync.Pool
	gzip   sync.Pool
}

const brotliLevel = 1

func newCompressor() *compressor {
	// The options are constants, so that there is no error to come.
	z, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(256<<10), zstd.WithEncoderCRC(false))
	return &compressor{
		zstd:   z,
		brotli: sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
		gzip: sync.Pool{New: func() any {
			w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
			return w
		}},
	}
}

type resetWriter interface {
	io.WriteCloser
	Reset(w io.Writer)
}

// compress appends the compressed body to dst.
func (c *compressor) compress(dst, body []byte, enc encoding) []byte {
	if enc == zstandard {
		return c.zstd.EncodeAll(body, dst)
	}
	pool := &c.gzip
	if enc == brotlied {
		pool = &c.brotli
	}
	out := bytes.NewBuffer(dst)
	w := pool.Get().(resetWriter)
	w.Reset(out)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	pool.Put(w)
	return out.Bytes()
}
