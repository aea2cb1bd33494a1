// Package parallel does what building the index takes on all cores.
package parallel

import (
	"runtime"
	"sync"
)

// Do does n independent things on all cores.
func Do(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// Together does different things at the same time.
func Together(tasks ...func()) {
	var wg sync.WaitGroup
	for _, task := range tasks {
		wg.Go(task)
	}
	wg.Wait()
}

// Chunks covers [0, n) in pieces on all cores.
func Chunks(n int, do func(from, to int)) {
	const size = 1 << 14
	Do((n+size-1)/size, func(i int) { do(i*size, min(n, (i+1)*size)) })
}
