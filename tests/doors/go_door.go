// go_door FOLDER - what the Go module says to the inputs of inputs.sh, by public call.
//
// Set: ROBOTSC, the command.  doors.sh writes the module's path in place of MODULE.
//
// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	robotsc "MODULE"
)

const page = "https://shop.example/private/"

var folder = os.Args[1]

// say prints what is said: the error, or the first word that holds.
func say(row, call string, err error, words ...string) {
	class := "silent"
	if err != nil {
		class = "error"
	} else if len(words) > 0 {
		class = words[0]
	}
	fmt.Printf("%s\t%s\t%s\n", row, call, class)
}

// when is a list of a word if something holds, else of the other, if there is one.
func when(holds bool, word, other string) []string {
	switch {
	case holds:
		return []string{word}
	case other != "":
		return []string{other}
	}
	return nil
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func file(name string) []byte { return must(os.ReadFile(filepath.Join(folder, name))) }

func compile(text []byte) ([]byte, string, error) {
	var said bytes.Buffer
	c := robotsc.NewCompiler(os.Getenv("ROBOTSC"))
	c.Warnings = &said
	octets, err := c.Compile(context.Background(), text)
	c.Close()
	return octets, said.String(), err
}

func agents(row, agent string, blob *robotsc.Blob) {
	_, err := blob.Group(agent)
	say(row, "Group", err)
	group, err := blob.GroupForHeader(agent)
	words := when(group.Selected() != robotsc.SelectedToken, "answer", "")
	say(row, "GroupForHeader", err, append(when(!group.AllowedURL(page), "right", ""), words...)...)
	say(row, "IsToken", nil, when(!robotsc.IsToken(blob.Dialect(), agent), "answer", "")...)
}

func texts(row string, text []byte) {
	_, said, err := compile(text)
	say(row, "Compile", err, append(when(said != "", "warning", ""), when(len(text) == 0, "right", "")...)...)
	_, err = robotsc.Open(text)
	say(row, "Open", err, when(row == "a blob", "right", "")...)
	_, err = robotsc.OpenSnapshotBytes(text, nil)
	say(row, "OpenSnapshotBytes", err)
}

// urls asks about one that means the page. AllowedURL is documented to take a path, too.
func urls(row, url string, group robotsc.Group) {
	say(row, "AllowedURL", nil, when(!group.AllowedURL(url), "right", "contract")...)
	if row == "a whole URL for a path" {
		return
	}
	_, err := robotsc.Origin(url)
	say(row, "Origin", err)
	_, err = robotsc.Shard(url, 2)
	say(row, "Shard", err)
}

func main() {
	octets, _, err := compile(file("robots.txt"))
	if err != nil {
		panic(err)
	}
	blob := must(robotsc.Open(octets))
	group := must(blob.Group("ExampleBot"))
	for _, line := range strings.Split(strings.TrimSuffix(string(file("rows")), "\n"), "\n") {
		f := strings.SplitN(line, "\t", 3)
		switch f[0] {
		case "agent":
			agents(f[1], f[2], blob)
		case "text":
			texts(f[1], file(f[2]))
		case "url", "path":
			urls(f[1], f[2], group)
		case "policy":
			decision, err := must(robotsc.Open(file(f[2]))).Fetch()
			say(f[1], "Fetch", err, when(!decision.Fresh(time.Now()), "answer", "")...)
			say(f[1], "AllowedURL", nil, "contract")
		}
	}
}
