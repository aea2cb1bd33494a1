package site_test

import (
	"compress/gzip"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"servicemap/internal/site"
)

type sitemap struct {
	XMLName xml.Name
	URLs    []string `xml:"url>loc"`
	Maps    []string `xml:"sitemap>loc"`
}

func readSitemap(t *testing.T, body string) sitemap {
	t.Helper()
	var m sitemap
	if err := xml.Unmarshal([]byte(body), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSitemapSplits(t *testing.T) {
	const n = 60_000
	h := newSite(t, func(o *site.Options) { o.Destinations = manyPlaces(n) })
	index := readSitemap(t, get(t, h, "/sitemap.xml").body)
	if len(index.Maps) != 1+3 {
		t.Fatalf("%d sitemaps for %d destinations: %v", len(index.Maps), n, index.Maps)
	}
	seen := map[string]bool{}
	for _, address := range index.Maps {
		part := readSitemap(t, get(t, h, strings.TrimPrefix(address, base)).body)
		if len(part.URLs) > 50_000 {
			t.Errorf("%s has %d addresses", address, len(part.URLs))
		}
		for _, u := range part.URLs {
			if seen[u] {
				t.Errorf("%s is there twice", u)
			}
			seen[u] = true
		}
	}
	for _, want := range []string{"/d/ort-000000", "/en/d/ort-059999", "/", "/en/", "/en/docs/api", "/embed", "/imprint"} {
		if !seen[base+want] {
			t.Errorf("%s is not in a sitemap", want)
		}
	}
}

func TestSitemapAddressesExist(t *testing.T) {
	h := newSite(t)
	for _, part := range []string{"/sitemap-pages.xml", "/sitemap-1.xml"} {
		for _, address := range readSitemap(t, get(t, h, part).body).URLs {
			if a := get(t, h, strings.TrimPrefix(address, base)); a.status != 200 || !strings.Contains(a.body, `<link rel="canonical" href="`+address+`"`) {
				t.Errorf("%s: status %d, or another address is canonical", address, a.status)
			}
		}
	}
}

func TestSitemapPacksAndCaches(t *testing.T) {
	h := newSite(t)
	plain := get(t, h, "/sitemap-1.xml")
	packed := get(t, h, "/sitemap-1.xml", "Accept-Encoding", "gzip")
	zr, err := gzip.NewReader(strings.NewReader(packed.body))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(zr)
	if err != nil || string(body) != plain.body {
		t.Errorf("unpacked, the sitemap differs (%v)", err)
	}
	if again := get(t, h, "/sitemap-1.xml", "If-None-Match", plain.header.Get("ETag")); again.status != 304 {
		t.Errorf("the same tag gives %d", again.status)
	}
}
