package idem

import (
	"cmp"
	"slices"
	"time"
)

// The model is the contract once more, as a small machine: what is known of each
// key of each account, and what the contract says that the next request gets. It
// shares nothing with the checks but the words, so that a mistake in one of them
// shows as a disagreement. What it does not understand it leaves alone.

// A Breach is one answer that the model would not have given.
type Breach struct {
	Clause Situation
	Label  string // of the exchange, or of the reading that shows too many effects
	What   string // one sentence without a full stop
}

// An Account is what the model made of a history.
type Account struct {
	Breaches []Breach
	Whole    bool // it understood every exchange, so that the absence of a breach means something
}

// Model plays a history through the contract.
func Model(c Contract, h History) Account {
	m := machine{contract: c, keys: map[slot]*memory{}, whole: true}
	for _, p := range h.Pulls {
		if p.Lever != ClockLever && p.Lever != HoldLever {
			m.shaken = append(m.shaken, p.Start)
		}
	}
	for _, group := range together(h.Exchanges) {
		m.play(group)
	}
	m.count(h)
	return Account{Breaches: m.breaches, Whole: m.whole && len(h.Exchanges) > 0}
}

// A slot is what the model keeps a memory for.
type slot struct {
	other bool // of the other account
	key   string
}

// A memory is what is known of one key.
type memory struct {
	known bool // the first request has finished, and first is its answer
	maybe bool // it may have been executed, and may not
	first Exchange
	begun time.Duration // by the target's clock, the earliest instant
	ended time.Duration // by the target's clock, the latest instant
}

type machine struct {
	contract Contract
	keys     map[slot]*memory
	shaken   []time.Duration // when a lever did something that the model does not follow
	breaches []Breach
	whole    bool

	least, most int  // effects that there must and can be
	uncounted   bool // something was sent whose effects the model does not know
}

func (m *machine) breach(s Situation, label, what string) {
	m.breaches = append(m.breaches, Breach{s, label, what})
}

// together groups exchanges with one key that were under way at the same time.
func together(all []Exchange) [][]Exchange {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Exchange) int { return cmp.Compare(a.Times.Start, b.Times.Start) })
	var groups [][]Exchange
	open := map[string]int{} // group by key
	for _, x := range sorted {
		if i, found := open[x.Key]; found && x.Key != "" && overlaps(groups[i], x) {
			groups[i] = append(groups[i], x)
			continue
		}
		open[x.Key] = len(groups)
		groups = append(groups, []Exchange{x})
	}
	return groups
}

func overlaps(group []Exchange, x Exchange) bool {
	return slices.ContainsFunc(group, func(o Exchange) bool { return x.Times.Start < o.Times.Done })
}

// play takes one request, or several that were under way together, through the
// machine.
func (m *machine) play(group []Exchange) {
	if !slices.ContainsFunc(group, func(x Exchange) bool { return !m.follows(x) }) {
		if len(group) == 1 {
			m.one(group[0])
		} else {
			m.several(group)
		}
		return
	}
	m.whole, m.uncounted = false, true
	for _, x := range group {
		if x.Key != "" {
			m.memory(x).maybe, m.memory(x).known = true, false
		}
	}
}

// follows reports whether the model understands an exchange.
func (m *machine) follows(x Exchange) bool {
	if x.Response == nil || x.Response.Truncated || passingStatus(x.Response.Status) {
		return false
	}
	if x.Role != "" || x.Form != PlainKey || x.Vary != "" || x.As != Own && x.As != OtherAccount {
		return false
	}
	if !slices.Contains(otherBodies, x.Body) && x.Body != SampleBody {
		return false
	}
	return !slices.ContainsFunc(m.shaken, func(at time.Duration) bool { return x.Times.Done > at })
}

// otherBodies are the bodies that are valid by themselves and another request
// than the plain one under every contract.
var otherBodies = []BodySymbol{ChangedBody, NestedBody, AddedBody, RemovedBody, RetypedBody, RearrangedBody}

// passingStatus reports whether a status may be the doing of an outage or a
// limit.
func passingStatus(status int) bool {
	return status == 429 || status >= 502 && status <= 504
}

func (m *machine) memory(x Exchange) *memory {
	s := slot{x.As == OtherAccount, x.Key}
	if m.keys[s] == nil {
		m.keys[s] = &memory{}
	}
	return m.keys[s]
}

// one plays a request that was alone.
func (m *machine) one(x Exchange) {
	if x.Key == "" {
		m.keyless(x)
		return
	}
	k := m.memory(x)
	switch {
	case k.maybe:
		m.settle(k, x)
	case !k.known:
		m.first(k, x)
	case x.Times.Start+x.Times.Shifted > k.begun+m.life():
		m.late(k, x)
	case x.Body != k.first.Body:
		m.mismatch(k, x)
	default:
		m.replay(k, x)
	}
}

// life is how long the contract remembers a key. What it leaves open lives for
// ever.
func (m *machine) life() time.Duration {
	if n := m.contract.Retention.Length; n > 0 {
		return time.Duration(n)
	}
	return 1 << 62
}

func (m *machine) keyless(x Exchange) {
	cl := m.contract.Clause(MissingKey)
	switch ok := m.contract.Success(*x.Response); {
	case ok:
		m.effect()
		if cl.Does == Refuses && m.contract.Required.On(x.Sent.Method) {
			m.breach(MissingKey, x.Label, "a request without a required key was taken")
		}
	case cl.Does == Executes:
		m.breach(MissingKey, x.Label, "a request without a key was refused")
	}
}

func (m *machine) effect() { m.least, m.most = m.least+1, m.most+1 }

// first plays a request whose key was never seen.
func (m *machine) first(k *memory, x Exchange) {
	if !m.contract.Success(*x.Response) {
		m.whole = false
		k.maybe = true
		m.most++
		return
	}
	if !m.contract.Clause(First).Accepts(*x.Response, nil) {
		m.breach(First, x.Label, "the first answer has another status than promised")
	}
	m.effect()
	m.remember(k, x)
}

func (m *machine) remember(k *memory, x Exchange) {
	*k = memory{known: true, first: x, begun: x.Times.Start + x.Times.Shifted, ended: x.Times.Done + x.Times.Shifted + x.Times.Moved}
}

// settle plays a request whose key may have been used.
func (m *machine) settle(k *memory, x Exchange) {
	m.whole = false
	if m.contract.Success(*x.Response) {
		m.most++
		m.remember(k, x)
	}
}

// replay plays the same request again.
func (m *machine) replay(k *memory, x Exchange) {
	cl := m.contract.Clause(Replay)
	r := *x.Response
	if cl.Does == Replays && r.Status/100 == 2 && k.first.Resource != "" && x.Resource != "" && x.Resource != k.first.Resource {
		m.breach(Replay, x.Label, "a repeat was executed")
		return
	}
	if !cl.Accepts(r, k.first.Response) {
		m.breach(Replay, x.Label, "a repeat was not answered as promised")
		return
	}
	if cl.Does == Replays {
		if what, comparable := cl.Differs(k.first, x); what != "" {
			m.breach(Replay, x.Label, what)
		} else if !comparable {
			m.whole = false
		}
	}
}

// mismatch plays another request under a used key.
func (m *machine) mismatch(k *memory, x Exchange) {
	cl := m.contract.Clause(Mismatch)
	switch ok := m.contract.Success(*x.Response); {
	case cl.Does == Executes:
		if ok {
			m.effect()
		}
		m.whole = false
		k.maybe = true
	case cl.Does == Replays && (!ok || k.first.Resource != x.Resource):
		m.breach(Mismatch, x.Label, "another body under a used key was not answered with the stored answer")
	case cl.Does == Refuses && !cl.Accepts(*x.Response, k.first.Response):
		m.breach(Mismatch, x.Label, "another body under a used key was not refused as promised")
	}
}

// late plays a request after the retention.
func (m *machine) late(k *memory, x Exchange) {
	cl := m.contract.Clause(Expired)
	if x.Times.Start+x.Times.Shifted < k.ended+m.life() || m.contract.Retention.Floor || cl.Does == "" {
		m.settle(k, x)
		return
	}
	again := m.contract.Success(*x.Response)
	switch {
	case cl.Does == Executes && (!again || k.first.Resource != "" && k.first.Resource == x.Resource):
		m.breach(Expired, x.Label, "an expired key was not executed as new")
	case cl.Does == Refuses && !cl.Accepts(*x.Response, k.first.Response):
		m.breach(Expired, x.Label, "an expired key was not refused as promised")
	case cl.Does == Executes:
		m.effect()
		m.remember(k, x)
	}
}

// several plays requests with one key that were under way together: whatever
// their order, they are one effect, and successes name one resource.
func (m *machine) several(group []Exchange) {
	k := m.memory(group[0])
	if group[0].Key == "" || k.known || k.maybe {
		m.whole = false
	}
	var won *Exchange
	for i, x := range group {
		if !m.contract.Success(*x.Response) {
			continue
		}
		if won != nil && won.Resource != "" && x.Resource != "" && won.Resource != x.Resource && !k.known {
			m.breach(OneEffect, x.Label, "two requests with one key made two resources")
			m.uncounted = true
			return
		}
		if won == nil || x.Times.Done < won.Times.Done {
			won = &group[i]
		}
	}
	switch {
	case k.known || k.maybe:
		m.most++
	case won == nil:
		m.whole = false
		k.maybe = true
		m.most++
	default:
		m.effect()
		m.remember(k, *won)
		k.begun = group[0].Times.Start + group[0].Times.Shifted
		for _, x := range group {
			k.ended = max(k.ended, x.Times.Done+x.Times.Shifted+x.Times.Moved)
		}
	}
}

// count compares the last reading of the ledger with what the machine did.
func (m *machine) count(h History) {
	if m.uncounted || len(h.Readings) == 0 {
		return
	}
	last := h.Readings[len(h.Readings)-1]
	if last.Of != Main || last.Absent || last.Err != "" || !last.Stable {
		m.whole = false
		return
	}
	for _, x := range h.Exchanges {
		if x.Times.Start > last.Start {
			m.whole = false
			return // the reading does not cover what came after it
		}
	}
	if n := len(last.Effects); n > m.most {
		m.breach(OneEffect, last.Label, "there are more effects than the contract allows")
	} else if n < m.least {
		m.whole = false
	}
}
