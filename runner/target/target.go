package target

import (
	_ "embed"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
	"github.com/idemspec/idemspec/runner/mask"
)

//go:embed target.schema.json
var schemaText []byte

// schemaID is the address that names the schema. Nobody visits it.
const schemaID = "https://idemspec.github.io/schema/target.schema.json"

var compiled = sync.OnceValues(func() (*source.Schema, error) { return source.Compile(schemaID, schemaText) })

// Schema returns the JSON Schema (draft-07) of a target file.
func Schema() []byte { return slices.Clone(schemaText) }

// A Target is a target file with its secrets in place.
type Target struct {
	URL         *url.URL // base address; paths are joined to its own
	Profile     string   // name or path of the contract; empty if the file names none
	Environment string
	Operations  []Operation // in the order of the file
	Ledger      *Ledger     // nil if effects cannot be counted
	Clock       *Clock      // nil if time cannot be made to pass
	Hold        *Hold       // nil if a request cannot be kept running
	Outside     *Ledger     // nil if what leaves the target cannot be counted
	Restart     *Restart    // nil if the target cannot be ended and started again
	Break       *Break      // nil if work cannot be made to fail
	Revoke      *Hook       // nil if no credential can lose its right
	Limits      Limits
	Secrets     []mask.Secret // what must not be kept
	header      []idem.Field  // that go to the base address's host, whoever asks
	credentials map[idem.Party][]idem.Field
}

// Limits bound a run.
type Limits struct {
	MaxRequests int // requests to the target; zero if the file does not say
}

// A Clock lets time pass for the target.
type Clock struct {
	Hook
	Wait bool // there is no hook: the harness waits as long as the contract says
}

// A Hold keeps the next new work of a case running.
type Hold struct {
	Arm, Release Hook
	Patience     time.Duration // how long a second request is given to be answered before the release
}

// A Restart ends the target as a crash would and starts it again.
type Restart struct {
	Hook  Hook
	Ready Hook // succeeds once the target can be used again
}

// A Break makes the next new work of a case fail.
type Break struct {
	Hook Hook
	Mend Hook // takes back what lasts longer than one request
}

// Env is where secrets come from.
type Env struct {
	Getenv   func(string) (string, bool)
	ReadFile func(string) ([]byte, error)
}

// Load reads a target file. Name is what errors call it; files that it refers to
// are looked for as given. Every mistake is a [*source.Error] with its place.
func Load(name string, text []byte, env Env) (*Target, error) {
	schema, err := compiled()
	if err != nil {
		return nil, err
	}
	d, err := source.Parse(name, text)
	if err != nil {
		return nil, err
	}
	if err := schema.Validate(d); err != nil {
		return nil, err
	}
	l := loader{doc: d, env: env}
	t, err := l.load()
	if err != nil {
		return nil, err
	}
	return t, nil
}

// SetURL replaces the base address, for operations and for the hooks that are
// given by their path.
func (t *Target) SetURL(text string) error {
	u, err := baseURL(text)
	if err == nil {
		*t.URL = *u
	}
	return err
}

func baseURL(text string) (*url.URL, error) {
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return nil, fmt.Errorf("%q does not begin with http:// or https://", text)
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("it is no address: %w", reason(err))
	case u.Hostname() == "":
		return nil, fmt.Errorf("%q names no host", text)
	case u.User != nil:
		return nil, fmt.Errorf("an address with a password in it is not taken: use auth")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%q has a query or a fragment, and operations have their own", text)
	}
	return u, nil
}

// Levers returns what the target offers for an operation, sorted.
func (t *Target) Levers(op *Operation) []idem.Lever {
	var all []idem.Lever
	for lever, offered := range map[idem.Lever]bool{
		idem.ClockLever: t.Clock != nil, idem.HoldLever: t.Hold != nil, idem.LedgerLever: t.Ledger != nil,
		idem.OutsideLever: t.Outside != nil, idem.RestartLever: t.Restart != nil, idem.BreakLever: t.Break != nil,
		idem.RevokeLever: t.Revoke != nil, idem.CredentialLever: len(t.credentials[idem.Own]) > 0,
	} {
		if offered {
			all = append(all, lever)
		}
	}
	for party := range t.credentials {
		if party != idem.Own {
			all = append(all, idem.PartyLever(party))
		}
	}
	for i := range t.Operations {
		other := &t.Operations[i]
		if other.Role != idem.Create {
			all = append(all, idem.RoleLever(other.Role))
		}
		if other == op || other.Role != idem.Create {
			for s := range other.bodies {
				all = append(all, idem.BodyLever(s))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Operation returns the first operation with a role; nil if there is none.
func (t *Target) Operation(r idem.Role) *Operation {
	for i := range t.Operations {
		if t.Operations[i].Role == r {
			return &t.Operations[i]
		}
	}
	return nil
}
