package access

import (
	"sync"
	"time"

	"servicemap/internal/destination"
)

// usage counts requests by key and day until they are written.
type usage struct {
	mu     sync.Mutex
	counts map[usageDay]*usageCount
}

type usageDay struct {
	keyID string
	day   int64 // days since 1970 in UTC
}

type usageCount struct{ requests, refused int64 }

const secondsOfDay = 24 * 60 * 60

func (u *usage) add(keyID string, now time.Time, refused bool) {
	c := usageCount{requests: 1}
	if refused {
		c.refused = 1
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.addLocked(usageDay{keyID, now.Unix() / secondsOfDay}, c)
}

func (u *usage) addLocked(at usageDay, c usageCount) {
	sum := u.counts[at]
	if sum == nil {
		if u.counts == nil {
			u.counts = map[usageDay]*usageCount{}
		}
		sum = &usageCount{}
		u.counts[at] = sum
	}
	sum.requests += c.requests
	sum.refused += c.refused
}

// drain hands over what was counted and begins anew.
func (u *usage) drain() map[usageDay]*usageCount {
	u.mu.Lock()
	defer u.mu.Unlock()
	counts := u.counts
	u.counts = nil
	return counts
}

// restore takes back what could not be written.
func (u *usage) restore(counts map[usageDay]*usageCount) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for at, c := range counts {
		u.addLocked(at, *c)
	}
}

func usageRows(counts map[usageDay]*usageCount) []destination.KeyUsage {
	rows := make([]destination.KeyUsage, 0, len(counts))
	for at, c := range counts {
		rows = append(rows, destination.KeyUsage{
			KeyID: at.keyID, Day: time.Unix(at.day*secondsOfDay, 0).UTC().Format(time.DateOnly),
			Requests: c.requests, Refused: c.refused,
		})
	}
	return rows
}
