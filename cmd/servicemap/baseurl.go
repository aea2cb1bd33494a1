package main

import (
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// hostPattern is what a Host header may look like before it goes into a URL.
var hostPattern = regexp.MustCompile(`^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// baseOf returns how requests learn the public address of the service: the
// configured one, else what the request says. Forwarded headers count only
// when they come from a trusted proxy.
func baseOf(configured BaseURL, trusted []Network) func(*http.Request) string {
	if configured != "" {
		return func(*http.Request) string { return string(configured) }
	}
	return func(r *http.Request) string {
		scheme, host := "http", r.Host
		if r.TLS != nil {
			scheme = "https"
		}
		if fromTrusted(r, trusted) {
			if proto := strings.ToLower(firstOf(r.Header.Get("X-Forwarded-Proto"))); proto == "http" || proto == "https" {
				scheme = proto
			}
			if forwarded := firstOf(r.Header.Get("X-Forwarded-Host")); forwarded != "" {
				host = forwarded
			}
		}
		if !hostPattern.MatchString(host) {
			host = "localhost"
		}
		return scheme + "://" + host
	}
}

func fromTrusted(r *http.Request, trusted []Network) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	addr := peer.Addr().Unmap()
	return slices.ContainsFunc(trusted, func(n Network) bool { return n.Contains(addr) })
}

func firstOf(list string) string {
	first, _, _ := strings.Cut(list, ",")
	return strings.TrimSpace(first)
}
