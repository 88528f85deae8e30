package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/idemspec/idemspec/checks/idem"
)

// An answerReader reads the answers of one connection, one after the other.
type answerReader struct {
	br     *bufio.Reader
	limits Limits
	begun  func()             // told when the first byte is there; may be nil
	sized  func(length int64) // told before a body is read: its announced length, or -1; may be nil
}

// An answer is what arrived for one request.
type answer struct {
	response idem.Response
	interim  int  // 1xx answers before it
	keep     bool // by all that it says, the connection can carry another exchange
}

// read reads the answer to a request of a method, over any 1xx answers. What an
// error leaves in the answer is what was understood of it before.
func (r *answerReader) read(method string) (answer, error) {
	var a answer
	if _, err := r.br.Peek(1); err != nil {
		if isEnd(err) {
			err = errors.New("the target ended the connection without one")
		}
		return a, err
	}
	if r.begun != nil {
		r.begun()
	}
	for {
		h, err := r.head()
		switch {
		case err != nil:
			return a, err
		case h.status == 101:
			return a, errors.New("the target switched protocols unasked (101)")
		case h.status/100 == 1:
			if a.interim++; a.interim > r.limits.Interim {
				return a, fmt.Errorf("over %d answers of status 1xx came before it", r.limits.Interim)
			}
		default:
			return a, r.rest(&a, h, method)
		}
	}
}

// head reads one head.
func (r *answerReader) head() (head, error) {
	if first, err := r.br.Peek(1); err == nil && first[0] != 'H' {
		some, _ := r.br.Peek(r.br.Buffered())
		return head{}, notHTTP(some)
	}
	first := true
	raw, err := readLines(r.br, r.limits.Head, func(line []byte) (err error) {
		if first {
			_, err = parseStatusLine(string(trimEOL(line)))
		}
		first = false
		return err
	})
	if err != nil {
		if isEnd(err) {
			err = fmt.Errorf("it broke off within its head, after %.40q", raw)
		}
		return head{}, err
	}
	return parseHead(string(raw))
}

// notHTTP describes what came in place of an answer.
func notHTTP(some []byte) error {
	if len(some) > 1 && (some[0] == 0x15 || some[0] == 0x16) && some[1] == 3 {
		return errors.New("it is a TLS record; use https")
	}
	return fmt.Errorf("it does not begin with a status line of HTTP/1.1, but with %.40q", some)
}

// rest reads the body and the trailer that follow a final head.
func (r *answerReader) rest(a *answer, h head, method string) error {
	a.response = idem.Response{Status: h.status, Proto: h.proto, Header: h.fields}
	f, length, err := h.framing(method)
	if err != nil {
		return err
	}
	if r.sized != nil {
		r.sized(length)
	}
	body, n, more, err := r.body(f, length)
	a.response.Body, a.response.Truncated = body, more
	if err != nil {
		return broken(h.status, f, n, length, err)
	}
	if f == byChunks {
		raw, err := readLines(r.br, r.limits.Head, mustCRLF)
		if err == nil {
			a.response.Trailer, err = parseFields(string(raw))
		}
		if err != nil {
			return fmt.Errorf("the trailer of the %d answer is wrong: %w", h.status, unexpected(err))
		}
	}
	a.keep = f != byClose && !h.lists("Connection", "close") &&
		(h.proto == "HTTP/1.1" || h.lists("Connection", "keep-alive"))
	return nil
}

// broken says where a body broke off.
func broken(status int, f framing, n, length int64, err error) error {
	err = unexpected(err)
	switch {
	case errors.Is(err, errEndless):
		return fmt.Errorf("the %d answer was given up after %d bytes of body: %w", status, n, err)
	case f == byLength:
		return fmt.Errorf("the body of the %d answer broke off after %d of %d bytes: %w", status, n, length, err)
	}
	return fmt.Errorf("the body of the %d answer broke off after %d bytes: %w", status, n, err)
}

// unexpected words an end of the connection where there should be none.
func unexpected(err error) error {
	if isEnd(err) {
		return errors.New("the target ended the connection")
	}
	return err
}

// isEnd reports whether an error is the end of a stream. Under TLS an end
// without notice is io.ErrUnexpectedEOF from the first byte on.
func isEnd(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
