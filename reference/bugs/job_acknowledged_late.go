package bugs

import (
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// JobAcknowledgedLate does a job that is still in its queue.
var JobAcknowledgedLate = declare(Bug{
	ID:     "job-acknowledged-late",
	Title:  "Does an accepted job again whose order is delivered twice",
	Kind:   "lease-redelivery",
	Breaks: idem.AsyncRepeat,
	Cause: `The worker acknowledges an order when its work is done, and the queue delivers what nobody has
acknowledged in time once more. Nothing tells the worker that the charge is there already.`,
	Reports: []string{
		"https://github.com/celery/celery/issues/5935",
		"https://github.com/spring-projects/spring-amqp/issues/696",
		"https://github.com/elixir-broadway/broadway_rabbitmq/issues/6",
	},
	CaughtBy: []string{"async-repeated"},
	Mutate: func(p *reference.Policy) {
		var mu sync.Mutex
		delivered := map[string]bool{}
		right := p.Start
		p.Start = func(tx reference.Tx, order reference.Message) (bool, error) {
			mu.Lock()
			defer mu.Unlock()
			if delivered[order.ID] {
				return right(tx, order)
			}
			delivered[order.ID] = true
			return true, nil
		}
	},
})
