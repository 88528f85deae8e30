package reference_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/reference"
)

// childStore is the variable that makes the test binary a server on the file, or
// on the schema of the tests' database, that it names.
const childStore = "IDEMSPEC_REFERENCE_STORE"

func TestMain(m *testing.M) {
	place := os.Getenv(childStore)
	if place == "" {
		m.Run()
		return
	}
	if err := serveChild(place, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// inSchema begins a place that is a schema.
const inSchema = "schema:"

// places names a place of each kind of store that several processes can open.
func places(t *testing.T) map[string]string {
	all := map[string]string{"sqlite": filepath.Join(t.TempDir(), "store.db")}
	if postgres() != "" {
		all["postgres"] = inSchema + schema(t)
	}
	return all
}

func openPlace(ctx context.Context, place string) (reference.Store, error) {
	if name, found := strings.CutPrefix(place, inSchema); found {
		return reference.OpenPostgres(ctx, postgres(), name)
	}
	return reference.OpenSQLite(ctx, place, reference.Full)
}

// serveChild serves until its input ends, as it does when the parent dies.
func serveChild(place string, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	store, err := openPlace(ctx, place)
	if err != nil {
		return err
	}
	s, err := reference.New(reference.Options{Contract: seed, Store: store})
	if err != nil {
		return err
	}
	api, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	admin, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, api.Addr(), admin.Addr()); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, in) // its end is all that counts
		cancel()
	}()
	if err := s.Serve(ctx, api, admin); err != nil {
		return err
	}
	return store.Close()
}

// A child is a server in a process of its own.
type child struct {
	*target
	process *exec.Cmd
	stdin   io.Closer
}

// launch starts a child on a place. It dies with the test at the latest.
func launch(t *testing.T, place string) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childStore+"="+place)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &child{process: cmd, stdin: stdin}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	var api, admin string
	if _, errScan := fmt.Sscan(line, &api, &admin); errScan != nil {
		c.kill()
		t.Fatalf("the child has said %q: %v", line, err)
	}
	c.target = &target{
		t: t, contract: seed, api: "http://" + api, admin: "http://" + admin,
		client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
	return c
}

// kill ends the child at once, as kill -9 does.
func (c *child) kill() {
	_ = c.process.Process.Kill() // it may be dead already
	_ = c.process.Wait()         // it was killed, which is no success
	_ = c.stdin.Close()
}

// stop lets the child end by itself.
func (c *child) stop() error {
	if err := c.stdin.Close(); err != nil {
		return err
	}
	return c.process.Wait()
}
