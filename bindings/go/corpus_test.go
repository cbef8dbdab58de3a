// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var dialects = []Dialect{RFC9309, Google, Nexor1994, Koster1996, Conner2}

var paths = []string{
	"/", "/robots.txt", "/index.html", "/wp-admin/", "/wp-admin/admin-ajax.php", "/search?q=a", "/*", "/admin",
	"/cgi-bin/x", "/a.pdf", "/private/", "/tag/a/feed", "/page/2/", "/cart?add-to-cart=1", "/%7Euser/", "/~user/",
	"/caf\u00e9", "/caf%C3%A9", "/a/b/c/d/e/f/g.html?x=1&y=2#z", "/user/login", "/?s=a", "/a$", "/a//", "/node/add/",
	"/images/a.jpg", "/checkout", "/en/a?sort=b", "/p%72ivate/%2f?%2F", "/%", "/" + strings.Repeat("a%2", 300) + "?q",
	"/a;b=%3F?c%3fd#", "/\x01%01%C3",
}

// command is the command of the tree, which bindings/go/tests/go.sh names.
func command(t testing.TB) string {
	name := os.Getenv("ROBOTSC")
	if name == "" {
		t.Skip("ROBOTSC names no command to compare with")
	}
	return name
}

func setting(t testing.TB, name string) string {
	value := os.Getenv(name)
	if value == "" {
		t.Skip(name + " is not set")
	}
	return value
}

// TestCorpus compares verdicts with those of the command, for each text of a folder, in every
// dialect.
func TestCorpus(t *testing.T) {
	for _, agent := range []string{"ExampleBot", "Googlebot"} {
		texts, compared, differ := compareCorpus(t, command(t), setting(t, "ROBOTSC_TEXTS"), agent)
		t.Logf("%s: %d texts, %d verdicts, %d differ", agent, texts, compared, differ)
		if texts < 20 || compared != texts*len(paths)*len(dialects) || differ > 0 {
			t.Fail()
		}
	}
}

func compareCorpus(t *testing.T, robotsc, folder, agent string) (texts, compared, differ int) {
	check := exec.Command(robotsc, "check", "--dialect=all", "--table", folder, agent)
	check.Stdin, check.Stderr = strings.NewReader(strings.Join(paths, "\n")+"\n"), os.Stderr
	out, err := check.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Start(); err != nil {
		t.Fatal(err)
	}
	compilers := make([]*Compiler, len(dialects))
	for i, dialect := range dialects {
		compilers[i] = NewCompiler(robotsc, "--dialect="+dialect.String())
		defer compilers[i].Close()
	}
	groups, file, at := make([]Group, len(dialects)), "", len(paths)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		fields := strings.SplitN(lines.Text(), "\t", len(dialects)+2)
		if fields[0] == dialects[0].String() {
			continue // the names of the columns
		}
		if name := fields[len(dialects)]; name != file {
			if at != len(paths) {
				t.Fatalf("%s has %d lines", file, at)
			}
			file, at, texts = name, 0, texts+1
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i, compiler := range compilers {
				groups[i] = groupOf(t, compiler, text, agent)
			}
		}
		for i := range dialects {
			if compared++; groups[i].AllowedURL(paths[at]) != (fields[i] == "allow") {
				t.Logf("%s %s %s %q: the command says %s", file, dialects[i], agent, paths[at], fields[i])
				differ++
			}
		}
		at++
	}
	check.Wait() // 1: something is disallowed
	return texts, compared, differ
}

func groupOf(t testing.TB, c *Compiler, text []byte, agent string) Group {
	octets, err := c.Compile(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	blob, err := Open(octets)
	if err != nil {
		t.Fatal(err)
	}
	group, err := blob.Group(agent)
	if err != nil {
		t.Fatal(err)
	}
	return group
}
