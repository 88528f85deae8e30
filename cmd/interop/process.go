package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A process is a server while it runs.
type process struct {
	api, admin string // addresses, as its first line names them

	end        context.CancelFunc
	done       chan struct{}
	complaints bytes.Buffer // what it wrote to its standard error; to be read once it is done
}

// startPatience is how long a server may take to open its listeners.
const startPatience = 30 * time.Second

// lastWords is how long a server that did not start may take to end by itself.
const lastWords = 2 * time.Second

// launch starts a server and waits for its first line. Bin is the folder of the
// built Go programs.
func launch(ctx context.Context, s server, dir, bin string) (*process, error) {
	running, end := context.WithCancel(ctx)
	program := strings.Replace(s.start[0], "BIN/", bin+string(filepath.Separator), 1)
	cmd := exec.CommandContext(running, program, s.start[1:]...)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	p := &process{end: end, done: make(chan struct{})}
	cmd.Stderr = &p.complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		end()
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		end()
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	first := make(chan string, 1)
	go func() {
		defer close(p.done)
		lines := bufio.NewReader(out)
		line, _ := lines.ReadString('\n') // an early end is an empty line
		first <- line
		io.Copy(io.Discard, lines)
		cmd.Wait()
	}()
	var line string
	select {
	case line = <-first:
	case <-time.After(startPatience):
	}
	if p.api, p.admin, err = addresses(line); err != nil {
		// It may be about to say what is wrong.
		select {
		case <-p.done:
		case <-time.After(lastWords):
		}
		p.stop()
		return nil, fmt.Errorf("%s did not start: %w: %s", s.name, err, bytes.TrimSpace(p.complaints.Bytes()))
	}
	return p, nil
}

// stop ends the process and waits for its end.
func (p *process) stop() {
	p.end()
	<-p.done
}

// addresses reads the first line of a server.
func addresses(line string) (api, admin string, err error) {
	if _, err := fmt.Sscanf(line, "api=%s admin=%s", &api, &admin); err != nil {
		return "", "", errors.New("its first line does not name its addresses")
	}
	return api, admin, nil
}
