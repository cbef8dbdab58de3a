// SPDX-License-Identifier: Apache-2.0

package robotsc

import "time"

const fetchSize = 48

// An Outcome is what was decided after a fetch of a robots.txt. docs/access.md, "Outcome"
type Outcome uint8

// The outcomes.
const (
	OutcomeParse Outcome = iota
	OutcomeAllow
	OutcomeDeny
	OutcomeDefer
	OutcomeCached
	OutcomeFollow
)

// A Decision is what was decided when a robots.txt was fetched. Times are seconds since 1970.
type Decision struct {
	Fetched, Expires, Since int64
	Length, Digest          uint64
	Status                  uint16
	End, Profile, Row       uint8
	Outcome                 Outcome
	Revalidate, Challenge   bool
}

// Fresh is true while the decision holds.
func (d *Decision) Fresh(now time.Time) bool {
	return now.Unix() >= d.Fetched && now.Unix() < d.Expires && !d.Revalidate
}

func (d *Decision) known() bool {
	return d.End <= 8 && d.Profile <= 3 && d.Outcome <= OutcomeFollow && d.Row <= 10
}

// Fetch is the decision that the blob keeps. Errors: ErrAbsent, ErrCorrupt.
func (b *Blob) Fetch() (Decision, error) {
	p, n := b.section(sectionFetch)
	if n == 0 {
		return Decision{}, ErrAbsent
	}
	if n > 1 || len(p) != fetchSize {
		return Decision{}, ErrCorrupt
	}
	d := Decision{Fetched: int64(ld64(p, 0)), Expires: int64(ld64(p, 8)), Since: int64(ld64(p, 40)),
		Length: ld64(p, 16), Digest: ld64(p, 24), Status: uint16(ld16(p, 32)),
		End: p[34], Profile: p[35], Outcome: Outcome(p[36]), Row: p[37], Revalidate: p[38] == 1}
	if d.Expires < d.Fetched || d.Since > d.Fetched || !d.known() || p[38] > 1 || p[39] != 0 {
		return Decision{}, ErrCorrupt
	}
	return d, nil
}
