package idem

import "fmt"

// A Level is the strength of a promise. It decides what a broken promise is
// worth: a Must fails, a Should warns, and nothing is held to the rest.
type Level int

// The levels, in rising strength, in the sense of RFC 2119.
const (
	Silent Level = iota // the documents do not say, so there is nothing to hold to
	May                 // allowed, not promised
	Should              // promised with exceptions: a breach is a warning
	Must                // promised: a breach is a failure
)

var levelNames = [...]string{Silent: "silent", May: "may", Should: "should", Must: "must"}

func (l Level) String() string { return nameOf(levelNames[:], int(l)) }

// MarshalText writes the level as profiles spell it.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads "must", "should", "may" or "silent".
func (l *Level) UnmarshalText(text []byte) error {
	i, err := indexOf("level", levelNames[:], string(text))
	if err == nil {
		*l = Level(i)
	}
	return err
}

// nameOf gives the name of an enumeration's value, and says so if it has none.
func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("unknown(%d)", i)
	}
	return names[i]
}

func indexOf(kind string, names []string, name string) (int, error) {
	for i, n := range names {
		if n == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q is no %s: use one of %q", name, kind, names)
}
