package httpapi

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"servicemap/internal/destination"
)

var (
	errNoSuchPath = errors.New("there is nothing at this path; the index at /api/v1/ lists the endpoints")
	errMethod     = errors.New("method not allowed: use GET, HEAD or OPTIONS")
	errNotReady   = errors.New("the destinations are still being loaded, try again in a moment")
)

const (
	internalText      = "temporary server error"
	notReadyWait      = 2 // seconds
	allowedMethods    = "GET, HEAD, OPTIONS"
	unknownKeyText    = "unknown API key"
	originDeniedText  = "this API key is not enabled for the origin of the request"
	noDestinationText = "there is no destination with this slug"
)

// failure is what a client gets to see of an error.
type failure struct {
	status     int
	text       string
	retryAfter int // seconds, 0 for none
}

// classify is the one place that turns errors into statuses. What it does not
// know is a failure of ours, and its text stays inside.
func classify(err error) failure {
	var bad *destination.ParamError
	var slow *destination.RateLimitError
	switch {
	case errors.As(err, &bad):
		return failure{http.StatusBadRequest, bad.Error(), 0}
	case errors.As(err, &slow):
		wait := slow.Seconds()
		return failure{http.StatusTooManyRequests, "rate limit reached, retry in " + strconv.Itoa(wait) + " s", wait}
	case errors.Is(err, destination.ErrUnknownKey):
		return failure{http.StatusUnauthorized, unknownKeyText, 0}
	case errors.Is(err, destination.ErrOriginDenied):
		return failure{http.StatusForbidden, originDeniedText, 0}
	case errors.Is(err, destination.ErrNotFound):
		return failure{http.StatusNotFound, noDestinationText, 0}
	case errors.Is(err, errNoSuchPath):
		return failure{http.StatusNotFound, errNoSuchPath.Error(), 0}
	case errors.Is(err, errMethod):
		return failure{http.StatusMethodNotAllowed, errMethod.Error(), 0}
	case errors.Is(err, errNotReady):
		return failure{http.StatusServiceUnavailable, errNotReady.Error(), notReadyWait}
	}
	return failure{http.StatusInternalServerError, internalText, 0}
}

// fail answers with an error.
func (x *exchange) fail(err error) {
	f := classify(err)
	if f.status == http.StatusInternalServerError {
		x.api.opts.Logger.LogAttrs(x.r.Context(), slog.LevelError, "request failed",
			slog.String("requestId", x.id), slog.String("error", err.Error()))
	}
	h := x.w.Header()
	h.Del("Etag")
	h.Del("Content-Location")
	h.Set("Cache-Control", "no-store")
	switch f.status {
	case http.StatusMethodNotAllowed:
		h.Set("Allow", allowedMethods)
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", "X-Service-Key")
	}
	body := append(make([]byte, 0, 256), `{"ok":false,"apiVersion":"`+APIVersion+`","error":`...)
	body = appendString(body, f.text)
	if f.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(f.retryAfter))
		body = append(body, `,"retryAfterSeconds":`...)
		body = strconv.AppendInt(body, int64(f.retryAfter), 10)
	}
	x.send(f.status, mediaJSON, identity, append(body, '}', '\n'))
}
