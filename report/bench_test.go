package report

import (
	"fmt"
	"io"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

// long is a run of 100 checks with 20,000 exchanges.
func long() idem.Run {
	r := fixed()
	r.Results = nil
	for i := range 100 {
		judge := passes
		if i%10 == 0 {
			judge = finds(idem.Finding{Message: "the target made a second effect", Want: "1 effect", Got: "2 effects", Evidence: []string{"first"}})
		}
		h := history(nil, ledger("before", 0), ledger("after", 1000, "ch_1", "ch_2"))
		for n := range 200 {
			h.Exchanges = append(h.Exchanges, charge("first", firstKey, float64(2*n), float64(2*n+1), n, 201, fmt.Sprint("ch_", n)))
		}
		r.Results = append(r.Results, result(fmt.Sprintf("check-%d", i), "replay", idem.Replay, judge, h))
	}
	return r
}

func BenchmarkFormats(b *testing.B) {
	r := long()
	formats := append(Formats(), Format{Name: "console", Write: onTerminal(Look{Verbose: true})})
	for _, f := range formats {
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				var n length
				if err := f.Write(io.MultiWriter(&n), r); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(n))
			}
		})
	}
}
