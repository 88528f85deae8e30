package intake

import (
	"strings"
	"testing"
)

// The secrets of these requests all hold the text s3cr3t.
func TestNoSecretIsWritten(t *testing.T) {
	for _, line := range []string{
		`curl a.example/x -d a=1 -H 'Authorization: Bearer s3cr3t_token'`,
		`curl a.example/x -d a=1 -H 'Authorization: s3cr3t_token'`,
		`curl a.example/x -d a=1 -H 'Authorization: Token s3cr3t_token'`,
		`curl a.example/x -d a=1 -H 'Authorization: Basic dXNlcjpzM2NyM3Q='`,
		`curl a.example/x -d a=1 -H 'Authorization: Digest username="a", response="s3cr3t"'`,
		`curl a.example/x -d a=1 -u user:s3cr3t`,
		`curl a.example/x -d a=1 -u s3cr3t_user:`,
		`curl a.example/x -d a=1 -u sk_live_s3cr3t:password`,
		`curl https://user:s3cr3t@a.example/x -d a=1`,
		`curl https://user:s3cr3t%40x@a.example/x -d a=1 -H 'X-Api-Key: s3cr3t'`,
		`curl a.example/x -d a=1 -b 'sid=s3cr3t; other=s3cr3t'`,
		`curl a.example/x -d a=1 -H 'Cookie: sid=s3cr3t' -H 'X-Api-Key: s3cr3t' -H 'Authorization: Bearer s3cr3t'`,
		`curl a.example/x -d a=1 -H 'X-Amz-Security-Token: s3cr3t' -H 'X-CSRF-Token: s3cr3t' -H 'X-Signature: s3cr3t' -H 'Proxy-Authorization: Basic s3cr3t'`,
		`curl 'a.example/x?api_key=s3cr3t&access_token=s3cr3t&sig=s3cr3t' -d a=1`,
		`curl a.example/x --json '{"password":"s3cr3t","client_secret":"s3cr3t","nested":[{"accessToken":"s3cr3t","cvc":"s3cr3t"}]}'`,
		`curl a.example/x -d 'password=s3cr3t&card[cvc]=1&api_key=s3cr3t'`,
		`curl a.example/x -F password=s3cr3t -F api_key=s3cr3t`,
		`curl a.example/x -H 'Authorization: Bearer s3cr3t_token' --json '{"again":"s3cr3t_token","in":"xs3cr3t_tokenx"}'`,
		`curl a.example/s3cr3t_token/x -H 'Authorization: Bearer s3cr3t_token' -d 'a=s3cr3t_token' -H 'X-Other: s3cr3t_token'`,
		`curl a.example/x -H 'Authorization: Bearer s3cr3t_token' -H 'Content-Type: text/xml' -d '<a>s3cr3t_token</a>'`,
		`curl a.example/x -H 'X-Odd: sk_test_s3cr3t' --json '{"odd":"whsec_s3cr3t"}'`,
		`curl a.example/x --oauth2-bearer s3cr3t -d a=1`,
		`curl a.example/x -H 'Idempotency-Key: s3cr3t' -d a=1`,
		`curl -x http://user:s3cr3t@proxy:1 -U a:s3cr3t -E c:s3cr3t a.example/x -d a=1`,
	} {
		d := made(t, line)
		if all := d.Text + d.Own + d.Title + strings.Join(d.Notes, "\n"); strings.Contains(all, "s3cr3t") || strings.Contains(all, "czNjcjN0") || strings.Contains(all, "zM2NyM3") {
			t.Errorf("%s: its secret is in what is written\n%s", line, all)
		}
		bound(t, d.Text)
	}
}

func TestNumbersOfCardsAreSecrets(t *testing.T) {
	for text, want := range map[string]bool{
		"4242424242424242": true, "4242 4242 4242 4242": true, "378282246310005": true, "4242424242424241": false,
		"1234567890": false, "0000000000000000": false, "order-4242424242424242": false,
	} {
		if got := isCard(text); got != want {
			t.Errorf("isCard(%q) = %v", text, got)
		}
	}
	d := made(t, `curl a.example/x --json '{"card":{"number":"4242424242424242","exp":"12/30"},"raw":4242424242424242}'`)
	if strings.Contains(d.Text, "4242") || len(d.Variables) != 1 {
		t.Errorf("the number of a card is written, or has several variables: %v\n%s", d.Variables, d.Text)
	}
}
