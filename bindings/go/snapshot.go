// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
)

// Trust is what a reader of a snapshot verifies. docs/snapshot.md, "Trust"
type Trust uint8

// Intact compares checksums, which find accidents. Forged verifies everything: the file may come
// from anybody. Known compares the root alone: the file was verified when it came. At Intact and
// Known a check walks what the writer of the file has verified: with octets that somebody has
// forged it may panic, or not end.
const (
	Intact Trust = iota
	Forged
	Known
)

const (
	headSmallest = 320
	headMax      = 65536
	headSections = 72
	headAgents   = 280
	entryOrigin  = 44
	bucketSize   = 64
	bucketSlots  = 7
	probesMax    = 16
	markStep     = 64
	recordMin    = 64
	unit         = 8

	entries  = 0
	marks    = 1
	index    = 2
	policies = 3
)

// SnapshotOptions say whose rules are asked for, and what is verified.
type SnapshotOptions struct {
	Tokens []string // the robot's, in order of preference
	Trust  Trust
	Root   []byte // 32 octets that the root must equal; nil: any
}

// A Snapshot is an opened file, or a folder of shards, with the policies of many origins.
type Snapshot struct {
	shards                               []*Snapshot // of a folder, or nil
	octets                               []byte      // the whole file, or nil
	file                                 io.ReaderAt
	head, root                           []byte
	time                                 int64
	at, size                             [4]uint64 // of the sections
	nentries, npolicies, seed            uint64
	homes, probes, nagents, shard, count uint32
	dialect                              Dialect
	match                                uint8
	trust                                Trust
	tokens                               []string
	agent                                int      // number of the token in the head, plus 1
	used                                 []uint32 // a bit for each policy that was verified
	unmap                                func() error
}

// An Entry is what a snapshot knows of an origin.
type Entry struct {
	Origin   string // borrows the snapshot
	Decision Decision
	policy   uint64
	shard    uint32 // of a folder
}

// OpenSnapshotBytes opens a snapshot whose octets are in memory; they are borrowed. Errors:
// ErrTruncated, ErrMagic, ErrVersion, ErrCorrupt, ErrChecksum: another root; ErrAgent: the snapshot
// is for other product tokens; ErrArgument: Known without a root; *TokenError.
func OpenSnapshotBytes(octets []byte, options *SnapshotOptions) (*Snapshot, error) {
	return (&Snapshot{octets: octets}).open(octets[:min(len(octets), headMax)], uint64(len(octets)), options)
}

// openWhole reads a file.
func openWhole(path string, options *SnapshotOptions) (*Snapshot, error) {
	octets, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return OpenSnapshotBytes(octets, options)
}

// OpenSnapshotReader opens a snapshot of size octets that is read in parts: at each look-up the
// buckets, the entry and the policy. Errors: ErrArgument: a negative size, as of a length that is
// not known; also those of the reader.
func OpenSnapshotReader(file io.ReaderAt, size int64, options *SnapshotOptions) (*Snapshot, error) {
	if size < 0 {
		return nil, ErrArgument
	}
	n := size
	if n > headMax {
		n = headMax
	}
	head := make([]byte, n)
	if _, err := file.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	return (&Snapshot{file: file}).open(head, uint64(size), options)
}

// Close ends the use of a mapped file: nothing that came from the snapshot may be used after it.
func (s *Snapshot) Close() error {
	var failed error
	for _, shard := range s.shards {
		if err := shard.Close(); err != nil {
			failed = err
		}
	}
	if s.unmap == nil {
		return failed
	}
	unmap := s.unmap
	s.unmap, s.octets = nil, nil
	return unmap()
}

func (s *Snapshot) open(head []byte, size uint64, options *SnapshotOptions) (*Snapshot, error) {
	if options == nil {
		options = new(SnapshotOptions)
	}
	if options.Trust > Known || options.Trust == Known && options.Root == nil {
		return nil, ErrArgument
	}
	if err := s.openHead(head, size); err != nil {
		return nil, err
	}
	end := len(s.head) - sha256.Size
	if sum := sha256.Sum256(s.head[:end]); !bytes.Equal(sum[:], s.head[end:]) ||
		options.Root != nil && !bytes.Equal(options.Root, s.head[end:]) {
		return nil, ErrChecksum
	}
	if !s.readSections(size) || !s.readCounts() || !s.agentsFit() {
		return nil, ErrCorrupt
	}
	s.trust, s.tokens = options.Trust, append([]string(nil), options.Tokens...)
	for _, token := range s.tokens {
		if !IsToken(s.dialect, token) {
			return nil, &TokenError{token}
		}
	}
	if err := s.findTokens(); err != nil {
		return nil, err
	}
	if s.trust != Known && s.octets != nil {
		word, _ := s.bit(s.size[policies])
		s.used = make([]uint32, word+1)
	}
	return s, nil
}

func (s *Snapshot) openHead(head []byte, file uint64) error {
	if len(head) < 8 {
		return ErrTruncated
	}
	if ld64(head, 0) != 0x0A1A0A0D4E53528D {
		return ErrMagic
	}
	if len(head) < headSmallest {
		return ErrTruncated
	}
	if ld16(head, 8) != 1 {
		return ErrVersion
	}
	size := ld32(head, 12)
	if ld64(head, 16) > file {
		return ErrTruncated
	}
	if ld64(head, 16) < file || size%64 != 0 || size < headSmallest || size > headMax || uint64(size) > uint64(len(head)) {
		return ErrCorrupt
	}
	s.head, s.root, s.time = head[:size], head[size-sha256.Size:size], int64(ld64(head, 24))
	return nil
}

// readSections is true if the sections stand one after the other. Only a later minor version has
// octets after them.
func (s *Snapshot) readSections(file uint64) bool {
	at := uint64(len(s.head))
	for i := range s.at {
		at = (at + 63) &^ 63
		s.at[i], s.size[i] = ld64(s.head, headSections+48*i), ld64(s.head, headSections+48*i+8)
		if at > file || s.at[i] != at || s.size[i] > file-at {
			return false
		}
		at += s.size[i]
	}
	return at == file || ld16(s.head, 10) > 0
}

func (s *Snapshot) readCounts() bool {
	h := s.head
	s.nentries, s.npolicies, s.seed = ld64(h, 32), ld64(h, 40), ld64(h, 48)
	s.probes, s.homes, s.shard, s.count, s.nagents = ld32(h, 56), ld32(h, 60), ld32(h, 64), ld32(h, 68), ld32(h, 268)
	s.dialect = Dialect(h[264])
	s.match = [...]uint8{matchToken, matchWhole, matchName, matchName, matchName, 0}[min(int(s.dialect), 5)]
	if s.nentries > s.size[entries]/48 || s.npolicies > s.size[policies]/recordMin {
		return false
	}
	homes := (s.nentries*10 + 55) / 56
	if homes == 0 {
		homes = 1
	}
	return uint64(s.homes) == homes && s.size[marks] == (s.nentries+markStep-1)/markStep*8 &&
		s.size[index] == (homes+probesMax-1)*bucketSize && s.probes-1 < probesMax && s.count-1 < 1024 &&
		s.shard < s.count && s.dialect <= Conner2 && h[266] <= 2 && h[267] <= 2
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// agentsFit is true if the tokens of all agents fit the head.
func (s *Snapshot) agentsFit() bool {
	rest := s.head[headAgents : len(s.head)-sha256.Size]
	for i := uint32(0); i < s.nagents; i++ {
		if len(rest) < 2 || len(rest)-2 < ld16(rest, 0) {
			return false
		}
		rest = rest[2+ld16(rest, 0):]
	}
	return true
}

// Agents are the product tokens that the snapshot was made for; none: for all.
func (s *Snapshot) Agents() []string {
	var agents []string
	for at := headAgents; len(agents) < int(s.nagents); at += 2 + ld16(s.head, at) {
		agents = append(agents, string(s.head[at+2:at+2+ld16(s.head, at)]))
	}
	return agents
}

// findTokens finds the tokens among the agents.
func (s *Snapshot) findTokens() error {
	agents := s.Agents()
	for i := len(s.tokens) - 1; i >= 0 && len(agents) > 0; i-- {
		s.agent = 0
		token := cutName(s.tokens[i], s.match)
		for k := len(agents) - 1; k >= 0; k-- {
			if sameFold(cutName(agents[k], s.match), token) {
				s.agent = k + 1
			}
		}
		if s.agent == 0 {
			return ErrAgent
		}
	}
	if len(s.tokens) != 1 {
		s.agent = 0
	}
	return nil
}

// Dialect, Root, Time, Len and Shard are of the head: the dialect of all blobs; what names the
// content; the latest fetch, in seconds since 1970; how many origins; which shard of how many. A
// folder is shard 0 of 1.
func (s *Snapshot) Dialect() Dialect           { return s.dialect }
func (s *Snapshot) Root() []byte               { return append([]byte(nil), s.root...) }
func (s *Snapshot) Time() int64                { return s.time }
func (s *Snapshot) Len() uint64                { return s.nentries }
func (s *Snapshot) Shard() (number, of uint32) { return s.shard, s.count }

// read is n octets of a section, which has them.
func (s *Snapshot) read(section int, at, n uint64) ([]byte, error) {
	at += s.at[section]
	if s.octets != nil {
		return s.octets[at : at+n : at+n], nil
	}
	p := make([]byte, n)
	if _, err := s.file.ReadAt(p, int64(at)); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return p, nil
}

// ---- entries -----------------------------------------------------------------------------

// entry reads the entry at an offset. It returns its size, too.
func (s *Snapshot) entry(at uint64) (e Entry, size uint64, err error) {
	const least = 48
	if at%unit != 0 || s.size[entries] < least || at > s.size[entries]-least {
		return e, 0, ErrCorrupt
	}
	room := s.size[entries] - at
	if n := uint64(320); room > n {
		room = n
	}
	p, err := s.read(entries, at, room)
	if err != nil {
		return e, 0, err
	}
	origin, flags := ld16(p, 4), p[6]
	n := entryOrigin + origin
	if flags&4 != 0 {
		n += 5
	}
	n = (n + 7) &^ 7
	if origin > originMax || n > len(p) {
		return e, 0, ErrCorrupt
	}
	if s.trust != Known && uint32(checksum(p[4:n])) != ld32(p, 0) {
		return e, 0, ErrChecksum
	}
	d := &e.Decision
	d.Outcome, d.Expires, d.Fetched, d.Status = Outcome(p[7]), int64(ld40(p, 8)), int64(ld40(p, 13)), uint16(ld16(p, 18))
	d.End, d.Profile, d.Row, d.Length, d.Digest = p[20], p[21], p[22], ld40(p, 23), ld64(p, 28)
	d.Revalidate, d.Challenge, d.Since = flags&1 != 0, flags&2 != 0, d.Fetched
	if flags&4 != 0 {
		d.Since = int64(ld40(p, entryOrigin+origin))
	}
	e.policy, e.Origin = ld40(p, 36)*unit, text(p[entryOrigin:entryOrigin+origin])
	return e, uint64(n), nil
}

// Find is the entry of a URL's origin. Errors: ErrUnknown; ErrShard: the origin belongs to another
// shard; ErrCorrupt, ErrChecksum: the snapshot is damaged; ErrScheme, ErrHost, ErrPort.
func (s *Snapshot) Find(url string) (Entry, error) {
	var room [originMax]byte
	origin, _, err := appendOrigin(room[:0], url)
	if err != nil {
		return Entry{}, err
	}
	return s.find(origin)
}

func (s *Snapshot) find(origin []byte) (Entry, error) {
	if s.shards != nil {
		shard := shardOf(origin, uint32(len(s.shards)))
		e, err := s.shards[shard].find(origin)
		e.shard = shard
		return e, err
	}
	hash := halfSipHash(s.seed, origin)
	home := (hash >> 32) * uint64(s.homes) >> 32
	for i := uint64(0); i < uint64(s.probes); i++ {
		bucket, err := s.read(index, (home+i)*bucketSize, bucketSize)
		if err != nil {
			return Entry{}, err
		}
		if s.trust != Known && bucketSum(home+i, bucket) != ld32(bucket, 0) {
			return Entry{}, ErrChecksum
		}
		if bucket[4] > bucketSlots {
			return Entry{}, ErrCorrupt
		}
		for k := 0; k < int(bucket[4]); k++ {
			slot := ld64(bucket, 8+8*k)
			if slot>>40 != hash&0xFFFFFF {
				continue
			}
			e, _, err := s.entry(slot & (1<<40 - 1) * unit)
			if err != nil {
				return Entry{}, err
			}
			if e.Origin == string(origin) {
				if s.trust == Forged && !e.Decision.known() {
					return Entry{}, ErrCorrupt
				}
				return e, nil
			}
		}
		if bucket[5] == 0 {
			break
		}
	}
	if s.count > 1 && shardOf(origin, s.count) != s.shard {
		return Entry{}, ErrShard
	}
	return Entry{}, ErrUnknown
}
