package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// ordered is a JSON object that keeps the order of its members.
type ordered[T any] []member[T]

type member[T any] struct {
	Name  string
	Value T
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *ordered[T]) UnmarshalJSON(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		m := member[T]{Name: fmt.Sprint(name)}
		if err := dec.Decode(&m.Value); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		*o = append(*o, m)
	}
	return nil
}

func (o ordered[T]) get(name string) (T, bool) {
	for _, m := range o {
		if m.Name == name {
			return m.Value, true
		}
	}
	var none T
	return none, false
}

// The parts of an OpenAPI description that the reference shows.
type (
	apiDocument struct {
		Info struct {
			Title       string
			Version     string
			Summary     string
			Description string
		}
		Tags []struct {
			Name        string
			Description string
		}
		Paths      ordered[apiPath]
		Components struct {
			Parameters      ordered[apiParameter]
			Responses       ordered[apiResponse]
			Headers         ordered[apiHeader]
			Schemas         ordered[apiSchema]
			SecuritySchemes ordered[apiSecurity]
		}
	}
	apiPath struct {
		Get apiOperation
	}
	apiOperation struct {
		OperationID string
		Tags        []string
		Summary     string
		Description string
		Parameters  []apiParameter
		Responses   ordered[apiResponse]
	}
	apiParameter struct {
		Ref         string `json:"$ref"`
		Name        string
		In          string
		Required    bool
		Description string
		Schema      apiSchema
		Example     any
	}
	apiResponse struct {
		Ref         string `json:"$ref"`
		Description string
		Headers     ordered[apiHeader]
		Content     ordered[apiContent]
	}
	apiHeader struct {
		Ref         string `json:"$ref"`
		Description string
	}
	apiContent struct {
		Schema   apiSchema
		Examples ordered[apiExample]
	}
	apiExample struct {
		Summary string
		Value   json.RawMessage
	}
	apiSecurity struct {
		In, Name, Description string
	}
	apiSchema struct {
		Ref         string `json:"$ref"`
		Type        any
		Format      string
		Description string
		Enum        []any
		Const       any
		Default     any
		Minimum     any
		Maximum     any
		MaxLength   any
		Above       any `json:"exclusiveMinimum"`
		Items       *apiSchema
		Properties  ordered[apiSchema]
		Required    []string
		AllOf       []apiSchema
		OneOf       []apiSchema
		AnyOf       []apiSchema
		Others      any `json:"additionalProperties"`
	}
)

func refName(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

// typeName says in a word or two what a value is.
func (s *apiSchema) typeName() string {
	switch {
	case s.Ref != "":
		return refName(s.Ref)
	case s.Const != nil:
		return jsonText(s.Const)
	case s.Items != nil:
		return "[" + s.Items.typeName() + "]"
	}
	switch t := s.Type.(type) {
	case string:
		return t
	case []any:
		words := make([]string, len(t))
		for i, w := range t {
			words[i] = fmt.Sprint(w)
		}
		return strings.Join(words, " | ")
	}
	var names []string
	for _, alternative := range append(append([]apiSchema(nil), s.OneOf...), s.AnyOf...) {
		names = append(names, alternative.typeName())
	}
	if len(names) > 0 {
		return strings.Join(names, " | ")
	}
	return "any"
}

// bounds says what a value may be.
func (s *apiSchema) bounds() string {
	var parts []string
	if len(s.Enum) > 0 {
		words := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			words[i] = fmt.Sprint(v)
		}
		parts = append(parts, strings.Join(words, " | "))
	}
	add := func(sign string, v any) {
		if v != nil {
			parts = append(parts, sign+" "+fmt.Sprint(v))
		}
	}
	add(">", s.Above)
	add("≥", s.Minimum)
	add("≤", s.Maximum)
	if s.MaxLength != nil {
		parts = append(parts, fmt.Sprintf("≤ %v characters", s.MaxLength))
	}
	if s.Default != nil {
		parts = append(parts, fmt.Sprintf("default %v", s.Default))
	}
	return strings.Join(parts, ", ")
}

func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// indented is an example as people read it.
func indented(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var buf bytes.Buffer
	if err := json.Indent(&buf, raw, "", "  "); err != nil {
		return string(raw)
	}
	return buf.String()
}
