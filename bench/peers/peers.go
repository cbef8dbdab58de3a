// peers.go - measures readers of robots.txt in Go.
//
//	peers HOSTS [--quick]
//
// HOSTS is a file that bench/by_url.c writes, and this prints lines of the same form.  The readers
// take turns host by host.  "net/url" only takes URLs apart, for the reader that is given a path.
//
// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/OWNER/robotsc-go"
	"github.com/temoto/robotstxt"
)

const (
	agent = "ExampleBot"
	paths = 50
	slice = 200e3 // nanoseconds
)

type host struct {
	text        []byte
	urls, paths []string
	verdicts    []bool
}

// A reader turns a text into a function that asks about a place, or into nil to refuse the text.
type reader struct {
	name    string
	ofAPath bool
	read    func(text []byte) func(place string) bool
}

var readers = []reader{
	{"robotsc", false, func(text []byte) func(string) bool {
		policy, err := robotsc.Compile(text, &robotsc.Options{Agents: []string{agent}})
		if err != nil {
			panic(err)
		}
		robot, err := policy.Agent(agent)
		if err != nil {
			panic(err)
		}
		return robot.Allowed
	}},
	{"temoto", true, func(text []byte) func(string) bool {
		data, err := robotstxt.FromBytes(text)
		if err != nil {
			return nil
		}
		return data.FindGroup(agent).Test
	}},
	{"net/url", false, func([]byte) func(string) bool {
		return func(text string) bool {
			u, err := url.Parse(text)
			return err == nil && u.RequestURI() != ""
		}
	}},
}

// pathOf is what Colly asks about: path and query.
func pathOf(text string) string {
	if u, err := url.Parse(text); err == nil {
		return u.RequestURI()
	}
	return text[strings.Index(text[8:], "/")+8:]
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
		for i := 0; i < paths; i++ {
			head, octets, _ = bytes.Cut(octets, []byte("\n"))
			h.urls = append(h.urls, string(head[3:]))
			h.paths = append(h.paths, pathOf(string(head[3:])))
			h.verdicts = append(h.verdicts, head[0] == 'a')
		}
		hosts = append(hosts, h)
	}
	return hosts
}

// cpu returns nanoseconds of all threads, so those of the collector, too.
func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano() + u.Stime.Nano())
}

// timed returns nanoseconds of a call, which is repeated while a slice lasts.
func timed(quick bool, call func()) float64 {
	for turns := 1; ; turns *= 2 {
		start := cpu()
		for i := 0; i < turns; i++ {
			call()
		}
		if took := cpu() - start; took >= slice || quick {
			return took / float64(turns)
		}
	}
}

func ask(may func(string) bool, places []string, n int) {
	for i := 0; i < n; i++ {
		may(places[i%paths])
	}
}

func measure(r reader, h *host, quick bool) {
	places := h.urls
	if r.ofAPath {
		places = h.paths
	}
	may := r.read(h.text)
	if may == nil {
		fmt.Println(r.name, "0 0 0 0 -")
		return
	}
	different := 0
	for i, place := range places {
		if may(place) != h.verdicts[i] {
			different++
		}
	}
	all := func(n int) float64 { return timed(quick, func() { ask(r.read(h.text), places, n) }) }
	ready, some, many := all(0), all(58), all(350)
	check := timed(quick, func() { ask(may, places, paths) }) / paths
	fmt.Printf("%s %.0f %.1f %.0f %.0f %d\n", r.name, ready, check, some, many, different)
}

func main() {
	for _, h := range read(os.Args[1]) {
		for _, r := range readers {
			measure(r, h, len(os.Args) > 2)
		}
	}
}
