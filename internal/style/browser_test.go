package style_test

import (
	"bytes"
	"fmt"
	"html/template"
	"image"
	_ "image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"servicemap/internal/assets"
	"servicemap/internal/browsertest"
	"servicemap/internal/destination"
	"servicemap/internal/style"
	"servicemap/internal/tiles"
)

// page has nothing but the two libraries and what the configuration gives.
var page = template.Must(template.New("").Parse(`<!doctype html>
<html lang="de"><meta charset="utf-8"><title>Karte</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="{{.CSS}}">
<style>html,body,#map{margin:0;height:100%}</style>
<div id="map"></div>
<script type="module">
import * as maplibregl from "{{.MapLibre}}";
import { Protocol } from "{{.PMTiles}}";
maplibregl.addProtocol("pmtiles", new Protocol().tile);
const map = window.map = new maplibregl.Map({
  container: "map", style: "{{.Style}}", center: [{{.Lng}}, {{.Lat}}], zoom: {{.Zoom}}, fadeDuration: 0,
});
map.on("error", (e) => console.error(String(e.error)));
map.on("idle", () => { window.ready = true; });
</script>`))

// serve runs what the program serves of the map, and the page at "/".
func serve(t *testing.T, archive string) string {
	t.Helper()
	browser, err := assets.LoadBrowser()
	if err != nil {
		t.Fatal(err)
	}
	styles, err := style.Load()
	if err != nil {
		t.Fatal(err)
	}
	source, err := tiles.NewSource(archive, archive != "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	mux.Handle(assets.Prefix, browser.Handler())
	mux.Handle(tiles.Prefix, tiles.NewServer(tiles.Options{
		Source: source, BaseURL: func(*http.Request) string { return srv.URL },
		Client: func(r *http.Request) string { return r.RemoteAddr }, Logger: slog.New(slog.DiscardHandler),
	}))
	mux.HandleFunc("/style", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		lang := destination.German
		if q.Get("lang") == "en" {
			lang = destination.English
		}
		body, etag, err := styles.Render(style.Options{
			Base: srv.URL, Theme: q.Get("theme"), Lang: lang, Source: q.Get("source"),
			Archive: tiles.ArchivePath, TileJSON: tiles.TileJSON, Attribution: source.Info().Attribution,
			TileLayers: source.Info().Layers,
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("ETag", etag)
		_, _ = w.Write(body)
	})
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		_ = page.Execute(w, map[string]any{
			"CSS": browser.MapLibre().CSS, "MapLibre": browser.MapLibre().JS, "PMTiles": browser.PMTiles().JS,
			"Style": "/style?" + r.URL.RawQuery, "Lng": template.JS(q.Get("lng")), "Lat": template.JS(q.Get("lat")), "Zoom": template.JS(q.Get("zoom")),
		})
	})
	return srv.URL
}

func TestMapInBrowser(t *testing.T) {
	base := serve(t, "")
	tests := []struct {
		name        string
		lng, lat, z float64
		theme, lang string
		source      string
		want        []string // labels
	}{
		{"z5-light", 10.4, 49.8, 5, "light", "de", "", []string{"München", "Köln", "Österreich", "Zürich"}},
		{"z5-dark", 10.4, 49.8, 5, "dark", "de", "", []string{"München", "Köln", "Österreich"}},
		{"z7-light", 8.6, 47.6, 7, "light", "de", "", []string{"Zürich", "Straßburg", "Bodensee"}},
		{"z7-dark", 11.2, 48.2, 7, "dark", "en", "", []string{"Munich", "Nuremberg"}},
		{"z9-light", 11.5, 48.1, 9, "light", "de", "", []string{"München", "Fürstenfeldbruck"}},
		{"z9-dark", 16.4, 48.2, 9, "dark", "de", "tilejson", []string{"Wien", "Mödling"}},
	}
	p := browsertest.Open(t, 1000, 700)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			q := url.Values{"theme": {tc.theme}, "lang": {tc.lang}, "source": {tc.source}}
			for k, v := range map[string]float64{"lng": tc.lng, "lat": tc.lat, "zoom": tc.z} {
				q.Set(k, fmt.Sprint(v))
			}
			p.Navigate(base + "/?" + q.Encode())
			p.WaitFor("window.ready === true")
			var labels []string
			p.Eval(`[...new Set(map.queryRenderedFeatures().filter(f => f.layer.type === "symbol").map(f =>
				f.properties["name:`+tc.lang+`"] || f.properties.name))]`, &labels)
			for _, want := range tc.want {
				if !slices.Contains(labels, want) {
					t.Errorf("label %q is missing among %q", want, labels)
				}
			}
			if n := colours(t, p.Screenshot("map-"+tc.name)); n < 50 {
				t.Errorf("the map has %d colours, it looks blank", n)
			}
		})
	}
	for _, text := range p.Errors() {
		t.Errorf("the page has an error: %s", text)
	}
	for _, u := range p.Requests() {
		if !strings.HasPrefix(u, base) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:") {
			t.Errorf("the page asked somebody else: %s", u)
		}
	}
}

// colours counts the colours of a picture, which is a handful for a blank one.
func colours(t *testing.T, png []byte) int {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(png))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[3]uint32]bool{}
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y += 2 {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x += 2 {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, b >> 8}] = true
		}
	}
	return len(seen)
}
