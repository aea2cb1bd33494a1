package destination

import "time"

// Key is an API key as the operator sees it; the key itself is never stored.
type Key struct {
	ID      string // internal name, never shown to clients
	Name    string
	Hash    string   // SHA-256 of the key, lower-case hex
	Prefix  string   // first characters, for recognition
	Origins []string // where it may be used; none: anywhere
	Limit   int      // requests in a window; 0: the service's default
	Note    string
	Created time.Time
	Revoked time.Time // zero while the key is valid
}

// Active reports whether the key has not been revoked.
func (k *Key) Active() bool { return k.Revoked.IsZero() }

// KeyUsage is what was asked with a key on one day.
type KeyUsage struct {
	KeyID    string
	Day      string // 2006-01-02, UTC
	Requests int64  // all of them
	Refused  int64  // those of them that were refused for the limit or the origin
}
