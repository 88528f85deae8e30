package intake

import (
	"regexp"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// A payload is the body of an operation as a target file has it.
type payload struct {
	member  string        // body, form or body_raw; empty for none
	value   source.Value  // of body and form
	raw     string        // of body_raw
	change  *source.Value // a patch; nil if there is none
	changed string        // of body_raw; empty if there is none
	marker  string        // member that holds the marker; empty if there is none
	kind    string        // Content-Type that has to be given; empty if none has
}

// payloadOf puts the marker into a body and finds a change that matters.
func payloadOf(b Body) payload {
	switch b.Kind {
	case JSONBody:
		p := payload{member: "body"}
		var marker string
		p.value, marker = markJSON(b.JSON)
		p.marker = lastName(marker)
		after, pointer, found := altered(p.value, marker)
		if p.value.Kind != source.Object {
			p.member, p.raw, p.kind = "body_raw", rawJSON(p.value), "application/json"
			if p.changed = ""; found {
				p.changed = rawJSON(after)
			}
			return p
		}
		if found {
			to, _ := after.Get(pointer)
			change := patch(p.value, pointer, to)
			p.change = &change
		}
		return p
	case FormBody, MultipartBody:
		return form(b)
	case RawBody:
		p := payload{member: "body_raw", raw: b.Raw}
		if changed, found := changedText(b.Raw); found {
			p.changed = changed
		}
		return p
	case NoBody:
	}
	return payload{}
}

// altered returns a value with one leaf changed, and where.
func altered(v source.Value, marker string) (after source.Value, pointer string, found bool) {
	l, found := changeable(leaves(v), marker)
	if !found {
		return v, "", false
	}
	after, err := v.Set(l.pointer, changed(l.value))
	return after, l.pointer, err == nil
}

func lastName(pointer string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(pointer[strings.LastIndex(pointer, "/")+1:])
}

// rawJSON writes JSON as a text that has marks.
func rawJSON(v source.Value) string { return strings.ReplaceAll(string(v.JSON()), `\u0000`, mark) }

// whole is a number that YAML and JSON spell alike.
var whole = regexp.MustCompile(`^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?$`)

// form makes a payload of the fields of a form.
func form(b Body) payload {
	v := source.Value{Kind: source.Object}
	for _, f := range b.Form {
		value := source.Text(f.Value)
		if whole.MatchString(f.Value) {
			value.Kind = source.Number
		}
		v.Members = append(v.Members, source.Member{Name: f.Name, Value: value})
	}
	p := payload{}
	var marker string
	if v, marker = markJSON(v); marker == "" && b.Kind == FormBody {
		if slices.ContainsFunc(b.Form, func(f idem.Field) bool { return strings.HasPrefix(f.Name, "metadata[") }) {
			v.Members = append(v.Members, source.Member{Name: "metadata[idemspec]", Value: source.Text(caseID)})
			marker = "/metadata[idemspec]"
		}
	}
	p.marker = lastName(marker)
	after, pointer, found := altered(v, marker)
	if b.Kind == FormBody {
		p.member, p.value = "form", v
		if found {
			to, _ := after.Get(pointer)
			change := patch(v, pointer, to)
			p.change = &change
		}
		return p
	}
	p.member, p.raw, p.kind = "body_raw", multipart(v), "multipart/form-data; boundary="+boundary
	if found {
		p.changed = multipart(after)
	}
	return p
}

// boundary parts the fields of a multipart form.
const boundary = "idemspec-7d1c52f0"

func multipart(v source.Value) string {
	var b strings.Builder
	for _, m := range v.Members {
		name := strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A").Replace(m.Name)
		b.WriteString("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + m.Value.Text + "\r\n")
	}
	return b.String() + "--" + boundary + "--\r\n"
}

// idOf says where an answer names its resource; $.id if the input shows no
// answer.
func idOf(r Request) source.Value {
	usual := source.Text("$.id")
	if r.Answer == nil {
		if r.Located {
			return source.Value{Kind: source.Object, Members: []source.Member{{Name: "header", Value: source.Text("Location")}}}
		}
		return usual
	}
	best, rank := "", 3
	for _, l := range leaves(*r.Answer) {
		if n := idRank(l.name); n < rank && simple.MatchString(l.pointer) && l.value.Kind != source.Bool {
			best, rank = l.pointer, n
		}
	}
	switch {
	case best != "":
		return source.Text("$" + strings.ReplaceAll(best, "/", "."))
	case r.Located:
		return idOf(Request{Located: true})
	}
	return usual
}

// idRank says how likely a member of an answer is the id of its resource, the
// likeliest with zero; 3 for what is none.
func idRank(name string) int {
	switch last := lastWord(name); {
	case is(name, "id"):
		return 0
	case last == "id" || last == "uuid":
		return 1
	case last == "reference":
		return 2
	}
	return 3
}

// simple is a pointer that is easily written as a JSONPath.
var simple = regexp.MustCompile(`^(?:/[A-Za-z_][A-Za-z0-9_]*)+$`)
