package runner

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/clock"
	"github.com/idemspec/idemspec/runner/target"
)

// A Config is what one run is made of.
type Config struct {
	Tool     string // name and version, for the report and the User-Agent
	Target   *target.Target
	File     string // path of the target file as given; empty if there is none
	Contract idem.Contract
	Checks   []idem.Check
	Seed     uint64 // same seed, same plan, same bytes

	Jobs        int           // cases that may run side by side; zero means one
	MaxRequests int           // bound on requests to the target; zero means no bound
	Timeout     time.Duration // bound on one exchange; zero means [DefaultTimeout]

	// RaceWindow is the shortest race that a check which releases requests
	// together is to see: it takes rounds until one of that length would have been
	// seen with RaceConfidence, as far as MaxRequests lets it. Zero means one round
	// and no claim.
	RaceWindow     time.Duration
	RaceConfidence float64 // zero means [DefaultRaceConfidence]

	Clock clock.Clock // nil means the machine's
	// Dial opens connections to the target and to its hooks; nil dials directly.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// DialRace opens the connections of plans that need a real socket: bursts,
	// whose gaps are those of the network, and cuts. Nil means Dial.
	DialRace func(ctx context.Context, network, address string) (net.Conn, error)
	TLS      *tls.Config // nil trusts what the system trusts

	// Progress is told of each result as soon as there is one, one at a time.
	// Nil tells nobody.
	Progress func(done, total int, r idem.Result)
}

// DefaultTimeout is how long one exchange may take.
const DefaultTimeout = 30 * time.Second

// DefaultRaceConfidence is how surely a race has to be seen so that a limit is
// claimed.
const DefaultRaceConfidence = 0.999

func (c Config) orDefaults() Config {
	if c.Clock == nil {
		c.Clock = clock.Wall{}
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.RaceConfidence == 0 {
		c.RaceConfidence = DefaultRaceConfidence
	}
	if c.DialRace == nil {
		c.DialRace = c.Dial
	}
	c.Jobs = max(c.Jobs, 1)
	if c.Progress == nil {
		c.Progress = func(int, int, idem.Result) {}
	}
	return c
}

// hooks returns the client for ledgers, clocks and holds. They are no traffic
// under test, so the standard client serves; but it takes no detours either, and
// uses no connection twice: on one that turns out dead it would send again, or
// fail although the hook is there, as it is after a restart.
func (c Config) hooks() *http.Client {
	return &http.Client{
		Timeout: c.Timeout,
		Transport: &http.Transport{
			DialContext:       c.Dial,
			TLSClientConfig:   c.TLS,
			DisableKeepAlives: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
