package site

import (
	"net/http"
	"strings"

	"servicemap/internal/destination"
)

type categoryOption struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Color string `json:"color"`
}

type regionOption struct {
	Country string
	Regions []string
}

func categoryOptions(lang destination.Lang) []categoryOption {
	var all []categoryOption
	for _, c := range destination.AllCategories() {
		all = append(all, categoryOption{c.ID(), c.Name(lang), c.Info().Color})
	}
	return all
}

// regionOptions lists states and cantons by country.
func (p *page) regionOptions() []regionOption {
	var groups []regionOption
	for _, r := range destination.Regions() {
		name := p.country(r.Country())
		if len(groups) == 0 || groups[len(groups)-1].Country != name {
			groups = append(groups, regionOption{Country: name})
		}
		g := &groups[len(groups)-1]
		g.Regions = append(g.Regions, r.Names[p.Lang])
	}
	return groups
}

type explorerData struct {
	Best    []Place
	Total   int
	Regions []regionOption
}

// firstPlaces are in the page itself, so that there is something to see and to
// follow before, or without, any script.
const firstPlaces = 24

func (s *Site) serveExplorer(w http.ResponseWriter, r *http.Request, p *page) error {
	p.Title = p.T("explorer.title")
	p.Section = "explore"
	p.Description = p.T("explorer.description")
	p.WithMap, p.App = true, true
	p.Scripts = []string{p.Asset("explorer.js")}
	p.JSONLD = p.siteJSONLD()
	p.Config = map[string]any{
		"lang": p.Lang.String(), "api": p.root() + "/api/v1", "place": p.URL("/d/"),
		"categories": categoryOptions(p.Lang), "texts": scriptTexts(p.Lang, "x."),
	}
	data := explorerData{Regions: p.regionOptions()}
	if set, ok := s.opts.Destinations.Dataset(); ok {
		data.Total = set.Count
		if r.URL.RawQuery == "" {
			data.Best = s.opts.Destinations.Best(nil, p.Lang, firstPlaces)
		}
	}
	return s.render(w, r, p, "explorer", http.StatusOK, data)
}

// Tags is what the list tells of a place beside its name, as the script does.
func (p *page) Tags(d Place) string {
	var tags []string
	add := func(known bool, key string) {
		if known {
			tags = append(tags, p.T(key))
		}
	}
	add(d.Free != nil && *d.Free, "x.free")
	add(d.Kids != nil && *d.Kids, "x.kids")
	add(d.Mobility != nil && *d.Mobility >= 3, "x.stepfree")
	return strings.Join(tags, " · ")
}

// Details names the link to a place's page.
func (p *page) Details(name string) string {
	return strings.Replace(p.T("x.details"), "{name}", name, 1)
}

type embedData struct {
	Categories []categoryOption
	Regions    []regionOption
	Origin     string
	Guide      string
}

func (s *Site) serveEmbed(w http.ResponseWriter, r *http.Request, p *page) error {
	p.Title = p.T("embed.title")
	p.Section = "embed"
	p.Description = p.T("embed.description", p.Name())
	p.WithMap = true
	p.Scripts = []string{p.Asset("embed.js")}
	p.Config = map[string]any{
		"lang": p.Lang.String(), "sdk": p.Base + s.opts.SDK, "origin": origin(p.Base), "texts": scriptTexts(p.Lang, "e."),
	}
	return s.render(w, r, p, "embed", http.StatusOK, embedData{
		Categories: categoryOptions(p.Lang), Regions: p.regionOptions(), Origin: origin(p.Base), Guide: p.URL("/docs/" + s.docs.guide()),
	})
}
