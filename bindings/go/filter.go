// SPDX-License-Identifier: Apache-2.0

package robotsc

import "bytes"

// filters judges by filters, with the canonical octets of the path.
func (g *Group) filters(path []byte) bool {
	table := &slow[g.form]
	i := 0
	for i < len(path) && !table[path[i]] {
		i++
	}
	if len(path) > 0 && path[0] == '/' {
		if i == len(path) {
			return g.rank(path)&1 != 0
		}
		if becomes[path[i]][column(g.form)] == ends {
			return g.rank(path[:i])&1 != 0
		}
	}
	return g.filtersCopied(path)
}

func (g *Group) filtersCopied(path []byte) bool {
	if 3*len(path)+1 > roomSize {
		long := rooms.Get().(*[]byte)
		*long = g.whole((*long)[:0], path)
		verdict := g.rank(*long)&1 != 0
		rooms.Put(long)
		return verdict
	}
	var room [roomSize]byte
	return g.rank(g.whole(room[:0], path))&1 != 0
}

// whole appends the canonical octets of a path, and the '/' that it may lack.
func (g *Group) whole(out []byte, path []byte) []byte {
	if len(path) == 0 || path[0] != '/' {
		out = append(out, '/')
	}
	return canonical(out, g.form, path, false)
}

// rank is the greatest rank of the filters.
func (g *Group) rank(path []byte) uint32 {
	best, p := uint32(0), g.machine
	if g.verdict {
		best = 1
	}
	for rest := g.list; ; rest = rest[4:] {
		m, _ := readMachine(p)
		if best >= m.fields[fieldTop] {
			return best
		}
		if n := int(m.fields[fieldLiterals]); n <= 256 {
			best = filterSmall(p, &m, g.form, path, best)
		} else {
			best = filterLarge(p, &m, g.form, path, best)
		}
		if len(rest) == 0 {
			return best
		}
		_, at := policyOf(g.policies, int(ld32(rest, 0)))
		p = g.machines[at:]
	}
}

// A search is a filter that judges a canonical path. docs/format.md, "The walk"
type search struct {
	p      []byte // the machine
	m      *machine
	code   []byte
	form   uint8
	path   []byte
	best   uint32   // a rank
	seen   []uint64 // a bit for each literal
	query  int      // where the first '?' stands, or -1; -2: not looked for yet
	anyway bool     // a literal was seen
}

func filterSmall(p []byte, m *machine, form uint8, path []byte, best uint32) uint32 {
	var seen [4]uint64
	return filter(p, m, form, path, best, seen[:])
}

func filterLarge(p []byte, m *machine, form uint8, path []byte, best uint32) uint32 {
	var seen [literalsMax / 64]uint64
	return filter(p, m, form, path, best, seen[:])
}

// filter is the greater of best and the greatest rank of a machine's matches.
func filter(p []byte, m *machine, form uint8, path []byte, best uint32, seen []uint64) uint32 {
	s := search{p: p, m: m, code: p[m.code:m.globs], form: form, path: path, best: best, seen: seen, query: -2}
	s.complete(m.fields[fieldFirst])
	root := int(m.fields[fieldRoot]) - 1
	switch {
	case m.flags&machinePrefixes != 0:
		if at, node := s.prefix(); node >= 0 {
			s.arrive(node)
			s.trie(at, node)
		}
	case len(s.code) > 0 && root != 0:
		s.arrive(0)
		s.trie(1, 0)
	}
	if root >= 0 && s.best <= m.fields[fieldStop+s.best&1] {
		s.float(root)
	}
	if s.anyway {
		s.globs()
	}
	return s.best
}

// complete takes a mark: a rank, or a literal that is seen.
func (s *search) complete(mark uint32) {
	if mark&1 != 0 {
		s.seen[mark>>7] |= 1 << (mark >> 1 & 63)
		s.anyway = true
	} else if mark>>1 > s.best {
		s.best = mark >> 1
	}
}

// arrive completes the mark of a node.
func (s *search) arrive(node int) {
	if s.code[node]&nodeE != 0 {
		s.complete(uint32(int7(s.code, node+2, s.m.width)))
	}
}

// prefix is where the path goes on after the prefix that follows, and at which node; -1: none does.
func (s *search) prefix() (at, node int) {
	p, path, w := s.p[s.m.prefixes:s.m.tables], s.path, s.m.width
	if len(path) < 2 {
		return 0, -1
	}
	bits, unit := uint(p[1]&15), int(p[1]>>4)
	begin := prefixEntries + 1<<bits
	if unit == prefixWide {
		begin += 1 << bits
	}
	key := word8(path, 1)
	hashed := 8 * (ld64(p, prefixKeys) >> (4 * (key & 15)) & 7)
	h := int(key << hashed >> hashed * (checksumSeed * (2*uint64(p[2]) + 1)) >> (64 - bits))
	for i := begin + prefixEntry(p, begin, unit, h); ; {
		head, count := p[i], int(p[i]&15)+1
		if counting {
			steps += 1 + count
		}
		if bytes.HasPrefix(path[1:], p[i+1:i+1+count]) {
			return 1 + count, int7(p, i+1+count, w) - targetNode
		}
		if head&prefixMore == 0 {
			return 0, -1
		}
		i += 1 + count + w
	}
}

// trie walks from a node, with the octets of the path from at on.
func (s *search) trie(at, node int) {
	code, path, w := s.code, s.path, s.m.width
	for at < len(path) {
		head, count, next := code[node], int(code[node+1]), node+2
		if head&nodeE != 0 {
			next += w
		}
		if head&nodeBranch != 0 {
			k := find(code[next:next+count], path[at])
			if counting {
				steps += next - node + count + count*w
			}
			if k < 0 {
				return
			}
			at++
			node = int7(code, next+count+k*w, w) - targetNode
		} else {
			to := 0
			if head>>3&3 == nextGoto {
				to = int7(code, next, w) - targetNode
				next += w
			} else {
				to = next + count
			}
			if counting {
				steps += next - node + count
			}
			if !bytes.HasPrefix(path[at:], code[next:next+count]) {
				return
			}
			at += count
			node = to
		}
		s.arrive(node)
	}
}

// float looks for floating literals at every place where the start table allows one.
func (s *search) float(root int) {
	path, start := s.path, s.p[s.m.tables:s.m.tables+startSize]
	for at := 1; at < len(path); at++ {
		c := path[at]
		bits := start[c&15] & start[48+c>>4&7]
		if bits == 0 {
			continue
		}
		c, d := byte(0xFF), byte(0xFF)
		if at+1 < len(path) {
			c = path[at+1]
		}
		if at+2 < len(path) {
			d = path[at+2]
		}
		if bits&start[16+c&15]&start[56+c>>4&7]&start[32+d&15]&start[64+d>>4&7] != 0 {
			s.trie(at, root)
		}
	}
}

// globs tries the globs of the literals that were seen.
func (s *search) globs() {
	m := s.m
	n, w, globs := int(m.fields[fieldLiterals]), m.unit, s.p[m.globs:m.end]
	for literal := 0; literal < n; literal++ {
		if counting {
			steps++
		}
		if s.seen[literal>>6] == 0 {
			literal |= 63
			continue
		}
		if s.seen[literal>>6]>>(literal&63)&1 == 0 {
			continue
		}
		begin, end := int(field(s.p[m.literals:], literal, w)), len(globs)
		if literal+1 < n {
			end = int(field(s.p[m.literals:], literal+1, w))
		}
		for at := begin; at < end; {
			rank, size := field(globs[at:], 0, w), int(field(globs[at:], 1, w))
			if rank <= s.best {
				if at == begin {
					return
				}
				break
			}
			at += 2 * w
			if s.match(globs[at : at+size]) {
				s.best = rank
				break
			}
			at += size
		}
	}
}

// match is true if a glob matches the path. What stands between two stars is taken at the first
// place where it can be read.
func (s *search) match(ops []byte) bool {
	at, star, again := 0, -1, 0
	for i := 0; i < len(ops); {
		if counting {
			steps++
		}
		if ops[i] == globStar {
			i++
			star, again = i, at
			continue
		}
		size, to := s.read(ops[i:], at)
		if to >= 0 {
			i, at = i+size, to
			continue
		}
		if star < 0 || again >= len(s.path) {
			return false
		}
		again++
		i, at = star, again
	}
	return true
}

// read is how many octets an instruction has, and where the path goes on if it reads it at a place;
// -1 if it does not.
func (s *search) read(ops []byte, at int) (size, to int) {
	path := s.path
	switch op := ops[0]; op {
	case globKnown:
		to = at + int(ops[1])
		if to > len(path) || (s.form == formK && path[to-1] < 0x10) {
			to = -1
		}
		return 2, to
	case globSet, globOne:
		return s.unit(ops, at)
	case globEnd:
		if at == len(path) {
			return 1, at
		}
		return 1, -1
	case globSlash, globQuery:
		octets := "%2F"
		after := at > s.firstQuery()
		switch {
		case s.form == formK:
			return 1, -1
		case op == globSlash && after:
			octets = "/"
		case op == globQuery && after:
			octets = "?"
		case op == globQuery:
			octets = "%3F"
		}
		if len(path)-at < len(octets) || string(path[at:at+len(octets)]) != octets {
			return 1, -1
		}
		return 1, at + len(octets)
	default:
		if at < len(path) && path[at] == op {
			return 1, at + 1
		}
		return 1, -1
	}
}

// firstQuery is where the first '?' of the path stands, or its end.
func (s *search) firstQuery() int {
	if s.query == -2 {
		s.query = bytes.IndexByte(s.path, '?')
	}
	if s.query < 0 {
		return len(s.path)
	}
	return s.query
}

// unit reads a unit of form K: one of a set, or any.
func (s *search) unit(ops []byte, at int) (size, to int) {
	path := s.path
	ranges := ops[1:1]
	size = 1
	if ops[0] == globSet {
		size = 2 + 2*int(ops[1])
		ranges = ops[2:size]
	}
	if s.form != formK || at == len(path) || path[at]>>4 == 1 {
		return size, -1
	}
	c, whole := path[at], true
	if to = at + 1; c < 0x10 {
		low := byte(15)
		if to < len(path) {
			low = path[to] & 15
			to++
		}
		c = c<<4 | low
		whole = c != '/' && c != '%'
	}
	if ops[0] == globOne {
		return size, to
	}
	for i := 0; i < len(ranges) && whole; i += 2 {
		if c >= ranges[i] && c <= ranges[i+1] {
			return size, to
		}
	}
	return size, -1
}
