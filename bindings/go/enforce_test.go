// SPDX-License-Identifier: Apache-2.0

package robotsc_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	robotsc "github.com/OWNER/robotsc/bindings/go"
)

// Enforce answers 403 to a robot that a group names, where that group disallows what it asks for.
func Enforce(b *robotsc.Blob, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		group, err := b.GroupForHeader(r.UserAgent())
		allowed := group.AllowedPath // of the request line, which no rewrite has changed
		if !strings.HasPrefix(r.RequestURI, "/") {
			allowed = group.AllowedURL // GET http://example.com/page
		}
		named := err == nil && group.Selected() == robotsc.SelectedToken
		if named && r.URL.Path != "/robots.txt" && !allowed(r.RequestURI) {
			http.Error(w, "robots.txt disallows it", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

const held = "User-agent: ExampleBot\nDisallow: /private/\nDisallow: /*%2F\n\nUser-agent: *\nDisallow: /\n"

func TestEnforce(t *testing.T) {
	command := os.Getenv("ROBOTSC")
	if command == "" {
		t.Skip("ROBOTSC names no command that compiles")
	}
	c := robotsc.NewCompiler(command)
	defer c.Close()
	octets, err := c.Compile(context.Background(), []byte(held))
	if err != nil {
		t.Fatal(err)
	}
	b, err := robotsc.Open(octets)
	if err != nil {
		t.Fatal(err)
	}
	page := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	server := httptest.NewServer(Enforce(b, http.StripPrefix("/", page)))
	defer server.Close()
	const bot, browser = "Mozilla/5.0 (compatible; ExampleBot/1.0; +http://h/)", "Mozilla/5.0 (X11; Linux x86_64)"
	for _, asked := range []struct {
		agent, path string
		status      int
	}{
		{bot, "/", 200}, {bot, "/private/x", 403}, {bot, "/%70rivate/x", 403}, {bot, "/private%2Fx", 403},
		{bot, "/robots.txt", 200}, {browser, "/private/x", 200}, {"examplebot", "/private/", 403},
		{"OtherBot/1.0", "/private/", 200},
	} {
		request, _ := http.NewRequest("GET", server.URL+asked.path, nil)
		request.Header.Set("User-Agent", asked.agent)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != asked.status {
			t.Errorf("%s %s: %d", asked.agent, asked.path, response.StatusCode)
		}
	}
}

// TestPage holds that docs/go.md has Enforce as it stands here.
func TestPage(t *testing.T) {
	tree := os.Getenv("ROBOTSC_TREE")
	if tree == "" {
		t.Skip("ROBOTSC_TREE is not set")
	}
	page, err := os.ReadFile(filepath.Join(tree, "docs/go.md"))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("enforce_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(source), "\n// Enforce ")
	code, _, _ = strings.Cut(code, "\n}\n")
	if !strings.Contains(string(page), "```go\n// Enforce "+code+"\n}\n```") {
		t.Error("docs/go.md has another Enforce")
	}
}
