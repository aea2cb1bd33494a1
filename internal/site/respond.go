package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"servicemap/internal/assets"
)

// themeScript applies the visitor's choice of colours before anything is
// painted. It is the only script that stands in a page.
const themeScript = `try{const t=localStorage.getItem("servicemap-theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`

var themeScriptHash = func() string {
	sum := sha256.Sum256([]byte(themeScript))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// policy is the Content-Security-Policy of our pages. The map needs workers
// and images made in the page; nothing may come from or go to another host.
// Where the configured address is not the one that was asked, it counts as ours.
func policy(self, base string) string {
	own := "'self'"
	if u, err := url.Parse(base); err == nil && u.Host != "" && u.Host != self {
		own += " " + u.Scheme + "://" + u.Host
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + own + " " + themeScriptHash,
		"style-src " + own,
		"img-src " + own + " data: blob:",
		"font-src " + own,
		"connect-src " + own,
		"worker-src " + own + " blob:",
		"manifest-src " + own,
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

// securityHeaders go with every page.
func securityHeaders(h http.Header, csp string) {
	h.Set("Content-Security-Policy", csp)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), payment=(), geolocation=(self), fullscreen=(self)")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

const pageCache = "public, max-age=300"

// render fills a template into the layout and answers with it.
func (s *Site) render(w http.ResponseWriter, r *http.Request, p *page, name string, status int, data any) error {
	p.Data = data
	var buf bytes.Buffer
	if err := s.templates[name].ExecuteTemplate(&buf, "layout", p); err != nil {
		return fmt.Errorf("render %s: %w", name, err)
	}
	securityHeaders(w.Header(), policy(r.Host, p.Base))
	cache := pageCache
	if status != http.StatusOK {
		cache = "no-store"
	}
	reply(w, r, status, "text/html; charset=utf-8", cache, buf.Bytes())
	return nil
}

// reply answers with a body that was made for this request.
func reply(w http.ResponseWriter, r *http.Request, status int, media, cache string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Cache-Control", cache)
	h.Add("Vary", "Accept-Encoding")
	if status == http.StatusOK {
		sum := sha256.Sum256(body)
		tag := `W/"` + hex.EncodeToString(sum[:12]) + `"`
		h.Set("ETag", tag)
		if sameTag(r.Header.Get("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body, encoding := pack(body, assets.ParseEncodings(r.Header.Values("Accept-Encoding")))
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client may be gone
	}
}

func sameTag(list, tag string) bool {
	for one := range strings.SplitSeq(list, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// smallestPacked is the size below which compression saves no packet.
const smallestPacked = 1 << 10

func pack(body []byte, takes func(string) bool) ([]byte, string) {
	if len(body) < smallestPacked {
		return body, ""
	}
	var buf bytes.Buffer
	var packer io.WriteCloser
	encoding := ""
	switch {
	case takes("br"):
		packer, encoding = brotli.NewWriterLevel(&buf, 4), "br"
	case takes("gzip"):
		packer, encoding = gzip.NewWriter(&buf), "gzip"
	default:
		return body, ""
	}
	if _, err := packer.Write(body); err != nil {
		return body, ""
	}
	if err := packer.Close(); err != nil {
		return body, ""
	}
	return buf.Bytes(), encoding
}
