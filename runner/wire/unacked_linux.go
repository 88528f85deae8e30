package wire

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// unacked returns how many bytes were written to a TCP connection that the
// other host has not acknowledged, and false if the system does not tell
// (tcp(7), SIOCOUTQ). An end of stream that was sent counts as one byte.
func unacked(raw syscall.RawConn) (n int, known bool) {
	if raw == nil {
		return 0, false
	}
	var err error
	failed := raw.Control(func(fd uintptr) {
		n, err = unix.IoctlGetInt(int(fd), unix.SIOCOUTQ)
	})
	return n, failed == nil && err == nil
}
