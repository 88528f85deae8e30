package intake

import "testing"

func TestAmountsAreFound(t *testing.T) {
	for _, c := range []struct{ kind, body, amount, currency string }{
		{"application/json", `{"amount":4200,"currency":"usd"}`, "4200", "usd"},
		{"application/json", `{"payment":{"amount":{"value":"10.50","currency_code":"EUR"}}}`, "21/2", "EUR"},
		{"application/x-www-form-urlencoded", "transfer_amount=7&note=a", "7", ""},
		{"application/json", `{"quantity":3}`, "", ""},
		{"application/json", `{"amount":"a lot"}`, "", ""},
		{"text/xml", "<amount>1</amount>", "", ""},
	} {
		amount, currency, found := Amount(c.kind, []byte(c.body))
		got := ""
		if found {
			got = amount.RatString()
		}
		if got != c.amount || found && currency != c.currency {
			t.Errorf("%s asks for %s %q, want %s %q", c.body, got, currency, c.amount, c.currency)
		}
	}
}
