package tiles

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// MaxRange is the most that one request for a part of the archive may ask for.
const MaxRange = 1 << 20

const wholeFile = "the archive is not for download as a whole: ask for a single byte range of at most 1 MiB (Range: bytes=0-16383)"

var (
	errUnsatisfiable = errors.New("range not satisfiable")
	errMalformed     = errors.New("malformed range")
)

// serveRange answers with a part of the archive.
func (s *server) serveRange(w http.ResponseWriter, r *http.Request, a *Archive) error {
	h := w.Header()
	h.Set("ETag", a.etag)
	h.Set("Accept-Ranges", "bytes")
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("Content-Type", "application/vnd.pmtiles")
	if match := r.Header.Get("If-Match"); match != "" && !etagIn(match, a.etag) {
		return &refusal{http.StatusPreconditionFailed, "the archive has changed"}
	}
	if etagIn(r.Header.Get("If-None-Match"), a.etag) {
		h.Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	spec := r.Header.Get("Range")
	if spec == "" {
		if r.Method == http.MethodHead {
			h.Set("Content-Length", strconv.FormatInt(a.Size, 10))
			w.WriteHeader(http.StatusOK)
			return nil
		}
		return &refusal{http.StatusForbidden, wholeFile}
	}
	if cond := r.Header.Get("If-Range"); cond != "" && cond != a.etag {
		// The client holds parts of another archive, so the range is void.
		return &refusal{http.StatusForbidden, "the archive has changed (If-Range does not match its ETag): begin anew. " + wholeFile}
	}
	first, length, err := parseRange(spec, a.Size)
	switch {
	case errors.Is(err, errUnsatisfiable):
		h.Set("Content-Range", fmt.Sprintf("bytes */%d", a.Size))
		return &refusal{http.StatusRequestedRangeNotSatisfiable, fmt.Sprintf("the archive has %d bytes", a.Size)}
	case err != nil:
		return &refusal{http.StatusForbidden, err.Error() + ": " + wholeFile}
	case length > MaxRange:
		return &refusal{http.StatusForbidden, fmt.Sprintf("a range of %d bytes is too large: %s", length, wholeFile)}
	}
	if r.Method == http.MethodGet {
		if err := s.take(r, s.Bytes, length); err != nil {
			return err
		}
	}
	h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", first, first+length-1, a.Size))
	h.Set("Content-Length", strconv.FormatInt(length, 10))
	w.WriteHeader(http.StatusPartialContent)
	if r.Method == http.MethodGet {
		// The header is out: a failure can only cut the answer short, which the
		// client sees by its length.
		if err := copyRange(w, a.src, first, length); err != nil && r.Context().Err() == nil {
			s.Logger.Warn("serve tile archive", "error", err)
		}
	}
	return nil
}

// buffers are those of copyRange: most ranges are one tile and fit into one.
var buffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// copyRange is io.Copy without its allocation, which cost more than the rest of
// a request.
func copyRange(w io.Writer, src io.ReaderAt, first, length int64) error {
	buf := buffers.Get().(*[64 << 10]byte)
	defer buffers.Put(buf)
	for length > 0 {
		part := buf[:min(length, int64(len(buf)))]
		if n, err := src.ReadAt(part, first); n < len(part) {
			return err
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
		first, length = first+int64(len(part)), length-int64(len(part))
	}
	return nil
}

// parseRange reads a Range header that asks for one range.
func parseRange(spec string, size int64) (first, length int64, err error) {
	unit, rest, ok := strings.Cut(spec, "=")
	if !ok || !strings.EqualFold(strings.TrimSpace(unit), "bytes") {
		return 0, 0, errMalformed
	}
	if strings.Contains(rest, ",") {
		return 0, 0, errors.New("several ranges at once are not answered")
	}
	from, to, ok := strings.Cut(strings.TrimSpace(rest), "-")
	if !ok {
		return 0, 0, errMalformed
	}
	if from == "" {
		n, err := position(to)
		if err != nil {
			return 0, 0, err
		}
		if n == 0 {
			return 0, 0, errUnsatisfiable
		}
		n = min(n, size)
		return size - n, n, nil
	}
	first, err = position(from)
	if err != nil {
		return 0, 0, err
	}
	last := size - 1
	if to != "" {
		if last, err = position(to); err != nil {
			return 0, 0, err
		}
		if last < first {
			return 0, 0, errMalformed
		}
		last = min(last, size-1)
	}
	if first >= size {
		return 0, 0, errUnsatisfiable
	}
	return first, last - first + 1, nil
}

func position(s string) (int64, error) {
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil || s[0] == '+' {
		return 0, errMalformed
	}
	return int64(n), nil
}

// etagIn reports whether a list of tags, or "*", holds the tag.
func etagIn(list, tag string) bool {
	for one := range strings.SplitSeq(list, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}
