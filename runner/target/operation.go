package target

import (
	"net/url"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// An Operation is one request of the target that can be made.
type Operation struct {
	Name    string
	Role    idem.Role
	Line    int // in the target file, from 1
	method  string
	path    string
	header  []idem.Field
	payload payload
	bodies  map[idem.BodySymbol]payload // the bodies that the file gives besides
	success []int                       // empty means any 2xx
	id      locator
}

// Success reports whether a status means that the operation was carried out.
func (o *Operation) Success(status int) bool {
	if len(o.success) == 0 {
		return status/100 == 2
	}
	return slices.Contains(o.success, status)
}

// ResultID returns the id of the resource that an answer names, and whether it
// names one.
func (o *Operation) ResultID(r idem.Response) (string, bool) { return o.id.find(r) }

// mentions reports whether a template stands anywhere in the request.
func (o *Operation) mentions(name string) bool {
	for _, f := range o.header {
		if mentions(f.Value, name) {
			return true
		}
	}
	return mentions(o.path, name) || o.payload.mentions(name)
}

func (l *loader) operations() error {
	all, _ := l.root.Get("/operations")
	for _, m := range all.Members {
		op, err := l.operation(m.Name, "/operations/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(m.Name))
		if err != nil {
			return err
		}
		l.target.Operations = append(l.target.Operations, op)
	}
	if !slices.ContainsFunc(l.target.Operations, func(o Operation) bool { return o.Role == idem.Create }) {
		return l.doc.Errorf("/operations", "", "no operation has the role create, so there is nothing to test")
	}
	return nil
}

func (l *loader) operation(name, at string) (Operation, error) {
	f := l.file.Operations[name]
	op := Operation{Name: name, Role: f.Role, Line: l.doc.Line(at), method: f.Method, path: f.Path, success: f.Success}
	if op.Role == "" {
		op.Role = idem.Create
	}
	if _, err := url.ParseRequestURI(templateless(op.path)); err != nil {
		return op, l.doc.Errorf(at+"/path", "", "the path cannot be used: %v", err)
	}
	var err error
	if op.header, err = l.fields(at + "/headers"); err != nil {
		return op, err
	}
	if op.payload, err = l.payload(at); err != nil {
		return op, err
	}
	if op.id, err = l.locator(at + "/id"); err != nil {
		return op, err
	}
	op.bodies, err = l.bodies(at, op.payload)
	return op, err
}

// bodies reads the bodies that an operation gives besides its plain one: each a
// patch of it, and the change also by its short form.
func (l *loader) bodies(at string, from payload) (map[idem.BodySymbol]payload, error) {
	all := map[idem.BodySymbol]payload{}
	for _, short := range []string{"/change", "/change_raw"} {
		if v, found := l.root.Get(at + short); found {
			p, err := l.patched(at+short, from, v)
			if err != nil {
				return nil, err
			}
			all[idem.ChangedBody] = p
		}
	}
	given, _ := l.root.Get(at + "/bodies")
	for _, m := range given.Members {
		p, err := l.patched(at+"/bodies/"+m.Name, from, m.Value)
		if err != nil {
			return nil, err
		}
		all[idem.BodySymbol(m.Name)] = p
	}
	return all, nil
}

// patched lays a patch over a body, or takes a raw one, and makes sure that it
// changes something.
func (l *loader) patched(at string, from payload, v source.Value) (payload, error) {
	nothing := func() error {
		return l.doc.Errorf(at, "give a member another value than it has in the body",
			"the change changes nothing, so the target could not tell the two bodies apart")
	}
	if from.kind == rawBody || from.kind == noBody {
		if v.Kind != source.String {
			return from, l.doc.Errorf(at, "write the whole body as text", "a patch goes with body and form")
		}
		if v.Text == from.raw {
			return from, nothing()
		}
		return payload{kind: rawBody, raw: v.Text}, nil
	}
	if v.Kind == source.String {
		return from, l.doc.Errorf(at, "write it as a patch of the body", "a raw body goes with body_raw and body_file")
	}
	to := from
	to.value = from.value.Merge(v)
	if idem.EqualJSON(from.value.JSON(), to.value.JSON()) {
		return from, nothing()
	}
	return to, nil
}

func (l *loader) textAt(pointer string) *string {
	v, found := l.root.Get(pointer)
	if !found || v.Kind != source.String {
		return nil
	}
	return &v.Text
}

// templateless replaces templates by plain text, so that the rest of an address
// can be tried.
func templateless(s string) string { return template.ReplaceAllString(s, "x") }
