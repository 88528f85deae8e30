package wire

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

// closeWrite ends our direction, if the connection has directions.
func (s *socket) closeWrite() {
	if c, ok := s.Conn.(interface{ CloseWrite() error }); ok {
		c.CloseWrite()
	}
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
