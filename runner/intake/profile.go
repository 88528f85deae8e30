package intake

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A choice is the contract that a request is judged by at first.
type choice struct {
	profile string   // name, or path of a profile file that has to be written
	own     string   // text of that file; empty if there is none
	why     string   // in words, for a comment
	others  []string // further profiles that fit
	carrier idem.Carrier
}

// ownProfile is the profile file that is written if no profile fits.
const ownProfile = "./idemspec.profile.yaml"

// choose returns the profile that fits a request best: one of the API's host, or
// else the seed contract, with the carrier of the input.
func choose(contracts []idem.Contract, used idem.Carrier, found bool, host, path string) choice {
	var fitting, near []idem.Contract
	for _, c := range contracts {
		if found && !same(c.Carrier, used) {
			continue
		}
		fitting = append(fitting, c)
		if nearness(c, host) > 0 {
			near = append(near, c)
		}
	}
	if len(near) > 0 {
		slices.SortStableFunc(near, func(a, b idem.Contract) int {
			return cmp.Or(nearness(b, host)-nearness(a, host), likeness(b, path)-likeness(a, path), cmp.Compare(a.Profile, b.Profile))
		})
		return choice{profile: near[0].Profile, why: "the promises of " + near[0].Title, others: names(near[1:]), carrier: near[0].Carrier}
	}
	if same(used, usual) {
		return choice{profile: "seed", why: "name the profile of this API if there is one: idemspec list profiles", carrier: used}
	}
	c := choice{profile: ownProfile, why: "no profile of this API is known", others: names(fitting), carrier: used}
	c.own = ownText(host, used)
	return c
}

func same(a, b idem.Carrier) bool {
	equal := a.Name == b.Name
	if a.In == idem.InHeader {
		equal = strings.EqualFold(a.Name, b.Name)
	}
	return a.In == b.In && equal && a.Quoted == b.Quoted
}

func names(all []idem.Contract) []string {
	var list []string
	for _, c := range all {
		list = append(list, c.Profile)
	}
	return list
}

// shared are hosts with the documents of many.
var shared = []string{
	"github.com", "github.io", "githubusercontent.com", "gitlab.com", "archive.org", "npmjs.com", "readme.io", "ietf.org", "oasis-open.org",
	"rfc-editor.org", "stoplight.io", "apiary.io", "postman.com", "gitbook.io", "pkg.go.dev", "go.dev", "google.com", "stackoverflow.com", "medium.com",
}

// nearness says how many labels, from the end, the host of a request has in
// common with the documents that a contract was read from; zero if they have
// not even a domain in common.
func nearness(c idem.Contract, host string) int {
	best := common(host, c.Source)
	for _, clause := range c.Clauses {
		best = max(best, common(host, clause.Source))
	}
	return best
}

func common(host, address string) int {
	u, err := url.Parse(address)
	if err != nil || host == "" || u.Hostname() == "" {
		return 0
	}
	other := strings.ToLower(u.Hostname())
	if slices.ContainsFunc(shared, func(s string) bool { return other == s || strings.HasSuffix(other, "."+s) }) {
		return 0
	}
	a, b := strings.Split(strings.ToLower(host), "."), strings.Split(other, ".")
	slices.Reverse(a)
	slices.Reverse(b)
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	if n < 2 || n == 2 && len(a[0]) == 2 && len(a[1]) <= 3 { // such as co.uk and com.br
		return 0
	}
	return n
}

// likeness counts the words of a profile's name that stand in a path.
func likeness(c idem.Contract, path string) int {
	n := 0
	for _, word := range strings.FieldsFunc(c.Profile, func(r rune) bool { return r == '-' || r == '.' }) {
		if strings.Contains(strings.ToLower(path), word) {
			n++
		}
	}
	return n
}

// ownText is a profile of the seed contract with another carrier.
func ownText(host string, c idem.Carrier) string {
	quoted := ""
	if c.Quoted {
		quoted = ", quoted: true"
	}
	title := "The API at " + host
	if host == "" {
		title = "This API"
	}
	return `# What this API promises: the seed contract, with the key where the request has it.
# Put in what its documents say. The clauses: idemspec explain seed; the format: idemspec schema profile
profile: own
extends: seed
title: ` + text(title) + `
source: https://github.com/idemspec/idemspec
carrier: { in: ` + string(c.In) + `, name: ` + text(c.Name) + quoted + ` }
`
}
