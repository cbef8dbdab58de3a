// SPDX-License-Identifier: Apache-2.0

package robotsc

import "sync/atomic"

// record is the fronts and the blob of the record that begins at an offset.
func (s *Snapshot) record(at uint64) (p []byte, begin uint64, err error) {
	begin = 8 + 8*uint64(s.nagents)
	least := begin
	if least < recordMin {
		least = recordMin
	}
	if at%unit != 0 || s.size[policies] < least || at > s.size[policies]-least {
		return nil, 0, ErrCorrupt
	}
	if p, err = s.read(policies, at, begin); err != nil {
		return nil, 0, err
	}
	size := uint64(ld32(p, 4))
	if size > s.size[policies]-at-begin {
		return nil, 0, ErrCorrupt
	}
	p, err = s.read(policies, at, begin+size)
	return p, begin, err
}

// openRecord opens the blob of a record. The first time it is verified, as trust says.
func (s *Snapshot) openRecord(at uint64, b *Blob) (record []byte, err error) {
	p, begin, err := s.record(at)
	if err != nil {
		return nil, err
	}
	first := s.trust != Known && s.isFirst(at)
	how := verifyNothing
	switch {
	case first && s.trust == Forged:
		how = verifyAll
	case first:
		if how = verifySum; uint32(checksum(p[4:begin])) != ld32(p, 0) {
			return nil, ErrChecksum
		}
	}
	if err := b.open(p[begin:], how); err != nil {
		return nil, err
	}
	if b.dialect != s.dialect || b.partial && (s.nagents == 0 || b.match != s.match) ||
		how == verifyAll && !s.frontsOK(p, b) {
		return nil, ErrCorrupt
	}
	if first {
		s.noteUse(at)
	}
	return p, nil
}

func front(record []byte, agent int) answer {
	p := record[8+8*agent:]
	return answer{field: ld32(p, 0), entry: ld32(p, 4) & 0xFFFFFF, selected: Selected(p[7])}
}

// frontsOK is true if each front says what the blob gives.
func (s *Snapshot) frontsOK(record []byte, b *Blob) bool {
	tokens := [1]string{}
	for i, at := 0, headAgents; i < int(s.nagents); i++ {
		n := ld16(s.head, at)
		tokens[0] = text(s.head[at+2 : at+2+n])
		if a, err := b.ask(tokens[:]); err != nil || a != front(record, i) {
			return false
		}
		at += 2 + n
	}
	return true
}

// The word and the bit of used that a record has. Forged records may overlap: then each place where
// one may begin has a bit.
func (s *Snapshot) bit(at uint64) (word int, bit uint32) {
	number := at / recordMin
	if s.trust == Forged {
		number = at / unit
	}
	return int(number / 32), 1 << (number % 32)
}

func (s *Snapshot) isFirst(at uint64) bool {
	word, bit := s.bit(at)
	return s.used == nil || atomic.LoadUint32(&s.used[word])&bit == 0
}

func (s *Snapshot) noteUse(at uint64) {
	if s.used == nil {
		return
	}
	word, bit := s.bit(at)
	for {
		old := atomic.LoadUint32(&s.used[word])
		if old&bit != 0 || atomic.CompareAndSwapUint32(&s.used[word], old, old|bit) {
			return
		}
	}
}

// Blob opens the blob of an entry in place. Errors: as Open.
func (s *Snapshot) Blob(e *Entry) (*Blob, error) {
	if s.shards != nil {
		return s.shards[e.shard].Blob(e)
	}
	b := new(Blob)
	if _, err := s.openRecord(e.policy, b); err != nil {
		return nil, err
	}
	if !b.readAgents() {
		return nil, ErrCorrupt
	}
	return b, nil
}

// Group is the rules of an entry for the robot of the options. Errors: as Open and Blob.Group.
func (s *Snapshot) Group(e *Entry) (g Group, err error) {
	if s.shards != nil {
		return s.shards[e.shard].Group(e)
	}
	var b Blob
	record, err := s.openRecord(e.policy, &b)
	if err != nil {
		return g, err
	}
	var a answer
	if s.agent > 0 && (b.match == s.match || b.match >= matchName && s.match >= matchName) {
		a = front(record, s.agent-1)
	} else {
		if !b.readAgents() {
			return g, ErrCorrupt
		}
		if a, err = b.ask(s.tokens); err != nil {
			return g, err
		}
	}
	if !g.attach(&b, a) {
		return g, ErrCorrupt
	}
	return g, nil
}

// AllowedURL is true if the robot of the options may fetch the URL. Errors: as Find and Group.
func (s *Snapshot) AllowedURL(url string) (bool, error) {
	e, err := s.Find(url)
	if err != nil {
		return false, err
	}
	g, err := s.Group(&e)
	if err != nil {
		return false, err
	}
	return g.AllowedURL(url), nil
}

// Allowed is AllowedURL of octets.
func (s *Snapshot) Allowed(url []byte) (bool, error) { return s.AllowedURL(text(url)) }
