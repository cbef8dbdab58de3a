//go:build ignore

// go_robotsc.go - the Go module robotsc, and the command in PATH; run it in bindings/go:
//
//	go run ../../conformance/adapters/go_robotsc.go
//
// SPDX-License-Identifier: CC0-1.0
package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"

	robotsc "github.com/OWNER/robotsc/bindings/go"
)

func main() {
	compiler, in := robotsc.NewCompiler("robotsc"), bufio.NewReader(os.Stdin)
	verdicts := map[bool]string{true: "allow", false: "disallow"}
	var blob *robotsc.Blob
	for line, err := in.ReadBytes('\n'); err == nil; line, err = in.ReadBytes('\n') {
		var q struct{ Robots, Token, URL string }
		json.Unmarshal(line, &q)
		if text, err := base64.StdEncoding.DecodeString(q.Robots); err == nil {
			octets, _ := compiler.Compile(context.Background(), text)
			blob, _ = robotsc.Open(octets)
		}
		token, _ := base64.StdEncoding.DecodeString(q.Token)
		url, _ := base64.StdEncoding.DecodeString(q.URL)
		group, _ := blob.Group(string(token))
		fmt.Printf("{\"verdict\":\"%s\"}\n", verdicts[group.Allowed(url)])
	}
}
