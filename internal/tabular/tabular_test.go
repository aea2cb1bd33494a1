package tabular_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/tabular"
)

func read(t *testing.T, in string, format tabular.Format, mapped map[string]string) []tabular.Entry {
	t.Helper()
	var out []tabular.Entry
	err := tabular.Read(context.Background(), strings.NewReader(in), format, tabular.Options{
		Source: "test", Map: mapped,
		Emit: func(e tabular.Entry) error {
			out = append(out, e)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// show is an entry in short: "name @ lat,lng key=value …".
func show(e tabular.Entry) string {
	var b strings.Builder
	b.WriteString(e.Tags.Get("name"))
	if e.Placed {
		fmt.Fprintf(&b, " @ %g,%g", e.Point.Lat, e.Point.Lng)
	}
	for _, t := range e.Tags {
		if t.Key != "name" {
			fmt.Fprintf(&b, " %s=%s", t.Key, t.Value)
		}
	}
	return b.String()
}

func TestLists(t *testing.T) {
	const want = "Burg Hohenzollern @ 48.3233,8.9674 poi:category=castle"
	zipped := func(s string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write([]byte(s))
		_ = w.Close()
		return b.String()
	}
	for name, in := range map[string]string{
		"plain":                 "name,category,lat,lng\nBurg Hohenzollern,castle,48.3233,8.9674\n",
		"German with semicolon": "Titel;Kategorie;Breite;Länge\r\nBurg Hohenzollern;castle;48,3233;8,9674\r\n",
		"tabs":                  "Bezeichnung\tArt\tlatitude\tlongitude\nBurg Hohenzollern\tcastle\t48.3233\t8.9674",
		"byte order mark":       "\ufeffname,category,lat,lng\nBurg Hohenzollern,castle,48.3233,8.9674\n",
		"quotes":                "\"name\",\"category\",\"lat\",\"lng\"\n\"Burg Hohenzollern\",\"castle\",\"48.3233\",\"8.9674\"\n",
		"one position column":   "name,category,Koordinaten\nBurg Hohenzollern,castle,\"48.3233, 8.9674\"\n",
		"WKT":                   "name,category,wkt\nBurg Hohenzollern,castle,POINT (8.9674 48.3233)\n",
		"EWKT":                  "name,category,geom\nBurg Hohenzollern,castle,SRID=4326;POINT(8.9674 48.3233)\n",
		"compressed":            zipped("name,category,lat,lng\nBurg Hohenzollern,castle,48.3233,8.9674\n"),
		"feature collection":    `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[8.9674,48.3233,850]},"properties":{"name":"Burg Hohenzollern","category":"castle","lat":1}}]}`,
		"single feature":        `{"type":"Feature","geometry":{"type":"Point","coordinates":[8.9674,48.3233]},"properties":{"name":"Burg Hohenzollern","category":"castle"}}`,
		"array of objects":      `[{"name":"Burg Hohenzollern","category":"castle","latitude":48.3233,"longitude":8.9674,"phone":null}]`,
		"one object":            `{"name":"Burg Hohenzollern","category":"castle","lat":"48,3233","lon":"8,9674"}`,
	} {
		got := read(t, in, tabular.Unknown, nil)
		if len(got) != 1 || show(got[0]) != want {
			t.Errorf("%s: %d entries: %v", name, len(got), got)
			continue
		}
		if got[0].SourceID != "list:test/burg hohenzollern@48.32,8.97" {
			t.Errorf("%s: the id is %q", name, got[0].SourceID)
		}
	}
}

func TestLinesOfJSON(t *testing.T) {
	in := `{"id":7,"name":"A","lat":47,"lng":9}` + "\n\n\x1e" +
		`{"type":"Feature","id":"b","geometry":{"type":"LineString","coordinates":[[9,47],[9.1,47],[9.2,47]]},"properties":{"name":"B"}}` + "\n"
	var got []string
	for _, e := range read(t, in, tabular.Unknown, nil) {
		got = append(got, fmt.Sprintf("%d %s %s", e.Line, e.SourceID, show(e)))
	}
	want := []string{"1 list:test/7 A @ 47,9 poi:id=7", "3 list:test/b B @ 47,9.1 poi:id=b"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestGeometries(t *testing.T) {
	for name, tc := range map[string]struct {
		geometry string
		inside   bool // of its areas
	}{
		"polygon":      {`{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,48],[9,47]],[[9.2,47.2],[9.8,47.2],[9.8,47.8],[9.2,47.8],[9.2,47.2]]]}`, true},
		"multipolygon": {`{"type":"MultiPolygon","coordinates":[[[[9,47],[10,47],[10,48],[9,47]]],[[[1,1],[1.1,1],[1,1.1],[1,1]]]]}`, true},
		"collection":   {`{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,47]]]}]}`, true},
		"lines":        {`{"type":"MultiLineString","coordinates":[[[9,47],[9.1,47]],[[9.2,47],[9.3,47]]]}`, false},
	} {
		got := read(t, `{"type":"Feature","geometry":`+tc.geometry+`,"properties":{"name":"X"}}`, tabular.JSON, nil)
		if len(got) != 1 || !got[0].Placed || got[0].Shape.Contains(got[0].Point) != tc.inside {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestFieldsOfADestination(t *testing.T) {
	in := "id;Name;Typ;lat;lon;Öffnungszeiten;Homepage;Telefon;Beschreibung;PLZ;Straße;Ort;Bundesland;Land;kinderfreundlich;Sitzgelegenheiten;kostenlos;Mobilität;Bild;Bildnachweis;Reiseregion;wheelchair;Bemerkung\n" +
		"4;Turm;Aussichtsturm;47;9;24/7;example.org;+41 1;Hoch;9490;Weg 1;Vaduz;Bayern;DE;ja;nein;1;3,5;https://example.org/a.jpg;Foto: A;Allgäu;yes;x\n"
	got := read(t, in, tabular.CSV, nil)[0]
	want := destination.Tags{
		{Key: "poi:id", Value: "4"},
		{Key: "name", Value: "Turm"},
		{Key: "poi:category", Value: "Aussichtsturm"},
		{Key: "opening_hours", Value: "24/7"},
		{Key: "website", Value: "example.org"},
		{Key: "phone", Value: "+41 1"},
		{Key: "description", Value: "Hoch"},
		{Key: "addr:postcode", Value: "9490"},
		{Key: "addr:street", Value: "Weg 1"},
		{Key: "poi:locality", Value: "Vaduz"},
		{Key: "poi:region", Value: "Bayern"},
		{Key: "poi:countryCode", Value: "DE"},
		{Key: "poi:kids", Value: "ja"},
		{Key: "poi:seating", Value: "nein"},
		{Key: "poi:free", Value: "1"},
		{Key: "poi:mobility", Value: "3,5"},
		{Key: "poi:image", Value: "https://example.org/a.jpg"},
		{Key: "poi:imageCredit", Value: "Foto: A"},
		{Key: "poi:travelRegion", Value: "Allgäu"},
		{Key: "wheelchair", Value: "yes"},
		{Key: "Bemerkung", Value: "x"},
	}
	if diff := cmp.Diff(want, got.Tags); diff != "" {
		t.Error(diff)
	}
}

func TestMap(t *testing.T) {
	in := "name,Anzeige,Was,N,E\nintern,Burg,castle,47,9\n"
	got := read(t, in, tabular.CSV, map[string]string{"name": "Anzeige", "category": "Was", "lat": "N", "lng": "E"})[0]
	// The column "name" is not the name any more.
	if got.Tags.Get("name") != "Burg" || got.Tags.Get("poi:category") != "castle" || !got.Placed {
		t.Errorf("%s", show(got))
	}
	err := tabular.Read(context.Background(), strings.NewReader(in), tabular.CSV, tabular.Options{
		Map: map[string]string{"name": "Titel"}, Emit: func(tabular.Entry) error { return nil },
	})
	if err == nil || !strings.Contains(err.Error(), `"Titel"`) || !strings.Contains(err.Error(), "Anzeige") {
		t.Errorf("a column that is not there: %v", err)
	}
}

func TestLatin1(t *testing.T) {
	// "Höhle – groß" as Windows writes it, and a UTF-8 line in the same file.
	in := "name,lat,lng\nH\xf6hle \x96 gro\xdf,47,9\nMühle,47,9\n"
	got := read(t, in, tabular.CSV, nil)
	if got[0].Tags.Get("name") != "Höhle – groß" || got[1].Tags.Get("name") != "Mühle" {
		t.Errorf("%q, %q", got[0].Tags.Get("name"), got[1].Tags.Get("name"))
	}
}

func TestBadEntries(t *testing.T) {
	for name, tc := range map[string]struct {
		in   string
		want string // where
		good int    // entries that remain when bad ones are skipped
	}{
		"too many columns":    {"name,lat,lng\nA,47,9,1\nB,47,9\n", "line 2", 1},
		"no number":           {"name,lat,lng\nA,47,9\nB,x,9\n", "line 3", 1},
		"half a position":     {"name,lat,lng\nA,47,\nB,47,9\n", "line 2", 1},
		"off the globe":       {"name,lat,lng\nA,5300000,900000\nB,47,9\n", "line 2", 1},
		"quote in the middle": {"name,lat,lng\nA \"x\",47,9\nB,47,9\n", "line 2", 1},
		"bad line of JSON":    {"{\"name\":\"A\",\"lat\":1,\"lng\":1}\n{\"name\":\n{\"name\":\"B\",\"lat\":1,\"lng\":1}\n", "line 2", 2},
		"unknown geometry":    {`[{"type":"Feature","geometry":{"type":"Circle"},"properties":{}},{"name":"B","lat":1,"lng":1}]`, "offset 1", 1},
		"empty polygon":       {`[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]},"properties":{}},{"name":"B","lat":1,"lng":1}]`, "offset 1", 1},
	} {
		good := 0
		opts := tabular.Options{Emit: func(tabular.Entry) error { good++; return nil }}
		err := tabular.Read(context.Background(), strings.NewReader(tc.in), tabular.Unknown, opts)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error is %v, want it to name %q", name, err, tc.want)
		}
		good = 0
		problems := 0
		opts.Problem = func(error) error { problems++; return nil }
		if err := tabular.Read(context.Background(), strings.NewReader(tc.in), tabular.Unknown, opts); err != nil {
			t.Errorf("%s, skipping: %v", name, err)
		}
		if good != tc.good || problems != 1 {
			t.Errorf("%s, skipping: %d good, %d problems", name, good, problems)
		}
	}
}

func TestHopelessFiles(t *testing.T) {
	err := tabular.Read(context.Background(), strings.NewReader("name,lat\n"), tabular.JSON, tabular.Options{})
	if err == nil || !strings.Contains(err.Error(), "not JSON") {
		t.Errorf("a .geojson that is none: %v", err)
	}
	for name, tc := range map[string]struct{ in, want string }{
		"empty":          {"", "empty"},
		"UTF-16":         {"\xff\xfen\x00", "UTF-16"},
		"no name column": {"a,b\n1,2\n", "a, b"},
		"truncated JSON": {`{"type":"FeatureCollection","features":[{"type":"Fea`, "offset"},
		"endless entry":  {`[{"name":"` + strings.Repeat("x", 17<<20), "MiB"},
		"a number":       {`[1`, "offset"},
	} {
		err := tabular.Read(context.Background(), strings.NewReader(tc.in), tabular.Unknown, tabular.Options{
			Emit: func(tabular.Entry) error { return nil },
		})
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error is %v, want it to say %q", name, err, tc.want)
		}
	}
}

func TestEmitErrors(t *testing.T) {
	in := "name,lat,lng\nA,47,9\nB,47,9\n"
	fatal := errors.New("disk full")
	err := tabular.Read(context.Background(), strings.NewReader(in), tabular.CSV, tabular.Options{
		Emit:    func(tabular.Entry) error { return fatal },
		Problem: func(error) error { return nil },
	})
	if !errors.Is(err, fatal) {
		t.Errorf("an error that is not the entry's must end the read: %v", err)
	}
	problems := 0
	err = tabular.Read(context.Background(), strings.NewReader(in), tabular.CSV, tabular.Options{
		Emit:    func(tabular.Entry) error { return fmt.Errorf("%w: no category", tabular.ErrEntry) },
		Problem: func(error) error { problems++; return nil },
	})
	if err != nil || problems != 2 {
		t.Errorf("errors of entries: %v, %d problems", err, problems)
	}
}

func FuzzCSV(f *testing.F) {
	f.Add("name;lat;lng\nA;47,1;9\n\"B\nC\";1;2\n")
	f.Add("name,Koordinaten\nA,\"47.1, 9\"\nB,POINT(9 47)\n")
	fuzz(f, tabular.CSV)
}

func FuzzJSON(f *testing.F) {
	f.Add(`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,47]]]},"properties":{"name":"A","image":{"url":"x"},"l":[1,"b"]}}]}`)
	f.Add(`[{"name":"A","lat":47,"lng":9}]`)
	f.Add("{\"name\":\"A\"}\n{\"name\":\"B\"}\n")
	fuzz(f, tabular.JSON)
}

func fuzz(f *testing.F, format tabular.Format) {
	f.Fuzz(func(t *testing.T, in string) {
		err := tabular.Read(context.Background(), strings.NewReader(in), format, tabular.Options{
			Emit: func(e tabular.Entry) error {
				if e.Placed && !e.Point.Valid() {
					t.Errorf("an entry at %v", e.Point)
				}
				return nil
			},
			Problem: func(error) error { return nil },
		})
		_ = err
	})
}
