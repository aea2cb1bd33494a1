// Package access decides who is asking and whether they may: API keys and
// their origins, the client's address behind proxies, and limits in memory. It
// refuses to know what is asked for, and to know SQL: keys come from a KeyStore
// and are held in memory, so that a request costs none.
package access

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"servicemap/internal/destination"
)

// Limits of part 8 of the specification, in a Window.
const (
	DefaultAnonymousLimit = 180
	DefaultKeyLimit       = 600
)

// KeyStore is where keys come from and their usage goes to.
type KeyStore interface {
	Keys(ctx context.Context) ([]destination.Key, error)
	// ChangeToken changes whenever Keys would say something else.
	ChangeToken(ctx context.Context) (string, error)
	AddUsage(ctx context.Context, usage []destination.KeyUsage) error
}

// Outcome is how a request was decided.
type Outcome string

// The outcomes, as metrics name them.
const (
	Allowed      Outcome = "allowed"
	Limited      Outcome = "limited"
	UnknownKey   Outcome = "unknown_key"
	OriginDenied Outcome = "origin_denied"
	TwoKeys      Outcome = "two_keys"
)

// Options are what a guard needs; zero values stand for the defaults.
type Options struct {
	AnonymousLimit int            // requests in a window without a key
	KeyLimit       int            // with a key that has no limit of its own
	EndpointLimits map[string]int // narrower ones for anonymous requests, by endpoint
	TrustedProxies []netip.Prefix // whose forwarded headers count
	MaxClients     int            // bound of the limiter

	Now     func() time.Time
	Refresh time.Duration // how often changed keys are looked for; 1 s
	Flush   time.Duration // how often usage is written; 5 s
	Logger  *slog.Logger
	Observe func(authenticated bool, outcome Outcome) // called for every decision
}

func (o Options) withDefaults() Options {
	if o.AnonymousLimit <= 0 {
		o.AnonymousLimit = DefaultAnonymousLimit
	}
	if o.KeyLimit <= 0 {
		o.KeyLimit = DefaultKeyLimit
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Refresh <= 0 {
		o.Refresh = time.Second
	}
	if o.Flush <= 0 {
		o.Flush = 5 * time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Observe == nil {
		o.Observe = func(bool, Outcome) {}
	}
	return o
}

// Guard admits requests. It is safe for concurrent use and must be closed.
type Guard struct {
	opts    Options
	store   KeyStore
	limiter *Limiter
	ring    atomic.Pointer[keyring]
	usage   usage

	stop    chan struct{}
	stopped sync.WaitGroup
	closed  sync.Once
}

// NewGuard loads the keys and begins to watch them.
func NewGuard(ctx context.Context, store KeyStore, opts Options) (*Guard, error) {
	opts = opts.withDefaults()
	g := &Guard{
		opts: opts, store: store, limiter: NewLimiter(opts.MaxClients, opts.Now), stop: make(chan struct{}),
	}
	if err := g.Refresh(ctx); err != nil {
		return nil, err
	}
	g.stopped.Go(g.watch)
	return g, nil
}

// Close stops watching and writes the usage that is not written yet.
func (g *Guard) Close(ctx context.Context) error {
	g.closed.Do(func() { close(g.stop) })
	g.stopped.Wait()
	return g.Flush(ctx)
}

func (g *Guard) watch() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	refresh, flush := time.NewTicker(g.opts.Refresh), time.NewTicker(g.opts.Flush)
	defer refresh.Stop()
	defer flush.Stop()
	for {
		var err error
		select {
		case <-g.stop:
			return
		case <-refresh.C:
			err = g.Refresh(ctx)
		case <-flush.C:
			err = g.Flush(ctx)
		}
		if err != nil {
			// The keys of before go on working, and the counts wait for the next turn.
			g.opts.Logger.Error("keep up with the key store", "error", err)
		}
	}
}

// Limiter is the guard's, to share with budgets of other kinds.
func (g *Guard) Limiter() *Limiter { return g.limiter }

// ClientID names the address that a request comes from, as limits count it.
func (g *Guard) ClientID(r *http.Request) string {
	return addrID(clientAddr(r, g.opts.TrustedProxies))
}

// ClientAddr is the address that a request comes from, behind trusted proxies.
func (g *Guard) ClientAddr(r *http.Request) netip.Addr {
	return clientAddr(r, g.opts.TrustedProxies)
}

// Admit decides on a request for an endpoint. Even with an error the Client
// says where the caller's limit stands. Errors: *destination.ParamError for two
// keys, destination.ErrUnknownKey, destination.ErrOriginDenied and
// *destination.RateLimitError.
func (g *Guard) Admit(r *http.Request, endpoint string) (destination.Client, error) {
	text, err := keyText(r)
	if err != nil {
		return g.refuse(r, TwoKeys, err)
	}
	if text == "" {
		return g.admitAnonymous(r, endpoint)
	}
	parsed, err := ParseKey(text)
	if err != nil {
		return g.refuse(r, UnknownKey, destination.ErrUnknownKey)
	}
	// Who has sent too many unknown keys learns of no other whether it is one.
	guesses := "guess " + g.ClientID(r)
	if d := g.limiter.Peek(guesses, int64(g.opts.AnonymousLimit)); !d.Allowed {
		return g.limited(false, d)
	}
	key := g.ring.Load().find(parsed)
	if key == nil {
		if d := g.limiter.Take(guesses, 1, int64(g.opts.AnonymousLimit)); !d.Allowed {
			return g.limited(false, d)
		}
		return g.refuse(r, UnknownKey, destination.ErrUnknownKey)
	}
	if !key.allows(r.Header) {
		// On the caller's account: others must not use up the key's limit.
		g.usage.add(key.id, g.opts.Now(), true)
		return g.refuse(r, OriginDenied, destination.ErrOriginDenied)
	}
	return g.admitKey(key)
}

func (g *Guard) admitKey(key *ringKey) (destination.Client, error) {
	limit := key.limit
	if limit == 0 {
		limit = g.opts.KeyLimit
	}
	d := g.limiter.Take("key "+key.id, 1, int64(limit))
	g.usage.add(key.id, g.opts.Now(), !d.Allowed)
	if !d.Allowed {
		c, err := g.limited(true, d)
		c.KeyID = key.id
		return c, err
	}
	g.opts.Observe(true, Allowed)
	c := client(d)
	c.KeyID = key.id
	return c, nil
}

func (g *Guard) admitAnonymous(r *http.Request, endpoint string) (destination.Client, error) {
	id := g.ClientID(r)
	narrow, isNarrow := g.opts.EndpointLimits[endpoint]
	var own Decision
	if isNarrow {
		if own = g.limiter.Take(endpoint+" "+id, 1, int64(narrow)); !own.Allowed {
			return g.limited(false, own)
		}
	}
	d := g.limiter.Take(id, 1, int64(g.opts.AnonymousLimit))
	if !d.Allowed {
		return g.limited(false, d)
	}
	if isNarrow && own.Remaining <= d.Remaining {
		d = own
	}
	g.opts.Observe(false, Allowed)
	return client(d), nil
}

// refuse answers a request that is wrong in itself; it counts against the
// caller's address all the same, and beyond the limit that is all it learns.
func (g *Guard) refuse(r *http.Request, outcome Outcome, reason error) (destination.Client, error) {
	d := g.limiter.Take(g.ClientID(r), 1, int64(g.opts.AnonymousLimit))
	if !d.Allowed {
		return g.limited(false, d)
	}
	g.opts.Observe(false, outcome)
	return client(d), reason
}

func (g *Guard) limited(authenticated bool, d Decision) (destination.Client, error) {
	g.opts.Observe(authenticated, Limited)
	return client(d), &destination.RateLimitError{RetryAfter: d.Wait}
}

func client(d Decision) destination.Client {
	return destination.Client{Limit: int(d.Limit), Remaining: int(d.Remaining), Reset: d.Reset}
}

// Refresh loads the keys again if they have changed.
func (g *Guard) Refresh(ctx context.Context) error {
	token, err := g.store.ChangeToken(ctx)
	if err != nil {
		return fmt.Errorf("look for changed keys: %w", err)
	}
	old := g.ring.Load()
	if old != nil && old.token == token {
		return nil
	}
	keys, err := g.store.Keys(ctx)
	if err != nil {
		return fmt.Errorf("load keys: %w", err)
	}
	ring, err := newKeyring(token, keys)
	if err != nil {
		g.opts.Logger.Error("some origins of keys are ignored", "error", err)
	}
	g.ring.Store(ring)
	return nil
}

// Flush writes the usage that was counted since the last time.
func (g *Guard) Flush(ctx context.Context) error {
	counts := g.usage.drain()
	if len(counts) == 0 {
		return nil
	}
	if err := g.store.AddUsage(ctx, usageRows(counts)); err != nil {
		g.usage.restore(counts)
		return fmt.Errorf("write usage of keys: %w", err)
	}
	return nil
}
