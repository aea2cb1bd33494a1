package site

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"servicemap/internal/destination"
)

//go:embed templates
var templateFiles embed.FS

type pageTemplate = template.Template

// pageNames are the templates that stand in the layout.
var pageNames = []string{"explorer", "embed", "place", "doc", "docs", "reference", "terms", "privacy", "imprint", "missing"}

func parseTemplates() (map[string]*pageTemplate, error) {
	layout, err := template.New("layout").Funcs(templateFuncs).ParseFS(templateFiles, "templates/layout.html", "templates/mark.html", "templates/parts.html")
	if err != nil {
		return nil, fmt.Errorf("parse layout: %w", err)
	}
	all := map[string]*pageTemplate{}
	for _, name := range pageNames {
		t, err := layout.Clone()
		if err != nil {
			return nil, fmt.Errorf("parse page %s: %w", name, err)
		}
		files, err := templateFiles.ReadDir("templates")
		if err != nil {
			return nil, err
		}
		for _, f := range files { // a page, or its texts by language
			if stem, _, _ := strings.Cut(f.Name(), "."); stem != name {
				continue
			}
			if t, err = t.ParseFS(templateFiles, "templates/"+f.Name()); err != nil {
				return nil, fmt.Errorf("parse page %s: %w", name, err)
			}
		}
		all[name] = t
	}
	return all, nil
}

var templateFuncs = template.FuncMap{
	"lower": strings.ToLower,
	"lines": func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == ';' })
	},
	"trim": strings.TrimSpace,
}

// page is what every template knows.
type page struct {
	site *Site

	Lang        destination.Lang
	Path        string // without the prefix of the language
	Base        string // absolute address of the service
	Title       string
	Description string
	Section     string // of the navigation
	NoIndex     bool
	OneLanguage bool     // the text is English in both languages
	Kind        string   // Open Graph type
	Early       []string // scripts that run before the SDK
	Scripts     []string
	WithMap     bool // the SDK is loaded
	App         bool // fills the window, without a footer of its own
	JSONLD      any
	Config      any // for the scripts of the page
	Data        any
}

func (s *Site) newPage(r *http.Request, lang destination.Lang, path string) *page {
	return &page{
		site: s, Lang: lang, Path: path, Base: s.opts.Base(r), Kind: "website",
		Description: message(lang, "site.description"),
	}
}

// T is a text in the language of the page.
func (p *page) T(key string, args ...any) string {
	text := message(p.Lang, key)
	if len(args) > 0 {
		return fmt.Sprintf(text, args...)
	}
	return text
}

// German reports whether the page is in German.
func (p *page) German() bool { return p.Lang == destination.German }

// root is the path of the service on its host, empty for most.
func (p *page) root() string {
	u, err := url.Parse(p.Base)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.EscapedPath(), "/")
}

func langPath(lang destination.Lang, path string) string {
	if lang == destination.English {
		return englishPrefix + path
	}
	return path
}

// URL is a link to another page in the same language.
func (p *page) URL(path string) string { return p.root() + langPath(p.Lang, path) }

// File is a link to something that has no language.
func (p *page) File(path string) string { return p.root() + path }

// In is the absolute address of this page in a language: "de" or "en".
func (p *page) In(lang string) string {
	if lang == "en" {
		return p.Base + langPath(destination.English, p.Path)
	}
	return p.Base + p.Path
}

// Canonical is the address under which search engines should know the page.
func (p *page) Canonical() string {
	if p.OneLanguage {
		return p.In("en")
	}
	return p.Base + langPath(p.Lang, p.Path)
}

// Switch is a link to this page in the other language.
func (p *page) Switch() string {
	if p.Lang == destination.English {
		return p.root() + p.Path
	}
	return p.root() + englishPrefix + p.Path
}

// Asset is a link to a script or style sheet of ours, which may be kept for ever.
func (p *page) Asset(name string) string {
	return p.root() + staticPrefix + p.site.static.Hash(name) + "/" + name
}

// Name is the name of the service.
func (p *page) Name() string { return p.site.opts.Name }

// Operator is who runs the service.
func (p *page) Operator() Operator { return p.site.opts.Operator }

// Limits are the general limits.
func (p *page) Limits() Limits { return p.site.opts.Limits }

// SDK is a link to the script that draws maps.
func (p *page) SDK() string { return p.root() + p.site.opts.SDK }

// ThemeScript runs before the first paint; the policy knows its hash.
func (p *page) ThemeScript() template.JS { return template.JS(themeScript) }

// Date writes a day as people do.
func (p *page) Date(t time.Time) string {
	if p.Lang == destination.English {
		return t.UTC().Format("2 January 2006")
	}
	return fmt.Sprintf("%d. %s %d", t.UTC().Day(), germanMonths[t.UTC().Month()-1], t.UTC().Year())
}

var germanMonths = [...]string{
	"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
}

// Number writes a whole number with separators.
func (p *page) Number(n int) string {
	separator := "."
	if p.Lang == destination.English {
		separator = ","
	}
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + separator + digits[i:]
	}
	return digits
}

// SDKPath is the path of the SDK below the service's address.
func (p *page) SDKPath() string { return p.site.opts.SDK }

// origin is scheme and host of an address.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Scheme + "://" + u.Host
}
