package access_test

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"servicemap/internal/access"
	"servicemap/internal/destination"
)

var start = time.Date(2026, 11, 15, 2, 18, 45, 500_000_000, time.UTC)

// clock is a time that tests move.
type clock struct{ at atomic.Pointer[time.Time] }

func newClock() *clock {
	c := &clock{}
	c.at.Store(&start)
	return c
}

func (c *clock) now() time.Time { return *c.at.Load() }

func (c *clock) add(d time.Duration) {
	t := c.now().Add(d)
	c.at.Store(&t)
}

func TestWindow(t *testing.T) {
	c := newClock()
	l := access.NewLimiter(0, c.now)
	take := func(n int64, allowed bool, remaining int64, wait time.Duration) {
		t.Helper()
		d := l.Take("a", n, 3)
		want := access.Decision{Allowed: allowed, Limit: 3, Remaining: remaining, Wait: wait, Reset: c.now().Add(wait)}
		if d != want {
			t.Errorf("got %+v, want %+v", d, want)
		}
	}
	if d := l.Peek("a", 3); !d.Allowed || d.Remaining != 3 || l.Len() != 0 {
		t.Errorf("peek began a window: %+v, %d windows", d, l.Len())
	}
	take(1, true, 2, time.Minute)
	c.add(59 * time.Second)
	take(3, false, 2, time.Second) // all or nothing
	take(2, true, 0, time.Second)
	take(1, false, 0, time.Second)
	if d := l.Peek("a", 3); d.Allowed || d.Wait != time.Second {
		t.Errorf("peek at a full window: %+v", d)
	}
	if d := l.Take("a", 1, 5); !d.Allowed || d.Remaining != 1 {
		t.Errorf("a raised limit does not count at once: %+v", d)
	}
	if d := l.Take("a", 1, 2); d.Allowed || d.Remaining != 0 {
		t.Errorf("a lowered limit does not count at once: %+v", d)
	}
	if d := l.Take("b", 1, 3); !d.Allowed || d.Wait != time.Minute {
		t.Errorf("clients share a window: %+v", d)
	}
	c.add(time.Second)
	take(1, true, 2, time.Minute) // begins anew with this request
}

func TestExactUnderConcurrency(t *testing.T) {
	l := access.NewLimiter(0, newClock().now)
	var allowed atomic.Int64
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			for range 40 {
				if l.Take("a", 1, 180).Allowed {
					allowed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if allowed.Load() != 180 {
		t.Errorf("%d of 2000 were allowed, want 180", allowed.Load())
	}
}

func TestBoundedMemory(t *testing.T) {
	c := newClock()
	const limit = 6_400
	l := access.NewLimiter(limit, c.now)
	for range 180 {
		l.Take("attacker", 1, 180)
	}
	for i := range 2_000_000 {
		l.Take("flood"+strconv.Itoa(i), 1, 180)
	}
	if l.Len() > limit {
		t.Errorf("%d windows, want at most %d", l.Len(), limit)
	}
	if l.Take("attacker", 1, 180).Allowed {
		t.Error("the flood freed somebody whose limit was reached")
	}
	// Newcomers are still counted while they come often.
	for range 180 {
		l.Take("newcomer", 1, 180)
	}
	if l.Take("newcomer", 1, 180).Allowed {
		t.Error("a newcomer is not limited when the limiter is full")
	}
	// Windows that have ended make room.
	c.add(access.Window)
	for i := range 2 * limit {
		l.Take(fmt.Sprint("later", i), 1, 180)
	}
	if n := l.Len(); n > limit {
		t.Errorf("%d windows, want at most %d", n, limit)
	}
	if !l.Take("attacker", 1, 180).Allowed {
		t.Error("a new window did not begin")
	}
}

func TestEndedWindowsGoFirst(t *testing.T) {
	c := newClock()
	l := access.NewLimiter(64, c.now) // one client a shard
	l.Take("old", 1, 1)
	c.add(access.Window)
	for i := range 1000 {
		client := fmt.Sprint("c", i)
		if !l.Take(client, 1, 1).Allowed || l.Take(client, 1, 1).Allowed {
			t.Fatalf("client %d is not counted right in a full limiter", i)
		}
	}
	if l.Len() > 64 {
		t.Errorf("%d windows, want at most 64", l.Len())
	}
}

func TestBudgets(t *testing.T) {
	c := newClock()
	l := access.NewLimiter(0, c.now)
	requests, bytes := access.NewBudget(l, "tiles", 2), access.NewBudget(l, "tile bytes", 1<<40)
	for range 2 {
		if err := errors.Join(requests.Take(t.Context(), "a", 1), bytes.Take(t.Context(), "a", 1<<39)); err != nil {
			t.Fatal(err)
		}
	}
	c.add(10 * time.Second)
	for _, b := range []*access.Budget{requests, bytes} {
		var limit *destination.RateLimitError
		if err := b.Take(t.Context(), "a", 1); !errors.As(err, &limit) || limit.Seconds() != 50 {
			t.Errorf("got %v, want to wait 50 s", err)
		}
	}
	if err := requests.Take(t.Context(), "b", 1); err != nil {
		t.Error(err)
	}
}

func BenchmarkTake(b *testing.B) {
	l := access.NewLimiter(0, time.Now)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			l.Take(clients[i%len(clients)], 1, 180)
		}
	})
}

var clients = func() (all [1024]string) {
	for i := range all {
		all[i] = fmt.Sprint("ip:192.0.2.", i)
	}
	return all
}()
