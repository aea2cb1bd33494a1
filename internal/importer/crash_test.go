package importer_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"servicemap/internal/importer"
	"servicemap/internal/store"
)

// The test binary is also the program that is killed: with these set it
// imports the file into the folder and ends.
const (
	crashData = "IMPORTER_CRASH_DATA"
	crashFile = "IMPORTER_CRASH_FILE"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashData); dir != "" {
		if err := importAndEnd(dir, os.Getenv(crashFile)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func importAndEnd(dir, file string) error {
	st, err := store.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	defer st.Close()
	_, err = importer.Run(context.Background(), st, importer.Options{Files: []string{file}})
	return err
}

// TestKillAtAnyMoment kills an import where chance will have it: what is
// active afterwards is complete, either as it was or the new one.
func TestKillAtAnyMoment(t *testing.T) {
	dir, files := t.TempDir(), t.TempDir()
	write := func(name string, n int) string {
		var b strings.Builder
		b.WriteString("id,name,category,lat,lng\n")
		for i := range n {
			fmt.Fprintf(&b, "%d,Museum %d,museum,%.4f,%.4f\n", i, i, 47+float64(i%100)/100, 9+float64(i/100)/100)
		}
		path := filepath.Join(files, name)
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const small, large = 200, 1500
	if err := importAndEnd(dir, write("liste.csv", small)); err != nil {
		t.Fatal(err)
	}
	file := write("liste.csv", large)
	began := time.Now()
	if err := child(dir+"-unharmed", file).Run(); err != nil { // to know how long one takes
		t.Fatal(err)
	}
	whole := time.Since(began)
	killed := 0
	for round := range 5 {
		cmd := child(dir, file)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(whole))
		_ = cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
		checkWhole(t, dir, round, small, large)
	}
	if killed == 0 {
		t.Log("no import was killed before it was over")
	}
	if err := importAndEnd(dir, file); err != nil { // what is left over is no hindrance
		t.Error(err)
	}
	checkWhole(t, dir, -1, large, large)
}

func child(dir, file string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashData+"="+dir, crashFile+"="+file)
	cmd.Stderr = os.Stderr
	return cmd
}

func checkWhole(t *testing.T, dir string, round, small, large int) {
	t.Helper()
	ctx := context.Background()
	st, err := store.Open(ctx, dir)
	if err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	defer st.Close()
	dataset, err := st.Active(ctx)
	if err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	n := 0
	for r, err := range st.Records(ctx, dataset.Version) {
		if err != nil || r.Slug == "" || r.Name == "" {
			t.Fatalf("round %d: record %+v: %v", round, r, err)
		}
		n++
	}
	if n != dataset.Count || n != small && n != large {
		t.Errorf("round %d: %d records in a dataset of %d", round, n, dataset.Count)
	}
}
