// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"
)

const example = "User-agent: a\nDisallow: /x\nCrawl-delay: 3\n\nUser-agent: *\nDisallow: /\nSitemap: https://h/s.xml\n"

func compile(t testing.TB, text string, options *Options) *Policy {
	p, err := Compile([]byte(text), options)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func agent(t testing.TB, p *Policy, tokens ...string) *Agent {
	a, err := p.Agent(tokens...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestToken(t *testing.T) {
	p := compile(t, example, nil)
	for _, c := range []struct {
		tokens []string
		token  string
	}{{[]string{"A"}, "A"}, {[]string{"b"}, "*"}, {nil, "*"}, {[]string{"b", "a"}, "a"}} {
		if a := agent(t, p, c.tokens...); a.Token() != c.token || a.Allowed("/y") != (c.token != "*") {
			t.Error(c, a.Token())
		}
	}
	if a := agent(t, compile(t, "", nil), "a"); a.Token() != "" || !a.Allowed("") {
		t.Error(a.Token())
	}
	a, err := p.AgentForHeader("Mozilla/5.0 (compatible; A/2.1)")
	if err != nil || a.Token() != "A" || a.Allowed("/x") || !a.Allowed("/y") {
		t.Error(a, err)
	}
	one := compile(t, "User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n", &Options{Agents: []string{"b", "a"}})
	if a := agent(t, one, "a"); a.Allowed("/a") || !a.Allowed("/b") {
		t.Error("a has the rules of b")
	}
}

// refused checks that err is this error, and has a text.
func refused(t *testing.T, err error, is Error) {
	t.Helper()
	if !errors.Is(err, is) || len(err.Error()) < 12 {
		t.Error(err, "is not", is)
	}
}

func TestErrors(t *testing.T) {
	p := compile(t, example, nil)
	for _, token := range []string{"", "a b", "a\x00b", "*", "\u00e9", "Mozilla/5.0 (compatible; a/1.0)"} {
		_, err := p.Agent("a", token)
		refused(t, err, ErrArgument)
		if !strings.Contains(err.Error(), fmt.Sprintf("%q", token)) {
			t.Error(err)
		}
		_, err = Compile([]byte(example), &Options{Agents: []string{token}})
		refused(t, err, ErrArgument)
		if token != "*" { // a question may be about all others
			_, err = Explain([]byte(example), "/", nil, token)
			refused(t, err, ErrArgument)
		}
	}
	some := compile(t, example, &Options{Agents: []string{"a"}, NoRecords: true})
	_, err := some.Agent("b")
	refused(t, err, ErrAgent)
	_, err = some.AgentForHeader("Mozilla/5.0")
	refused(t, err, ErrAgent)
	_, err = agent(t, some, "a").NextFetch(time.Now(), time.Time{}, 0)
	refused(t, err, ErrAbsent)
	_, err = Compile(nil, &Options{Dialect: 9})
	refused(t, err, ErrDialect)
	_, err = Lint(nil, &Options{Dialect: 9})
	refused(t, err, ErrDialect)
	_, err = ParseDialect("rfc")
	refused(t, err, ErrDialect)
	for url, is := range map[string]Error{"mailto:a": ErrScheme, "https://": ErrHost, "https://a.example:99999/": ErrPort} {
		_, err = Origin(url)
		refused(t, err, is)
	}
	_, err = new(Policy).Agent("a")
	refused(t, err, ErrTruncated)
}

func TestOpen(t *testing.T) {
	p := compile(t, example, nil)
	blob, _ := p.MarshalBinary()
	for n := range blob {
		if _, err := Open(blob[:n]); err == nil {
			t.Error(n, "octets are a blob")
		}
		other := append([]byte(nil), blob...)
		other[n] ^= 1
		if _, err := Open(other); err == nil {
			t.Error("octet", n, "may change")
		}
	}
	_, err := Open([]byte("text of some other kind, long enough"))
	refused(t, err, ErrMagic)
	_, err = Open(nil)
	refused(t, err, ErrTruncated)
	for d := range dialects {
		p = compile(t, example, &Options{Dialect: Dialect(d)})
		var stored bytes.Buffer
		var same Policy
		if gob.NewEncoder(&stored).Encode(p) != nil || gob.NewDecoder(&stored).Decode(&same) != nil {
			t.Fatal("gob")
		}
		if same.Dialect() != Dialect(d) || agent(t, &same, "b").Allowed("/y") || !agent(t, &same, "a").Allowed("/y") {
			t.Error(Dialect(d))
		}
	}
	blob[len(blob)-1]++ // what was marshalled is a copy
	if !agent(t, p, "a").Allowed("/y") {
		t.Error("the policy changed")
	}
}

func TestLists(t *testing.T) {
	a := agent(t, compile(t, example, nil), "a")
	b := agent(t, compile(t, "User-agent: *\nDisallow: /*1", nil))
	long := strings.Repeat("y", urlRoom)
	var urls []string
	for i := 0; i < 1000; i++ {
		kinds := [...]string{"", "/x", "/\xe9\x00", "/x" + long, "https://h/" + long, "https://h/x"}
		urls = append(urls, kinds[i%6]+fmt.Sprint(i))
	}
	urls[0] = ""
	for _, n := range []int{0, 1, 2, 127, 128, 129, 1000} {
		for i, allowed := range a.AllowedAll(urls[:n]) {
			if allowed != a.Allowed(urls[i]) || allowed == strings.Contains(urls[i][:min(len(urls[i]), 11)], "/x") {
				t.Error(urls[i][:1], i, allowed)
			}
			if b.Allowed(urls[i]) == strings.Contains(urls[i], "1") {
				t.Error(i)
			}
		}
	}
	if !a.Allowed("") || len(a.AllowedAll(nil)) != 0 || !a.AllowedAll([]string{"", ""})[1] {
		t.Error("nothing")
	}
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// TestGoroutines: 16 share 40 policies and compile others meanwhile, while the collector runs.
func TestGoroutines(t *testing.T) {
	var agents []*Agent
	for i := 0; i < 40; i++ {
		text := fmt.Sprintf("User-agent: *\nDisallow: /p%d/\nAllow: /p%d/ok$\n", i, i)
		agents = append(agents, agent(t, compile(t, text+strings.Repeat("Disallow: /z*q\n", i*20), nil), "X"))
	}
	var all sync.WaitGroup
	for g := 0; g < 16; g++ {
		all.Add(1)
		go func(g int) {
			defer all.Done()
			for k := 0; k < 200; k++ {
				i := (k*7 + g) % 40
				of := fmt.Sprintf("https://h/p%d/", i)
				urls := []string{of + "x", of + "ok", "/" + strings.Repeat("y", k*100)}
				for j, allowed := range agents[i].AllowedAll(urls) {
					if allowed != (j > 0) || agents[i].Allowed(urls[j]) != allowed {
						t.Error(i, urls[j])
					}
				}
				if k%50 == g {
					Lint([]byte(example), nil)
					compile(t, strings.Repeat(example, 300), nil)
					debug.FreeOSMemory()
				}
			}
		}(g)
	}
	all.Wait()
}

// engines counts the engines that f makes, without garbage collection, and on one processor, since
// each processor has its own part of the pool.
func engines(f func()) int {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	before, made := pool.New, int32(0)
	pool = sync.Pool{New: func() any { atomic.AddInt32(&made, 1); return before() }}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	f()
	return int(made)
}

func TestEngines(t *testing.T) {
	hosts := func() {
		for i := 0; i < 1000; i++ {
			text := strings.Repeat(fmt.Sprintf("User-agent: a\nDisallow: /%d\n", i), i%50)
			a := agent(t, compile(t, text, nil), "a")
			a.Allowed("/" + text)
			Explain([]byte(text), "/", nil, "a")
			Open([]byte(text))
		}
	}
	if made := engines(hosts); made != 1 {
		t.Error(made, "engines for 1000 hosts")
	}
	made := engines(func() {
		var all sync.WaitGroup
		for g := 0; g < 4; g++ {
			all.Add(1)
			go func() { defer all.Done(); hosts() }()
		}
		all.Wait()
	})
	if made > 4 {
		t.Error(made, "engines for 4 goroutines")
	}
	made = engines(func() {
		compile(t, strings.Repeat("#", keptRoom), nil)
		compile(t, example, nil)
		compile(t, example, nil)
	})
	if made != 2 {
		t.Error(made, "engines: one that is large is let go, and others are kept")
	}
}

// TestPanic: an engine that has not returned is not asked again.
func TestPanic(t *testing.T) {
	good := agent(t, compile(t, example, nil), "a")
	made := engines(func() {
		bad := &Agent{blob: good.blob, group: bytes.Repeat([]byte{255}, len(good.group))}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a group of nowhere has rules")
				}
			}()
			bad.Allowed("/x")
		}()
		if good.Allowed("/x") || !good.Allowed("/y") {
			t.Error("another engine answers otherwise")
		}
	})
	if made != 2 {
		t.Error(made, "engines")
	}
}

// TestOctets: names and lines of a text may have any octets; answers are JSON in UTF-8.
func TestOctets(t *testing.T) {
	text := []byte("User-agent: \xE9\"\\\nDisallow: /\xFF\x00\x01\nSitemap: \xC3\nUser-agent: a\nDisallow: /\xF0\x9F\n")
	p := compile(t, string(text), nil)
	for name, ask := range map[string]func() ([]byte, error){
		"explain":  func() ([]byte, error) { return Explain(text, "/\xFF\xE9\"", nil, "a") },
		"lint":     func() ([]byte, error) { return Lint(text, nil) },
		"summary":  func() ([]byte, error) { return Summary(text, nil) },
		"diff":     func() ([]byte, error) { return Diff(text, nil, nil) },
		"verify":   func() ([]byte, error) { return p.Verify(text, nil) },
		"generate": func() ([]byte, error) { return Generate(text, 5, nil, "a") },
		"page":     func() ([]byte, error) { return Page(text, []string{"X-Robots-Tag: noindex", "Link: \xE9"}, "a") },
	} {
		answer, err := ask()
		in := json.NewDecoder(bytes.NewReader(answer))
		for n := 0; err == nil || n == 0; n++ { // diff and verify have several objects
			err = in.Decode(&map[string]interface{}{})
		}
		if err != io.EOF || !utf8.Valid(answer) {
			t.Errorf("%s: %v %q", name, err, answer)
		}
	}
	if answer, _ := Summary([]byte(example), nil); !bytes.Contains(answer, []byte("GPTBot")) {
		t.Errorf("%s", answer)
	}
}

func TestNextFetch(t *testing.T) {
	now := time.UnixMilli(1_790_000_000_000)
	next, err := agent(t, compile(t, example, nil), "a").NextFetch(now, now.Add(-time.Second), 0)
	if err != nil || *next != (Next{now.Add(2 * time.Second), 3 * time.Second, PaceCrawlDelay, false}) {
		t.Error(next, err)
	}
	next, err = agent(t, compile(t, example, nil), "b").NextFetch(now, time.Time{}, 0)
	if err != nil || next.Pace != PaceUnstated || !next.At.Equal(now) {
		t.Error(next, err)
	}
}

func TestRecords(t *testing.T) {
	text := "Sitemap: /s.xml\nSitemap: https://h/\xE9.xml\nColour: red\nUser-agent: a\nCrawl-delay: 2.5\n" +
		"Request-rate: 1/5s 0600-0700\nContent-Usage: /art/ train-ai=n\nDisallow: /x\n"
	p := compile(t, text, nil)
	ofFile := []Record{{Field: "Sitemap", Value: "https://h/\xE9.xml", Line: 2}, {Field: "Colour", Value: "red", Line: 3}}
	ofRobot := []Record{{Field: "Crawl-delay", Value: "2.5", Line: 5, Group: 1, Delay: 2500 * time.Millisecond},
		{Field: "Request-rate", Value: "1/5s 0600-0700", Line: 6, Group: 1, Documents: 1, Per: 5 * time.Second,
			From: 360, To: 420},
		{Field: "Content-Usage", Value: "/art/ train-ai=n", Line: 7, Group: 1, Path: "/art/", Rest: "train-ai=n"}}
	ofText := append([]Record{{Field: "Sitemap", Value: "https://h/s.xml", Rest: "/s.xml", Line: 1, Resolved: true}}, ofFile...)
	ask := func(list []Record, err error) func(due []Record) {
		return func(due []Record) {
			t.Helper()
			for i, d := range due {
				if d.To == 0 {
					d.From, d.To = -1, -1
				}
				if d.Rest == "" {
					d.Rest = d.Value
				}
				if err != nil || len(list) != len(due) || list[i] != d {
					t.Errorf("%v, %+v is not %+v", err, list, d)
				}
			}
		}
	}
	ask(p.Records())(ofFile)
	ask(agent(t, p, "a").Records())(ofRobot)
	ask(RecordsOf([]byte(text), "https://h/robots.txt", nil))(ofText)
	ask(RecordsOf([]byte(text), "https://h/robots.txt", nil, "a"))(ofRobot)
	allowed, stated, err := agent(t, p, "a").Usage("/art/x")
	if !allowed || err != nil || len(stated) != 1 || stated[0] != (Preference{"Content-Usage", "train-ai", "n"}) {
		t.Error(allowed, stated, err)
	}
	bare := compile(t, text, &Options{NoRecords: true})
	_, err = bare.Records()
	refused(t, err, ErrAbsent)
	_, _, err = agent(t, bare).Usage("/")
	refused(t, err, ErrAbsent)
}

func TestAccess(t *testing.T) {
	at := time.Unix(1_790_000_000, 0)
	d, err := Access(&Fetch{Status: 503, At: at, Header: map[string][]string{"Retry-After": {"60"}}})
	if err != nil || d.Outcome != "deny" || d.Profile != "rfc9309" || d.Status != 503 || d.End != "response" ||
		!d.Fetched.Equal(at) || !d.Expires.Equal(at.Add(time.Minute)) || d.Reason == "" {
		t.Error(d, err)
	}
	d, err = Access(&Fetch{End: "timeout", At: at, Cached: true, CachedAge: time.Hour, Dialect: Google})
	if err != nil || d.End != "timeout" || d.Profile != "google" || d.Status != 0 {
		t.Error(d, err)
	}
	_, err = Access(&Fetch{End: "no end"})
	refused(t, err, ErrArgument)
}

// frames asks 'robotsc compile --serve' for the blob of each text.
func frames(t *testing.T, command string, texts []string) (blobs [][]byte) {
	var in bytes.Buffer
	for _, text := range texts {
		binary.Write(&in, binary.LittleEndian, []uint32{uint32(len(text)), 1})
		in.WriteString(text)
	}
	c := exec.Command(command, "compile", "--serve", "--extensions")
	c.Stdin = &in
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	for len(out) > 8 {
		n := binary.LittleEndian.Uint32(out)
		blobs = append(blobs, out[8:8+n])
		out = out[8+n:]
	}
	return blobs
}

// TestHosts compiles the texts of a file that by_url --write made, and compares verdicts with the
// file's, and blobs with those of a command.  All processors give the same SHA-256 of the blobs.
func TestHosts(t *testing.T) {
	file, err := os.Open(os.Getenv("ROBOTSC_HOSTS"))
	if err != nil {
		t.Skip("ROBOTSC_HOSTS names no file")
	}
	in, sum, n, wrong := bufio.NewReader(file), sha256.New(), 0, 0
	var texts []string
	var made [][]byte
	for {
		var name string
		var size int
		if _, err := fmt.Fscanf(in, "host %s %d\n", &name, &size); err != nil {
			break
		}
		text := make([]byte, size+1)
		io.ReadFull(in, text)
		text = text[:size]
		p := compile(t, string(text), nil)
		google := compile(t, string(text), &Options{Dialect: Google})
		asked := []*Agent{agent(t, p, "ExampleBot"), agent(t, google, "ExampleBot")}
		texts, made = append(texts, string(text)), append(made, p.blob)
		sum.Write(p.blob)
		var urls []string
		var verdicts []string
		for i := 0; i < 50; i++ {
			line, _ := in.ReadString('\n')
			urls, verdicts = append(urls, strings.TrimSuffix(line[3:], "\n")), append(verdicts, line[:2])
		}
		for d, a := range asked {
			for i, allowed := range a.AllowedAll(urls) {
				n++
				if allowed != (verdicts[i][d] == 'a') || allowed != a.Allowed(urls[i]) {
					wrong++
				}
			}
		}
	}
	if command := os.Getenv("ROBOTSC"); command != "" {
		for i, blob := range frames(t, command, texts) {
			if !bytes.Equal(blob, made[i]) {
				t.Error("another blob of text", i)
			}
		}
	}
	t.Logf("%d hosts, %d verdicts, %d wrong, blobs %x", len(texts), n, wrong, sum.Sum(nil))
	if wrong > 0 || n < 1000 {
		t.Fail()
	}
}
