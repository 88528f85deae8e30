package intake

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// sent writes a bound request in short: method, address, header fields, body.
func sent(t testing.TB, d Draft) string {
	t.Helper()
	b := bound(t, d.Text)
	lines := []string{b.Method + " " + b.URL.String()}
	for _, f := range b.Header {
		lines = append(lines, f.Name+": "+f.Value)
	}
	return strings.Join(append(lines, string(b.Body)), "\n")
}

const formType = "Content-Type: application/x-www-form-urlencoded\n"

func TestALineIsSentAsCurlWouldSendIt(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"plain data", `curl https://a.example/v1/x -d amount=1 -d 'note=a b'`, "POST https://a.example/v1/x\n" + formType + "amount=1&note=idm-1"},
		{"a prompt, sudo and an assignment", `$ A=1 sudo /usr/bin/curl a.example -d a=1`, "POST http://a.example/\n" + formType + "a=1"},
		{"JSON by its short form", `curl --json '{"amount": 1.50, "b": [1, {"c": null}]}' https://a.example/x`, "POST https://a.example/x\nAccept: application/json\nContent-Type: application/json\n" + `{"amount":1.50,"b":[1,{"c":null}]}`},
		{"another method, joined flags", `curl -sSXPUT -H'Accept:text/plain' https://a.example/x -da=1`, "PUT https://a.example/x\nAccept: text/plain\n" + formType + "a=1"},
		{"double quotes and their escapes", `curl https://a.example/x -H "Content-Type: application/json" -d "{\"a\":\"b\\\"c\",\"n\":1}"`, "POST https://a.example/x\nContent-Type: application/json\n" + `{"a":"b\"c","n":1}`},
		{"ANSI-C quotes", `curl https://a.example/x -H 'Content-Type: text/plain' -d $'it\'s\ta \u00e4\x41\101'`, "POST https://a.example/x\nContent-Type: text/plain\nit's\ta äAA"},
		{"line ends", "curl https://a.example/x \\\n  -d a=1 \\\r\n  -d b=2 # comment", "POST https://a.example/x\n" + formType + "a=1&b=2"},
		{"a pipe behind", `curl https://a.example/x -d a=1 | jq .`, "POST https://a.example/x\n" + formType + "a=1"},
		{"data as a query", `curl -G https://a.example/x?z=1 -d a=1 --data-urlencode 'b=c d' -XPOST`, "POST https://a.example/x?z=1&a=1&b=c+d\n"},
		{"a body from a file", `curl https://a.example/x -H 'Content-Type: application/json' -d @body.json`, "POST https://a.example/x\nContent-Type: application/json\n" + `{"amount":7,"note":"idm-1"}`},
		{"a bearer token", `curl https://a.example/x --oauth2-bearer tok -d a=1`, "POST https://a.example/x\nAuthorization: Bearer val-api_token\n" + formType + "a=1"},
		{"user and password", `curl https://a.example/x -u me:pass -d a=1`, "POST https://a.example/x\nAuthorization: Basic bWU6dmFsLWFwaV9wYXNzd29yZA==\n" + formType + "a=1"},
		{"a shell variable", `curl https://a.example/x -H "Authorization: Bearer $MY_TOKEN" -d "a=${B:-1}"`, "POST https://a.example/x\nAuthorization: Bearer val-my_token\n" + formType + "a=val-b"},
		{"a variable for the address", `curl $BASE/v1/x -d a=1`, "POST http://127.0.0.1/v1/x\n" + formType + "a=1"},
		{"an open parameter of the path", `curl 'https://a.example/{account_id}/x y' -d a=1`, "POST https://a.example/val-account_id/x%20y\n" + formType + "a=1"},
		{"a cookie as the only credential", `curl https://a.example/x -b 'sid=1' -d a=1`, "POST https://a.example/x\nCookie: val-cookie\n" + formType + "a=1"},
		{"a multipart form", `curl https://a.example/x -F amount=1 -F note=hi`, "POST https://a.example/x\nContent-Type: multipart/form-data; boundary=" + boundary + "\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"amount\"\r\n\r\n1\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nidm-1\r\n--" + boundary + "--\r\n"},
		{"what looks like a reference is none", `curl https://a.example/x -d 'a=${env:HOME}{{ run.id }}'`, "POST https://a.example/x\n" + formType + "a=%24+%7Benv%3AHOME%7D%7B+%7B+run.id+%7D%7D"},
		{"a field twice", `curl https://a.example/x -d 'a=1&a=2'`, "POST https://a.example/x\n" + formType + "a=1&a=2"},
		{"a list as a body", `curl https://a.example/x --json '[{"amount":1,"memo":"m"}]'`, "POST https://a.example/x\nAccept: application/json\nContent-Type: application/json\n" + `[{"amount":1,"memo":"idm-1"}]`},
		{"no type at all", `curl https://a.example/x -H Content-Type: -d x`, "POST https://a.example/x\nContent-Type: text/plain\nx"},
		{"the command prompt of Windows", "curl ^\"https://a.example/x?a=1^&b=2^\" ^\r\n  -H ^\"content-type: text/xml^\" ^\r\n --data-raw ^\"^<a b=^\\^\"c^\\^\"^>^\n\n^</a^>^\"", "POST https://a.example/x?a=1&b=2\nContent-Type: text/xml\n<a b=\"c\">\n</a>"},
	} {
		if diff := cmp.Diff(c.want, sent(t, made(t, c.line))); diff != "" {
			t.Errorf("%s (- want, + got)\n%s", c.name, diff)
		}
	}
}

func TestMistakesOfALineHaveTheirPlace(t *testing.T) {
	for line, want := range map[string]string{
		"":                                     "--curl:1:1: this is no curl line",
		"wget x":                               "--curl:1:1: this is no curl line",
		"curl":                                 "--curl:1:1: the line has no address",
		"curl \\\n 'https://a.example":         "--curl:2:2: this quote is not closed",
		"curl https://a.example -H":            "--curl:1:24: the flag --header of curl needs a value",
		"curl https://a.example -H 'no colon'": "--curl:1:24: a header has no colon",
		"curl https://a.example b -d a=1":      "--curl:1:24: the line has a second address",
		"curl ftp://a.example -d a=1":          "--curl:1:6: this is no address",
		"curl https://a.example -F f=@x":       "--curl:1:24: a part of a form that is a file",
		"curl https://a.example -d @nowhere":   "--curl:1:24: the file of --data cannot be read",
		"curl https://a.example -T x":          "--curl:1:24: the upload of a file",
		"curl ^\"https://a.example":            "--curl:1:6: a quote of this word is not closed",
	} {
		_, err := Curl(line, nobodysFile)
		var e *source.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q gives %v, want %s", line, err, want)
		}
	}
}

func TestWhatIsLeftOutIsTold(t *testing.T) {
	d := made(t, `curl -kL --proxy p --nonsense -Q --digest -n https://a.example -d a=1 -H A:1 -H a:2`)
	want := []string{
		"--insecure was left out: certificates are checked all the same",
		"--location was left out: redirects are not followed",
		"--proxy was left out: a target file has no place for it",
		"the flag --nonsense of curl is not known here, and was left out",
		"the flag -Q of curl is not known here, and was left out",
		"--digest was left out: the harness knows no digest authentication",
		"--netrc was left out: give the credential as -u",
		"a second header a was left out",
	}
	if diff := cmp.Diff(want, d.Notes); diff != "" {
		t.Errorf("notes (- want, + got)\n%s", diff)
	}
}

func FuzzCurl(f *testing.F) {
	for _, line := range []string{
		`curl https://a.example/v1/x -d amount=1 -d 'note=a b' -u me:pass`, `curl -F a=b -F 'c=d;type=x' a.example`, "curl \\\n $'\\x41\\u00e4' -d \"$A$(b `c`)\"",
		"curl ^\"https://a.example^\" ^\r\n -d ^\"^{^\\^\"a^\\^\":1^}^\"", `curl --json '{"a":"${x}{{ y }}","metadata":{}}' 'https://u:p@a.example/{id}?token=1#f'`,
		`curl $B -d a`, `curl a.example -H 'Authorization: Basic OjpB' -d '[1]' -H 'Content-Type: a+json'`, `curl --data-urlencode =a%b --url-query +x=y -G -XPUT a.example`,
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := Curl(line, nobodysFile)
		if err != nil {
			var e *source.Error
			if !errors.As(err, &e) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		holds(t, r)
	})
}

// holds checks that what is made of a request is a target file.
func holds(t *testing.T, r Request) {
	t.Helper()
	d, err := Make(r, Options{From: "a test", Contracts: contracts})
	if err == nil && len(d.Text) < 100_000 {
		bound(t, d.Text)
	}
}

// A line that took more than linear time would outlast the limit of go test.
func TestAHostileLineComesToAnEnd(t *testing.T) {
	for _, part := range []string{"$(", "${a", "`", "'a'", "\\\n ", "-", "\x00", "^\"", "$'\\x", " -H a:b"} {
		line := "curl " + strings.Repeat(part, 1_000_000/len(part))
		if r, err := Curl(line, nobodysFile); err == nil && r.Address == "" {
			t.Errorf("a line of %q gives neither an error nor an address", part)
		}
	}
}
