package intake

import "strings"

// mark encloses what stands for something else in a text of a request. No text
// of an input has it.
const mark = "\x00"

// variable stands for the value of an environment variable.
func variable(name string) string { return mark + name + mark }

// template stands for a value that is made anew for each case.
func template(name string) string { return mark + "{" + name + mark }

// plain removes from a text of an input what would be taken for a mark.
func plain(s string) string { return strings.ReplaceAll(s, mark, "�") }

// written writes a text as a target file has it. What a target file would take
// for a reference or a template, and is none, is drawn apart.
func written(s string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, mark) {
		switch {
		case i%2 == 0:
			b.WriteString(apart(part))
		case strings.HasPrefix(part, "{"):
			if strings.HasSuffix(b.String(), "$") {
				b.WriteByte(' ')
			}
			b.WriteString("{{ " + part[1:] + " }}")
		default:
			b.WriteString("${env:" + part + "}")
		}
	}
	return b.String()
}

// apart draws apart what opens a reference or a template.
func apart(s string) string {
	if !strings.Contains(s, "{{") && !strings.Contains(s, "${") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if i > 0 && s[i] == '{' && (s[i-1] == '{' || s[i-1] == '$') {
			b.WriteByte(' ')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// name makes the name of an environment variable of a text.
func name(parts ...string) string {
	text := strings.ToUpper(strings.Join(parts, "_"))
	text = strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, text), "_")
	for strings.Contains(text, "__") {
		text = strings.ReplaceAll(text, "__", "_")
	}
	if text == "" || text[0] >= '0' && text[0] <= '9' {
		text = "VALUE_" + text
	}
	return strings.TrimSuffix(text, "_")
}
