package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"servicemap/internal/access"
	"servicemap/internal/destination"
	"servicemap/internal/store"
)

// try runs a command of the program; what it says on failing is the error.
func try(t *testing.T, args ...string) (string, error) {
	t.Helper()
	code, out, said := command(t, args...)
	if code != 0 {
		return out, errors.New(strings.TrimSuffix(said, "\n"))
	}
	return out, nil
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := try(t, args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}

func runJSON[T any](t *testing.T, args ...string) (v T) {
	t.Helper()
	out := mustRun(t, append(args, "--json")...)
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("%v: %v in\n%s", args, err, out)
	}
	return v
}

func openStore(t *testing.T, dir string) *store.Store {
	t.Helper()
	st, err := store.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

func TestKeysCreate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	created := runJSON[keyJSON](t, "keys", "create", "--data", dir, "--name", " Shop ", "--limit", "1200",
		"--origin", "https://Shop.example:443/", "--origin", "https://*.shop.example", "--note", "spring")
	secret, err := access.ParseKey(created.Key)
	if err != nil {
		t.Fatalf("%q: %v", created.Key, err)
	}
	k, err := openStore(t, dir).FindKey(t.Context(), created.ID)
	if err != nil {
		t.Fatal(err)
	}
	if k.Hash != secret.Hash() || k.Name != "Shop" || k.Limit != 1200 || k.Note != "spring" ||
		strings.Join(k.Origins, " ") != "https://shop.example https://*.shop.example" {
		t.Errorf("stored key %+v", k)
	}

	out := mustRun(t, "keys", "create", "--data", dir, "--name", "blog")
	shown := out[strings.Index(out, "smk_"):]
	if _, err := access.ParseKey(strings.Fields(shown)[0]); err != nil || !strings.Contains(out, "only time") {
		t.Errorf("for people: %v in\n%s", err, out)
	}
	for _, args := range [][]string{{"list"}, {"list", "--json"}, {"show", "Shop"}, {"show", "Shop", "--json"}} {
		if out := mustRun(t, append(append([]string{"keys"}, args...), "--data", dir)...); strings.Contains(out, created.Key) {
			t.Errorf("%v shows a key again:\n%s", args, out)
		}
	}
}

func TestKeysSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "keys", "create", "--data", dir, "--name", "shop")
	unknown := access.NewKey().Reveal()
	for want, args := range map[string][]string{
		"missing flags: --name":           {"keys", "create"},
		"--name must not be empty":        {"keys", "create", "--name", " "},
		"one line":                        {"keys", "create", "--name", "a\nb"},
		"another valid key has this name": {"keys", "create", "--name", "shop"},
		"without a path":                  {"keys", "create", "--name", "x", "--origin", "https://example.org/shop"},
		"must be 1 to 1000000":            {"keys", "create", "--name", "x", "--limit=-1"},
		"at most 1000":                    {"keys", "create", "--name", "x", "--note", strings.Repeat("x", 1001)},
		`no key "nobody"`:                 {"keys", "show", "nobody"},
		"no key " + `"` + unknown[:12]:    {"keys", "revoke", unknown},
		"nothing to change":               {"keys", "update", "shop"},
		"--origin and --any-origin":       {"keys", "update", "shop", "--origin", "https://a.example", "--any-origin"},
		"must be 1 to 36500":              {"keys", "usage", "--days", "0"},
		"not found":                       {"dataset", "activate", "nonsense"},
	} {
		_, err := try(t, append(args, "--data", dir)...)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") ||
			strings.Contains(err.Error(), unknown) {
			t.Errorf("%v: %v, want one line with %q", args, err, want)
		}
	}
	if _, err := try(t, "keys", "list", "--data", filepath.Join(dir, "typo")); err == nil || !strings.Contains(err.Error(), "no data folder") {
		t.Errorf("a mistyped folder: %v", err)
	}
}

func TestKeysBesideSettings(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("limit: {anonymous: 50}\ndata: "+dir+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SERVICEMAP_LIMIT", "7")
	k := runJSON[keyJSON](t, "keys", "create", "--config", config, "--name", "shop")
	if k.Limit != 0 {
		t.Errorf("the key took the limit %d from settings", k.Limit)
	}
	if _, err := openStore(t, dir).FindKey(t.Context(), k.ID); err != nil {
		t.Errorf("the key is not in the configured folder: %v", err)
	}
	if err := os.WriteFile(config, []byte("limit: {annonymous: 50}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := try(t, "keys", "list", "--config", config); err == nil || !strings.Contains(err.Error(), "unknown setting") {
		t.Errorf("a mistyped setting: %v", err)
	}
}

func TestKeysReachARunningServer(t *testing.T) {
	dir := t.TempDir()
	server := start(t, "--data", dir)
	k := runJSON[keyJSON](t, "keys", "create", "--data", dir, "--name", "shop", "--limit", "1000")
	await := func(status int, limit string) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
			got, header, _ := server.get(t, "/api/v1/?key="+k.Key)
			if got == status && header.Get("X-RateLimit-Limit") == limit {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("status %d, limit %s, want %d, %s", got, header.Get("X-RateLimit-Limit"), status, limit)
			}
		}
	}
	await(200, "1000")
	mustRun(t, "keys", "update", "shop", "--data", dir, "--limit", "2000")
	await(200, "2000")
	mustRun(t, "keys", "revoke", "shop", "--data", dir)
	await(401, "180")
	server.stop() // writes what it has counted
	if got := runJSON[[]usageJSON](t, "keys", "usage", "--data", dir); len(got) == 0 || got[0].Requests < 2 {
		t.Errorf("usage %+v", got)
	}
}

func TestKeysUpdateAndRevoke(t *testing.T) {
	dir := t.TempDir()
	k := runJSON[keyJSON](t, "keys", "create", "--data", dir, "--name", "shop", "--origin", "https://a.example", "--limit", "5")
	got := runJSON[keyJSON](t, "keys", "update", "shop", "--data", dir, "--name", "blog")
	if got.Name != "blog" || got.Limit != 5 || len(got.Origins) != 1 {
		t.Errorf("a new name changed the rest: %+v", got)
	}
	got = runJSON[keyJSON](t, "keys", "update", k.Prefix, "--data", dir, "--any-origin", "--limit", "0", "--note", "n")
	if got.Name != "blog" || got.Limit != 0 || len(got.Origins) != 0 || got.Note != "n" {
		t.Errorf("updated key %+v", got)
	}
	mustRun(t, "keys", "update", k.ID, "--data", dir, "--origin", "https://b.example,https://c.example")
	got = runJSON[keyJSON](t, "keys", "revoke", k.Key, "--data", dir) // the whole key, as found in a leak
	if got.Revoked == "" || len(got.Origins) != 2 {
		t.Errorf("revoked key %+v", got)
	}
	if out := mustRun(t, "keys", "list", "--data", dir); !strings.Contains(out, "revoked 20") || !strings.Contains(out, "ORIGINS") {
		t.Errorf("list:\n%s", out)
	}
	if _, err := try(t, "keys", "revoke", k.ID, "--data", dir); err == nil || !strings.Contains(err.Error(), "revoked") {
		t.Errorf("revoking twice: %v", err)
	}
}

func TestKeysUsage(t *testing.T) {
	dir := t.TempDir()
	if out := mustRun(t, "keys", "list", "--data", dir); !strings.Contains(out, "no keys yet") {
		t.Errorf("an empty list:\n%s", out)
	}
	k := runJSON[keyJSON](t, "keys", "create", "--data", dir, "--name", "shop")
	if out := mustRun(t, "keys", "usage", "--data", dir); !strings.Contains(out, "Nothing") {
		t.Errorf("no usage:\n%s", out)
	}
	today := time.Now().UTC()
	err := openStore(t, dir).AddUsage(t.Context(), []destination.KeyUsage{
		{KeyID: k.ID, Day: today.Format(time.DateOnly), Requests: 7, Refused: 2},
		{KeyID: k.ID, Day: today.AddDate(0, 0, -10).Format(time.DateOnly), Requests: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := runJSON[[]usageJSON](t, "keys", "usage", "--data", dir, "--days", "5"); len(got) != 1 || got[0].Requests != 7 || got[0].Name != "shop" {
		t.Errorf("usage of five days: %+v", got)
	}
	if got := runJSON[[]usageJSON](t, "keys", "usage", "shop", "--data", dir); len(got) != 2 {
		t.Errorf("usage: %+v", got)
	}
	for _, args := range [][]string{{"keys", "usage"}, {"keys", "show", "shop"}} {
		if out := mustRun(t, append(args, "--data", dir)...); !strings.Contains(out, "shop") {
			t.Errorf("%v:\n%s", args, out)
		}
	}
}

func TestDatasetCommands(t *testing.T) {
	dir := t.TempDir()
	if out := mustRun(t, "dataset", "list", "--data", dir); !strings.Contains(out, "no datasets yet") {
		t.Errorf("an empty list:\n%s", out)
	}
	st := openStore(t, dir)
	for _, version := range []string{"one", "two"} {
		records := func(yield func(*destination.Record, error) bool) {
			yield(&destination.Record{Destination: destination.Destination{Slug: "a", Name: "A"}}, nil)
		}
		meta := destination.Dataset{Version: version, Origin: "test", Sources: []destination.Source{{Name: "OpenStreetMap"}}}
		if _, err := st.WriteDataset(t.Context(), meta, records); err != nil {
			t.Fatal(err)
		}
	}
	mustRun(t, "dataset", "activate", "two", "--data", dir)
	if _, err := try(t, "dataset", "remove", "two", "--data", dir); err == nil || !strings.Contains(err.Error(), "activate another") {
		t.Errorf("removing the active dataset: %v", err)
	}
	if out := mustRun(t, "dataset", "list", "--data", dir); !strings.Contains(out, "two      active") {
		t.Errorf("list:\n%s", out)
	}
	mustRun(t, "dataset", "remove", "one", "--data", dir)
	got := runJSON[[]datasetJSON](t, "dataset", "list", "--data", dir)
	if len(got) != 1 || got[0].Version != "two" || !got[0].Active || got[0].Destinations != 1 || got[0].Sources[0] != "OpenStreetMap" {
		t.Errorf("datasets %+v", got)
	}
}
