// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const wrongInputRules = "User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n"

// compileWarned makes a blob of a text, and says whether there was a warning or an error.
func compileWarned(t *testing.T, text string) ([]byte, bool) {
	var said bytes.Buffer
	c := NewCompiler(command(t))
	c.Warnings = &said
	octets, err := c.Compile(context.Background(), []byte(text))
	c.Close()
	return octets, err != nil || said.Len() > 0
}

// isTold gives an input to a call: whether it fails, warns, or says what it was given. AllowedURL
// takes paths, too, so Origin tells which URL is none.
func isTold(t *testing.T, policy *Blob, call, given string) bool {
	var err error
	switch call {
	case "agent":
		_, err = policy.Group(given)
	case "header":
		var g Group
		g, err = policy.GroupForHeader(given)
		return err != nil || g.AllowedURL("/private/") && g.Selected() != SelectedToken
	case "partial":
		c := NewCompiler(command(t), "--agent=ExampleBot", "--agent=SomeBot")
		octets, _ := c.Compile(context.Background(), []byte(wrongInputRules))
		c.Close()
		some, _ := Open(octets)
		_, err = some.GroupForHeader(given)
	case "compile":
		_, warned := compileWarned(t, given)
		return warned
	case "open":
		_, err = Open([]byte(given))
	case "fresh":
		stale, _ := Open([]byte(given))
		decision, err := stale.Fetch()
		return err != nil || !decision.Fresh(time.Now())
	case "url":
		_, err = Origin(given)
	}
	return err != nil
}

// TestWrongInputs holds that no answer to a row of wrong_inputs.tsv misleads in silence.
func TestWrongInputs(t *testing.T) {
	rows, err := os.ReadFile(filepath.Join(setting(t, "ROBOTSC_TREE"), "tests/support/wrong_inputs.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	made, _ := compileWarned(t, wrongInputRules)
	policy, err := Open(made)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(rows), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		given, err := strconv.Unquote("\"" + f[3] + "\"")
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if isTold(t, policy, f[0], given) != (f[1] == "told") {
			t.Errorf("%s, %s: it is not %s", f[0], f[2], f[1])
		}
	}
}
