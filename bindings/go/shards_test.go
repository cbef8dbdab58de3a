// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A folder is one in memory. It counts what is opened, how often each name is asked for, and what
// is closed.
type folder struct {
	files          map[string][]byte
	asked          map[string]int
	opened, closed int
}

type counted struct {
	*bytes.Reader
	f *folder
}

func (c counted) Close() error {
	c.f.closed++
	return nil
}

func (f *folder) open(name string) (io.ReaderAt, int64, error) {
	f.asked[name]++
	octets, has := f.files[name]
	if !has {
		return nil, 0, fs.ErrNotExist
	}
	f.opened++
	return counted{bytes.NewReader(octets), f}, int64(len(octets)), nil
}

func readFolder(t testing.TB, path string) *folder {
	f := &folder{map[string][]byte{}, map[string]int{}, 0, 0}
	names, _ := filepath.Glob(filepath.Join(path, "*"))
	for _, name := range names {
		octets, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f.files[filepath.Base(name)] = octets
	}
	return f
}

// sealed is a manifest whose digest is put right.
func sealed(manifest []byte) []byte {
	end := len(manifest) - sha256.Size
	sum := sha256.Sum256(manifest[:end])
	return append(append([]byte(nil), manifest[:end]...), sum[:]...)
}

func nameOf(manifest []byte, i int) string {
	return fmt.Sprintf("%04d-%s.snapshot", i, hex.EncodeToString(manifest[manifestRows+manifestRow*i+16:][:8]))
}

func (f *folder) openWith(options *SnapshotOptions) error {
	s, err := OpenSnapshotFolder(f.open, options)
	if err == nil {
		s.Close()
	}
	return err
}

func list(t *testing.T, s *Snapshot, domain string) string {
	var out strings.Builder
	if err := s.Each(domain, func(e Entry) bool {
		g, err := s.Group(&e)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintln(&out, e.Origin, e.Decision, g.AllowedPath("/"), g.AllowedPath("/search?q=a"))
		return true
	}); err != nil {
		t.Error(err)
	}
	return out.String()
}

// TestDomains asks for the entries of what is a host, in any case, and of what is none.
func TestDomains(t *testing.T) {
	for _, path := range []string{setting(t, "ROBOTSC_SHARDS"), setting(t, "ROBOTSC_SNAPSHOT")} {
		s, err := OpenSnapshot(path, &SnapshotOptions{Tokens: []string{"ExampleBot"}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if here := list(t, s, "com"); here == "" || here != list(t, s, "COM") || here != list(t, s, "c%6Fm") {
			t.Error("other entries of COM")
		}
		for _, domain := range []string{"http://com", "com/", "com:80", "a@com", "c om", "a..com", "com?", "com#",
			"\\com", "[::1", "[::1]:80", strings.Repeat("a.", 200)} {
			if err := s.Each(domain, func(Entry) bool { return true }); err != ErrHost {
				t.Errorf("%q: %v", domain, err)
			}
		}
		if err := s.Each("[0::1]", func(Entry) bool { return true }); err != nil {
			t.Error(err)
		}
		if _, err := OpenSnapshotReader(strings.NewReader(""), -1, nil); err != ErrArgument {
			t.Error(err)
		}
	}
}

// urlsOf has several URLs of each origin in mixed order, and some that no snapshot has.
func urlsOf(origins []string) (urls []string) {
	for i, path := range []string{"/", "/robots.txt", "/search?q=a", "/wp-admin/", "/a/b.pdf", "/cgi-bin/x", "/p%72ivate/"} {
		for k := range origins {
			urls = append(urls, origins[(k*7+i)%len(origins)]+path)
			if k%5 == 0 {
				urls = append(urls, urls[len(urls)-1]+"?x")
			}
		}
	}
	at := 0
	for !strings.HasPrefix(origins[at], "http") || strings.ContainsAny(origins[at], "[0123456789") {
		at++
	}
	known := origins[at] + "/"
	other := known[:strings.Index(known, "://")+3] + "-" + known[strings.Index(known, "://")+4:]
	return append(urls, other, "gopher://h/", known, known+"b")
}

// TestSnapshotShards compares a folder of shards, mapped and in parts, with a file of the same
// origins and with the command.
func TestSnapshotShards(t *testing.T) {
	path, file := setting(t, "ROBOTSC_SHARDS"), setting(t, "ROBOTSC_SNAPSHOT")
	options := &SnapshotOptions{Tokens: []string{"ExampleBot"}, Trust: Forged}
	memory := readFolder(t, path)
	folder, err := OpenSnapshot(path, options)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	whole, err := OpenSnapshot(file, options)
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	parts, err := OpenSnapshotFolder(memory.open, options)
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(command(t), "snapshot", "list", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	var origins []string
	for _, line := range strings.Split(strings.TrimSpace(string(said)), "\n") {
		origins = append(origins, strings.SplitN(line, "\t", 2)[0])
	}
	for _, domain := range []string{"", "com", "example", "gov.uk", origins[len(origins)/2][8:]} {
		all := list(t, whole, domain)
		for i, line := range strings.Split(strings.TrimSpace(all), "\n") {
			if domain == "" && strings.Split(line, " ")[0] != origins[i] {
				t.Errorf("the command lists %s, not %s", origins[i], line)
			}
		}
		for _, s := range []*Snapshot{folder, parts} {
			if list(t, s, domain) != all {
				t.Errorf("%q: others than in the file", domain)
			}
			if number, of := s.Shard(); s.Len() != whole.Len() || s.Time() != whole.Time() || number != 0 || of != 1 ||
				len(s.Agents()) != 2 {
				t.Errorf("%d origins, of %d, shard %d of %d", s.Len(), s.Time(), number, of)
			}
		}
	}
	urls := urlsOf(origins)
	compareFolder(t, path, urls, []*Snapshot{folder, parts, whole})
	answers := make([]Answer, 50)
	if n := testing.AllocsPerRun(20, func() { folder.AllowedURLs(urls[len(urls)-50:], answers) }); n != 0 {
		t.Errorf("a batch allocates %v times", n)
	}
	parts.Close()
	if memory.closed != memory.opened || memory.opened != len(folder.shards)+1 {
		t.Errorf("%d files were opened, %d closed", memory.opened, memory.closed)
	}
}

// compareFolder compares verdicts, in a batch and alone, with those of the command.
func compareFolder(t *testing.T, path string, urls []string, snapshots []*Snapshot) {
	filter := exec.Command(command(t), "filter", "-q", "--agent=ExampleBot", "--print=all", "--snapshot="+path)
	filter.Stdin = strings.NewReader(strings.Join(urls, "\n") + "\n")
	said, err := filter.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(said)), "\n")
	if len(lines) != len(urls) {
		t.Fatalf("%d lines for %d URLs", len(lines), len(urls))
	}
	answers, tally := make([]Answer, len(urls)), map[string]int{}
	for _, s := range snapshots {
		s.AllowedURLs(urls, answers)
		for i, url := range urls {
			word := map[bool]string{true: "allow", false: "disallow"}[answers[i].Allowed]
			if answers[i].Err != nil {
				word = "unknown"
			}
			tally[word]++
			if word+"\t"+url != lines[i] {
				t.Errorf("%s, not %s", word, lines[i])
			}
			allowed, err := s.AllowedURL(url)
			e, other := s.Find(url)
			if (Answer{allowed, e.Decision, err}) != answers[i] || err != other {
				t.Errorf("%s: %v %v, alone %v %v", url, answers[i].Allowed, answers[i].Err, allowed, err)
			}
			if b, other := s.Blob(&e); err == nil && (other != nil || b.Dialect() != s.Dialect()) {
				t.Errorf("%s: %v", url, other)
			}
		}
	}
	t.Log("verdicts compared:", tally)
	if tally["allow"] == 0 || tally["disallow"] == 0 || tally["unknown"] != 2*len(snapshots) {
		t.Error("the verdicts are alike")
	}
}

// TestSnapshotManifest changes each octet of a manifest, with its digest and without.
func TestSnapshotManifest(t *testing.T) {
	f := readFolder(t, setting(t, "ROBOTSC_SHARDS"))
	manifest := f.files["manifest"]
	root := manifest[len(manifest)-sha256.Size:]
	if err := f.openWith(&SnapshotOptions{Trust: Known, Root: root}); err != nil {
		t.Error(err)
	}
	for want, o := range map[error]*SnapshotOptions{ErrAgent: {Tokens: []string{"AnotherBot"}}, ErrArgument: {Trust: Known},
		ErrChecksum: {Root: make([]byte, 32)}} {
		if err := f.openWith(o); !errors.Is(err, want) {
			t.Errorf("%v, not %v", err, want)
		}
	}
	for i := range manifest {
		changed := append([]byte(nil), manifest...)
		changed[i] ^= 1
		f.files["manifest"] = changed
		if err := f.openWith(nil); err == nil {
			t.Errorf("octet %d was changed, and nothing is said", i)
		}
		f.files["manifest"] = sealed(changed)
		passes := i == 10 || i == 11 || i >= 16 && i < manifestRows || i >= len(manifest)-sha256.Size
		if err := f.openWith(nil); (err == nil) != passes {
			t.Errorf("octet %d, with the digest: %v", i, err)
		}
		f.files["manifest"] = manifest[:i]
		if err := f.openWith(nil); err == nil {
			t.Errorf("%d octets, and nothing is said", i)
		}
	}
	none := append([]byte(nil), manifest[:manifestRows+sha256.Size]...)
	binary.LittleEndian.PutUint32(none[12:], 0)
	f.files["manifest"] = sealed(none)
	if err := f.openWith(nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("no shard: %v", err)
	}
	f.files["manifest"] = append(append([]byte(nil), manifest...), 0)
	if err := f.openWith(nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("an octet more: %v", err)
	}
	if f.closed != f.opened {
		t.Errorf("%d files were opened, %d closed", f.opened, f.closed)
	}
}

// replace puts another head of a shard into a folder, with its root.
func (f *folder) replace(i int, change func(head []byte)) {
	manifest := append([]byte(nil), f.files["manifest"]...)
	old := nameOf(manifest, i)
	shard := append([]byte(nil), f.files[old]...)
	head := shard[:binary.LittleEndian.Uint32(shard[12:])]
	change(head)
	copy(head, sealed(head))
	copy(manifest[manifestRows+manifestRow*i+16:], head[len(head)-sha256.Size:])
	delete(f.files, old)
	f.files[nameOf(manifest, i)], f.files["manifest"] = shard, sealed(manifest)
}

// TestSnapshotSettings has shards with settings of their own, and with the agents in another order.
func TestSnapshotSettings(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(head []byte)
		want   error
	}{
		{"an unknown setting", func(h []byte) { h[265] ^= 0x80 }, nil},
		{"a known setting", func(h []byte) { h[265] ^= 8 }, ErrCorrupt},
		{"the scope", func(h []byte) { h[266] ^= 1 }, ErrCorrupt},
		{"the limit", func(h []byte) { h[272] ^= 1 }, ErrCorrupt},
		{"an agent", func(h []byte) { h[headAgents+14]++ }, ErrCorrupt},
		{"the number", func(h []byte) { h[64] ^= 1 }, ErrCorrupt},
		{"how many", func(h []byte) { h[68]++ }, ErrCorrupt},
		{"the order of agents", func(h []byte) {
			agents := h[headAgents : headAgents+24]
			copy(agents, append(append([]byte(nil), agents[12:]...), agents[:12]...))
		}, nil},
	} {
		f := readFolder(t, setting(t, "ROBOTSC_SHARDS"))
		f.replace(1, c.change)
		if err := f.openWith(&SnapshotOptions{Tokens: []string{"ExampleBot"}}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestSnapshotReplaced has a shard that is gone: the manifest is read again, a bounded number of
// times.
func TestSnapshotReplaced(t *testing.T) {
	f := readFolder(t, setting(t, "ROBOTSC_SHARDS"))
	manifest := f.files["manifest"]
	f.replace(1, func(head []byte) { head[48]++ })
	old, now := sealed(manifest), f.files["manifest"]
	f.files["manifest"] = old
	if err := f.openWith(nil); !errors.Is(err, fs.ErrNotExist) || f.asked["manifest"] != folderTries {
		t.Errorf("a shard that is gone: %v, %d times", err, f.asked["manifest"])
	}
	f.asked["manifest"] = 0
	opened := func(name string) (io.ReaderAt, int64, error) {
		file, size, err := f.open(name)
		if f.asked["manifest"] == 3 {
			f.files["manifest"] = now
		}
		return file, size, err
	}
	s, err := OpenSnapshotFolder(opened, nil)
	if err != nil || f.asked["manifest"] != 4 {
		t.Errorf("a shard that was replaced: %v, %d times", err, f.asked["manifest"])
	}
	if s != nil {
		s.Close()
	}
	if f.closed != f.opened {
		t.Errorf("%d files were opened, %d closed", f.opened, f.closed)
	}
	if _, err := OpenSnapshot(t.TempDir(), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder without a manifest: %v", err)
	}
}

// FuzzManifest has any octets for a manifest, with the right digest, beside good shards.
func FuzzManifest(f *testing.F) {
	good := readFolder(f, setting(f, "ROBOTSC_SHARDS"))
	f.Add(good.files["manifest"])
	f.Fuzz(func(t *testing.T, octets []byte) {
		other := &folder{map[string][]byte{}, map[string]int{}, 0, 0}
		for name, octets := range good.files {
			other.files[name] = octets
		}
		if len(octets) >= sha256.Size {
			octets = sealed(octets)
		}
		other.files["manifest"] = octets
		other.openWith(nil)
		if other.opened != other.closed {
			t.Errorf("%d files were opened, %d closed", other.opened, other.closed)
		}
	})
}
