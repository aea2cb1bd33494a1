package httpapi

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"servicemap/internal/destination"
)

// view is what answers share as long as the dataset is the same.
type view struct {
	snap        *Snapshot
	tiles       string // attribution of the tiles, as the map gave it
	attribution string
	tail        []byte // ,"attribution":"…"
	salt        uint64 // differs whenever the same question may have another answer
	cache       *cache
	recheck     atomic.Int64 // when to look at the tiles again, Unix nanoseconds
}

// tilesRecheck is how often the map is asked whose tiles it has. A tile archive
// can be exchanged while the service runs, but not worth a look at every request.
const tilesRecheck = time.Second

// current is the view of the active dataset.
func (x *exchange) current() (*view, error) {
	a := x.api
	snap := a.opts.Catalog.Snapshot()
	if snap == nil {
		return nil, errNotReady
	}
	old, now := a.view.Load(), x.start.UnixNano()
	if old != nil && old.snap == snap && now < old.recheck.Load() {
		return old, nil
	}
	tiles := a.opts.Map.Config().Attribution
	if old != nil && old.snap == snap && old.tiles == tiles {
		old.recheck.Store(now + int64(tilesRecheck))
		return old, nil
	}
	v := &view{snap: snap, tiles: tiles, attribution: attribution(a.opts.Site.Name, snap.Dataset.Sources, tiles)}
	v.recheck.Store(now + int64(tilesRecheck))
	v.tail = appendField(nil, "attribution", v.attribution)
	v.salt = hash(0, a.opts.Version+"\x00"+snap.Dataset.Version+"\x00"+v.attribution)
	v.cache = newCache(a.opts.CacheBytes)
	a.view.Store(v)
	return v, nil
}

var tags = regexp.MustCompile(`<[^>]*>`)

// attribution names the service, then those who contributed to the dataset,
// then the provider of the tiles, each once and as plain text.
func attribution(service string, sources []destination.Source, tiles string) string {
	parts := []string{service}
	for _, s := range sources {
		if s.Attribution != "" {
			parts = append(parts, s.Attribution)
		} else {
			parts = append(parts, s.Name)
		}
	}
	var said []string
	for _, p := range append(parts, tiles) {
		p = strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(p, " "))), " ")
		contained := func(s string) bool { return strings.Contains(s, p) }
		if p != "" && !slices.ContainsFunc(said, contained) {
			said = append(said, p)
		}
	}
	return strings.Join(said, " · ")
}

// hash is FNV-1a: the same on every machine, so that all servers of one
// dataset agree on their tags.
func hash[T string | []byte](salt uint64, text T) uint64 {
	h := salt ^ 14695981039346656037
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

const maxPooled = 1 << 20

// scratch is the room in which an answer is made; it is used again.
type scratch struct {
	key, body, packed []byte
	hits              []destination.Hit
}

var scratches = sync.Pool{New: func() any { return &scratch{} }}

func (s *scratch) release() {
	if cap(s.body) <= maxPooled && cap(s.packed) <= maxPooled {
		scratches.Put(s)
	}
}

// reply answers with what render makes, which must depend on nothing but the
// view and s.key. What the client or the cache already has is not made again.
func (x *exchange) reply(v *view, s *scratch, media []string, render func(dst []byte) []byte) error {
	if x.notModified(weakETag(hash(v.salt, s.key))) {
		return nil
	}
	enc := negotiate(x.r.Header["Accept-Encoding"])
	s.key = append(s.key, byte(enc))
	if c, ok := v.cache.get(s.key); ok {
		x.send(http.StatusOK, media, c.enc, c.body)
		return nil
	}
	body := render(s.body[:0])
	s.body = body
	if len(body) < minCompressed {
		enc = identity
	}
	if enc != identity {
		s.packed = x.api.comp.compress(s.packed[:0], body, enc)
		body = s.packed
	}
	v.cache.offer(s.key, cached{body, enc})
	x.send(http.StatusOK, media, enc, body)
	return nil
}

// weakETag is weak because it is the same for all encodings of an answer.
func weakETag(sum uint64) string {
	b := make([]byte, 0, 20)
	b = append(b, `W/"`...)
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, hexDigits[sum>>shift&15])
	}
	return string(append(b, '"'))
}

// notModified sets the headers of an answer that may be cached, and answers
// 304 when the client has it already.
func (x *exchange) notModified(etag string) bool {
	h := x.w.Header()
	h["Etag"] = []string{etag}
	h["Cache-Control"] = cachePublic
	if x.client.Authenticated() {
		h["Cache-Control"] = cachePrivate
	}
	if !etagMatches(x.r.Header["If-None-Match"], etag) {
		return false
	}
	x.status = http.StatusNotModified
	x.w.WriteHeader(x.status)
	return true
}

// etagMatches compares weakly, as If-None-Match asks.
func etagMatches(header []string, etag string) bool {
	want := strings.TrimPrefix(etag, "W/")
	for _, line := range header {
		if strings.TrimSpace(line) == "*" {
			return true
		}
		for line != "" {
			start := strings.IndexByte(line, '"')
			if start < 0 {
				break
			}
			end := strings.IndexByte(line[start+1:], '"')
			if end < 0 {
				break
			}
			if line[start:start+end+2] == want {
				return true
			}
			line = line[start+end+2:]
		}
	}
	return false
}
