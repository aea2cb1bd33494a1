package access_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"servicemap/internal/access"
)

var proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:aaaa::/48")}

func TestClientAddr(t *testing.T) {
	tests := map[string]struct {
		remote   string
		xff, fwd []string
		want     string
	}{
		"direct":                             {remote: "192.0.2.1:1234", want: "192.0.2.1"},
		"direct, made-up headers":            {remote: "192.0.2.1:1234", xff: []string{"8.8.8.8"}, fwd: []string{"for=8.8.8.8"}, want: "192.0.2.1"},
		"IPv4 in IPv6":                       {remote: "[::ffff:192.0.2.1]:1234", want: "192.0.2.1"},
		"zone":                               {remote: "[fe80::1%eth0]:1234", want: "fe80::1"},
		"no address":                         {remote: "@", xff: []string{"8.8.8.8"}, want: "invalid IP"},
		"proxy says nothing":                 {remote: "10.0.0.1:1", want: "10.0.0.1"},
		"proxy":                              {remote: "10.0.0.1:1", xff: []string{"192.0.2.7"}, want: "192.0.2.7"},
		"proxy in IPv4 in IPv6":              {remote: "[::ffff:10.0.0.1]:1", xff: []string{"::ffff:192.0.2.7"}, want: "192.0.2.7"},
		"client made up the left":            {remote: "10.0.0.1:1", xff: []string{"1.1.1.1, 192.0.2.7"}, want: "192.0.2.7"},
		"client made up a trusted address":   {remote: "10.0.0.1:1", xff: []string{"10.9.9.9, 192.0.2.7"}, want: "192.0.2.7"},
		"two proxies":                        {remote: "10.0.0.1:1", xff: []string{"1.1.1.1, 192.0.2.7, 10.0.0.2"}, want: "192.0.2.7"},
		"two headers":                        {remote: "10.0.0.1:1", xff: []string{"1.1.1.1", "192.0.2.7,10.0.0.2"}, want: "192.0.2.7"},
		"all trusted":                        {remote: "10.0.0.1:1", xff: []string{"10.0.0.3, 10.0.0.2"}, want: "10.0.0.3"},
		"nonsense beyond a trusted one":      {remote: "10.0.0.1:1", xff: []string{"1.1.1.1, nonsense, 10.0.0.2"}, want: "10.0.0.2"},
		"empty header":                       {remote: "10.0.0.1:1", xff: []string{""}, want: "10.0.0.1"},
		"with ports":                         {remote: "10.0.0.1:1", xff: []string{"192.0.2.7:5555"}, want: "192.0.2.7"},
		"IPv6 in brackets":                   {remote: "[2001:db8:aaaa::1]:1", xff: []string{"[2001:db8::7]:5555"}, want: "2001:db8::7"},
		"Forwarded":                          {remote: "10.0.0.1:1", fwd: []string{`for=1.1.1.1;proto=https, For="[2001:db8::7]:99";by=10.0.0.1`}, want: "2001:db8::7"},
		"Forwarded, quoted commas":           {remote: "10.0.0.1:1", fwd: []string{`for=192.0.2.7;ext="a,for=1.1.1.1\",b"`}, want: "192.0.2.7"},
		"Forwarded, hidden":                  {remote: "10.0.0.1:1", fwd: []string{`for=192.0.2.7, for=_hidden`}, want: "10.0.0.1"},
		"Forwarded, unknown behind proxy":    {remote: "10.0.0.1:1", fwd: []string{`for=unknown, for=10.0.0.2`}, want: "10.0.0.2"},
		"both agree":                         {remote: "10.0.0.1:1", xff: []string{"192.0.2.7"}, fwd: []string{"for=192.0.2.7"}, want: "192.0.2.7"},
		"one of both is made up: believe no": {remote: "10.0.0.1:1", xff: []string{"8.8.8.8"}, fwd: []string{"for=192.0.2.7"}, want: "10.0.0.1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = tt.remote
			r.Header = http.Header{"X-Forwarded-For": tt.xff, "Forwarded": tt.fwd}
			if got := access.ClientAddr(r, proxies).String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestAddrID(t *testing.T) {
	for a, want := range map[string]string{
		"192.0.2.1": "ip:192.0.2.1", "2001:db8:0:1:aaaa::1": "ip:2001:db8:0:1::/64", "2001:db8:0:1:bbbb::2": "ip:2001:db8:0:1::/64",
	} {
		if got := access.AddrID(netip.MustParseAddr(a)); got != want {
			t.Errorf("%s is %q, want %q", a, got, want)
		}
	}
	if got := access.AddrID(netip.Addr{}); got != "ip:unknown" {
		t.Errorf("no address is %q", got)
	}
}

func FuzzForwarded(f *testing.F) {
	f.Add("1.1.1.1, 192.0.2.7:80, 10.0.0.2", `for="[2001:db8::7]:99";by=10.0.0.1, for=_x`)
	f.Add("", `for="\`)
	f.Add(",,,", `;=,"`)
	f.Fuzz(func(t *testing.T, xff, fwd string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header = http.Header{"X-Forwarded-For": {xff}, "Forwarded": {fwd}}
		r.RemoteAddr = "192.0.2.1:1"
		if got := access.ClientAddr(r, proxies); got.String() != "192.0.2.1" {
			t.Errorf("an untrusted peer made itself %s", got)
		}
		r.RemoteAddr = "10.0.0.1:1"
		delete(r.Header, "Forwarded")
		if got := access.ClientAddr(r, proxies); !got.IsValid() {
			t.Error("a known peer became unknown")
		}
		// Whatever the client wrote, what its proxy added after it counts.
		r.Header = http.Header{"X-Forwarded-For": {xff, "192.0.2.9"}}
		if got := access.ClientAddr(r, proxies); got.String() != "192.0.2.9" {
			t.Errorf("the proxy said 192.0.2.9, the client made itself %s", got)
		}
	})
}
