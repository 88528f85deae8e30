package wire

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"strings"
	"testing"
)

func squeeze(t testing.TB, coding, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if coding == "deflate" {
		w = zlib.NewWriter(&b)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDecode(t *testing.T) {
	twice := squeeze(t, "gzip", string(squeeze(t, "deflate", "text")))
	for name, tt := range map[string]struct {
		coding string
		body   []byte
	}{
		"no coding":    {"", []byte("text")},
		"identity":     {"Identity", []byte("text")},
		"gzip":         {"gzip", squeeze(t, "gzip", "text")},
		"its old name": {"X-GZIP", squeeze(t, "gzip", "text")},
		"deflate":      {"deflate", squeeze(t, "deflate", "text")},
	} {
		if got, err := Decode(tt.coding, tt.body, 4); err != nil || string(got) != "text" {
			t.Errorf("%s: %q, error %v", name, got, err)
		}
	}
	if got, err := Decode("deflate, gzip", twice, 100); err != nil || string(got) != "text" {
		t.Errorf("one over the other: %q, error %v", got, err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	whole := squeeze(t, "gzip", "text")
	for name, tt := range map[string]struct {
		coding string
		body   []byte
		want   string
	}{
		"what it does not know":  {"br", nil, `"br" is not known`},
		"what is no gzip":        {"gzip", []byte("text"), "content-encoding gzip"},
		"half a gzip":            {"gzip", whole[:len(whole)-3], "unexpected EOF"},
		"more than the limit":    {"gzip", squeeze(t, "gzip", "texts"), "more than 4 bytes"},
		"too many codings":       {"gzip,gzip,gzip,gzip", whole, "4 codings"},
		"what is no zlib stream": {"deflate", []byte("text"), "content-encoding deflate"},
	} {
		if _, err := Decode(tt.coding, tt.body, 4); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}
