package access

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientAddr is the address of whoever is asking. Forwarded headers count only
// when they come from a trusted proxy, and of them only what trusted proxies
// added: the right-most address that is not one of them. The zero Addr means
// that it cannot be told.
func clientAddr(r *http.Request, trusted []netip.Prefix) netip.Addr {
	peer := parseAddr(r.RemoteAddr)
	if !isTrusted(peer, trusted) {
		return peer
	}
	xff := r.Header.Values("X-Forwarded-For")
	fwd := r.Header.Values("Forwarded")
	if len(xff) == 0 && len(fwd) == 0 {
		return peer
	}
	byXFF := rightmost(xForwardedFor(xff), peer, trusted)
	if len(fwd) == 0 {
		return byXFF
	}
	byFwd := rightmost(forwardedFor(fwd), peer, trusted)
	if len(xff) == 0 || byXFF == byFwd {
		return byFwd
	}
	// A proxy writes one of the headers and may pass on the other as the client
	// made it up. Which one cannot be told, so neither is believed.
	return peer
}

// rightmost walks from the proxy next to us towards the client and stops at
// the first address that no trusted proxy has, or before what is no address.
func rightmost(hops []string, peer netip.Addr, trusted []netip.Prefix) netip.Addr {
	addr := peer
	for i := len(hops) - 1; i >= 0; i-- {
		hop := parseAddr(hops[i])
		if !hop.IsValid() {
			return addr
		}
		addr = hop
		if !isTrusted(addr, trusted) {
			return addr
		}
	}
	return addr
}

func isTrusted(addr netip.Addr, trusted []netip.Prefix) bool {
	for _, p := range trusted {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// maxHops bounds how much of a header is looked at.
const maxHops = 64

func xForwardedFor(values []string) []string {
	hops := strings.Split(strings.Join(values, ","), ",")
	return hops[max(0, len(hops)-maxHops):]
}

// forwardedFor takes the for= of each element of RFC 7239; "" where there is none.
func forwardedFor(values []string) []string {
	elements := splitQuoted(strings.Join(values, ","), ',')
	elements = elements[max(0, len(elements)-maxHops):]
	hops := make([]string, len(elements))
	for i, e := range elements {
		for _, pair := range splitQuoted(e, ';') {
			name, value, ok := strings.Cut(pair, "=")
			if ok && strings.EqualFold(strings.TrimSpace(name), "for") {
				hops[i] = strings.Trim(strings.TrimSpace(value), `"`)
			}
		}
	}
	return hops
}

// splitQuoted splits at sep outside of double quotes.
func splitQuoted(s string, sep byte) []string {
	var parts []string
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == sep && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// parseAddr reads an address with or without port, brackets and zone.
func parseAddr(s string) netip.Addr {
	s = strings.TrimSpace(s)
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return ap.Addr().Unmap().WithZone("")
	}
	if len(s) > 2 && s[0] == '[' && s[len(s)-1] == ']' {
		s = s[1 : len(s)-1]
	}
	addr, err := netip.ParseAddr(s)
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap().WithZone("")
}

// addrID is whom the limits count: an IPv4 address, or an IPv6 /64, as one
// household or server has at least that many addresses.
func addrID(addr netip.Addr) string {
	if !addr.IsValid() {
		return "ip:unknown"
	}
	if addr.Is6() {
		p, _ := addr.Prefix(64) // 64 is always valid for IPv6
		return "ip:" + p.String()
	}
	return "ip:" + addr.String()
}
