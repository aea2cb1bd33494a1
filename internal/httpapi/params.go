package httpapi

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"servicemap/internal/destination"
)

type param uint8

const (
	pQ param = iota
	pLat
	pLng
	pRadiusKm
	pBBox
	pCategory
	pCountryCode
	pRegion
	pKids
	pSeating
	pFree
	pMinMobility
	pLimit
	pFormat
	pLang
	pTheme
	pSource
	numParams
)

var paramNames = [numParams]string{
	"q", "lat", "lng", "radius_km", "bbox", "category", "country_code", "region",
	"kids", "seating", "free", "min_mobility", "limit", "format", "lang", "theme", "source",
}

// params holds what a query string gives for the parameters that we know. An
// empty value is as good as none.
type params struct {
	value [numParams]string
	given [numParams]bool
}

// read takes the query string apart. Pairs are separated by & alone. Unknown
// parameters are ignored, but what cannot be decoded is an error everywhere:
// guessing what was meant would answer another question.
func (p *params) read(raw string) error {
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, err1 := url.QueryUnescape(rawName)
		value, err2 := url.QueryUnescape(rawValue)
		if err1 != nil || err2 != nil {
			return undecodable(rawName, rawValue, "percent-encoding is % and two hexadecimal digits")
		}
		if !utf8.ValidString(name) || !utf8.ValidString(value) {
			return undecodable(name, value, "text must be valid UTF-8")
		}
		i := slices.Index(paramNames[:], name)
		if i < 0 {
			continue
		}
		if p.given[i] {
			return &destination.ParamError{Param: name, Value: p.value[i] + ", " + value, Allowed: "give it only once"}
		}
		p.given[i], p.value[i] = true, value
	}
	return nil
}

func undecodable(name, value, allowed string) error {
	if value == "" {
		value = name
	}
	if name == "key" || name == "api_key" {
		value = "…" // a key is never repeated
	}
	return &destination.ParamError{Param: name, Value: value, Allowed: allowed}
}

func (p *params) bad(i param, allowed string) error {
	return &destination.ParamError{Param: paramNames[i], Value: p.value[i], Allowed: allowed}
}

// question is a valid query with the room that it points to.
type question struct {
	destination.Query
	center     destination.Point
	box        destination.Box
	categories destination.CategorySet
	mobility   float64
}

// filters reads what narrows a search: all of /pois but limit and format.
func (p *params) filters(q *question) error {
	for _, read := range []func(*params, *question) error{
		(*params).readText, (*params).readCenter, (*params).readBox, (*params).readPlace,
		(*params).readFlags, (*params).readMobility,
	} {
		if err := read(p, q); err != nil {
			return err
		}
	}
	q.Limit = destination.DefaultLimit
	return nil
}

func (p *params) readText(q *question) error {
	if utf8.RuneCountInString(p.value[pQ]) > destination.MaxTextRunes {
		return p.bad(pQ, "at most 200 characters")
	}
	q.Text = strings.TrimSpace(p.value[pQ])
	return nil
}

func (p *params) readCenter(q *question) error {
	const allowedRadius = "a number of kilometres greater than 0 and at most 500"
	lat, lng, radius := p.value[pLat], p.value[pLng], p.value[pRadiusKm]
	if lat != "" {
		v, ok := number(lat)
		if !ok || v < -90 || v > 90 {
			return p.bad(pLat, "a number of decimal degrees from -90 to 90")
		}
		q.center.Lat = v
	}
	if lng != "" {
		v, ok := number(lng)
		if !ok || v < -180 || v > 180 {
			return p.bad(pLng, "a number of decimal degrees from -180 to 180")
		}
		q.center.Lng = v
	}
	if radius != "" {
		v, ok := number(radius)
		if !ok || v <= 0 || v > destination.MaxRadiusKm {
			return p.bad(pRadiusKm, allowedRadius)
		}
		q.RadiusKm = v
	}
	switch {
	case lat == "" && lng != "":
		return p.bad(pLat, "lat and lng are given together or not at all")
	case lng == "" && lat != "":
		return p.bad(pLng, "lat and lng are given together or not at all")
	case lat == "" && radius != "":
		return p.bad(pRadiusKm, "it needs a centre, given by lat and lng")
	case lat != "":
		q.Center = &q.center
		if radius == "" && p.value[pBBox] == "" {
			q.RadiusKm = destination.DefaultRadiusKm
		}
	}
	return nil
}

func (p *params) readBox(q *question) error {
	const allowed = "four numbers west,south,east,north in decimal degrees, south not greater than north"
	if p.value[pBBox] == "" {
		return nil
	}
	var edges [4]float64
	rest := p.value[pBBox]
	for i := range edges {
		part, after, more := strings.Cut(rest, ",")
		v, ok := number(part)
		if !ok || more != (i < 3) {
			return p.bad(pBBox, allowed)
		}
		edges[i], rest = v, after
	}
	if edges[1] > edges[3] {
		return p.bad(pBBox, allowed)
	}
	q.box = destination.Box{West: edges[0], South: edges[1], East: edges[2], North: edges[3]}
	if q.box.East-q.box.West >= 360 {
		q.box.West, q.box.East = -180, 180
	}
	q.box.West, q.box.East = wrap(q.box.West), wrap(q.box.East)
	q.Box = &q.box
	return nil
}

// wrap brings the longitude of a map that was scrolled around the world back
// to -180..180.
func wrap(lng float64) float64 {
	if lng >= -180 && lng <= 180 {
		return lng
	}
	lng = math.Mod(lng+180, 360)
	if lng < 0 {
		lng += 360
	}
	return lng - 180
}

// noRegion is the key of no region: what was asked for has no letter in it.
const noRegion = "\x00"

func (p *params) readPlace(q *question) error {
	if list := strings.TrimSpace(p.value[pCategory]); list != "" {
		for name := range strings.SplitSeq(list, ",") {
			if c, ok := destination.ParseCategory(name); ok {
				q.categories.Add(c)
			}
		}
		q.Categories = &q.categories
	}
	if v := p.value[pCountryCode]; v != "" {
		q.CountryCode = strings.ToUpper(v)
		if q.CountryCode != "DE" && q.CountryCode != "AT" && q.CountryCode != "CH" {
			return p.bad(pCountryCode, "DE, AT or CH")
		}
	}
	if v := strings.TrimSpace(p.value[pRegion]); v != "" {
		q.Region = destination.RegionKey(v)
		if q.Region == "" {
			q.Region = noRegion
		}
	}
	return nil
}

func (p *params) readFlags(q *question) error {
	for _, f := range [...]struct {
		i    param
		flag *bool
	}{{pKids, &q.Kids}, {pSeating, &q.Seating}, {pFree, &q.Free}} {
		switch p.value[f.i] {
		case "1", "true":
			*f.flag = true
		case "", "0", "false":
		default:
			return p.bad(f.i, "1 or true to filter, 0 or false not to")
		}
	}
	return nil
}

func (p *params) readMobility(q *question) error {
	if p.value[pMinMobility] == "" {
		return nil
	}
	v, ok := number(p.value[pMinMobility])
	if !ok || v < 0 || v > 5 {
		return p.bad(pMinMobility, "a number from 0 to 5")
	}
	q.mobility = v
	q.MinMobility = &q.mobility
	return nil
}

func (p *params) readLimit(q *question) error {
	v := p.value[pLimit]
	if v == "" {
		return nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || v[0] == '+' || n < 1 || n > destination.MaxLimit {
		return p.bad(pLimit, "a whole number from 1 to 400")
	}
	q.Limit = n
	return nil
}

func (p *params) readGeoJSON() (bool, error) {
	switch p.value[pFormat] {
	case "", "json":
		return false, nil
	case "geojson":
		return true, nil
	}
	return false, p.bad(pFormat, "json or geojson")
}

func (p *params) readLang() (destination.Lang, error) {
	switch p.value[pLang] {
	case "", "de":
		return destination.German, nil
	case "en":
		return destination.English, nil
	}
	return 0, p.bad(pLang, "de or en")
}

// choice reads a parameter that is one of two words; the first is the default.
func (p *params) choice(i param, usual, other string) (string, error) {
	switch v := p.value[i]; v {
	case "":
		return usual, nil
	case usual, other:
		return v, nil
	}
	return "", p.bad(i, usual+" or "+other)
}

// number reads a finite number in decimal notation. strconv alone would also
// take hexadecimal numbers, signs in front, NaN and infinities.
func number(s string) (float64, bool) {
	for i, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9', c == '.', c == '-', c == 'e', c == 'E':
		case c == '+' && i > 0: // of an exponent
		default:
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, false
	}
	return v + 0, true // -0 becomes 0
}

// ParamNames lists the query parameters that some endpoint reads.
func ParamNames() []string { return append([]string(nil), paramNames[:]...) }
