// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

var words = map[bool]string{true: "allow", false: "disallow"}

// first is the value with this name in the first JSON object of an answer.
func first(answer []byte, name string) interface{} {
	var object map[string]interface{}
	json.NewDecoder(bytes.NewReader(answer)).Decode(&object)
	return object[name]
}

// each joins the values with this name in the objects of a list, separated by spaces.
func each(list interface{}, name string) string {
	var said []string
	objects, _ := list.([]interface{})
	for _, object := range objects {
		of := object.(map[string]interface{})
		if _, whole := of[name+"_base64"]; whole {
			said = append(said, octets(of, name))
		} else if value, ok := of[name]; ok {
			said = append(said, fmt.Sprint(value))
		}
	}
	return strings.Join(said, " ")
}

// octets returns the octets of a member: of NAME_base64 if there is one, else of NAME.
func octets(object map[string]interface{}, name string) string {
	whole := struct{ Octets []byte }{}
	if encoded, ok := object[name+"_base64"]; ok {
		json.Unmarshal([]byte(fmt.Sprintf(`{"Octets":%q}`, encoded)), &whole)
		return string(whole.Octets)
	}
	text, _ := object[name].(string)
	return text
}

func explained(answer []byte) string {
	var object map[string]interface{}
	json.Unmarshal(answer, &object)
	text := ""
	matches, _ := object["matches"].([]interface{})
	for _, match := range matches {
		if of := match.(map[string]interface{}); of["line"] == object["deciding"] {
			text = octets(of, "text")
		}
	}
	return fmt.Sprintf("%v %v\n%s\n%s", object["verdict"], object["deciding"], octets(object, "url"), text)
}

func lines(list []Record, err error) (string, error) {
	var said []string
	for _, r := range list {
		said = append(said, r.Field+": "+r.Value)
	}
	return strings.Join(said, " | "), err
}

// verdict is the common answer of all ways to ask, or the list of their answers if they differ.
func verdict(dialect Dialect, text, url string, tokens []string) (string, error) {
	var said []bool
	for _, options := range []Options{{}, {Agents: tokens}, {Agents: tokens, Quick: true}} {
		options.Dialect = dialect
		policy, err := Compile([]byte(text), &options)
		if err != nil {
			return "", err
		}
		again, err := Open(policy.blob)
		if err != nil {
			return "", err
		}
		for _, p := range []*Policy{policy, again} {
			a, err := p.Agent(tokens...)
			if err != nil {
				return "", err
			}
			said = append(append(said, a.Allowed(url)), a.AllowedAll([]string{url, url})...)
		}
	}
	for _, allowed := range said {
		if allowed != said[0] {
			return fmt.Sprint(said), nil
		}
	}
	return words[said[0]], nil
}

// header is the verdict about a URL for the sender of a header.
func header(dialect Dialect, f []string, agents ...string) (string, error) {
	policy, err := Compile([]byte(f[1]), &Options{Dialect: dialect, Agents: agents})
	if err != nil {
		return "", err
	}
	a, err := policy.AgentForHeader(f[2])
	if err != nil {
		return "", err
	}
	return words[a.Allowed(f[3])], nil
}

// ofAgent asks about the agent with the tokens in f[2], or about the file if f[2] is empty.
func ofAgent(dialect Dialect, f []string, ask func(p *Policy, a *Agent) (string, error)) (string, error) {
	policy, err := Compile([]byte(f[1]), &Options{Dialect: dialect})
	if err != nil {
		return "", err
	}
	if f[2] == "" {
		return ask(policy, nil)
	}
	a, err := policy.Agent(strings.Split(f[2], "\n")...)
	if err != nil {
		return "", err
	}
	return ask(policy, a)
}

func usage(_ *Policy, a *Agent, f []string) (string, error) {
	allowed, stated, err := a.Usage(f[3])
	value := ""
	for _, p := range stated {
		if p.Field == f[4] && p.Label == f[5] {
			value = p.Value
		}
	}
	return fmt.Sprintf("%s %d %s", words[allowed], len(stated), value), err
}

func access(f []string) (string, error) {
	status, _ := strconv.Atoi(f[0])
	at, _ := strconv.ParseInt(f[1], 10, 64)
	name, value, _ := strings.Cut(f[2], ": ")
	d, err := Access(&Fetch{Status: status, At: time.Unix(at, 0), Header: map[string][]string{name: {value}}})
	if err != nil {
		return "", err
	}
	return fmt.Sprint(d.Outcome, " ", d.Expires.Unix()), nil
}

func page(f []string) (string, error) {
	var fields []string
	if f[1] != "" {
		fields = append(fields, f[1])
	}
	answer, err := Page([]byte(f[0]), fields, f[2])
	index := map[interface{}]string{true: "index", false: "noindex"}[first(answer, "index")]
	return index + " " + map[interface{}]string{true: "follow", false: "nofollow"}[first(answer, "follow")], err
}

// reported is the text of a report in JSON.
func reported(kind string, f []string, options *Options) (string, error) {
	var said []byte
	var err error
	switch kind {
	case "explain":
		said, err = Explain([]byte(f[1]), f[3], options, strings.Split(f[2], "\n")...)
		return explained(said), err
	case "lint":
		said, err = Lint([]byte(f[1]), options)
		files, _ := first(said, "files").([]interface{})
		return each(files[0].(map[string]interface{})["findings"], "id"), err
	case "summary":
		said, err = Summary([]byte(f[1]), options)
		return each(first(said, "answers"), "extent"), err
	case "rules":
		said, err = Rules([]byte(f[1]), options)
		said = append(append([]byte(`{"all":`), said...), '}')
		all := first(said, "all")
		return each(all, "pattern") + "\n" + each(all, "canonical"), err
	case "sitemap":
		said, err = Sitemap([]byte(f[1]), []byte(f[2]), options, strings.Split(f[3], "\n")...)
		all := first(said, "answers")
		return each(all, "url") + "\n" + each(all, "line") + "\n" + fmt.Sprint(first(said, "closed")), err
	case "edit":
		said, err = Edit([]byte(f[1]), options, strings.Split(f[2], "\n"), strings.Split(f[3], "\n"))
		return fmt.Sprint(first(said, "outcome")) + "\n" + each(first(said, "robots"), "effect"), err
	case "diff":
		said, err = Diff([]byte(f[1]), []byte(f[2]), options, f[3])
	case "verify":
		return ofAgent(options.Dialect, []string{f[0], f[1], ""}, func(p *Policy, _ *Agent) (string, error) {
			said, err := p.Verify([]byte(f[1]), nil, f[2])
			return fmt.Sprint(first(said, "answer")), err
		})
	default:
		return "no such kind", nil
	}
	return fmt.Sprint(first(said, "answer")), err
}

// answer is the module's answer to a case; bindings/tests/cases.py explains its fields.
func answer(kind string, f []string) (string, error) {
	dialect, unknown := ParseDialect(f[0])
	options := &Options{Dialect: dialect}
	switch kind {
	case "open":
		_, err := Open([]byte(f[0]))
		return "opened", err
	case "content":
		return ContentKind([]byte(f[0]))
	case "origin":
		return RobotsURL(f[0])
	case "access":
		return access(f)
	case "page":
		return page(f)
	}
	if unknown != nil {
		return "", unknown
	}
	switch kind {
	case "check":
		return verdict(dialect, f[1], f[3], strings.Split(f[2], "\n"))
	case "names":
		options.Agents, options.OneRobot = strings.Split(f[2], "\n"), true
		policy, err := Compile([]byte(f[1]), options)
		if err != nil {
			return "", err
		}
		a, err := policy.Agent(options.Agents[0])
		return words[err == nil && a.Allowed(f[3])], err
	case "header":
		return header(dialect, f)
	case "partial":
		return header(dialect, f, "ExampleBot", "SomeBot")
	case "url":
		problem, err := URLProblem(f[1], dialect)
		return map[bool]string{true: "good", false: "bad"}[problem == ""], err
	case "usage":
		return ofAgent(dialect, f, func(p *Policy, a *Agent) (string, error) { return usage(p, a, f) })
	case "lines":
		return ofAgent(dialect, f, func(p *Policy, a *Agent) (string, error) {
			if a == nil {
				return lines(p.Records())
			}
			return lines(a.Records())
		})
	case "links":
		return lines(RecordsOf([]byte(f[1]), f[2], options))
	}
	return reported(kind, f, options)
}

// TestCases answers the table in the file that CASES names.
func TestCases(t *testing.T) {
	table, err := os.ReadFile(os.Getenv("CASES"))
	if err != nil {
		t.Skip("CASES names no table")
	}
	passed, failed := 0, 0
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n") {
		fields := strings.Split(line, "\t")
		for i := range fields {
			fields[i], _ = url.PathUnescape(fields[i])
		}
		last := len(fields) - 1
		said, err := answer(fields[0], fields[1:last])
		if err != nil {
			said = "error"
		}
		if passed++; said != fields[last] {
			passed, failed = passed-1, failed+1
			t.Errorf("FAILED: %s\n    said: %q", line, said)
		}
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
}
