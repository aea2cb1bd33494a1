// Package classify says what a thing in a source is to somebody who wants to
// go out: a destination of which category, if any, how prominent, whether it
// suits children, has seats, costs nothing, and how well one gets around. The
// rules are data, in one table, and every attribute comes with its evidence.
// The package knows tags, not files, and refuses to guess: what has no evidence
// is unknown.
package classify

import (
	"fmt"
	"slices"
	"strings"

	"servicemap/internal/destination"
)

// Reasons why a thing with the tags of a destination is none.
const (
	DropUnnamed   = "no name"
	DropUnknown   = "not notable enough"
	DropSmall     = "small and without a name"
	DropPrivate   = "private"
	DropLifecycle = "no longer or not yet there"
	DropHidden    = "switched off by the rules"
)

// Classifier applies a table of rules. It is safe for concurrent use.
type Classifier struct {
	rules   []rule
	byKey   map[string][]int // rules by the key of their first condition
	weights Weights
	names   map[string]destination.Category // the operator's own, folded
}

type rule struct {
	Rule
	conditions []condition
}

// condition on the value of a tag. Values may be lists ("a;b"): one of them
// suffices.
type condition struct {
	key      string
	negated  bool
	contains bool     // the values are parts of the wanted one, in lower case
	values   []string // nil: any
}

// parseConditions reads "key=a|b other=* third!=c name~part".
func parseConditions(s string) ([]condition, error) {
	var out []condition
	for _, field := range splitConditions(s) {
		i := strings.IndexAny(field, "=!~")
		if i <= 0 {
			return nil, fmt.Errorf("condition %q: want key=value, key!=value or key~part", field)
		}
		c := condition{key: field[:i]}
		rest := field[i:]
		switch {
		case strings.HasPrefix(rest, "!="):
			c.negated, rest = true, rest[2:]
		case rest[0] == '=':
			rest = rest[1:]
		case rest[0] == '~':
			c.contains, rest = true, strings.ToLower(rest[1:])
		default:
			return nil, fmt.Errorf("condition %q: want key=value, key!=value or key~part", field)
		}
		if rest == "" {
			return nil, fmt.Errorf("condition %q has no value", field)
		}
		if rest != "*" {
			c.values = strings.Split(rest, "|")
		}
		out = append(out, c)
	}
	if len(out) == 0 || out[0].negated || out[0].contains {
		return nil, fmt.Errorf("conditions %q: the first one must be key=value", s)
	}
	return out, nil
}

// splitConditions splits at spaces that are followed by a new condition, so
// that values may have spaces in them.
func splitConditions(s string) []string {
	var out []string
	for _, word := range strings.Fields(s) {
		if len(out) > 0 && !strings.ContainsAny(word, "=~") {
			out[len(out)-1] += " " + word
		} else {
			out = append(out, word)
		}
	}
	return out
}

func (c *condition) holds(tags destination.Tags) bool {
	value := tags.Get(c.key)
	if value == "" || value == "no" && c.values == nil {
		return c.negated
	}
	if c.values == nil {
		return !c.negated
	}
	if c.contains {
		value = strings.ToLower(value)
		return slices.ContainsFunc(c.values, func(part string) bool { return strings.Contains(value, part) })
	}
	return slices.ContainsFunc(c.values, func(want string) bool { return hasValue(value, want) }) != c.negated
}

// hasValue reports whether a value, or one in a list of values, is the wanted one.
func hasValue(value, want string) bool {
	if value == want {
		return true
	}
	if !strings.Contains(value, ";") {
		return false
	}
	for one := range strings.SplitSeq(value, ";") {
		if strings.TrimSpace(one) == want {
			return true
		}
	}
	return false
}

// New makes a classifier of rules and weights.
func New(rules []Rule, weights Weights) (*Classifier, error) {
	c := &Classifier{byKey: map[string][]int{}, weights: weights}
	for i, r := range rules {
		conditions, err := parseConditions(r.Tags)
		if err != nil {
			return nil, fmt.Errorf("rule %d (%s): %w", i+1, r.Category.ID(), err)
		}
		c.rules = append(c.rules, rule{r, conditions})
		c.byKey[conditions[0].key] = append(c.byKey[conditions[0].key], i)
	}
	return c, nil
}

// Default is the classifier that applies when the operator says nothing else.
func Default() *Classifier {
	c, err := New(DefaultRules(), DefaultWeights())
	if err != nil {
		panic(err) // the table is ours, and a test reads it
	}
	return c
}

// Keys are the tags of which a destination has at least one.
func (c *Classifier) Keys() []string {
	keys := make([]string, 0, len(c.byKey))
	for key := range c.byKey {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Match finds the first rule whose tags a thing has. Needs are not looked at.
func (c *Classifier) Match(tags destination.Tags) (Rule, bool) {
	best := len(c.rules)
	for _, tag := range tags {
		for _, i := range c.byKey[tag.Key] {
			if i >= best {
				break
			}
			if c.rules[i].holds(tags) {
				best = i
				break
			}
		}
	}
	if best == len(c.rules) {
		return Rule{}, false
	}
	return c.rules[best].Rule, true
}

func (r *rule) holds(tags destination.Tags) bool {
	for i := range r.conditions {
		if !r.conditions[i].holds(tags) {
			return false
		}
	}
	return true
}

// Category classifies a thing. When it has the tags of a destination and still
// is none, dropped says why.
func (c *Classifier) Category(f *destination.Feature) (rule Rule, dropped string, ok bool) {
	rule, ok = c.Match(f.Tags)
	if !ok {
		return rule, "", false
	}
	dropped = c.dropped(rule, f)
	return rule, dropped, dropped == ""
}

func (c *Classifier) dropped(rule Rule, f *destination.Feature) string {
	switch {
	case slices.Contains(c.weights.HiddenCategories, rule.Category.ID()):
		return DropHidden
	case isPrivate(rule.Category, f.Tags):
		return DropPrivate
	case isGone(rule.Category, f.Tags):
		return DropLifecycle
	}
	named := PlainName(f.Tags) != ""
	switch rule.Needs {
	case Name:
		if !named {
			return DropUnnamed
		}
	case Known, Notable:
		if !named {
			return DropUnnamed
		}
		known := f.Tags.Has("wikidata") || f.Tags.Has("wikipedia") || rule.Needs == Known && Website(f.Tags) != ""
		if !known {
			return DropUnknown
		}
	case Size:
		if !named && f.Shape.AreaKm2()*1e6 < c.weights.UnnamedMinM2 {
			return DropSmall
		}
	}
	return ""
}

func isPrivate(category destination.Category, tags destination.Tags) bool {
	if tags.Is("access", "private", "no") {
		return !isLandmark(category, tags)
	}
	// A playground for the customers of a restaurant or the tenants of a house.
	return category == destination.Playground && tags.Is("access", "customers", "permit", "residents")
}

// isLandmark finds what people go to see though they may not go in: a prince
// lives in many a castle.
func isLandmark(category destination.Category, tags destination.Tags) bool {
	switch category {
	case destination.Castle, destination.Ruins, destination.Monastery, destination.Church, destination.Monument,
		destination.Bridge, destination.TechnicalMonument:
		return tags.Has("wikidata") || tags.Has("wikipedia")
	}
	return false
}

// isGone looks at the lifecycle tags that stand beside the main tag; those in
// front of it (disused:tourism) already keep it from matching.
func isGone(category destination.Category, tags destination.Tags) bool {
	for _, state := range []string{"demolished", "removed", "razed", "destroyed", "proposed", "planned", "construction"} {
		if tags.Is(state, "yes") {
			return true
		}
	}
	if tags.Is("disused", "yes") || tags.Is("abandoned", "yes") {
		switch category {
		case destination.Castle, destination.Ruins, destination.ArchaeologicalSite, destination.TechnicalMonument,
			destination.Monument, destination.Memorial, destination.Monastery, destination.Bridge:
			return false // what is old is often out of use
		}
		return true
	}
	return false
}
