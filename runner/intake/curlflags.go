package intake

import "strings"

// Flags of curl by what becomes of them. Those that take a value are listed with
// their short form, if they have one.
var (
	// carried say what is sent, and are read.
	carried = flagsOf("X request", "H header", "d data", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json", "u user",
		"F form", "form-string", "url", "url-query", "oauth2-bearer", "b cookie", "A user-agent", "e referer", "T upload-file")
	carriedSwitches = flagsOf("G get", "I head")

	// idle make no difference to what is tested.
	idle = flagsOf("o output", "w write-out", "m max-time", "connect-timeout", "retry", "retry-delay", "retry-max-time", "D dump-header", "trace",
		"trace-ascii", "stderr", "y speed-time", "Y speed-limit", "limit-rate", "keepalive-time", "max-redirs", "c cookie-jar",
		"output-dir", "hsts", "etag-save", "expect100-timeout", "trace-config", "create-file-mode")
	idleSwitches = flagsOf("s silent", "S show-error", "v verbose", "i include", "show-headers", "f fail", "fail-with-body", "fail-early",
		"compressed", "no-progress-meter", "progress-bar", "# progress-bar", "N no-buffer", "no-buffer", "O remote-name", "J remote-header-name",
		"g globoff", "retry-connrefused", "retry-all-errors", "trace-time", "no-keepalive", "tcp-nodelay", "no-sessionid", "0 http1.0",
		"http1.1", "http2", "http2-prior-knowledge", "http3", "4 ipv4", "6 ipv6", "ssl-reqd", "1 tlsv1", "tlsv1.2", "tlsv1.3", "j junk-session-cookies",
		"path-as-is", "create-dirs", "styled-output", "disable", "q disable", "anyauth", "basic", "post301", "post302", "post303", "no-clobber", "raw",
		"disallow-username-in-url", "remove-on-error", "parallel", "Z parallel")

	// told change how a request travels or is answered, and have no place in a
	// target file, each for a reason.
	told = map[string]string{
		"insecure": "certificates are checked all the same", "location": "redirects are not followed", "location-trusted": "redirects are not followed",
		"digest": "the harness knows no digest authentication", "ntlm": "the harness knows no NTLM", "negotiate": "the harness knows no SPNEGO", "netrc": "give the credential as -u", "netrc-optional": "give the credential as -u",
	}
	toldSwitches = flagsOf("n netrc", "netrc-optional", "k insecure", "L location", "location-trusted", "digest", "ntlm", "negotiate")
	toldValues   = flagsOf("x proxy", "U proxy-user", "E cert", "cert-type", "key", "key-type", "pass", "cacert", "capath", "resolve", "connect-to",
		"unix-socket", "abstract-unix-socket", "interface", "aws-sigv4", "K config", "ciphers", "tls13-ciphers", "tls-max", "dns-servers", "doh-url", "noproxy",
		"preproxy", "socks5", "socks5-hostname", "socks4", "socks4a", "pinnedpubkey", "C continue-at", "r range", "z time-cond", "request-target", "variable",
		"delegation", "service-name", "local-port", "haproxy-clientip", "proxy-header", "netrc-file", "etag-compare", "crlfile", "curves")
)

// flagsOf makes a table of long names by all names of flags.
func flagsOf(lines ...string) map[string]string {
	all := map[string]string{}
	for _, l := range lines {
		short, long, both := strings.Cut(l, " ")
		if !both {
			long = short
		}
		all[short], all[long] = long, long
	}
	return all
}

// A flag is one flag of curl as it stands in a line.
type flag struct {
	name  string // long, or the letter of one that is not known
	value string
	known bool
	at    word
}

// flags splits the arguments of curl into flags and addresses.
func flags(args []word) (all []flag, addresses []word, err error) {
	for i := 0; i < len(args); i++ {
		w := args[i]
		next := func(name string) (string, error) {
			if i++; i == len(args) {
				return "", mistake(w.line, w.column, "the flag "+shown(name)+" of curl needs a value, and the line ends", "")
			}
			return args[i].text, nil
		}
		switch {
		case w.text == "--":
			return all, append(addresses, args[i+1:]...), nil
		case strings.HasPrefix(w.text, "--") && strings.Contains(w.text, mark):
			return nil, nil, mistake(w.line, w.column, "a variable stands here for a flag of curl", "write the flag out")
		case strings.HasPrefix(w.text, "--"):
			f, valued := known(w.text[2:])
			if f.at = w; valued {
				if f.value, err = next(f.name); err != nil {
					return nil, nil, err
				}
			}
			all = append(all, f)
		case len(w.text) > 1 && w.text[0] == '-':
			for letters := w.text[1:]; letters != ""; {
				if strings.HasPrefix(letters, mark) {
					return nil, nil, mistake(w.line, w.column, "a variable stands here for flags of curl", "write the flags out")
				}
				f, valued := known(letters[:1])
				letters = letters[1:]
				if f.at = w; valued {
					if f.value, letters = letters, ""; f.value == "" {
						if f.value, err = next(f.name); err != nil {
							return nil, nil, err
						}
					}
				}
				all = append(all, f)
			}
		default:
			addresses = append(addresses, w)
		}
	}
	return all, addresses, nil
}

// known looks a flag up, and says whether it takes a value.
func known(name string) (f flag, valued bool) {
	for _, table := range []map[string]string{carried, idle, toldValues} {
		if long, found := table[name]; found {
			return flag{name: long, known: true}, true
		}
	}
	for _, table := range []map[string]string{carriedSwitches, idleSwitches, toldSwitches} {
		if long, found := table[name]; found {
			return flag{name: long, known: true}, false
		}
	}
	if strings.HasPrefix(name, "no-") {
		if f, valued := known(name[3:]); f.known && !valued && idleSwitches[f.name] != "" {
			return f, false
		}
	}
	return flag{name: name}, false
}

// shown writes a flag as in a line.
func shown(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
