package runner

import (
	"regexp"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestMintKeepsTheFormat(t *testing.T) {
	for name, c := range map[string]struct {
		format idem.Format
		want   string
	}{
		"any key is a version 4 UUID":                    {idem.Format{}, `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`},
		"a UUID too long for the limit loses its dashes": {idem.Format{MaxLength: 32}, `^[0-9a-f]{32}$`},
		"a shorter limit":                                {idem.Format{MaxLength: 20}, `^[a-z0-9]{20}$`},
		"letters, digits":                                {idem.Format{MinLength: 16, MaxLength: 36, Pattern: `[a-zA-Z0-9-]+`}, `^[0-9a-f-]{36}$`},
		"digits alone":                                   {idem.Format{Pattern: `[0-9]{16}`}, `^[0-9]{16}$`},
		"a long key":                                     {idem.Format{MinLength: 64}, `^[a-z0-9]{64}$`},
		"a UUID is needed":                               {idem.Format{Kind: idem.UUIDv4}, `^[0-9a-f-]{36}$`},
	} {
		key, err := mint(randomFor(1, name), c.format)
		if err != nil || !regexp.MustCompile(c.want).MatchString(key) {
			t.Errorf("%s: mint = %q, %v, want %s", name, key, err, c.want)
		}
	}
}

func TestMintSaysWhenItCannot(t *testing.T) {
	for _, f := range []idem.Format{{Pattern: `X-[0-9]{3}`}, {Kind: idem.UUID, MaxLength: 20}} {
		if key, err := mint(randomFor(1, "x"), f); err == nil {
			t.Errorf("mint(%+v) = %q, want an error", f, key)
		}
	}
}

func TestRandomnessDependsOnSeedAndPurposeAlone(t *testing.T) {
	key := func(seed uint64, purpose string) string {
		k, err := mint(randomFor(seed, purpose), idem.Format{})
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	if first, again := key(7, "a"), key(7, "a"); first != again {
		t.Error("one seed gives two keys for one purpose")
	}
	seen := map[string]bool{}
	for seed := range uint64(100) {
		for _, purpose := range []string{"a", "b", "a/b"} {
			seen[key(seed, purpose)] = true
		}
	}
	if len(seen) != 300 {
		t.Errorf("300 seeds and purposes give %d keys", len(seen))
	}
}
