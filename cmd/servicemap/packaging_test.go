package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The configuration that comes with the archives is one to begin with.
func TestPackagedConfiguration(t *testing.T) {
	server := start(t, "--config", "../../packaging/config.yaml", "--data", t.TempDir())
	_, _, body := server.get(t, "/imprint")
	for _, want := range []string{"Tourismusverband Musterland e. V.", "Marktplatz 1<br>12345 Musterstadt", "karte@example.org"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in the imprint", want)
		}
	}
	if strings.Contains(body, "operator.") {
		t.Error("the imprint says that settings are missing")
	}
}

// Everything of others in the binary has its licence in the notices: the script
// fails where it finds none.
func TestNoticesAreComplete(t *testing.T) {
	script := exec.CommandContext(t.Context(), "node", "../../scripts/notices")
	var said strings.Builder
	script.Stderr = &said
	out, err := script.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	for _, want := range []string{"modernc.org/sqlite v", "maplibre-gl ", "pmtiles ", "SIL OPEN FONT LICENSE", "Copyright 2009 The Go Authors"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in the notices", want)
		}
	}
}
