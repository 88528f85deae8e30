package intake

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAnswersMakeARequest(t *testing.T) {
	for _, c := range []struct {
		answers []string
		want    string
	}{
		{[]string{"", "", "", "", ""}, "POST http://127.0.0.1:8080/v1/charges\nAuthorization: Bearer val-api_token\nContent-Type: application/json\n" + `{"amount":4200,"currency":"usd","description":"idm-1"}`},
		{[]string{"https://api.pay.example/x", "put", "a=1", "X-Key", "Pay-Request-Id"}, "PUT https://api.pay.example/x\nX-Key: val-x_key\n" + formType + "a=1"},
		{[]string{"https://a.example/x", "", `{"a":1}`, "none", ""}, "POST https://a.example/x\nContent-Type: application/json\n" + `{"a":1}`},
		{[]string{"https://a.example/x", "", "a=1", "Basic", ""}, "POST https://a.example/x\nAuthorization: Basic dmFsLWFwaV91c2VyOnZhbC1hcGlfcGFzc3dvcmQ=\n" + formType + "a=1"},
	} {
		r, err := Ask(func(_, _ string) (string, error) {
			a := c.answers[0]
			c.answers = c.answers[1:]
			return a, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		d, err := Make(r, Options{From: "answers", Contracts: contracts})
		if err != nil {
			t.Fatal(err)
		}
		if got := sent(t, d); got != c.want {
			t.Errorf("sent\n%s\nwant\n%s", got, c.want)
		}
		if paid := strings.Contains(c.want, "pay.example"); paid != (d.Profile == "pay-orders") {
			t.Errorf("judged by %s", d.Profile)
		}
	}
	if _, err := Ask(func(_, _ string) (string, error) { return "", io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("an end of the answers gives %v", err)
	}
	asked := 0
	if _, err := Ask(func(_, _ string) (string, error) { asked++; return "nonsense", nil }); !errors.Is(err, errAddress) || asked != 1 {
		t.Errorf("an address that is none gives %v, after %d questions", err, asked)
	}
}
