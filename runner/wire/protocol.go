package wire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/wire/h2"
)

// A Protocol says which version of HTTP the connections of a [Dialer] speak.
type Protocol int

// The protocols.
const (
	// HTTP1 is HTTP/1.1. It is the default.
	HTTP1 Protocol = iota
	// HTTP2 is HTTP/2: agreed on by ALPN under TLS, and by prior knowledge
	// without it (RFC 9113 sections 3.2 and 3.3). There is no way back to
	// HTTP/1.1.
	HTTP2
	// Either is HTTP/2 if the target chooses it by ALPN, else HTTP/1.1, as
	// always without TLS.
	Either
)

var protocolNames = [...]string{HTTP1: "HTTP/1.1", HTTP2: "HTTP/2.0", Either: "HTTP/2.0 or HTTP/1.1"}

// String returns the name, for one version as messages carry it.
func (p Protocol) String() string {
	if p < 0 || int(p) >= len(protocolNames) {
		return fmt.Sprintf("protocol %d", int(p))
	}
	return protocolNames[p]
}

// offers are the names in ALPN (RFC 7301), the preferred one first.
func (p Protocol) offers() []string {
	switch p {
	case HTTP2:
		return []string{"h2"}
	case Either:
		return []string{"h2", "http/1.1"}
	case HTTP1:
	}
	return []string{"http/1.1"}
}

// chosen returns the one version that is spoken, after a handshake that chose a
// name; empty without a choice.
func (p Protocol) chosen(name string) (Protocol, error) {
	switch {
	case name != "" && !slices.Contains(p.offers(), name):
		return p, fmt.Errorf("the target chose the protocol %q, which was not offered", name)
	case name == "h2":
		return HTTP2, nil
	case p == HTTP2:
		return p, fmt.Errorf("the target did not choose HTTP/2 by ALPN")
	}
	return HTTP1, nil
}

// message returns a request as it is written to an origin in a version. In
// HTTP/2 the names are in small letters, as they must be, and ":authority" stands
// first in the place of Host; the other pseudo-fields are in the method and the
// URL of the message.
func (p Protocol) message(r Request, o Origin) idem.Message {
	m := r.Message(o)
	if p != HTTP2 {
		return m
	}
	m.Proto = HTTP2.String()
	var rest []idem.Field
	authority := idem.Field{Name: ":authority"}
	for _, f := range m.Header {
		if strings.EqualFold(f.Name, "host") {
			authority.Value = f.Value
			continue
		}
		rest = append(rest, idem.Field{Name: strings.ToLower(f.Name), Value: f.Value})
	}
	m.Header = append([]idem.Field{authority}, rest...)
	return m
}

// problem returns why a request cannot be sent in a version; nil if it can.
func (p Protocol) problem(r Request) error {
	if err := r.problem(); err != nil || p != HTTP2 {
		return err
	}
	hosts := 0
	for _, f := range r.Header {
		if err := h2.Problem(f); err != nil {
			return err
		}
		if strings.EqualFold(f.Name, "host") {
			hosts++
		}
	}
	if hosts > 1 {
		return fmt.Errorf("header field Host stands %d times, and HTTP/2 has one authority; give it once", hosts)
	}
	return nil
}
