// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bytes"
	"container/heap"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

const (
	manifestRows = 32
	manifestRow  = 48
	shardsMax    = 1024
	manifestMax  = manifestRows + shardsMax*manifestRow + sha256.Size
	folderTries  = 10 // while a maker replaces shards
)

// OpenSnapshot opens a snapshot file, or a folder of shards, mapped into memory where the system
// has mmap. A mapped file must not be cut or written while it is in use, or else the program may
// end with a fault: replace it by a rename. The root of a folder is the digest of its manifest.
// Errors: as OpenSnapshotBytes, also of the manifest, and those of the files.
func OpenSnapshot(path string, options *SnapshotOptions) (*Snapshot, error) {
	if stat, err := os.Stat(path); err != nil || !stat.IsDir() {
		return openFile(path, options)
	}
	read := func() ([]byte, error) {
		file, err := os.Open(filepath.Join(path, "manifest"))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(io.LimitReader(file, manifestMax+1))
	}
	return openFolder(read, options, func(name string, options *SnapshotOptions) (*Snapshot, error) {
		return openFile(filepath.Join(path, name), options)
	})
}

// OpenSnapshotFolder opens a folder of shards whose files are read in parts. A call of open opens
// a file of the folder, "manifest" or a shard, and says its size; files that have Close are closed.
// It opens all shards at once. Errors: as OpenSnapshot, and those of open and of the files; where
// open says fs.ErrNotExist of a shard, a maker may have replaced it, and the manifest is read
// again.
func OpenSnapshotFolder(open func(name string) (io.ReaderAt, int64, error), options *SnapshotOptions) (*Snapshot, error) {
	closing := func(file io.ReaderAt) error {
		if closer, ok := file.(io.Closer); ok {
			return closer.Close()
		}
		return nil
	}
	read := func() ([]byte, error) {
		file, size, err := open("manifest")
		if err != nil {
			return nil, err
		}
		defer closing(file)
		return io.ReadAll(io.LimitReader(io.NewSectionReader(file, 0, size), manifestMax+1))
	}
	return openFolder(read, options, func(name string, options *SnapshotOptions) (*Snapshot, error) {
		file, size, err := open(name)
		if err != nil {
			return nil, err
		}
		s, err := OpenSnapshotReader(file, size, options)
		if err != nil {
			closing(file)
			return nil, err
		}
		s.unmap = func() error { return closing(file) }
		return s, nil
	})
}

type shardOpener func(name string, options *SnapshotOptions) (*Snapshot, error)

// openFolder reads the manifest, which names the roots of the shards, and opens them.
func openFolder(read func() ([]byte, error), options *SnapshotOptions, open shardOpener) (*Snapshot, error) {
	if options == nil {
		options = new(SnapshotOptions)
	}
	if options.Trust == Known && options.Root == nil {
		return nil, ErrArgument
	}
	for try := 1; ; try++ {
		manifest, err := read()
		if err != nil {
			return nil, err
		}
		if err := checkManifest(manifest); err != nil {
			return nil, err
		}
		root := manifest[len(manifest)-sha256.Size:]
		if options.Root != nil && !bytes.Equal(options.Root, root) {
			return nil, ErrChecksum
		}
		s, err := openShards(manifest, options, open)
		if err == nil || try == folderTries || !errors.Is(err, fs.ErrNotExist) {
			return s, err
		}
	}
}

// checkManifest verifies all but the rows. docs/snapshot.md, "Shards"
func checkManifest(p []byte) error {
	if len(p) < 8 {
		return ErrTruncated
	}
	if ld64(p, 0) != 0x0A1A0A0D4D53528D {
		return ErrMagic
	}
	if len(p) < manifestRows {
		return ErrTruncated
	}
	if ld16(p, 8) != 1 {
		return ErrVersion
	}
	shards := ld32(p, 12)
	if shards-1 >= shardsMax || len(p) != manifestRows+int(shards)*manifestRow+sha256.Size {
		return ErrCorrupt
	}
	if sum := sha256.Sum256(p[:len(p)-sha256.Size]); string(sum[:]) != string(p[len(p)-sha256.Size:]) {
		return ErrChecksum
	}
	return nil
}

func openShards(manifest []byte, options *SnapshotOptions, open shardOpener) (all *Snapshot, err error) {
	count := ld32(manifest, 12)
	all = &Snapshot{shards: make([]*Snapshot, 0, count), count: 1, time: int64(ld64(manifest, 16))}
	defer func() {
		if err != nil {
			all.Close()
			all = nil
		}
	}()
	for i := uint32(0); i < count; i++ {
		row := manifest[manifestRows+manifestRow*int(i):][:manifestRow]
		own := *options
		own.Root = row[16:]
		s, err := open(fmt.Sprintf("%04d-%s.snapshot", i, hex.EncodeToString(row[16:24])), &own)
		if err != nil {
			return all, fmt.Errorf("shard %d: %w", i, err)
		}
		all.shards = append(all.shards, s)
		if s.shard != i || s.count != count || ld64(s.head, 16) != ld64(row, 0) || s.nentries != ld64(row, 8) ||
			!all.shards[0].isLike(s) {
			return all, fmt.Errorf("shard %d: %w", i, ErrCorrupt)
		}
		all.nentries += s.nentries
	}
	first := all.shards[0]
	all.head, all.nagents, all.dialect = first.head, first.nagents, first.dialect
	all.root = append([]byte(nil), manifest[len(manifest)-sha256.Size:]...)
	return all, nil
}

// isLike is true if two shards have the same settings and, in any order, the same agents.
func (s *Snapshot) isLike(other *Snapshot) bool {
	const settings, known = 265 - 264, 15 // bits that a reader knows
	a, b := append([]byte(nil), s.head[264:headAgents]...), append([]byte(nil), other.head[264:headAgents]...)
	a[settings], b[settings] = a[settings]&known, b[settings]&known
	agents, others := s.Agents(), other.Agents()
	sort.Strings(agents)
	sort.Strings(others)
	return bytes.Equal(a, b) && strings.Join(agents, "\n") == strings.Join(others, "\n")
}

// A merge has the cursors of shards, the one with the first host on top. All origins of a host are
// in one shard.
type merge []*cursor

func (m merge) Len() int           { return len(m) }
func (m merge) Less(i, k int) bool { return bytes.Compare(m[i].key, m[k].key) < 0 }
func (m merge) Swap(i, k int)      { m[i], m[k] = m[k], m[i] }
func (m *merge) Push(c any)        { *m = append(*m, c.(*cursor)) }
func (m *merge) Pop() any {
	last := (*m)[len(*m)-1]
	*m = (*m)[:len(*m)-1]
	return last
}

// nextKey is next, and the key of the host.
func (c *cursor) nextKey() (bool, error) {
	more, err := c.next()
	c.key = appendLabels(c.key[:0], originHost(octets(c.entry.Origin)), 0)
	return more, err
}

// eachOfShards is Each of a folder.
func (s *Snapshot) eachOfShards(domain string, f func(Entry) bool) error {
	var m merge
	for i, shard := range s.shards {
		c, err := shard.cursor(domain)
		if err != nil {
			return err
		}
		c.shard = uint32(i)
		more, err := c.nextKey()
		if err != nil {
			return err
		}
		if more {
			m = append(m, &c)
		}
	}
	for heap.Init(&m); len(m) > 0; {
		first := m[0]
		if !f(first.entry) {
			return nil
		}
		more, err := first.nextKey()
		if err != nil {
			return err
		}
		if more {
			heap.Fix(&m, 0)
		} else {
			heap.Pop(&m)
		}
	}
	return nil
}
