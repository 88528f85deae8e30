package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/idemspec/idemspec/checks/idem"
)

// largestRun bounds what is read of a saved run, in bytes. A run of 20,000
// exchanges takes a tenth of it.
const largestRun = 256 << 20

// Read reads a saved run. It returns an error if the text is none, if it was
// saved in a form that this release does not read, or if it is over 256 MiB
// long.
func Read(from io.Reader) (idem.Run, error) { return read(from, largestRun) }

func read(from io.Reader, limit int64) (idem.Run, error) {
	text, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err != nil {
		return idem.Run{}, fmt.Errorf("saved run: %w", err)
	}
	if int64(len(text)) > limit {
		return idem.Run{}, fmt.Errorf("saved run: it is over %d bytes long: select fewer checks when it is made", limit)
	}
	if err := readable(text); err != nil {
		return idem.Run{}, err
	}
	var r idem.Run
	if err := json.Unmarshal(text, &r); err != nil {
		return idem.Run{}, notRun(text, err)
	}
	return r, coherent(r)
}

// readable looks at the form of a saved run before anything else in it, since
// the rest of another form may have other types.
func readable(text []byte) error {
	var head struct {
		Format *int   `json:"format"`
		Tool   string `json:"tool"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return notRun(text, err)
	}
	switch {
	case head.Format == nil:
		return errors.New("no saved run: it has no member \"format\": write one with --report json=FILE")
	case *head.Format != idem.RunFormat:
		return fmt.Errorf("the run was saved in form %d by %q, and this release reads form %d: read it with that release, or run again",
			*head.Format, head.Tool, idem.RunFormat)
	}
	return nil
}

// notRun says where a text is no saved run.
func notRun(text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("no saved run: %s: %w", place(text, syntax.Offset), err)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("no saved run: %s: it is a JSON %s", place(text, kind.Offset), kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("no saved run: %s: member %q is a JSON %s", place(text, kind.Offset), kind.Field, kind.Value)
	}
	return fmt.Errorf("no saved run: %w", err)
}

// place writes as line and column where the last of a number of bytes stands.
func place(text []byte, offset int64) string {
	before := text[:min(max(offset-1, 0), int64(len(text)))]
	return fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'))
}

// coherent refuses a run that no harness can have made.
func coherent(r idem.Run) error {
	for i, res := range r.Results {
		j := res.Judgement
		broken := j.Verdict() == idem.Failed || j.Verdict() == idem.Warned
		if broken != (len(j.Findings()) > 0) {
			return fmt.Errorf("no saved run: result %d, %q, is %s with %s", i+1, res.ID(), j.Verdict(), counted(len(j.Findings()), "finding"))
		}
	}
	return nil
}
