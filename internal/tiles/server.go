package tiles

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"servicemap/internal/destination"
)

// Paths that the server answers, below its prefix.
const (
	Prefix      = "/tiles/"
	ArchivePath = Prefix + "basemap.pmtiles"
	TileJSON    = Prefix + "tiles.json"
)

// Budget is what a client may take in some time: of requests, or of bytes.
type Budget interface {
	// Take takes n from the client's budget. When that is used up it fails
	// with a *destination.RateLimitError; any other failure is the server's.
	Take(ctx context.Context, client string, n int64) error
}

// Options are what the server needs of its surroundings.
type Options struct {
	Source   *Source
	BaseURL  func(*http.Request) string // without a slash at the end
	Client   func(*http.Request) string // who is asking
	Requests Budget                     // nil for no limit
	Bytes    Budget                     // nil for no limit
	Logger   *slog.Logger
}

type server struct{ Options }

// NewServer serves everything below Prefix: the archive by range, its tiles one
// by one, and their TileJSON.
func NewServer(opts Options) http.Handler { return &server{opts} }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "ETag, Accept-Ranges, Content-Range, Content-Length, Content-Encoding, Retry-After")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "Range, If-Range, If-Match, If-None-Match, X-Service-Key")
		h.Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		h.Set("Allow", "GET, HEAD, OPTIONS")
		s.refuse(w, http.StatusMethodNotAllowed, "method not allowed: use GET")
		return
	}
	if err := s.take(r, s.Requests, 1); err != nil {
		s.fail(w, r, err)
		return
	}
	a := s.Source.Acquire()
	defer a.Close()
	if err := s.answer(w, r, a); err != nil {
		s.fail(w, r, err)
	}
}

func (s *server) answer(w http.ResponseWriter, r *http.Request, a *Archive) error {
	switch r.URL.Path {
	case ArchivePath:
		return s.serveRange(w, r, a)
	case TileJSON:
		return s.serveTileJSON(w, r, a)
	}
	z, x, y, ok := parseTilePath(strings.TrimPrefix(r.URL.Path, Prefix))
	if !ok {
		return &refusal{http.StatusNotFound, "not found: use " + ArchivePath + ", " + TileJSON + " or " + Prefix + "{z}/{x}/{y}.mvt"}
	}
	return s.serveTile(w, r, a, z, x, y)
}

func (s *server) take(r *http.Request, b Budget, n int64) error {
	if b == nil {
		return nil
	}
	return b.Take(r.Context(), s.Client(r), n)
}

// refusal is an answer other than the one that was asked for.
type refusal struct {
	status int
	reason string
}

func (e *refusal) Error() string { return e.reason }

func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	var no *refusal
	var wait *destination.RateLimitError
	switch {
	case errors.As(err, &no):
		s.refuse(w, no.status, no.reason)
	case errors.As(err, &wait):
		w.Header().Set("Retry-After", strconv.Itoa(wait.Seconds()))
		s.write(w, http.StatusTooManyRequests, map[string]any{
			"ok": false, "error": "the budget for map tiles is used up: " + wait.Error(), "retryAfterSeconds": wait.Seconds(),
		})
	case r.Context().Err() != nil: // nobody is listening
	default:
		s.Logger.Error("serve tiles", "path", r.URL.Path, "error", err)
		s.refuse(w, http.StatusInternalServerError, "temporary server error")
	}
}

func (s *server) refuse(w http.ResponseWriter, status int, reason string) {
	s.write(w, status, map[string]any{"ok": false, "error": reason})
}

func (s *server) write(w http.ResponseWriter, status int, body any) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// The client may be gone; there is nobody left to tell.
	_ = json.NewEncoder(w).Encode(body)
}

// parseTilePath reads "z/x/y.mvt".
func parseTilePath(path string) (z uint8, x, y uint32, ok bool) {
	path, ok = strings.CutSuffix(path, ".mvt")
	parts := strings.Split(path, "/")
	if !ok || len(parts) != 3 {
		return 0, 0, 0, false
	}
	var n [3]uint64
	for i, part := range parts {
		v, err := strconv.ParseUint(part, 10, 32)
		if err != nil || strconv.FormatUint(v, 10) != part {
			return 0, 0, 0, false
		}
		n[i] = v
	}
	if n[0] > maxArchiveZoom || n[1]>>n[0] != 0 || n[2]>>n[0] != 0 {
		return 0, 0, 0, false
	}
	return uint8(n[0]), uint32(n[1]), uint32(n[2]), true
}
