package access

import (
	"context"
	"hash/maphash"
	"sync"
	"time"

	"servicemap/internal/destination"
)

// Window is how long a client's requests are counted together.
const Window = 60 * time.Second

// DefaultMaxClients bounds a Limiter to about 40 MB.
const DefaultMaxClients = 1 << 18

const limiterShards = 64

// Decision is a limiter's answer.
type Decision struct {
	Allowed   bool
	Limit     int64
	Remaining int64
	Reset     time.Time     // end of the window
	Wait      time.Duration // until Reset
}

// Limiter counts in memory what each client takes in a window that begins with
// its first request. It is exact, however many goroutines ask at once.
//
// It never holds more than maxClients windows. When it is full, windows that
// have ended go first. If there are none, one of the newest goes, the one that
// was used least: somebody with very many addresses can keep newcomers from
// being counted well, but can free neither itself nor others of a limit
// that has been reached.
type Limiter struct {
	now    func() time.Time
	window time.Duration
	seed   maphash.Seed
	shards [limiterShards]shard
}

// NewLimiter makes a limiter of at most maxClients windows (rounded up to a
// multiple of 64; 0 for the default) by the given clock.
func NewLimiter(maxClients int, now func() time.Time) *Limiter {
	if maxClients <= 0 {
		maxClients = DefaultMaxClients
	}
	l := &Limiter{now: now, window: Window, seed: maphash.MakeSeed()}
	for i := range l.shards {
		l.shards[i].init((maxClients + limiterShards - 1) / limiterShards)
	}
	return l
}

// Take takes n of the client's limit, all of it or nothing.
func (l *Limiter) Take(client string, n, limit int64) Decision {
	now := l.now()
	s := l.shard(client)
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.get(client, now)
	if w == nil {
		w = s.add(client, now, l.window)
	}
	d := Decision{Limit: limit, Reset: w.reset, Wait: w.reset.Sub(now)}
	if n <= limit-w.used {
		d.Allowed = true
		w.used += n
	}
	d.Remaining = max(0, limit-w.used)
	return d
}

// Peek tells what Take would find, without beginning a window.
func (l *Limiter) Peek(client string, limit int64) Decision {
	now := l.now()
	s := l.shard(client)
	s.mu.Lock()
	defer s.mu.Unlock()
	d := Decision{Limit: limit, Remaining: limit, Reset: now.Add(l.window), Wait: l.window}
	if w := s.get(client, now); w != nil {
		d.Remaining, d.Reset, d.Wait = max(0, limit-w.used), w.reset, w.reset.Sub(now)
	}
	d.Allowed = d.Remaining > 0
	return d
}

// Len is how many windows are held, ended ones included.
func (l *Limiter) Len() int {
	n := 0
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.Lock()
		n += len(s.index)
		s.mu.Unlock()
	}
	return n
}

func (l *Limiter) shard(client string) *shard {
	return &l.shards[maphash.String(l.seed, client)%limiterShards]
}

// Budget is a limit of its own for each client, such as bytes of tiles.
type Budget struct {
	limiter *Limiter
	name    string
	limit   int64
}

// NewBudget gives every client limit in a window. Budgets of different names
// may share a limiter.
func NewBudget(l *Limiter, name string, limit int64) *Budget {
	return &Budget{limiter: l, name: name, limit: limit}
}

// Take takes n of the client's budget, or says how long to wait.
func (b *Budget) Take(_ context.Context, client string, n int64) error {
	if d := b.limiter.Take(b.name+" "+client, n, b.limit); !d.Allowed {
		return &destination.RateLimitError{RetryAfter: d.Wait}
	}
	return nil
}

// A shard holds its windows in the order they began, which is the order they
// end, as a list through a slice: the index of a window is its place there.
type shard struct {
	mu      sync.Mutex
	max     int
	index   map[string]int32
	windows []window // windows[0] is the list's root: next the oldest, prev the newest
	free    int32    // first unused place, chained by next; 0 none
}

type window struct {
	client     string
	used       int64
	reset      time.Time
	prev, next int32
}

func (s *shard) init(limit int) {
	s.max = limit
	s.index = map[string]int32{}
	s.windows = make([]window, 1)
}

// get is the client's window, nil if it has none or it has ended.
func (s *shard) get(client string, now time.Time) *window {
	i, ok := s.index[client]
	if !ok {
		return nil
	}
	w := &s.windows[i]
	if !now.Before(w.reset) {
		s.remove(i)
		return nil
	}
	return w
}

func (s *shard) add(client string, now time.Time, length time.Duration) *window {
	// Two for one, so that the ended ones get fewer over time.
	for range 2 {
		if oldest := s.windows[0].next; oldest != 0 && !now.Before(s.windows[oldest].reset) {
			s.remove(oldest)
		}
	}
	if len(s.index) >= s.max {
		s.remove(s.leastUsed())
	}
	i := s.free
	if i != 0 {
		s.free = s.windows[i].next
	} else {
		i = int32(len(s.windows))
		s.windows = append(s.windows, window{})
	}
	last := s.windows[0].prev
	s.windows[i] = window{client: client, reset: now.Add(length), prev: last}
	s.windows[last].next = i
	s.windows[0].prev = i
	s.index[client] = i
	return &s.windows[i]
}

// leastUsed looks at the newest windows.
func (s *shard) leastUsed() int32 {
	const looks = 16
	best := s.windows[0].prev
	i := best
	for range looks {
		if i = s.windows[i].prev; i == 0 {
			break
		}
		if s.windows[i].used < s.windows[best].used {
			best = i
		}
	}
	return best
}

func (s *shard) remove(i int32) {
	w := &s.windows[i]
	delete(s.index, w.client)
	s.windows[w.prev].next = w.next
	s.windows[w.next].prev = w.prev
	*w = window{next: s.free}
	s.free = i
}
