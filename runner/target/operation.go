package target

import (
	"slices"

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
	place   source.Value                // of its name in the target file
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

// mentionsOutsideBody reports whether a template stands in the path or the
// header fields.
func (o *Operation) mentionsOutsideBody(name string) bool {
	return mentions(o.path, name) || fieldsMention(o.header, name)
}

func fieldsMention(fields []idem.Field, name string) bool {
	return slices.ContainsFunc(fields, func(f idem.Field) bool { return mentions(f.Value, name) })
}

func (l *loader) operations() error {
	all, _ := l.root.Get("/operations")
	for _, m := range all.Members {
		op, err := l.operation(m.Name, "/operations/"+escaped.Replace(m.Name))
		if err != nil {
			return err
		}
		op.Line, op.place = m.Line, source.Value{Line: m.Line, Column: m.Column}
		l.target.Operations = append(l.target.Operations, op)
	}
	if !slices.ContainsFunc(l.target.Operations, func(o Operation) bool { return o.Role == idem.Create }) {
		return l.doc.Errorf("/operations", "leave out the role of one that makes effects", "no operation has the role create, so there is nothing to test")
	}
	return l.resources()
}

// resources refuses operations about a resource that nothing would name.
func (l *loader) resources() error {
	named := slices.ContainsFunc(l.target.Operations, func(o Operation) bool { return o.Role == idem.Create && o.id != locator{} })
	for i := range l.target.Operations {
		op := &l.target.Operations[i]
		about := op.mentionsOutsideBody("id") || op.payload.mentions("id")
		switch {
		case about && slices.Contains(makers, op.Role):
			return l.doc.ErrorIn(op.place, "write a fixed id, or give the operation another role",
				"operation %s has {{ id }}, and an operation with the role %s is about no resource of its case", op.Name, op.Role)
		case about && !named:
			return l.doc.ErrorIn(op.place, "give the operation that creates the resource an id, such as: id: $.id",
				"operation %s has {{ id }}, and nothing says where an answer names the resource", op.Name)
		}
	}
	return nil
}

func (l *loader) operation(name, at string) (Operation, error) {
	f := l.file.Operations[name]
	op := Operation{Name: name, Role: f.Role, method: f.Method, path: f.Path, success: f.Success}
	if op.Role == "" {
		op.Role = idem.Create
	}
	if err := l.pathIsWhole(at+"/path", op.path); err != nil {
		return op, err
	}
	var err error
	if op.header, err = l.openFields(at + "/headers"); err != nil {
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

// anyValues are values of some case, to compare what templates make of texts.
var anyValues = Values{CaseID: "case", RunID: "run", ID: "id"}

// patched lays a patch over a body, or takes a raw one, and makes sure that it
// changes something.
func (l *loader) patched(at string, from payload, v source.Value) (payload, error) {
	to := payload{kind: from.kind, at: at}
	switch {
	case from.kind == rawBody || from.kind == noBody:
		if v.Kind != source.String {
			return to, l.doc.Errorf(at, "write the whole body as text", "a patch goes with body and form")
		}
		to.kind, to.raw = rawBody, v.Text
	case v.Kind == source.String:
		return to, l.doc.Errorf(at, "write it as a patch of the body", "a raw body goes with body_raw and body_file")
	default:
		to.value = from.value.Merge(v)
	}
	if to.kind == formBody {
		for _, m := range to.value.Members {
			if m.Value.Kind == source.Array || m.Value.Kind == source.Object {
				return to, l.doc.Errorf(at+"/"+escaped.Replace(m.Name), "write it as text", "a field of a form cannot be a list or a mapping")
			}
		}
	}
	if f := (filler{values: anyValues}); to.fill(f).same(from.fill(f)) {
		return to, l.doc.Errorf(at, "give a member another value than it has in the body",
			"the change changes nothing, so the target could not tell the two bodies apart")
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
