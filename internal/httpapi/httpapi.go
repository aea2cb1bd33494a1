// Package httpapi is the public HTTP API: routes, parameters, the wire format,
// errors, CORS, caching and the OpenAPI description.
//
// It owns every byte that leaves the server under /api/. It refuses to search,
// to store and to decide who may ask: those come in through the small
// interfaces below, and only the program that wires them knows what is behind.
package httpapi

import (
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"servicemap/internal/destination"
)

// APIVersion is reported in every answer.
const APIVersion = "1.0"

// Searcher answers questions about one dataset. It is safe for concurrent use
// and its payloads were made by Encode.
type Searcher interface {
	// Search puts the hits into room when they fit.
	Search(q *destination.Query, room []destination.Hit) destination.Result
	Categories(q *destination.Query) []destination.CategoryCount
	Lookup(slug string) (payload []byte, current string, ok bool)
	Len() int
}

// Snapshot is a dataset that can be asked. It never changes.
type Snapshot struct {
	Index   Searcher
	Dataset destination.Dataset
}

// Catalog hands out the active dataset: nil while none is loaded. The same
// dataset is always the same pointer.
type Catalog interface {
	Snapshot() *Snapshot
}

// Gate decides whether a request may pass. With an error the client is filled
// in as far as it is known, so that it can be told its limits.
type Gate interface {
	Admit(r *http.Request, endpoint string) (destination.Client, error)
}

// Map describes the map that is served; what it returns is not changed.
type Map interface {
	Config() MapConfig
	Style(q StyleQuery) (body []byte, etag string, err error)
}

// StyleQuery says which style is wanted.
type StyleQuery struct {
	Base   string // the service's base URL, without a slash at the end
	Theme  string // "light" or "dark"
	Source string // "pmtiles" or "tilejson": how the client reads tiles
	Lang   destination.Lang
}

// MapConfig is what a client needs to draw the map. URLs that begin with a
// slash are relative to the service's base URL.
type MapConfig struct {
	Bounds       destination.Box
	Center       destination.Point
	Zoom         float64
	MinZoom      float64
	MaxZoom      float64
	MapLibre     Library
	PMTiles      Library
	Capabilities map[string]bool
	Attribution  string // of the provider of the tiles
}

// Library is a browser library that the service hosts.
type Library struct {
	JS      string
	CSS     string
	Version string
}

// Observer counts what was answered. The route is the name of an endpoint.
type Observer interface {
	Observe(route, method string, status int, d time.Duration)
}

// SiteInfo is what the operator says about the service. Links that begin with
// a slash are relative to the base URL; an empty link is left out.
type SiteInfo struct {
	Name          string
	Base          func(r *http.Request) string // absolute, without a slash at the end; nil: from the request alone
	SDK           string
	Terms         string
	Privacy       string
	Imprint       string
	Documentation string
}

// Limits are the general limits as the map configuration tells them.
type Limits struct {
	AnonymousPerMinute int
	KeyPerMinute       int
}

// Options is everything that the API needs.
type Options struct {
	Catalog Catalog
	Gate    Gate
	Map     Map
	Site    SiteInfo
	Limits  Limits // zero values: 180 and 600
	Version string // of the program

	Logger  *slog.Logger     // nil: no log
	Metrics Observer         // nil: no metrics
	Now     func() time.Time // nil: time.Now

	// ClientAddr says where a request comes from, for the log; nil: the peer.
	ClientAddr func(r *http.Request) netip.Addr
	// LogFullAddresses writes whole client addresses into the log instead of
	// their network only.
	LogFullAddresses bool
	// CacheBytes bounds the cache of ready answers; 0: 32 MiB, negative: none.
	CacheBytes int
}

const defaultCacheBytes = 32 << 20

type api struct {
	opts Options
	comp *compressor
	view atomic.Pointer[view]
	spec *description

	ready *cache // of what does not depend on the dataset
}

// New makes the handler for everything under /api/.
func New(opts Options) http.Handler {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Site.Base == nil {
		opts.Site.Base = baseFromRequest
	}
	if opts.ClientAddr == nil {
		opts.ClientAddr = peerAddr
	}
	if opts.CacheBytes == 0 {
		opts.CacheBytes = defaultCacheBytes
	}
	if opts.Limits.AnonymousPerMinute == 0 {
		opts.Limits.AnonymousPerMinute = 180
	}
	if opts.Limits.KeyPerMinute == 0 {
		opts.Limits.KeyPerMinute = 600
	}
	return &api{opts: opts, comp: newCompressor(), spec: newDescription(), ready: newCache(opts.CacheBytes / 8)}
}

// baseFromRequest is the service root as the client wrote it, without any
// trust in forwarded headers.
func baseFromRequest(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	for _, c := range []byte(r.Host) {
		ok := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			c == '.' || c == '-' || c == '_' || c == ':' || c == '[' || c == ']'
		if !ok {
			return scheme + "://localhost"
		}
	}
	return scheme + "://" + r.Host
}

func peerAddr(r *http.Request) netip.Addr {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr()
}
