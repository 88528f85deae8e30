package reference

import (
	"encoding/json"
	"maps"
	"math/bits"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A variety makes the server differ in all that no contract promises. The zero
// seed keeps everything plain and alike from run to run.
type variety struct {
	seed uint64

	mu  sync.Mutex
	rng *rand.Rand
}

func newVariety(seed uint64) *variety {
	return &variety{seed: seed, rng: rand.New(rand.NewPCG(seed, 0))}
}

// number returns a random number below n.
func (v *variety) number(n int) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.rng.IntN(n)
}

// id writes the id of the nth object: "ch_a1" under the plain seed, and
// otherwise digits and letters in no order. Different n have different ids.
func (v *variety) id(prefix string, n uint64) string {
	if v.seed == 0 {
		return prefix + "a" + strconv.FormatUint(n, 10)
	}
	// Each step can be undone, so that no two numbers become one.
	mixed := bits.RotateLeft64(n*0x9e3779b97f4a7c15+v.seed, 29) * 0xd1342543de82ef95
	return prefix + strconv.FormatUint(mixed, 36)
}

// longestLatency bounds the delay of an answer under a seed.
const longestLatency = 2 * time.Millisecond

// latency is how long to dally; zero under the plain seed.
func (v *variety) latency() time.Duration {
	if v.seed == 0 {
		return 0
	}
	return time.Duration(v.number(int(longestLatency)))
}

// members puts the members of a JSON object into another order. Any other body
// stays as it is, and so does each under the plain seed.
func (v *variety) members(body []byte) []byte {
	var object map[string]json.RawMessage
	if v.seed == 0 || json.Unmarshal(body, &object) != nil || len(object) == 0 {
		return body
	}
	names := slices.Sorted(maps.Keys(object))
	v.mu.Lock()
	v.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	v.mu.Unlock()
	out := []byte{'{'}
	for i, name := range names {
		if i > 0 {
			out = append(out, ',')
		}
		// A string always has a JSON form.
		quoted, _ := json.Marshal(name)
		out = append(append(append(out, quoted...), ':'), object[name]...)
	}
	return append(out, '}')
}

// header spells the names of an answer's header in another case, which also
// changes their order on the wire, and adds a field that is new each time. All
// spellings are legal in HTTP/1.1.
func (v *variety) header(h http.Header) http.Header {
	if v.seed == 0 {
		return h
	}
	spelled := http.Header{}
	for name, values := range h {
		switch v.number(3) {
		case 0:
			spelled[strings.ToLower(name)] = values
		case 1:
			spelled[strings.ToUpper(name)] = values
		default:
			spelled[name] = values
		}
	}
	if _, plain := spelled["Content-Type"]; !plain {
		// Present without a value, it keeps net/http from guessing a type and
		// sending the field twice.
		spelled["Content-Type"] = nil
	}
	spelled["X-Request-Id"] = []string{strconv.Itoa(v.number(1 << 30))}
	return spelled
}
