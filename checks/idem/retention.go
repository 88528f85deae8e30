package idem

// A Retention says how long a key is remembered. The zero Retention means that
// the documents do not say. What comes after it is the clause [Expired], and
// whether a replay prolongs it the clause [Extended].
type Retention struct {
	Length    Duration `json:"length,omitempty"`    // zero if unstated or permanent
	From      Start    `json:"from,omitempty"`      // what the length is counted from; empty if unstated
	Floor     bool     `json:"floor,omitempty"`     // Length is a minimum: the key may live longer
	Most      Duration `json:"most,omitempty"`      // the key is forgotten by then, where Length is a minimum; zero if unstated
	Permanent bool     `json:"permanent,omitempty"` // keys are never forgotten
	Claim     Duration `json:"claim,omitempty"`     // how long a key whose request has not finished blocks its repeats; zero if unstated
}

// A Start is the instant from which a retention is counted.
type Start string

// The starts that dialects name. An unstated start is read as [FromFirst].
const (
	FromFirst      Start = "first"      // the first request with the key was received
	FromCompletion Start = "completion" // the first request with the key was finished
)

// Gone returns after how long a key is surely forgotten; zero if that is
// unstated or never.
func (r Retention) Gone() Duration {
	switch {
	case r.Permanent:
		return 0
	case r.Most > 0:
		return r.Most
	case r.Floor:
		return 0
	}
	return r.Length
}
