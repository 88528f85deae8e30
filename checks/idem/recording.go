package idem

import (
	"fmt"
	"slices"
)

// A Recording is a history with what a check makes of it, kept so that a later
// release can be held to the same judgement.
type Recording struct {
	Check    string   `json:"check"`
	Profile  string   `json:"profile"`            // whose contract it is judged by
	Server   string   `json:"server"`             // what was asked: "right", the id of a bug, or what was taken out of the history of a right server
	Verdict  Verdict  `json:"verdict"`            // what the check made of it
	Findings []string `json:"findings,omitempty"` // their messages, in order
	Why      string   `json:"why,omitempty"`      // of a verdict without findings
	History  History  `json:"history"`
}

// Record judges a history and keeps both.
func Record(k Check, c Contract, server string, h History) Recording {
	j := Judge(k, c, h)
	r := Recording{Check: k.ID, Profile: c.Profile, Server: server, Verdict: j.Verdict(), Why: j.Why(), History: h}
	for _, f := range j.Findings() {
		r.Findings = append(r.Findings, f.Message)
	}
	return r
}

// Without returns the histories that would have been observed if one thing in h
// had not been seen: each names what it lacks. None of them proves a breach that
// h does not prove.
func (h History) Without() map[string]History {
	all := map[string]History{}
	for i, x := range h.Exchanges {
		if x.Response == nil {
			continue
		}
		less := h
		less.Exchanges = slices.Clone(h.Exchanges)
		x.Response, x.Resource, x.Err = nil, "", "the connection was lost"
		less.Exchanges[i] = x
		all[fmt.Sprintf("no answer to %s[%d]", x.Label, x.Index)] = less
	}
	for i, r := range h.Readings {
		less := h
		less.Readings = slices.Clone(h.Readings)
		r.Effects, r.Stable, r.Err = nil, false, "the ledger could not be read"
		less.Readings[i] = r
		all["no reading "+r.Label] = less
	}
	return all
}
