package wire

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// unacked returns how many bytes were written to a TCP connection that the
// other host has not acknowledged, and false if the system does not tell
// (getsockopt(2), SO_NWRITE).
func unacked(raw syscall.RawConn, _ bool) (n int, known bool) {
	if raw == nil {
		return 0, false
	}
	var err error
	failed := raw.Control(func(fd uintptr) {
		n, err = unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_NWRITE)
	})
	return n, failed == nil && err == nil
}
