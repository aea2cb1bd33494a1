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
			if with := roaring.FastOr(append(more, all)...); with.GetCardinality() > all.GetCardinality() {
				all = with
				u.size += int64(all.GetSizeInBytes())
			}
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

// Keys begin with what they are for.
const (
	writtenKey = iota
	correctedKey
)

// appendWordKey tells apart words that match in different ways. Surroundings of
// a place are left out: they have no key.
func appendWordKey(key []byte, w *analysis.Word) []byte {
	if len(w.Near) > 0 {
		return nil
	}
	key = append(append(key, w.Text...), 0)
	if w.Prefix {
		key = append(key, 'p')
	}
	key = binary.AppendUvarint(key, uint64(len(w.Concepts)))
	for _, id := range w.Concepts {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	return key
}
