package main

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"servicemap/internal/access"
)

// ServiceSettings is the operator's own brand.
type ServiceSettings struct {
	Name string `default:"servicemap" help:"Name of the service, shown in the attribution, the pages and the API index."`
}

// OperatorSettings says who runs the service; the legal pages show it.
type OperatorSettings struct {
	Name        string `help:"Who runs the service (imprint, terms, privacy)."`
	Address     string `help:"Postal address; lines separated by line breaks or semicolons."`
	Email       string `help:"E-mail address for visitors and page authors."`
	Phone       string `help:"Phone number."`
	Responsible string `help:"Who is responsible for the content, where that is someone else."`
	Register    string `help:"Register and number, e.g. 'Amtsgericht Musterstadt HRB 1234'."`
	VatID       string `name:"vat-id" help:"VAT identification number."`
	Authority   string `help:"Supervisory authority for data protection."`
	LogDays     int    `default:"14" help:"For how many days the operator keeps logs; the privacy page says so."`
}

// LimitSettings bounds what a client may ask.
type LimitSettings struct {
	Anonymous    int            `default:"180" help:"Requests a minute for a client without a key."`
	Key          int            `default:"600" help:"Requests a minute for a key that has no limit of its own."`
	TileRequests int            `default:"1200" help:"Requests for map tiles a minute for each client."`
	TileMib      int            `name:"tile-mib" default:"64" help:"MiB of map tiles a minute for each client."`
	Endpoint     map[string]int `help:"Narrower limits for single endpoints, e.g. pois=60;categories=30." placeholder:"NAME=N;…"`
}

// LogSettings says what is logged and how.
type LogSettings struct {
	Format    string `default:"text" enum:"text,json" help:"text or json."`
	Level     string `default:"info" enum:"debug,info,warn,error" help:"debug, info, warn or error."`
	Addresses string `default:"short" enum:"short,full,none" help:"Client addresses in the log: short (network only), full or none."`
}

// clientAddr says which address of a request may go into the log.
func (s LogSettings) clientAddr(guard *access.Guard) func(*http.Request) netip.Addr {
	if s.Addresses == "none" {
		return func(*http.Request) netip.Addr { return netip.Addr{} }
	}
	return guard.ClientAddr
}

func newLogger(w io.Writer, level, format string) *slog.Logger {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		least = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: least}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// Network is an address range, or a single address.
type Network struct{ netip.Prefix }

// UnmarshalText implements encoding.TextUnmarshaler.
func (n *Network) UnmarshalText(text []byte) error {
	s := string(text)
	if addr, err := netip.ParseAddr(s); err == nil {
		n.Prefix = netip.PrefixFrom(addr, addr.BitLen())
		return nil
	}
	prefix, err := netip.ParsePrefix(s)
	if err != nil {
		return fmt.Errorf("%q is neither an address nor a network such as 10.0.0.0/8", s)
	}
	n.Prefix = prefix.Masked()
	return nil
}

// BaseURL is the public address of the service, without a slash at the end.
type BaseURL string

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *BaseURL) UnmarshalText(text []byte) error {
	s := string(text)
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return fmt.Errorf("%q is not the address of a service such as https://map.example.org", s)
	}
	*b = BaseURL(strings.TrimRight(s, "/"))
	return nil
}
