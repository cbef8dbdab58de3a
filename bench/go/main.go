// main.go - the Go module beside github.com/temoto/robotstxt, in one run.
//
//	main HOSTS    HOSTS: a file that build/bench/by_url --write made
//
// It prints a table in Markdown: processor time, the median of hosts and their mean.  Each host is
// asked about its 50 URLs again and again, and each of both in turn.
//
// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/OWNER/robotsc-go"
	"github.com/temoto/robotstxt"
)

const agent = "ExampleBot"

type host struct {
	text     []byte
	urls     []string
	verdicts []bool
}

// A robot is one host's rules for agent.
type robot interface {
	Allowed(url string) bool
	AllowedAll(urls []string) []bool
}

// A reader makes robots of texts; open is nil where there is nothing between.
type reader struct {
	name    string
	compile func(text []byte) (blob []byte)
	open    func(blob []byte) robot
}

type plain struct{ group *robotstxt.Group }

// Allowed asks as Colly does: with path and query.
func (p plain) Allowed(text string) bool {
	u, err := url.Parse(text)
	return err == nil && p.group.Test(u.RequestURI())
}

func (p plain) AllowedAll(urls []string) []bool {
	allowed := make([]bool, len(urls))
	for i, u := range urls {
		allowed[i] = p.Allowed(u)
	}
	return allowed
}

// A text that is refused, as one that is no UTF-8, has no rules here.
var refused = &robotstxt.Group{}

var readers = []reader{
	{"robotsc", func(text []byte) []byte {
		p, err := robotsc.Compile(text, nil)
		if err != nil {
			panic(err)
		}
		blob, _ := p.MarshalBinary()
		return blob
	}, func(blob []byte) robot {
		p, err := robotsc.Open(blob)
		if err != nil {
			panic(err)
		}
		a, err := p.Agent(agent)
		if err != nil {
			panic(err)
		}
		return a
	}},
	{"temoto/robotstxt", func(text []byte) []byte {
		robotstxt.FromBytes(text)
		return text
	}, func(text []byte) robot {
		data, err := robotstxt.FromBytes(text)
		if err != nil {
			return plain{refused}
		}
		return plain{data.FindGroup(agent)}
	}},
}

func read(name string) (hosts []*host) {
	octets, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	for len(octets) > 0 {
		head, rest, _ := bytes.Cut(octets, []byte("\n"))
		size, _ := strconv.Atoi(strings.Fields(string(head))[2])
		h := &host{text: rest[:size]}
		octets = rest[size+1:]
		for i := 0; i < 50; i++ {
			head, octets, _ = bytes.Cut(octets, []byte("\n"))
			h.urls = append(h.urls, string(head[3:]))
			h.verdicts = append(h.verdicts, head[0] == 'a')
		}
		hosts = append(hosts, h)
	}
	return hosts
}

func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano() + u.Stime.Nano())
}

// nanoseconds of a turn of f: the median of five rounds, each of 200 microseconds or more.
func nanoseconds(f func()) float64 {
	round := func(turns int) float64 {
		begin := cpu()
		for i := 0; i < turns; i++ {
			f()
		}
		return cpu() - begin
	}
	turns := 1
	for round(turns) < float64(200*time.Microsecond) {
		turns *= 2
	}
	var times []float64
	for i := 0; i < 5; i++ {
		times = append(times, round(turns)/float64(turns))
	}
	sort.Float64s(times)
	return times[2]
}

// line prints what f takes of each reader: a count of URLs, or 1.
func line(what string, hosts []*host, count float64, f func(r reader, h *host) func()) {
	fmt.Printf("| %s |", what)
	for _, r := range readers {
		var times []float64
		sum := 0.0
		for _, h := range hosts {
			times = append(times, nanoseconds(f(r, h))/count)
			sum += times[len(times)-1]
		}
		sort.Float64s(times)
		fmt.Printf(" %.0f | %.0f |", times[len(times)/2], sum/float64(len(times)))
	}
	fmt.Println()
}

// repeated has the URLs again and again until there are n.
func repeated(urls []string, n int) (list []string) {
	for len(list) < n {
		list = append(list, urls[len(list)%len(urls)])
	}
	return list
}

func main() {
	hosts := read(os.Args[1])
	fmt.Printf("%s, %d hosts, ns of the processor\n\n| |", runtime.Version(), len(hosts))
	for _, r := range readers {
		fmt.Printf(" %s, median | mean |", r.name)
	}
	fmt.Printf("\n| --- |%s\n", strings.Repeat(" ---: | ---: |", len(readers)))
	line("a URL", hosts, 50, func(r reader, h *host) func() {
		a := r.open(r.compile(h.text))
		return func() {
			for _, u := range h.urls {
				a.Allowed(u)
			}
		}
	})
	for _, n := range []int{10, 50, 1000} {
		line(fmt.Sprintf("a URL of a list of %d", n), hosts, float64(n), func(r reader, h *host) func() {
			a, list := r.open(r.compile(h.text)), repeated(h.urls, n)
			return func() { a.AllowedAll(list) }
		})
	}
	line("compile", hosts, 1, func(r reader, h *host) func() { return func() { r.compile(h.text) } })
	line("open, select", hosts, 1, func(r reader, h *host) func() {
		blob := r.compile(h.text)
		return func() { r.open(blob) }
	})
	for _, r := range readers {
		wrong := 0
		for _, h := range hosts {
			a := r.open(r.compile(h.text))
			for i, u := range h.urls {
				if a.Allowed(u) != h.verdicts[i] {
					wrong++
				}
			}
		}
		fmt.Printf("\n%s: %d of %d verdicts are not those of C.\n", r.name, wrong, 50*len(hosts))
	}
}
