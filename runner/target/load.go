package target

import (
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
	if err := l.templates(l.doc.Root, nil); err != nil {
		return nil, err
	}
	var err error
	if l.root, err = l.doc.Root.Strings(l.reference); err != nil {
		return nil, err
	}
	if err := l.root.Decode(&l.file); err != nil {
		return nil, l.doc.Errorf("", "", "the file cannot be read: %v", err)
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
		return l.doc.Errorf("/url", "such as: url: https://staging.example.com", "url: %s", l.cause("/url", err))
	}
	l.target.URL = u
	if err := l.credentials(); err != nil {
		return err
	}
	l.target.header, err = l.openFields("/headers")
	return err
}

// cause writes an error about a value of the file; not if the value came with a
// secret, since the error may show a part of it.
func (l *loader) cause(at string, err error) string {
	written, _ := l.doc.Root.Get(at)
	used, _ := l.root.Get(at)
	if written.Text != used.Text {
		return written.Text + " does not stand for one that can be used"
	}
	return err.Error()
}
