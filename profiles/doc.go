// Package profiles holds the dialects of idempotency keys as data: one YAML file
// each, decoded into an [idem.Contract]. Each clause says how strongly it is
// promised, where the promise was read, and how sure the reading is. What the
// documents of an API do not say is absent, and nobody is held to it.
//
// The package decides nothing. It only refuses files that contradict themselves.
package profiles
