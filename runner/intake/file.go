package intake

import (
	"fmt"
	"strings"
)

// file writes the target file.
func (d *drafter) file() string {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=./.idemspec/target.schema.json\n")
	comment(&b, "", "Written by 'idemspec init' from %s.", d.from)
	comment(&b, "", "For an editor that completes it: idemspec schema target > .idemspec/target.schema.json")
	fmt.Fprintf(&b, "url: %s\n", d.text(d.base))
	fmt.Fprintf(&b, "profile: %s # %s\n", d.choice.profile, oneLine(d.choice.why))
	d.otherProfiles(&b)
	d.writeAuth(&b)
	d.writeHeaders(&b)
	fmt.Fprintf(&b, "operations:\n  create:\n    method: %s\n    path: %s\n", d.request.Method, d.text(d.path))
	d.writeBody(&b)
	block(&b, 4, "id", idOf(*d.request))
	d.further(&b)
	return b.String()
}

// comment writes lines that begin with #.
func comment(b *strings.Builder, margin, format string, args ...any) {
	line := margin + "#"
	for word := range strings.FieldsSeq(oneLine(fmt.Sprintf(format, args...))) {
		if len(line)+1+len(word) > widest {
			b.WriteString(line + "\n")
			line = margin + "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}

// oneLine makes a text fit for a comment.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

func (d *drafter) otherProfiles(b *strings.Builder) {
	others := strings.Join(d.choice.others, ", ")
	switch c := d.choice.carrier; {
	case d.choice.own != "" && others != "":
		comment(b, "", "The key travels in %s, as in the profiles %s: take the one of this API, if it is there. Until then %s says what is promised.", c.Name, others, ownProfile)
	case d.choice.own != "":
		comment(b, "", "The key travels in %s, as in no profile that is known: %s says what is promised.", c.Name, ownProfile)
	case others != "":
		comment(b, "", "Or one of its further profiles: %s.", others)
	}
}

func (d *drafter) writeAuth(b *strings.Builder) {
	switch a := d.auth; {
	case a.bearer != "":
		fmt.Fprintf(b, "auth: { bearer: %s }\n", text(a.bearer))
	case a.basic != nil:
		fmt.Fprintf(b, "auth: { basic: { user: %s, password: %s } }\n", text(a.basic.User), text(a.basic.Password))
	case a.header.Name != "" && a.header.Value != "":
		fmt.Fprintf(b, "auth: { header: { name: %s, value: %s } }\n", text(a.header.Name), text(a.header.Value))
	default:
		comment(b, "", `The request has no credential. If the API wants one: auth: { bearer: "${env:API_TOKEN}" }`)
	}
}

func (d *drafter) writeHeaders(b *strings.Builder) {
	if len(d.request.Header) == 0 {
		return
	}
	b.WriteString("headers:\n")
	for _, f := range d.request.Header {
		fmt.Fprintf(b, "  %s: %s\n", text(f.Name), d.text(f.Value))
	}
}

func (d *drafter) writeBody(b *strings.Builder) {
	p := d.payload
	if p.kind != "" {
		fmt.Fprintf(b, "    headers: { Content-Type: %s }\n", d.text(p.kind))
	}
	switch p.member {
	case "":
		return
	case "body_raw":
		fmt.Fprintf(b, "    body_raw: %s\n", d.text(p.raw))
		if p.changed != "" {
			fmt.Fprintf(b, "    change_raw: %s\n", d.text(p.changed))
			return
		}
		comment(b, "    ", "What makes it another request, so that a changed body can be tested: change_raw: the whole body with another amount")
		return
	}
	block(b, 4, p.member, d.value(p.value))
	if p.change == nil {
		comment(b, "    ", "What makes it another request, so that a changed body can be tested: change: { amount: 5200 }")
		return
	}
	block(b, 4, "change", d.value(*p.change))
}

// further says what would let more be tested.
func (d *drafter) further(b *strings.Builder) {
	if d.payload.marker == "" {
		comment(b, "", "No member of the body takes a text of the caller's own. Put {{ case.id }} where the API shows it again: by it a ledger tells one case from another.")
	}
	query := "reference"
	if d.payload.marker != "" {
		query = d.payload.marker
	}
	path, _, _ := strings.Cut(d.path, "?")
	comment(b, "", "Answers alone show broken promises, but no double effect. A ledger does: a request that lists the effects of one case, such as:")
	fmt.Fprintf(b, "# ledger:\n#   http: { path: %s, effects: \"$.data[*]\" }\n", strings.TrimSpace(oneLine(d.text(path+"?"+escape(query)+"="+caseID))))
	comment(b, "", "What more can be tested and what it takes: idemspec plan")
}

// title says in a few words what is tested.
func (d *drafter) title() string {
	path, _, _ := strings.Cut(d.path, "?")
	return d.request.Method + " " + oneLine(written(d.secrets.conceal(d.base+path)))
}
