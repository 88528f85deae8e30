package main

import (
	"crypto/rand"
	"encoding/binary"
)

// newSeed draws a seed that is not zero and fits into a JSON number.
func newSeed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])&(1<<53-1) | 1
}
