// Package pack writes sets of immutable files for internal/assets, at build
// time: every body that shrinks is stored compressed with brotli, zstd and gzip.
package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"servicemap/internal/assets"
)

// types are the media types of what we serve; the system's table may differ.
var types = map[string]string{
	".js":    "text/javascript; charset=utf-8",
	".mjs":   "text/javascript; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".json":  "application/json; charset=utf-8",
	".map":   "application/json; charset=utf-8",
	".html":  "text/html; charset=utf-8",
	".txt":   "text/plain; charset=utf-8",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".ico":   "image/x-icon",
	".webp":  "image/webp",
	".woff2": "font/woff2",
	".pbf":   "application/x-protobuf",
	".yaml":  "application/yaml; charset=utf-8",
	".d.ts":  "text/plain; charset=utf-8",
	".xml":   "application/xml; charset=utf-8",
}

// smallest is the size below which compression saves no packet.
const smallest = 256

// Set collects files and writes them into a directory.
type Set struct {
	dir   string
	index assets.Index
}

// New is an empty set that will be written into dir.
func New(dir string) *Set {
	return &Set{dir: dir, index: assets.Index{Versions: map[string]string{}}}
}

// Version notes a library's version in the index.
func (s *Set) Version(library, version string) { s.index.Versions[library] = version }

// Add adds a file, compressed in every way that makes it smaller by a tenth.
func (s *Set) Add(name string, body []byte) error {
	return s.add(name, body, []string{"br", "zstd", "gzip"})
}

// AddGzip adds a file with a gzip body alone: for the many files that are
// asked for rarely.
func (s *Set) AddGzip(name string, body []byte) error {
	return s.add(name, body, []string{"gzip"})
}

func (s *Set) add(name string, body []byte, encodings []string) error {
	sum := sha256.Sum256(body)
	e := assets.Entry{Name: name, Type: mediaType(name), Hash: hex.EncodeToString(sum[:10]), Size: len(body)}
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	bodies := map[string][]byte{}
	for _, encoding := range encodings {
		packed, err := compress(encoding, body)
		if err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		bodies[encoding] = packed
	}
	if len(body) < smallest || len(bodies["gzip"]) > len(body)*9/10 {
		s.index.Files = append(s.index.Files, e)
		return os.WriteFile(path, body, 0o644)
	}
	e.Encodings = map[string]int64{}
	for encoding, packed := range bodies {
		e.Encodings[encoding] = int64(len(packed))
		if err := os.WriteFile(path+assets.Suffixes[encoding], packed, 0o644); err != nil {
			return err
		}
	}
	s.index.Files = append(s.index.Files, e)
	return nil
}

// Write writes the index; the set is complete with it.
func (s *Set) Write() error {
	slices.SortFunc(s.index.Files, func(a, b assets.Entry) int { return strings.Compare(a.Name, b.Name) })
	b, err := json.MarshalIndent(s.index, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, assets.IndexName), append(b, '\n'), 0o644)
}

func mediaType(name string) string {
	if strings.HasSuffix(name, ".d.ts") {
		return types[".d.ts"]
	}
	ext := filepath.Ext(name)
	if t, ok := types[ext]; ok {
		return t
	}
	if t := mime.TypeByExtension(ext); t != "" {
		return t
	}
	return "application/octet-stream"
}

func compress(encoding string, body []byte) ([]byte, error) {
	var buf bytes.Buffer
	var w io.WriteCloser
	var err error
	switch encoding {
	case "br":
		w = brotli.NewWriterLevel(&buf, brotli.BestCompression)
	case "zstd":
		w, err = zstd.NewWriter(&buf, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	case "gzip":
		w, err = gzip.NewWriterLevel(&buf, gzip.BestCompression)
	default:
		err = fmt.Errorf("unknown encoding %q", encoding)
	}
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
