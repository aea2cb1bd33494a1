package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Every page is valid HTML, as html-validate judges it.
func TestPagesAreValidHTML(t *testing.T) {
	data := t.TempDir()
	key := runJSON[keyJSON](t, "keys", "create", "--data", data, "--name", "Shop & <Co>", "--origin", "https://shop.example").Key
	server := start(t, "--data", data, "--config", "../../packaging/config.yaml")
	pages := map[string]string{}
	for path, page := range crawl(t, server) {
		if page != nil && page.html != "" {
			pages[path] = page.html
		}
	}
	for _, path := range []string{"/nowhere", "/en/nowhere", "/d/nowhere", "/en/docs/nowhere"} {
		status, _, body := server.get(t, path)
		if status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
		pages[path] = body
	}
	server.get(t, "/api/v1/pois?q=zoo&key="+key)
	_, _, pages["the operator's view"] = fetch(t, server.admin+"/")

	// While the operator's data are missing, the legal pages say so.
	bare := start(t, "--data", t.TempDir())
	for _, path := range []string{"/terms", "/privacy", "/imprint", "/en/terms", "/en/privacy", "/en/imprint"} {
		_, _, pages[path+" without operator"] = bare.get(t, path)
	}
	_, _, pages["the operator's view without keys"] = fetch(t, bare.admin+"/")
	validate(t, pages)
}

// validate judges pages by their name, all in one process.
func validate(t *testing.T, pages map[string]string) {
	t.Helper()
	dir := t.TempDir()
	names := map[string]string{}
	for name, page := range pages {
		file := filepath.Join(dir, fmt.Sprintf("%d.html", len(names)))
		names[file] = name
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	report := filepath.Join(dir, "report.json")
	said, err := exec.CommandContext(t.Context(), "node", "../../node_modules/html-validate/bin/html-validate.mjs",
		"--config", "testdata/html-validate.mjs", "--formatter", "json="+report, dir).CombinedOutput()
	out, readErr := os.ReadFile(report)
	if readErr != nil {
		t.Fatalf("html-validate: %v\n%s", err, said)
	}
	var results []struct {
		FilePath string
		Messages []struct {
			RuleID, Message, Selector string
			Line                      int
		}
	}
	if err := json.Unmarshal(out, &results); err != nil {
		t.Fatalf("read the report of html-validate: %v", err)
	}
	if err != nil && len(results) == 0 {
		t.Fatalf("html-validate: %v\n%s", err, said)
	}
	for _, result := range results {
		for _, m := range result.Messages {
			t.Errorf("%s:%d: %s (%s) at %s", names[result.FilePath], m.Line, m.Message, m.RuleID, m.Selector)
		}
	}
}
