package profiles

import (
	"strconv"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// A rule returns what a profile says and cannot mean; nil if it means it. Where
// a rule is broken twice, it is the first in the order of the situations.
type rule func(*source.Document, idem.Contract) error

// contradiction returns the first thing that a profile says and cannot mean; nil
// if there is none. The schema has taken it already.
func contradiction(d *source.Document, c idem.Contract) error {
	for _, broken := range []rule{
		coreIsPromised, choicesAreThere, answersAreWhole, onlyWhereItBelongs, refusalsAreApart,
		formatHolds, carrierIsWhole, requiredIsNamed, covered, routesSayWhat,
		retentionIsGiven, markerIsNamed, scopeAgrees, comparisonAgrees, sameAsOthers,
	} {
		if err := broken(d, c); err != nil {
			return err
		}
	}
	return nil
}

// at is where a clause, or a part of it, stands.
func at(s idem.Situation, part string) string { return "/clauses/" + string(s) + part }

// promised reports whether a contract says anything about a situation.
func promised(c idem.Contract, s idem.Situation) bool { return c.Clause(s).Level > idem.Silent }

func coreIsPromised(d *source.Document, c idem.Contract) error {
	for i, s := range c.Core {
		if !c.Clause(s).Binding() {
			return d.Errorf("/core/"+strconv.Itoa(i), "promise it with level must or should under clauses, or take it out of core",
				"core names %q, which no clause promises", s)
		}
	}
	return nil
}
