package catalog

import (
	"runtime/debug"
	"testing"
)

func TestPercentFor(t *testing.T) {
	for _, tt := range []struct {
		bytes uint64
		want  int
	}{{0, 100}, {30 << 20, 100}, {96 << 20, 50}, {640 << 20, 10}, {4 << 30, 10}} {
		if got := percentFor(tt.bytes); got != tt.want {
			t.Errorf("beside %d MiB: %d %%, want %d", tt.bytes>>20, got, tt.want)
		}
	}
}

// percent is what is set now.
func percent() int {
	now := debug.SetGCPercent(100)
	debug.SetGCPercent(now)
	return now
}

func TestTrim(t *testing.T) {
	t.Cleanup(func() { debug.SetGCPercent(100) })
	kept := make([]byte, 512<<20)
	Trim()
	if got := percent(); got != 10 {
		t.Errorf("with %d bytes kept, garbage may be %d %%", len(kept), got)
	}
	collectUsually()
	if got := percent(); got != 100 {
		t.Errorf("while loading, garbage may be %d %%", got)
	}
	t.Setenv("GOGC", "70")
	debug.SetGCPercent(70)
	Trim()
	if got := percent(); got != 70 {
		t.Errorf("the operator's 70 %% became %d", got)
	}
	kept[0]++
}
