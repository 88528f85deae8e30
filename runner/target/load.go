package target

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
	"github.com/idemspec/idemspec/runner/mask"
)

// file is the target file as the schema has taken it. Bodies are read from the
// document itself, which knows their order and spelling.
type file struct {
	URL         string `json:"url"`
	Profile     string `json:"profile"`
	Environment string `json:"environment"`
	Auth        auth   `json:"auth"`
	Accounts    map[idem.Party]struct {
		Auth auth `json:"auth"`
	} `json:"accounts"`
	Headers    map[string]string `json:"headers"`
	Operations map[string]struct {
		Method  string    `json:"method"`
		Path    string    `json:"path"`
		Role    idem.Role `json:"role"`
		Success []int     `json:"success"`
		BodyRaw *string   `json:"body_raw"`
		File    string    `json:"body_file"`
		Raw     *string   `json:"change_raw"`
	} `json:"operations"`
	Ledger  *ledgerFile `json:"ledger"`
	Outside *ledgerFile `json:"outside"`
	Restart *struct {
		HTTP  hookFile `json:"http"`
		Ready hookFile `json:"ready"`
	} `json:"restart"`
	Break *struct {
		HTTP hookFile `json:"http"`
		Mend hookFile `json:"mend"`
	} `json:"break"`
	Revoke *struct {
		HTTP hookFile `json:"http"`
	} `json:"revoke"`
	Clock *struct {
		HTTP *hookFile `json:"http"`
		Wait bool      `json:"wait"`
	} `json:"clock"`
	Hold *struct {
		HTTP     hookFile      `json:"http"`
		Release  hookFile      `json:"release"`
		Patience idem.Duration `json:"patience"`
	} `json:"hold"`
	Limits struct {
		MaxRequests int `json:"max_requests"`
	} `json:"limits"`
}

type ledgerFile struct {
	HTTP     hookFile      `json:"http"`
	Settle   idem.Duration `json:"settle"`
	Patience idem.Duration `json:"patience"`
}

type hookFile struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	URL    string `json:"url"`
}

// A loader turns a document into a target.
type loader struct {
	doc     *source.Document
	env     Env
	root    source.Value // with secrets in place
	file    file
	target  *Target
	secrets []mask.Secret
}

func (l *loader) load() (*Target, error) {
	var err error
	if l.root, err = l.doc.Root.Strings(l.reference); err != nil {
		return nil, err
	}
	if _, err := l.root.Strings(l.checkTemplates); err != nil {
		return nil, err
	}
	if err := l.root.Decode(&l.file); err != nil {
		return nil, l.doc.Errorf("", "", "%v", err)
	}
	l.target = &Target{Profile: l.file.Profile, Environment: l.file.Environment}
	l.target.Limits.MaxRequests = l.file.Limits.MaxRequests
	for _, step := range []func() error{l.base, l.operations, l.ledgers, l.levers, l.marker} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	l.target.Secrets = l.secrets
	return l.target, nil
}

func (l *loader) base() error {
	u, err := baseURL(l.file.URL)
	if err != nil {
		return l.doc.Errorf("/url", "", "url: %v", err)
	}
	l.target.URL = u
	if l.target.header, err = l.fields("/headers"); err != nil {
		return err
	}
	l.target.credentials = map[idem.Party][]idem.Field{idem.Own: l.credential(l.file.Auth)}
	for party, account := range l.file.Accounts {
		l.target.credentials[party] = l.credential(account.Auth)
	}
	return nil
}

func (l *loader) credential(a auth) []idem.Field {
	fields, secret := a.fields()
	if secret != "" && !a.Shown {
		l.secrets = append(l.secrets, mask.Secret{Value: secret})
	}
	return fields
}

// fields reads a mapping of header fields in the order of the file.
func (l *loader) fields(pointer string) ([]idem.Field, error) {
	v, _ := l.root.Get(pointer)
	fields := make([]idem.Field, 0, len(v.Members))
	for _, m := range v.Members {
		if strings.ContainsAny(m.Value.Text, "\r\n\x00") {
			return nil, l.doc.ErrorIn(m.Value, "", "header %s: a value cannot have line ends", m.Name)
		}
		fields = append(fields, idem.Field{Name: m.Name, Value: m.Value.Text})
	}
	return fields, nil
}

// marker refuses a file whose ledger could never tell one case's effects from
// another's.
func (l *loader) marker() error {
	if l.target.Ledger == nil {
		return nil
	}
	if l.target.Outside != nil && !l.target.Outside.hook.mentions("case.id") {
		return l.doc.Errorf("/outside/http", "", "what is asked of outside effects must ask for {{ case.id }}")
	}
	if !l.target.Ledger.hook.mentions("case.id") {
		return l.doc.Errorf("/ledger/http", "such as: path: /v1/charges?description={{ case.id }}",
			"the ledger must ask for {{ case.id }}: on a shared system it would count what others do")
	}
	for i := range l.target.Operations {
		op := &l.target.Operations[i]
		if op.Role == idem.Create && !op.mentions("case.id") {
			return l.doc.Errorf("/operations/"+op.Name, `put it where the ledger finds it, such as: description: "{{ case.id }}"`,
				"operation %s sends {{ case.id }} nowhere, so the ledger could never find its effect", op.Name)
		}
	}
	return nil
}
