package search

import (
	"encoding/binary"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	"servicemap/internal/search/analysis"
)

// united are the documents that match a common word, by rank, at each level or
// better. They take a while to put together.
type united struct {
	at   [missing]*roaring.Bitmap
	n    int
	size int64
}

func unite(c *condition, cols *columns, m *marks) *united {
	u := new(united)
	all, next := roaring.New(), 0
	for l := range u.at {
		var more []*roaring.Bitmap
		for ; next < len(c.ways) && c.ways[next].level == level(l); next++ {
			more = append(more, c.ways[next].set.byRank(cols, m))
		}
		switch {
		case len(more) == 0:
		case len(more) == 1 && all.IsEmpty():
			all = more[0]
		default:
			all = roaring.FastOr(append(more, all)...)
			u.size += int64(all.GetSizeInBytes())
		}
		u.at[l] = all
	}
	u.n = int(all.GetCardinality())
	return u
}

// cache keeps what is united for common words, up to a number of bytes.
type cache struct {
	entries sync.Map // string → *united
	bytes   atomic.Int64
	limit   int64
	min     int // documents that a word must have: those of others are quickly united
}

// get finds or makes the united sets of a condition.
func (c *cache) get(cond *condition, cols *columns, m *marks) *united {
	if cond.united != nil {
		return cond.united
	}
	if u, ok := c.entries.Load(cond.key); ok && cond.key != "" {
		cond.united = u.(*united)
		return cond.united
	}
	cond.united = unite(cond, cols, m)
	if cond.key == "" || cond.bound <= c.min {
		return cond.united
	}
	if c.bytes.Add(cond.united.size) <= c.limit {
		c.entries.Store(cond.key, cond.united)
	} else {
		c.bytes.Add(-cond.united.size)
	}
	return cond.united
}

// wordKey tells apart words that match in different ways. Surroundings of a
// place are left out: they have no key.
func wordKey(w *analysis.Word) string {
	if len(w.Near) > 0 {
		return ""
	}
	key := append([]byte(w.Text), 0)
	if w.Prefix {
		key = append(key, 'p')
	}
	for _, id := range w.Concepts {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	return string(key)
}
