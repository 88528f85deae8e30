package wire

import "fmt"

// A Gate says which part of a request a burst keeps back until every connection
// is armed. It has to suit the target: one that decides once the head is
// complete has decided before a last byte of the body is released.
type Gate int

// The gates.
const (
	// LastByte keeps back the last byte of each request: of its body, or of its
	// head if it has no body. Under TLS that byte is the last record. It is the
	// default.
	LastByte Gate = iota
	// HeadGate keeps back the last byte of the head and all of the body.
	HeadGate
	// Whole keeps back the whole request: each is one write on a connection
	// that was opened before, as behind a barrier.
	Whole
)

var gateNames = [...]string{LastByte: "last byte", HeadGate: "head", Whole: "whole request"}

// String returns the gate's name for reports.
func (g Gate) String() string {
	if g < 0 || int(g) >= len(gateNames) {
		return fmt.Sprintf("gate %d", int(g))
	}
	return gateNames[g]
}

// ahead returns how many bytes of a request are written before the release.
func (g Gate) ahead(head, whole int) int {
	switch g {
	case LastByte:
		return whole - 1
	case HeadGate:
		return head - 1
	case Whole:
	}
	return 0
}
