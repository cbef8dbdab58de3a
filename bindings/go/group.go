// SPDX-License-Identifier: Apache-2.0

package robotsc

// A Group is the rules for a robot. It is a value: copy it as you like. Its checks allocate nothing
// and cannot fail.
type Group struct {
	machine  []byte // from the machine on to the blob's end; nil: the verdict is constant
	code     []byte // of a DFA
	prefixes []byte // with a prefix table: from the end of the entries on to the blob's end
	entries  []byte
	scan     *[scanSize]byte
	pairs    *[pairSize]byte
	list     []byte // the policies after the first one, of the two sections below
	policies []byte
	machines []byte

	multiplier, keys uint64
	root             int32 // in the code
	shift, unit      uint8
	width, missed    uint8 // missed: what is done where no prefix follows
	form             uint8
	dialect          Dialect
	filter, table    bool
	verdict          bool // without a machine, or where no rule matches
	root1            bool // the verdict of "/", with a prefix table
	selected         Selected
	entry            uint32 // of the agent index, plus 1
	token            int
}

// Selected says whether a name or "*" has the rules.
func (g *Group) Selected() Selected { return g.selected }

// Token is the number of the token that decided, of those given; 0 if none did.
func (g *Group) Token() int { return g.token }

// attach makes the group of an answer of the agent index. False if the blob, which may not have
// been verified, has no such policy.
func (g *Group) attach(b *Blob, a answer) bool {
	*g = Group{form: b.form, dialect: b.dialect, selected: a.selected, entry: a.entry, token: a.token, verdict: true}
	policy := a.field >> 1
	return policy == 0 || uint64(policy) <= uint64(b.npolicies) && g.attachPolicy(b, int(policy)-1)
}

func (g *Group) attachPolicy(b *Blob, policy int) bool {
	kind, value := policyOf(b.policies, policy)
	switch kind {
	case kindConstant:
		g.verdict = value == 1
		return true
	case kindList:
		at, size := int(value), len(b.policies)
		if at > size-8 || ld32(b.policies, at) == 0 || uint64(ld32(b.policies, at))*4 > uint64(size-at-4) ||
			uint64(ld32(b.policies, at+4)) >= uint64(b.npolicies) {
			return false
		}
		g.list, g.policies, g.machines = b.policies[at+8:at+4+4*int(ld32(b.policies, at))], b.policies, b.machines
		_, value = policyOf(b.policies, int(ld32(b.policies, at+4)))
	}
	if int(value) >= len(b.machines) {
		return false
	}
	g.machine = b.machines[value:]
	m, ok := readMachine(g.machine)
	if g.verdict, g.filter = m.flags&machineFallback != 0, m.isFilter(); !ok || g.filter {
		return ok
	}
	g.width, g.code, g.root = uint8(m.width), g.machine[m.code:], int32(m.fields[fieldRoot])-1
	if m.flags&machineScan != 0 {
		g.scan = (*[scanSize]byte)(g.machine[m.tables:])
	}
	if m.flags&machinePairs != 0 {
		g.pairs = (*[pairSize]byte)(g.machine[m.tables+scanSize:])
	}
	return m.flags&machinePrefixes == 0 || g.attachTable(g.machine[m.prefixes:m.tables], g.machine[m.prefixes:])
}

// attachTable takes a prefix table; p goes on to the blob's end.
func (g *Group) attachTable(table, p []byte) bool {
	if len(table) < prefixEntries {
		return false
	}
	bits, wide := uint(p[1]&15), uint(0)
	if g.unit = p[1] >> 4; g.unit == prefixWide {
		wide = 1
	}
	begin := prefixEntries + 1<<(bits+wide)
	if begin > len(table) {
		return false
	}
	g.table, g.shift, g.keys = true, uint8(64-bits), ld64(p, prefixKeys)
	g.missed, g.root1 = p[0]&3, p[0]&prefixE != 0
	g.multiplier = checksumSeed * (2*uint64(p[2]) + 1)
	g.entries, g.prefixes = p[:begin], p[begin:]
	return true
}

// AllowedURL is true if the robot may fetch the URL. A text without a scheme is a path.
func (g *Group) AllowedURL(url string) bool { return g.allowed(urlPath(g.dialect, octets(url))) }

// Allowed is AllowedURL of octets.
func (g *Group) Allowed(url []byte) bool { return g.allowed(urlPath(g.dialect, url)) }

// AllowedPath is true if the robot may fetch a path with its query, as they stand in the URL.
func (g *Group) AllowedPath(path string) bool { return g.allowed(octets(path)) }

func (g *Group) allowed(path []byte) bool {
	if g.table && len(path) > 1 && path[0] == '/' {
		return g.beginTable(path)
	}
	return g.begin(path)
}

func (g *Group) begin(path []byte) bool {
	switch {
	case g.machine == nil:
		return g.verdict
	case g.filter:
		return g.filters(path)
	}
	at := 0
	if len(path) > 0 && path[0] == '/' {
		at = 1
	}
	if g.table {
		return g.beginCopied(path[at:])
	}
	return g.walk(path, at, 0)
}

// AllowedURLs sets allowed[i] to the verdict of each URL. allowed has room for all.
func (g *Group) AllowedURLs(urls []string, allowed []bool) {
	allowed = allowed[:len(urls)]
	for i, url := range urls {
		allowed[i] = g.AllowedURL(url)
	}
}

// A Query is a URL for the rules of its host.
type Query struct {
	Group *Group
	URL   string
}

// Check sets allowed[i] to the verdict of each query, of many hosts. allowed has room for all.
func Check(queries []Query, allowed []bool) {
	allowed = allowed[:len(queries)]
	for i := range queries {
		allowed[i] = queries[i].Group.AllowedURL(queries[i].URL)
	}
}
