package tabular

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"servicemap/internal/destination"
)

// maxColumns is more than any list has.
const maxColumns = 4096

func (r *reader) csv(in *bufio.Reader) error {
	limited := &leash{in: in, left: maxEntry}
	rows := csv.NewReader(limited)
	rows.Comma = separator(in)
	rows.FieldsPerRecord = -1
	rows.ReuseRecord = true
	rows.TrimLeadingSpace = rows.Comma != '\t'
	header, err := rows.Read()
	if err != nil {
		return fmt.Errorf("read the header: %w", err)
	}
	if len(header) > maxColumns {
		return fmt.Errorf("%d columns", len(header))
	}
	columns := make([]string, len(header))
	for i, name := range header {
		columns[i] = strings.TrimSpace(text(name))
	}
	if err := r.checkHeader(columns); err != nil {
		return err
	}
	for line := 1; ; {
		limited.left = maxEntry
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var e Entry
		if err == nil {
			e.Line, _ = rows.FieldPos(0)
			line = e.Line
			err = r.row(&e, columns, row)
		} else if parse := (*csv.ParseError)(nil); errors.As(err, &parse) {
			e.Line, err = parse.Line, parse.Err
		} else {
			return fmt.Errorf("line %d: %w", line+1, err)
		}
		if err := r.emit(e, err, "line "+strconv.Itoa(e.Line)); err != nil {
			return err
		}
	}
}

// checkHeader fails early, naming the columns, rather than at every line.
func (r *reader) checkHeader(columns []string) error {
	have := map[string]bool{}
	for _, column := range columns {
		have[r.fields.tag(column)] = true
	}
	for field, column := range r.opts.Map {
		if !have[tagOf(field)] {
			return fmt.Errorf("line 1: no column %q for %s; the columns are %s", column, field, strings.Join(columns, ", "))
		}
	}
	if have["name"] || have[Own+"id"] || have[Own+"slug"] {
		return nil
	}
	return fmt.Errorf("line 1: no column is the name; the columns are %s (use --map name=COLUMN)", strings.Join(columns, ", "))
}

func (r *reader) row(e *Entry, columns, row []string) error {
	if len(row) > len(columns) {
		return fmt.Errorf("%d columns where the header has %d", len(row), len(columns))
	}
	for i, value := range row {
		e.Tags = r.fields.put(e.Tags, columns[i], text(value))
	}
	return place(e)
}

// place finds the position in the tags.
func place(e *Entry) error {
	lat, lng, both := take(&e.Tags, fieldLat), take(&e.Tags, fieldLng), take(&e.Tags, fieldPosition)
	if lat != "" && lng != "" {
		var err error
		if e.Point.Lat, err = degrees(lat); err != nil {
			return fmt.Errorf("latitude: %w", err)
		}
		if e.Point.Lng, err = degrees(lng); err != nil {
			return fmt.Errorf("longitude: %w", err)
		}
		e.Placed = true
		return nil
	}
	if lat != "" || lng != "" {
		return errors.New("a position needs latitude and longitude")
	}
	if both == "" {
		return nil
	}
	p, err := parsePosition(both)
	if err != nil {
		return err
	}
	e.Point, e.Placed = p, true
	return nil
}

// degrees reads "47.1" and "47,1".
func degrees(s string) (float64, error) {
	s = strings.TrimSuffix(strings.TrimSpace(s), "°")
	if strings.Count(s, ",") == 1 && !strings.Contains(s, ".") {
		s = strings.Replace(s, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v != v {
		return 0, fmt.Errorf("%.40q is not a number of degrees", s)
	}
	return v, nil
}

// parsePosition reads "47.1, 9.5", "47,1; 9,5" and "POINT (9.5 47.1)".
func parsePosition(s string) (destination.Point, error) {
	fail := fmt.Errorf("%.60q is not a position (want \"latitude, longitude\" or WKT)", s)
	upper := strings.ToUpper(strings.TrimSpace(s))
	if i := strings.LastIndex(upper, "POINT"); i >= 0 {
		inner := strings.Trim(strings.TrimLeft(upper[i+len("POINT"):], " Z"), "() ")
		parts := strings.Fields(inner)
		if len(parts) < 2 {
			return destination.Point{}, fail
		}
		return pointOf(parts[1], parts[0], fail)
	}
	s = strings.Trim(strings.TrimSpace(s), "()[]")
	for _, cut := range []string{";", ", ", ",", " "} {
		if parts := strings.Split(s, cut); len(parts) == 2 {
			return pointOf(parts[0], parts[1], fail)
		}
	}
	return destination.Point{}, fail
}

func pointOf(lat, lng string, fail error) (destination.Point, error) {
	y, errY := degrees(lat)
	x, errX := degrees(lng)
	if errY != nil || errX != nil {
		return destination.Point{}, fail
	}
	return destination.Point{Lat: y, Lng: x}, nil
}

// separator guesses by the first line; quoted parts do not count.
func separator(in *bufio.Reader) rune {
	head, _ := in.Peek(in.Size())
	line, _, _ := bytes.Cut(head, []byte("\n"))
	counts, quoted := map[byte]int{}, false
	for _, b := range line {
		if b == '"' {
			quoted = !quoted
		}
		if !quoted {
			counts[b]++
		}
	}
	best := byte(',')
	for _, b := range []byte{';', '\t', '|'} {
		if counts[b] > counts[best] {
			best = b
		}
	}
	return rune(best)
}

// windows1252 are the characters at 0x80 to 0x9f; the rest of it is Latin-1.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}

// text tells UTF-8 from Latin-1 (as Windows writes it) field by field: what is
// not valid UTF-8 is the other.
func text(s string) string {
	if utf8.ValidString(s) {
		return strings.Clone(s)
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 0x80 && c < 0xa0:
			b.WriteRune(windows1252[c-0x80])
		default:
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}
