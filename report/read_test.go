package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

func TestASavedRunIsReadAsItWas(t *testing.T) {
	text := rendered(t, fixed(), WriteJSON)
	r, err := Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), string(rendered(t, r, WriteJSON))); diff != "" {
		t.Errorf("another run was read (-saved +read):\n%s", diff)
	}
	for _, f := range Formats() {
		if !bytes.Equal(rendered(t, fixed(), f.Write), rendered(t, r, f.Write)) {
			t.Errorf("%s of the saved run differs from that of the run", f.Name)
		}
	}
}

func TestWhatIsNoSavedRunIsRefusedWithAReason(t *testing.T) {
	saved := string(rendered(t, fixed(), WriteJSON))
	change := func(old, next string) string {
		changed := strings.Replace(saved, old, next, 1)
		if changed == saved {
			t.Fatalf("there is no %q", old)
		}
		return changed
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "no saved run: line 1, column 1: unexpected end of JSON input"},
		{"no JSON", "<xml>", "no saved run: line 1, column 1: invalid character '<' looking for beginning of value"},
		{"half a run", saved[:len(saved)/2], "unexpected end of JSON input"},
		{"something behind it", saved + "{}", "after top-level value"},
		{"other JSON", `{"tool": "jq"}`, `no saved run: it has no member "format": write one with --report json=FILE`},
		{"a list", `[]`, "no saved run: line 1, column 1: it is a JSON array"},
		{"a newer form", `{"format": 2, "tool": "idemspec/v9", "results": 7}`, `the run was saved in form 2 by "idemspec/v9", and this release reads form 1: read it with that release, or run again`},
		{"a member of another type", change(`"status": 201`, `"status": "201"`), `member "results.history.exchanges.response.status" is a JSON string`},
		{"an unknown verdict", change(`"verdict": "passed"`, `"verdict": "fine"`), `"fine" is no verdict`},
		{"a length below zero", change(`"took": "2.345s"`, `"took": "-1s"`), `"-1s" is no duration`},
		{"a failure that says nothing", change(`"verdict": "passed"`, `"verdict": "failed"`), `result 1, "replay-same-answer/create", is failed with 0 findings`},
		{"a pass with a finding", change(`"verdict": "failed"`, `"verdict": "passed"`), `is passed with 2 findings`},
	} {
		_, err := Read(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestReadIsBounded(t *testing.T) {
	text := rendered(t, fixed(), WriteJSON)
	if _, err := read(bytes.NewReader(text), int64(len(text))); err != nil {
		t.Errorf("a run as long as the bound: %v", err)
	}
	if _, err := read(bytes.NewReader(text), int64(len(text))-1); err == nil || !strings.Contains(err.Error(), "is over") {
		t.Errorf("a run longer than the bound: %v", err)
	}
	broken := errors.New("disk error")
	if _, err := Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a broken stream: %v", err)
	}
}

// FuzzRead reads foreign bytes. What is read as a run can be written again, is
// read the same then, and every format can render it.
func FuzzRead(f *testing.F) {
	for _, res := range fixed().Results {
		res.History.Exchanges = res.History.Exchanges[:min(2, len(res.History.Exchanges))]
		text, err := json.Marshal(idem.Run{Format: idem.RunFormat, Results: []idem.Result{res}}) // small, since inputs are made smaller one by one
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"format":1,"results":[{"judgement":{"verdict":"warned","findings":[{"evidence":null}]},"history":{"exchanges":[{"sent":{"url":"://"}}],"readings":[{}],"pulls":[{}]}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		saved := rendered(t, r, WriteJSON)
		again, err := Read(bytes.NewReader(saved))
		if err != nil {
			t.Fatalf("a run that was read is not read again: %v", err)
		}
		if diff := cmp.Diff(string(saved), string(rendered(t, again, WriteJSON))); diff != "" {
			t.Errorf("another run is read again:\n%s", diff)
		}
		for _, w := range []func(io.Writer, idem.Run) error{
			onTerminal(Look{Verbose: true}), onTerminal(Look{ASCII: true}), junit{failing: idem.Should}.write,
		} {
			rendered(t, r, w)
		}
		parseJUnit(t, rendered(t, r, junit{failing: idem.Must}.write))
	})
}
