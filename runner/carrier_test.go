package runner_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dunglas/httpsfv"
	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// carriers are the places in which a key travels, with how it is read there.
var carriers = map[string]struct {
	carrier    idem.Carrier
	operations string
	read       func(a arrival) []string
}{
	"header": {idem.Carrier{In: idem.InHeader, Name: "X-Request-Key"}, create, func(a arrival) []string { return a.header.Values("X-Request-Key") }},
	"quoted": {
		idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key", Quoted: true},
		create,
		func(a arrival) []string {
			var all []string
			for _, v := range a.header.Values("Idempotency-Key") {
				item, err := httpsfv.UnmarshalItem([]string{v})
				if s, isString := item.Value.(string); err == nil && isString {
					all = append(all, s)
				} else {
					all = append(all, "not quoted: "+v)
				}
			}
			return all
		},
	},
	"body": {idem.Carrier{In: idem.InBody, Name: "/order/token"}, create, func(a arrival) []string {
		var b struct {
			Order struct{ Token *string }
		}
		if json.Unmarshal([]byte(a.body), &b) != nil || b.Order.Token == nil {
			return nil
		}
		return []string{*b.Order.Token}
	}},
	"query": {idem.Carrier{In: idem.InQuery, Name: "request id"}, create, func(a arrival) []string {
		u, _ := url.Parse(a.target)
		return u.Query()["request id"]
	}},
	"form": {
		idem.Carrier{In: idem.InForm, Name: "uuid"},
		"  create: { method: POST, path: /v1/charges, form: { amount: \"1\", description: \"{{ case.id }}\" }, id: $.id }\n",
		func(a arrival) []string {
			v, _ := url.ParseQuery(a.body)
			return v["uuid"]
		},
	},
}

// TestEachFormOfAKeyInEachCarrier sends a key, and then another form of it.
func TestEachFormOfAKeyInEachCarrier(t *testing.T) {
	const max = 60
	header := func(name string) bool { return name == "header" || name == "quoted" }
	for name, where := range carriers {
		for form, tt := range map[idem.KeyForm]struct {
			after bool // it is a form of a key that was sent before
			right func(first string, got []string) bool
			only  func(carrier string) bool // nil means each carrier
		}{
			idem.PlainKey:   {true, func(first string, got []string) bool { return len(first) == 36 && cmp.Equal(got, []string{first}) }, nil},
			idem.EmptyKey:   {false, func(_ string, got []string) bool { return cmp.Equal(got, []string{""}) }, nil},
			idem.LongestKey: {false, func(_ string, got []string) bool { return len(got) == 1 && len(got[0]) == max }, nil},
			idem.LongKey:    {false, func(_ string, got []string) bool { return len(got) == 1 && len(got[0]) == max+1 }, nil},
			idem.UnusualKey: {false, func(_ string, got []string) bool { return len(got) == 1 && strings.HasPrefix(got[0], idem.UnusualText) }, nil},
			idem.HostileKey: {false, func(_ string, got []string) bool { return len(got) == 1 && strings.HasPrefix(got[0], idem.HostileText) }, nil},
			idem.OtherCaseKey: {true, func(first string, got []string) bool {
				return len(got) == 1 && got[0] != first && strings.EqualFold(got[0], first)
			}, nil},
			idem.TwiceKey: {true, func(first string, got []string) bool { return cmp.Equal(got, []string{first, first}) }, header},
			idem.PairKey: {true, func(first string, got []string) bool {
				return len(got) == 2 && got[0] == first && got[1] != first
			}, header},
			idem.OtherQuotes: {true, func(first string, got []string) bool {
				return cmp.Equal(got, []string{`"` + first + `"`}) || cmp.Equal(got, []string{"not quoted: " + first})
			}, header},
		} {
			if tt.only != nil && !tt.only(name) {
				continue
			}
			t.Run(name+" "+string(form), func(t *testing.T) {
				d := &desk{}
				plan := idem.Plan{send("first", "k1"), idem.Send{Label: "form", Request: idem.Request{Key: "k1", Form: form}}}
				if !tt.after {
					plan = idem.Plan{send("first", "k1"), idem.Send{Label: "form", Request: idem.Request{Key: "k2", Form: form}}}
				}
				c := setup(t, d, "", plans("form", plan...))
				c.Target = load(t, c.Target.URL.String(), where.operations, "")
				c.Contract.Carrier, c.Contract.Format.MaxLength = where.carrier, max
				r := only(t, c)
				wants(t, r, idem.Passed, "")
				sent := d.sent()
				first := where.read(sent[0])
				if len(first) != 1 || r.History.Exchanges[0].Key != first[0] {
					t.Fatalf("the first key came as %q and is on record as %q", first, r.History.Exchanges[0].Key)
				}
				if got := where.read(sent[1]); !tt.right(first[0], got) {
					t.Errorf("after %q came %q", first[0], got)
				}
			})
		}
	}
}

// TestAFormThatTheFormatForbidsIsNotSent has formats under which a form would
// not be what its name says.
func TestAFormThatTheFormatForbidsIsNotSent(t *testing.T) {
	for name, tt := range map[string]struct {
		format idem.Format
		form   idem.KeyForm
	}{
		"digits have no other case":          {idem.Format{Pattern: "[0-9]{16}"}, idem.OtherCaseKey},
		"small letters alone":                {idem.Format{Pattern: "[0-9a-f-]{36}"}, idem.OtherCaseKey},
		"a UUID is of one length":            {idem.Format{Kind: idem.UUID, MaxLength: 36}, idem.LongestKey},
		"a UUID is never longer":             {idem.Format{Kind: idem.UUIDv4, MaxLength: 36}, idem.LongKey},
		"a pattern of one length":            {idem.Format{Pattern: "[0-9]{16}", MaxLength: 16}, idem.LongestKey},
		"no longest key":                     {idem.Format{}, idem.LongestKey},
		"any shape is allowed":               {idem.Format{}, idem.MalformedKey},
		"a UUID is not unusual":              {idem.Format{Kind: idem.UUID}, idem.UnusualKey},
		"too short for hostile text":         {idem.Format{MaxLength: 40}, idem.HostileKey},
		"letters and digits are not hostile": {idem.Format{Pattern: "[a-zA-Z0-9-]*"}, idem.HostileKey},
	} {
		t.Run(name, func(t *testing.T) {
			d := &desk{}
			key := idem.KeySymbol("k2")
			if tt.form == idem.OtherCaseKey {
				key = "k1"
			}
			c := setup(t, d, "", accusing(send("first", "k1"), idem.Send{Label: "form", Request: idem.Request{Key: key, Form: tt.form}}))
			c.Contract.Format = tt.format
			wants(t, only(t, c), idem.NotTested, "")
			if len(d.sent()) != 1 {
				t.Errorf("%d requests came: %q", len(d.sent()), keys(d.sent()))
			}
		})
	}
}

// TestMalformedKeysAreOfAnotherShape has formats that forbid a shape.
func TestMalformedKeysAreOfAnotherShape(t *testing.T) {
	for _, format := range []idem.Format{{Kind: idem.UUID}, {Kind: idem.UUIDv4, MaxLength: 36, MinLength: 36}, {Pattern: "[0-9]{16}"}, {Pattern: "[a-zA-Z0-9-]{1,40}"}} {
		d := &desk{}
		c := setup(t, d, "", plans("form", send("first", "k1"), idem.Send{Label: "form", Request: idem.Request{Key: "k2", Form: idem.MalformedKey}}))
		c.Contract.Format = format
		wants(t, only(t, c), idem.Passed, "")
		key := keys(d.sent())[1]
		if tooLong := format.MaxLength > 0 && len(key) > format.MaxLength; key == "" || tooLong || len(key) < format.MinLength {
			t.Errorf("%+v: %q is wrong by its length", format, key)
		}
	}
}

// TestCompanionsTravelWithTheirKey has a contract with two, and a repeat after
// the clock was moved.
func TestCompanionsTravelWithTheirKey(t *testing.T) {
	d := &desk{}
	c := setup(t, d, levers, plans("with", send("first", "k1"), idem.Wait{For: time.Hour}, send("again", "k1"), send("other", "k2"), idem.Send{Label: "bare"}))
	c.Contract.Carrier.With = []idem.Companion{
		{Name: "Repeatability-First-Sent", Holds: idem.FirstSent, Required: true},
		{Name: "X-Lifetime", Holds: idem.Lifetime, Required: true},
		{Name: "X-Optional", Holds: idem.Lifetime},
	}
	c.Contract.Retention.Length = idem.Duration(48 * time.Hour)
	wants(t, only(t, c), idem.Passed, "")
	sent := d.sent()
	var at []time.Time
	for i, a := range sent[:3] {
		when, err := http.ParseTime(a.header.Get("Repeatability-First-Sent"))
		if err != nil || a.header.Get("X-Lifetime") != strconv.Itoa(48*3600) || a.header.Get("X-Optional") != "" {
			t.Errorf("request %d: %v, %v", i, err, a.header)
		}
		at = append(at, when)
	}
	if !at[0].Equal(at[1]) || at[2].Sub(at[0]) < time.Hour-time.Second {
		t.Errorf("first sent: %v", at)
	}
	if h := sent[3].header; h.Get("Repeatability-First-Sent") != "" || h.Get("X-Lifetime") != "" {
		t.Errorf("without a key came %v", h)
	}
}

// TestACompanionThatCannotBeMadeIsNotTested has no retention to tell.
func TestACompanionThatCannotBeMadeIsNotTested(t *testing.T) {
	c := setup(t, &desk{}, "", accusing(send("first", "k1")))
	c.Contract.Carrier.With = []idem.Companion{{Name: "X-Lifetime", Holds: idem.Lifetime, Required: true}}
	r := only(t, c)
	if v := r.Judgement.Verdict(); v == idem.Failed || v == idem.Passed {
		t.Errorf("verdict %s", v)
	}
}
