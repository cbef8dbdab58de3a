// SPDX-License-Identifier: Apache-2.0

package robotsc_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/OWNER/robotsc-go"
)

func Example() {
	policy, err := robotsc.Compile([]byte("User-agent: *\nDisallow: /private/"), nil)
	if err != nil {
		panic(err)
	}
	robot, err := policy.Agent("ExampleBot")
	if err != nil {
		panic(err)
	}
	fmt.Println(robot.Allowed("https://shop.example/private/x"))
	fmt.Println(robot.AllowedAll([]string{"https://shop.example/", "/private/"}))
	// Output:
	// false
	// [true false]
}

func ExampleCompile() {
	options := &robotsc.Options{Dialect: robotsc.Google, Agents: []string{"ExampleBot", "ExampleBot-Image"}, OneRobot: true}
	text := "User-agent: ExampleBot\nDisallow: /a\n\nUser-agent: ExampleBot-Image\nDisallow: /b"
	policy, _ := robotsc.Compile([]byte(text), options)
	robot, _ := policy.Agent(options.Agents...)
	fmt.Println(robot.AllowedAll([]string{"/a", "/b", "/c"}))
	// Output: [false false true]
}

func ExampleOpen() {
	policy, _ := robotsc.Compile([]byte("User-agent: *\nDisallow: /"), nil)
	blob, _ := policy.MarshalBinary()
	same, _ := robotsc.Open(blob)
	robot, _ := same.Agent("ExampleBot")
	fmt.Println(robot.Allowed("/"))
	_, err := robotsc.Open([]byte("User-agent: *"))
	fmt.Println(err)
	// Output:
	// false
	// robotsc: not a robotsc blob
}

func ExampleExplain() {
	said, _ := robotsc.Explain([]byte("User-agent: *\nDisallow: /private/"), "/private/x", nil, "ExampleBot")
	var answer struct {
		Verdict  string
		Deciding int
	}
	json.Unmarshal(said, &answer)
	fmt.Println(answer.Verdict, "by line", answer.Deciding)
	// Output: disallow by line 2
}

func ExampleAgent_NextFetch() {
	policy, _ := robotsc.Compile([]byte("User-agent: *\nCrawl-delay: 2.5"), nil)
	robot, _ := policy.Agent("ExampleBot")
	now := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	next, _ := robot.NextFetch(now, now.Add(-time.Second), 0)
	fmt.Println(next.Pause, next.At.Sub(now))
	// Output: 2.5s 1.5s
}

func ExampleOrigin() {
	key, _ := robotsc.Origin("HTTPS://Shop.example:443/x?y")
	robots, _ := robotsc.RobotsURL("https://shop.example/x")
	problem, _ := robotsc.URLProblem("shop.example/x", robotsc.RFC9309)
	kind, _ := robotsc.ContentKind([]byte("<!doctype html><html>"))
	fmt.Println(key, robots, problem != "", kind)
	// Output: https://shop.example https://shop.example/robots.txt true html
}

// A robots.txt asks; a server can insist.  Robots for which only the group of "*" applies are
// served, like browsers.
func Example_enforce() {
	enforce := func(policy *robotsc.Policy, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			robot, err := policy.AgentForHeader(r.UserAgent())
			named := err == nil && robot.Token() != "" && robot.Token() != "*"
			if named && r.URL.Path != "/robots.txt" && !robot.Allowed(r.RequestURI) {
				http.Error(w, "robots.txt disallows it", http.StatusForbidden)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	policy, _ := robotsc.Compile([]byte("User-agent: ExampleBot\nDisallow: /private/"), nil)
	server := httptest.NewServer(enforce(policy, http.NotFoundHandler()))
	defer server.Close()
	for _, agent := range []string{"Mozilla/5.0 (compatible; ExampleBot/1.0)", "Mozilla/5.0"} {
		request, _ := http.NewRequest("GET", server.URL+"/private/x", strings.NewReader(""))
		request.Header.Set("User-Agent", agent)
		response, err := http.DefaultClient.Do(request)
		fmt.Println(response.StatusCode, err)
	}
	// Output:
	// 403 <nil>
	// 404 <nil>
}
