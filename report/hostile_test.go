package report

import (
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// every is one of each byte that XML, a terminal, a shell or an importer could
// be hurt by, and text that is written to hurt them.
const every = "\x00\x01\x02\x07\x08\t\n\x0b\x0c\r\x0e\x1b\x1f\x7f\u0080\u009b31m\u2028\u2029\ufeff\ufffe\uffff" +
	"\u202eesrever\u2066\U000e0041\xff\xfe\xed\xa0\x80\xc3(" +
	"\x1b[31mred\x1b[0m\x1b]0;title\x07\x1b]8;;http://evil.example\x1b\\link" +
	"]]></failure></testcase><![CDATA[x]]>&undefined;<!-- <script>alert(1)</script> --><?xml?>" +
	"${env:HOME}$(reboot)`reboot`'\"\\%s%n{{7*7}}\n::error::from the target\n##[error]too"

// A hostileCase is a result with hostile text in it, and how importers have to
// show it.
type hostileCase struct {
	result  idem.Result
	name    string
	outcome string // "failed", "error", "skipped" or "passed"
	message string // how it begins
}

func hostileCases() []hostileCase {
	failed := result("mismatch-refused", "fingerprint", idem.Mismatch, finds(idem.Finding{
		Message: "the target answered \x1b[31m]]>\x00", Want: "422", Got: every, Evidence: []string{"hostile", "binary"},
	}), bitten(every))
	failed.Operation = "cr\u00e9er\n\x1b[2J"

	long := result("replay-same-answer", "replay", idem.Replay, finds(idem.Finding{
		Message: strings.Repeat("long \x1b", 200), Want: every, Got: strings.Repeat("x", 1<<20), Evidence: []string{"hostile"},
	}), bitten(strings.Repeat(every, 1<<20/len(every))))
	long.Operation = strings.Repeat("o", 300)

	skipped := result("replay-after-restart", "replay", idem.AfterRestart, passes, idem.History{Trouble: &idem.Trouble{
		Kind: idem.NoLever, Why: "no lever \ufffe]]>", Way: every,
	}})
	errored := result("other-account", "scope", idem.OtherAccountSent, passes, idem.History{Trouble: &idem.Trouble{
		Kind: idem.Unreachable, Why: "dial \x1b]0;x\x07", Way: every,
	}})
	passed := result("replay-same-answer", "replay", idem.Replay, passes, replayed())
	passed.History.Exchanges[0].Response.Body = idem.Bytes(every)
	return []hostileCase{
		{failed, `mismatch-refused - cr\u00e9er\n\x1b[2J`, "failed", `mismatch-refused: the target answered \x1b[31m]]>\x00`},
		{long, "replay-same-answer - " + strings.Repeat("o", 170) + "~bb76ad85", "failed", `replay-same-answer: long \x1blong \x1b`},
		{skipped, "replay-after-restart - create", "skipped", `replay-after-restart: not tested: no lever \ufffe]]>`},
		{errored, "other-account - create", "error", `other-account: dial \x1b]0;x\x07`},
		{passed, "replay-same-answer - create", "passed", ""},
		{passed, "replay-same-answer - create #2", "passed", ""},
	}
}

// hostile is a run of a target that answers with all that could hurt a reader.
func hostile() idem.Run {
	r := fixed()
	r.Results = nil
	r.Target.File = "ci/\u00fcber \x1b[31mall.yaml"
	r.Target.URL = "https://staging.example.com/\x1b[31m?a=<b>&c=\"d\""
	for _, c := range hostileCases() {
		r.Results = append(r.Results, c.result)
	}
	r.Ended = "interrupted " + every
	return r
}

// bitten is a history of two exchanges with hostile text wherever a target or a
// user can put it, and a binary body.
func bitten(body string) idem.History {
	x := charge("hostile", `k'"$(reboot)-key`, 2, 6, 4200, 500, every)
	x.Response.Body = idem.Bytes(body)
	x.Response.Header = []idem.Field{{Name: "Location", Value: every}, {Name: "Idempotent-Replayed", Value: "\x1b[31mtrue"}}
	x.Sent.Header = append(x.Sent.Header, idem.Field{Name: "X-Tag", Value: every})
	binary := charge("binary", secondKey, 7, 9, 4200, 0, "")
	binary.Sent.Body = idem.Bytes(every)
	binary.Err, binary.Fault = every, every
	pull := idem.Pull{Lever: idem.ClockLever, Start: time.Millisecond, Sent: idem.Message{Method: "POST", URL: "http://h/" + every, Body: idem.Bytes(body)}}
	h := history([]idem.Exchange{x, binary}, ledger("before", 0), ledger("after", 10, every), idem.Reading{Label: "outside", Of: idem.Outside, Err: every})
	h.Pulls = []idem.Pull{pull}
	return h
}
