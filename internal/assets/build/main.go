// Command build packs the browser libraries, fonts and glyphs of the npm
// packages into the set that internal/assets embeds.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"servicemap/internal/assets/glyphs"
	"servicemap/internal/assets/pack"
)

// lastGlyph ends the glyph files: beyond are symbols that place names lack.
const lastGlyph = 0x20FF

func main() {
	log.SetFlags(0)
	modules := flag.String("modules", "node_modules", "directory of the npm packages")
	faces := flag.String("fonts", "internal/style/build/fonts.json", "the fonts that the style uses")
	out := flag.String("o", "internal/assets/dist", "directory to write")
	flag.Parse()
	b := &builder{modules: *modules, faces: *faces, set: pack.New(*out)}
	for _, step := range []func() error{b.mapLibre, b.pmtiles, b.fonts, b.set.Write} {
		if err := step(); err != nil {
			log.Fatalf("build assets: %v", err)
		}
	}
}

type builder struct {
	modules string
	faces   string
	set     *pack.Set
}

func (b *builder) read(parts ...string) ([]byte, error) {
	return os.ReadFile(filepath.Join(append([]string{b.modules}, parts...)...))
}

func (b *builder) version(name string) (string, error) {
	raw, err := b.read(name, "package.json")
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	if err := json.Unmarshal(raw, &p); err != nil {
		return "", fmt.Errorf("read %s/package.json: %w", name, err)
	}
	b.set.Version(name, p.Version)
	return p.Version, nil
}

// The maps of the sources are not served, so nothing may point to them.
var sourceMap = regexp.MustCompile(`(?m)^(//|/\*)# sourceMappingURL=.*$\n?`)

func (b *builder) mapLibre() error {
	v, err := b.version("maplibre-gl")
	if err != nil {
		return err
	}
	files := map[string]string{
		"dist/maplibre-gl.mjs": "maplibre-gl.mjs", "dist/maplibre-gl-worker.mjs": "maplibre-gl-worker.mjs",
		"dist/maplibre-gl.css": "maplibre-gl.css", "LICENSE.txt": "LICENSE.txt",
	}
	for from, to := range files {
		body, err := b.read("maplibre-gl", from)
		if err != nil {
			return err
		}
		if err := b.set.Add("maplibre-gl/"+v+"/"+to, sourceMap.ReplaceAll(body, nil)); err != nil {
			return err
		}
	}
	return nil
}

// pmtiles is bundled with its one dependency into a module that stands alone.
func (b *builder) pmtiles() error {
	v, err := b.version("pmtiles")
	if err != nil {
		return err
	}
	entry := filepath.Join(b.modules, "pmtiles", "dist", "esm", "index.js")
	cmd := exec.Command(filepath.Join(b.modules, ".bin", "esbuild"), entry,
		"--bundle", "--minify", "--format=esm", "--target=es2020", "--legal-comments=none", "--log-level=warning")
	cmd.Stderr = os.Stderr
	body, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("bundle pmtiles: %w", err)
	}
	licence := []byte("/* PMTiles " + v + ", BSD-3-Clause, Copyright Protomaps LLC; fflate, MIT, Copyright Arjun Barrett */\n")
	return b.set.Add("pmtiles/"+v+"/pmtiles.mjs", append(licence, body...))
}

// fontList is the list of fonts that the style is built with, too.
type fontList struct {
	Package string
	Subsets []string
	Faces   map[string]string // the style's name of a font → the package's
}

func (b *builder) fonts() error {
	var fonts fontList
	raw, err := os.ReadFile(b.faces)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &fonts); err != nil {
		return fmt.Errorf("read %s: %w", b.faces, err)
	}
	v, err := b.version(fonts.Package)
	if err != nil {
		return err
	}
	licence, err := b.read(fonts.Package, "LICENSE")
	if err != nil {
		return err
	}
	if err := b.set.Add("fonts/noto-sans/"+v+"/LICENSE.txt", licence); err != nil {
		return err
	}
	for name, variant := range fonts.Faces {
		woffs, err := b.face(fonts, v, variant)
		if err != nil {
			return err
		}
		if err := b.glyphs(v, name, woffs); err != nil {
			return err
		}
	}
	return nil
}

// face adds the files of one font and returns them as WOFF, to draw from.
func (b *builder) face(fonts fontList, v, variant string) ([][]byte, error) {
	var woffs [][]byte
	for _, subset := range fonts.Subsets {
		file := filepath.Join("files", "noto-sans-"+subset+"-"+variant)
		woff2, err := b.read(fonts.Package, file+".woff2")
		if err != nil {
			return nil, err
		}
		if err := b.set.Add("fonts/noto-sans/"+v+"/"+subset+"-"+variant+".woff2", woff2); err != nil {
			return nil, err
		}
		woff, err := b.read(fonts.Package, file+".woff")
		if err != nil {
			return nil, err
		}
		woffs = append(woffs, woff)
	}
	return woffs, nil
}

func (b *builder) glyphs(v, name string, woffs [][]byte) error {
	ranges, err := glyphs.Ranges(name, woffs, lastGlyph)
	if err != nil {
		return err
	}
	dir := "glyphs/" + v + "/" + name + "/"
	for first, body := range ranges {
		if err := b.set.AddGzip(dir+glyphs.RangeName(first)+".pbf", body); err != nil {
			return err
		}
	}
	return b.set.AddGzip(dir+"empty.pbf", glyphs.Marshal(name, "", nil))
}
