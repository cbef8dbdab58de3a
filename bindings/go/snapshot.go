// SPDX-License-Identifier: Apache-2.0

package robotsc

import "io"

// Trust says how much of a snapshot is verified.
type Trust uint8

const (
	Intact Trust = iota // checksums: finds accidents
	Forged              // everything: the file may come from anybody
	Known               // the root alone, which SnapshotOptions has
)

// SnapshotOptions say how to open a snapshot; nil is Intact, with any root.
type SnapshotOptions struct {
	Trust Trust
	Root  []byte // 32 octets that the root must equal, or none
}

// Snapshot is a file with the policies of many origins, which robotsc snapshot make writes.  It is
// read in parts, so it may be larger than memory, or on another machine.
type Snapshot struct {
	file  io.ReaderAt
	size  int64
	head  []byte
	trust Trust
	root  string
}

const headRoom = 65536 // ROBOTSC_SNAPSHOT_HEAD_MAX

// OpenSnapshot reads the head of a snapshot of this size from an *os.File, or a bytes.Reader of a
// mapped file.  The file must not change: replace it by a rename.
func OpenSnapshot(file io.ReaderAt, size int64, options *SnapshotOptions) (*Snapshot, error) {
	s := &Snapshot{file: file, size: size}
	if options != nil {
		s.trust, s.root = options.Trust, string(options.Root)
	}
	if len(s.root) != 0 && len(s.root) != 32 {
		return nil, ErrArgument
	}
	s.head = make([]byte, headRoom)
	if size < headRoom {
		s.head = s.head[:size]
	}
	if err := s.read(s.head, 0); err != nil {
		return nil, err
	}
	e := take()
	err := e.openHead(s)
	e.give()
	return s, err
}

func (s *Snapshot) read(to []byte, at int64) error {
	_, err := io.ReadFull(io.NewSectionReader(s.file, at, int64(len(to))), to)
	return err
}

// openHead loads the head of a snapshot, and opens it.
func (e *instance) openHead(s *Snapshot) error {
	err := e.load(s.head)
	if err != nil || e.opened {
		return err
	}
	if err = e.begin(s.root); err == nil {
		err = status(e.m.Xsnapshot_open(s.size, int32(s.trust)))
	}
	e.opened = err == nil
	return err
}

// Entry is what a snapshot has for an origin.
type Entry struct {
	Decision
	Origin string
	Policy *Policy
}

// Find looks for the origin of a URL.  ErrUnknown: it is not there; ErrShard: it is in another
// shard; errors of the file; and ErrScheme, ErrHost, ErrPort.
func (s *Snapshot) Find(url string) (*Entry, error) {
	e := take()
	err := e.openHead(s)
	if err == nil {
		err = e.begin(url)
	}
	if err == nil {
		err = status(e.m.Xsearch_begin())
	}
	for more := true; err == nil && more; {
		more, err = s.next(e)
	}
	if err == nil {
		err = status(e.m.Xsearch_end())
	}
	var answer packed
	if err == nil {
		answer = append(answer, e.answered()...)
	}
	e.give()
	if err != nil {
		return nil, err
	}
	found := &Entry{Decision: answer.decision()}
	dialect := Dialect(answer.number())
	found.Origin = answer.text()
	answer.number()
	found.Policy = &Policy{answer, dialect}
	return found, nil
}

// next reads the octets that a search wants; it returns false when the search has ended.
func (s *Snapshot) next(e *instance) (bool, error) {
	wanted := packed(e.answered())
	at, size := wanted.number(), wanted.number()
	if size == 0 {
		return false, nil
	}
	if size < 0 || size > textRoom || at < 0 || at > s.size-size {
		return false, ErrCorrupt
	}
	to := uint32(e.m.Xsearch_room(int32(size)))
	if to == 0 {
		return false, ErrNoMemory
	}
	if err := s.read(e.memory()[to:][:size], at); err != nil {
		return false, err
	}
	return true, status(e.m.Xsearch_next(int32(to)))
}

// Shard is the number of the shard, below shards, that has the origin of a URL.
func Shard(url string, shards int) (int, error) {
	var shard int32
	_, err := question(func(e *instance) int32 {
		if shard = e.m.Xshard(int32(shards)); shard < 0 {
			return -shard
		}
		return 0
	}, url)
	return int(shard), err
}
