package main

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// What pages link to is there, down to the place within a page.
func TestNoLinkIsDead(t *testing.T) {
	crawl(t, start(t, "--data", t.TempDir()))
}

// crawl follows every link from the start pages on and reports dead ones.
func crawl(t *testing.T, server *running) map[string]*crawled {
	t.Helper()
	c := &crawler{t: t, server: server, pages: map[string]*crawled{}}
	c.visit("/")
	c.visit("/en/")
	for len(c.queue) > 0 {
		link := c.queue[0]
		c.queue = c.queue[1:]
		c.follow(link)
	}
	if len(c.pages) < 40 {
		t.Errorf("only %d pages were found", len(c.pages))
	}
	return c.pages
}

// deepPlaces is how many pages of destinations are read for links: they are
// all made from one template.
const deepPlaces = 20

type crawled struct {
	html string          // empty for what is no page
	ids  map[string]bool // to link to
}

type link struct{ from, path, fragment string }

type crawler struct {
	t      *testing.T
	server *running
	pages  map[string]*crawled
	queue  []link
	places int
}

func (c *crawler) follow(l link) {
	c.t.Helper()
	page := c.visit(l.path)
	if page == nil {
		c.t.Errorf("%s links to %s, which is not there", l.from, l.path)
	} else if l.fragment != "" && page.ids != nil && !page.ids[l.fragment] {
		c.t.Errorf("%s links to %s#%s, and there is no such place", l.from, l.path, l.fragment)
	}
}

func (c *crawler) visit(path string) *crawled {
	c.t.Helper()
	if page, ok := c.pages[path]; ok {
		return page
	}
	c.pages[path] = nil
	if strings.Contains(path, "/d/") {
		if c.places++; c.places > deepPlaces {
			c.pages[path] = &crawled{}
			return c.pages[path]
		}
	}
	status, header, body := c.server.get(c.t, path)
	if status != 200 {
		return nil
	}
	page := &crawled{}
	c.pages[path] = page
	if strings.HasPrefix(header.Get("Content-Type"), "text/html") {
		page.html, page.ids = body, map[string]bool{}
		c.read(path, body, page)
	}
	return page
}

func (c *crawler) read(path, body string, page *crawled) {
	base, err := url.Parse(path)
	if err != nil {
		c.t.Fatal(err)
	}
	z := html.NewTokenizer(strings.NewReader(body))
	for z.Next() != html.ErrorToken {
		for _, a := range z.Token().Attr {
			switch a.Key {
			case "id":
				page.ids[a.Val] = true
			case "href", "src":
				to, err := base.Parse(a.Val)
				if err != nil {
					c.t.Errorf("%s has the link %q: %v", path, a.Val, err)
				} else if to.Scheme == "" && to.Host == "" {
					c.queue = append(c.queue, link{path, to.EscapedPath(), to.Fragment})
				}
			}
		}
	}
}
