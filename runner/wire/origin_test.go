package wire

import (
	"net/url"
	"strings"
	"testing"
)

func TestOrigins(t *testing.T) {
	for _, tt := range []struct{ url, address, authority string }{
		{"http://Example.com/v1?x=1", "example.com:80", "example.com"},
		{"https://example.com", "example.com:443", "example.com"},
		{"http://example.com:443", "example.com:443", "example.com:443"},
		{"https://127.0.0.1:8443/", "127.0.0.1:8443", "127.0.0.1:8443"},
		{"http://[::1]:8080", "[::1]:8080", "[::1]:8080"},
		{"http://[::1]", "[::1]:80", "[::1]"},
		{"http://[fe80::1%25eth0]:8080", "[fe80::1%eth0]:8080", "[fe80::1]:8080"},
	} {
		o := origin(t, tt.url)
		if o.Address() != tt.address || o.Authority() != tt.authority {
			t.Errorf("%s: address %s, authority %s; want %s and %s", tt.url, o.Address(), o.Authority(), tt.address, tt.authority)
		}
	}
}

func TestOriginsThatCannotBe(t *testing.T) {
	for raw, want := range map[string]string{
		"ftp://example.com":         "use http or https",
		"example.com":               "use http or https",
		"http:///v1":                "no host",
		"http://exämple.com":        "xn--",
		"http://example.com:0":      "port",
		"http://example.com:700000": "port",
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := OriginOf(u); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("OriginOf(%q): error %v, want one that says %q", raw, err, want)
		}
	}
}
