package runner

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/mask"
	"github.com/idemspec/idemspec/runner/wire"
)

// A State is what a doctor makes of one thing.
type State string

// The states.
const (
	Fine    State = "ok"
	Problem State = "problem"
	Unclear State = "unknown"
)

// A Sign is one thing that a doctor looked at.
type Sign struct {
	Subject string
	State   State
	What    string // what was seen, in words
	Way     string // the way out; empty if there is none or nothing is wrong
}

// A Diagnosis is what a doctor found out about a target.
type Diagnosis struct {
	Signs       []Sign
	Unreachable bool // no request could be sent
}

// Problems counts the signs that are problems.
func (d Diagnosis) Problems() int {
	n := 0
	for _, s := range d.Signs {
		if s.State == Problem {
			n++
		}
	}
	return n
}

// A doctor looks at a target.
type doctor struct {
	*run
	diagnosis Diagnosis
}

// Diagnose looks whether a run of a configuration would find a target that can
// be tested. For each operation that creates it sends three requests: one, its
// repeat, and one with another key.
func Diagnose(ctx context.Context, c Config) Diagnosis {
	outlook := Outlook(ctx, c)
	c = c.orDefaults()
	r := &run{
		Config: c, id: fmt.Sprintf("%08x", randomFor(c.Seed, "run").Uint32()), masker: mask.New(c.Target.Secrets),
		budget: &budget{limit: int64(c.MaxRequests)}, proven: map[proof]bool{},
	}
	r.hook = hooks{client: c.hooks(), agent: r.agent()}
	d := doctor{run: r}
	if d.reach(ctx) {
		for i := range c.Target.Operations {
			if op := &c.Target.Operations[i]; op.Role == idem.Create {
				d.requests(ctx, op, outlook)
			}
		}
		d.reuse(ctx)
	}
	d.untested(outlook)
	return d.diagnosis
}

func (d *doctor) add(subject string, s State, way, format string, args ...any) {
	d.diagnosis.Signs = append(d.diagnosis.Signs, Sign{
		Subject: subject, State: s, What: d.masker.String(fmt.Sprintf(format, args...)), Way: d.masker.String(way),
	})
}

// reach looks at everything up to the first request, and reports whether one can
// be sent.
func (d *doctor) reach(ctx context.Context) bool {
	ctx, cancel := context.WithTimeoutCause(ctx, d.Timeout, errTimeout)
	defer cancel()
	origin, err := wire.OriginOf(d.Target.URL)
	if err == nil {
		err = d.resolve(ctx, origin.Host)
	}
	if err != nil {
		d.add("name", Problem, "see the url of the target file", "%v", err)
		d.diagnosis.Unreachable = true
		return false
	}
	dialer := &wire.Dialer{Dial: d.Dial, TLS: d.TLS}
	conn, err := dialer.Open(ctx, origin)
	var e *wire.Error
	switch {
	case errors.As(err, &e) && e.Stage == wire.Handshaking:
		d.add("tls", Problem, e.Way, "%v", err)
	case errors.As(err, &e):
		d.add("connection", Problem, e.Way, "%v", err)
	}
	if err != nil {
		d.diagnosis.Unreachable = true
		return false
	}
	defer conn.Close()
	d.add("connection", Fine, "", "%s answers at %s", origin, conn.Opened().Remote)
	d.security(origin, conn.Opened())
	d.versions(ctx, origin, conn.Opened())
	return true
}

func (d *doctor) resolve(ctx context.Context, host string) error {
	if net.ParseIP(host) != nil || d.Dial != nil {
		return nil
	}
	all, err := net.DefaultResolver.LookupHost(ctx, host)
	if err == nil {
		d.add("name", Fine, "", "%s is %s", host, strings.Join(all, ", "))
	}
	return err
}

// soon is how long a certificate should last at least.
const soon = 7 * 24 * time.Hour

func (d *doctor) security(o wire.Origin, opened wire.Opened) {
	if opened.TLS == nil {
		if d.beyond() == "" {
			d.add("tls", Fine, "", "none, and none is needed on this machine")
		} else {
			d.add("tls", Problem, "write the url with https://", "none: whoever is on the way can read the credential")
		}
		return
	}
	ends := opened.TLS.PeerCertificates[0].NotAfter
	if left := ends.Sub(d.Clock.Now()); left < soon {
		d.add("tls", Problem, "renew the certificate", "the certificate of %s ends on %s", o.Host, ends.UTC().Format(time.DateOnly))
		return
	}
	d.add("tls", Fine, "", "trusted, until %s", ends.UTC().Format(time.DateOnly))
}

// versions looks whether HTTP/2 is spoken as well. Without TLS it does not ask,
// since a target that does not know it may take the question for a request.
func (d *doctor) versions(ctx context.Context, o wire.Origin, opened wire.Opened) {
	if opened.TLS == nil {
		d.add("http", Fine, "", "HTTP/1.1; HTTP/2 is not asked for without TLS")
		return
	}
	dialer := &wire.Dialer{Dial: d.Dial, TLS: d.TLS, Protocol: wire.HTTP2}
	conn, err := dialer.Open(ctx, o)
	if err != nil {
		d.add("http", Fine, "", "HTTP/1.1, and no HTTP/2")
		return
	}
	defer conn.Close()
	d.add("http", Fine, "", "HTTP/1.1 and HTTP/2")
}

// reuse looks whether a connection serves more than one request, by two that
// only read.
func (d *doctor) reuse(ctx context.Context) {
	reused := false
	transport := &http.Transport{DialContext: d.Dial, TLSClientConfig: d.TLS}
	defer transport.CloseIdleConnections()
	ctx, cancel := context.WithTimeoutCause(ctx, d.Timeout, errTimeout)
	defer cancel()
	trace := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { reused = i.Reused }})
	for range 2 {
		req, err := http.NewRequestWithContext(trace, http.MethodHead, d.Target.URL.String(), nil)
		if err != nil {
			return
		}
		req.Header.Set("User-Agent", d.agent())
		resp, err := transport.RoundTrip(req)
		if err != nil {
			d.add("reuse", Unclear, "", "a HEAD request was not answered: %v", err)
			return
		}
		resp.Body.Close()
	}
	if reused {
		d.add("reuse", Fine, "", "a connection serves several requests")
		return
	}
	d.add("reuse", Fine, "", "each request needs a connection of its own, which is how the harness sends")
}

// untested says which levers are there, and what stays untested without the
// others.
func (d *doctor) untested(o idem.Outlook) {
	var levers []string
	for _, l := range o.Target.Levers {
		levers = append(levers, string(l))
	}
	d.add("levers", Fine, "", "the target file offers: %s", strings.Join(append(levers, "requests"), ", "))
	var reasons [][2]string
	count := map[[2]string]int{}
	for _, f := range o.Checks {
		if f.Verdict == idem.NotTested {
			reason := [2]string{f.Why, f.Way}
			if count[reason]++; count[reason] == 1 {
				reasons = append(reasons, reason)
			}
		}
	}
	if d.Target.Ledger == nil {
		d.add("ledger", Unclear, idem.LedgerLever.Way(), "the target file has none: breaches that answers show are found, and no promise about effects can be found kept")
	}
	for _, r := range reasons {
		d.add("untested", Unclear, r[1], "checks: %d, since %s", count[r], r[0])
	}
}
