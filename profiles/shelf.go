package profiles

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// A shelf is a folder of profiles by their names. The file base/http.yaml in it
// is laid under each of them.
type shelf struct{ files fs.FS }

const baseFile = "base/http.yaml"

func (s shelf) names() []string {
	found, _ := fs.Glob(s.files, "*.yaml") // the pattern is well formed
	for i, f := range found {
		found[i] = strings.TrimSuffix(f, ".yaml")
	}
	return found
}

// open reads the text of a profile, and says whether there is one.
func (s shelf) open(name string) (d *source.Document, found bool, err error) {
	if !slices.Contains(s.names(), name) {
		return nil, false, nil
	}
	d, err = s.read(name + ".yaml")
	return d, true, err
}

func (s shelf) read(file string) (*source.Document, error) {
	text, err := fs.ReadFile(s.files, file)
	if err != nil {
		return nil, err
	}
	return source.Parse(file, text)
}

// contract makes a contract of a text. Name is the text's own on the shelf;
// empty if it comes from elsewhere.
func (s shelf) contract(d *source.Document, name string) (idem.Contract, error) {
	var c idem.Contract
	schema, err := compiled()
	if err != nil {
		return c, err
	}
	if d.Root, err = s.whole(d, []string{name}); err != nil {
		return c, err
	}
	if err := situationsAreKnown(d); err != nil {
		return c, err
	}
	if err := schema.Validate(d); err != nil {
		return c, err
	}
	if err := d.Root.Decode(&c); err != nil {
		return c, d.Errorf("", "", "%v", err)
	}
	if err := answerAs(d, c); err != nil {
		return c, err
	}
	return c, contradiction(d, c)
}

// whole returns a text with all that it inherits. Line holds the names of the
// profiles that extend it, the last one being its own.
func (s shelf) whole(d *source.Document, line []string) (source.Value, error) {
	if d.Root.Kind != source.Object {
		return d.Root, nil // the schema says what is wrong
	}
	name, extends := d.Root.Get("/extends")
	_, promises := d.Root.Get("/clauses")
	if extends && name.Kind != source.String || !extends && !promises {
		return d.Root, nil
	}
	if !extends {
		base, err := s.read(baseFile)
		if err != nil {
			return d.Root, err
		}
		return lay(d, base.Root)
	}
	if slices.Contains(line, name.Text) {
		return d.Root, d.ErrorIn(name, "take one of them out", "extends leads in a circle: %s → %s",
			strings.Join(line, " → "), name.Text)
	}
	parent, found, err := s.open(name.Text)
	switch {
	case err != nil:
		return d.Root, err
	case !found:
		return d.Root, d.ErrorIn(name, "'idemspec list profiles' shows their names", "extends names %q, and there is no such profile%s",
			name.Text, source.DidYouMean(name.Text, s.names()))
	}
	under, err := s.whole(parent, append(line, name.Text))
	if err != nil {
		return d.Root, err
	}
	return lay(d, under)
}

// base returns the clauses that every profile inherits.
func (s shelf) base() (map[idem.Situation]idem.Clause, error) {
	var c idem.Contract
	d, err := s.read(baseFile)
	if err != nil {
		return nil, err
	}
	err = d.Root.Decode(&c)
	return c.Clauses, err
}

// own are the members that each text has to give by itself.
var own = []string{"profile", "title", "source", "extends"}

// lay returns a text laid over its parent: a member replaces the parent's whole
// member. Of the clauses each replaces one, and null takes one away.
func lay(d *source.Document, parent source.Value) (source.Value, error) {
	child := d.Root
	child.Members = slices.Clone(child.Members)
	for _, m := range parent.Members {
		i := slices.IndexFunc(child.Members, func(c source.Member) bool { return c.Name == m.Name })
		switch {
		case slices.Contains(own, m.Name):
		case i < 0:
			child.Members = append(child.Members, source.Member{Name: m.Name, Value: unplaced(m.Value)})
		case m.Name == "clauses":
			child.Members[i].Value = layClauses(child.Members[i].Value, m.Value)
		}
	}
	clauses, _ := child.Get("/clauses")
	for _, m := range clauses.Members {
		if m.Value.Kind == source.Null {
			return child, d.ErrorIn(m.Value, "leave it out, or write the clause", "null takes away a clause, and nothing promises %q", m.Name)
		}
	}
	return child, nil
}

func layClauses(child, parent source.Value) source.Value {
	if child.Kind != source.Object {
		return child
	}
	child.Members = slices.Clone(child.Members)
	for _, m := range parent.Members {
		i := slices.IndexFunc(child.Members, func(c source.Member) bool { return c.Name == m.Name })
		switch {
		case i < 0:
			child.Members = append(child.Members, source.Member{Name: m.Name, Value: unplaced(m.Value)})
		case child.Members[i].Value.Kind == source.Null:
			child.Members = slices.Delete(child.Members, i, i+1)
		}
	}
	return child
}

// unplaced takes away the places of a value of another text, so that no error
// points into the wrong one.
func unplaced(v source.Value) source.Value {
	v.Line, v.Column = 0, 0
	v.Items, v.Members = slices.Clone(v.Items), slices.Clone(v.Members)
	for i := range v.Items {
		v.Items[i] = unplaced(v.Items[i])
	}
	for i, m := range v.Members {
		v.Members[i] = source.Member{Name: m.Name, Value: unplaced(m.Value)}
	}
	return v
}
