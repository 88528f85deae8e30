package wire

import (
	"errors"
	"net"
	"syscall"
	"time"
)

// Traffic is what passed a socket, below any TLS.
type Traffic struct {
	Out, In int64 // bytes
	Writes  int   // calls that wrote at least one byte
}

// since returns what passed after an earlier count.
func (t Traffic) since(before Traffic) Traffic {
	return Traffic{Out: t.Out - before.Out, In: t.In - before.In, Writes: t.Writes - before.Writes}
}

// A socket counts what passes a connection where it meets the system. It has
// two modes that TLS above it knows nothing of: holding keeps back what is
// written, so that a sealed record can be released later by one bare system
// call, and polling makes a read return at once if there is nothing to read.
// One goroutine at a time may use it; Close may come from any.
type socket struct {
	net.Conn
	raw     syscall.RawConn // nil if the connection has no descriptor, or the platform no bare calls
	traffic Traffic
	holding bool
	held    []byte
	polling bool
}

func newSocket(c net.Conn) *socket {
	s := &socket{Conn: c}
	if sc, ok := c.(syscall.Conn); ok && bareCalls {
		if raw, err := sc.SyscallConn(); err == nil {
			s.raw = raw
		}
	}
	return s
}

func (s *socket) Write(b []byte) (int, error) {
	if s.holding {
		s.held = append(s.held, b...)
		return len(b), nil
	}
	n, err := s.Conn.Write(b)
	s.wrote(n)
	return n, err
}

func (s *socket) wrote(n int) {
	if n > 0 {
		s.traffic.Out += int64(n)
		s.traffic.Writes++
	}
}

func (s *socket) Read(b []byte) (n int, err error) {
	switch {
	case !s.polling:
		n, err = s.Conn.Read(b)
	case s.raw != nil:
		n, err = readNow(s.raw, b)
	default:
		n, err = s.readSoon(b)
	}
	s.traffic.In += int64(n)
	return n, err
}

// soon is how long a poll waits on a connection that cannot be read without
// waiting, such as one in memory.
const soon = time.Millisecond

func (s *socket) readSoon(b []byte) (int, error) {
	if err := s.SetReadDeadline(time.Now().Add(soon)); err != nil {
		return 0, err
	}
	n, err := s.Conn.Read(b)
	if late := net.Error(nil); errors.As(err, &late) && late.Timeout() {
		err = errNothingYet
	}
	if reset := s.SetReadDeadline(time.Time{}); err == nil {
		err = reset
	}
	return n, err
}

// errNothingYet is what a polling read returns if there is nothing to read. TLS
// takes it for a passing time-out and goes on afterwards where it was.
var errNothingYet error = nothingYet{}

type nothingYet struct{}

func (nothingYet) Error() string   { return "nothing to read yet" }
func (nothingYet) Timeout() bool   { return true }
func (nothingYet) Temporary() bool { return true }
