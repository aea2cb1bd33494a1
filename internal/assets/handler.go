package assets

import (
	"net/http"
	"strconv"
	"strings"
)

// Immutable is the Cache-Control of files whose URL carries their version.
const Immutable = "public, max-age=31536000, immutable"

// Handler serves the set's files below a prefix ("/assets/") to any origin.
func (s *Set) Handler(prefix string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Serve(w, r, strings.TrimPrefix(r.URL.Path, prefix), Immutable)
	})
}

// Serve answers with one file of the set under a Cache-Control of choice, for
// those whose URL stays the same when they change.
func (s *Set) Serve(w http.ResponseWriter, r *http.Request, name, cacheControl string) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "If-None-Match, Range")
		h.Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		h.Set("Allow", "GET, HEAD, OPTIONS")
		refuse(w, http.StatusMethodNotAllowed, "method not allowed: use GET")
		return
	}
	f := s.files[name]
	if f == nil {
		refuse(w, http.StatusNotFound, "not found")
		return
	}
	f.serve(w, r, cacheControl)
}

func (f *file) serve(w http.ResponseWriter, r *http.Request, cacheControl string) {
	h := w.Header()
	encoding := f.choose(ParseEncodings(r.Header.Values("Accept-Encoding")))
	tag := `"` + f.Hash + `"`
	if encoding != "" {
		tag = `"` + f.Hash + "-" + encoding + `"`
	}
	h.Set("ETag", tag)
	h.Set("Cache-Control", cacheControl)
	if len(f.Encodings) > 0 {
		h.Set("Vary", "Accept-Encoding")
	}
	if matches(r.Header.Get("If-None-Match"), f.Hash) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body, ok := f.bodies[encoding]
	if !ok {
		var err error
		if body, err = f.plain(); err != nil {
			refuse(w, http.StatusInternalServerError, "temporary server error")
			return
		}
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Type", f.Type)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // the client may be gone
	}
}

// choose is the smallest body that the client takes.
func (f *file) choose(accepted func(string) bool) string {
	best, size := "", int64(f.Size)
	for _, encoding := range []string{"br", "zstd", "gzip"} {
		if n, ok := f.Encodings[encoding]; ok && n < size && accepted(encoding) {
			best, size = encoding, n
		}
	}
	return best
}

// ParseEncodings reads Accept-Encoding headers: the result reports whether the
// client takes an encoding, named or by "*".
func ParseEncodings(headers []string) func(encoding string) bool {
	takes := map[string]bool{}
	for part := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		name, params, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		q := 1.0
		if v, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q="); ok {
			q, _ = strconv.ParseFloat(v, 64)
		}
		takes[name] = q > 0
	}
	return func(encoding string) bool {
		if takes, named := takes[encoding]; named {
			return takes
		}
		return takes["*"]
	}
}

// matches reports whether a list of tags holds the file's hash in any encoding.
func matches(list, hash string) bool {
	for tag := range strings.SplitSeq(list, ",") {
		tag = strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`)
		if name, _, _ := strings.Cut(tag, "-"); name == hash || tag == "*" {
			return true
		}
	}
	return false
}

func refuse(w http.ResponseWriter, status int, reason string) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"ok":false,"error":` + strconv.Quote(reason) + "}\n"))
}
