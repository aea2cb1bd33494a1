package tabular

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"servicemap/internal/destination"
)

func jsonEnds(line []byte) bool { return json.Valid(bytes.TrimSpace(line)) }

// lines reads a JSON value a line; a bad line is no trouble for the next.
func (r *reader) lines(in *bufio.Reader) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(make([]byte, 0, 1<<16), maxEntry)
	for n := 1; scanner.Scan(); n++ {
		line := bytes.Trim(scanner.Bytes(), " \t\r\x1e")
		if len(line) == 0 {
			continue
		}
		e, err := r.object(line)
		e.Line = n
		if err := r.emit(e, err, "line "+strconv.Itoa(n)); err != nil {
			return err
		}
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return errTooLong
	}
	return scanner.Err()
}

// json reads a FeatureCollection, an array or single objects, feature by
// feature, so that a large file does not have to fit into memory.
func (r *reader) json(in io.Reader) error {
	limited := &leash{in: in, left: maxEntry}
	dec := json.NewDecoder(limited)
	walk := &jsonWalk{reader: r, dec: dec, limited: limited}
	for {
		err := walk.value()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

type jsonWalk struct {
	*reader
	dec     *json.Decoder
	limited *leash
}

func (w *jsonWalk) fail(err error) error {
	if errors.Is(err, io.EOF) {
		err = errors.New("the file ends early")
	}
	return fmt.Errorf("offset %d: %w", w.dec.InputOffset(), err)
}

// value reads one value at the top of the file.
func (w *jsonWalk) value() error {
	w.limited.left = maxEntry
	token, err := w.dec.Token()
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	if err != nil {
		return w.fail(err)
	}
	switch token {
	case json.Delim('['):
		return w.array()
	case json.Delim('{'):
		return w.collection()
	}
	return w.fail(errors.New("want an object or an array of objects"))
}

// array reads features until the array ends.
func (w *jsonWalk) array() error {
	for w.dec.More() {
		w.limited.left = maxEntry
		offset := w.dec.InputOffset()
		var raw json.RawMessage
		if err := w.dec.Decode(&raw); err != nil {
			return w.fail(err)
		}
		e, err := w.object(raw)
		if err := w.emit(e, err, "offset "+strconv.FormatInt(offset, 10)); err != nil {
			return err
		}
	}
	if _, err := w.dec.Token(); err != nil {
		return w.fail(err)
	}
	return nil
}

// collection reads an object whose features, if it has any, are read one by one.
func (w *jsonWalk) collection() error {
	whole := map[string]json.RawMessage{}
	streamed := false
	offset := w.dec.InputOffset()
	for w.dec.More() {
		key, err := w.dec.Token()
		if err != nil {
			return w.fail(err)
		}
		if key == "features" {
			if token, err := w.dec.Token(); err != nil || token != json.Delim('[') {
				return w.fail(errors.Join(errors.New("features is not an array"), err))
			}
			if err := w.array(); err != nil {
				return err
			}
			streamed = true
			continue
		}
		var raw json.RawMessage
		if err := w.dec.Decode(&raw); err != nil {
			return w.fail(err)
		}
		whole[fmt.Sprint(key)] = raw
	}
	if _, err := w.dec.Token(); err != nil {
		return w.fail(err)
	}
	if streamed {
		return nil
	}
	raw, err := json.Marshal(whole)
	if err != nil {
		return w.fail(err)
	}
	e, err := w.object(raw)
	return w.emit(e, err, "offset "+strconv.FormatInt(offset, 10))
}

// object makes an entry of a GeoJSON feature or of a plain object.
func (r *reader) object(raw []byte) (e Entry, err error) {
	var f struct {
		Type       string
		ID         json.RawMessage
		Geometry   *geometry
		Properties map[string]json.RawMessage
	}
	var plain map[string]json.RawMessage
	if err := json.Unmarshal(raw, &plain); err != nil {
		return e, jsonError(err)
	}
	if string(plain["type"]) != `"Feature"` {
		e.Tags = r.flatten(e.Tags, "", plain)
		return e, place(&e)
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return e, jsonError(err)
	}
	e.Tags = r.flatten(e.Tags, "", f.Properties)
	if id := scalar(f.ID); id != "" && !e.Tags.Has(Own+"id") {
		e.Tags = append(e.Tags, destination.Tag{Key: Own + "id", Value: id})
	}
	if f.Geometry == nil {
		return e, place(&e)
	}
	if e.Shape, e.Point, err = f.Geometry.shape(); err != nil {
		return e, err
	}
	e.Placed = true
	for _, key := range []string{fieldLat, fieldLng, fieldPosition} { // the geometry knows better
		take(&e.Tags, key)
	}
	return e, nil
}

func jsonError(err error) error {
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		return fmt.Errorf("byte %d of it: %w", syntax.Offset, err)
	}
	return err
}

// flatten makes tags of properties; {"image": {"url": …}} becomes image.url.
func (r *reader) flatten(tags destination.Tags, prefix string, properties map[string]json.RawMessage) destination.Tags {
	keys := make([]string, 0, len(properties))
	for key := range properties {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		raw := properties[key]
		name := prefix + key
		if len(raw) > 0 && raw[0] == '{' {
			var inner map[string]json.RawMessage
			if prefix == "" && json.Unmarshal(raw, &inner) == nil {
				tags = r.flatten(tags, name+".", inner)
			}
			continue
		}
		tags = r.fields.put(tags, name, scalar(raw))
	}
	return tags
}

// scalar makes text of a JSON value: lists are joined by ";", null is nothing.
func scalar(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '"':
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return s
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return ""
		}
		var parts []string
		for _, item := range list {
			if s := scalar(item); s != "" && item[0] != '[' {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, ";")
	case 'n', '{':
		return ""
	}
	return string(raw)
}
