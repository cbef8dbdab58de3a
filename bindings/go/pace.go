// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"math"
	"time"
)

const (
	minute  = 60000 // milliseconds
	thumb   = 10000 // the pause where none is asked for
	noPause = -1
	timeMax = int64(1) << 60
	never   = math.MinInt64 // as the last fetch
)

// A wish is what the records of a robot ask for together. Pauses are milliseconds.
type wish struct {
	delay, rate, thumb int64 // greatest Crawl-delay; slowest Request-rate of the whole day
	from, to           int   // Visit-time; -1: always
	rates              *[minutes]int64
}

func (e *Extensions) wish(g *Group, took int64) *wish {
	w := &wish{delay: noPause, rate: noPause, thumb: thumb, from: -1, to: -1}
	if 2*took > thumb {
		w.thumb = 2 * took
	}
	for _, r := range e.Records(g) {
		switch {
		case r.Field == FieldCrawlDelay && r.Delay.Milliseconds() > w.delay:
			w.delay = r.Delay.Milliseconds()
		case r.Field == FieldRequestRate:
			w.takeRate(&r)
		case r.Field == FieldVisitTime && w.from < 0:
			w.from, w.to = r.From, r.To
		}
	}
	return w
}

func (w *wish) takeRate(r *Record) {
	pause := (int64(r.Seconds)*1000 + int64(r.Documents) - 1) / int64(r.Documents)
	if pause >= math.MaxUint32 {
		pause = math.MaxUint32 - 1
	}
	if r.From < 0 {
		if pause > w.rate {
			w.rate = pause
		}
		return
	}
	if w.rates == nil {
		w.rates = new([minutes]int64)
		for m := range w.rates {
			w.rates[m] = noPause
		}
	}
	for m := range w.rates {
		if within(m, r.From, r.To) && w.rates[m] < pause {
			w.rates[m] = pause
		}
	}
}

// within is true for the minutes from one to another, over midnight too.
func within(m, from, to int) bool {
	if from <= to {
		return from <= m && m <= to
	}
	return m >= from || m <= to
}

func (w *wish) isOpen(m int) bool { return w.from < 0 || within(m, w.from, w.to) }

// pause is the one of a minute of the day.
func (w *wish) pause(m int) int64 {
	rate := w.rate
	if w.rates != nil && w.rates[m] != noPause {
		rate = w.rates[m]
	}
	switch {
	case rate == noPause && w.delay == noPause:
		return w.thumb
	case rate > w.delay:
		return rate
	}
	return w.delay
}

// leastPause is the shortest pause of the minutes in which visits are allowed.
func (w *wish) leastPause() int64 {
	least := int64(math.MaxInt64)
	for m := 0; m < minutes; m++ {
		if w.isOpen(m) && w.pause(m) < least {
			least = w.pause(m)
		}
	}
	return least
}

func remainder(t, n int64) int64 { return (t%n + n) % n }

func clamp(t int64) int64 {
	switch {
	case t > timeMax:
		return timeMax
	case t < -timeMax:
		return -timeMax
	}
	return t
}

// nextFetch is NextFetch in milliseconds since 1970. Each day has a minute with the least pause,
// which is over by then: so it ends.
func (e *Extensions) nextFetch(g *Group, now, last, took int64) int64 {
	w, first := e.wish(g, clamp(took)), last == never
	now, last = clamp(now), clamp(last)
	t := now
	if least := last + w.leastPause(); !first && least > now {
		t = least
	}
	for {
		m, next := int(remainder(t, minutes*minute)/minute), t-remainder(t, minute)+minute
		ready := t
		if pause := last + w.pause(m); !first && pause > t {
			ready = pause
		}
		if w.isOpen(m) && ready < next {
			return ready
		}
		t = next
	}
}

// NextFetch is the earliest time from now on that the records of a robot allow: Crawl-delay,
// Request-rate and Visit-time. last is when the last fetch began, zero if there was none; took is
// how long it took. Without records the pause is 10 s, or twice that. docs/extensions.md
func (e *Extensions) NextFetch(g *Group, now, last time.Time, took time.Duration) time.Time {
	before := int64(never)
	if !last.IsZero() {
		before = last.UnixMilli()
	}
	return time.UnixMilli(e.nextFetch(g, now.UnixMilli(), before, took.Milliseconds()))
}
