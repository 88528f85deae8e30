package report

import (
	"fmt"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// Catalogue writes the table of all checks as Markdown. What a check needs of a
// target is read off its plan under a contract.
func Catalogue(all []idem.Check, c idem.Contract) string {
	var b strings.Builder
	b.WriteString(generated + "# Checks\n\n")
	fmt.Fprintf(&b, "%s. `idemspec explain ID` prints the page of one.\n\n", counted(len(all), "check"))
	b.WriteString("| check | claim | clause | family | needs |\n|---|---|---|---|---|\n")
	for _, k := range all {
		fmt.Fprintf(&b, "| [`%s`](docs/%s.md) | %s | %s | %s | %s |\n",
			k.ID, k.ID, cell(k.Title), k.Clause, cell(k.Family), listed(k.Plan(c).Levers()))
	}
	return b.String()
}
