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

// cache keeps the conditions of common words, with all that had to be united
// for them, up to a number of bytes.
type cache struct {
	entries sync.Map // string → *condition
	bytes   atomic.Int64
	limit   int64
}

func (c *cache) get(key string) *condition {
	if found, ok := c.entries.Load(key); ok && key != "" {
		return found.(*condition)
	}
	return nil
}

func (c *cache) put(key string, cond condition) {
	size := cond.united.size
	for i := range cond.ways {
		if s := &cond.ways[i].set; s.doc != nil && s.rank == nil { // made for this word alone
			size += int64(s.doc.GetSizeInBytes())
		}
	}
	if key == "" {
		return
	}
	if c.bytes.Add(size) > c.limit {
		c.bytes.Add(-size)
		return
	}
	c.entries.Store(key, &cond)
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
