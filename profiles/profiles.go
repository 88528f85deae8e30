package profiles

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

//go:embed *.yaml
var files embed.FS

//go:embed profile.schema.json
var schemaText []byte

// schemaID is the address that names the schema. Nobody visits it.
const schemaID = "https://idemspec.github.io/schema/profile.schema.json"

var compiled = sync.OnceValues(func() (*source.Schema, error) { return source.Compile(schemaID, schemaText) })

// Schema returns the JSON Schema (draft-07) of a profile file.
func Schema() []byte { return slices.Clone(schemaText) }

// Names returns the names of the built-in profiles, sorted.
func Names() []string {
	entries, _ := files.ReadDir(".") // an embedded folder is always readable
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// Load returns a built-in profile. An unknown name is an error that offers the
// one that was probably meant.
func Load(name string) (idem.Contract, error) {
	text, err := files.ReadFile(name + ".yaml")
	if err != nil {
		return idem.Contract{}, fmt.Errorf("profile %q does not exist%s: 'idemspec list profiles' shows their names",
			name, source.DidYouMean(name, Names()))
	}
	return Parse(name+".yaml", text)
}

// Parse reads a profile file. Name is what errors call it. Every mistake is a
// [*source.Error] with its place.
func Parse(name string, text []byte) (idem.Contract, error) {
	var c idem.Contract
	schema, err := compiled()
	if err != nil {
		return c, err
	}
	d, err := source.Parse(name, text)
	if err != nil {
		return c, err
	}
	if err := schema.Validate(d); err != nil {
		return c, err
	}
	if err := d.Root.Decode(&c); err != nil {
		return c, d.Errorf("", "", "%v", err)
	}
	return c, contradiction(d, c)
}
