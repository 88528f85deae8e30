package bugs

import (
	"net/http"
	"sync"

	"github.com/idemspec/idemspec/reference"
)

// lookAlikes returns what tells whether a request that creates was made before,
// under whatever key.
func lookAlikes() func(*reference.Call) bool {
	var mu sync.Mutex
	made := map[string]bool{}
	return func(c *reference.Call) bool {
		text := digest(c.Account + "\n" + c.Request.URL.Path + "\n" + string(encoded(members(c.Body))))
		mu.Lock()
		defer mu.Unlock()
		before := made[text]
		made[text] = c.Request.Method == http.MethodPost
		return before
	}
}
