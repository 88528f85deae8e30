package profiles

import (
	"embed"
	"fmt"
	"slices"
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

//go:embed *.yaml base/*.yaml
var files embed.FS

var builtIn = shelf{files}

//go:embed profile.schema.json
var schemaText []byte

// schemaID is the address that names the schema. Nobody visits it.
const schemaID = "https://idemspec.github.io/schema/profile.schema.json"

var compiled = sync.OnceValues(func() (*source.Schema, error) { return source.Compile(schemaID, schemaText) })

// Schema returns the JSON Schema (draft-07) of a profile file.
func Schema() []byte { return slices.Clone(schemaText) }

// Names returns the names of the built-in profiles, sorted.
func Names() []string { return builtIn.names() }

// Load returns a built-in profile. An unknown name is an error that offers the
// one that was probably meant.
func Load(name string) (idem.Contract, error) {
	d, found, err := builtIn.open(name)
	switch {
	case err != nil:
		return idem.Contract{}, err
	case !found:
		return idem.Contract{}, fmt.Errorf("profile %q does not exist%s: 'idemspec list profiles' shows their names",
			name, source.DidYouMean(name, Names()))
	}
	return builtIn.contract(d, name)
}

// Parse reads a profile file, which may extend a built-in profile. Name is what
// errors call it. Every mistake is a [*source.Error] with its place.
func Parse(name string, text []byte) (idem.Contract, error) {
	d, err := source.Parse(name, text)
	if err != nil {
		return idem.Contract{}, err
	}
	return builtIn.contract(d, "")
}
