// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
)

// asked returns a snapshot, and the lines that 'robotsc filter --print=all' printed with it.
func asked(t *testing.T) (octets []byte, answers []string) {
	octets, err := os.ReadFile(os.Getenv("ROBOTSC_SNAPSHOT"))
	if err != nil {
		t.Skip("ROBOTSC_SNAPSHOT names no file")
	}
	said, _ := os.ReadFile(os.Getenv("ROBOTSC_ANSWERS"))
	answers = strings.Split(strings.TrimSpace(string(said)), "\n")
	if len(answers) < 8 {
		t.Fatal(answers)
	}
	return octets, answers
}

func openSnapshot(octets []byte, options *SnapshotOptions) (*Snapshot, error) {
	return OpenSnapshot(bytes.NewReader(octets), int64(len(octets)), options)
}

// differ counts the answers that are wrongly "unknown"; any other wrong answer is an error, even in
// a damaged file.
func differ(t *testing.T, s *Snapshot, answers []string) (n int) {
	for _, answer := range answers {
		due, url, _ := strings.Cut(answer, "\t")
		found := "unknown"
		if entry, err := s.Find(url); err == nil {
			origin, _ := Origin(url)
			a, err := entry.Policy.Agent("ExampleBot")
			if err == nil && entry.Origin == origin && !entry.Fetched.IsZero() {
				found = words[a.Allowed(url)]
			}
		}
		if found != due {
			n++
		}
		if found != due && found != "unknown" {
			t.Error(url, found)
		}
	}
	return n
}

func TestSnapshot(t *testing.T) {
	octets, answers := asked(t)
	for _, trust := range []Trust{Intact, Forged} {
		s, err := openSnapshot(octets, &SnapshotOptions{Trust: trust})
		if err != nil || differ(t, s, answers) > 0 {
			t.Error(err)
		}
		if _, err = s.Find("https://unheard-of.example/"); !errors.Is(err, ErrUnknown) {
			t.Error(err)
		}
	}
	_, err := openSnapshot(octets, &SnapshotOptions{Trust: Known})
	refused(t, err, ErrArgument)
	_, err = openSnapshot(octets, &SnapshotOptions{Root: bytes.Repeat([]byte{1}, 32)})
	refused(t, err, ErrChecksum)
	shard, err := Shard("https://h.example/", 5)
	if err != nil || shard < 0 || shard > 4 {
		t.Error(shard, err)
	}
	_, err = Shard("mailto:a", 5)
	refused(t, err, ErrScheme)
}

func TestDamagedSnapshot(t *testing.T) {
	octets, answers := asked(t)
	refusals := 0
	for i := 0; i < len(octets); i += 7 {
		other := append([]byte(nil), octets...)
		other[i] ^= 0x41
		for _, trust := range []Trust{Intact, Forged} {
			if s, err := openSnapshot(other, &SnapshotOptions{Trust: trust}); err != nil || differ(t, s, answers) > 0 {
				refusals++
			}
		}
		if s, err := openSnapshot(octets[:i], nil); err == nil && differ(t, s, answers) == 0 {
			t.Error(i, "octets are a snapshot")
		}
	}
	if refusals < len(octets)/14 {
		t.Error(refusals, "refusals")
	}
}
