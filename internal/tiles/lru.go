package tiles

import (
	"container/list"
	"sync"
)

// lru keeps the values that were asked for last. Only successes are kept.
type lru[K comparable, V any] struct {
	mu    sync.Mutex
	max   int
	items map[K]*list.Element
	order *list.List // of pair[K, V], last used first
}

type pair[K comparable, V any] struct {
	key   K
	value V
}

func newLRU[K comparable, V any](limit int) *lru[K, V] {
	return &lru[K, V]{max: limit, items: map[K]*list.Element{}, order: list.New()}
}

// get returns the kept value, or makes and keeps it. Two callers may make the
// same value at once: that is cheaper than making everyone wait.
func (c *lru[K, V]) get(key K, make func() (V, error)) (V, error) {
	c.mu.Lock()
	if el, ok := c.items[key]; ok {
		c.order.MoveToFront(el)
		c.mu.Unlock()
		return el.Value.(pair[K, V]).value, nil
	}
	c.mu.Unlock()
	value, err := make()
	if err != nil {
		return value, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.items[key]; !ok {
		c.items[key] = c.order.PushFront(pair[K, V]{key, value})
		if c.order.Len() > c.max {
			last := c.order.Back()
			c.order.Remove(last)
			delete(c.items, last.Value.(pair[K, V]).key)
		}
	}
	return value, nil
}
