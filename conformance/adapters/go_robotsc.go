//go:build ignore

// go_robotsc.go - the Go module robotsc; run it where that was made:
//
//	ninja go && cd build/go/robotsc-go && go run ../../../conformance/adapters/go_robotsc.go
//
// SPDX-License-Identifier: CC0-1.0
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"

	"github.com/OWNER/robotsc-go"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	verdicts := map[bool]string{true: "allow", false: "disallow"}
	var policy *robotsc.Policy
	for line, err := in.ReadBytes('\n'); err == nil; line, err = in.ReadBytes('\n') {
		var q struct{ Robots, Token, URL string }
		json.Unmarshal(line, &q)
		if text, err := base64.StdEncoding.DecodeString(q.Robots); err == nil {
			policy, _ = robotsc.Compile(text, nil)
		}
		token, _ := base64.StdEncoding.DecodeString(q.Token)
		url, _ := base64.StdEncoding.DecodeString(q.URL)
		robot, _ := policy.Agent(string(token))
		fmt.Printf("{\"verdict\":\"%s\"}\n", verdicts[robot.Allowed(string(url))])
	}
}
