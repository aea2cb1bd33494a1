package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	yaml "go.yaml.in/yaml/v3"
)

// configFile resolves flags from a YAML (or JSON) file. A flag's name is a
// path in it: --service-name is `service: {name: …}` or `service-name: …`.
// Flags and environment variables win over it; a key that is no flag is an error.
type configFile struct {
	path   string
	values map[string]any
}

// configPath finds the file before the flags are parsed: it decides how they are.
func configPath(args []string) string {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, "--config="); ok {
			return value
		}
		if arg == "--config" && i+1 < len(args) {
			return args[i+1]
		}
	}
	return os.Getenv("SERVICEMAP_CONFIG")
}

func loadConfigFile(path string) (*configFile, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	c := &configFile{path: path}
	dec := yaml.NewDecoder(strings.NewReader(string(raw)))
	if err := dec.Decode(&c.values); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the configuration %s: %w", path, err)
	}
	return c, nil
}

// Validate implements kong.Resolver: every key must be a flag of some command.
func (c *configFile) Validate(app *kong.Application) error {
	known := map[string]bool{}
	var collect func(*kong.Node)
	collect = func(n *kong.Node) {
		for _, f := range n.Flags {
			if isSetting(f) {
				known[f.Name] = true
			}
		}
		for _, child := range n.Children {
			collect(child)
		}
	}
	collect(app.Node)
	delete(known, "config")
	return c.checkKeys(c.values, "", "", known)
}

func (c *configFile) checkKeys(values map[string]any, flagPrefix, shown string, known map[string]bool) error {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		name := flagPrefix + flagWord(key)
		if known[name] {
			continue
		}
		nested, ok := values[key].(map[string]any)
		if !ok {
			return fmt.Errorf("%s: unknown setting %q; a setting is a flag's name, see servicemap serve --help", c.path, shown+key)
		}
		if err := c.checkKeys(nested, name+"-", shown+key+".", known); err != nil {
			return err
		}
	}
	return nil
}

// isSetting tells flags that configure from those that say what one call of a
// command is about, such as the name of a key (tagged env:"-").
func isSetting(f *kong.Flag) bool { return len(f.Envs) > 0 }

// Resolve implements kong.Resolver.
func (c *configFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if !isSetting(flag) {
		return nil, nil
	}
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	value := find(c.values, flag.Name)
	switch v := value.(type) {
	case []any:
		words := make([]string, len(v))
		for i, item := range v {
			words[i] = kong.JoinEscaped([]string{fmt.Sprint(item)}, ',')
		}
		return strings.Join(words, ","), nil
	case map[string]any:
		if flag.Target.Kind() != reflect.Map {
			return nil, fmt.Errorf("%s: %q must be a single value", c.path, flag.Name)
		}
		pairs := make([]string, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			pairs = append(pairs, fmt.Sprintf("%s=%v", key, v[key]))
		}
		return strings.Join(pairs, ";"), nil
	case nil:
		return nil, nil
	default:
		return fmt.Sprint(v), nil
	}
}

// find walks down the file along the words of a flag's name.
func find(values map[string]any, name string) any {
	for key, value := range values {
		word := flagWord(key)
		if word == name {
			return value
		}
		rest, ok := strings.CutPrefix(name, word+"-")
		if nested, isMap := value.(map[string]any); ok && isMap {
			if found := find(nested, rest); found != nil {
				return found
			}
		}
	}
	return nil
}

func flagWord(key string) string { return strings.ReplaceAll(key, "_", "-") }
