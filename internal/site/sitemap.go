package site

import (
	"bufio"
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"servicemap/internal/assets"
	"servicemap/internal/destination"
)

const (
	// sitemapURLs is the most addresses that a sitemap may have.
	sitemapURLs = 50_000
	// sitemapPlaces is how many destinations fit, each in two languages.
	sitemapPlaces = sitemapURLs / 2
	sitemapStart  = xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n"
)

// sitemapPages are the pages that are no destinations.
func (s *Site) sitemapPages() []string {
	pages := []string{"/", "/embed", "/docs/", "/terms", "/privacy", "/imprint"}
	english := []string{"/docs/reference"}
	for _, d := range s.docs.pages {
		english = append(english, "/docs/"+d.Name)
	}
	urls := pages
	for _, path := range append(pages[:len(pages):len(pages)], english...) {
		urls = append(urls, englishPrefix+path)
	}
	return urls
}

// serveSitemap writes /sitemap.xml, which lists the others, /sitemap-pages.xml
// and /sitemap-N.xml with destinations. They are written as they are made: a
// million destinations never stand in memory.
func (s *Site) serveSitemap(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/sitemap"), ".xml")
	base := s.opts.Base(r)
	data, loaded := s.opts.Destinations.Dataset()
	parts := (data.Count + sitemapPlaces - 1) / sitemapPlaces
	number, err := strconv.Atoi(strings.TrimPrefix(name, "-"))
	known := name == "" || name == "-pages" || err == nil && strings.HasPrefix(name, "-") && number >= 1 && number <= parts
	if !known {
		http.NotFound(w, r)
		return
	}
	if !loaded {
		w.Header().Set("Retry-After", "2")
		http.Error(w, "the destinations are still being loaded", http.StatusServiceUnavailable)
		return
	}
	tag := `W/"` + data.Version + name + `"`
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("ETag", tag)
	h.Add("Vary", "Accept-Encoding")
	if sameTag(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	out, done := s.sitemapWriter(w, r)
	defer done()
	switch name {
	case "":
		writeSitemapIndex(out, base, parts, data.Created)
	case "-pages":
		writeSitemapPages(out, base, s.sitemapPages())
	default:
		writeSitemapPlaces(out, base, s.opts.Destinations, (number-1)*sitemapPlaces, data)
	}
}

// sitemapWriter packs on the fly for clients that take gzip, which crawlers do.
func (s *Site) sitemapWriter(w http.ResponseWriter, r *http.Request) (*bufio.Writer, func()) {
	if r.Method == http.MethodHead {
		return bufio.NewWriter(discard{}), func() {}
	}
	if !assets.ParseEncodings(r.Header.Values("Accept-Encoding"))("gzip") {
		out := bufio.NewWriterSize(w, 32<<10)
		return out, func() { _ = out.Flush() } // the client may be gone
	}
	w.Header().Set("Content-Encoding", "gzip")
	packer := gzip.NewWriter(w)
	out := bufio.NewWriterSize(packer, 32<<10)
	return out, func() {
		_ = out.Flush()
		_ = packer.Close()
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

func writeSitemapIndex(out *bufio.Writer, base string, parts int, changed time.Time) {
	put(out, xml.Header+`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`+"\n")
	put(out, "<sitemap><loc>"+escape(base)+"/sitemap-pages.xml</loc></sitemap>\n")
	for i := 1; i <= parts; i++ {
		put(out, "<sitemap><loc>"+escape(base)+"/sitemap-"+strconv.Itoa(i)+".xml</loc><lastmod>"+changed.UTC().Format(time.DateOnly)+"</lastmod></sitemap>\n")
	}
	put(out, "</sitemapindex>\n")
}

func writeSitemapPages(out *bufio.Writer, base string, paths []string) {
	put(out, sitemapStart)
	for _, path := range paths {
		put(out, "<url><loc>"+escape(base+path)+"</loc></url>\n")
	}
	put(out, "</urlset>\n")
}

func writeSitemapPlaces(out *bufio.Writer, base string, all Destinations, skip int, data destination.Dataset) {
	put(out, sitemapStart)
	root, end := escape(base), "</loc><lastmod>"+data.Created.UTC().Format(time.DateOnly)+"</lastmod></url>\n"
	n := 0
	for slug := range all.Slugs() {
		n++
		if n <= skip {
			continue
		}
		if n > skip+sitemapPlaces {
			break
		}
		path := "/d/" + escape(url.PathEscape(slug)) + end
		put(out, "<url><loc>"+root+path)
		put(out, "<url><loc>"+root+englishPrefix+path)
	}
	put(out, "</urlset>\n")
}

// put leaves failures to the end: the writer keeps them, and nobody is left to be told.
func put(out *bufio.Writer, text string) { _, _ = out.WriteString(text) }

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", `"`, "&quot;")

func escape(text string) string { return xmlEscaper.Replace(text) }
