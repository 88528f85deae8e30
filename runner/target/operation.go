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
	changed payload // the body with the change that matters
	changes bool    // there is such a change
	success []int   // empty means any 2xx
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
	op.changed, op.changes, err = l.change(at, op.payload)
	return op, err
}

// change lays the change over a body and makes sure that it changes something.
func (l *loader) change(at string, from payload) (payload, bool, error) {
	if raw := l.textAt(at + "/change_raw"); raw != nil {
		if from.kind != rawBody {
			return from, false, l.doc.Errorf(at+"/change_raw", "use change", "change_raw goes with body_raw and body_file")
		}
		if *raw == from.raw {
			return from, false, l.doc.Errorf(at+"/change_raw", "", "the changed body is the same as the body")
		}
		return payload{kind: rawBody, raw: *raw}, true, nil
	}
	patch, found := l.root.Get(at + "/change")
	if !found {
		return from, false, nil
	}
	if from.kind == rawBody || from.kind == noBody {
		return from, false, l.doc.Errorf(at+"/change", "use change_raw with body_raw and body_file", "change goes with body and form")
	}
	to := from
	to.value = from.value.Merge(patch)
	if idem.EqualJSON(from.value.JSON(), to.value.JSON()) {
		return from, false, l.doc.Errorf(at+"/change", "give a member another value than it has in the body",
			"the change changes nothing, so the target could not tell the two bodies apart")
	}
	return to, true, nil
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
