package wire

import (
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Request is a request as it shall stand on the wire. Two fields alone are
// added, and only if Header has none of that name: Host at the head, and
// Content-Length at the end, which is left out if there is no body and the
// method is one of those whose bodies mean nothing (RFC 9110 section 8.6).
type Request struct {
	Method string
	Target string       // the request-target: path and query, percent-encoded, such as "/v1/charges?x=1"
	Header []idem.Field // in the order and the case in which they are written; a name may come twice
	Body   []byte       // nil and empty are the same

	Written func() // is called once the whole request was handed to the kernel; nil if nobody asks
}

// Message returns the request as it is written to an origin, added fields
// included. It shares Body with the request.
func (r Request) Message(o Origin) idem.Message {
	return idem.Message{Method: r.Method, URL: o.String() + r.Target, Proto: "HTTP/1.1", Header: r.fields(o), Body: r.Body}
}

func (r Request) fields(o Origin) []idem.Field {
	all := make([]idem.Field, 0, len(r.Header)+2)
	if !r.has("Host") {
		all = append(all, idem.Field{Name: "Host", Value: o.Authority()})
	}
	all = append(all, r.Header...)
	if !r.has("Content-Length") && (len(r.Body) > 0 || !bodiless(r.Method)) {
		all = append(all, idem.Field{Name: "Content-Length", Value: strconv.Itoa(len(r.Body))})
	}
	return all
}

func (r Request) has(name string) bool {
	for _, f := range r.Header {
		if strings.EqualFold(f.Name, name) {
			return true
		}
	}
	return false
}

// bodiless reports whether a method's requests are understood to have no body,
// so that an empty one is not announced.
func bodiless(method string) bool {
	switch method {
	case "GET", "HEAD", "DELETE", "OPTIONS", "TRACE":
		return true
	}
	return false
}

// encode returns the bytes of a message and how many of them are its head. The
// request has been found valid.
func encode(m idem.Message, target string) (whole []byte, head int) {
	size := len(m.Method) + len(target) + len("  HTTP/1.1\r\n\r\n") + len(m.Body)
	for _, f := range m.Header {
		size += len(f.Name) + len(f.Value) + len(": \r\n")
	}
	b := make([]byte, 0, size)
	b = append(b, m.Method...)
	b = append(b, ' ')
	b = append(b, target...)
	b = append(b, " HTTP/1.1\r\n"...)
	for _, f := range m.Header {
		b = append(b, f.Name...)
		b = append(b, ": "...)
		b = append(b, f.Value...)
		b = append(b, "\r\n"...)
	}
	b = append(b, "\r\n"...)
	head = len(b)
	return append(b, m.Body...), head
}
