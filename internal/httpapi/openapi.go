package httpapi

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed openapi.yaml
var openAPISource string

// basePlaceholder stands in the description, between quotes, where the URL of
// the server belongs.
const basePlaceholder = "{base_url}"

// description is the OpenAPI description in both of its notations.
type description struct {
	json func() (string, error)
}

func newDescription() *description {
	return &description{json: sync.OnceValues(func() (string, error) {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(openAPISource), &doc); err != nil {
			return "", fmt.Errorf("parse API description: %w", err)
		}
		body, err := appendYAML(nil, &doc)
		return string(body), err
	})}
}

// Description is the OpenAPI description as JSON, for the server at base.
func Description(base string) ([]byte, error) {
	text, err := newDescription().json()
	if err != nil {
		return nil, err
	}
	return []byte(strings.Replace(text, basePlaceholder, string(appendEscaped(nil, base)), 1)), nil
}

// appendYAML appends a YAML node as JSON, its keys in the order they have.
func appendYAML(dst []byte, n *yaml.Node) ([]byte, error) {
	var err error
	switch n.Kind {
	case yaml.DocumentNode:
		return appendYAML(dst, n.Content[0])
	case yaml.AliasNode:
		return appendYAML(dst, n.Alias)
	case yaml.MappingNode:
		dst = append(dst, '{')
		for i := 0; i < len(n.Content); i += 2 {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, n.Content[i].Value), ':')
			if dst, err = appendYAML(dst, n.Content[i+1]); err != nil {
				return nil, err
			}
		}
		return append(dst, '}'), nil
	case yaml.SequenceNode:
		dst = append(dst, '[')
		for i, item := range n.Content {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendYAML(dst, item); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	}
	switch n.Tag {
	case "!!int", "!!float", "!!bool":
		return append(dst, n.Value...), nil
	case "!!null":
		return append(dst, "null"...), nil
	}
	return appendString(dst, n.Value), nil
}

// serveDescription answers with the description, naming the server it is on.
func (x *exchange) serveDescription() error {
	text, media := openAPISource, mediaYAML
	if x.endpoint == epOpenAPIJSON {
		var err error
		if text, err = x.api.spec.json(); err != nil {
			return err
		}
		media = mediaJSON
	}
	base := string(appendEscaped(nil, x.api.opts.Site.Base(x.r)))
	body := strings.Replace(text, basePlaceholder, base, 1)
	return x.replyReady(x.api.opts.Version+"\x00"+base, media, []byte(body))
}
