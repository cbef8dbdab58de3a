// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"math"
	"time"
)

// Record is a line other than a rule.  Its texts are octets as in the file.
type Record struct {
	Field     string        // the usual spelling (Sitemap); of an unknown field the file's own
	Value     string        // as it is written; of a sitemap that was Resolved the absolute URL
	Line      int           // from 1
	Group     int           // that it stands in, from 1; 0: in none
	Path      string        // for which paths, of Noindex, Content-Usage and others; or nothing
	Rest      string        // the value without the path; what was written, where Resolved
	Delay     time.Duration // of Crawl-delay
	Documents int           // of Request-rate, in the time Per
	Per       time.Duration // of Request-rate
	From, To  int           // minutes of the day in UTC; -1: not limited
	Resolved  bool          // Value was made of a relative URL
}

// Numbers of enum robotsc_line_field in extensions.h, and the number for "no time of day".
const (
	fieldRequestRate = 3
	fieldVisitTime   = 4
	untimed          = math.MaxUint32
)

func records(answer []byte) []Record {
	p := packed(answer)
	list := make([]Record, p.number())
	for i := range list {
		r := &list[i]
		field := p.number()
		r.Line, r.Group = int(p.number()), int(p.number())
		r.Delay = time.Duration(p.number()) * time.Millisecond
		r.Documents, r.Per = int(p.number()), time.Duration(p.number())*time.Second
		from, to := p.number(), p.number()
		if r.From, r.To = -1, -1; (field == fieldRequestRate || field == fieldVisitTime) && from != untimed {
			r.From, r.To = int(from), int(to)
		}
		r.Resolved = p.number() != 0
		r.Field, r.Value, r.Path, r.Rest = p.text(), p.text(), p.text(), p.text()
	}
	return list
}

// Records are the lines of the file as a whole: Sitemap and others.  ErrAbsent: the policy was
// compiled without records.
func (p *Policy) Records() ([]Record, error) {
	a := &Agent{blob: p.blob}
	answer, err := a.open(func(e *instance) int32 { return e.m.Xrecords(0) })
	if err != nil {
		return nil, err
	}
	return records(answer), nil
}

// Records are the lines of the robot's groups: Crawl-delay and others.
func (a *Agent) Records() ([]Record, error) {
	answer, err := a.open(func(e *instance) int32 { return e.m.Xrecords(1) })
	if err != nil {
		return nil, err
	}
	return records(answer), nil
}

// open asks an engine with the agent and its opened policy.
func (a *Agent) open(ask func(e *instance) int32, texts ...string) ([]byte, error) {
	e := take()
	var answer []byte
	err := e.open(a.blob)
	if err == nil {
		e.ask(a)
		answer, err = e.question(ask, texts...)
	}
	e.give()
	return answer, err
}

// RecordsOf are the records of a text from a URL: of the robot with these tokens, or without tokens
// of the file.  Unlike the records of a policy, they include relative sitemaps.
func RecordsOf(text []byte, url string, options *Options, tokens ...string) ([]Record, error) {
	n := numbers{}
	if len(tokens) > 0 {
		n[0] = 1
	}
	answer, err := askOf(askRecords, options, 0, n, tokens, string(text), url)
	if err != nil {
		return nil, err
	}
	return records(answer), nil
}

// Preference is what a line says about one use of content.
type Preference struct {
	Field string // Content-Usage, Content-Signal or Noindex
	Label string // the use: train-ai, search, index
	Value string // n, yes
}

// Usage is the verdict about a URL, and the preferences for its content.
func (a *Agent) Usage(url string) (allowed bool, preferences []Preference, err error) {
	answer, err := a.open(func(e *instance) int32 { return e.m.Xusage() }, url)
	if err != nil {
		return false, nil, err
	}
	p := packed(answer)
	allowed = p.number() != 0
	preferences = make([]Preference, p.number())
	for i := range preferences {
		preferences[i] = Preference{p.text(), p.text(), p.text()}
	}
	return allowed, preferences, nil
}

// Values of Next.Pace.
const (
	PaceUnstated    = 0 // no line: ten seconds, or twice the last fetch
	PaceCrawlDelay  = 1
	PaceRequestRate = 2
)

// Next is when a robot may fetch next.
type Next struct {
	At    time.Time
	Pause time.Duration // between fetches
	Pace  int           // which line says so
	Shut  bool          // Visit-time puts it off
}

// NextFetch says when the robot may fetch next, by Crawl-delay, Request-rate and Visit-time.
//
// last is when the last fetch began, the zero time if there was none, and took how long it lasted.
func (a *Agent) NextFetch(now, last time.Time, took time.Duration) (*Next, error) {
	before := int64(math.MinInt64)
	if !last.IsZero() {
		before = last.UnixMilli()
	}
	answer, err := a.open(func(e *instance) int32 {
		return e.m.Xnext_fetch(now.UnixMilli(), before, took.Milliseconds())
	})
	if err != nil {
		return nil, err
	}
	p := packed(answer)
	at, pause := time.UnixMilli(p.number()), time.Duration(p.number())*time.Millisecond
	return &Next{at, pause, int(p.number()), p.number() != 0}, nil
}
