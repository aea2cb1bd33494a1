package access

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"servicemap/internal/destination"
)

// A keyring is the valid keys at one moment, by hash. It does not change.
type keyring struct {
	token string
	keys  map[string]*ringKey
}

type ringKey struct {
	id      string
	limit   int
	bound   bool // to origins
	origins []OriginPattern
}

// newKeyring takes every valid key. Origins that cannot be read allow nobody
// and make an error beside the keyring, which is still good.
func newKeyring(token string, keys []destination.Key) (*keyring, error) {
	ring := &keyring{token: token, keys: make(map[string]*ringKey, len(keys))}
	var errs []error
	for i := range keys {
		k := &keys[i]
		if !k.Active() {
			continue
		}
		rk := &ringKey{id: k.ID, limit: k.Limit, bound: len(k.Origins) > 0}
		for _, o := range k.Origins {
			p, err := ParseOrigin(o)
			if err != nil {
				errs = append(errs, fmt.Errorf("key %q: %w", k.Name, err))
				continue
			}
			rk.origins = append(rk.origins, p)
		}
		ring.keys[k.Hash] = rk
	}
	return ring, errors.Join(errs...)
}

// find is the valid key, nil if there is none.
func (r *keyring) find(k Key) *ringKey { return r.keys[k.Hash()] }

// allows reports whether the key may be used where the request comes from.
func (k *ringKey) allows(h http.Header) bool {
	if !k.bound {
		return true
	}
	o, ok := requestOrigin(h)
	if !ok {
		return false
	}
	for _, p := range k.origins {
		if p.match(o) {
			return true
		}
	}
	return false
}

// keyText is the key that a request carries, "" for none. It may be given in
// several ways, but not several of them.
func keyText(r *http.Request) (string, error) {
	found := ""
	take := func(param string, values []string) error {
		for _, v := range values {
			v = strings.TrimSpace(v)
			if v == "" || v == found {
				continue
			}
			if found != "" {
				// No key appears in an error, so the value is not told.
				return &destination.ParamError{
					Param: param, Value: "…",
					Allowed: "the request carries two different API keys; send one, best in the header X-Service-Key",
				}
			}
			found = v
		}
		return nil
	}
	if err := take("X-Service-Key", r.Header.Values("X-Service-Key")); err != nil {
		return "", err
	}
	if !strings.Contains(r.URL.RawQuery, "key") && !strings.Contains(r.URL.RawQuery, "%") {
		return found, nil // most requests; an escaped name is looked for below
	}
	query := r.URL.Query()
	for _, param := range []string{"key", "api_key"} {
		if err := take(param, query[param]); err != nil {
			return "", err
		}
	}
	return found, nil
}
