package main

import (
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
