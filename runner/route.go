package runner

import (
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// keyless says why the keys of a plan mean nothing where they are sent; nil if
// they mean something. A key on a method that the contract covers nowhere is no
// such case: what it does there is promised by itself.
func (r *run) keyless(j job) *idem.Trouble {
	for _, s := range j.plan {
		for _, q := range requestsOf(s) {
			if q.Key == "" {
				continue
			}
			op := j.op
			if q.Role != "" {
				op = r.Target.Operation(q.Role)
			}
			if op == nil {
				continue // which is a lever that is missing
			}
			method, path := r.Target.Where(op)
			if r.Contract.For(method, path).Covered(method) || q.Role != "" && !r.Contract.Covered(method) {
				continue
			}
			return &idem.Trouble{
				Kind: idem.Deselected,
				Why:  fmt.Sprintf("under this contract a key means nothing on %s of the operation %s", method, op.Name),
			}
		}
	}
	return nil
}
