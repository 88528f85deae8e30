package reference

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// relay hands a message to its receiver in the transaction that takes it out of
// the outbox, so that one relay of several hands it on, and once.
func relay(ctx context.Context, s Store, m Message) error {
	return s.Do(ctx, func(tx Tx) error {
		taken, err := tx.Take(m.ID)
		if err != nil || !taken {
			return err
		}
		return tx.Send(m)
	})
}

// chores is what a server does while nobody waits for it: it hands on what is in
// the outbox, does the jobs that were accepted and forgets what has expired.
type chores struct {
	one    sync.Mutex   // one round at a time
	due    atomic.Bool  // a round is about to begin
	rounds atomic.Int64 // since what has expired was swept
}

// sweepEvery is after how many rounds of chores what has expired is swept.
const sweepEvery = 64

// outboxPage is how many messages a round reads at a time.
const outboxPage = 100

// stir lets a round of chores begin soon, unless one is about to.
func (l *life) stir() {
	if l.chores.due.Swap(true) || !l.enter() {
		return
	}
	go func() {
		defer l.calls.Done()
		// What could not be done stays in the outbox for the next round.
		_ = l.tidy(l.ctx)
	}()
}

// tidy does a round of chores, and returns once there is nothing left to do.
func (l *life) tidy(ctx context.Context) error {
	l.chores.one.Lock()
	defer l.chores.one.Unlock()
	l.chores.due.Store(false)
	if l.chores.rounds.Add(1)%sweepEvery == 1 {
		l.keepTime(ctx)
		if err := l.store.Do(ctx, func(tx Tx) error { return l.policy.Sweep(tx, l.now()) }); err != nil && !errors.Is(err, errKeysLost) {
			return err
		}
	}
	tried := map[string]bool{}
	for {
		var waiting []Message
		err := l.store.Do(ctx, func(tx Tx) (err error) {
			waiting, err = tx.Waiting(outboxPage)
			return err
		})
		if err != nil {
			return err
		}
		fresh := false
		for _, m := range waiting {
			if tried[m.ID] {
				continue
			}
			fresh, tried[m.ID] = true, true
			if err := l.handOn(ctx, m); err != nil {
				return err
			}
		}
		if !fresh {
			return nil
		}
	}
}

// handOn does what a message asks for: a job is done here, and all else leaves.
func (l *life) handOn(ctx context.Context, m Message) error {
	if m.Kind == string(jobKind) {
		return l.doJob(ctx, m)
	}
	return l.policy.Relay(ctx, l.store, m)
}
