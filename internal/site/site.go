// Package site is what people see at the service's address: the explorer, the
// embed builder, a page for each destination, the documentation, the legal
// pages, and the operator's view at the admin address.
//
// It renders on the server, in German and English, and asks no other host for
// anything. It refuses to search and to store: destinations come in through
// the interfaces below, and browsers ask the public API like everybody else.
package site

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"net/http"
	"strings"

	"servicemap/internal/assets"
	"servicemap/internal/destination"
)

// Destinations is the dataset that is being served.
type Destinations interface {
	// Dataset reports false while nothing is loaded.
	Dataset() (destination.Dataset, bool)
	// Find looks a destination up by a slug that it has or had; the Place has
	// the slug of today.
	Find(slug string, lang destination.Lang) (Place, bool)
	// Best lists the best known destinations; with a centre the nearest ones.
	Best(center *destination.Point, lang destination.Lang, limit int) []Place
	// Slugs lists every destination in an order that stays the same.
	Slugs() iter.Seq[string]
}

// Options is everything that the pages need.
type Options struct {
	Name         string // of the service
	Operator     Operator
	Base         func(r *http.Request) string // absolute, without a slash at the end
	Destinations Destinations
	Docs         fs.FS                             // Markdown, with its images
	Description  func(base string) ([]byte, error) // OpenAPI as JSON
	SDK          string                            // path of the SDK script
	Attribution  func(destination.Dataset) string  // what has to be shown with the data; nil: its sources
	Limits       Limits
	Logger       *slog.Logger // nil: no log
}

// Limits are the general limits as the terms and the documentation tell them.
type Limits struct {
	AnonymousPerMinute int
	KeyPerMinute       int
}

// Site serves all pages.
type Site struct {
	opts      Options
	static    *assets.Set
	templates map[string]*pageTemplate
	docs      *library
	reference *reference
}

// New prepares the pages.
func New(opts Options) (*Site, error) {
	if opts.Base == nil || opts.Destinations == nil || opts.Docs == nil || opts.Description == nil {
		return nil, errors.New("prepare pages: base address, destinations, documentation and API description are needed")
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Site{opts: opts}
	var err error
	if s.static, err = loadStatic(); err != nil {
		return nil, fmt.Errorf("prepare pages: %w", err)
	}
	if s.templates, err = parseTemplates(); err != nil {
		return nil, fmt.Errorf("prepare pages: %w", err)
	}
	if s.docs, err = readDocs(opts.Docs); err != nil {
		return nil, fmt.Errorf("prepare documentation: %w", err)
	}
	raw, err := opts.Description("")
	if err != nil {
		return nil, fmt.Errorf("prepare API reference: %w", err)
	}
	if s.reference, err = readReference(raw); err != nil {
		return nil, fmt.Errorf("prepare API reference: %w", err)
	}
	return s, nil
}

// englishPrefix is where the English pages are; the German ones are at the root.
const englishPrefix = "/en"

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed: use GET", http.StatusMethodNotAllowed)
		return
	}
	if s.serveFile(w, r) {
		return
	}
	lang, path := splitLang(r.URL.Path)
	p := s.newPage(r, lang, path)
	if err := s.servePage(w, r, p); err != nil {
		s.opts.Logger.Error("page could not be shown", "path", r.URL.Path, "error", err)
		http.Error(w, "temporary server error", http.StatusInternalServerError)
	}
}

func splitLang(path string) (destination.Lang, string) {
	if rest, ok := strings.CutPrefix(path, englishPrefix); ok && (rest == "" || rest[0] == '/') {
		return destination.English, rest
	}
	return destination.German, path
}

// servePage finds the page of a path that has lost its language.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request, p *page) error {
	switch p.Path {
	case "/":
		return s.serveExplorer(w, r, p)
	case "/embed":
		return s.serveEmbed(w, r, p)
	case "/terms", "/privacy", "/imprint":
		return s.serveLegal(w, r, p)
	case "/docs/":
		return s.serveDocsIndex(w, r, p)
	case "/docs/reference":
		return s.serveReference(w, r, p)
	case "", "/docs", "/embed/", "/terms/", "/privacy/", "/imprint/", "/docs/reference/":
		return s.redirect(w, r, p, tidy(p.Path))
	}
	if slug, ok := strings.CutPrefix(p.Path, "/d/"); ok && slug != "" && !strings.Contains(slug, "/") {
		return s.servePlace(w, r, p, slug)
	}
	if name, ok := strings.CutPrefix(p.Path, "/docs/"); ok {
		return s.serveDoc(w, r, p, name)
	}
	return s.serveMissing(w, r, p)
}

// tidy is the address of a page that was asked for with or without its slash.
func tidy(path string) string {
	switch path {
	case "", "/docs":
		return path + "/"
	}
	return strings.TrimSuffix(path, "/")
}

func (s *Site) redirect(w http.ResponseWriter, r *http.Request, p *page, path string) error {
	target := p.URL(path)
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	http.Redirect(w, r, target, http.StatusMovedPermanently)
	return nil
}

func (s *Site) serveMissing(w http.ResponseWriter, r *http.Request, p *page) error {
	p.Title = p.T("missing.title")
	p.NoIndex = true
	return s.render(w, r, p, "missing", http.StatusNotFound, nil)
}
