package sdk

import (
	"fmt"
	"io/fs"
	"strings"
)

const (
	docsPage = "SDK.md"
	// docsMark is the line of the page that the hashes take the place of.
	docsMark = "<!-- integrity -->"
)

// Docs is the documentation with the hashes of this SDK in its page.
func (s *SDK) Docs(fsys fs.FS) (fs.FS, error) {
	page, err := fs.ReadFile(fsys, docsPage)
	if err != nil {
		return nil, fmt.Errorf("read the documentation of the SDK: %w", err)
	}
	var table strings.Builder
	table.WriteString("| address | integrity |\n|---|---|\n")
	for _, f := range s.scripts {
		fmt.Fprintf(&table, "| `%s%s` | `%s` |\n", Prefix, f.Path, f.Integrity)
	}
	return documented{fsys, []byte(strings.Replace(string(page), docsMark, table.String(), 1))}, nil
}

type documented struct {
	fs.FS
	page []byte
}

// ReadFile implements fs.ReadFileFS.
func (d documented) ReadFile(name string) ([]byte, error) {
	if name == docsPage {
		return append([]byte(nil), d.page...), nil
	}
	return fs.ReadFile(d.FS, name)
}
