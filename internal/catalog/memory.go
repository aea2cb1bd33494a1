package catalog

import (
	"os"
	"runtime"
	"runtime/debug"
)

// What is served is large and stays; what a request leaves behind is small.
// Waiting until there is as much garbage as data, as is usual, would double the
// memory of a process for nothing. While a dataset is loaded, much of the memory
// changes, and the usual way is the quicker one.
const (
	usualPercent  = 100
	leastPercent  = 10
	garbageEnough = 48 << 20 // bytes that may always wait
)

// collectUsually is for the time in which a dataset is loaded.
func collectUsually() { collectAt(usualPercent) }

// Trim returns what loading left behind and keeps memory close to what is
// served.
func Trim() {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	collectAt(percentFor(m.HeapAlloc))
}

// percentFor is how much garbage may wait beside so many bytes that stay.
func percentFor(bytes uint64) int {
	return min(usualPercent, max(leastPercent, int(usualPercent*garbageEnough/max(bytes, 1))))
}

// collectAt leaves the decision to the operator who has made one.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
