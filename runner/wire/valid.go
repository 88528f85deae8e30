package wire

import (
	"fmt"
	"strconv"
	"strings"
)

// problem returns why a request cannot be sent as it is, which is known before
// a byte leaves; nil if it can. The text names no value of a field, since that
// may be a secret.
func (r Request) problem() error {
	if !isToken(r.Method) {
		return fmt.Errorf("method %q is no token", r.Method)
	}
	if r.Method == "CONNECT" {
		return fmt.Errorf("method CONNECT opens a tunnel, which is no exchange; use another method")
	}
	if err := targetProblem(r.Target); err != nil {
		return err
	}
	for i, f := range r.Header {
		if !isToken(f.Name) {
			return fmt.Errorf("the name %q of header field %d is no token; use letters, digits and dashes", f.Name, i+1)
		}
		if at := strings.IndexAny(f.Value, "\r\n\x00"); at >= 0 {
			return fmt.Errorf("the value of header field %s has a %s at byte %d, which would end the field; take it out",
				f.Name, controlName(f.Value[at]), at+1)
		}
	}
	return r.framingProblem()
}

// framingProblem returns why the fields would announce another body than the
// one that is sent.
func (r Request) framingProblem() error {
	lengths := 0
	for _, f := range r.Header {
		switch strings.ToLower(f.Name) {
		case "content-length":
			if lengths++; f.Value != strconv.Itoa(len(r.Body)) || lengths > 1 {
				return fmt.Errorf("header field %s does not announce the %d bytes of the body once; leave it out, it is added", f.Name, len(r.Body))
			}
		case "transfer-encoding", "upgrade":
			return fmt.Errorf("header field %s changes how the connection is read, which is not spoken here; leave it out", f.Name)
		}
	}
	return nil
}

func targetProblem(target string) error {
	if target == "" {
		return fmt.Errorf(`the request-target is empty; use "/"`)
	}
	for i := range len(target) {
		if c := target[i]; c <= ' ' || c >= 0x7f {
			return fmt.Errorf("the request-target has the byte %#02x at %d; write it percent-encoded", c, i+1)
		}
	}
	return nil
}

func controlName(c byte) string {
	switch c {
	case '\r':
		return "carriage return"
	case '\n':
		return "line feed"
	}
	return "NUL"
}

// isToken reports whether a text is a token (RFC 9110 section 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		if !tokenByte(s[i]) {
			return false
		}
	}
	return s != ""
}

func tokenByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}
