package store_test

import (
	"os"
	"os/exec"
	"testing"

	"servicemap/internal/destination"
	"servicemap/internal/store"
)

const crashDirEnv = "SERVICEMAP_TEST_CRASH_DIR"

// TestCrash kills a process in the middle of a write and looks at what is left.
func TestCrash(t *testing.T) {
	if dir := os.Getenv(crashDirEnv); dir != "" {
		crashMidWrite(t, dir)
	}
	dir := t.TempDir()
	s := open(t, dir)
	active := write(t, s, record("a", "src:1"))
	if err := s.Activate(t.Context(), active); err != nil {
		t.Fatal(err)
	}

	cmd := exec.Command(os.Args[0], "-test.run=^TestCrash$")
	cmd.Env = append(os.Environ(), crashDirEnv+"="+dir)
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("the other process should have died mid-write: %v\n%s", err, out)
	}
	if n := store.CountRecords(t, s); n != 4_001 {
		t.Fatalf("the crash left %d records, want 4001: it did not come mid-write", n)
	}
	checkOnly(t, s, active)

	// The next write clears up, and its dead writer's lock is gone.
	second := write(t, s, record("a", "src:1"))
	if n := store.CountRecords(t, s); n != 2 {
		t.Errorf("%d records after the next write, want 2", n)
	}
	if err := s.RemoveDataset(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	checkOnly(t, s, active)
}

func crashMidWrite(t *testing.T, dir string) {
	records := func(yield func(*destination.Record, error) bool) {
		for r := range manyRecords(4_001) {
			if !yield(r, nil) {
				return
			}
		}
		os.Exit(3)
	}
	_, err := open(t, dir).WriteDataset(t.Context(), destination.Dataset{}, records)
	t.Fatal("survived", err)
}
