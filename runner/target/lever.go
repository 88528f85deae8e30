package target

import "github.com/idemspec/idemspec/checks/idem"

// levers reads the hooks that make a target do what requests alone cannot.
func (l *loader) levers() error {
	for _, read := range []func() error{l.clock, l.hold, l.restart, l.breaks, l.revoke} {
		if err := read(); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) clock() error {
	c := l.file.Clock
	if c == nil {
		return nil
	}
	if c.Wait {
		l.target.Clock = &Clock{Wait: true}
		return nil
	}
	h, err := l.hook("/clock/http", *c.HTTP, "POST")
	if err != nil {
		return err
	}
	if !h.mentions("seconds") {
		return l.doc.Errorf("/clock/http", `such as: body: { advance_seconds: "{{ seconds }}" }`, "the clock is not told how far to move: {{ seconds }} stands nowhere")
	}
	l.target.Clock = &Clock{Hook: h}
	return nil
}

func (l *loader) hold() error {
	f := l.file.Hold
	if f == nil {
		return nil
	}
	h := &Hold{}
	var err error
	if h.Patience, err = l.length("/hold/patience", f.Patience, usualHoldPatience); err != nil {
		return err
	}
	if h.Arm, err = l.hook("/hold/http", f.HTTP, "POST"); err != nil {
		return err
	}
	if h.Release, err = l.hook("/hold/release", f.Release, "POST"); err != nil {
		return err
	}
	l.target.Hold = h
	return nil
}

func (l *loader) restart() error {
	f := l.file.Restart
	if f == nil {
		return nil
	}
	r := &Restart{}
	var err error
	if r.Hook, err = l.hook("/restart/http", f.HTTP, "POST"); err != nil {
		return err
	}
	if r.Ready, err = l.hook("/restart/ready", f.Ready, "GET"); err != nil {
		return err
	}
	l.target.Restart = r
	return nil
}

func (l *loader) breaks() error {
	f := l.file.Break
	if f == nil {
		return nil
	}
	b := &Break{}
	var err error
	if b.Hook, err = l.hook("/break/http", f.HTTP, "POST"); err != nil {
		return err
	}
	if !b.Hook.mentions("point") {
		return l.doc.Errorf("/break/http", `such as: body: { case: "{{ case.id }}", at: "{{ point }}" }`, "the break is not told where to strike: {{ point }} stands nowhere")
	}
	if b.Mend, err = l.hook("/break/mend", f.Mend, "POST"); err != nil {
		return err
	}
	l.target.Break = b
	return nil
}

func (l *loader) revoke() error {
	f := l.file.Revoke
	if f == nil {
		return nil
	}
	h, err := l.hook("/revoke/http", f.HTTP, "POST")
	if err == nil && len(l.target.credentials[idem.Revoked]) == 0 {
		err = l.doc.Errorf("/revoke", "give accounts.revoked", "a right can be revoked, and no credential is there to lose it")
	}
	l.target.Revoke = &h
	return err
}
