package store

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"servicemap/internal/destination"
)

// The body of a record is a message in the protobuf wire format: small, quick
// to read (a server reads all of them at its start) and open to new fields,
// which older programs skip. A field that has no value is not written.
const (
	fieldName protowire.Number = iota + 1
	fieldAltName
	fieldLat
	fieldLng
	fieldCategory
	fieldCountryCode
	fieldRegionCode
	fieldRegion
	fieldTravelRegions // message of repeated fieldItem
	fieldLocality
	fieldKids
	fieldSeating
	fieldFree
	fieldMobility
	fieldProminence
	fieldDescription
	fieldWebsite
	fieldPhone
	fieldOpeningHours
	fieldAddress
	fieldImage   // message of four strings
	fieldSources // message of repeated fieldItem, each a message of four strings
)

const fieldItem protowire.Number = 1

var errBody = errors.New("malformed record")

// categoryByID is the way back from Category.ID.
var categoryByID = func() map[string]destination.Category {
	m := map[string]destination.Category{}
	for _, c := range destination.AllCategories() {
		m[c.ID()] = c
	}
	return m
}()

func appendBody(b []byte, d *destination.Destination) []byte {
	b = appendString(b, fieldName, d.Name)
	for _, n := range d.AltNames {
		b = appendItem(b, fieldAltName, n)
	}
	b = appendFloat(b, fieldLat, d.Point.Lat)
	b = appendFloat(b, fieldLng, d.Point.Lng)
	b = appendString(b, fieldCategory, d.Category.ID())
	b = appendString(b, fieldCountryCode, d.CountryCode)
	b = appendString(b, fieldRegionCode, d.RegionCode)
	b = appendString(b, fieldRegion, d.Region)
	if len(d.TravelRegions) > 0 {
		var m []byte
		for _, r := range d.TravelRegions {
			m = appendItem(m, fieldItem, r)
		}
		b = appendMessage(b, fieldTravelRegions, m)
	}
	b = appendString(b, fieldLocality, d.Locality)
	b = appendTernary(b, fieldKids, d.Kids)
	b = appendTernary(b, fieldSeating, d.Seating)
	b = appendTernary(b, fieldFree, d.Free)
	if d.Mobility.Known {
		b = appendFloat(b, fieldMobility, d.Mobility.Value)
	}
	b = appendFloat(b, fieldProminence, d.Prominence)
	b = appendString(b, fieldDescription, d.Description)
	b = appendString(b, fieldWebsite, d.Website)
	b = appendString(b, fieldPhone, d.Phone)
	b = appendString(b, fieldOpeningHours, d.OpeningHours)
	b = appendString(b, fieldAddress, d.Address)
	if i := d.Image; i != nil {
		b = appendMessage(b, fieldImage, appendStrings(nil, i.URL, i.Page, i.Credit, i.License))
	}
	if len(d.Sources) > 0 {
		var m []byte
		for _, s := range d.Sources {
			m = appendMessage(m, fieldItem, appendStrings(nil, s.Name, s.License, s.URL, s.Attribution))
		}
		b = appendMessage(b, fieldSources, m)
	}
	return b
}

func appendString(b []byte, n protowire.Number, s string) []byte {
	if s == "" {
		return b
	}
	return appendItem(b, n, s)
}

// appendItem writes an element of a list, which counts even when it is empty.
func appendItem(b []byte, n protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, n, protowire.BytesType), s)
}

func appendMessage(b []byte, n protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), m)
}

func appendStrings(b []byte, values ...string) []byte {
	for i, v := range values {
		b = appendString(b, protowire.Number(i+1), v)
	}
	return b
}

func appendFloat(b []byte, n protowire.Number, f float64) []byte {
	return protowire.AppendFixed64(protowire.AppendTag(b, n, protowire.Fixed64Type), math.Float64bits(f))
}

func appendTernary(b []byte, n protowire.Number, t destination.Ternary) []byte {
	if t == destination.Unknown {
		return b
	}
	return protowire.AppendVarint(protowire.AppendTag(b, n, protowire.VarintType), protowire.EncodeZigZag(int64(t)))
}

// A decoder reads bodies. What many destinations have in common (codes,
// localities, sources) it reads once and shares between them.
type decoder struct {
	strings map[string]string
	lists   map[string][]string
	sources map[string][]destination.Source
}

func newDecoder() *decoder {
	return &decoder{
		strings: map[string]string{},
		lists:   map[string][]string{},
		sources: map[string][]destination.Source{},
	}
}

func (dec *decoder) body(b []byte, d *destination.Destination) error {
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return errBody
		}
		b = b[n:]
		var err error
		switch typ {
		case protowire.BytesType:
			var v []byte
			if v, n = protowire.ConsumeBytes(b); n >= 0 {
				err = dec.bytesField(num, v, d)
			}
		case protowire.Fixed64Type:
			var v uint64
			if v, n = protowire.ConsumeFixed64(b); n >= 0 {
				floatField(num, math.Float64frombits(v), d)
			}
		case protowire.VarintType:
			var v uint64
			if v, n = protowire.ConsumeVarint(b); n >= 0 {
				err = ternaryField(num, protowire.DecodeZigZag(v), d)
			}
		default:
			n = protowire.ConsumeFieldValue(num, typ, b)
		}
		if n < 0 {
			return errBody
		}
		if err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

func (dec *decoder) bytesField(num protowire.Number, v []byte, d *destination.Destination) error {
	var err error
	switch num {
	case fieldName:
		d.Name = string(v)
	case fieldAltName:
		d.AltNames = append(d.AltNames, string(v))
	case fieldCategory:
		c, ok := categoryByID[string(v)]
		if !ok {
			return fmt.Errorf("unknown category %q", v)
		}
		d.Category = c
	case fieldCountryCode:
		d.CountryCode = dec.shared(v)
	case fieldRegionCode:
		d.RegionCode = dec.shared(v)
	case fieldRegion:
		d.Region = dec.shared(v)
	case fieldTravelRegions:
		d.TravelRegions, err = dec.sharedList(v)
	case fieldLocality:
		d.Locality = dec.shared(v)
	case fieldDescription:
		d.Description = string(v)
	case fieldWebsite:
		d.Website = string(v)
	case fieldPhone:
		d.Phone = string(v)
	case fieldOpeningHours:
		d.OpeningHours = string(v)
	case fieldAddress:
		d.Address = string(v)
	case fieldImage:
		var f [4]string
		f, err = dec.fourStrings(v)
		d.Image = &destination.Image{URL: f[0], Page: f[1], Credit: f[2], License: f[3]}
	case fieldSources:
		d.Sources, err = dec.sharedSources(v)
	}
	return err
}

func floatField(num protowire.Number, v float64, d *destination.Destination) {
	switch num {
	case fieldLat:
		d.Point.Lat = v
	case fieldLng:
		d.Point.Lng = v
	case fieldMobility:
		d.Mobility = destination.Mobility{Known: true, Value: v}
	case fieldProminence:
		d.Prominence = v
	}
}

func ternaryField(num protowire.Number, v int64, d *destination.Destination) error {
	if v < int64(destination.No) || v > int64(destination.Yes) {
		return errBody
	}
	switch num {
	case fieldKids:
		d.Kids = destination.Ternary(v)
	case fieldSeating:
		d.Seating = destination.Ternary(v)
	case fieldFree:
		d.Free = destination.Ternary(v)
	}
	return nil
}

func (dec *decoder) shared(v []byte) string {
	s, ok := dec.strings[string(v)]
	if !ok {
		s = string(v)
		dec.strings[s] = s
	}
	return s
}

func (dec *decoder) sharedList(v []byte) ([]string, error) {
	if l, ok := dec.lists[string(v)]; ok {
		return l, nil
	}
	var l []string
	err := eachBytes(v, func(_ protowire.Number, item []byte) error {
		l = append(l, dec.shared(item))
		return nil
	})
	if err == nil {
		l = l[:len(l):len(l)]
		dec.lists[string(v)] = l
	}
	return l, err
}

func (dec *decoder) sharedSources(v []byte) ([]destination.Source, error) {
	if l, ok := dec.sources[string(v)]; ok {
		return l, nil
	}
	var l []destination.Source
	err := eachBytes(v, func(_ protowire.Number, item []byte) error {
		f, err := dec.fourStrings(item)
		l = append(l, destination.Source{Name: f[0], License: f[1], URL: f[2], Attribution: f[3]})
		return err
	})
	if err == nil {
		l = l[:len(l):len(l)]
		dec.sources[string(v)] = l
	}
	return l, err
}

func (dec *decoder) fourStrings(v []byte) (f [4]string, err error) {
	err = eachBytes(v, func(num protowire.Number, s []byte) error {
		if num <= 4 {
			f[num-1] = string(s)
		}
		return nil
	})
	return f, err
}

// eachBytes hands over the fields of a message that has none but byte fields.
func eachBytes(b []byte, f func(protowire.Number, []byte) error) error {
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 || typ != protowire.BytesType {
			return errBody
		}
		v, m := protowire.ConsumeBytes(b[n:])
		if m < 0 {
			return errBody
		}
		if err := f(num, v); err != nil {
			return err
		}
		b = b[n+m:]
	}
	return nil
}
