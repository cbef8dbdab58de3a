// SPDX-License-Identifier: Apache-2.0

package robotsc

// How names of robots compare. docs/format.md, "Agents"
const (
	matchToken = iota
	matchWhole
	matchName
	matchWithin
	matchHolds
	matchPrefix
)

const (
	agentNamed  = 1
	agentPassed = 1
)

type agentIndex struct {
	offsets, policies, text []byte
	count, width            int
	star                    uint32
}

func (b *Blob) readAgents() bool {
	p := b.agents
	if len(p) < 1 {
		return false
	}
	w := int(p[0])
	if (w != 1 && w != 2 && w != 4) || len(p) < 1+2*w {
		return false
	}
	n, rest, limit := uint64(field(p[1:], 0, w)), p[1+2*w:], uint32(b.npolicies)
	x := agentIndex{width: w, star: field(p[1:], 1, w)}
	if n > uint64(len(rest)/(2*w)) || x.star>>1 > limit {
		return false
	}
	x.count = int(n)
	x.offsets, x.policies, x.text = rest[:x.count*w], rest[x.count*w:2*x.count*w], rest[2*x.count*w:]
	last := uint32(0)
	for i := 0; i < x.count; i++ {
		at := field(x.offsets, i, w)
		if at < last || uint64(at) > uint64(len(x.text)) || (i == 0 && at > 0) || x.policy(i)>>1 > limit {
			return false
		}
		last = at
	}
	b.index = x
	return true
}

func (x *agentIndex) policy(i int) uint32 { return field(x.policies, i, x.width) }

func (x *agentIndex) name(i int) []byte {
	end := len(x.text)
	if i+1 < x.count {
		end = int(field(x.offsets, i+1, x.width))
	}
	return x.text[field(x.offsets, i, x.width):end]
}

// cutName is the part of a robot's name that is compared.
func cutName(name string, match uint8) string {
	if match == matchWhole {
		return name
	}
	n := 0
	for n < len(name) && (match == matchToken && isToken(name[n]) || match != matchToken && name[n] != '/') {
		n++
	}
	return trim(name[:n])
}

func trim(s string) string {
	for len(s) > 0 && isBlank(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// compareNames compares octets, with the letters of a in lower case.
func compareNames(a string, b []byte) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if d := int(lower(a[i])) - int(b[i]); d != 0 {
			return d
		}
	}
	return len(a) - len(b)
}

// sameFold is true if two texts are equal but for the case of letters.
func sameFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

// contains is true if a part of whole is equal to part, which is not empty.
func contains(whole, part string) bool {
	for at := 0; len(part) > 0 && at+len(part) <= len(whole); at++ {
		if sameFold(whole[at:at+len(part)], part) {
			return true
		}
	}
	return false
}

// find is the entry of a robot's name, as cutName gives it, or -1.
func (x *agentIndex) find(name string, match uint8) int {
	if match < matchWithin {
		return x.search(name)
	}
	for i := 0; i < x.count; i++ {
		entry := text(x.name(i))
		switch match {
		case matchWithin:
			if contains(name, entry) {
				return i
			}
		case matchHolds:
			if contains(entry, name) {
				return i
			}
		case matchPrefix:
			if n := len(entry); n > 0 && n <= len(name) && sameFold(name[:n], entry) {
				return i
			}
		}
	}
	return -1
}

func (x *agentIndex) search(name string) int {
	low, high := 0, x.count
	for low < high {
		middle := low + (high-low)/2
		switch d := compareNames(name, x.name(middle)); {
		case d == 0:
			return middle
		case d < 0:
			high = middle
		default:
			low = middle + 1
		}
	}
	return -1
}

// Selected says what a group was selected by.
type Selected uint8

// None: no group applies, and everything is allowed. Star: the groups of "*". Token: a name.
const (
	SelectedNone Selected = iota
	SelectedStar
	SelectedToken
)

// An answer of the agent index: the field of a policy, the entry it comes from plus 1 (0: "*").
type answer struct {
	field, entry uint32
	token        int
	selected     Selected
}

// ask is select of docs/format.md, "Agents".
func (b *Blob) ask(tokens []string) (answer, error) {
	x := &b.index
	a := answer{field: x.star}
	if b.partial && len(tokens) > 0 {
		a.field = 0
	}
	named := false
	for i, token := range tokens {
		entry := x.find(cutName(token, b.match), b.match)
		if entry < 0 && b.partial {
			return a, ErrAgent
		}
		if entry < 0 || named {
			continue
		}
		if v := x.policy(entry); v&agentNamed != 0 || a.field == 0 {
			a.field, a.entry, a.token = v, uint32(entry)+1, i
			named = v&agentNamed != 0
		}
	}
	if b.partial && len(tokens) == 0 && x.star&agentNamed == 0 {
		return a, ErrAgent
	}
	if a.field == agentPassed {
		a.field, a.entry, named = x.star, 0, false
	}
	switch {
	case named:
		a.selected = SelectedToken
	case a.field>>1 != 0:
		a.selected = SelectedStar
	}
	if !named {
		a.token = 0
	}
	return a, nil
}

// IsToken is true if a dialect compares the whole text with the names of groups.
func IsToken(d Dialect, s string) bool {
	if s == "" {
		return d == Google
	}
	for i := 0; i < len(s); i++ {
		c, ok := s[i], false
		switch d {
		case RFC9309:
			ok = isToken(c)
		case Google:
			ok = isAlpha(c) || c == '_' || c == '-'
		default:
			ok = c != '/'
		}
		if !ok {
			return false
		}
	}
	return !isBlank(s[0]) && !isBlank(s[len(s)-1])
}

// Group is the rules for a robot, whose product tokens are given in order of preference: those of
// the first one that the robots.txt names, else those of "*". Errors: *TokenError for what is no
// token, such as a User-Agent header; ErrAgent if the blob does not answer for a token.
func (b *Blob) Group(tokens ...string) (Group, error) {
	for _, token := range tokens {
		if !IsToken(b.dialect, token) {
			return Group{}, &TokenError{token}
		}
	}
	return b.groupOf(tokens)
}

func (b *Blob) groupOf(tokens []string) (Group, error) {
	a, err := b.ask(tokens)
	if err != nil {
		return Group{}, err
	}
	var g Group
	if !g.attach(b, a) {
		return Group{}, ErrCorrupt
	}
	return g, nil
}

// GroupForHeader is the rules for the robot that sends a User-Agent header: Group with
// HeaderTokens. Error: ErrAgent for a header without a token of a blob for some agents.
func (b *Blob) GroupForHeader(header string) (Group, error) {
	tokens := b.HeaderTokens(header)
	if b.partial && len(tokens) == 0 {
		return Group{}, ErrAgent
	}
	return b.groupOf(tokens)
}

const headerTokens = 64

// HeaderTokens are the product tokens in a User-Agent header that the blob knows, the longest
// first, at most 64.
func (b *Blob) HeaderTokens(header string) []string {
	var found []string
	for from := 0; from < len(header); from++ {
		if !mayBegin(header, from) {
			continue
		}
		if b.match > matchWhole {
			for i := 0; i < b.index.count; i++ {
				if end := productEnd(header, from, indexName(b.index.name(i)), b.match); end > 0 {
					found = keep(found, header[from:end])
				}
			}
			continue
		}
		if end := tokenEnd(header, from); end > from && mayEnd(header, end) && b.index.search(header[from:end]) >= 0 {
			found = keep(found, header[from:end])
		}
	}
	return found
}

// keep adds a token that is not there yet. Without room, the shortest goes.
func keep(found []string, token string) []string {
	i := 0
	for ; i < len(found) && len(found[i]) >= len(token); i++ {
		if sameFold(found[i], token) {
			return found
		}
	}
	if i == headerTokens {
		return found
	}
	if len(found) < headerTokens {
		found = append(found, "")
	}
	copy(found[i+1:], found[i:])
	found[i] = token
	return found
}

// mayBegin is true where a product may begin: after white space, or after a delimiter of RFC 9110
// §5.6.2 that stands in no version and hardly in a URL.
func mayBegin(header string, at int) bool {
	before := byte(' ')
	if at > 0 {
		before = header[at-1]
	}
	if header[at] <= ' ' {
		return false
	}
	switch before {
	case '"', '(', ')', ',', ';', '<', '>', '[', ']', '{', '}':
		return true
	}
	return before <= ' '
}

// mayEnd is true where a product may end. A word before ':' or '@' begins a URL or an address.
func mayEnd(header string, at int) bool {
	return at == len(header) || !isToken(header[at]) && header[at] != ':' && header[at] != '@'
}

func tokenEnd(header string, at int) int {
	for at < len(header) && isToken(header[at]) {
		at++
	}
	return at
}

// indexName is an entry of the index up to its first '/', without blanks before that.
func indexName(name []byte) string {
	s := text(name)
	for i := range name {
		if name[i] == '/' {
			for i > 0 && isBlank(s[i-1]) {
				i--
			}
			return s[:i]
		}
	}
	return s
}

// productEnd is where the product at from ends if it has the name, or 0.
func productEnd(header string, from int, name string, match uint8) int {
	longer := match == matchPrefix || match == matchWithin
	for at := from; len(name) > 0 && len(name) <= len(header)-at; at++ {
		if sameFold(header[at:at+len(name)], name) {
			end := at + len(name)
			if longer {
				end = tokenEnd(header, end)
			}
			if mayEnd(header, end) {
				return end
			}
			return 0
		}
		if match != matchWithin || !isToken(header[at]) {
			break
		}
	}
	return 0
}
