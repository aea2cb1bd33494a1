package osm

import (
	"slices"
	"sync"
)

// sortIDs sorts the two halves at once; a large extract needs tens of millions
// of nodes, and sorting them on one processor would be felt.
func sortIDs(ids []int64) {
	if len(ids) < 1<<16 {
		slices.Sort(ids)
		return
	}
	mid := len(ids) / 2
	var wg sync.WaitGroup
	wg.Go(func() { sortIDs(ids[:mid]) })
	sortIDs(ids[mid:])
	wg.Wait()
	left := slices.Clone(ids[:mid])
	for out, i, j := 0, 0, mid; i < len(left); out++ {
		if j < len(ids) && ids[j] < left[i] {
			ids[out] = ids[j]
			j++
		} else {
			ids[out] = left[i]
			i++
		}
	}
}
