package destination

import (
	"errors"
	"fmt"
	"time"
)

// Kinds of failure that a client can cause or must know of.
var (
	ErrNotFound     = errors.New("not found")
	ErrUnknownKey   = errors.New("unknown API key")
	ErrOriginDenied = errors.New("API key not enabled for this origin")
)

// ParamError says which parameter was wrong, what it was and what is allowed.
type ParamError struct {
	Param   string
	Value   string // as it was given; "" when it was missing
	Allowed string
}

const maxShownValue = 60

func (e *ParamError) Error() string {
	if e.Value == "" {
		return fmt.Sprintf("parameter %q is missing: %s", e.Param, e.Allowed)
	}
	return fmt.Sprintf("parameter %q has the invalid value %q: %s", e.Param, shorten(e.Value), e.Allowed)
}

func shorten(s string) string {
	n := 0
	for i := range s {
		if n == maxShownValue {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// RateLimitError says that the client has to wait.
type RateLimitError struct {
	RetryAfter time.Duration
}

func (e *RateLimitError) Error() string {
	return fmt.Sprintf("rate limit reached, retry in %d s", e.Seconds())
}

// Seconds is the whole number of seconds to wait, at least 1.
func (e *RateLimitError) Seconds() int {
	return max(1, int((e.RetryAfter+time.Second-1)/time.Second))
}

// Client is who is asking and what it may still ask.
type Client struct {
	KeyID     string // "" for anonymous clients; an internal name, never shown
	Limit     int    // requests in a window
	Remaining int
	Reset     time.Time // end of the window
}

// Authenticated reports whether the client came with a valid key.
func (c Client) Authenticated() bool { return c.KeyID != "" }
