package report

import (
	"github.com/idemspec/idemspec/checks/idem"
)

func replayed() idem.History {
	return history([]idem.Exchange{
		charge("first", firstKey, 2.5, 9.1, 4200, 201, "ch_1"),
		charge("second", firstKey, 9.2, 12.4, 4200, 201, "ch_1"),
	}, ledger("before", 0), ledger("after", 13, "ch_1"))
}

func mismatched() idem.History {
	changed := charge("changed", firstKey, 9.2, 15.8, 5200, 201, "ch_2")
	changed.Body = idem.ChangedBody
	return history([]idem.Exchange{
		charge("first", firstKey, 2.5, 9.1, 4200, 201, "ch_1"), changed,
	}, ledger("before", 0), ledger("after", 16, "ch_1", "ch_2"))
}

// raced is a burst of which two requests were executed, and a follow whose
// attempts were told to wait.
func raced() idem.History {
	h := history(nil, ledger("before", 0), ledger("after", 200, "ch_1", "ch_2"))
	for i := range 4 {
		x := charge("burst", firstKey, 3, 12+float64(i), 4200, 409, "")
		if i < 2 {
			x = charge("burst", firstKey, 3, 12+float64(i), 4200, 201, []string{"ch_1", "ch_2"}[i])
		}
		x.Index = i
		h.Exchanges = append(h.Exchanges, x)
	}
	for i := range 6 {
		x := charge("final", firstKey, 20+20*float64(i), 30+20*float64(i), 4200, 409, "")
		x.Index = i
		if i == 5 {
			x = charge("final", firstKey, 180, 184, 4200, 201, "ch_1")
			x.Index = i
		}
		h.Exchanges = append(h.Exchanges, x)
	}
	return h
}

func lost() idem.History {
	x := charge("lost", firstKey, 2.5, 5, 4200, 0, "")
	x.Fault = "reset after the whole request was written"
	x.Err = "connection reset by us"
	return history([]idem.Exchange{
		x, charge("retry", firstKey, 6, 14, 4200, 201, "ch_2"),
	}, ledger("before", 0), ledger("after", 15, "ch_1", "ch_2"))
}

// kept moves the clock to just before the end of the retention, and asks with
// the credential of another account in between.
func kept() idem.History {
	other := charge("other", secondKey, 10, 14, 4200, 201, "ch_9")
	other.As = idem.OtherAccount
	late := charge("late", firstKey, 30, 33, 4200, 201, "ch_1")
	late.Times.Shifted = 24*3600e9 - 60e9
	late.Response.Header = append(late.Response.Header, idem.Field{Name: "Idempotent-Replayed", Value: "true"})
	h := history([]idem.Exchange{charge("first", firstKey, 2.5, 9.1, 4200, 201, "ch_1"), other, late},
		ledger("before", 0), ledger("after", 34, "ch_1"))
	h.Pulls = []idem.Pull{
		{
			Lever: idem.ClockLever, Start: ms(20), Done: ms(22),
			Sent: idem.Message{
				Method: "POST", URL: "https://staging.example.com/api/test/clock", Proto: "HTTP/1.1", Body: idem.Bytes(`{"advance_seconds":86340}`),
				Header: []idem.Field{{Name: "Content-Type", Value: "application/json"}},
			},
		},
		{Lever: idem.ClockLever, Start: ms(22), Done: ms(29)},
	}
	return h
}
