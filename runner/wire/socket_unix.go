//go:build unix

package wire

import (
	"errors"
	"io"
	"syscall"
)

// bareCalls reports whether this platform has readNow and writeNow.
const bareCalls = true

// writeNow makes one write(2) without waiting. A full send queue is no error
// and takes nothing.
func writeNow(raw syscall.RawConn, b []byte) (n int, err error) {
	failed := raw.Write(func(fd uintptr) bool {
		n, _, err = bare(func() (int, error) { return syscall.Write(int(fd), b) })
		return true
	})
	if failed != nil {
		return 0, failed
	}
	return n, err
}

// readNow makes one read(2) without waiting. It returns errNothingYet if there
// is nothing to read.
func readNow(raw syscall.RawConn, b []byte) (n int, err error) {
	var again bool
	failed := raw.Read(func(fd uintptr) bool {
		n, again, err = bare(func() (int, error) { return syscall.Read(int(fd), b) })
		return true
	})
	switch {
	case failed != nil:
		return 0, failed
	case again:
		return 0, errNothingYet
	case n == 0 && err == nil && len(b) > 0:
		return 0, io.EOF
	}
	return n, err
}

// bare makes a system call, once more if a signal interrupted it, and tells a
// call that would have to wait from one that went wrong.
func bare(call func() (int, error)) (n int, again bool, err error) {
	for {
		n, err = call()
		switch {
		case err == nil:
			return n, false, nil
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EAGAIN):
			return 0, true, nil
		default:
			return 0, false, err
		}
	}
}

// readable returns a function for a raw connection's Read that is done once
// there is something to read.
func readable() func(fd uintptr) bool {
	return func(fd uintptr) bool {
		_, again, _ := bare(func() (int, error) {
			n, _, err := syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK)
			return n, err
		})
		return !again
	}
}
