// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bufio"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// example is the octets of a listing of a page; lines of zeros may be left out.
func example(t testing.TB, page, kind string) []byte {
	file, err := os.Open(filepath.Join(setting(t, "ROBOTSC_TREE"), "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var octets []byte
	in := false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "```") {
			in = line == "```"+kind
			continue
		}
		at, err := strconv.ParseUint(strings.SplitN(line, " ", 2)[0], 16, 32)
		if !in || err != nil {
			continue
		}
		octets = append(octets, make([]byte, int(at)-len(octets))...)
		for _, word := range strings.Fields(line)[1:] {
			octet, err := hex.DecodeString(word)
			if err != nil || len(word) != 2 || word != strings.ToUpper(word) {
				break // what the octets mean
			}
			octets = append(octets, octet...)
		}
	}
	return octets
}

// asked are the questions of docs/format.md, "Example".
var asked = []struct {
	robot, path string
	allowed     bool
}{
	{"SomeBot", "/", true}, {"SomeBot", "/tmp/", false}, {"SomeBot", "/tmp/a.gif", true}, {"SomeBot", "/tmp/a.gif?", false},
	{"SomeBot", "/%74mp/a.g.gif#top", true}, {"ExampleBot/2.1", "/tmp/", true}, {"examplebot", "/a-b", false},
	{"EXAMPLEBOT", "/ab%2f", true}, {"ExampleBot", "/ab/", false}, {"ExampleBot", "/ab?/", true},
	{"ExampleBot", "/ab?%2F", true}, {"ExampleBot", "a/b", false}, {"ExampleBot", "/ba", true},
	{"ExampleBot", "/robots.txt", true},
}

func TestExample(t *testing.T) {
	octets := example(t, "format.md", "blob")
	b, err := Open(octets)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range asked {
		g, err := b.GroupForHeader(a.robot)
		if err != nil || g.AllowedURL(a.path) != a.allowed || g.Allowed([]byte(a.path)) != a.allowed {
			t.Errorf("%s %s: not %v, %v", a.robot, a.path, a.allowed, err)
		}
	}
	for i := range octets {
		octets[i] ^= 0x10
		if _, err := Open(octets); err == nil {
			t.Errorf("octet %d was changed, and nothing is said", i)
		}
		if _, err := Open(octets[:i]); err == nil {
			t.Errorf("%d octets: %v", i, err)
		}
		octets[i] ^= 0x10
	}
}

func TestTokens(t *testing.T) {
	b, err := Open(example(t, "format.md", "blob"))
	if err != nil {
		t.Fatal(err)
	}
	const header = "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)"
	var refused *TokenError
	if _, err := b.Group(header); !errors.As(err, &refused) || refused.Token != header ||
		!strings.Contains(err.Error(), "GroupForHeader") {
		t.Errorf("a header for a token: %v", err)
	}
	if g, err := b.GroupForHeader(header); err != nil || g.Selected() != SelectedToken || g.AllowedURL("/a-b") {
		t.Errorf("a header: %v", err)
	}
	if g, err := b.Group("OtherBot", "ExampleBot"); err != nil || g.Selected() != SelectedToken || g.Token() != 1 {
		t.Errorf("two tokens: %v", err)
	}
	if g, err := b.Group(); err != nil || g.Selected() != SelectedStar {
		t.Errorf("no token: %v", err)
	}
	if _, err := b.Extensions(); !errors.Is(err, ErrAbsent) {
		t.Errorf("extensions that are not there: %v", err)
	}
}

func TestBatches(t *testing.T) {
	b, err := Open(example(t, "format.md", "blob"))
	if err != nil {
		t.Fatal(err)
	}
	star, _ := b.Group()
	named, _ := b.Group("ExampleBot")
	allowed := make([]bool, 3)
	star.AllowedURLs([]string{"https://h/tmp/", "https://h/", "https://h/tmp/a.gif"}, allowed)
	if allowed[0] || !allowed[1] || !allowed[2] {
		t.Error(allowed)
	}
	Check([]Query{{&star, "https://h/tmp/"}, {&named, "https://h/tmp/"}, {&named, "https://h/a-b"}}, allowed)
	if allowed[0] || !allowed[1] || allowed[2] {
		t.Error(allowed)
	}
}

// TestAllocations holds that no check allocates, whatever the path.
func TestAllocations(t *testing.T) {
	b, err := Open(example(t, "format.md", "blob"))
	if err != nil {
		t.Fatal(err)
	}
	octets, s := example(t, "snapshot.md", "snapshot"), [3]*Snapshot{}
	for trust := range s {
		root := octets[0x160:0x180]
		options := &SnapshotOptions{Trust: Trust(trust), Root: root, Tokens: []string{"ExampleBot"}}
		if s[trust], err = OpenSnapshotBytes(octets, options); err != nil {
			t.Fatal(err)
		}
	}
	star, _ := b.Group()
	named, _ := b.Group("ExampleBot")
	for _, path := range []string{"/", "/tmp/a.gif", "/%74mp/%2F?%2F", "?no=slash", "/a" + strings.Repeat("%2f", 2000) + "b",
		"/a" + strings.Repeat("x", 9000)} {
		url := []byte("https://example.com" + path)
		if n := testing.AllocsPerRun(100, func() {
			star.Allowed(url)
			named.Allowed(url)
			for _, s := range s {
				if _, err := s.Allowed(url); err != nil {
					t.Error(err)
				}
			}
		}); n != 0 {
			t.Errorf("%.40s: %v allocations", path, n)
		}
	}
}

func TestSnapshotExample(t *testing.T) {
	octets := example(t, "snapshot.md", "snapshot")
	file := filepath.Join(t.TempDir(), "a.snapshot")
	if err := os.WriteFile(file, octets, 0o666); err != nil {
		t.Fatal(err)
	}
	options := &SnapshotOptions{Tokens: []string{"ExampleBot"}}
	mapped, err := OpenSnapshot(file, options)
	if err != nil {
		t.Fatal(err)
	}
	defer mapped.Close()
	parts, err := OpenSnapshotReader(strings.NewReader(string(octets)), int64(len(octets)), options)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Snapshot{mapped, parts} {
		for url, want := range map[string]bool{"https://example.com/": true, "HTTPS://EXAMPLE.com:443/private/x": false} {
			if allowed, err := s.AllowedURL(url); err != nil || allowed != want {
				t.Errorf("%s: %v %v", url, allowed, err)
			}
		}
		for url, want := range map[string]error{"http://example.com/": ErrUnknown, "/x": ErrScheme, "https:///": ErrHost,
			"https://h:x/": ErrPort} {
			if _, err := s.AllowedURL(url); !errors.Is(err, want) {
				t.Errorf("%s: %v", url, err)
			}
		}
	}
	for want, o := range map[error]*SnapshotOptions{ErrAgent: {Tokens: []string{"OtherBot"}}, ErrArgument: {Trust: Known},
		ErrChecksum: {Root: make([]byte, 32)}} {
		if _, err := OpenSnapshotBytes(octets, o); !errors.Is(err, want) {
			t.Errorf("%v, not %v", err, want)
		}
	}
}

// TestSnapshotOctets changes each octet: what is said is damage, or the right answer.
func TestSnapshotOctets(t *testing.T) {
	octets := example(t, "snapshot.md", "snapshot")
	for i := range octets {
		octets[i] ^= 1
		s, err := OpenSnapshotBytes(octets, &SnapshotOptions{Tokens: []string{"ExampleBot"}})
		if err == nil {
			var allowed bool
			if allowed, err = s.AllowedURL("https://example.com/private"); err == nil && allowed {
				t.Errorf("octet %d was changed, and the answer", i)
			}
		}
		octets[i] ^= 1
	}
}
