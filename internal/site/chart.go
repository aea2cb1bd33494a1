package site

import (
	"fmt"
	"strconv"
	"time"

	"servicemap/internal/destination"
)

// series is usage by day.
type series struct {
	days     []string
	requests []int64
	refused  []int64
}

func newSeries(first time.Time, days int) *series {
	s := &series{requests: make([]int64, days), refused: make([]int64, days)}
	for i := range days {
		s.days = append(s.days, first.AddDate(0, 0, i).Format(time.DateOnly))
	}
	return s
}

func (s *series) add(u destination.KeyUsage) {
	for i, day := range s.days {
		if day == u.Day {
			s.requests[i] += u.Requests
			s.refused[i] += u.Refused
		}
	}
}

func (s *series) sums() (requests, refused int64) {
	for i := range s.days {
		requests += s.requests[i]
		refused += s.refused[i]
	}
	return requests, refused
}

// chart is a bar chart, ready to be drawn as SVG without any style of its own.
type chart struct {
	Width, Height int
	Bars          []bar
	Most          int64
	First, Last   string
	Summary       string
}

// bar is one day: what was answered, and on top of it what was refused.
type bar struct {
	X, Width, Y, Height, RefusedY, RefusedHeight string
	Title                                        string
}

func (s *series) chart(width, height, gap int) *chart {
	c := &chart{Width: width, Height: height, First: s.days[0], Last: s.days[len(s.days)-1]}
	for _, n := range s.requests {
		c.Most = max(c.Most, n)
	}
	total, refused := s.sums()
	c.Summary = fmt.Sprintf("%s requests from %s to %s, %s of them refused", readableNumber(total), c.First, c.Last, readableNumber(refused))
	step := float64(width) / float64(len(s.days))
	scale := float64(height-2) / float64(max(1, c.Most))
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
	for i, day := range s.days {
		whole, top := float64(s.requests[i])*scale, float64(s.refused[i])*scale
		c.Bars = append(c.Bars, bar{
			X: number(float64(i) * step), Width: number(step - float64(gap)),
			Y: number(float64(height) - whole + top), Height: number(whole - top),
			RefusedY: number(float64(height) - whole), RefusedHeight: number(top),
			Title: fmt.Sprintf("%s: %s requests, %s refused", day, readableNumber(s.requests[i]), readableNumber(s.refused[i])),
		})
	}
	return c
}

func readableBytes(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	value, name := float64(n)/unit, "KiB"
	for _, next := range []string{"MiB", "GiB", "TiB"} {
		if value < unit {
			break
		}
		value, name = value/unit, next
	}
	return fmt.Sprintf("%.1f %s", value, name)
}

func readableNumber(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return digits
}

// anyNumber takes the whole numbers that templates have.
func anyNumber(n any) (string, error) {
	switch n := n.(type) {
	case int:
		return readableNumber(int64(n)), nil
	case int64:
		return readableNumber(n), nil
	}
	return "", fmt.Errorf("%v is no whole number", n)
}

func readableDuration(d time.Duration) string {
	switch {
	case d <= 0:
		return "–"
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < time.Second:
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return d.Round(time.Millisecond).String()
}

func percent(part, whole int64) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
