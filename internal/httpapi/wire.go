package httpapi

import (
	"encoding/binary"
	"strings"

	"servicemap/internal/destination"
)

// A payload is a destination taken apart so far that putting it together, in
// either language and either format, is an append of byte slices, and packed
// so far that a million of them fit into memory:
//
//	category, attributes, region   one byte each, indexes into the tables below
//	slug, name, lat                lengths of these parts of the head, two bytes each
//	head                           slug","name":"name","latitude":lat,"longitude":lng
//	country                        code
//	region                         its name, only when it is not in the table
//	travel region                  two names
//	locality                       escaped for JSON, without quotes
//	mobility                       as a number, empty when unknown
//	tail                           the remaining fields as ,"name":value
//
// Each of the texts follows its length in two bytes, but for the tail, which is
// the rest. The second of two names is empty where it is the same in both
// languages. Payloads live in memory only, so nothing has to read those of
// another version.

const (
	regionNone    = 0
	regionLiteral = 255
)

var categoryFields = func() (t [2][destination.NumCategories][]byte) {
	for _, lang := range []destination.Lang{destination.German, destination.English} {
		for _, c := range destination.AllCategories() {
			b := appendField(nil, "category", c.Name(lang))
			t[lang][c] = appendField(b, "categoryId", c.ID())
		}
	}
	return t
}()

// regionFields begins with nothing, for destinations without a region.
var regionFields = func() (t [2][][]byte) {
	for _, lang := range []destination.Lang{destination.German, destination.English} {
		t[lang] = append(t[lang], nil)
		for _, r := range destination.Regions() {
			t[lang] = append(t[lang], appendField(nil, "region", r.Names[lang]))
		}
	}
	return t
}()

var regionIndex = func() map[string]byte {
	m := make(map[string]byte)
	for i, r := range destination.Regions() {
		m[r.Code] = byte(i + 1)
	}
	return m
}()

// attributeFields has a text for every combination of the three attributes.
var attributeFields = func() (t [27][]byte) {
	word := map[destination.Ternary]string{destination.No: "false", destination.Yes: "true"}
	for i := range t {
		for j, name := range []string{"kids", "seating", "free"} {
			v := destination.Ternary([]int{i / 9, i / 3 % 3, i % 3}[j] - 1)
			if v != destination.Unknown {
				t[i] = append(t[i], `,"`+name+`":`+word[v]...)
			}
		}
	}
	return t
}()

// Encode makes the payload of a destination; it is a destination.Encoder.
func Encode(dst []byte, d *destination.Destination) []byte {
	region, known := regionIndex[d.RegionCode]
	if !known {
		region = regionNone
		if d.Region != "" {
			region = regionLiteral
		}
	}
	attributes := byte((d.Kids+1)*9 + (d.Seating+1)*3 + d.Free + 1)
	dst = append(dst, byte(d.Category), attributes, region)

	var room [512]byte
	text := func(s string) { dst = appendSized(dst, appendEscaped(room[:0], cut(s))) }
	dst = appendHead(dst, d)
	text(d.CountryCode)
	if region == regionLiteral {
		text(d.Region)
	}
	travel := ""
	if len(d.TravelRegions) > 0 {
		travel = d.TravelRegions[0]
	}
	de, en := destination.TravelRegionName(travel, destination.German), destination.TravelRegionName(travel, destination.English)
	text(de)
	if en == de {
		en = ""
	}
	text(en)
	text(d.Locality)
	mobility := room[:0]
	if d.Mobility.Known {
		mobility = appendDecimals(mobility, d.Mobility.Value, 2)
	}
	dst = appendSized(dst, mobility)
	return appendTail(dst, d)
}

// The head is what most answers take in one piece.
const (
	beforeName = `","name":"`
	beforeLat  = `","latitude":`
	beforeLng  = `,"longitude":`
)

func appendHead(dst []byte, d *destination.Destination) []byte {
	var room [512]byte
	head := appendEscaped(room[:0], cut(d.Slug))
	slug := len(head)
	head = appendEscaped(append(head, beforeName...), cut(d.Name))
	name := len(head) - slug - len(beforeName)
	before := len(head) + len(beforeLat)
	head = appendDecimals(append(head, beforeLat...), d.Point.Lat, 7)
	lat := len(head) - before
	head = appendDecimals(append(head, beforeLng...), d.Point.Lng, 7)
	for _, n := range [...]int{slug, name, lat} {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(n))
	}
	return appendSized(dst, head)
}

// maxText is how long a name can be in bytes: escaped, two of them still have a
// length of two bytes.
const maxText = 5_000

func cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "")
}

// AppendPOI appends the POI of a payload as JSON, as /pois/{slug} shows it.
func AppendPOI(dst, payload []byte, lang destination.Lang) []byte {
	return form{lang: lang}.appendItem(dst, payload, 0)
}

func appendTail(dst []byte, d *destination.Destination) []byte {
	dst = appendField(dst, "description", d.Description)
	dst = appendField(dst, "website", d.Website)
	dst = appendField(dst, "phone", d.Phone)
	dst = appendField(dst, "openingHours", d.OpeningHours)
	dst = appendField(dst, "address", d.Address)
	if d.Image != nil && d.Image.URL != "" {
		dst = append(dst, `,"image":{"url":`...)
		dst = appendString(dst, d.Image.URL)
		dst = appendField(dst, "page", d.Image.Page)
		dst = appendField(dst, "credit", d.Image.Credit)
		dst = appendField(dst, "license", d.Image.License)
		dst = append(dst, '}')
	}
	if len(d.Sources) > 0 {
		dst = append(dst, `,"sources":[`...)
		for i, s := range d.Sources {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, `{"name":`...)
			dst = appendString(dst, s.Name)
			dst = appendField(dst, "license", s.License)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	return dst
}

func appendSized(dst, text []byte) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(text)))
	return append(dst, text...)
}

// payloadReader walks over the texts of a payload.
type payloadReader []byte

func (p *payloadReader) next() []byte {
	b := *p
	end := 2 + int(binary.LittleEndian.Uint16(b))
	*p = b[end:]
	return b[2:end]
}

// form is how items are written.
type form struct {
	lang     destination.Lang
	geoJSON  bool
	distance bool // the question had a centre
}

// appendItem appends a POI or, for GeoJSON, a Feature.
func (f form) appendItem(dst, payload []byte, distanceKm float64) []byte {
	category, attributes, region := payload[0], payload[1], payload[2]
	p := payloadReader(payload[9:])
	head := p.next()
	if f.geoJSON {
		dst = appendFeatureHead(dst, payload[3:9], head)
	} else {
		dst = append(dst, `{"slug":"`...)
		dst = append(dst, head...)
	}
	dst = append(dst, categoryFields[f.lang][category]...)
	dst = appendQuoted(dst, `,"countryCode":"`, p.next())
	if region == regionLiteral {
		dst = appendQuoted(dst, `,"region":"`, p.next())
	} else {
		dst = append(dst, regionFields[f.lang][region]...)
	}
	travel, english := p.next(), p.next()
	if f.lang == destination.English && len(english) > 0 {
		travel = english
	}
	dst = appendQuoted(dst, `,"travelRegion":"`, travel)
	dst = appendQuoted(dst, `,"locality":"`, p.next())
	dst = append(dst, attributeFields[attributes]...)
	if mobility := p.next(); len(mobility) > 0 {
		dst = append(dst, `,"mobility":`...)
		dst = append(dst, mobility...)
	}
	if f.distance {
		dst = append(dst, `,"distanceKm":`...)
		dst = appendThousandths(dst, distanceKm)
	}
	dst = append(dst, p...)
	dst = append(dst, '}')
	if f.geoJSON {
		dst = append(dst, '}')
	}
	return dst
}

// appendFeatureHead takes the head apart: a Feature has its position elsewhere.
func appendFeatureHead(dst, lengths, head []byte) []byte {
	slugEnd := int(binary.LittleEndian.Uint16(lengths))
	name := slugEnd + len(beforeName)
	nameEnd := name + int(binary.LittleEndian.Uint16(lengths[2:]))
	lat := nameEnd + len(beforeLat)
	latEnd := lat + int(binary.LittleEndian.Uint16(lengths[4:]))
	dst = append(dst, `{"type":"Feature","id":"`...)
	dst = append(dst, head[:slugEnd]...)
	dst = append(dst, `","geometry":{"type":"Point","coordinates":[`...)
	dst = append(dst, head[latEnd+len(beforeLng):]...)
	dst = append(dst, ',')
	dst = append(dst, head[lat:latEnd]...)
	dst = append(dst, `]},"properties":{"slug":"`...)
	dst = append(dst, head[:nameEnd]...)
	return append(dst, '"')
}

func appendQuoted(dst []byte, start string, text []byte) []byte {
	if len(text) == 0 {
		return dst
	}
	dst = append(dst, start...)
	dst = append(dst, text...)
	return append(dst, '"')
}
