package bugs

import (
	"errors"

	"github.com/idemspec/idemspec/reference"
)

// keyed lets a fault take keys that the policy finds something wrong with. It is
// given the fault, and takes the key by returning one.
func keyed(p *reference.Policy, take func(*reference.Call, *reference.KeyFault) (string, bool)) {
	right := p.Key
	p.Key = func(c *reference.Call) (string, error) {
		key, err := right(c)
		var fault *reference.KeyFault
		if errors.As(err, &fault) {
			if taken, is := take(c, fault); is {
				return taken, nil
			}
		}
		return key, err
	}
}
