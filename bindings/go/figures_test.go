// SPDX-License-Identifier: Apache-2.0

//go:build unix

package robotsc

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	urlsOfHost = 50
	rounds     = 7
	slice      = time.Millisecond
)

// A figure is one host's: ns of a check in C and here.
type figure struct {
	c, own float64
	plain  bool // all URLs have their canonical octets
	group  Group
}

// TestFigures prints the time of a check beside that of C, host by host: ROBOTSC_HOSTS and
// ROBOTSC_C_LINES are what bench/by_url.c writes and prints. bench/go.sh calls it.
func TestFigures(t *testing.T) {
	hosts, lines := setting(t, "ROBOTSC_HOSTS"), setting(t, "ROBOTSC_C_LINES")
	compiler := NewCompiler(command(t))
	defer compiler.Close()
	octets, err := os.ReadFile(hosts)
	if err != nil {
		t.Fatal(err)
	}
	c, err := os.Open(lines)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var figures []figure
	for said := bufio.NewScanner(c); len(octets) > 0; {
		head, rest, _ := bytes.Cut(octets, []byte("\n"))
		size, _ := strconv.Atoi(strings.Fields(string(head))[2])
		f := figure{plain: true, group: groupOf(t, compiler, rest[:size], "ExampleBot")}
		octets = rest[size+1:]
		var urls []string
		for i := 0; i < urlsOfHost; i++ {
			head, octets, _ = bytes.Cut(octets, []byte("\n"))
			url := string(head[3:])
			urls = append(urls, url)
			f.plain = f.plain && strings.IndexFunc(url, func(r rune) bool { return r > 127 || slow[formR][r] }) < 0
			if f.group.AllowedURL(url) != (head[0] == 'a') {
				t.Errorf("%s: another verdict than C", url)
			}
		}
		said.Scan()
		f.c, _ = strconv.ParseFloat(strings.Fields(said.Text())[0], 64)
		f.own = timeOf(&f.group, urls)
		figures = append(figures, f)
	}
	fmt.Printf("%s, %d hosts, %d URLs each\n\n", runtime.Version(), len(figures), urlsOfHost)
	fmt.Println("| hosts |  | ns a check, median: C | Go | times | mean: C | Go | times |")
	fmt.Println("| --- |" + strings.Repeat(" ---: |", 7))
	dfa := func(f figure) bool { return f.group.machine != nil && !f.group.filter }
	row(figures, "DFA, plain ASCII paths", func(f figure) bool { return dfa(f) && f.plain })
	row(figures, "DFA, some escapes", func(f figure) bool { return dfa(f) && !f.plain })
	row(figures, "filters, plain ASCII paths", func(f figure) bool { return f.group.filter && f.plain })
	row(figures, "filters, some escapes", func(f figure) bool { return f.group.filter && !f.plain })
	row(figures, "one verdict", func(f figure) bool { return f.group.machine == nil })
	row(figures, "all", func(figure) bool { return true })
}

func row(figures []figure, name string, has func(figure) bool) {
	var c, own []float64
	for _, f := range figures {
		if has(f) {
			c, own = append(c, f.c), append(own, f.own)
		}
	}
	if len(c) == 0 {
		return
	}
	m, n, a, b := median(c), median(own), mean(c), mean(own)
	fmt.Printf("| %s | %d | %.1f | %.1f | %.2f | %.1f | %.1f | %.2f |\n", name, len(c), m, n, n/m, a, b, b/a)
}

func median(values []float64) float64 {
	sort.Float64s(values)
	return values[len(values)/2]
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

var sink int

// processorTime is what the process has taken: other programs may run meanwhile.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// timeOf is the nanoseconds of a check: the median round.
func timeOf(g *Group, urls []string) float64 {
	ask := func(turns int) time.Duration {
		start := processorTime()
		for ; turns > 0; turns-- {
			for _, url := range urls {
				if g.AllowedURL(url) {
					sink++
				}
			}
		}
		return processorTime() - start
	}
	turns := 1
	for ask(turns) < slice/2 {
		turns *= 2
	}
	var ns []float64
	for i := 0; i < rounds; i++ {
		ns = append(ns, float64(ask(turns).Nanoseconds())/float64(turns*len(urls)))
	}
	return median(ns)
}

// TestFiguresOfSnapshot prints the time of a URL in the order of a file, by look-up and check:
// ROBOTSC_SNAPSHOT is a snapshot, ROBOTSC_URLS a file of URLs. bench/go.sh calls it.
func TestFiguresOfSnapshot(t *testing.T) {
	octets, err := os.ReadFile(setting(t, "ROBOTSC_URLS"))
	if err != nil {
		t.Fatal(err)
	}
	urls := bytes.Split(bytes.TrimSuffix(octets, []byte("\n")), []byte("\n"))
	for _, trust := range []Trust{Intact, Forged} {
		options := &SnapshotOptions{Trust: trust, Tokens: []string{"ExampleBot"}}
		s, err := OpenSnapshot(setting(t, "ROBOTSC_SNAPSHOT"), options)
		if err != nil {
			t.Fatal(err)
		}
		var ns []float64
		for i := 0; i < 4; i++ {
			start, unknown := processorTime(), 0
			for _, url := range urls {
				if _, err := s.Allowed(url); err != nil {
					unknown++
				}
			}
			ns = append(ns, float64((processorTime()-start).Nanoseconds())/float64(len(urls)))
			if unknown > 0 {
				t.Errorf("%d URLs have no answer", unknown)
			}
		}
		name, first := [...]string{"intact", "forged"}[trust], ns[0]
		fmt.Printf("| Go, %s | %d | %.0f | %.0f |\n", name, len(urls), first, median(ns[1:]))
		s.Close()
	}
}
