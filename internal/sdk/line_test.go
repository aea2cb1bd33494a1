package sdk_test

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// line is a slow connection to a server, for everything that a browser asks it,
// its workers included: all answers share a bandwidth, and every way takes time.
type line struct {
	target         string
	oneWay         time.Duration
	bytesPerSecond float64

	mu   sync.Mutex
	free time.Time // when the line has carried what it was given
}

// newLine lays a line to a server and returns the address of its other end.
func newLine(t testing.TB, target string, roundTrip time.Duration, bytesPerSecond float64) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	l := &line{target: target, oneWay: roundTrip / 2, bytesPerSecond: bytesPerSecond}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go l.connect(conn)
		}
	}()
	return listener.Addr().String()
}

func (l *line) connect(near net.Conn) {
	far, err := net.Dial("tcp", l.target)
	if err != nil {
		_ = near.Close()
		return
	}
	opened := time.Now().Add(2 * l.oneWay) // the handshake
	go carry(far, near, func(int) time.Time {
		if at := time.Now(); at.After(opened) {
			return at.Add(l.oneWay)
		}
		return opened.Add(l.oneWay)
	})
	carry(near, far, l.transmit)
}

// transmit says when so many bytes have arrived.
func (l *line) transmit(n int) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(float64(n) / l.bytesPerSecond * float64(time.Second)))
	return l.free.Add(l.oneWay)
}

// A connection has so much under way, so that several share the line.
const (
	pieceSize = 4 << 10
	window    = 32 << 10
)

// carry copies until the end, each piece when it has arrived.
func carry(to io.WriteCloser, from io.Reader, arrives func(n int) time.Time) {
	type piece struct {
		bytes []byte
		at    time.Time
	}
	pieces := make(chan piece, window/pieceSize)
	go func() {
		defer close(pieces)
		for {
			room := make([]byte, pieceSize)
			n, err := from.Read(room)
			if n > 0 {
				pieces <- piece{room[:n], arrives(n)}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range pieces {
		time.Sleep(time.Until(p.at))
		if _, err := to.Write(p.bytes); err != nil {
			break
		}
	}
	_ = to.Close()
	for range pieces { // until the other side has noticed
	}
}
