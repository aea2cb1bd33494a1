package classify

import (
	"html"
	"math"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"servicemap/internal/destination"
)

// nameless are what mappers write where a name should be: that there is none,
// or what the thing is.
var nameless = []string{
	"unbekannt", "unknown", "unnamed", "noname", "no name", "namenlos", "ohne name", "fixme", "todo",
	"spielplatz", "kinderspielplatz", "playground", "aussichtspunkt", "aussicht", "viewpoint", "aussichtsturm",
	"grillplatz", "grillstelle", "feuerstelle", "bbq", "picknickplatz", "rastplatz", "park", "garten", "brunnen", "quelle",
	"denkmal", "minigolf", "minigolfplatz", "museum", "höhle", "wasserfall", "badeplatz", "badestelle", "schwimmbad", "freibad", "hallenbad",
}

// CleanName makes a name fit to be shown; "" when nothing of it is one.
func CleanName(s string) string {
	s = html.UnescapeString(s)
	if first, _, many := strings.Cut(s, ";"); many { // several names: the first is the main one
		s = first
	}
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, ""), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200b' || r == '\ufeff'
	}), " ")
	s = strings.Trim(s, ` "„“”,`)
	if utf8.RuneCountInString(s) > maxName {
		s = strings.TrimSpace(string([]rune(s)[:maxName-1])) + "…"
	}
	if !strings.ContainsFunc(s, unicode.IsLetter) || slices.Contains(nameless, strings.ToLower(s)) {
		return ""
	}
	return s
}

const maxName = 120

// PlainName is the name of a thing, cleaned; "" when it has none.
func PlainName(tags destination.Tags) string {
	for _, key := range []string{"name", "name:de", "official_name", "name:en"} {
		if name := CleanName(tags.Get(key)); name != "" {
			return name
		}
	}
	return ""
}

// OtherNames are further names that people may search for.
func OtherNames(tags destination.Tags, name string) []string {
	var out []string
	for _, key := range []string{"name", "name:de", "name:en", "name:fr", "name:it", "name:rm", "alt_name", "official_name", "short_name", "loc_name", "old_name", "int_name", "local_name"} {
		for part := range strings.SplitSeq(tags.Get(key), ";") {
			if part = CleanName(part); part != "" && part != name && !slices.Contains(out, part) {
				out = append(out, part)
			}
		}
	}
	return out
}

// Website is the address of the place's own page, "" for none or a strange one.
func Website(tags destination.Tags) string {
	for _, key := range []string{"website", "contact:website", "url"} {
		if u := WebAddress(tags.Get(key)); u != "" {
			return u
		}
	}
	return ""
}

// WebAddress makes a full address of what people write; "" if it is none.
func WebAddress(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), ";")
	if s == "" || len(s) > 1000 {
		return ""
	}
	if !strings.Contains(s, "://") {
		s = "https://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.Contains(u.Host, ".") || u.User != nil {
		return ""
	}
	return u.String()
}

// Describe fills in what the tags say of the place beyond its attributes.
func Describe(d *destination.Destination, tags destination.Tags) {
	d.Website = Website(tags)
	d.Phone = firstOf(tags, "phone", "contact:phone", "contact:mobile")
	d.OpeningHours = firstOf(tags, "opening_hours")
	d.Description = Shorten(firstOf(tags, "description:de", "description"), maxDescription)
	d.Address = address(tags)
	d.Image = Picture(tags)
}

const maxDescription = 1000

// Shorten cuts a text at a word and says so.
func Shorten(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	s = string([]rune(s)[:limit-1])
	if i := strings.LastIndexByte(s, ' '); i > limit/2 {
		s = s[:i]
	}
	return s + "…"
}

func firstOf(tags destination.Tags, keys ...string) string {
	for _, key := range keys {
		if v := strings.TrimSpace(strings.ToValidUTF8(tags.Get(key), "")); v != "" {
			return v
		}
	}
	return ""
}

func address(tags destination.Tags) string {
	if full := firstOf(tags, "addr:full"); full != "" {
		return full
	}
	street := firstOf(tags, "addr:street", "addr:place")
	if nr := firstOf(tags, "addr:housenumber"); nr != "" && street != "" {
		street += " " + nr
	}
	city := strings.TrimSpace(firstOf(tags, "addr:postcode") + " " + firstOf(tags, "addr:city"))
	return strings.Trim(street+", "+city, ", ")
}

// Picture links to the picture of a place, with the credit that is known.
func Picture(tags destination.Tags) *destination.Image {
	for _, key := range []string{"wikimedia_commons", "image"} {
		value := strings.TrimSpace(tags.Get(key))
		if file, ok := commonsFile(value); ok {
			page := "https://commons.wikimedia.org/wiki/File:" + url.PathEscape(file)
			return &destination.Image{
				URL:     "https://commons.wikimedia.org/wiki/Special:FilePath/" + url.PathEscape(file) + "?width=800",
				Page:    page,
				Credit:  "Wikimedia Commons",
				License: "see the file's page",
			}
		}
		if key != "image" || !strings.Contains(value, "://") {
			continue
		}
		if address := WebAddress(value); address != "" {
			u, err := url.Parse(address)
			if err != nil || !hasPictureSuffix(u.Path) {
				continue
			}
			return &destination.Image{URL: address, Page: address, Credit: u.Host}
		}
	}
	return nil
}

// commonsFile finds the file's name in the ways to name a file on Commons.
func commonsFile(value string) (string, bool) {
	if i := strings.Index(value, "commons.wikimedia.org/wiki/"); i >= 0 {
		value = value[i+len("commons.wikimedia.org/wiki/"):]
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
	}
	for _, prefix := range []string{"File:", "file:", "Datei:", "Image:"} {
		if file, ok := strings.CutPrefix(value, prefix); ok {
			file, _, _ = strings.Cut(file, ";")
			file = strings.ReplaceAll(strings.TrimSpace(file), " ", "_")
			return file, file != "" && len(file) < 250 && utf8.ValidString(file)
		}
	}
	return "", false
}

func hasPictureSuffix(path string) bool {
	path = strings.ToLower(path)
	return slices.ContainsFunc([]string{".jpg", ".jpeg", ".png", ".webp", ".gif"}, func(suffix string) bool {
		return strings.HasSuffix(path, suffix)
	})
}

// Prominence estimates how widely known a place is, 0 to 1.
func (c *Classifier) Prominence(category destination.Category, tags destination.Tags, areaKm2 float64) float64 {
	w := c.weights.Prominence
	p := w.Category * category.Info().Weight
	if tags.Has("wikidata") {
		p += w.Wikidata
	}
	if tags.Has("wikipedia") {
		p += w.Wikipedia
	}
	if tags.Has("heritage") || tags.Has("ref:whc") || tags.Has("whc:inscription_date") {
		p += w.Heritage
	}
	known := 0.0
	for _, keys := range [][]string{{"website", "contact:website", "url"}, {"opening_hours"}, {"image", "wikimedia_commons"}, {"description", "description:de"}, {"phone", "contact:phone"}, {"name:en", "int_name"}} {
		if firstOf(tags, keys...) != "" {
			known++
		}
	}
	p += w.Completeness * min(1, known/4)
	if areaKm2 > 0 { // from 100 m² to 100 km²
		p += w.Area * max(0, min(1, (math.Log10(areaKm2)+4)/6))
	}
	if tags.Has("office") || tags.Has("club") {
		p *= w.Organisation
	}
	return max(0, min(1, math.Round(p*1000)/1000))
}
