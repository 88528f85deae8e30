package checks

import "testing"

// TestEachBehaviourIsCoveredOrSaysWhyNot holds the table of behaviours and the
// catalogue to each other.
func TestEachBehaviourIsCoveredOrSaysWhyNot(t *testing.T) {
	named := map[string]bool{}
	for _, g := range Behaviours() {
		seen := map[string]bool{}
		for _, b := range g.Behaviours {
			if len(b.Checks) == 0 && b.Left == "" {
				t.Errorf("%s: %q is covered by no check and does not say why", g.Title, b.What)
			}
			if b.What == "" || seen[b.What] {
				t.Errorf("%s: %q is there twice, or empty", g.Title, b.What)
			}
			seen[b.What] = true
			for _, id := range b.Checks {
				if _, found := Find(id); !found {
					t.Errorf("%s: %q is covered by %s, which is no check", g.Title, b.What, id)
				}
				named[id] = true
			}
		}
	}
	for _, k := range All() {
		if !named[k.ID] {
			t.Errorf("no behaviour names the check %s", k.ID)
		}
	}
}
