package destination

// Tag is one property of a thing in a source.
type Tag struct {
	Key, Value string
}

// Tags are the properties of a thing. There are few of them, so they are a
// list that is searched rather than a map.
type Tags []Tag

// Get is the value of a tag, "" when it is not there.
func (t Tags) Get(key string) string {
	for i := range t {
		if t[i].Key == key {
			return t[i].Value
		}
	}
	return ""
}

// Has reports whether there is a tag with the key and a value.
func (t Tags) Has(key string) bool { return t.Get(key) != "" }

// Is reports whether the tag has one of the values.
func (t Tags) Is(key string, values ...string) bool {
	v := t.Get(key)
	if v == "" {
		return false
	}
	for _, want := range values {
		if v == want {
			return true
		}
	}
	return false
}

// Set replaces the value of a tag or adds it.
func (t Tags) Set(key, value string) Tags {
	for i := range t {
		if t[i].Key == key {
			t[i].Value = value
			return t
		}
	}
	return append(t, Tag{key, value})
}

// Feature is a thing that a source describes, before anybody has said what
// kind of destination it is, if any.
type Feature struct {
	SourceID string // "osm:way/123"
	Tags     Tags
	Point    Point // on the thing
	Shape    Shape
}
