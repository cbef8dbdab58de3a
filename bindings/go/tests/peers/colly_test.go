// colly_test.go - Colly, unchanged, with our module: go.mod replaces temoto/robotstxt.
//
// SPDX-License-Identifier: Apache-2.0
package peers

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/gocolly/colly/v2"
	"github.com/stretchr/testify/require"
)

// Colly follows the links of a page as its robots.txt allows the robot in the header.
func TestColly(t *testing.T) {
	var lock sync.Mutex
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		asked[r.URL.Path]++
		lock.Unlock()
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/robots.txt":
			w.Write([]byte("User-agent: *\nDisallow: /\n\n" +
				"User-agent: ExampleBot\nDisallow: /private/\nDisallow: /*.pdf$\nDisallow: /caf%C3%A9\n"))
		case "/":
			for _, to := range []string{"/a", "/private/b", "/c.pdf", "/c.pdf?d", "/caf\u00e9"} {
				w.Write([]byte("<a href='" + to + "'>a</a>"))
			}
		}
	}))
	defer server.Close()
	crawl := func(agent string) (refused int) {
		c := colly.NewCollector(colly.UserAgent(agent))
		c.IgnoreRobotsTxt = false
		c.OnHTML("a[href]", func(e *colly.HTMLElement) {
			if e.Request.Visit(e.Attr("href")) == colly.ErrRobotsTxtBlocked {
				refused++
			}
		})
		if c.Visit(server.URL+"/") == colly.ErrRobotsTxtBlocked {
			refused++
		}
		return refused
	}
	require.Equal(t, 3, crawl("Mozilla/5.0 (compatible; ExampleBot/1.0; +https://h.example/)"))
	require.Equal(t, map[string]int{"/robots.txt": 1, "/": 1, "/a": 1, "/c.pdf": 1}, asked)
	require.Equal(t, 1, crawl("OtherBot"))
	require.Equal(t, map[string]int{"/robots.txt": 2, "/": 1, "/a": 1, "/c.pdf": 1}, asked)
}
