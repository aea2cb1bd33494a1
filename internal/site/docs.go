package site

import (
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
)

// doc is one page of the documentation.
type doc struct {
	Name     string // its path below /docs/
	Title    string
	Summary  string // its first paragraph
	Headings []heading
	HTML     template.HTML
	Scripts  []string // examples that run, as paths below /docs/
	Live     bool     // has examples with a map
	group    string
}

type heading struct {
	Level int
	ID    string
	Text  string
}

// library is the documentation: Markdown files, rendered once.
type library struct {
	pages []*doc // in reading order
	named map[string]*doc
	files map[string][]byte // images and examples, by their path below /docs/
}

// exampleBase is the address of the service in examples; on the service's own
// pages they have its own.
const exampleBase = "https://maps.example.org"

// docOrder is the reading order; what is not named here comes after the
// others, so that no page can be forgotten.
var docOrder = []struct {
	group string
	names []string
}{
	{"use", []string{"sdk", "api", "keys"}},
	{"operate", []string{"install", "operation", "import", "rules", "map", "pages"}},
	{"inside", []string{"architecture", "search", "benchmarks"}},
}

const (
	groupOther     = "inside"
	groupDecisions = "decisions"
)

func readDocs(fsys fs.FS) (*library, error) {
	lib := &library{named: map[string]*doc{}, files: map[string][]byte{}}
	sources := map[string][]byte{}
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch path.Ext(name) {
		case ".md":
			sources[name], err = fs.ReadFile(fsys, name)
		case ".png", ".svg", ".jpg", ".webp":
			lib.files[name], err = fs.ReadFile(fsys, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	known := map[string]string{} // file → page
	for name := range sources {
		known[name] = docName(name)
	}
	for name, source := range sources {
		d, examples, err := renderDoc(name, source, known)
		if err != nil {
			return nil, fmt.Errorf("render %s: %w", name, err)
		}
		lib.named[d.Name] = d
		for file, body := range examples {
			lib.files[file] = body
		}
	}
	lib.sort()
	return lib, nil
}

func docName(file string) string { return strings.ToLower(strings.TrimSuffix(file, ".md")) }

func (lib *library) sort() {
	placed := map[*doc]bool{}
	for _, group := range docOrder {
		for _, name := range group.names {
			if d := lib.named[name]; d != nil {
				d.group = group.group
				placed[d] = true
				lib.pages = append(lib.pages, d)
			}
		}
	}
	var rest []*doc
	for _, d := range lib.named {
		if placed[d] {
			continue
		}
		d.group = groupOther
		if strings.HasPrefix(d.Name, "adr/") {
			d.group = groupDecisions
		}
		rest = append(rest, d)
	}
	slices.SortFunc(rest, func(a, b *doc) int { return strings.Compare(a.Name, b.Name) })
	lib.pages = append(lib.pages, rest...)
}

// guide is the page that tells how to embed the map, or the list of pages.
func (lib *library) guide() string {
	if lib.named["sdk"] != nil {
		return "sdk"
	}
	return ""
}

// docGroup is a part of the table of contents.
type docGroup struct {
	Title string
	Docs  []docLink
}

type docLink struct {
	Title, Summary, URL string
	Current             bool
}

func (s *Site) docGroups(p *page) []docGroup {
	var groups []docGroup
	for _, id := range []string{"use", "operate", "inside", groupDecisions} {
		g := docGroup{Title: p.T("docs." + id)}
		for _, d := range s.docs.pages {
			if d.group != id {
				continue
			}
			g.Docs = append(g.Docs, docLink{d.Title, d.Summary, p.URL("/docs/" + d.Name), p.Path == "/docs/"+d.Name})
		}
		if id == "use" {
			g.Docs = append(g.Docs, docLink{p.T("reference.title"), p.T("reference.summary"), p.URL("/docs/reference"), p.Path == "/docs/reference"})
		}
		if len(g.Docs) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

type docData struct {
	*doc
	Nav []docGroup
}

func (s *Site) serveDocsIndex(w http.ResponseWriter, r *http.Request, p *page) error {
	p.Title = p.T("docs.title")
	p.Section = "docs"
	p.Description = p.T("docs.description", p.Name())
	return s.render(w, r, p, "docs", http.StatusOK, docData{Nav: s.docGroups(p)})
}

func (s *Site) serveDoc(w http.ResponseWriter, r *http.Request, p *page, name string) error {
	if body, ok := s.docs.files[name]; ok {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		media := mime.TypeByExtension(path.Ext(name))
		if path.Ext(name) == ".js" {
			media = "text/javascript; charset=utf-8"
		}
		reply(w, r, http.StatusOK, media, "public, max-age=3600", body)
		return nil
	}
	d := s.docs.named[name]
	if d == nil {
		if lower := docName(name); s.docs.named[lower] != nil { // as it is called in the repository
			return s.redirect(w, r, p, "/docs/"+lower)
		}
		return s.serveMissing(w, r, p)
	}
	p.Title = d.Title
	p.Section = "docs"
	p.Description = brief(d.Summary)
	p.OneLanguage = true
	p.WithMap = d.Live
	p.Kind = "article"
	for _, file := range d.Scripts {
		p.Early = append(p.Early, p.File("/docs/"+file))
	}
	local := *d
	local.HTML = template.HTML(strings.ReplaceAll(string(d.HTML), exampleBase, template.HTMLEscapeString(p.Base)))
	return s.render(w, r, p, "doc", http.StatusOK, docData{&local, s.docGroups(p)})
}

// longestDescription is what search engines show of a description.
const longestDescription = 160

// brief is as many whole sentences of a text as a description has room for, at
// least one.
func brief(text string) string {
	end := 0
	for i := range text {
		if !strings.HasPrefix(text[i:], ". ") {
			continue
		}
		if end > 0 && i+1 > longestDescription {
			return text[:end]
		}
		end = i + 1
	}
	if end > 0 && len(text) > longestDescription {
		return text[:end]
	}
	return text
}
