package report

import (
	"fmt"
	"io"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// A Format renders a run for one kind of reader. It sees the run and nothing
// else. What could be an option is a format of its own, so that a name says all
// that there is to say.
type Format struct {
	Name      string
	Extension string // of a file, with the dot
	For       string // who reads it, for people
	Write     func(io.Writer, idem.Run) error
}

// Formats lists the formats that are written to files, sorted by name. The
// console is none of them, since it depends on the terminal.
func Formats() []Format {
	return []Format{
		{"json", ".json", "the whole run, to be judged or rendered again", WriteJSON},
		{"junit", ".xml", "CI systems; a broken Should is a property of a passed case", junit{failing: idem.Must}.write},
		{"junit-strict", ".xml", "CI systems; a broken Should is a failure, as a broken Must is", junit{failing: idem.Should}.write},
	}
}

// Find returns a format by its name. An unknown name is an error that offers the
// one that was probably meant.
func Find(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("%q is no report format%s: use one of %q", name, source.DidYouMean(name, names), names)
}
