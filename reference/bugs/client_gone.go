package bugs

import (
	"time"

	"github.com/idemspec/idemspec/reference"
)

// slow is how long the work of a server takes that notices whether its client is
// still there.
const slow = 20 * time.Millisecond

// clientGone reports whether the connection ends while the work is under way.
func clientGone(c *reference.Call) bool { return c.Pause(c.Request.Context(), slow) != nil }
