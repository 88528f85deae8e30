//go:build !unix

package wire

import "syscall"

// bareCalls reports whether this platform has readNow and writeNow. Where it
// has not, a burst is released by ordinary writes and polls wait for a moment.
const bareCalls = false

func writeNow(syscall.RawConn, []byte) (int, error) { return 0, syscall.EINVAL }
func readNow(syscall.RawConn, []byte) (int, error)  { return 0, syscall.EINVAL }

func readable() func(fd uintptr) bool { return func(uintptr) bool { return true } }
