package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"servicemap/internal/access"
	"servicemap/internal/assets"
	"servicemap/internal/catalog"
	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/metrics"
	"servicemap/internal/sdk"
	"servicemap/internal/search"
	"servicemap/internal/store"
	"servicemap/internal/tiles"
)

// watchInterval is how often the store is asked whether something changed.
const watchInterval = time.Second

// serving is one dataset with all that answers for it.
type serving struct {
	snapshot httpapi.Snapshot
	index    *search.Index
	took     time.Duration
}

// service is everything that runs while the program serves.
type service struct {
	app     *App
	catalog *catalog.Catalog[serving]
	guard   *access.Guard
	metrics *metrics.Metrics
	maps    *mapParts
	sdk     *sdk.SDK
	handler http.Handler
	admin   http.Handler
}

func (c *ServeCmd) newService(app *App, st *store.Store) (*service, error) {
	maps, err := c.openMap(app)
	if err != nil {
		return nil, err
	}
	script, err := sdk.Load()
	if err != nil {
		return nil, err
	}
	s := &service{app: app, maps: maps, sdk: script}
	s.catalog = catalog.New(st, s.prepare, app.Log)
	s.metrics = metrics.New(version, s.figures)
	guard, err := access.NewGuard(app.Ctx, st, access.Options{
		AnonymousLimit: c.Limit.Anonymous,
		KeyLimit:       c.Limit.Key,
		EndpointLimits: c.Limit.Endpoint,
		TrustedProxies: prefixes(c.TrustedProxy),
		Logger:         app.Log,
		Observe: func(_ bool, outcome access.Outcome) {
			s.metrics.ObserveDecision(string(outcome))
		},
	})
	if err != nil {
		return nil, fmt.Errorf("load the API keys: %w", err)
	}
	s.guard = guard
	if s.handler, err = c.routes(s); err != nil {
		return nil, err
	}
	if s.admin, err = c.adminHandler(s, st); err != nil {
		return nil, err
	}
	return s, nil
}

// routes puts the parts of the service where the world finds them.
func (c *ServeCmd) routes(s *service) (http.Handler, error) {
	base := baseOf(c.BaseURL, c.TrustedProxy)
	pages, err := c.pages(s, base)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	api := httpapi.New(httpapi.Options{
		Catalog: s,
		Gate:    s.guard,
		Map:     s.maps,
		Site: httpapi.SiteInfo{
			Name: c.Service.Name, Base: base,
			SDK: sdk.Prefix + sdk.Script, Terms: "/terms", Privacy: "/privacy", Imprint: "/imprint", Documentation: "/docs/",
		},
		Limits:           httpapi.Limits{AnonymousPerMinute: c.Limit.Anonymous, KeyPerMinute: c.Limit.Key},
		Version:          version,
		Logger:           s.app.Log,
		Metrics:          s.metrics,
		ClientAddr:       c.Log.clientAddr(s.guard),
		LogFullAddresses: c.Log.Addresses == "full",
	})
	mux.Handle(tiles.Prefix, c.tileServer(s, base))
	mux.Handle(assets.Prefix, s.maps.browser.Handler())
	mux.Handle("/sdk/", s.sdk.Handler())
	live, ready := httpapi.Health(s)
	mux.Handle("/healthz", live)
	mux.Handle("/readyz", ready)
	mux.Handle("/", pages)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Not through the mux, which redirects unclean paths in HTML: whatever
		// lies below /api answers in JSON.
		if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") {
			api.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}), nil
}

// Snapshot implements httpapi.Catalog.
func (s *service) Snapshot() *httpapi.Snapshot {
	current := s.catalog.Current()
	if current == nil {
		return nil
	}
	return &current.snapshot
}

func (s *service) prepare(d destination.Dataset, all []destination.Destination, oldSlugs map[string]string) (*serving, error) {
	start := time.Now()
	index, err := search.Build(all, search.Options{Encode: httpapi.Encode, OldSlugs: oldSlugs, Logger: s.app.Log})
	if err != nil {
		return nil, err
	}
	return &serving{
		snapshot: httpapi.Snapshot{Index: index, Dataset: d},
		index:    index,
		took:     time.Since(start),
	}, nil
}

// figures tells the metrics what is being served.
func (s *service) figures() *metrics.Serving {
	current := s.catalog.Current()
	if current == nil {
		return nil
	}
	return &metrics.Serving{
		Dataset: current.snapshot.Dataset, IndexBytes: current.index.SizeBytes(), BuildTime: current.took,
	}
}

// run serves until the context ends.
func (s *service) run(public, admin net.Listener) error {
	ctx, cancel := context.WithCancelCause(s.app.Ctx)
	defer cancel(nil)
	var running sync.WaitGroup
	start := func(f func() error) {
		running.Go(func() {
			if err := f(); err != nil {
				cancel(err)
			}
		})
	}
	start(func() error {
		if err := s.catalog.Refresh(ctx); err != nil {
			return err
		}
		s.catalog.Watch(ctx, watchInterval)
		return nil
	})
	start(func() error { s.maps.source.Watch(ctx, watchInterval); return nil })
	start(func() error { return serveUntilDone(ctx, newServer(s.handler, s.app.Log), public) })
	s.app.Log.Info("listening", "address", public.Addr().String(), "url", "http://"+readable(public.Addr()))
	if admin != nil {
		start(func() error { return serveUntilDone(ctx, newServer(s.admin, s.app.Log), admin) })
		s.app.Log.Info("listening for the operator", "address", admin.Addr().String())
	}
	<-ctx.Done()
	running.Wait()
	closing, done := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer done()
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		s.app.Log.Info("stopped")
		err = nil
	}
	return errors.Join(err, s.guard.Close(closing), s.maps.source.Close())
}

// readable is the address as a person can open it.
func readable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return addr.String()
	}
	if tcp.IP.IsUnspecified() || tcp.IP.IsLoopback() {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return addr.String()
}

func prefixes(networks []Network) []netip.Prefix {
	out := make([]netip.Prefix, len(networks))
	for i, n := range networks {
		out[i] = n.Prefix
	}
	return out
}
