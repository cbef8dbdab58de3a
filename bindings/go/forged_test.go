// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hostile are paths of kinds that machines meet.
var hostile = append(paths, "/"+strings.Repeat("a", 3000), "/"+strings.Repeat("ab", 1000)+"%2F", "/a?"+strings.Repeat("%3f/", 400),
	"/abacabad/e%2f?#-------", "/x\x00y", "/private/open", "/cgi/open", "/aaabaac.gif", "/p/q.r%2Fs", "/info.x")

// everyCall makes each call that takes octets of a file. What is refused is refused, what is not
// gives answers.
func everyCall(octets []byte) {
	octets = octets[:len(octets):len(octets)]
	if b, err := Open(octets); err == nil {
		b.Fetch()
		e, _ := b.Extensions()
		for _, tokens := range [][]string{nil, {"a-bot"}, {"bot"}, {"all", "c"}, {"examplebot"}} {
			g, err := b.groupOf(tokens)
			if err != nil {
				continue
			}
			for _, path := range hostile {
				g.AllowedURL(path)
			}
			if e != nil {
				e.Labels()
				e.Records(&g)
				e.Records(nil)
				e.Usage(&g, hostile[len(hostile)-1])
				e.nextFetch(&g, 1e12, 1e12-5, 3)
			}
		}
		b.HeaderTokens("Mozilla/5.0 (compatible; a-bot/2.1; +http://h/) bot examplebot")
	}
	s, err := OpenSnapshotBytes(octets, &SnapshotOptions{Trust: Forged})
	if err != nil {
		return
	}
	everyEntry(s)
	if parts, err := OpenSnapshotReader(strings.NewReader(string(octets)), int64(len(octets)), nil); err == nil {
		parts.Find("https://a.example/")
	}
}

func everyEntry(s *Snapshot) {
	s.Agents()
	s.Each("example", func(e Entry) bool { return true })
	s.Each("", func(e Entry) bool {
		s.Find(e.Origin)
		s.Blob(&e)
		if g, err := s.Group(&e); err == nil {
			for _, path := range hostile {
				g.AllowedURL(path)
			}
		}
		return true
	})
	s.AllowedURL("https://a.example/x")
}

// TestForged takes files of the forgers of the tree. Each must be done with in seconds.
func TestForged(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(setting(t, "ROBOTSC_FORGED"), "*"))
	accepted := 0
	for _, file := range files {
		octets, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(octets); err == nil {
			accepted++
		} else if s, err := OpenSnapshotBytes(octets, nil); err == nil && s.Len() > 0 {
			accepted++
		}
		start := time.Now()
		everyCall(octets)
		if took := time.Since(start); took > 200*time.Second {
			t.Errorf("%s: %v", file, took)
		}
	}
	t.Logf("%d files, %d are read", len(files), accepted)
	if len(files) < 100 || accepted == 0 || accepted == len(files) {
		t.Fail()
	}
}

// TestBadBlobs compares with tests/runtime/match/bad-blobs/expected.txt.
func TestBadBlobs(t *testing.T) {
	expected, err := os.ReadFile(filepath.Join(setting(t, "ROBOTSC_TREE"), "tests/runtime/match/bad-blobs/expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	folder, n := setting(t, "ROBOTSC_BAD_BLOBS"), 0
	for _, line := range strings.Split(strings.TrimSpace(string(expected)), "\n") {
		f := strings.Fields(line)
		octets, err := os.ReadFile(filepath.Join(folder, f[0]+".robots"))
		if err != nil {
			t.Fatal(err)
		}
		n++
		b, err := Open(octets)
		if f[1] == "beside" && err == nil { // one of both sections is bad
			if _, err = b.Extensions(); err == nil || errors.Is(err, ErrAbsent) {
				_, err = b.Fetch()
			}
		}
		if word(err) != f[2] {
			t.Errorf("%s: %v", line, err)
		}
	}
	if n < 100 {
		t.Errorf("%d blobs", n)
	}
}

func FuzzOpen(f *testing.F) {
	for _, path := range strings.Fields(os.Getenv("ROBOTSC_SEEDS")) {
		if octets, err := os.ReadFile(path); err == nil {
			f.Add(octets)
		}
	}
	f.Fuzz(func(t *testing.T, octets []byte) { everyCall(octets) })
}

// FuzzMended mends the checksum of a blob, so that what it guards is reached.
func FuzzMended(f *testing.F) {
	for _, path := range strings.Fields(os.Getenv("ROBOTSC_SEEDS")) {
		if octets, err := os.ReadFile(path); err == nil {
			f.Add(octets)
		}
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		if len(octets) >= blobHeader+blobTrailer {
			octets = append([]byte(nil), octets...)
			copy(octets, "\x8DRBC\x02")
			binary.LittleEndian.PutUint32(octets[8:], uint32(len(octets)))
			mend(octets)
		}
		everyCall(octets)
	})
}

// mend puts the checksum of a blob right.
func mend(octets []byte) {
	end := len(octets) - blobTrailer
	binary.LittleEndian.PutUint64(octets[end:], checksum(octets[:end]))
}

// FuzzPath compares the walk of a path as it stands with that of its canonical octets.
func FuzzPath(f *testing.F) {
	b, err := Open(example(f, "format.md", "blob"))
	if err != nil {
		f.Fatal(err)
	}
	star, _ := b.Group()
	named, _ := b.Group("ExampleBot")
	for _, path := range hostile {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		alike := text(canonical([]byte("/"), formR, octets(strings.TrimPrefix(path, "/")), false))
		for _, g := range []Group{star, named} {
			if g.AllowedPath(path) != g.AllowedPath(alike) {
				t.Errorf("%q and %q differ", path, alike)
			}
		}
		if origin, err := Origin(path); err == nil {
			if again, err := Origin(origin); err != nil || again != origin {
				t.Errorf("%q is not the origin of itself", origin)
			}
		}
	})
}
