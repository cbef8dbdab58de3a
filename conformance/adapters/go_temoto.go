//go:build ignore

// go_temoto.go - github.com/temoto/robotstxt, the reader of Colly; built in a checkout of it.
//
// SPDX-License-Identifier: CC0-1.0
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"

	"github.com/temoto/robotstxt"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var rules *robotstxt.RobotsData
	for line, err := in.ReadBytes('\n'); err == nil; line, err = in.ReadBytes('\n') {
		var q struct{ Robots, Token, URL string }
		json.Unmarshal(line, &q)
		if text, err := base64.StdEncoding.DecodeString(q.Robots); err == nil {
			rules, _ = robotstxt.FromBytes(text)
		}
		token, _ := base64.StdEncoding.DecodeString(q.Token)
		text, _ := base64.StdEncoding.DecodeString(q.URL)
		verdict := "refuse"
		// Colly asks like this: with the path, unchanged, and the query.
		if parsed, err := url.Parse(string(text)); err == nil && rules != nil {
			if verdict = "disallow"; rules.TestAgent(parsed.RequestURI(), string(token)) {
				verdict = "allow"
			}
		}
		fmt.Printf("{\"verdict\":\"%s\"}\n", verdict)
	}
}
