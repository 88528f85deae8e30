package main

import "runtime/debug"

// release is the version of the next release; a release build overwrites it.
var release = "v0.1.0-dev"

// version returns the module's version if the binary was installed from one,
// and the next release's name otherwise.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return release
}
