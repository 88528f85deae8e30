package idem

import "fmt"

// modelled are the clauses that the model knows as well as the checks do.
var modelled = map[Situation]bool{Replay: true, Mismatch: true, OneEffect: true, Expired: true}

// disagreement says how a check and the model contradict each other over one
// history; empty if they do not. One of the two has a mistake then, and nobody
// is accused before it is found.
func disagreement(k Check, c Contract, h History, findings []Finding) string {
	account := Model(c, h)
	if len(findings) == 0 {
		for _, b := range account.Breaches {
			if b.Clause == k.Clause && modelled[b.Clause] {
				return fmt.Sprintf("the check %s found nothing, and the model found at %q: %s", k.ID, b.Label, b.What)
			}
		}
		return ""
	}
	for _, f := range findings {
		if modelled[f.Clause] && account.Whole && len(account.Breaches) == 0 {
			return fmt.Sprintf("the check %s found that %s, and the model found nothing", k.ID, f.Message)
		}
	}
	return ""
}
