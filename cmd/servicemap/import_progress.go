package main

import (
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"servicemap/internal/importer"
)

// newProgress shows bars on a terminal and writes log lines elsewhere.
func newProgress(app *App) importer.Progress {
	if f, ok := app.Stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &bars{out: f}
	}
	return &lines{log: app.Log}
}

// bars shows each phase as a bar with its rate and the time left.
type bars struct {
	out io.Writer
	bar *progressbar.ProgressBar
}

func (b *bars) Phase(name string, total int64, unit string) {
	if total == 0 {
		total = -1 // a spinner
	}
	rate := progressbar.OptionShowBytes(true)
	if unit != importer.Bytes {
		rate = progressbar.OptionShowIts()
	}
	b.bar = progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(b.out),
		progressbar.OptionSetDescription(padded(name)),
		rate,
		progressbar.OptionSetItsString(unit),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowElapsedTimeOnFinish(),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionFullWidth(),
	)
}

// padded lines the bars up.
func padded(name string) string {
	const width = 34
	return name + strings.Repeat(" ", max(0, width-len([]rune(name))))
}

func (b *bars) Done(n int64) { _ = b.bar.Set64(n) } // a bar that cannot be drawn stops no import

func (b *bars) End() {
	_ = b.bar.Finish()
	_, _ = io.WriteString(b.out, "\n")
}

// lines logs when a phase is over, and now and then how far it is.
type lines struct {
	log         *slog.Logger
	name        string
	total       int64
	began, told time.Time
}

const linesEvery = 15 * time.Second

func (l *lines) Phase(name string, total int64, _ string) {
	l.name, l.total, l.began = name, total, time.Now()
	l.told = l.began
}

func (l *lines) Done(n int64) {
	if time.Since(l.told) < linesEvery || l.total == 0 {
		return
	}
	l.told = time.Now()
	l.log.Info("importing", "phase", l.name, "percent", 100*n/l.total, "elapsed", time.Since(l.began).Round(time.Second).String())
}

func (l *lines) End() {
	l.log.Info("imported", "phase", l.name, "took", time.Since(l.began).Round(time.Millisecond).String())
}
