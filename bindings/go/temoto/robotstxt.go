// SPDX-License-Identifier: Apache-2.0

// Package robotstxt has the functions of github.com/temoto/robotstxt, on top of robotsc: verdicts
// are those of RFC 9309, and no text is refused.
package robotstxt

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/OWNER/robotsc-go"
)

// RobotsData is a robots.txt.
type RobotsData struct {
	Host     string
	Sitemaps []string
	policy   *robotsc.Policy // nil: all is allowed
	groups   sync.Map        // of User-Agent headers, as they were asked for
}

// Group is the rules for a robot.
type Group struct {
	Agent      string // its product token, in lower case; "*"; or nothing
	CrawlDelay time.Duration
	robot      *robotsc.Agent // nil: all is allowed
}

// ParseError is never returned; it exists for programs that look for it.
type ParseError struct{ Errs []error }

func (e ParseError) Error() string { return fmt.Sprint("Parse error(s): ", e.Errs) }

// FromStatusAndBytes reads the body of a 2xx response; a 4xx allows all, and a 5xx nothing.
func FromStatusAndBytes(statusCode int, body []byte) (*RobotsData, error) {
	switch statusCode / 100 {
	case 2:
		return FromBytes(body)
	case 4:
		return &RobotsData{}, nil
	case 5:
		return FromString("User-agent: *\nDisallow: /")
	}
	return nil, fmt.Errorf("Unexpected status: %d", statusCode)
}

// FromStatusAndString is FromStatusAndBytes.
func FromStatusAndString(statusCode int, body string) (*RobotsData, error) {
	return FromStatusAndBytes(statusCode, []byte(body))
}

// FromResponse reads the body of a response, as FromStatusAndBytes.
func FromResponse(res *http.Response) (*RobotsData, error) {
	if res == nil {
		return nil, nil
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	return FromStatusAndBytes(res.StatusCode, body)
}

// FromString is FromBytes.
func FromString(body string) (*RobotsData, error) { return FromBytes([]byte(body)) }

// FromBytes compiles a robots.txt.
func FromBytes(body []byte) (*RobotsData, error) {
	policy, err := robotsc.Compile(body, nil)
	if err != nil {
		return nil, err
	}
	records, err := policy.Records()
	if err != nil {
		return nil, err
	}
	r := &RobotsData{policy: policy}
	for _, record := range records {
		switch record.Field {
		case "Sitemap":
			r.Sitemaps = append(r.Sitemaps, record.Value)
		case "Host":
			r.Host = record.Value
		}
	}
	return r, nil
}

// TestAgent is true if a robot with this header or name may fetch a path.
func (r *RobotsData) TestAgent(path, agent string) bool { return r.FindGroup(agent).Test(path) }

// FindGroup returns the rules for a robot with this header or name.
func (r *RobotsData) FindGroup(agent string) *Group {
	if found, ok := r.groups.Load(agent); ok {
		return found.(*Group)
	}
	g := &Group{}
	if r.policy != nil {
		g.robot, _ = r.policy.AgentForHeader(agent) // one for all robots has one for each
		g.Agent = strings.ToLower(g.robot.Token())
		records, _ := g.robot.Records()
		for _, record := range records {
			if record.Field == "Crawl-delay" {
				g.CrawlDelay = record.Delay
			}
		}
	}
	found, _ := r.groups.LoadOrStore(agent, g)
	return found.(*Group)
}

// Test is true if the robot may fetch a path, which may have a query.
func (g *Group) Test(path string) bool { return g.robot == nil || g.robot.Allowed(path) }
