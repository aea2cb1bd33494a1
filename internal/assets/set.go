// Package assets owns the files that browsers load and that never change under
// their URL: map libraries, fonts, glyphs. A Set holds such files with bodies
// compressed at build time and serves them; the SDK and the pages use it for
// files of their own.
//
// It compresses nothing while serving and refuses names that are not in the
// set: there is no file system behind it.
package assets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/gzip"
)

// IndexName is the file that lists a set's files.
const IndexName = "index.json"

// Index is what the packer writes about a set.
type Index struct {
	Versions map[string]string `json:"versions,omitempty"` // library → version
	Files    []Entry           `json:"files"`
}

// Entry is one file of a set. A file with encodings has no plain body: clients
// that take none of them get the gzip one unpacked.
type Entry struct {
	Name      string           `json:"name"`
	Type      string           `json:"type"`
	Hash      string           `json:"hash"` // of the plain body
	Size      int              `json:"size"`
	Encodings map[string]int64 `json:"encodings,omitempty"` // Content-Encoding → size
}

// Suffixes are the ends of the names under which encoded bodies are kept.
var Suffixes = map[string]string{"br": ".br", "zstd": ".zst", "gzip": ".gz"}

// Set is a set of immutable files, safe for concurrent use.
type Set struct {
	Versions map[string]string
	files    map[string]*file
}

type file struct {
	Entry
	bodies map[string][]byte // by Content-Encoding, "" for none
}

// Load reads a set that the packer wrote.
func Load(fsys fs.FS) (*Set, error) {
	raw, err := fs.ReadFile(fsys, IndexName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("the browser files are not built in: run \"make assets\" before \"go build\"")
	}
	if err != nil {
		return nil, fmt.Errorf("load assets: %w", err)
	}
	var index Index
	if err := json.Unmarshal(raw, &index); err != nil {
		return nil, fmt.Errorf("load assets: %w", err)
	}
	s := &Set{Versions: index.Versions, files: make(map[string]*file, len(index.Files))}
	for _, e := range index.Files {
		f := &file{Entry: e, bodies: map[string][]byte{}}
		for encoding := range e.Encodings {
			if f.bodies[encoding], err = fs.ReadFile(fsys, e.Name+Suffixes[encoding]); err != nil {
				return nil, fmt.Errorf("load asset %s: %w", e.Name, err)
			}
		}
		if len(e.Encodings) == 0 {
			if f.bodies[""], err = fs.ReadFile(fsys, e.Name); err != nil {
				return nil, fmt.Errorf("load asset %s: %w", e.Name, err)
			}
		}
		s.files[e.Name] = f
	}
	return s, nil
}

// Has reports whether the set holds a file of that name.
func (s *Set) Has(name string) bool { return s.files[name] != nil }

// Hash is the hash of a file's plain body, "" for a file that is not there.
func (s *Set) Hash(name string) string {
	if f := s.files[name]; f != nil {
		return f.Hash
	}
	return ""
}

// Names lists the files, in no particular order.
func (s *Set) Names() []string {
	names := make([]string, 0, len(s.files))
	for name := range s.files {
		names = append(names, name)
	}
	return names
}

// Plain is a file's body without compression.
func (s *Set) Plain(name string) ([]byte, error) {
	f := s.files[name]
	if f == nil {
		return nil, fmt.Errorf("asset %s: %w", name, fs.ErrNotExist)
	}
	return f.plain()
}

func (f *file) plain() ([]byte, error) {
	if body, ok := f.bodies[""]; ok {
		return body, nil
	}
	zr, err := gzip.NewReader(bytes.NewReader(f.bodies["gzip"]))
	if err != nil {
		return nil, fmt.Errorf("asset %s: %w", f.Name, err)
	}
	body, err := io.ReadAll(zr)
	if err != nil {
		return nil, fmt.Errorf("asset %s: %w", f.Name, err)
	}
	return body, nil
}
