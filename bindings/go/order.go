// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bytes"
	"strings"
)

// originHost is the host of an origin, with its brackets and without its port.
func originHost(origin []byte) []byte {
	if at := bytes.Index(origin, []byte("://")); at >= 0 {
		origin = origin[at+3:]
	}
	if colon := bytes.LastIndexByte(origin, ':'); colon > bytes.LastIndexByte(origin, ']') {
		return origin[:colon]
	}
	return origin
}

// isWhole is true for a host that is one label: in brackets, or with digits only in its last label.
func isWhole(host []byte) bool {
	n := len(host)
	for n > 0 && isDigit(host[n-1]) {
		n--
	}
	return len(host) > 0 && host[0] == '[' || n < len(host) && (n == 0 || host[n-1] == '.')
}

// appendLabels appends the labels of a host from last to first, 01 between them, and an octet.
// docs/snapshot.md, "Keys and order"
func appendLabels(key, host []byte, last byte) []byte {
	for whole := isWhole(host); !whole; {
		dot := bytes.LastIndexByte(host, '.')
		if dot < 0 {
			break
		}
		key, host = append(append(key, host[dot+1:]...), 1), host[:dot]
	}
	return append(append(key, host...), last)
}

// isBefore is true if an entry stands before all hosts whose labels begin with a bound.
func (e *Entry) isBefore(bound []byte) bool {
	var room [originMax + 4]byte
	key := appendLabels(room[:0], originHost(octets(e.Origin)), 0)
	if len(key) > len(bound) {
		key = key[:len(bound)]
	}
	return bytes.Compare(key, bound[:len(key)]) < 0
}

// seek is the last mark before a bound.
func (s *Snapshot) seek(bound []byte) (uint64, error) {
	at, low, high := uint64(0), uint64(0), s.size[marks]/8
	for low < high {
		middle := low + (high-low)/2
		p, err := s.read(marks, 8*middle, 8)
		if err != nil {
			return 0, err
		}
		e, _, err := s.entry(ld64(p, 0))
		if err != nil {
			return 0, err
		}
		if e.isBefore(bound) {
			at, low = ld64(p, 0), middle+1
		} else {
			high = middle
		}
	}
	return at, nil
}

// A cursor goes through the entries of a file, or of a domain.
type cursor struct {
	s       *Snapshot
	at, end uint64
	shard   uint32
	entry   Entry
	key     []byte // of the entry's host, in a merge
}

func (s *Snapshot) cursor(domain string) (cursor, error) {
	c := cursor{s: s, end: s.size[entries]}
	if domain == "" {
		return c, nil
	}
	var err error
	bound := appendLabels(nil, octets(domain), 0)
	if c.at, err = s.bound(bound); err == nil {
		bound[len(bound)-1] = 2
		c.end, err = s.bound(bound)
	}
	return c, err
}

// next reads the next entry; false: there is none left.
func (c *cursor) next() (bool, error) {
	if c.at >= c.end {
		return false, nil
	}
	e, size, err := c.s.entry(c.at)
	if err != nil {
		return false, err
	}
	if c.s.trust == Forged {
		if own, err := Origin(e.Origin); err != nil || own != e.Origin || !e.Decision.known() {
			return false, ErrCorrupt
		}
	}
	e.shard = c.shard
	c.at, c.entry = c.at+size, e
	return true, nil
}

// Each calls f with each entry of a domain and the hosts below it, such as "example.com", or of all
// for "", in the order of docs/snapshot.md, until f returns false. Errors: ErrHost: no host, but
// perhaps a URL; ErrCorrupt, ErrChecksum: damaged; then f has had what is before.
func (s *Snapshot) Each(domain string, f func(Entry) bool) error {
	domain, err := hostOf(domain)
	if err != nil {
		return err
	}
	if s.shards != nil {
		return s.eachOfShards(domain, f)
	}
	c, err := s.cursor(domain)
	for err == nil {
		var more bool
		if more, err = c.next(); !more || !f(c.entry) {
			break
		}
	}
	return err
}

// hostOf is a domain as origins have it.
func hostOf(domain string) (string, error) {
	const scheme = "ftp://"
	if domain == "" {
		return "", nil
	}
	if strings.ContainsAny(domain, "/?#@") || domain[0] != '[' && strings.Contains(domain, ":") {
		return "", ErrHost
	}
	key, _, err := appendOrigin(nil, scheme+domain)
	if err != nil || domain[0] == '[' && key[len(key)-1] != ']' {
		return "", ErrHost
	}
	return string(key[len(scheme):]), nil
}

// bound is where the first entry stands that is not before a bound. From a mark to the next one it
// is 64 entries: one that is further away has a wrong mark.
func (s *Snapshot) bound(bound []byte) (uint64, error) {
	at, err := s.seek(bound)
	for i := 0; err == nil && at < s.size[entries]; i++ {
		e, size, err := s.entry(at)
		if err != nil {
			return 0, err
		}
		if !e.isBefore(bound) {
			break
		}
		if i == markStep {
			return 0, ErrCorrupt
		}
		at += size
	}
	return at, err
}
