package wire

import "time"

// canReset reports whether reset does what it says.
func (s *socket) canReset() bool {
	_, ok := s.Conn.(interface{ SetLinger(sec int) error })
	return ok
}

// reset ends the connection with RST (tcp(7), SO_LINGER of zero).
func (s *socket) reset() {
	if c, ok := s.Conn.(interface{ SetLinger(sec int) error }); ok {
		c.SetLinger(0)
	}
	s.Close()
}

// canCloseWrite reports whether the connection has directions.
func (s *socket) canCloseWrite() bool {
	_, ok := s.Conn.(interface{ CloseWrite() error })
	return ok
}

// closeWrite ends our direction, if the connection has directions.
func (s *socket) closeWrite() error {
	if c, ok := s.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return nil
}

// patience bounds how long reads wait from now on, in all; zero takes the bound
// away.
func (s *socket) patience(d time.Duration) {
	var end time.Time
	if d > 0 {
		end = time.Now().Add(d)
	}
	s.SetReadDeadline(end) // a connection that has ended needs none
}

// drainMax is how many reads drain makes at most.
const drainMax = 64

// drain throws away what has arrived, so that a close is no reset.
func (s *socket) drain() {
	scratch := make([]byte, 16<<10)
	s.polling = true
	for range drainMax {
		if _, err := s.Read(scratch); err != nil {
			break
		}
	}
	s.polling = false
}
