// Package source reads what users write: YAML and JSON texts in which every
// mistake has a place. A text becomes an ordered [Value] that knows line and
// column of each of its parts and keeps the order of members and the spelling of
// numbers; a JSON Schema (draft-07) says what may stand in it; and what is wrong
// becomes one [Error] that shows the line with a caret under the place.
//
// It reads no file: the caller brings the bytes.
package source
