// SPDX-License-Identifier: Apache-2.0

package robotsc

// An Answer is what a snapshot says of a URL.
type Answer struct {
	Allowed  bool
	Decision Decision // that the verdict rests on: how long it holds
	Err      error    // as of AllowedURL; then there is nothing else
}

// AllowedURLs sets answers[i] to the answer for each URL, of any hosts. answers has room for all.
// URLs that follow each other and have the same origin are looked up once.
func (s *Snapshot) AllowedURLs(urls []string, answers []Answer) {
	answers = answers[:len(urls)]
	var rooms [2][originMax]byte
	var last []byte // the origin that e, g and failed are of
	var e Entry
	var g Group
	var failed error
	for i, url := range urls {
		origin, _, err := appendOrigin(rooms[i&1][:0], url)
		if err != nil {
			answers[i], last = Answer{Err: err}, nil
			continue
		}
		if last == nil || string(origin) != string(last) {
			if e, failed = s.find(origin); failed == nil {
				g, failed = s.Group(&e)
			}
		}
		last = origin
		if failed != nil {
			answers[i] = Answer{Err: failed}
			continue
		}
		answers[i] = Answer{Allowed: g.AllowedURL(url), Decision: e.Decision}
	}
}
