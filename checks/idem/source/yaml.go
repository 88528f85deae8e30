package source

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// A Document is a text that was read, with the places of all its parts.
type Document struct {
	Root Value
	name string
	text []byte
}

// Parse reads a text of one YAML document, which may as well be JSON. Name is
// what errors call it. Every error is an [*Error].
func Parse(name string, text []byte) (*Document, error) {
	return parse(name, text, bounds{size: maxSize, marks: maxMarks, parts: maxParts})
}

func parse(name string, text []byte, b bounds) (*Document, error) {
	d := &Document{name: name, text: text}
	if err := d.within(b); err != nil {
		return nil, err
	}
	if err := d.encoding(); err != nil {
		return nil, err
	}
	var nodes []yaml.Node
	if err := load(text, &nodes); err != nil {
		return nil, d.syntax(err)
	}
	switch {
	case len(nodes) == 0 || len(nodes[0].Content) == 0:
		return nil, d.errorAt(1, 1, "the text is empty", "")
	case len(nodes) > 1:
		return nil, d.errorAt(nodes[1].Line, nodes[1].Column, "a second document begins here, and only one is read", "remove the line ---")
	}
	var err error
	c := converter{document: d, bounds: b}
	d.Root, err = c.convert(nodes[0].Content[0], 0)
	if err != nil {
		return nil, err
	}
	return d, nil
}

// load turns a panic of the parser into an error, since texts come from
// strangers.
func load(text []byte, nodes *[]yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the text cannot be parsed: %v", p)
		}
	}()
	return yaml.Load(text, nodes, yaml.WithAllDocuments())
}

// A converter makes values of nodes.
type converter struct {
	document *Document
	parts    int
	bounds   bounds
}

func (c *converter) fail(n *yaml.Node, hint, format string, args ...any) error {
	return c.document.errorAt(n.Line, n.Column, fmt.Sprintf(format, args...), hint)
}

func (c *converter) convert(n *yaml.Node, depth int) (Value, error) {
	c.parts++
	switch {
	case depth > maxDepth:
		return Value{}, c.fail(n, "", "it nests deeper than %d levels", maxDepth)
	case c.parts > c.bounds.parts:
		return Value{}, c.fail(n, "write it out without aliases", "with its aliases the text has more than %d values", c.bounds.parts)
	}
	v := Value{Line: n.Line, Column: n.Column}
	switch n.Kind {
	case yaml.AliasNode:
		return c.convert(n.Alias, depth+1)
	case yaml.SequenceNode:
		v.Kind = Array
		for _, item := range n.Content {
			inner, err := c.convert(item, depth+1)
			if err != nil {
				return v, err
			}
			v.Items = append(v.Items, inner)
		}
		return v, nil
	case yaml.MappingNode:
		v.Kind = Object
		return c.members(n, v, depth)
	case yaml.ScalarNode:
		return c.scalar(n, v)
	}
	return v, c.fail(n, "", "this cannot stand here")
}

func (c *converter) members(n *yaml.Node, v Value, depth int) (Value, error) {
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		switch name.Kind {
		case yaml.ScalarNode:
		case yaml.MappingNode:
			return v, c.fail(name, quoteTemplate, "the name of a member must be plain text, and not a mapping")
		default:
			return v, c.fail(name, "", "the name of a member must be plain text")
		}
		if name.Tag == "!!merge" {
			return v, c.fail(name, "write the members out", "merge keys (<<) are not read")
		}
		if line, twice := seen[name.Value]; twice {
			return v, c.fail(name, "remove one of them", "%q stands here a second time, after line %d", name.Value, line)
		}
		seen[name.Value] = name.Line
		inner, err := c.convert(value, depth+1)
		if err != nil {
			return v, err
		}
		v.Members = append(v.Members, Member{Name: name.Value, Line: name.Line, Column: name.Column, Value: inner})
	}
	return v, nil
}

func (c *converter) scalar(n *yaml.Node, v Value) (Value, error) {
	v.Text = n.Value
	switch n.Tag {
	case "!!null":
		v.Kind, v.Text = Null, ""
	case "!!bool":
		var b bool
		if err := n.Decode(&b); err != nil {
			return v, c.fail(n, "", "%q is no boolean", n.Value)
		}
		v.Kind, v.Text = Bool, strconv.FormatBool(b)
	case "!!int", "!!float":
		return c.number(n, v)
	case "!!str", "!!timestamp":
		v.Kind = String
		if n.Style == 0 && isNumber(n.Value) { // one that is out of the parser's range
			return c.number(n, v)
		}
	default:
		return v, c.fail(n, "remove the tag, or put the value in quotes", "the tag %s is not read", n.Tag)
	}
	return v, nil
}

func (c *converter) number(n *yaml.Node, v Value) (Value, error) {
	const way = "put it in quotes if text is meant, or write it as JSON does"
	v.Kind = Number
	if !isNumber(n.Value) {
		if c.bounds.lenient {
			return Value{Kind: String, Text: n.Value, Line: n.Line, Column: n.Column}, nil
		}
		return v, c.fail(n, way, "%q is a number that JSON cannot spell", n.Value)
	}
	if _, exponent, found := strings.Cut(strings.ToLower(n.Value), "e"); found {
		if e, err := strconv.Atoi(exponent); err != nil || e > maxExponent || e < -maxExponent {
			return v, c.fail(n, way, "%q has an exponent beyond %d", n.Value, maxExponent)
		}
	}
	return v, nil
}

// isNumber reports whether a text is a number as JSON spells them.
func isNumber(s string) bool {
	return s != "" && strings.Contains("-0123456789", s[:1]) && json.Valid([]byte(s))
}
