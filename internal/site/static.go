package site

import (
	"embed"
	"encoding/json"
	"io/fs"
	"net/http"
	"strings"

	"servicemap/internal/assets"
)

//go:embed all:dist
var dist embed.FS

// staticPrefix is where scripts and style sheets are, each below its hash.
const staticPrefix = "/site/"

func loadStatic() (*assets.Set, error) {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	return assets.Load(sub)
}

// rootFiles are looked for at fixed places.
var rootFiles = map[string]string{
	"/favicon.ico": "favicon.ico", "/favicon.svg": "favicon.svg", "/apple-touch-icon.png": "icon-180.png",
	"/icon-192.png": "icon-192.png", "/icon-512.png": "icon-512.png", "/og.png": "og.png",
}

// serveFile answers for everything that is no page.
func (s *Site) serveFile(w http.ResponseWriter, r *http.Request) bool {
	path := r.URL.Path
	if name, ok := rootFiles[path]; ok {
		s.static.Serve(w, r, name, "public, max-age=86400")
		return true
	}
	if rest, ok := strings.CutPrefix(path, staticPrefix); ok {
		hash, name, _ := strings.Cut(rest, "/")
		cache := assets.Immutable
		if hash != s.static.Hash(name) { // a page of another version asks
			cache = "no-cache"
		}
		s.static.Serve(w, r, name, cache)
		return true
	}
	switch {
	case path == "/robots.txt":
		s.serveRobots(w, r)
	case path == "/manifest.webmanifest":
		s.serveManifest(w, r)
	case strings.HasPrefix(path, "/sitemap") && strings.HasSuffix(path, ".xml"):
		s.serveSitemap(w, r)
	default:
		return false
	}
	return true
}

func (s *Site) serveRobots(w http.ResponseWriter, r *http.Request) {
	body := "User-agent: *\nDisallow: /api/\nDisallow: /tiles/\nSitemap: " + s.opts.Base(r) + "/sitemap.xml\n"
	reply(w, r, http.StatusOK, "text/plain; charset=utf-8", "public, max-age=3600", []byte(body))
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

func (s *Site) serveManifest(w http.ResponseWriter, r *http.Request) {
	p := s.newPage(r, 0, "/")
	body, err := json.Marshal(map[string]any{
		"name": s.opts.Name, "short_name": s.opts.Name, "lang": "de", "start_url": p.URL("/"), "scope": p.URL("/"),
		"display": "standalone", "background_color": "#fbfaf7", "theme_color": "#1d6b52",
		"description": p.Description,
		"icons": []manifestIcon{
			{p.File("/favicon.svg"), "any", "image/svg+xml", ""},
			{p.File("/icon-192.png"), "192x192", "image/png", ""},
			{p.File("/icon-512.png"), "512x512", "image/png", "any maskable"},
		},
	})
	if err != nil {
		http.Error(w, "temporary server error", http.StatusInternalServerError)
		return
	}
	reply(w, r, http.StatusOK, "application/manifest+json", "public, max-age=3600", body)
}
