package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

// cpuTimes is how much processor time the questions of each kind take on
// average, which other work on the machine does not change.
type cpuTimes [numKinds + 1]time.Duration

func measureCPU(list []question, rounds int, used func() time.Duration, ask func(q *question) int) cpuTimes {
	var t cpuTimes
	var all time.Duration
	for k := range numKinds {
		start, n := used(), 0
		for range rounds {
			for i := range list {
				if list[i].kind == k {
					ask(&list[i])
					n++
				}
			}
		}
		took := used() - start
		t[k] = took / time.Duration(max(1, n))
		all += took
	}
	t[numKinds] = all / time.Duration(rounds*len(list))
	return t
}

// ownCPU is the processor time of this process, garbage collection included.
func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// cpuOf is the processor time of another process.
func cpuOf(pid int) time.Duration {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // from the third field on
	if len(fields) < 13 {
		return 0
	}
	var ticks int64
	for _, f := range fields[11:13] { // in user mode and in the kernel
		n, _ := strconv.ParseInt(string(f), 10, 64)
		ticks += n
	}
	const perSecond = 100
	return time.Duration(ticks) * time.Second / perSecond
}

func tableCPU(theirs, ours cpuTimes) {
	fmt.Print("\n| processor time a query | PostGIS (server alone) | servicemap | ratio |\n|---|---:|---:|---:|\n")
	for k := range theirs {
		fmt.Printf("| %s | %.0f µs | %.0f µs | %.0f × |\n", kindName(kind(k)), micros(theirs[k]), micros(ours[k]), float64(theirs[k])/float64(max(1, ours[k])))
	}
}
