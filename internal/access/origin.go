package access

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// OriginPattern is an origin that a key may be used on: one scheme, host and
// port, or all subdomains of a host.
type OriginPattern struct {
	origin     origin
	subdomains bool // origin.host is what they are subdomains of
}

type origin struct {
	scheme, host, port string // port is "" where it is the scheme's own
}

// ParseOrigin reads "https://example.org", "http://localhost:3000" or
// "https://*.example.org".
func ParseOrigin(s string) (OriginPattern, error) {
	var p OriginPattern
	text := strings.TrimSpace(s)
	if text == "*" {
		return p, originError(s, "a key without origins works anywhere")
	}
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		return p, originError(s, "it must begin with https:// or http://")
	}
	if host, ok := strings.CutPrefix(rest, "*."); ok {
		p.subdomains = true
		text = scheme + "://" + host
	}
	o, reason := parseOrigin(text)
	if reason == "" && p.subdomains {
		reason = wildcardFault(o.host)
	}
	if reason != "" {
		return OriginPattern{}, originError(s, reason)
	}
	p.origin = o
	return p, nil
}

func originError(s, reason string) error {
	return fmt.Errorf("origin %q: %s (an origin looks like https://www.example.org, or https://*.example.org for all its subdomains)",
		s, reason)
}

// wildcardFault says why there cannot be subdomains of host, or "".
func wildcardFault(host string) string {
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return "an address has no subdomains"
	}
	if !strings.Contains(host, ".") && host != "localhost" {
		return "all subdomains of a top-level domain are too many"
	}
	return ""
}

// String is the pattern as it is stored.
func (p OriginPattern) String() string {
	host := p.origin.host
	if p.subdomains {
		host = "*." + host
	}
	s := p.origin.scheme + "://" + host
	if p.origin.port != "" {
		s += ":" + p.origin.port
	}
	return s
}

// Match reports whether a request's origin is one of the pattern's.
func (p OriginPattern) Match(requestOrigin string) bool {
	o, reason := parseOrigin(requestOrigin)
	return reason == "" && p.match(o)
}

func (p OriginPattern) match(o origin) bool {
	if o.scheme != p.origin.scheme || o.port != p.origin.port {
		return false
	}
	if !p.subdomains {
		return o.host == p.origin.host
	}
	sub, ok := strings.CutSuffix(o.host, "."+p.origin.host)
	return ok && sub != ""
}

// parseOrigin makes equal origins the same, or says why s is none.
func parseOrigin(s string) (o origin, reason string) {
	u, err := url.Parse(s)
	if err != nil {
		return o, "it is not a URL"
	}
	o.scheme = strings.ToLower(u.Scheme)
	switch {
	case o.scheme != "https" && o.scheme != "http":
		return o, "it must begin with https:// or http://"
	case u.User != nil:
		return o, "it must have no user name"
	case u.Path != "" && u.Path != "/", u.RawQuery != "", u.ForceQuery, strings.Contains(s, "#"):
		return o, "it must end after host and port, without a path"
	}
	if o.host, reason = normalHost(u.Hostname(), strings.HasPrefix(u.Host, "[")); reason != "" {
		return o, reason
	}
	o.port, reason = normalPort(o.scheme, u.Port(), u.Host)
	return o, reason
}

func normalHost(host string, bracketed bool) (normal, reason string) {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Zone() == "" && addr.Is6() == bracketed {
		if bracketed {
			return "[" + addr.String() + "]", ""
		}
		return addr.String(), ""
	}
	if host == "" || bracketed {
		return "", "it has no valid host"
	}
	ascii, err := hostProfile.ToASCII(host)
	if err != nil || len(ascii) > 253 {
		return "", "it has no valid host"
	}
	// What it encodes and then cannot read back no browser would send.
	if again, err := hostProfile.ToASCII(ascii); err != nil || again != ascii {
		return "", "it has no valid host"
	}
	for label := range strings.SplitSeq(ascii, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			if strings.Contains(label, "*") {
				return "", "a * may only stand for all of the first part of the host, as in https://*.example.org"
			}
			return "", "it has no valid host"
		}
	}
	return ascii, ""
}

// hostProfile lowers and encodes names as browsers do; which characters are
// allowed normalHost decides, as hosts with an underscore do exist.
var hostProfile = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false))

func normalPort(scheme, port, hostport string) (normal, reason string) {
	if port == "" {
		if strings.HasSuffix(hostport, ":") {
			return "", "its port is missing"
		}
		return "", ""
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return "", "its port is not in 1 to 65535"
	}
	if scheme == "https" && n == 443 || scheme == "http" && n == 80 {
		return "", ""
	}
	return strconv.FormatUint(n, 10), ""
}

// requestOrigin is where a browser says that a request comes from; ok is false
// when it does not say, or says what is no origin ("null", two headers).
func requestOrigin(h http.Header) (o origin, ok bool) {
	values := h.Values("Origin")
	if len(values) == 0 {
		if values = h.Values("Referer"); len(values) != 1 {
			return o, false
		}
		u, err := url.Parse(values[0])
		if err != nil {
			return o, false
		}
		values = []string{u.Scheme + "://" + u.Host}
	}
	if len(values) != 1 {
		return o, false
	}
	o, reason := parseOrigin(values[0])
	return o, reason == ""
}
