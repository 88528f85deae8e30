package intake

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// caseID stands for the marker of a case.
var caseID = template("case.id")

// markerNames are the names of members that take a text of the caller's own and
// show it again, the best first.
var markerNames = []string{
	"description", "reference", "memo", "note", "notes", "comment", "comments", "remark", "remarks", "message", "narrative", "narration", "purpose",
	"remittanceinformation", "remittanceinformationunstructured", "statementdescription", "subject", "label", "title", "details",
}

// markerEnds are the last words of further ones.
var markerEnds = []string{"description", "reference", "memo", "note", "comment", "narrative", "remark"}

// fixed are texts of a form that a marker would break.
var fixed = regexp.MustCompile(`^(?:[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-|https?://|[^@\s]+@[^@\s]+\.|\d{4}-\d{2}-\d{2})`)

// A leaf is a text, number or boolean of a body.
type leaf struct {
	pointer string
	name    string // of the member that it is, or is in
	value   source.Value
}

// leaves lists the leaves of a value, those further up first.
func leaves(v source.Value) []leaf {
	level := []leaf{{value: v}}
	var all []leaf
	for len(level) > 0 {
		var next []leaf
		for _, p := range level {
			for _, m := range p.value.Members {
				next = append(next, leaf{p.pointer + "/" + pointed.Replace(m.Name), m.Name, m.Value})
			}
			for i, item := range p.value.Items {
				next = append(next, leaf{p.pointer + "/" + strconv.Itoa(i), p.name, item})
			}
			switch p.value.Kind {
			case source.String, source.Number, source.Bool:
				all = append(all, p)
			case source.Array, source.Object, source.Null:
			}
		}
		level = next
	}
	return all
}

// markable returns the text member that takes a marker best; false if there is
// none.
func markable(all []leaf) (leaf, bool) {
	best, rank := leaf{}, len(markerNames)+len(markerEnds)
	for _, l := range all {
		if l.value.Kind != source.String || fixed.MatchString(l.value.Text) || strings.Contains(l.value.Text, mark) {
			continue
		}
		if r := markerRank(l.name); r < rank {
			best, rank = l, r
		}
	}
	return best, best.pointer != ""
}

func markerRank(name string) int {
	n := normal(name)
	if i := slices.Index(markerNames, n); i >= 0 {
		return i
	}
	i := slices.Index(markerEnds, lastWord(name))
	if i < 0 {
		i = len(markerEnds)
	}
	return len(markerNames) + i
}

// lastWord returns the last word of a name such as merchantReference or
// merchant_reference, in small letters.
func lastWord(name string) string {
	start := strings.LastIndexFunc(name, func(r rune) bool { return !unicode.IsLower(r) && !unicode.IsDigit(r) })
	if start >= 0 && unicode.IsUpper(rune(name[start])) {
		start--
	}
	return strings.ToLower(name[start+1:])
}

// markJSON puts the marker of a case into a JSON body: in the place of a text of
// the caller's own, or else into its metadata. Pointer is where it stands; empty
// if there is no place.
func markJSON(v source.Value) (marked source.Value, pointer string) {
	if l, found := markable(leaves(v)); found {
		if v, err := v.Set(l.pointer, source.Text(caseID)); err == nil {
			return v, l.pointer
		}
	}
	for _, name := range []string{"metadata", "meta", "custom_data", "tags"} {
		if m, found := v.Get("/" + name); found && m.Kind == source.Object {
			if v, err := v.Set("/"+name+"/idemspec", source.Text(caseID)); err == nil {
				return v, "/" + name + "/idemspec"
			}
		}
	}
	return v, ""
}
