package style_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"servicemap/internal/assets"
	"servicemap/internal/destination"
	"servicemap/internal/style"
	"servicemap/internal/tiles"
)

const base = "https://map.example:8443/karte"

var langs = map[string]destination.Lang{"de": destination.German, "en": destination.English}

func options(theme, lang, source string) style.Options {
	return style.Options{
		Base: base, Theme: theme, Lang: langs[lang], Source: source, Archive: tiles.ArchivePath, TileJSON: tiles.TileJSON,
		Attribution: `<a href="https://a.example/">"A" & B</a>`,
	}
}

func load(t testing.TB) *style.Styles {
	t.Helper()
	s, err := style.Load()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// each calls f with every style that can be asked for.
func each(t *testing.T, f func(name string, body []byte)) {
	s := load(t)
	overview, err := tiles.Overview()
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range style.Themes {
		for lang := range langs {
			for _, source := range style.Sources {
				for kind, layers := range map[string][]string{"street": nil, "overview": overview.Info().Layers} {
					o := options(theme, lang, source)
					o.TileLayers = layers
					body, etag, err := s.Render(o)
					if err != nil || etag == "" {
						t.Fatal(err)
					}
					f(strings.Join([]string{theme, lang, source, kind}, "-"), body)
				}
			}
		}
	}
}

func TestStylesAreValid(t *testing.T) {
	validate, err := filepath.Abs("../../node_modules/.bin/gl-style-validate")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(validate); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("the validator is not installed (npm ci): %v", err)
	}
	dir := t.TempDir()
	var files []string
	each(t, func(name string, body []byte) {
		path := filepath.Join(dir, name+".json")
		if err := os.WriteFile(path, body, 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	})
	for _, path := range files {
		if out, err := exec.Command(validate, path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", filepath.Base(path), err, out)
		}
	}
	// The judge judges: a style with a mistake is refused.
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte(`{"version":8,"sources":{},"layers":[{"id":"x","type":"nonsense"}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(validate, bad).Run(); err == nil {
		t.Error("the validator accepts nonsense")
	}
}

// urls collects every string that looks like a URL or a path, with its key.
func urls(v any, found map[string]bool) {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, "/") && !strings.Contains(v, " ") && !strings.HasPrefix(v, "<") {
			found[v] = true
		}
	case []any:
		for _, e := range v {
			urls(e, found)
		}
	case map[string]any:
		for _, e := range v {
			urls(e, found)
		}
	}
}

func TestURLsAreAbsoluteAndServed(t *testing.T) {
	browser, err := assets.LoadBrowser()
	if err != nil {
		t.Fatal(err)
	}
	served := map[string]bool{}
	for _, name := range browser.Names() {
		served[assets.Prefix+name] = true
	}
	each(t, func(name string, body []byte) {
		var v map[string]any
		if err := json.Unmarshal(body, &v); err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		urls(v, found)
		if len(found) < 10 {
			t.Errorf("%s: only %d URLs", name, len(found))
		}
		for u := range found {
			path, ok := strings.CutPrefix(strings.TrimPrefix(u, "pmtiles://"), base)
			if !ok {
				t.Errorf("%s: URL %s does not begin with the base", name, u)
			}
			path = strings.NewReplacer("{fontstack}", "Noto Sans Regular", "{range}", "0-255").Replace(path)
			if strings.HasPrefix(path, assets.Prefix) && !served[path] {
				t.Errorf("%s: nothing is served at %s", name, path)
			}
		}
		source := v["sources"].(map[string]any)["basemap"].(map[string]any)
		want := "pmtiles://" + base + tiles.ArchivePath
		if strings.Contains(name, "tilejson") {
			want = base + tiles.TileJSON
		}
		if source["url"] != want || source["attribution"] != `<a href="https://a.example/">"A" & B</a>` {
			t.Errorf("%s: source %v", name, source)
		}
	})
}

func TestFontsOfLayersAreDeclared(t *testing.T) {
	each(t, func(name string, body []byte) {
		var v struct {
			Fonts  map[string]any `json:"font-faces"`
			Layers []struct {
				ID     string
				Layout map[string]any
			}
		}
		if err := json.Unmarshal(body, &v); err != nil {
			t.Fatal(err)
		}
		for _, l := range v.Layers {
			fonts, _ := json.Marshal(l.Layout["text-font"])
			known := strings.Count(string(fonts), "Noto Sans")
			for font := range v.Fonts {
				known -= strings.Count(string(fonts), `"`+font+`"`)
			}
			if known != 0 {
				t.Errorf("%s: layer %s uses a font that is not declared: %s", name, l.ID, fonts)
			}
			if l.Layout["icon-image"] != nil {
				t.Errorf("%s: layer %s wants an icon, and there are none", name, l.ID)
			}
		}
	})
}

func TestOnlyLayersOfTheTilesAreDrawn(t *testing.T) {
	o := options("light", "de", "")
	o.TileLayers = []string{"earth", "water"}
	body, _, err := load(t).Render(o)
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Layers []struct {
			ID    string
			Layer string `json:"source-layer"`
		}
	}
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	for _, l := range v.Layers {
		if l.Layer != "" && l.Layer != "earth" && l.Layer != "water" {
			t.Errorf("layer %s needs %s", l.ID, l.Layer)
		}
	}
	if len(v.Layers) < 5 || v.Layers[0].ID != "background" {
		t.Errorf("layers %v", v.Layers)
	}
}

func TestUnknownChoices(t *testing.T) {
	for param, o := range map[string]style.Options{
		"theme": options("sepia", "de", ""), "source": options("light", "de", "raster"),
	} {
		var wrong *destination.ParamError
		if _, _, err := load(t).Render(o); !errors.As(err, &wrong) || wrong.Param != param {
			t.Errorf("unknown %s: %v", param, err)
		}
	}
}

func TestETagFollowsTheStyle(t *testing.T) {
	s := load(t)
	_, a, _ := s.Render(options("light", "de", ""))
	_, again, _ := s.Render(options("", "de", "pmtiles"))
	_, b, _ := s.Render(options("dark", "de", ""))
	if a != again || a == b {
		t.Errorf("ETags %s, %s of the same style, %s of another", a, again, b)
	}
}

func BenchmarkRender(b *testing.B) {
	s := load(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := s.Render(options("light", "de", "")); err != nil {
			b.Fatal(err)
		}
	}
}
