package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func writeFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const ownList = "Titel;Kategorie;Breite;Länge;kinderfreundlich;kostenlos;Mobilität\n" +
	"Bärenwald;Wildpark;47,12;9,55;ja;nein;3,5\n" +
	"Hexenturm;Denkmal;47,13;9,52;;ja;\n"

func TestImportReachesARunningServer(t *testing.T) {
	dir := t.TempDir()
	r := start(t, "--data", dir)
	page := filepath.Join(t.TempDir(), "report.html")
	code, stdout, stderr := command(t, "import", "--data", dir, writeFile(t, "liste.csv", ownList), "--map", "name=Titel", "--report", page,
		"--source-name", "Tourismusverband", "--source-license", "CC BY 4.0", "--source-attribution", "© Tourismusverband")
	if code != 0 || !strings.Contains(stdout, "2 destinations") || !strings.Contains(stdout, "is active") {
		t.Fatalf("%d\n%s\n%s", code, stdout, stderr)
	}
	if raw, err := os.ReadFile(page); err != nil || !strings.Contains(string(raw), "<svg") {
		t.Errorf("report: %v", err)
	}
	eventually(t, "the imported destinations are served", func() bool {
		status, _, _ := r.get(t, "/api/v1/pois/baerenwald")
		return status == http.StatusOK
	})
	for path, want := range map[string]string{
		"/api/v1/pois?q=b%C3%A4renwald":                        `"slug":"baerenwald"`,
		"/api/v1/pois?category=Wildpark&kids=1&min_mobility=3": `"total":1`,
		"/api/v1/pois?free=1":                                  `"slug":"hexenturm"`,
		"/api/v1/pois":                                         `© Tourismusverband`,
	} {
		if status, _, body := r.get(t, path); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s, want %s", path, status, body, want)
		}
	}
}

func TestImportSaysWhatIsWrong(t *testing.T) {
	list := writeFile(t, "liste.csv", ownList)
	for name, tc := range map[string]struct {
		args []string
		code int
		want string
	}{
		"no file":             {nil, exitUsage, "<file>"},
		"missing file":        {[]string{"none.osm.pbf"}, exitFailed, "none.osm.pbf"},
		"damaged file":        {[]string{writeFile(t, "cut.osm.pbf", "\x00\x00\x00\x0d\x0a\x09OSM")}, exitFailed, "offset 0"},
		"unknown column":      {[]string{list, "--map", "name=Name"}, exitFailed, `"Name"`},
		"map without column":  {[]string{list, "--map", "name="}, exitFailed, "name the column"},
		"licence of nobody":   {[]string{list, "--source-license", "CC0"}, exitFailed, "--source-name"},
		"rules that are none": {[]string{list, "--rules", writeFile(t, "rules.json", `{"weights":{"x":1}}`)}, exitFailed, `"x"`},
	} {
		dir := filepath.Join(t.TempDir(), "data")
		code, _, stderr := command(t, append([]string{"import", "--data", dir}, tc.args...)...)
		if code != tc.code || !strings.Contains(stderr, tc.want) {
			t.Errorf("%s: %d %s, want %d and %q", name, code, stderr, tc.code, tc.want)
		}
	}
}

func TestImportDryRunMakesNoFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	code, stdout, stderr := command(t, "import", "--data", dir, "--dry-run", "--map", "name=Titel", writeFile(t, "liste.csv", ownList))
	if code != 0 || !strings.Contains(stdout, "nothing was written") {
		t.Errorf("%d\n%s\n%s", code, stdout, stderr)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder: %v", err)
	}
}
