// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A kit is a file of the kit for readers, and what its lines are about.
type kit struct {
	t        *testing.T
	file     string
	line     int
	asked    map[string]int // lines by word
	bytes    []byte         // of the last blob
	blob     *Blob
	group    Group
	grouped  error
	ext      *Extensions
	records  []Record
	octets   []byte // of the last snapshot
	snapshot *Snapshot
	kept     map[string][]byte // snapshots by name
	folder   string            // of the last manifest
	good     bool              // it is one
}

// TestKit asks each question of the kit.
func TestKit(t *testing.T) {
	folder := setting(t, "ROBOTSC_KIT")
	files, _ := filepath.Glob(filepath.Join(folder, "*.kit"))
	asked := map[string]int{}
	for _, file := range files {
		octets, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		k := &kit{t: t, file: filepath.Base(file), asked: asked, kept: map[string][]byte{}}
		lines := strings.Split(strings.TrimSuffix(string(octets), "\n"), "\n")
		for _, line := range lines {
			k.line++
			k.ask(strings.Split(line, "\t"))
		}
		if lines[0] != "kit\t1" || lines[len(lines)-1] != fmt.Sprintf("end\t%d", len(lines)-1) {
			t.Errorf("%s: it does not begin or end as a kit", file)
		}
	}
	for _, word := range []string{"blob", "fetch", "extensions", "label", "records", "record", "group", "header", "url", "path",
		"steps", "usage", "next", "origin", "shard", "snapshot", "info", "open", "find", "check", "domain", "manifest",
		"member"} {
		if asked[word] == 0 {
			t.Errorf("there is no line of the word %s", word)
		}
	}
	if counting && asked["steps near the bound"] == 0 {
		t.Error("no path takes half of the steps that it may take")
	}
	t.Log("lines asked:", asked)
}

func (k *kit) ask(f []string) {
	asks := map[string]func([]string){
		"blob": k.askBlob, "change": k.askChange, "fetch": k.askFetch, "extensions": k.askExtensions, "label": k.askLabel,
		"records": k.askRecords, "record": k.askRecord, "group": k.askGroup, "header": k.askHeader,
		"url": k.askURL, "path": k.askPath, "steps": k.askSteps, "usage": k.askUsage, "next": k.askNext,
		"names": k.askNames, "origin": k.askOrigin, "shard": k.askShard, "snapshot": k.askSnapshot,
		"info": k.askInfo, "open": k.askOpen, "find": k.askFind, "check": k.askCheck, "domain": k.askDomain,
		"manifest": k.askManifest, "member": k.askMember,
	}
	if f[0] != "member" {
		k.endFolder()
	}
	if ask := asks[f[0]]; ask != nil {
		k.asked[f[0]]++
		ask(f[1:])
	}
}

// same reports a wrong answer.
func (k *kit) same(got, want any) {
	k.t.Helper()
	if got != want {
		k.t.Errorf("%s:%d: %v, not %v", k.file, k.line, got, want)
	}
}

// textOf undoes the escapes of a text.
func textOf(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' {
			c = byte(hexDigit(s[i+1])<<4 | hexDigit(s[i+2]))
			i += 2
		}
		out = append(out, c)
	}
	return string(out)
}

func textsOf(f []string) []string {
	var texts []string
	for _, s := range f {
		texts = append(texts, textOf(s))
	}
	return texts
}

func base64Of(s string) []byte {
	octets, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return octets[:len(octets):len(octets)]
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		u, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			panic(err)
		}
		return int64(u)
	}
	return n
}

var statuses = []struct {
	err  error
	word string
}{{nil, "ok"}, {ErrTruncated, "truncated"}, {ErrMagic, "magic"}, {ErrVersion, "version"}, {ErrCorrupt, "corrupt"},
	{ErrChecksum, "checksum"}, {ErrAbsent, "absent"}, {ErrAgent, "agent"}, {ErrUnknown, "unknown"}, {ErrShard, "shard"},
	{ErrScheme, "scheme"}, {ErrHost, "host"}, {ErrPort, "port"}}

// word is the status of the kit for an error.
func word(err error) string {
	for _, w := range statuses {
		if errors.Is(err, w.err) {
			return w.word
		}
	}
	return err.Error()
}

// damage is word, of a look-up.
func damage(err error) string {
	if w := word(err); w != "corrupt" && w != "checksum" && w != "truncated" && w != "magic" && w != "version" {
		return w
	}
	return "damaged"
}

// ---- blobs -------------------------------------------------------------------------------

func (k *kit) askBlob(f []string) {
	var err error
	k.bytes = base64Of(f[2])
	k.blob, err = Open(k.bytes)
	k.ext = nil
	k.same(word(err), f[1])
}

// askChange has one octet of the last blob changed, and the checksum put right.
func (k *kit) askChange(f []string) {
	octets := append([]byte(nil), k.bytes...)
	octets[number(f[1])] = byte(number(f[2]))
	mend(octets)
	b, err := Open(octets)
	k.same(word(err), f[0])
	if err != nil {
		return
	}
	_, err = b.Fetch()
	k.same(word(err), f[3])
	_, err = b.Extensions()
	k.same(word(err), f[4])
}

func numbersOf(d Decision) string {
	flag := 0
	if d.Revalidate {
		flag = 1
	}
	return fmt.Sprint(d.Fetched, d.Expires, d.Since, d.Length, d.Digest, d.Status, d.End, d.Profile, d.Outcome, d.Row, flag)
}

func (k *kit) askFetch(f []string) {
	d, err := k.blob.Fetch()
	k.same(word(err), f[0])
	if err == nil {
		k.same(numbersOf(d), strings.Join(f[1:12], " "))
	}
}

func (k *kit) askExtensions(f []string) {
	var err error
	k.ext, err = k.blob.Extensions()
	k.same(word(err), f[0])
}

func (k *kit) askLabel(f []string) {
	for _, l := range k.ext.Labels() {
		if int64(l.Field) == number(f[0]) && l.Name == textOf(f[1]) {
			if len(f) > 2 { // one without has the two words of its field
				k.same(strings.Join(l.Values, " "), strings.Join(textsOf(f[2:]), " "))
			}
			return
		}
	}
	k.same("no label", f[1])
}

func (k *kit) askRecords(f []string) {
	k.records = k.ext.Records(nil)
	if f[0] == "group" {
		k.records = k.ext.Records(&k.group)
	}
	k.same(int64(len(k.records)), number(f[1]))
}

func (k *kit) askRecord(f []string) {
	r, said := k.records[0], make([]string, 10)
	k.records = k.records[1:]
	for i, n := range []int64{int64(r.Field), int64(r.Line), int64(r.Group), 0, 0, r.Delay.Milliseconds(), int64(r.Documents),
		int64(r.Seconds), int64(r.From), int64(r.To)} {
		if said[i] = fmt.Sprint(n); f[i] == "-" && n <= 0 {
			said[i] = "-"
		}
	}
	said[3], said[4] = r.Name, r.Value
	f[3], f[4] = textOf(f[3]), textOf(f[4])
	k.same(strings.Join(said, "\t"), strings.Join(f[:10], "\t"))
}

func (k *kit) selected() string {
	if errors.Is(k.grouped, ErrAgent) {
		return "unanswered"
	}
	if k.grouped != nil {
		return k.grouped.Error()
	}
	return [...]string{"none", "star", "token"}[k.group.Selected()]
}

func (k *kit) askGroup(f []string) {
	k.group, k.grouped = k.blob.groupOf(textsOf(f[2:]))
	k.same(k.selected(), f[0])
	if f[1] != "-" {
		k.same(int64(k.group.Token()), number(f[1]))
	}
}

func (k *kit) askHeader(f []string) {
	header := textOf(f[2])
	k.group, k.grouped = k.blob.GroupForHeader(header)
	k.same(k.selected(), f[0])
	if f[0] == "token" {
		k.same(k.blob.HeaderTokens(header)[k.group.Token()], textOf(f[1]))
	}
}

// askNames is askGroup with texts that are no tokens. Group refuses one of them.
func (k *kit) askNames(f []string) {
	_, err := k.blob.Group(textsOf(f[2:])...)
	k.same(errors.As(err, new(*TokenError)), true)
	k.askGroup(f)
}

func (k *kit) askURL(f []string) {
	url := textOf(f[1])
	k.same(k.group.AllowedURL(url), f[0] == "1")
	k.same(k.group.Allowed([]byte(url)), f[0] == "1")
}

func (k *kit) askPath(f []string) { k.same(k.group.AllowedPath(textOf(f[1])), f[0] == "1") }

// askSteps counts where the module is built with the tag robotsc_steps.
func (k *kit) askSteps(f []string) {
	steps = 0
	k.same(k.group.AllowedPath(textOf(f[2])), f[1] == "1")
	if most := int(number(f[0])); steps > most {
		k.t.Errorf("%s:%d: %d steps of %d", k.file, k.line, steps, most)
	} else if 2*steps > most {
		k.asked["steps near the bound"]++
	}
}

func (k *kit) askUsage(f []string) {
	usage := k.ext.Usage(&k.group, textOf(f[4]))
	k.same(usage.Allowed, f[0] == "1")
	for i, l := range k.ext.Labels() {
		if int64(l.Field) == number(f[1]) && l.Name == textOf(f[2]) {
			k.same(int64(usage.Says[i]), number(f[3]))
			return
		}
	}
	k.same(int64(0), number(f[3]))
}

func (k *kit) askNext(f []string) {
	last := int64(never)
	if f[2] != "-" {
		last = number(f[2])
	}
	k.same(k.ext.nextFetch(&k.group, number(f[1]), last, number(f[3])), number(f[0]))
}

// ---- snapshots ---------------------------------------------------------------------------

func (k *kit) askOrigin(f []string) {
	origin, err := Origin(textOf(f[2]))
	k.same(word(err), f[0])
	if err == nil {
		k.same(origin, textOf(f[1]))
	}
}

func (k *kit) askShard(f []string) {
	shard, err := Shard(textOf(f[3]), uint32(number(f[2])))
	k.same(word(err), f[0])
	if err == nil {
		k.same(int64(shard), number(f[1]))
	}
}

func (k *kit) askSnapshot(f []string) {
	k.octets = base64Of(f[1])
	k.kept[f[0]] = k.octets
}

func (k *kit) askInfo(f []string) {
	s, err := OpenSnapshotBytes(k.octets, nil)
	if err != nil {
		k.same(err, nil)
		return
	}
	shard, of := s.Shard()
	k.same(fmt.Sprint(s.Len(), s.npolicies, s.Time(), shard, of, uint8(s.Dialect())), strings.Join(f[:6], " "))
	k.same(hex.EncodeToString(s.Root()), f[12])
	k.same(strings.Join(s.Agents(), "\t"), strings.Join(textsOf(f[13:]), "\t"))
}

func (k *kit) askOpen(f []string) {
	trust := map[string]Trust{"intact": Intact, "forged": Forged, "known": Known}[f[1]]
	options := SnapshotOptions{Tokens: textsOf(f[3:]), Trust: trust}
	if f[2] != "-" {
		options.Root, _ = hex.DecodeString(f[2])
	}
	s, err := OpenSnapshotBytes(k.octets, &options)
	k.same(word(err), f[0])
	if err != nil {
		s = nil
	}
	k.snapshot = s
	if again, other := OpenSnapshotReader(strings.NewReader(string(k.octets)), int64(len(k.octets)), &options); other == nil {
		again.Close()
	} else {
		k.same(word(other), f[0])
	}
}

func (k *kit) askFind(f []string) {
	e, err := k.snapshot.Find(textOf(f[1]))
	k.same(damage(err), f[0])
	if err == nil {
		k.same(e.Origin, textOf(f[2]))
		k.same(numbersOf(e.Decision), strings.Join(f[3:14], " "))
	}
}

func (k *kit) askCheck(f []string) {
	url := textOf(f[3])
	allowed, err := k.snapshot.AllowedURL(url)
	k.same(damage(err), f[0])
	if err == nil {
		k.same(allowed, f[1] == "1")
		e, _ := k.snapshot.Find(url)
		k.group, k.grouped = k.snapshot.Group(&e)
		k.same(k.selected(), f[2])
	}
}

func (k *kit) askDomain(f []string) {
	var origins []string
	err := k.snapshot.Each(textOf(f[1]), func(e Entry) bool {
		origins = append(origins, e.Origin)
		return true
	})
	if err == ErrHost {
		err = nil // in the kit what is no host has no entries
	}
	k.same(damage(err), f[0])
	k.same(strings.Join(origins, "\t"), strings.Join(textsOf(f[3:]), "\t"))
}

func (k *kit) write(name string, octets []byte) {
	if err := os.WriteFile(filepath.Join(k.folder, name), octets, 0o666); err != nil {
		k.t.Fatal(err)
	}
}

func (k *kit) askManifest(f []string) {
	k.folder, k.good = k.t.TempDir(), f[1] == "ok"
	k.write("manifest", base64Of(f[2]))
}

func (k *kit) askMember(f []string) { k.write(f[0], k.kept[f[1]]) }

// endFolder asks for the last folder, when all of its files are there.
func (k *kit) endFolder() {
	if k.folder == "" {
		return
	}
	s, err := OpenSnapshot(k.folder, nil)
	k.same(err == nil, k.good)
	if err == nil {
		s.Close()
	}
	k.folder = ""
}
