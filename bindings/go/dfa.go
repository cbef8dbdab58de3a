// SPDX-License-Identifier: Apache-2.0

package robotsc

import "bytes"

// quick is slow for paths that are canonical already.
var quick [256]bool

const goesOn = 2

// walk walks a path as it stands, from a node on. Where that meets an octet that may stand for
// another one, it goes on with canonical octets.
func (g *Group) walk(p []byte, at, node int) bool {
	verdict, at, node := g.nodes(p, at, node, &slow[g.form])
	if verdict == goesOn {
		return g.walkCopied(p, at, node)
	}
	return verdict == 1
}

func (g *Group) walkCopied(p []byte, at, node int) bool {
	var room [roomSize]byte
	query := bytes.IndexByte(p[:at], '?') >= 0
	out := room[:0]
	if 3*(len(p)-at) > roomSize {
		long := rooms.Get().(*[]byte)
		*long = canonical((*long)[:0], g.form, p[at:], query)
		verdict, _, _ := g.nodes(*long, 0, node, &quick)
		rooms.Put(long)
		return verdict == 1
	}
	verdict, _, _ := g.nodes(canonical(out, g.form, p[at:], query), 0, node, &quick)
	return verdict == 1
}

// nodes walks octets of a path from a node on. It returns the verdict, or goesOn with the place and
// the node where a slow octet stopped it.
func (g *Group) nodes(p []byte, at, node int, slow *[256]bool) (verdict, stop, stopped int) {
	for at < len(p) {
		var target int
		if counting {
			steps++
		}
		head := g.code[node]
		switch {
		case head&nodeBranch == 0:
			target, at = g.run(p, at, node, slow)
		case head&7 == elseSelf:
			target, at = g.stay(p, at, node, slow)
		default:
			target, at = g.branch(p, at, node, slow)
		}
		if target < targetNode {
			if target < 0 {
				return goesOn, at, node
			}
			return target, 0, 0
		}
		node = target - targetNode
	}
	return int(g.code[node] >> 5 & 1), 0, 0
}

const met = -1 // instead of a target: a slow octet stands there

// branch reads an octet. It returns the target, and where the path goes on.
func (g *Group) branch(p []byte, at, node int, slow *[256]bool) (target, after int) {
	code, w, c := g.code, int(g.width), p[at]
	if slow[c] {
		return met, at
	}
	otherwise, count, next := int(code[node]&7), int(code[node+1]), node+2
	if otherwise == elseDefault || otherwise == elseGoto {
		target = int7(code, next, w)
		next += w
	}
	if k := find(code[next:next+count], c); k >= 0 {
		return int7(code, next+count+k*w, w), at + 1
	}
	switch otherwise {
	case elseDisallow, elseAllow:
		return otherwise, at
	case elseRoot:
		return int(g.root) + targetNode, at
	case elseGoto:
		at++
	}
	return target, at
}

// stay reads octets until one leads out of a node that stays at all others.
func (g *Group) stay(p []byte, at, node int, slow *[256]bool) (target, after int) {
	code, w, ways := g.code, int(g.width), node+2
	count := int(code[node+1])
	for ; at < len(p); at++ {
		if counting {
			steps++
		}
		if node == int(g.root) && g.scan != nil {
			if at = g.skip(p, at); at == len(p) {
				break
			}
		}
		c := p[at]
		if slow[c] {
			return met, at
		}
		if k := find(code[ways:ways+count], c); k >= 0 {
			return int7(code, ways+count+k*w, w), at + 1
		}
	}
	return node + targetNode, at
}

// skip is where the next octet stands that may lead out of the root. docs/format.md, "Scan"
func (g *Group) skip(p []byte, at int) int {
	scan, pairs := g.scan, g.pairs
	for ; at < len(p); at++ {
		c := p[at]
		if (uint32(scan[c&15])|0xFF00)>>(c>>4&15)&1 != 0 {
			return at
		}
		if pairs == nil {
			continue
		}
		bits := pairs[c&15] & pairs[32+c>>4&7]
		if bits == 0 {
			continue
		}
		if at+1 == len(p) {
			return at
		}
		d := p[at+1]
		if (uint32(scan[d&15])|0xFF00)>>(d>>4&15)&1 != 0 || bits&pairs[16+d&15]&pairs[40+d>>4&7] != 0 {
			return at
		}
	}
	return at
}

// run reads the octets of a run. It returns the target, and where the path goes on.
func (g *Group) run(p []byte, at, node int, slow *[256]bool) (target, after int) {
	code, w, head := g.code, int(g.width), g.code[node]
	count, next := int(code[node+1]), node+2
	otherwise, edge := int(head>>1&3), next
	if otherwise == elseDefault {
		next += w
	}
	to := next
	if head>>3&3 == nextGoto {
		next += w
	}
	run, rest := code[next:next+count], p[at:]
	k := 0
	for k < len(run) && k < len(rest) && run[k] == rest[k] && (head&runCareful == 0 || !slow[rest[k]]) {
		k++
	}
	if k == len(run) {
		switch head >> 3 & 3 {
		case nextFall:
			return next + count + targetNode, at + k
		case nextGoto:
			return int7(code, to, w), at + k
		}
		return int(head>>3&3) - nextDisallow, at
	}
	if k == len(rest) {
		return int(head >> 5 & 1), at
	}
	if slow[rest[k]] {
		return met, at
	}
	switch otherwise {
	case elseRoot:
		return int(g.root) + targetNode, at
	case elseDefault:
		return int7(code, edge, w), at
	}
	return otherwise, at
}

// find is where an octet stands among the ways out of a branch, which ascend, or -1.
func find(ways []byte, c byte) int {
	for i, way := range ways {
		if way >= c {
			if way == c {
				return i
			}
			break
		}
	}
	return -1
}
