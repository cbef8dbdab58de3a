// SPDX-License-Identifier: Apache-2.0

package robotsc

import "time"

// A Field is the kind of a line beside User-agent, Allow and Disallow.
type Field uint32

// The fields of docs/extensions.md.
const (
	FieldUnknown Field = iota
	FieldSitemap
	FieldCrawlDelay
	FieldRequestRate
	FieldVisitTime
	FieldComment
	FieldRobotVersion
	FieldHost
	FieldCleanParam
	FieldNoindex
	FieldContentSignal
	FieldContentUsage
	FieldLicense
	FieldAgentmap
	FieldSchemamap
	FieldLLMPolicy
	fields
)

// LabelsMax is how many labels a blob has at most.
const LabelsMax = 16

const (
	extHeader   = 24
	setAnswers  = 4
	groupSize   = 8
	labelSize   = 12
	recordSize  = 16
	numbersSize = 12
	minutes     = 1440
	minuteNone  = 65535

	answerYes    = 1
	answerPolicy = 2
)

// Extensions are what a blob keeps beside its rules: records, labels of usage, times of visits.
type Extensions struct {
	blob                                        *Blob
	names, sets, members, groups, labels, lines []byte
	data                                        []byte
	nlabels, answers                            int
}

// A Record is a line of the robots.txt. Path is the pattern of Noindex, Content-Signal and
// Content-Usage, or the prefix of Clean-param; Rest is the value without it.
type Record struct {
	Field              Field
	Line, Group        int    // from 1; Group 0: of the file as a whole
	Name               string // of an unknown field
	Value, Path, Rest  string
	Delay              time.Duration // Crawl-delay
	Documents, Seconds uint32        // Request-rate
	From, To           int           // minutes of the day in UTC; -1: always
}

// A Label is a kind of use, and what can be said of it, from the most restrictive value on.
type Label struct {
	Field  Field // FieldContentUsage, FieldContentSignal, FieldNoindex
	Name   string
	Values []string
}

// Extensions verifies the extensions of the blob. Errors: ErrAbsent, ErrCorrupt.
func (b *Blob) Extensions() (*Extensions, error) {
	section, n := b.section(sectionExtensions)
	if n == 0 {
		return nil, ErrAbsent
	}
	e := &Extensions{blob: b}
	if n > 1 || !e.place(section) || !e.verifyNames() || !e.verifySets() || !e.verifyGroups() || !e.verifyLabels() ||
		!e.verifyRecords() {
		return nil, ErrCorrupt
	}
	return e, nil
}

// section is the last section of a type, and how many there are.
func (b *Blob) section(kind byte) (section []byte, n int) {
	b.sections(func(k byte, at, end uint32) bool {
		if k == kind {
			section = b.bytes[at:end]
			n++
		}
		return true
	})
	return section, n
}

// place finds the tables, which stand one after the other, and the data after them.
func (e *Extensions) place(p []byte) bool {
	if len(p) < extHeader {
		return false
	}
	e.nlabels = ld16(p, 16)
	e.answers = 2*e.nlabels + ld16(p, 18)
	if e.nlabels > LabelsMax {
		return false
	}
	tables := []struct {
		table *[]byte
		count uint32
		size  int
	}{
		{&e.names, ld32(p, 0), 4},
		{&e.sets, ld32(p, 4), setAnswers + 4*e.answers},
		{&e.members, ld32(p, 8), 4},
		{&e.groups, ld32(p, 12), groupSize},
		{&e.labels, uint32(e.nlabels), labelSize},
		{&e.lines, ld32(p, 20), recordSize},
	}
	p = p[extHeader:]
	for _, t := range tables {
		if uint64(t.count)*uint64(t.size) > uint64(len(p)) {
			return false
		}
		n := int(t.count) * t.size
		*t.table, p = p[:n], p[n:]
	}
	e.data = p
	return true
}

func (e *Extensions) setSize() int { return setAnswers + 4*e.answers }
func (e *Extensions) nsets() int   { return len(e.sets) / e.setSize() }

// verifyNames is true if each entry of the agent index, and "*", has a set that exists or none.
func (e *Extensions) verifyNames() bool {
	if len(e.names)/4 != e.blob.index.count+1 {
		return false
	}
	for at := 0; at < len(e.names); at += 4 {
		if uint64(ld32(e.names, at)) > uint64(e.nsets()) {
			return false
		}
	}
	return true
}

func (e *Extensions) verifySets() bool {
	ngroups, nmembers, member := uint32(len(e.groups)/groupSize), uint32(len(e.members)/4), uint32(0)
	for at := 0; at < len(e.sets); at += e.setSize() {
		set := e.sets[at : at+e.setSize()]
		end := ld32(set, 0)
		if end < member || end > nmembers {
			return false
		}
		for last := uint32(0); member < end; member++ {
			group := ld32(e.members, 4*int(member))
			if group <= last || group >= ngroups {
				return false
			}
			last = group
		}
		for k := 0; k < e.answers; k++ {
			answer := ld32(set, setAnswers+4*k)
			if answer >= answerPolicy && uint64(answer-answerPolicy) >= uint64(e.blob.npolicies) {
				return false
			}
		}
	}
	return member == nmembers
}

func (e *Extensions) verifyGroups() bool {
	last := uint32(0)
	for at := 0; at < len(e.groups); at += groupSize {
		end := ld32(e.groups, at)
		if end < last {
			return false
		}
		last = end
	}
	return len(e.groups) > 0 && uint64(last) == uint64(len(e.lines)/recordSize)
}

func (e *Extensions) verifyLabels() bool {
	answers := 2 * e.nlabels
	for i := 0; i < e.nlabels; i++ {
		label := e.labels[labelSize*i:]
		field, more, at, size := Field(ld16(label, 0)), ld16(label, 2), uint64(ld32(label, 4)), uint64(ld32(label, 8))
		if field < FieldNoindex || field > FieldContentUsage || more > 6 || at+size > uint64(len(e.data)) {
			return false
		}
		if more > 0 && !valuesFit(e.data[at+size:], more+2) {
			return false
		}
		answers += more
	}
	return answers == e.answers
}

// valuesFit is true if n values, each after its size, fit.
func valuesFit(p []byte, n int) bool {
	for ; n > 0; n-- {
		if len(p) == 0 || int(p[0]) >= len(p) {
			return false
		}
		p = p[1+int(p[0]):]
	}
	return true
}

func hasNumbers(f Field) bool { return f >= FieldCrawlDelay && f <= FieldVisitTime }

// record is the field, the line and the data of a record, and how many octets of that are a name.
func (e *Extensions) record(i int) (f Field, line uint32, at, end uint64, name uint32) {
	p := e.lines[recordSize*i:]
	at, end = uint64(ld32(p, 8)), uint64(len(e.data))
	if len(p) > recordSize {
		end = uint64(ld32(p, recordSize+8))
	}
	return Field(ld32(p, 0)), ld32(p, 4), at, end, ld32(p, 12)
}

func (e *Extensions) verifyRecords() bool {
	for i := 0; i < len(e.lines)/recordSize; i++ {
		f, line, at, end, name := e.record(i)
		if f >= fields || line == 0 || at > end || end > uint64(len(e.data)) {
			return false
		}
		data := e.data[at:end]
		if hasNumbers(f) {
			if len(data) < numbersSize || !numbersFit(f, data) {
				return false
			}
			data = data[numbersSize:]
		}
		if uint64(name) > uint64(len(data)) {
			return false
		}
	}
	return true
}

func numbersFit(f Field, p []byte) bool {
	from, to := ld16(p, 8), ld16(p, 10)
	if f == FieldRequestRate && ld32(p, 0) == 0 {
		return false
	}
	return from < minutes && to < minutes || from == minuteNone && to == minuteNone && f != FieldVisitTime
}

// Records are the lines of the groups that apply to a robot; with nil those of the file as a whole.
// Their texts borrow the blob.
func (e *Extensions) Records(g *Group) []Record {
	if g == nil {
		return e.group(nil, 0)
	}
	var records []Record
	if set := e.setOf(g); set >= 0 {
		first := uint32(0)
		if set > 0 {
			first = ld32(e.sets, e.setSize()*(set-1))
		}
		for ; first < ld32(e.sets, e.setSize()*set); first++ {
			records = e.group(records, int(ld32(e.members, 4*int(first))))
		}
	}
	return records
}

// setOf is the set of a group's robot, or -1. The entry of "*" is the last.
func (e *Extensions) setOf(g *Group) int {
	last := len(e.names)/4 - 1
	entry := last
	if g.entry > 0 && int(g.entry) <= last {
		entry = int(g.entry) - 1
	}
	return int(ld32(e.names, 4*entry)) - 1
}

// group appends the records of a group.
func (e *Extensions) group(records []Record, group int) []Record {
	first := 0
	if group > 0 {
		first = int(ld32(e.groups, groupSize*(group-1)))
	}
	for i := first; i < int(ld32(e.groups, groupSize*group)); i++ {
		records = append(records, e.recordOf(i, int(ld32(e.groups, groupSize*group+4))))
	}
	return records
}

func (e *Extensions) recordOf(i, group int) Record {
	f, line, at, end, name := e.record(i)
	r, data := Record{Field: f, Line: int(line), Group: group, From: -1, To: -1}, e.data[at:end]
	if hasNumbers(f) {
		count := ld32(data, 0)
		switch f {
		case FieldCrawlDelay:
			r.Delay = time.Duration(count) * time.Millisecond
		case FieldRequestRate:
			r.Documents, r.Seconds = count, ld32(data, 4)
		}
		if from := ld16(data, 8); from != minuteNone {
			r.From, r.To = from, ld16(data, 10)
		}
		data = data[numbersSize:]
	}
	r.Name, r.Value = text(data[:name]), text(data[name:])
	r.splitPath()
	return r
}

// splitPath splits a value that has a path. docs/extensions.md
func (r *Record) splitPath() {
	word := 0
	for word < len(r.Value) && !isBlank(r.Value[word]) {
		word++
	}
	rest := word
	for rest < len(r.Value) && isBlank(r.Value[rest]) {
		rest++
	}
	first, second := r.Value[:word], r.Value[rest:]
	r.Rest = r.Value
	switch r.Field {
	case FieldNoindex:
		r.Path, r.Rest = r.Value, ""
	case FieldCleanParam:
		r.Path, r.Rest = second, first
	case FieldContentSignal, FieldContentUsage:
		if len(r.Value) > 0 && r.Value[0] == '/' {
			r.Path, r.Rest = first, second
		}
	}
}
