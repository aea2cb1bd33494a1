// Package sdk owns the browser SDK as the binary carries it: the files that
// sdk/ is built into, served below /sdk/. It refuses to know what is in them;
// the TypeScript in sdk/ does.
package sdk

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"strings"

	"servicemap/internal/assets"
)

//go:embed all:dist
var dist embed.FS

// Prefix is where the SDK is served.
const Prefix = "/sdk/v1/"

// Script is the name below Prefix of the script that pages include.
const Script = "service-map.js"

// manifestName lists the parts with their integrity hashes.
const manifestName = "manifest.json"

// short is the Cache-Control of files whose URL stays when they change: an
// upgrade of the server reaches pages within minutes.
const short = "public, max-age=300"

// SDK is the embedded SDK, safe for concurrent use.
type SDK struct {
	set     *assets.Set
	scripts []File
	version string
}

// File is a script that pages may pin to its content.
type File struct {
	Name      string // service-map.js
	Path      string // its immutable address below Prefix
	Integrity string // sha384-…
}

// Load reads the embedded SDK.
func Load() (*SDK, error) {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	set, err := assets.Load(sub)
	if err != nil {
		return nil, fmt.Errorf("load the SDK: %w", err)
	}
	s := &SDK{set: set}
	if err := s.readManifest(); err != nil {
		return nil, fmt.Errorf("load the SDK: %w", err)
	}
	return s, nil
}

func (s *SDK) readManifest() error {
	raw, err := s.set.Plain(manifestName)
	if err != nil {
		return err
	}
	var manifest struct {
		Version string
		Scripts map[string]struct{ Path, Integrity string }
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	s.version = manifest.Version
	for _, name := range []string{Script, "service-map.mjs"} {
		part, ok := manifest.Scripts[name]
		if !ok || !s.set.Has(part.Path) {
			return errors.New("the manifest lacks " + name)
		}
		s.scripts = append(s.scripts, File{Name: name, Path: part.Path, Integrity: part.Integrity})
	}
	return nil
}

// Version is the release of the SDK.
func (s *SDK) Version() string { return s.version }

// Scripts are the files that pages include, with their integrity hashes.
func (s *SDK) Scripts() []File { return append([]File(nil), s.scripts...) }

// The first element of an immutable address is a hash of what it leads to.
var hashed = regexp.MustCompile(`^[0-9a-f]{16}/`)

// Handler serves everything below /sdk/, to any origin.
func (s *SDK) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, Prefix)
		if !ok {
			name = ""
		}
		caching := short
		if hashed.MatchString(name) {
			caching = assets.Immutable
		}
		s.set.Serve(w, r, name, caching)
	})
}
