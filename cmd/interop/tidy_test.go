package main

import (
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestTidyTextsAreEqualInEachRun(t *testing.T) {
	named := func(x idem.Exchange, resource string) idem.Exchange {
		x.Resource = resource
		return x
	}
	h := idem.History{Case: "idm-1-001", Exchanges: []idem.Exchange{
		named(at("first", 0, 1, 9, 201), "ch_1"), named(at("second", 0, 2, 8, 201), "ch_12"), named(at("late", 0, 20, 21, 201), "ch_1"),
	}}
	clean := judged{api: "http://127.0.0.1:1", admin: "http://127.0.0.1:2"}.tidy(h)
	for _, c := range []struct{ name, text, want string }{
		{"resources by the order of their answers", "201, resource ch_12 and ch_1", "201, resource #1 and #2"},
		{"one of two equal requests that met", "the outcome of second: 201, resource ch_12", "the outcome of the one that ran: 201, resource #1"},
		{"a request that met none", "the outcome of late: 201", "the outcome of late: 201"},
		{"addresses, keys and markers", "POST http://127.0.0.1:2/hold with k for idm-1-001", "POST ADMIN/hold with KEY for CASE"},
	} {
		if got := clean(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
