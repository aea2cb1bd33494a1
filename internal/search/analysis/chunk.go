package analysis

import (
	"math"
	"slices"
	"strings"

	"servicemap/internal/destination"
)

type placeKind uint8

const (
	countryPlace placeKind = iota
	regionPlace
	localityPlace
)

// placeKey identifies a place: localities of one name in two states are two.
type placeKey struct {
	kind   placeKind
	name   string
	region string
}

type place struct {
	key   placeKey
	names [][]string // each as words
	sum   [3]float64 // of the positions of a locality's destinations
}

// chunk is a part of the destinations, read by one goroutine. Its numbers of
// words and places are its own.
type chunk struct {
	ids       map[string]uint32
	nameCount []uint32
	entries   rows[Entry]
	full      rows[uint64]
	concepts  rows[Concept]
	places    []place
	byRaw     map[placeKey]Concept // by names as they stand in the data
	ellipses  []ellipsis
	texts     map[string][]uint32 // words of names of regions and localities, which repeat
}

// ellipsis is a word whose second part stands only in a later word.
type ellipsis struct {
	doc         int
	first, last string
}

func readChunk(dests []destination.Destination) *chunk {
	c := &chunk{ids: map[string]uint32{}, byRaw: map[placeKey]Concept{}, texts: map[string][]uint32{}}
	var entries []Entry
	for i := range dests {
		entries = c.readNames(entries[:0], i, &dests[i])
		entries = c.readOthers(entries, &dests[i])
		c.entries.add(entries...)
		c.readConcepts(&dests[i])
	}
	return c
}

func (c *chunk) id(word string) uint32 {
	id, ok := c.ids[word]
	if !ok {
		id = uint32(len(c.ids))
		c.ids[word] = id
		c.nameCount = append(c.nameCount, 0)
	}
	return id
}

func addEntry(list []Entry, e Entry) []Entry {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}

func (c *chunk) readNames(list []Entry, doc int, d *destination.Destination) []Entry {
	var full []uint64
	list = c.readName(list, doc, d.Name, &full)
	for _, name := range d.AltNames {
		list = c.readName(list, doc, name, &full)
	}
	for _, e := range list {
		if e.Class() == Name {
			c.nameCount[e.Word()]++
		}
	}
	c.full.add(full...)
	return list
}

func (c *chunk) readName(list []Entry, doc int, name string, full *[]uint64) []Entry {
	toks := tokens(name)
	h := newHash()
	for i, t := range toks {
		h = h.word(t.word)
		list = addEntry(list, newEntry(c.id(t.word), Name))
		if t.open && i+2 < len(toks) { // "Hallen- und Freibad"
			c.ellipses = append(c.ellipses, ellipsis{doc, t.word, toks[i+2].word})
		}
	}
	*full = append(*full, uint64(h))
	for i := 0; i < len(toks); i++ {
		joined := toks[i].word
		for j := i; j+1 < len(toks) && toks[j].joined; j++ {
			joined += toks[j+1].word
			if j == i || i == 0 || !toks[i-1].joined { // pairs, and runs from their beginning
				list = addEntry(list, newEntry(c.id(cut(joined)), Joined))
			}
		}
	}
	return list
}

const minDescriptionWord = 3

func (c *chunk) readOthers(list []Entry, d *destination.Destination) []Entry {
	list = c.readShared(list, d.Locality)
	list = c.readShared(list, d.RegionName(destination.German))
	list = c.readShared(list, d.RegionName(destination.English))
	for _, r := range d.TravelRegions {
		list = c.readShared(list, r)
		if en := destination.TravelRegionName(r, destination.English); en != r {
			list = c.readShared(list, en)
		}
	}
	if d.Description != "" {
		for _, w := range Words(d.Description) {
			if len(w) >= minDescriptionWord && !stopWords[w] {
				list = addEntry(list, newEntry(c.id(w), Other))
			}
		}
	}
	return list
}

// readShared reads a text that many destinations share.
func (c *chunk) readShared(list []Entry, text string) []Entry {
	if text == "" {
		return list
	}
	ids, ok := c.texts[text]
	if !ok {
		for _, w := range Words(text) {
			ids = append(ids, c.id(w))
		}
		c.texts[strings.Clone(text)] = ids
	}
	for _, id := range ids {
		list = addEntry(list, newEntry(id, Other))
	}
	return list
}

func (c *chunk) readConcepts(d *destination.Destination) {
	list := make([]Concept, 0, 10)
	list = append(list, CategoryConcept(d.Category))
	for a, is := range [numAttributes]bool{
		Kids: d.Kids == destination.Yes, Seating: d.Seating == destination.Yes, Free: d.Free == destination.Yes,
		Accessible: d.Mobility.Known && d.Mobility.Value >= accessibleFrom,
	} {
		if is {
			list = append(list, firstAttribute+Concept(a))
		}
	}
	add := func(raw placeKey) {
		if raw.name == "" {
			return
		}
		if id := c.place(raw); !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	add(placeKey{countryPlace, d.CountryCode, ""})
	add(placeKey{regionPlace, d.RegionName(destination.German), d.RegionCode})
	for _, r := range d.TravelRegions {
		add(placeKey{regionPlace, r, ""})
	}
	if d.Locality != "" {
		raw := placeKey{localityPlace, d.Locality, d.RegionCode}
		add(raw)
		c.places[c.byRaw[raw]-firstDynamic].addPosition(d.Point)
	}
	c.concepts.add(list...)
}

func (p *place) addPosition(at destination.Point) {
	sinLat, cosLat := math.Sincos(at.Lat * math.Pi / 180)
	sinLng, cosLng := math.Sincos(at.Lng * math.Pi / 180)
	p.sum[0] += cosLat * cosLng
	p.sum[1] += cosLat * sinLng
	p.sum[2] += sinLat
}

// place numbers a place and collects its names when it is new.
func (c *chunk) place(raw placeKey) Concept {
	if id, ok := c.byRaw[raw]; ok {
		return id
	}
	p := place{key: raw}
	switch raw.kind {
	case countryPlace:
		for name := range strings.SplitSeq(countryWords[raw.name], ",") {
			p.names = append(p.names, Words(name))
		}
	case regionPlace:
		p.key = placeKey{regionPlace, destination.RegionKey(raw.name), ""}
		p.names = [][]string{Words(raw.name), Words(destination.TravelRegionName(raw.name, destination.English))}
		if info, ok := destination.RegionByCode(raw.region); ok {
			for _, name := range append(info.Aliases, info.Names[:]...) {
				p.names = append(p.names, Words(name))
			}
		}
	case localityPlace:
		words := Words(raw.name)
		p.key.name = strings.Join(words, " ")
		p.names = [][]string{words, localityHead(raw.name)}
	}
	id := firstDynamic + Concept(len(c.places))
	raw.name = strings.Clone(raw.name)
	c.byRaw[raw] = id
	c.places = append(c.places, p)
	return id
}

var localityConnectors = keySet("am an im in ob bei beim auf zu vor unter a b d i v ot sur")

// localityHead is what people call a locality for short: "Frankfurt" for
// "Frankfurt am Main" and for "Frankfurt (Oder)".
func localityHead(name string) []string {
	if at := strings.IndexAny(name, "(/,"); at > 0 {
		name = name[:at]
	}
	words := Words(name)
	for i, w := range words {
		if i > 0 && localityConnectors[w] {
			return words[:i]
		}
	}
	return words
}

// resolveEllipses completes the words that a hyphen cut short: the omitted
// part is the head of the compound that follows.
func (c *chunk) resolveEllipses(s *splitter) {
	if len(c.ellipses) == 0 {
		return
	}
	extra := map[int][]Entry{}
	for _, e := range c.ellipses {
		if parts := s.cover(e.last, maxParts); len(parts) > 1 {
			word := cut(e.first + parts[len(parts)-1])
			extra[e.doc] = append(extra[e.doc], newEntry(c.id(word), Joined))
		}
	}
	var all rows[Entry]
	for i := range c.entries.ends {
		row := c.entries.row(i)
		for _, e := range extra[i] {
			row = addEntry(slices.Clip(row), e)
		}
		all.add(row...)
	}
	c.entries = all
}

// hash is FNV-1a over the words of a whole name.
type hash uint64

func newHash() hash { return 14695981039346656037 }

func (h hash) word(w string) hash {
	for i := range len(w) {
		h = (h ^ hash(w[i])) * 1099511628211
	}
	return (h ^ ' ') * 1099511628211
}
