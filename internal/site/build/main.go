// Command build bundles the scripts and style sheets of the pages and draws
// their icons, into the set that internal/site embeds.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"servicemap/internal/assets/pack"
)

func main() {
	log.SetFlags(0)
	modules := flag.String("modules", "node_modules", "directory of the npm packages")
	source := flag.String("source", "internal/site", "directory of the pages")
	out := flag.String("o", "internal/site/dist", "directory to write")
	flag.Parse()
	b := &builder{esbuild: filepath.Join(*modules, ".bin", "esbuild"), source: *source, set: pack.New(*out)}
	for _, step := range []func() error{b.scripts, b.styles, b.icons, b.set.Write} {
		if err := step(); err != nil {
			log.Fatalf("build pages: %v", err)
		}
	}
}

type builder struct {
	esbuild string
	source  string
	set     *pack.Set
}

func (b *builder) bundle(name string, flags ...string) ([]byte, error) {
	cmd := exec.Command(b.esbuild, append([]string{
		name, "--bundle", "--minify", "--log-level=warning", "--legal-comments=none",
	}, flags...)...)
	cmd.Stderr = os.Stderr
	body, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", name, err)
	}
	return body, nil
}

// scripts bundles every entry: a file in ts/ whose name begins with "page-".
func (b *builder) scripts() error {
	entries, err := filepath.Glob(filepath.Join(b.source, "ts", "page-*.ts"))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		body, err := b.bundle(entry, "--format=iife", "--target=es2022")
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(entry), "page-"), ".ts") + ".js"
		if err := b.set.Add(name, body); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) styles() error {
	for _, name := range []string{"site.css", "admin.css"} {
		body, err := b.bundle(filepath.Join(b.source, "css", name))
		if err != nil {
			return err
		}
		if err := b.set.Add(name, body); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) icons() error {
	svg, err := os.ReadFile(filepath.Join(b.source, "static", "favicon.svg"))
	if err != nil {
		return err
	}
	if err := b.set.Add("favicon.svg", svg); err != nil {
		return err
	}
	for name, size := range map[string]int{"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512} {
		body, err := encode(icon(size))
		if err != nil {
			return err
		}
		if err := b.set.Add(name, body); err != nil {
			return err
		}
	}
	small, err := encode(icon(32))
	if err != nil {
		return err
	}
	if err := b.set.Add("favicon.ico", ico(small)); err != nil {
		return err
	}
	card, err := encode(card(1200, 630))
	if err != nil {
		return err
	}
	return b.set.Add("og.png", card)
}
