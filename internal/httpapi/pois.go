package httpapi

import (
	"encoding/binary"
	"math"
	"net/url"
	"runtime"
	"strconv"

	"servicemap/internal/destination"
)

const envelopeStart = `{"ok":true,"apiVersion":"` + APIVersion + `"`

// servePOIs searches.
func (x *exchange) servePOIs(p *params) error {
	var q question
	if err := p.filters(&q); err != nil {
		return err
	}
	if err := p.readLimit(&q); err != nil {
		return err
	}
	f, err := p.readForm(q.Center != nil)
	if err != nil {
		return err
	}
	v, err := x.current()
	if err != nil {
		return err
	}
	s := scratches.Get().(*scratch)
	defer s.release()
	s.key = q.appendKey(f.appendKey(append(s.key[:0], byte(epPOIs))))
	return x.reply(v, s, f.media(), func(dst []byte) []byte {
		found := v.snap.Index.Search(&q.Query, s.hits)
		s.hits = found.Hits
		return appendListing(dst, v, f, found)
	})
}

func (p *params) readForm(distance bool) (form, error) {
	geoJSON, err := p.readGeoJSON()
	if err != nil {
		return form{}, err
	}
	lang, err := p.readLang()
	return form{lang: lang, geoJSON: geoJSON, distance: distance}, err
}

func (f form) media() []string {
	if f.geoJSON {
		return mediaGeoJSON
	}
	return mediaJSON
}

func appendListing(dst []byte, v *view, f form, found destination.Result) []byte {
	items := `,"items":[`
	if f.geoJSON {
		dst = append(dst, `{"type":"FeatureCollection","ok":true,"apiVersion":"`+APIVersion+`"`...)
		items = `,"features":[`
	} else {
		dst = append(dst, envelopeStart...)
	}
	dst = append(dst, `,"count":`...)
	dst = strconv.AppendInt(dst, int64(len(found.Hits)), 10)
	dst = append(dst, `,"total":`...)
	dst = strconv.AppendInt(dst, int64(found.Total), 10)
	dst = append(dst, items...)
	for i := range found.Hits {
		if i%ahead == 0 {
			fetch(found.Hits[i:min(i+ahead, len(found.Hits))])
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = f.appendItem(dst, found.Hits[i].Payload, found.Hits[i].DistanceKm)
	}
	dst = append(dst, ']')
	dst = append(dst, v.tail...)
	return append(dst, '}', '\n')
}

// ahead is how many payloads are fetched at a time.
const ahead = 16

// fetch reads a byte of each cache line of payloads that are about to be
// written. They lie far apart in memory, and the processor waits for all of them
// at once instead of for one after the other.
func fetch(hits []destination.Hit) {
	var sum byte
	for i := range hits {
		p := hits[i].Payload
		for at := 0; at < len(p); at += 64 {
			sum += p[at]
		}
	}
	runtime.KeepAlive(sum)
}

// servePOI answers with one destination. A slug that it had before is as good
// as the one it has now; Content-Location tells the difference.
func (x *exchange) servePOI(p *params) error {
	f, err := p.readForm(false)
	if err != nil {
		return err
	}
	v, err := x.current()
	if err != nil {
		return err
	}
	payload, slug, ok := v.snap.Index.Lookup(x.slug)
	if !ok {
		return destination.ErrNotFound
	}
	if slug != x.slug {
		x.w.Header().Set("Content-Location", prefix+"/pois/"+url.PathEscape(slug))
	}
	s := scratches.Get().(*scratch)
	defer s.release()
	s.key = append(f.appendKey(append(s.key[:0], byte(epPOI))), slug...)
	return x.reply(v, s, f.media(), func(dst []byte) []byte {
		return appendSingle(dst, v, f, payload)
	})
}

func appendSingle(dst []byte, v *view, f form, payload []byte) []byte {
	if f.geoJSON {
		dst = f.appendItem(dst, payload, 0)
		dst = append(dst[:len(dst)-1], `,"ok":true,"apiVersion":"`+APIVersion+`"`...) // foreign members of the Feature
	} else {
		dst = append(dst, envelopeStart+`,"item":`...)
		dst = f.appendItem(dst, payload, 0)
	}
	dst = append(dst, v.tail...)
	return append(dst, '}', '\n')
}

// serveCategories counts what the filters leave of each category.
func (x *exchange) serveCategories(p *params) error {
	var q question
	if err := p.filters(&q); err != nil {
		return err
	}
	lang, err := p.readLang()
	if err != nil {
		return err
	}
	v, err := x.current()
	if err != nil {
		return err
	}
	s := scratches.Get().(*scratch)
	defer s.release()
	s.key = q.appendKey(form{lang: lang}.appendKey(append(s.key[:0], byte(epCategories))))
	return x.reply(v, s, mediaJSON, func(dst []byte) []byte {
		return appendCategories(dst, v, lang, v.snap.Index.Categories(&q.Query))
	})
}

func appendCategories(dst []byte, v *view, lang destination.Lang, counts []destination.CategoryCount) []byte {
	dst = append(dst, envelopeStart+`,"count":`...)
	dst = strconv.AppendInt(dst, int64(len(counts)), 10)
	dst = append(dst, `,"items":[`...)
	for i, c := range counts {
		info := c.Category.Info()
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"id":`...)
		dst = appendString(dst, info.ID)
		dst = appendField(dst, "name", info.Names[lang])
		dst = append(dst, `,"names":{"de":`...)
		dst = appendString(dst, info.Names[destination.German])
		dst = appendField(dst, "en", info.Names[destination.English])
		dst = append(dst, `},"count":`...)
		dst = strconv.AppendInt(dst, int64(c.Count), 10)
		dst = appendField(dst, "color", info.Color)
		dst = append(dst, '}')
	}
	dst = append(dst, ']')
	dst = append(dst, v.tail...)
	return append(dst, '}', '\n')
}

func (f form) appendKey(dst []byte) []byte {
	geoJSON := byte(0)
	if f.geoJSON {
		geoJSON = 1
	}
	return append(dst, byte(f.lang), geoJSON)
}

// appendKey appends what is the same for all ways to ask this question, and
// for no other question.
func (q *question) appendKey(dst []byte) []byte {
	var set byte
	for i, has := range [...]bool{
		q.Center != nil, q.Box != nil, q.Categories != nil, q.MinMobility != nil, q.Kids, q.Seating, q.Free,
	} {
		if has {
			set |= 1 << i
		}
	}
	dst = append(dst, set)
	for _, v := range [...]float64{
		q.center.Lat, q.center.Lng, q.RadiusKm, q.box.West, q.box.South, q.box.East, q.box.North, q.mobility,
	} {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	dst = binary.LittleEndian.AppendUint64(dst, uint64(q.categories))
	dst = binary.AppendUvarint(dst, uint64(q.Limit))
	dst = append(append(dst, q.CountryCode...), 0)
	dst = append(append(dst, q.Region...), 0xff) // is in no UTF-8 text
	return append(dst, q.Text...)
}
