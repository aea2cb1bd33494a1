package importer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/importer"
	"servicemap/internal/store"
)

// bench is one data folder and the files that are imported into it.
type workbench struct {
	t     *testing.T
	store *store.Store
	files string
}

func newWorkbench(t *testing.T) *workbench {
	t.Helper()
	st, err := store.Open(context.Background(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return &workbench{t: t, store: st, files: t.TempDir()}
}

func (w *workbench) file(name, content string) string {
	w.t.Helper()
	path := filepath.Join(w.files, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return path
}

func (w *workbench) run(opts importer.Options) (*importer.Report, error) {
	opts.Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	return importer.Run(context.Background(), w.store, opts)
}

func (w *workbench) mustRun(opts importer.Options) *importer.Report {
	w.t.Helper()
	report, err := w.run(opts)
	if err != nil {
		w.t.Fatal(err)
	}
	return report
}

// active are the records of the active dataset by slug.
func (w *workbench) active() map[string]*destination.Record {
	w.t.Helper()
	dataset, err := w.store.Active(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	out := map[string]*destination.Record{}
	for r, err := range w.store.Records(context.Background(), dataset.Version) {
		if err != nil {
			w.t.Fatal(err)
		}
		out[r.Slug] = r
	}
	return out
}

func (w *workbench) slugs() []string {
	var out []string
	for slug := range w.active() {
		out = append(out, slug)
	}
	slices.Sort(out)
	return out
}

func xml(elements ...string) string {
	return "<osm>\n" + strings.Join(elements, "\n") + "\n</osm>\n"
}

func tagged(open, closing string, tags []string) string {
	var b strings.Builder
	b.WriteString(open)
	for _, tag := range tags {
		key, value, _ := strings.Cut(tag, "=")
		fmt.Fprintf(&b, `<tag k="%s" v="%s"/>`, key, strings.ReplaceAll(value, "&", "&amp;"))
	}
	return b.String() + closing
}

func node(id int, lat, lng float64, tags ...string) string {
	return tagged(fmt.Sprintf(`<node id="%d" lat="%f" lon="%f">`, id, lat, lng), "</node>", tags)
}

// square is a closed way around a position, with its nodes.
func square(id int, lat, lng, half float64, tags ...string) string {
	var b strings.Builder
	open := fmt.Sprintf(`<way id="%d">`, id)
	for i, corner := range [][2]float64{{-half, -half}, {-half, half}, {half, half}, {half, -half}} {
		b.WriteString(node(id*10+i, lat+corner[0], lng+corner[1]))
	}
	for _, i := range []int{0, 1, 2, 3, 0} {
		open += fmt.Sprintf(`<nd ref="%d"/>`, id*10+i)
	}
	return b.String() + tagged(open, "</way>", tags)
}

func TestExtractBecomesDestinations(t *testing.T) {
	w := newWorkbench(t)
	report := w.mustRun(importer.Options{Files: []string{w.file("a.osm", xml(
		node(1, 48.3233, 8.9674, "historic=castle", "name=Burg Hohenzollern", "wikidata=Q1", "website=www.burg-hohenzollern.com",
			"fee=yes", "wheelchair=limited", "name:en=Hohenzollern Castle", "wikimedia_commons=File:Burg.jpg"),
		node(2, 48.3234, 8.9676, "amenity=bench"),
		node(3, 48.3236, 8.9674, "amenity=toilets", "wheelchair=yes"),
		node(4, 48.3238, 8.9680, "leisure=playground"),
		node(5, 48.30, 8.96, "place=village", "name=Bisingen"),
		node(6, 48.31, 8.96, "tourism=museum"),
		node(7, 48.31, 8.97, "amenity=restaurant", "name=Adler"),
	))}})
	want := &destination.Record{
		Destination: destination.Destination{
			Slug: "burg-hohenzollern", Name: "Burg Hohenzollern", AltNames: []string{"Hohenzollern Castle"},
			Point: destination.Point{Lat: 48.3233, Lng: 8.9674}, Category: destination.Castle,
			CountryCode: "DE", RegionCode: "DE-BW", Locality: "Bisingen",
			Kids: destination.Yes, Seating: destination.Yes, Free: destination.No,
			Mobility: destination.Mobility{Known: true, Value: 2.75}, Prominence: 0.607,
			Website: "https://www.burg-hohenzollern.com",
			Image: &destination.Image{
				URL: "https://commons.wikimedia.org/wiki/Special:FilePath/Burg.jpg?width=800", Page: "https://commons.wikimedia.org/wiki/File:Burg.jpg",
				Credit: "Wikimedia Commons", License: "see the file's page",
			},
			Sources: []destination.Source{importer.OpenStreetMap},
		},
		SourceIDs: []string{"osm:node/1"},
		Evidence: map[string]string{
			"free": "tag fee=yes", "kids": "nearby: a playground", "seating": "nearby: 1 seats",
			"mobility": "tag wheelchair=limited, nearby: accessible toilet",
		},
	}
	if diff := cmp.Diff(map[string]*destination.Record{want.Slug: want}, w.active()); diff != "" {
		t.Errorf("active dataset (-want +got):\n%s", diff)
	}
	dataset, err := w.store.Active(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]destination.Source{importer.OpenStreetMap}, dataset.Sources); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	if report.Kept != 1 || report.Dropped["no name (museum)"] != 1 || report.Inputs[0].Nodes != 7 {
		t.Errorf("report: %+v", report)
	}
}

func TestMerging(t *testing.T) {
	for name, tc := range map[string]struct {
		elements []string
		want     []string // slugs
	}{
		"node and building of one name": {
			[]string{node(1, 47.1, 9.5, "tourism=museum", "name=Postmuseum"), square(2, 47.1002, 9.5, 0.0003, "tourism=museum", "name=Postmuseum")},
			[]string{"postmuseum"},
		},
		"node in a large area": {
			[]string{node(1, 47.104, 9.5, "tourism=zoo", "name=Zoo Süd"), square(2, 47.1, 9.5, 0.005, "tourism=zoo", "name=Zoo Süd")},
			[]string{"zoo-sued"},
		},
		"one entry in Wikidata": {
			[]string{node(1, 47.1, 9.5, "historic=castle", "name=Schloss", "wikidata=Q1"), node(2, 47.101, 9.5, "tourism=museum", "name=Schlossmuseum", "wikidata=Q1")},
			[]string{"schloss"},
		},
		"an attraction that is a castle": {
			[]string{node(1, 47.1, 9.5, "tourism=attraction", "name=Burg X", "website=x.org"), node(2, 47.1005, 9.5, "historic=castle", "name=Burg X")},
			[]string{"burg-x"},
		},
		"words in another order": {
			[]string{node(1, 47.1, 9.5, "man_made=tower", "tower:type=observation", "name=Gaflei Aussichtsturm"), node(2, 47.1005, 9.5, "tourism=viewpoint", "name=Aussichtsturm Gaflei")},
			[]string{"gaflei-aussichtsturm"},
		},
		"same name elsewhere": {
			[]string{node(1, 47.1, 9.5, "leisure=park", "name=Stadtpark"), node(2, 48.1, 9.5, "leisure=park", "name=Stadtpark")},
			[]string{"stadtpark", "stadtpark-2"},
		},
		"same name, another thing": {
			[]string{node(1, 47.1, 9.5, "natural=spring", "name=Silum"), node(2, 47.1001, 9.5, "tourism=alpine_hut", "name=Silum")},
			[]string{"silum", "silum-2"},
		},
		"parts of a cable car": {
			[]string{
				node(1, 47.1, 9.5), node(2, 47.11, 9.5), node(3, 47.12, 9.5),
				`<way id="1"><nd ref="1"/><nd ref="2"/><tag k="aerialway" v="gondola"/><tag k="name" v="Bahn"/></way>`,
				`<way id="2"><nd ref="2"/><nd ref="3"/><tag k="aerialway" v="gondola"/><tag k="name" v="Bahn"/></way>`,
			},
			[]string{"bahn"},
		},
		"unnamed tables of one site": {
			[]string{
				square(1, 47.1, 9.5, 0.001, "leisure=park", "name=Stadtpark"),
				node(2, 47.1001, 9.5, "tourism=picnic_site"), node(3, 47.1003, 9.5, "tourism=picnic_site"),
			},
			[]string{"picknickplatz-stadtpark", "stadtpark"},
		},
	} {
		w := newWorkbench(t)
		w.mustRun(importer.Options{Files: []string{w.file("a.osm", xml(tc.elements...))}})
		if diff := cmp.Diff(tc.want, w.slugs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestFailuresLeaveTheActiveDataset(t *testing.T) {
	w := newWorkbench(t)
	good := w.file("good.osm", xml(node(1, 47.1, 9.5, "tourism=museum", "name=Museum A")))
	w.mustRun(importer.Options{Files: []string{good}})
	before, err := w.store.Active(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	truncated := strings.TrimSuffix(xml(node(1, 47.1, 9.5, "tourism=museum", "name=B")), "</osm>\n")
	for name, tc := range map[string]struct {
		opts importer.Options
		want string
	}{
		"no file":       {importer.Options{}, "at least one file"},
		"missing file":  {importer.Options{Files: []string{filepath.Join(w.files, "none.osm.pbf")}}, "none.osm.pbf"},
		"truncated":     {importer.Options{Files: []string{w.file("cut.osm", truncated)}}, "cut.osm"},
		"nothing in it": {importer.Options{Files: []string{w.file("empty.osm", xml())}}, "no destination"},
		"bad row":       {importer.Options{Files: []string{w.file("bad.csv", "name,category,lat,lng\nA,museum,47,9\nB,pub,47,9\n")}}, "line 3"},
		"bad overrides": {importer.Options{Files: []string{good}, Overrides: w.file("o.csv", "slug,name\nnone,X\n")}, "o.csv: line 2"},
		"bad regions":   {importer.Options{Files: []string{good}, Regions: w.file("r.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]},"properties":{"name":"R"}}]}`)}, "polygon"},
	} {
		if _, err := w.run(tc.opts); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error is %v, want it to name %q", name, err, tc.want)
		}
		if after, err := w.store.Active(context.Background()); err != nil || after.Version != before.Version {
			t.Errorf("%s: the active dataset is now %+v, %v", name, after, err)
		}
	}
}

func TestDryRunWritesNothing(t *testing.T) {
	w := newWorkbench(t)
	opts := importer.Options{Files: []string{w.file("a.osm", xml(node(1, 47.1, 9.5, "tourism=museum", "name=Museum A")))}, DryRun: true}
	if report := w.mustRun(opts); report.Kept != 1 || report.Dataset.Version != "" {
		t.Errorf("report: %+v", report)
	}
	if datasets, err := w.store.Datasets(context.Background()); err != nil || len(datasets) != 0 {
		t.Errorf("datasets: %v, %v", datasets, err)
	}
	if _, err := importer.Run(context.Background(), nil, opts); err != nil {
		t.Errorf("without a store: %v", err)
	}
	opts.DryRun, opts.NoActivate = false, true
	w.mustRun(opts)
	if _, err := w.store.Active(context.Background()); !errors.Is(err, destination.ErrNotFound) {
		t.Errorf("written without being activated: %v", err)
	}
}

func TestSkipBad(t *testing.T) {
	w := newWorkbench(t)
	report := w.mustRun(importer.Options{
		Files:   []string{w.file("bad.csv", "name,category,lat,lng\nA,museum,47,9\nB,pub,47,9\n,museum,47,9\nC,museum,,\nD,museum,47.5,9\n")},
		SkipBad: true,
	})
	if report.Kept != 2 || report.Bad != 3 || len(report.BadExamples) != 3 || !strings.Contains(report.BadExamples[0], "bad.csv: line 3") {
		t.Errorf("kept %d, bad %d: %q", report.Kept, report.Bad, report.BadExamples)
	}
}

func TestStandardInput(t *testing.T) {
	for name, content := range map[string]string{
		"xml":     xml(node(1, 47.1, 9.5, "tourism=museum", "name=Museum A")),
		"csv":     "name,category,lat,lng\nMuseum A,museum,47.1,9.5\n",
		"geojson": `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[9.5,47.1]},"properties":{"name":"Museum A","tourism":"museum"}}]}`,
	} {
		w := newWorkbench(t)
		temp := t.TempDir()
		w.mustRun(importer.Options{Files: []string{"-"}, Stdin: strings.NewReader(content), TempDir: temp})
		if diff := cmp.Diff([]string{"museum-a"}, w.slugs()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if left, _ := os.ReadDir(temp); len(left) != 0 {
			t.Errorf("%s: a file was left behind: %v", name, left)
		}
	}
}

func TestTravelRegions(t *testing.T) {
	w := newWorkbench(t)
	polygon := `{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,48],[9,47]]]}`
	w.mustRun(importer.Options{
		Files: []string{w.file("a.osm", xml(
			node(1, 47.1, 9.5, "tourism=museum", "name=Museum A"),
			square(2, 47.1, 9.5, 0.1, "boundary=protected_area", "protection_title=Naturpark", "name=Naturpark Nord"),
		))},
		Regions: w.file("r.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":`+polygon+`,"properties":{"name":"Alpenrheintal"}}]}`),
	})
	if diff := cmp.Diff([]string{"Naturpark Nord", "Alpenrheintal"}, w.active()["museum-a"].TravelRegions); diff != "" {
		t.Error(diff)
	}
}

func TestReportAsPage(t *testing.T) {
	w := newWorkbench(t)
	report := w.mustRun(importer.Options{
		Files:   []string{w.file("<b>.csv", "name,category,lat,lng\nA,museum,47,9\nB,<script>,47,9\nC,zoo,54.2,7.9\n")},
		SkipBad: true,
	})
	var page, text bytes.Buffer
	if err := errors.Join(report.WriteHTML(&page), report.WriteText(&text)); err != nil {
		t.Fatal(err)
	}
	html := page.String()
	for _, bad := range []string{"<script", "src=", "@import", "url(", "<link", "<b>.csv"} {
		if strings.Contains(html, bad) {
			t.Errorf("the page has %q in it", bad)
		}
	}
	if strings.Count(html, "<circle") != 2 || !strings.Contains(html, "Museum") {
		t.Errorf("the page does not show the destinations:\n%s", html)
	}
	for _, want := range []string{"2 destinations", "skipped as bad  1", "2 new", "is active"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text does not say %q:\n%s", want, text.String())
		}
	}
}
