package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/report"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// look is how output appears: the flags, and what the streams are.
type look struct {
	colour      string
	progressing string
	quiet       bool
	verbose     bool
}

func (l *look) flags(f *pflag.FlagSet) {
	f.StringVar(&l.colour, "color", "auto", "colour the output: auto, always or never")
	f.StringVar(&l.progressing, "progress", "auto", "show progress on the standard error: auto, plain or none")
	f.BoolVarP(&l.quiet, "quiet", "q", false, "show findings and the summary alone")
	f.BoolVarP(&l.verbose, "verbose", "v", false, "show each check by name, and at length what was seen, also in those that passed")
}

// console is how the console report appears on the standard output.
func (l look) console(env environment) report.Look {
	return report.Look{
		Colour: l.coloured(env, env.stdout), ASCII: !unicode(env), Quiet: l.quiet, Verbose: l.verbose,
	}
}

// coloured decides for one stream: the flag, NO_COLOR (https://no-color.org),
// FORCE_COLOR, and then whether it is a terminal.
func (l look) coloured(env environment, w io.Writer) bool {
	switch l.colour {
	case "always":
		return true
	case "never":
		return false
	}
	if v, _ := env.getenv("NO_COLOR"); v != "" {
		return false
	}
	if v, _ := env.getenv("FORCE_COLOR"); v != "" {
		return true
	}
	if v, _ := env.getenv("TERM"); v == "dumb" {
		return false
	}
	return isTerminal(w)
}

func isTerminal(w io.Writer) bool {
	f, isFile := w.(*os.File)
	return isFile && term.IsTerminal(int(f.Fd()))
}

// unicode reports whether the locale can show more than ASCII. Without any
// locale the answer is yes, since that is what CI systems show.
func unicode(env environment) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, _ := env.getenv(name); v != "" {
			v = strings.ToUpper(v)
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return true
}

// A progress shows on the standard error how far a run is.
type progress struct {
	w    io.Writer
	live bool
}

func (l look) progress(env environment) progress {
	if l.progressing == "none" || l.quiet {
		return progress{w: io.Discard}
	}
	ci, _ := env.getenv("CI")
	return progress{w: env.stderr, live: l.progressing == "auto" && ci == "" && isTerminal(env.stderr)}
}

// update shows that a check is done.
func (p progress) update(done, total int, r idem.Result) {
	if p.live {
		fmt.Fprintf(p.w, "\r\x1b[K%d/%d %s %s", done, total, r.ID(), r.Judgement.Verdict())
		return
	}
	fmt.Fprintf(p.w, "%d/%d %s %s\n", done, total, r.ID(), r.Judgement.Verdict())
}

// end clears the live line.
func (p progress) end() {
	if p.live {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
