// SPDX-License-Identifier: Apache-2.0

package robotsc

// word8 is the 8 octets at a place of the path, with zeros after its end.
func word8(p []byte, at int) uint64 {
	if len(p)-at >= 8 {
		return ld64(p, at)
	}
	return wordEnd(p, at)
}

func wordEnd(p []byte, at int) uint64 {
	if at >= len(p) {
		return 0
	}
	if len(p) >= 8 {
		return ld64(p, len(p)-8) >> (8 * uint(at+8-len(p)) & 63)
	}
	word := uint64(0)
	for i := len(p) - 1; i >= at; i-- {
		word = word<<8 | uint64(p[i])
	}
	return word
}

// follows is the prefix in the table that the octets of the path begin with, or -1.
func (g *Group) follows(first, second uint64) int {
	hashed := 8 * (g.keys >> (4 * (first & 15)) & 7)
	h := int(first << hashed >> hashed * g.multiplier >> (g.shift & 63))
	at := 0
	if g.unit == prefixWide {
		at = int7(g.entries, len(g.entries)-2*(h+1), 2)
	} else {
		at = int(g.entries[len(g.entries)-1-h]) << (g.unit & 63)
	}
	for {
		if counting {
			steps++
		}
		p := g.prefixes[at : at+17]
		head := p[0]
		count := uint(head&15) + 1
		differ := first ^ ld64(p, 1)
		if count <= 8 {
			differ <<= (64 - 8*count) & 63
		} else {
			differ |= (second ^ ld64(p, 9)) << ((128 - 8*count) & 63)
		}
		if differ == 0 {
			return at
		}
		if head&prefixMore == 0 {
			return -1
		}
		at += int(count) + 1
		if head>>4&3 == nextGoto {
			at += int(g.width)
		}
	}
}

const each = 0x0101010101010101

// has is not 0 if one of the octets of a word is c; then the lowest bit is that of the first one.
func has(word, c uint64) uint64 {
	word ^= c * each
	return (word - each) &^ word & (0x80 * each)
}

// beginTable checks a path of at least two octets, the first a '/', that begins in a prefix table.
func (g *Group) beginTable(p []byte) bool {
	first, second := word8(p, 1), word8(p, 9)
	at := g.follows(first, second)
	if at >= 0 {
		count, target := g.leads(at)
		if target < targetNode {
			return target == 1
		}
		return g.walk(p, 1+count, target-targetNode)
	}
	if p[1] == '#' || (g.form == formRaw && p[1] == 0) {
		return g.root1
	}
	if g.form != formRaw && has(first, '%')|has(second, '%') != 0 {
		return g.beginCopied(p[1:])
	}
	if g.missed <= elseAllow {
		return g.missed == elseAllow
	}
	return g.walk(p, 1, int(g.root))
}

// leads is how many octets a prefix of the table has, and its target.
func (g *Group) leads(at int) (count, target int) {
	head := g.prefixes[at]
	count = int(head&15) + 1
	if next := int(head >> 4 & 3); next != nextGoto {
		return count, next - nextDisallow
	}
	return count, int7(g.prefixes, at+1+count, int(g.width))
}

// beginCopied is begin with a prefix table, for the octets after the first '/', made canonical.
func (g *Group) beginCopied(rest []byte) bool {
	var room [roomSize]byte
	if 3*len(rest) > roomSize {
		long := rooms.Get().(*[]byte)
		*long = canonical((*long)[:0], g.form, rest, false)
		verdict := g.beginCanonical(*long)
		rooms.Put(long)
		return verdict
	}
	return g.beginCanonical(canonical(room[:0], g.form, rest, false))
}

func (g *Group) beginCanonical(p []byte) bool {
	if len(p) == 0 {
		return g.root1
	}
	at := g.follows(word8(p, 0), word8(p, 8))
	if at >= 0 {
		count, target := g.leads(at)
		if target < targetNode {
			return target == 1
		}
		verdict, _, _ := g.nodes(p, count, target-targetNode, &quick)
		return verdict == 1
	}
	if g.missed <= elseAllow {
		return g.missed == elseAllow
	}
	verdict, _, _ := g.nodes(p, 0, int(g.root), &quick)
	return verdict == 1
}
