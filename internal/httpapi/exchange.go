package httpapi

import (
	"encoding/hex"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"servicemap/internal/destination"
)

// exchange is one request and its answer.
type exchange struct {
	api      *api
	w        http.ResponseWriter
	r        *http.Request
	id       string
	start    time.Time
	endpoint endpoint
	slug     string
	client   destination.Client
	status   int // 0: the header is not out yet
	bytes    int
}

// ServeHTTP answers everything under /api/. Whatever happens, the answer can
// be read by any origin and says what went wrong in JSON.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{api: a, w: w, r: r, id: newRequestID(), start: a.opts.Now()}
	defer x.finish()
	x.endpoint, x.slug = match(r.URL.Path)
	x.commonHeaders()
	if r.Method == http.MethodOptions {
		x.preflight()
		return
	}
	if err := x.serve(); err != nil {
		x.fail(err)
	}
}

func newRequestID() string {
	var raw [8]byte
	n := rand.Uint64()
	for i := range raw {
		raw[i] = byte(n >> (8 * i))
	}
	return hex.EncodeToString(raw[:])
}

// Values of headers that are always the same, shared by all answers.
var (
	anyOrigin     = []string{"*"}
	exposed       = []string{"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, X-Request-Id"}
	crossOrigin   = []string{"cross-origin"}
	nosniff       = []string{"nosniff"}
	varyAnonymous = []string{"Accept-Encoding, X-Service-Key"}
	varyKey       = []string{"Accept-Encoding, X-Service-Key, Origin"}

	cachePublic  = []string{"public, max-age=60"}
	cachePrivate = []string{"private, max-age=60"}
	cacheNever   = []string{"no-store"}

	mediaJSON    = []string{"application/json; charset=utf-8"}
	mediaGeoJSON = []string{"application/geo+json"}
	mediaYAML    = []string{"application/yaml; charset=utf-8"}
)

func (x *exchange) commonHeaders() {
	h := x.w.Header()
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["Access-Control-Expose-Headers"] = exposed
	h["Cross-Origin-Resource-Policy"] = crossOrigin
	h["X-Content-Type-Options"] = nosniff
	h["Vary"] = varyAnonymous
	h["X-Request-Id"] = []string{x.id}
}

func (x *exchange) preflight() {
	h := x.w.Header()
	h.Set("Access-Control-Allow-Methods", allowedMethods)
	h.Set("Access-Control-Allow-Headers", "X-Service-Key, Accept, Accept-Language, Content-Type, If-None-Match")
	h.Set("Access-Control-Max-Age", "86400")
	h.Set("Allow", allowedMethods)
	x.status = http.StatusNoContent
	x.w.WriteHeader(x.status)
}

func (x *exchange) rateHeaders() {
	h := x.w.Header()
	if x.client.Authenticated() {
		h["Vary"] = varyKey
	}
	if x.client.Limit <= 0 {
		return
	}
	v := []string{
		strconv.Itoa(x.client.Limit),
		strconv.Itoa(max(0, x.client.Remaining)),
		strconv.FormatInt(ceilUnix(x.client.Reset), 10),
	}
	h["X-Ratelimit-Limit"] = v[0:1:1]
	h["X-Ratelimit-Remaining"] = v[1:2:2]
	h["X-Ratelimit-Reset"] = v[2:3:3]
}

// ceilUnix is the first whole second at which the time has come.
func ceilUnix(t time.Time) int64 {
	s := t.Unix()
	if t.Nanosecond() > 0 {
		s++
	}
	return s
}

// send writes the answer; for HEAD all of it but the body.
func (x *exchange) send(status int, media []string, enc encoding, body []byte) {
	h := x.w.Header()
	h["Content-Type"] = media
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	if enc != identity {
		h["Content-Encoding"] = encodingHeaders[enc]
	}
	x.status = status
	x.w.WriteHeader(status)
	if x.r.Method != http.MethodHead {
		x.bytes, _ = x.w.Write(body) // the client has gone: nobody is left to tell
	}
}

// finish turns a panic into an answer, logs and counts.
func (x *exchange) finish() {
	cause := recover()
	if cause != nil && cause != http.ErrAbortHandler {
		x.api.opts.Logger.LogAttrs(x.r.Context(), slog.LevelError, "panic",
			slog.String("requestId", x.id), slog.String("panic", fmt.Sprint(cause)),
			slog.String("stack", string(debug.Stack())))
		if x.status == 0 {
			x.fail(fmt.Errorf("panic: %v", cause))
			cause = nil
		}
	}
	x.record()
	if cause != nil {
		panic(http.ErrAbortHandler) // too late for an answer: cut it off visibly
	}
}

func (x *exchange) record() {
	opts := &x.api.opts
	took := opts.Now().Sub(x.start)
	route := endpoints[x.endpoint].Name
	method := x.r.Method
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
	default:
		method = "OTHER" // methods are labels of metrics, and anybody can invent them
	}
	if opts.Metrics != nil {
		opts.Metrics.Observe(route, method, x.status, took)
	}
	level := slog.LevelInfo
	if x.status >= 500 {
		level = slog.LevelError
	}
	if !opts.Logger.Enabled(x.r.Context(), level) {
		return
	}
	opts.Logger.LogAttrs(x.r.Context(), level, "request",
		slog.String("requestId", x.id),
		slog.String("method", method),
		slog.String("route", route),
		slog.String("path", loggedPath(x.r.URL.Path)),
		slog.Int("status", x.status),
		slog.Int("bytes", x.bytes),
		slog.Duration("duration", took),
		slog.String("client", loggedAddr(opts.ClientAddr(x.r), opts.LogFullAddresses)))
}

const maxLoggedPath = 200

// loggedPath is the path, never the query: that can hold keys and places where
// people are. A key pasted into the path by mistake is cut out too.
func loggedPath(path string) string {
	if before, _, found := strings.Cut(path, "smk_"); found {
		path = before + "smk_…"
	}
	if len(path) > maxLoggedPath {
		path = path[:maxLoggedPath] + "…"
	}
	return path
}

func loggedAddr(a netip.Addr, full bool) string {
	if !a.IsValid() {
		return ""
	}
	a = a.Unmap().WithZone("")
	if full {
		return a.String()
	}
	bits := 48
	if a.Is4() {
		bits = 24
	}
	network, _ := a.Prefix(bits) // cannot fail: the length fits the family
	return network.String()
}
