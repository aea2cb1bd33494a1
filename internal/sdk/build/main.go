// Command build packs what sdk/build.mjs has made into the set that
// internal/sdk embeds.
package main

import (
	"flag"
	"io/fs"
	"log"
	"os"
	"path/filepath"

	"servicemap/internal/assets/pack"
)

func main() {
	log.SetFlags(0)
	from := flag.String("from", "build/sdk", "directory of the built SDK")
	out := flag.String("o", "internal/sdk/dist", "directory to write")
	flag.Parse()
	if err := run(*from, *out); err != nil {
		log.Fatalf("pack the SDK: %v", err)
	}
}

func run(from, out string) error {
	set := pack.New(out)
	err := fs.WalkDir(os.DirFS(from), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		return set.Add(name, body)
	})
	if err != nil {
		return err
	}
	return set.Write()
}
