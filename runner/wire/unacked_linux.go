package wire

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// unacked returns how many bytes were written to a TCP connection that the
// other host has not acknowledged, and false if the system does not tell
// (tcp(7), SIOCOUTQ). The system counts the end of our direction as a byte behind
// all others.
func unacked(raw syscall.RawConn, ended bool) (n int, known bool) {
	if raw == nil {
		return 0, false
	}
	var err error
	failed := raw.Control(func(fd uintptr) {
		n, err = unix.IoctlGetInt(int(fd), unix.SIOCOUTQ)
	})
	if ended && n > 0 {
		n--
	}
	return n, failed == nil && err == nil
}
