// SPDX-License-Identifier: Apache-2.0

package robotsc

// Origin is scheme, host and port of a URL in one spelling: the key of a robots.txt.
func Origin(url string) (string, error) { return locate(url, 0) }

// RobotsURL is the URL of the robots.txt that applies to a URL.
func RobotsURL(url string) (string, error) { return locate(url, 1) }

func locate(url string, robots int32) (string, error) {
	found, err := question(func(e *instance) int32 { return e.m.Xlocate(robots) }, url)
	return string(found), err
}

// URLProblem says what is wrong with a URL, or nothing.  A check takes every text; one without
// scheme counts as a path.
func URLProblem(url string, dialect Dialect) (string, error) {
	found, err := question(func(e *instance) int32 {
		e.m.Xurl_problem(int32(dialect))
		return 0
	}, url)
	return string(found), err
}

// ContentKind says what the octets of a response to robots.txt look like: text, html, gzip.
func ContentKind(text []byte) (string, error) {
	found, err := question(func(e *instance) int32 {
		e.m.Xcontent()
		return 0
	}, string(text))
	return string(found), err
}
