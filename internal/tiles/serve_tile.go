package tiles

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// serveTile answers with one tile, packed as the archive holds it.
func (s *server) serveTile(w http.ResponseWriter, r *http.Request, a *Archive, z uint8, x, y uint32) error {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=3600")
	if r.URL.Query().Get("v") == a.Version() {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if z < a.Header.MinZoom || z > a.Header.MaxZoom {
		return &refusal{http.StatusNotFound, fmt.Sprintf("no tiles at zoom %d: the map has zooms %d to %d", z, a.Header.MinZoom, a.Header.MaxZoom)}
	}
	tag := fmt.Sprintf(`"%s-%d-%d-%d"`, a.Version(), z, x, y)
	gzipped := acceptsGzip(r.Header.Values("Accept-Encoding"))
	if gzipped {
		tag = tag[:len(tag)-1] + `-gz"`
	}
	h.Set("ETag", tag)
	if etagIn(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	body, err := a.Gzipped(z, x, y)
	if err == nil && !gzipped {
		body, err = unpack(body)
	}
	if errors.Is(err, ErrNoTile) {
		// Nothing to draw here, which is no failure.
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if err != nil {
		return err
	}
	if r.Method == http.MethodGet {
		if err := s.take(r, s.Bytes, int64(len(body))); err != nil {
			return err
		}
	}
	if gzipped {
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Type", "application/vnd.mapbox-vector-tile")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // the client may be gone
	}
	return nil
}

// serveTileJSON describes the tiles to clients without a PMTiles library.
func (s *server) serveTileJSON(w http.ResponseWriter, r *http.Request, a *Archive) error {
	hd := a.Header
	layers := a.Metadata.VectorLayers
	if layers == nil {
		layers = json.RawMessage("[]")
	}
	body, err := json.Marshal(map[string]any{
		"tilejson":      "3.0.0",
		"name":          a.Metadata.Name,
		"description":   a.Metadata.Description,
		"attribution":   a.Metadata.Attribution,
		"scheme":        "xyz",
		"tiles":         []string{s.BaseURL(r) + Prefix + "{z}/{x}/{y}.mvt?v=" + a.Version()},
		"minzoom":       hd.MinZoom,
		"maxzoom":       hd.MaxZoom,
		"bounds":        []float64{hd.West, hd.South, hd.East, hd.North},
		"center":        []float64{hd.CenterLng, hd.CenterLat, float64(hd.CenterZoom)},
		"vector_layers": layers,
	})
	if err != nil {
		return fmt.Errorf("describe tiles: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=300")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // the client may be gone
	}
	return nil
}

// acceptsGzip reports whether the client takes gzip, by name or by "*".
func acceptsGzip(headers []string) bool {
	accepted := false
	for part := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		name, params, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "gzip" && name != "*" {
			continue
		}
		q := 1.0
		if v, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q="); ok {
			q, _ = strconv.ParseFloat(v, 64)
		}
		if name == "gzip" {
			return q > 0
		}
		accepted = q > 0
	}
	return accepted
}
