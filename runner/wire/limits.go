package wire

import "time"

// Limits bound what is taken from a target. A zero field stands for its
// default. How long an exchange may take is the matter of its context alone.
type Limits struct {
	Head    int           // bytes of each head, and of the trailer; default 64 KiB
	Body    int64         // bytes of a body that are kept; default 1 MiB
	Drain   int64         // bytes beyond it that are read and thrown away; default 8 MiB
	Interim int           // 1xx answers before the answer; default 16
	Idle    int           // frames of HTTP/2 in a row that bring nothing of an answer; default 1000
	Settle  time.Duration // how long a cut waits until what was written is acknowledged, or the target says that it has read it; default 2 s
}

func (l Limits) orDefaults() Limits {
	if l.Head == 0 {
		l.Head = 64 << 10
	}
	if l.Body == 0 {
		l.Body = 1 << 20
	}
	if l.Drain == 0 {
		l.Drain = 8 << 20
	}
	if l.Interim == 0 {
		l.Interim = 16
	}
	if l.Idle == 0 {
		l.Idle = 1000
	}
	if l.Settle == 0 {
		l.Settle = 2 * time.Second
	}
	return l
}
