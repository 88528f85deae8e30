package checks

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// recordings reads all recorded histories of a name, such as "kept", and the
// contract of each. They are made by idemspec selftest --record testdata.
func recordings(t *testing.T, name string) map[string]recorded {
	t.Helper()
	files, err := filepath.Glob("testdata/*/" + name + ".json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	all := map[string]recorded{}
	for _, f := range files {
		var r recorded
		decode(t, f, &r.Recording)
		decode(t, filepath.Join("testdata/contracts", r.Profile+".json"), &r.contract)
		all[r.Check] = r
	}
	return all
}

type recorded struct {
	idem.Recording
	contract idem.Contract
}

func decode(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func TestRecordedHistoriesAreJudgedAsBefore(t *testing.T) {
	for name, allowed := range map[string][]idem.Verdict{
		"kept":         {idem.Passed},
		"broken":       {idem.Failed, idem.Warned},
		"inconclusive": {idem.Inconclusive},
	} {
		for id, r := range recordings(t, name) {
			k, found := Find(id)
			if !found {
				t.Errorf("testdata/%s is of no check", id)
				continue
			}
			now := idem.Record(k, r.contract, r.Server, r.History)
			if diff := cmp.Diff(r.Recording, now); diff != "" {
				t.Errorf("%s, %s: judged in another way (- recorded, + now):\n%s", id, name, diff)
			}
			if !slices.Contains(allowed, now.Verdict) {
				t.Errorf("%s, %s: the verdict is %v", id, name, now.Verdict)
			}
		}
	}
}

// TestWhatIsNotSeenAccusesNobody takes each answer and each reading out of the
// histories of right servers, one at a time.
func TestWhatIsNotSeenAccusesNobody(t *testing.T) {
	tried := 0
	for id, r := range recordings(t, "kept") {
		k, _ := Find(id)
		for what, h := range r.History.Without() {
			tried++
			j := idem.Judge(k, r.contract, h)
			switch j.Verdict() {
			case idem.Failed, idem.Warned, idem.Errored, idem.Unjudged:
				t.Errorf("%s, with %s: %v %v %s", id, what, j.Verdict(), j.Findings(), j.Why())
			case idem.Passed, idem.Inconclusive, idem.Skipped, idem.NotTested:
			}
		}
	}
	if tried < 300 {
		t.Errorf("only %d histories were tried", tried)
	}
}

func TestEachCheckHasItsHistories(t *testing.T) {
	for _, name := range []string{"kept", "broken", "inconclusive"} {
		all := recordings(t, name)
		for _, k := range All() {
			if _, found := all[k.ID]; !found {
				t.Errorf("%s has no history that is %s: go run ./cmd/idemspec selftest --record checks/testdata", k.ID, name)
			}
		}
	}
}
