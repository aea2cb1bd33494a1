package httpapi

import (
	"bytes"
	"sync"
)

// cache keeps ready bodies of questions that are asked again. It has two
// generations: the young one fills up to half of the bound, then becomes the
// old one, and what nobody asked for in the meantime is dropped with the old
// one before it. A body is only taken in when its question comes for the
// second time, so that a crowd of different questions costs nothing.
type cache struct {
	mu         sync.RWMutex
	maxBytes   int // of one generation
	youngBytes int
	young, old map[string]cached
	seen       [4096]uint64 // hashes of questions that came lately
}

type cached struct {
	body []byte
	enc  encoding
}

// entryOverhead is about what an entry takes beside its key and body.
const entryOverhead = 128

// newCache makes a cache that never takes more than about maxBytes; with none
// it stays empty.
func newCache(maxBytes int) *cache {
	return &cache{maxBytes: maxBytes / 2, young: map[string]cached{}, old: map[string]cached{}}
}

func (c *cache) get(key []byte) (cached, bool) {
	c.mu.RLock()
	e, ok := c.young[string(key)]
	var aged bool
	if !ok {
		e, aged = c.old[string(key)]
	}
	c.mu.RUnlock()
	if aged {
		c.put(key, e)
	}
	return e, ok || aged
}

// offer keeps a copy of the entry if its question was asked before.
func (c *cache) offer(key []byte, e cached) {
	if !c.fits(key, e) {
		return
	}
	sum := hash(0, key)
	c.mu.Lock()
	slot := &c.seen[sum%uint64(len(c.seen))]
	again := *slot == sum
	*slot = sum
	c.mu.Unlock()
	if again {
		e.body = bytes.Clone(e.body)
		c.put(key, e)
	}
}

// fits refuses what would push out too much else.
func (c *cache) fits(key []byte, e cached) bool { return size(key, e) <= c.maxBytes/4 }

func size(key []byte, e cached) int { return len(key) + len(e.body) + entryOverhead }

// put keeps the entry, whose body must not be changed any more.
func (c *cache) put(key []byte, e cached) {
	n := size(key, e)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, there := c.young[string(key)]; there {
		return
	}
	if c.youngBytes+n > c.maxBytes {
		c.old, c.young, c.youngBytes = c.young, map[string]cached{}, 0
	}
	c.young[string(key)] = e
	c.youngBytes += n
}
