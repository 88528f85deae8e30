package reference_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"testing"
)

func TestWorkGoesOnWhenTheClientHangsUp(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o := tg.fresh()
		tg.hold(o.marker)
		ctx, hangUp := context.WithCancel(t.Context())
		r := tg.request(o).WithContext(ctx)
		ended := make(chan error, 1)
		go func() {
			_, err := tg.try(r)
			ended <- err
		}()
		tg.awaitHeld(o.marker, 1)
		hangUp()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Fatalf("the client got %v, want its own cancellation", err)
		}
		tg.release(o.marker)
		waitUntil(t, "the effect is there", func() bool { return len(tg.effects(o.marker)) == 1 })
		again := tg.order(o)
		if tg.contract.Clause("replay").Does != "refuses" && again.Resource != tg.effects(o.marker)[0].ID {
			t.Errorf("the repeat names %q, want the effect's", again.Resource)
		}
		tg.wantEffects(o.marker, 1)
	})
}

func TestHalfARequestLeavesNothing(t *testing.T) {
	tg := start(t, options(seed))
	o := tg.fresh()
	address, err := url.Parse(tg.api)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "POST /v1/charges HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk_test_one\r\n"+
		"Idempotency-Key: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"amount\": 4200,", o.key)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	if x := tg.order(o); x.Response.Status != 201 {
		t.Errorf("the whole request was answered %d, want 201", x.Response.Status)
	}
	tg.wantEffects(o.marker, 1)
}
