package access

import (
	"net/http"
	"net/netip"
)

// ClientAddr and AddrID are whom the limits count.
func ClientAddr(r *http.Request, trusted []netip.Prefix) netip.Addr { return clientAddr(r, trusted) }

func AddrID(addr netip.Addr) string { return addrID(addr) }
