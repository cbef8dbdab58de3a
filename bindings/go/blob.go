// SPDX-License-Identifier: Apache-2.0

// Package robotsc reads compiled robots.txt files: blobs (docs/format.md) and snapshots
// (docs/snapshot.md).
//
//	blob, err := robotsc.Open(octets)
//	group, err := blob.Group("ExampleBot")
//	if group.AllowedURL("https://example.com/page") { ... }
//
// Blobs, groups and snapshots do not change once they are opened, so goroutines may share them. The
// octets that they were opened from are borrowed, and must not change either.
package robotsc

// A Dialect is a reading of robots.txt.
type Dialect uint8

// The dialects of docs/dialects.md.
const (
	RFC9309 Dialect = iota
	Google
	Nexor1994
	Koster1996
	Conner2
)

// String is the name that the command has for the dialect.
func (d Dialect) String() string {
	if d > Conner2 {
		return "unknown"
	}
	return [...]string{"rfc9309", "google", "nexor1994", "koster1996", "conner2"}[d]
}

const (
	blobHeader   = 14
	blobTrailer  = 8
	sectionEntry = 5
	overread     = 16 // octets after the machines

	sectionMachines   = 1
	sectionPolicies   = 2
	sectionAgents     = 3
	sectionFetch      = 4
	sectionExtensions = 5

	kindMachine  = 0
	kindList     = 1
	kindConstant = 2
)

// A Blob is the compiled rules of one robots.txt.
type Blob struct {
	bytes                      []byte
	machines, policies, agents []byte // machines: up to the end of the blob
	machinesSize, npolicies    int
	form, match                uint8
	partial                    bool
	dialect                    Dialect
	index                      agentIndex
}

// Dialect is the reading that the robots.txt was compiled for.
func (b *Blob) Dialect() Dialect { return b.dialect }

// Partial is true for a blob that answers only for the product tokens it was compiled for.
func (b *Blob) Partial() bool { return b.partial }

// Open verifies a blob, all of it, and reads it in place. Errors: ErrTruncated, ErrMagic,
// ErrVersion, ErrCorrupt, ErrChecksum.
func Open(octets []byte) (*Blob, error) {
	b := new(Blob)
	if err := b.open(octets, verifyAll); err != nil {
		return nil, err
	}
	return b, nil
}

type verifying int

const (
	verifyNothing verifying = iota // of what the sections hold
	verifySum                      // the checksum
	verifyAll
)

func (b *Blob) open(p []byte, how verifying) error {
	*b = Blob{bytes: p}
	if err := b.readHeader(); err != nil {
		return err
	}
	if end := len(p) - blobTrailer; how != verifyNothing && checksum(p[:end]) != ld64(p, end) {
		return ErrChecksum
	}
	if !b.readSections() || (how == verifyAll && !(b.verifyPolicies() && b.readAgents())) {
		return ErrCorrupt
	}
	return nil
}

func (b *Blob) readHeader() error {
	p := b.bytes
	if len(p) < 4 {
		return ErrTruncated
	}
	if ld32(p, 0) != 0x4342528D {
		return ErrMagic
	}
	if len(p) < blobHeader+blobTrailer {
		return ErrTruncated
	}
	if p[4] != 2 {
		return ErrVersion
	}
	size := uint64(ld32(p, 8))
	if size > uint64(len(p)) {
		return ErrTruncated
	}
	b.dialect, b.form, b.match, b.partial = Dialect(p[6]), p[7], p[12], p[13] == 1
	if size < uint64(len(p)) || b.dialect > Conner2 || b.form > formK || b.match > matchPrefix || p[13] > 1 {
		return ErrCorrupt
	}
	return nil
}

// sections calls f with the type and the place of each section, until f returns false.
func (b *Blob) sections(f func(kind byte, at, end uint32) bool) bool {
	first, limit := ld32(b.bytes, blobHeader+1), uint32(len(b.bytes)-blobTrailer)
	for entry := uint32(blobHeader); entry < first; entry += sectionEntry {
		end := limit
		if entry+sectionEntry < first {
			end = ld32(b.bytes, int(entry)+sectionEntry+1)
		}
		if !f(b.bytes[entry], ld32(b.bytes, int(entry)+1), end) {
			return false
		}
	}
	return true
}

func (b *Blob) readSections() bool {
	limit := uint32(len(b.bytes) - blobTrailer)
	first := ld32(b.bytes, blobHeader+1)
	if first < blobHeader+2*sectionEntry || first > limit || (first-blobHeader)%sectionEntry != 0 {
		return false
	}
	var known [sectionAgents + 1][]byte
	var machinesEnd uint32
	ok := b.sections(func(kind byte, at, end uint32) bool {
		if kind == 0 || at > end || end > limit {
			return false
		}
		if kind > sectionAgents {
			return true
		}
		if known[kind] != nil {
			return false
		}
		known[kind] = b.bytes[at:end:end]
		if kind == sectionMachines {
			machinesEnd = end
			b.machines, b.machinesSize = b.bytes[at:], int(end-at)
		}
		return true
	})
	b.policies, b.agents = known[sectionPolicies], known[sectionAgents]
	if !ok || b.machines == nil || b.agents == nil || uint32(len(b.bytes))-machinesEnd < overread {
		return false
	}
	b.npolicies = 1
	if b.policies == nil {
		return true
	}
	if len(b.policies) < 4 || uint64(ld32(b.policies, 0)) > uint64(len(b.policies)-4)/4 {
		return false
	}
	b.npolicies = int(ld32(b.policies, 0))
	return true
}

// policyOf is the kind and the value of a policy. Without a section there is one, the machine.
func policyOf(policies []byte, i int) (kind int, value uint32) {
	if policies == nil {
		return kindMachine, 0
	}
	entry := ld32(policies, 4+4*i)
	return int(entry >> 30), entry & 0x3FFFFFFF
}
