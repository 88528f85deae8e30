// Centrifuge books charges as publications of github.com/centrifugal/centrifuge,
// whose broker takes an idempotency key with each of them. There is no
// middleware: the write itself is idempotent. The ledger is the history of the
// channel.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/centrifugal/centrifuge"
	"github.com/idemspec/idemspec/reference/interop/book"
)

const (
	channel = "charges"
	size    = 10_000 // publications that the history keeps
)

func main() {
	lifetime := flag.Duration("lifetime", 5*time.Minute, "how long the broker remembers a key")
	flag.Parse()
	log.SetFlags(0)
	if err := serve(*lifetime); err != nil {
		log.Fatal("centrifuge: ", err)
	}
}

func serve(lifetime time.Duration) error {
	node, err := centrifuge.New(centrifuge.Config{})
	if err != nil {
		return err
	}
	if err := node.Run(); err != nil {
		return err
	}
	var breaks book.Breaks
	api := http.NewServeMux()
	api.HandleFunc("POST /v1/charges", create(node, &breaks, lifetime))
	admin := book.Admin(func(marker string) []book.Charge {
		return charges(node, func(c book.Charge) bool { return c.Description == marker })
	}, &breaks)
	return book.Serve(func(l net.Listener) error { return http.Serve(l, api) }, admin)
}

// create publishes a charge. If the broker knows the key it publishes nothing
// and returns the position of the first publication, and that one is answered.
func create(node *centrifuge.Node, breaks *book.Breaks, lifetime time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in book.Charge
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Amount <= 0 {
			answer(w, http.StatusBadRequest, map[string]string{"error": "amount must be a positive number of minor units"})
			return
		}
		time.Sleep(book.Work)
		suppressed := false
		made, err := breaks.Meet(in.Description, func() (book.Charge, error) {
			done, err := publish(node, in, r.Header.Get("Idempotency-Key"), lifetime)
			if err != nil {
				return in, err
			}
			suppressed = done.Suppressed
			return charges(node, func(c book.Charge) bool { return c.ID == id(done.Offset) })[0], nil
		})
		switch {
		case err != nil:
			answer(w, http.StatusInternalServerError, map[string]string{"error": err.Error()})
		case suppressed:
			w.Header().Set("Idempotent-Replay", "true")
			answer(w, http.StatusOK, made)
		default:
			answer(w, http.StatusCreated, made)
		}
	}
}

func publish(node *centrifuge.Node, c book.Charge, key string, lifetime time.Duration) (centrifuge.PublishResult, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return centrifuge.PublishResult{}, err
	}
	return node.Publish(channel, data,
		centrifuge.WithHistory(size, time.Hour),
		centrifuge.WithIdempotencyKey(key),
		centrifuge.WithIdempotentResultTTL(lifetime))
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func id(offset uint64) string { return fmt.Sprintf("ch_%d", offset) }

// charges reads the charges that are wanted from the channel's history.
func charges(node *centrifuge.Node, wanted func(book.Charge) bool) []book.Charge {
	found := []book.Charge{}
	history, err := node.History(channel, centrifuge.WithLimit(centrifuge.NoLimit))
	if err != nil {
		log.Print("centrifuge: history: ", err)
	}
	for _, p := range history.Publications {
		var c book.Charge
		if err := json.Unmarshal(p.Data, &c); err != nil {
			log.Print("centrifuge: publication: ", err)
			continue
		}
		if c.ID = id(p.Offset); wanted(c) {
			found = append(found, c)
		}
	}
	return found
}
