package idem

import "time"

// Lease is how long a claim may outlive the request that made it before that is
// held against a target. Many targets cannot know that a request has died, and
// let its claim lapse after some seconds or minutes. It is an hour, or half of
// the retention if that is less.
func Lease(c Contract) time.Duration {
	lease := time.Hour
	if half := time.Duration(c.Retention.Length) / 2; half > 0 && half < lease {
		lease = half
	}
	return lease
}

// Lapsed reports whether the attempts of a [Follow] went on for as long as a
// claim may outlive its request.
func Lapsed(c Contract, attempts []Exchange) bool {
	if len(attempts) < 2 {
		return false
	}
	first, last := attempts[0], attempts[len(attempts)-1]
	return last.Times.Start+last.Times.Shifted-first.Times.Start-first.Times.Shifted >= Lease(c)
}
