package reference_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

func TestEveryContractIsKeptUnderEverySeed(t *testing.T) {
	for name, c := range contracts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(20) {
				tg := start(t, reference.Options{Contract: c, Seed: seed})
				o, other := tg.fresh(), tg.fresh()
				first := tg.order(o)
				tg.wantPromised(idem.First, first, nil)
				tg.wantReplayed(first, tg.order(o))
				if second := tg.order(other); second.Resource == first.Resource {
					t.Errorf("seed %d: both keys have made %q", seed, first.Resource)
				}
				tg.wantEffects(o.marker, 1)
			}
		})
	}
}

// raw returns the lines of an answer's head and its body as they were sent.
func raw(t *testing.T, tg *target, o order) (head []string, body string) {
	t.Helper()
	address, err := url.Parse(tg.api)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	r := tg.request(o)
	r.Close = true
	if err := r.Write(conn); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := http.ReadResponse(bufio.NewReader(strings.NewReader(string(all))), r); err != nil {
		t.Fatalf("the answer is not HTTP: %v\n%s", err, all)
	}
	top, body, _ := strings.Cut(string(all), "\r\n\r\n")
	return strings.Split(top, "\r\n")[1:], body
}

func TestSeedsVaryWhatNoContractPromises(t *testing.T) {
	seen := map[string]map[string]bool{"id": {}, "names": {}, "order of the header": {}, "order of members": {}}
	for seed := range uint64(30) {
		tg := start(t, reference.Options{Contract: svix, Seed: seed})
		head, body := raw(t, tg, tg.fresh())
		var names []string
		types := 0
		for _, line := range head {
			name, _, _ := strings.Cut(line, ":")
			names = append(names, name)
			if strings.EqualFold(name, "Content-Type") {
				types++
			}
		}
		if types != 1 {
			t.Errorf("seed %d: the answer has %d content types: %q", seed, types, head)
		}
		var charge struct{ ID string }
		if err := json.Unmarshal([]byte(body), &charge); err != nil {
			t.Fatal(err)
		}
		seen["id"][charge.ID] = true
		seen["names"][strings.Join(names, " ")] = true
		seen["order of the header"][strings.ToLower(strings.Join(names, " "))] = true
		seen["order of members"][body[:5]] = true
	}
	for what, values := range seen {
		if len(values) < 4 {
			t.Errorf("%s has %d values over 30 seeds: %v", what, len(values), values)
		}
	}
}

func TestTheZeroSeedIsAlikeFromRunToRun(t *testing.T) {
	var answers []string
	for range 2 {
		tg := start(t, options(seed))
		head, body := raw(t, tg, tg.fresh())
		i := strings.Index(body, `"created"`)
		answers = append(answers, fmt.Sprint(len(head), " ", body[:i]))
	}
	if answers[0] != answers[1] {
		t.Errorf("two runs have answered\n%s\n%s", answers[0], answers[1])
	}
}
