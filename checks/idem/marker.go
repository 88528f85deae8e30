package idem

import (
	"fmt"
	"strconv"
	"strings"
)

// A Marker is what tells a replay from a first answer: a header field, a member
// of the body, or both. The zero Marker means that there is none.
type Marker struct {
	Header  string   `json:"header,omitempty"`  // response header field; empty if none marks a replay
	Pointer string   `json:"pointer,omitempty"` // JSON Pointer to a body member that marks a replay (RFC 6901); empty if none does
	Value   string   `json:"value,omitempty"`   // value on a replay, in each of the places; empty if any value marks one
	First   string   `json:"first,omitempty"`   // value on a first answer; empty if the marker is absent there
	Time    TimeForm `json:"time,omitempty"`    // the value is the instant of the first request in this form; empty if it is no instant
}

// A TimeForm is a way of writing an instant.
type TimeForm string

// UnixMillis is the number of milliseconds since 1970, in decimal digits.
const UnixMillis TimeForm = "unix-ms"

// None reports whether the contract knows no marker.
func (m Marker) None() bool { return m.Header == "" && m.Pointer == "" }

// Within reports whether the member of the body that marks a replay is the one
// that a JSON Pointer names, or a part of it.
func (m Marker) Within(pointer string) bool {
	return m.Pointer != "" && strings.HasPrefix(m.Pointer+"/", pointer+"/")
}

// On reports whether an answer is marked as a replay, in each of the marker's
// places.
func (m Marker) On(r Response) bool {
	if m.None() {
		return false
	}
	if m.Header != "" {
		if v, found := r.Lookup(m.Header); !found || !m.marks(v) {
			return false
		}
	}
	if m.Pointer != "" {
		if v, found := r.At(m.Pointer); !found || !m.marks(v) {
			return false
		}
	}
	return true
}

func (m Marker) marks(value string) bool {
	switch {
	case m.Value != "":
		return value == m.Value
	case m.Time == UnixMillis:
		_, err := strconv.ParseUint(value, 10, 63)
		return err == nil
	}
	return m.First == "" || value != m.First
}

// String writes the marker as a replay carries it, for people:
// "Idempotent-Replayed: true".
func (m Marker) String() string {
	value := m.Value
	switch {
	case value != "":
	case m.Time != "":
		value = "an instant as " + string(m.Time)
	default:
		value = "any value"
	}
	switch {
	case m.None():
		return "no marker"
	case m.Pointer == "":
		return fmt.Sprintf("%s: %s", m.Header, value)
	case m.Header == "":
		return fmt.Sprintf("body member %s = %s", m.Pointer, value)
	}
	return fmt.Sprintf("%s: %s and body member %s = %[2]s", m.Header, value, m.Pointer)
}
