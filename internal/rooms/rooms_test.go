// Package rooms guards the shape of the program: which package may know which.
package rooms_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "servicemap/"

// mayImport lists, for every package, the packages of ours that it may know.
// Tests may import anything; cmd wires everything and is not listed.
var mayImport = map[string][]string{
	"internal/destination": {},
	"internal/osm":         {"internal/destination"},
	"internal/tabular":     {"internal/destination"},
	"internal/classify":    {"internal/destination"},
	"internal/region":      {"internal/destination"},
	"internal/importer":    {"internal/destination", "internal/osm", "internal/tabular", "internal/classify", "internal/region"},
	"internal/store":       {"internal/destination"},
	"internal/builtin":     {"internal/destination"},
	"internal/search":      {"internal/destination"},
	"internal/catalog":     {"internal/destination"},
	"internal/access":      {"internal/destination"},
	"internal/metrics":     {"internal/destination"},
	"internal/assets":      {},
	"internal/basemap":     {"internal/destination", "internal/tiles"},
	"internal/tiles":       {"internal/destination"},
	"internal/style":       {"internal/destination", "internal/assets"},
	"internal/sdk":         {"internal/assets"},
	"internal/httpapi":     {"internal/destination"},
	"internal/site":        {"internal/destination", "internal/assets"},
	// Below here: not part of the running service.
	"internal/bench":       {"internal"},
	"internal/browsertest": {},
	"internal/rooms":       {},
}

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := 0
	err := filepath.WalkDir(filepath.Join(root, "internal"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		room := roomOf(rel)
		allowed, known := mayImport[room]
		if !known {
			t.Errorf("%s: the package %s is not in the table of rooms", path, rel)
			return nil
		}
		seen++
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			name, ours := strings.CutPrefix(name, module)
			if !ours || roomOf(name) == room || slices.Contains(allowed, "internal") {
				continue
			}
			if !slices.Contains(allowed, roomOf(name)) {
				t.Errorf("%s imports %s, which %s may not", path, name, room)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Fatal("no Go files were found")
	}
}

// roomOf is the room a package belongs to: a sub-package lives in its parent's.
func roomOf(pkg string) string {
	parts := strings.SplitN(pkg, "/", 3)
	if len(parts) < 2 {
		return pkg
	}
	return parts[0] + "/" + parts[1]
}
