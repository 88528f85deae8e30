package wire

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// An Origin is where requests go: scheme, host and port (RFC 9110 section 4.3.1).
type Origin struct {
	Scheme string // "http" or "https"
	Host   string // a name, or an address without brackets; an IPv6 zone is allowed
	Port   string // decimal
}

// OriginOf returns the origin of an absolute URL, with the default port of its
// scheme if the URL names none. The path and query do not matter. It returns an
// error if the scheme is another one, or if the host or the port is unusable.
func OriginOf(u *url.URL) (Origin, error) {
	o := Origin{Scheme: strings.ToLower(u.Scheme), Host: strings.ToLower(u.Hostname()), Port: u.Port()}
	if o.Port == "" {
		o.Port = o.defaultPort()
	}
	return o, o.problem()
}

func (o Origin) problem() error {
	if o.defaultPort() == "" {
		return fmt.Errorf("scheme %q cannot be spoken; use http or https", o.Scheme)
	}
	if o.Host == "" {
		return fmt.Errorf("the address names no host; write it as %s://host", o.Scheme)
	}
	for i := range len(o.Host) {
		if c := o.Host[i]; c <= ' ' || c >= 0x7f {
			return fmt.Errorf("host %q is not ASCII; write it in its xn-- form", o.Host)
		}
	}
	if n, err := strconv.ParseUint(o.Port, 10, 16); err != nil || n == 0 {
		return fmt.Errorf("port %q of host %s is no number from 1 to 65535", o.Port, o.Host)
	}
	return nil
}

func (o Origin) defaultPort() string {
	switch o.Scheme {
	case "http":
		return "80"
	case "https":
		return "443"
	}
	return ""
}

// Address returns host and port as a dialler wants them.
func (o Origin) Address() string { return net.JoinHostPort(o.Host, o.Port) }

// Authority returns the value of the Host field: without the default port of
// the scheme, with brackets around an IPv6 address, and without its zone, which
// means nothing to the other side (RFC 6874 section 4).
func (o Origin) Authority() string {
	host := o.name()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if o.Port == o.defaultPort() {
		return host
	}
	return host + ":" + o.Port
}

// name is the host without an IPv6 zone.
func (o Origin) name() string {
	name, _, _ := strings.Cut(o.Host, "%")
	return name
}

// String returns the origin as a URL without a path.
func (o Origin) String() string { return o.Scheme + "://" + o.Authority() }
