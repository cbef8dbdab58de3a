// SPDX-License-Identifier: Apache-2.0

package robotsc

// Machines. docs/format.md, "Machines", "Nodes", "Prefix tables"
const (
	machineIsFilter = 0x01
	machineFallback = 0x08
	machineWide     = 0x10
	machineScan     = 0x20
	machinePairs    = 0x40
	machinePrefixes = 0x80

	fieldCode     = 0
	fieldRoot     = 1
	fieldStop     = 2
	fieldTop      = 4
	fieldFirst    = 6
	fieldLiterals = 7
	fieldGlobs    = 8

	scanSize    = 16
	pairSize    = 48
	startSize   = 72
	literalsMax = 16384

	nodeBit      = 0x80
	nodeBranch   = 0x40
	nodeE        = 0x20
	branchUnused = 0x18
	runCareful   = 0x01
	runMaxAgain  = 16

	nextFall     = 0
	nextGoto     = 1
	nextDisallow = 2

	elseDisallow  = 0
	elseAllow     = 1
	elseRoot      = 2
	elseDefault   = 3
	elseSelf      = 4
	elseGoto      = 5
	defaultLevels = 4
	targetNode    = 2

	prefixE       = 0x20
	prefixWide    = 4
	prefixBitsMax = 14
	prefixKeys    = 3
	prefixEntries = 11
	prefixMore    = 0x40
)

// A machine is where its parts stand, from its first octet on.
type machine struct {
	flags                                 byte
	width, unit                           int // octets of an int7, of a field
	fields                                [10]uint32
	prefixes, tables, literals, code, end int
	globs                                 int
}

// readMachine reads flags and fields. False if they do not fit, or the parts do not.
func readMachine(p []byte) (m machine, ok bool) {
	if len(p) == 0 {
		return m, false
	}
	m.flags = p[0]
	m.width, m.unit = int(m.flags>>1&3)+2, 2
	if m.flags&machineWide != 0 {
		m.unit = 4
	}
	n := 2
	if m.flags&machineIsFilter != 0 {
		n = 9
	}
	size := uint64(0)
	if m.flags&machinePrefixes != 0 {
		n++
	}
	m.prefixes = 1 + n*m.unit
	if m.prefixes > len(p) {
		return m, false
	}
	for i := 0; i < n; i++ {
		m.fields[i] = field(p[1:], i, m.unit)
	}
	if m.flags&machinePrefixes != 0 {
		size = uint64(m.fields[n-1])
		m.fields[n-1] = 0
	}
	tables := uint64(m.prefixes) + size
	literals := tables
	if m.flags&machineScan != 0 {
		literals += scanSize
		if m.flags&machineIsFilter != 0 {
			literals += startSize - scanSize
		}
	}
	if m.flags&machinePairs != 0 {
		literals += pairSize
	}
	code := literals + uint64(m.unit)*uint64(m.fields[fieldLiterals])
	globs := code + uint64(m.fields[fieldCode])
	end := globs + uint64(m.fields[fieldGlobs])
	if end > uint64(len(p)) {
		return m, false
	}
	m.tables, m.literals, m.code, m.globs, m.end = int(tables), int(literals), int(code), int(globs), int(end)
	return m, true
}

func (m *machine) isFilter() bool { return m.flags&machineIsFilter != 0 }

// A verifier is the machine that is verified, and its code.
type verifier struct {
	machine
	p, nodes []byte // p: the machine, exactly
	filter   bool
	form     uint8
}

// machineEnd is the size of the machine that p begins with, or 0 if it is not valid.
func machineEnd(p []byte, form uint8) int {
	m, ok := readMachine(p)
	if !ok {
		return 0
	}
	v := verifier{machine: m, p: p[:m.end], nodes: p[m.code:m.globs], filter: m.isFilter(), form: form}
	if !v.parts() || (m.flags&machinePrefixes != 0 && !v.prefixTable(p[m.prefixes:m.tables])) || !v.code() || !v.globsOK() {
		return 0
	}
	return m.end
}

func (v *verifier) parts() bool {
	scan, pairs, root := v.flags&machineScan != 0, v.flags&machinePairs != 0, int(v.fields[fieldRoot])
	if v.width > 4 || (len(v.nodes) == 0 && !v.filter && v.flags&machinePrefixes == 0) || (pairs && (v.filter || !scan)) ||
		v.fields[fieldLiterals] > literalsMax || !v.mark(v.fields[fieldFirst]) {
		return false
	}
	if root == 0 {
		return !scan
	}
	if !v.isNode(root - 1) {
		return false
	}
	if head := v.nodes[root-1]; v.filter {
		return scan && head&nodeE == 0
	} else {
		return !scan || head&^nodeE == nodeBit|nodeBranch|elseSelf
	}
}

func (v *verifier) isNode(at int) bool {
	return at >= 0 && at < len(v.nodes) && v.nodes[at]&nodeBit != 0
}

// mark is true for a rank, and for the number of a literal that exists.
func (v *verifier) mark(mark uint32) bool { return mark&1 == 0 || mark>>1 < v.fields[fieldLiterals] }

// target is true for a verdict or a node; in a filter, for a node at an offset or after it.
func (v *verifier) target(target, from int) bool {
	if target < targetNode {
		return !v.filter
	}
	return v.isNode(target-targetNode) && (!v.filter || target-targetNode >= from)
}

// code is true if nodes stand end to end and fill the code, each is valid, and the last does not
// fall.
func (v *verifier) code() bool {
	p := v.nodes
	for at := 0; at < len(p); {
		end := at + 1
		for end < len(p) && p[end]&nodeBit == 0 {
			end++
		}
		if p[at]&nodeBit == 0 || end-at < 2 || !v.node(at, end) {
			return false
		}
		if end == len(p) && p[at]&nodeBranch == 0 && p[at]>>3&3 == nextFall {
			return false
		}
		at = end
	}
	return true
}

func nodeElse(head byte) int {
	if head&nodeBranch != 0 {
		return int(head & 7)
	}
	return int(head >> 1 & 3)
}

// node is true if the node from at to end is valid. Only its head has bit 7 set.
func (v *verifier) node(at, end int) bool {
	p, w := v.nodes, v.width
	head, count, next, otherwise := p[at], int(p[at+1]), at+2, nodeElse(p[at])
	branch, goes := head&nodeBranch != 0, head&nodeBranch == 0 && head>>3&3 == nextGoto
	has := v.filter && head&nodeE != 0 || otherwise == elseDefault || otherwise == elseGoto
	size := 2 + count
	if has {
		size += w
	}
	if goes {
		size += w
	}
	if branch {
		size += count * w
	}
	if size != end-at || otherwise > elseGoto || (v.filter && otherwise != elseDisallow) ||
		(otherwise == elseRoot && (v.fields[fieldRoot] == 0 || int(v.fields[fieldRoot])-1 >= at)) {
		return false
	}
	if has {
		value := int7(p, next, w)
		switch {
		case v.filter:
			if !v.mark(uint32(value)) {
				return false
			}
		case otherwise == elseDefault:
			if !v.defaultEdge(value, at) {
				return false
			}
		default:
			if !v.target(value, 0) {
				return false
			}
		}
		next += w
	}
	if branch {
		return head&branchUnused == 0 && v.ways(p[next:end], count, at+1)
	}
	if goes && !v.target(int7(p, next, w), at+1) {
		return false
	}
	if v.filter && (head&runCareful != 0 || head>>3&3 >= nextDisallow) {
		return false
	}
	return count > 0 && (count <= runMaxAgain || otherwise < elseRoot)
}

// ways is true if the octets of a branch ascend, and its targets are valid.
func (v *verifier) ways(p []byte, count, from int) bool {
	for i := 0; i < count; i++ {
		if (i > 0 && p[i] <= p[i-1]) || !v.target(int7(p, count+i*v.width, v.width), from) {
			return false
		}
	}
	return true
}

// defaultEdge is true if an edge leads to a node before end, and not too many nodes with
// ELSE_DEFAULT are in a row.
func (v *verifier) defaultEdge(target, end int) bool {
	for level := 0; level < defaultLevels; level++ {
		at := target - targetNode
		if at < 0 || at >= end || !v.isNode(at) {
			return false
		}
		if nodeElse(v.nodes[at]) != elseDefault {
			return true
		}
		target = int7(v.nodes, at+2, v.width)
	}
	return false
}

func (v *verifier) prefixTable(p []byte) bool {
	for _, c := range p {
		if c > 127 {
			return false
		}
	}
	if len(p) < prefixEntries {
		return false
	}
	otherwise, bits, unit := p[0], int(p[1]&15), int(p[1]>>4)
	if v.filter && otherwise != 0 || otherwise&^prefixE > elseRoot || (otherwise&elseRoot != 0 && v.fields[fieldRoot] == 0) {
		return false
	}
	if unit > prefixWide || bits == 0 || bits > prefixBitsMax || ld64(p, prefixKeys)&0x8888888888888888 != 0 {
		return false
	}
	n, wide, step := 1<<bits, 0, 1<<unit
	if unit == prefixWide {
		wide, step = 1, 1
	}
	begin := prefixEntries + n<<wide
	if begin > len(p) {
		return false
	}
	prefixes, end := p[begin:], 0
	for i := 0; i < n; i++ {
		entry := prefixEntry(p, begin, unit, i)
		if entry != end && entry != 0 {
			return false
		}
		if entry == end {
			if end = v.prefixes(prefixes, end, step); end == 0 {
				return false
			}
		}
	}
	return end == len(prefixes)
}

// prefixEntry is where the prefix of a value is, from the end of the entries on.
func prefixEntry(p []byte, begin, unit, value int) int {
	if unit == prefixWide {
		return int7(p, begin-2*(value+1), 2)
	}
	return int(p[begin-(value+1)]) << unit
}

// prefixes is where the prefixes of an entry, and the zeros after them, end; 0 if one is bad.
func (v *verifier) prefixes(p []byte, at, step int) int {
	for more := true; more; {
		if at >= len(p) {
			return 0
		}
		head := p[at]
		count, next, size := int(head&15)+1, int(head>>4&3), int(head&15)+2
		if next == nextGoto {
			size += v.width
		}
		if next == nextFall || (v.filter && next != nextGoto) || size > len(p)-at {
			return 0
		}
		for _, c := range p[at+1 : at+1+count] {
			if !plainInPrefix(v.form, c) {
				return 0
			}
		}
		if next == nextGoto && !v.target(int7(p, at+1+count, v.width), 0) {
			return 0
		}
		at += size
		more = head&prefixMore != 0
	}
	for at%step != 0 && at < len(p) && p[at] == 0 {
		at++
	}
	return at
}

// plainInPrefix is true for the octets that a prefix may have.
func plainInPrefix(form uint8, c byte) bool {
	return c >= 0x20 && c != '#' && c != '%' && (form != formR || !slow[formR][c])
}

// Globs. docs/format.md, "Globs"
const (
	globKnown = 0xF9
	globSet   = 0xFA
	globOne   = 0xFB
	globEnd   = 0xFC
	globStar  = 0xFD
	globSlash = 0xFE
	globQuery = 0xFF
)

// globsOK is true if globs fill their part, end to end, and literals are where globs begin.
func (v *verifier) globsOK() bool {
	p, literals, n, w := v.p[v.globs:], v.p[v.literals:], int(v.fields[fieldLiterals]), v.unit
	literal := 0
	for at := 0; at < len(p); {
		if literal < n && int(field(literals, literal, w)) == at {
			literal++
		}
		if literal == 0 || len(p)-at < 2*w {
			return false
		}
		size := field(p[at:], 1, w)
		if at += 2 * w; uint64(size) > uint64(len(p)-at) {
			return false
		}
		ops := p[at : at+int(size)]
		for k := 0; k < len(ops); {
			step := instruction(ops[k:], v.form, k == 0)
			if step == 0 {
				return false
			}
			k += step
		}
		at += int(size)
	}
	return literal == n
}

// instruction is how many octets an instruction has, or 0 if it is refused.
func instruction(p []byte, form uint8, first bool) int {
	isK := form == formK
	switch c := p[0]; {
	case isK && c < 0x20:
		if c < 0x10 && len(p) > 1 && p[1]>>4 == 1 {
			return 2
		}
		return 0
	case c < 0x80 || c >= globStar:
		return 1
	case c == globKnown && first && len(p) > 1 && p[1] >= 1 && p[1] <= 127:
		return 2
	case c == globSet && isK && len(p) > 1 && 2+2*int(p[1]) <= len(p):
		set := p[2 : 2+2*int(p[1])]
		for i := 0; i < len(set); i += 2 {
			if set[i] > set[i+1] || (i > 0 && set[i] <= set[i-1]) {
				return 0
			}
		}
		return 2 + len(set)
	case c == globOne && isK:
		return 1
	case c == globEnd && len(p) == 1:
		return 1
	}
	return 0
}

// verifyPolicies is true if the machines, the policies and their lists are valid.
func (b *Blob) verifyPolicies() bool {
	machines, at := 0, 0
	next := 4 + 4*b.npolicies
	for i := 0; i < b.npolicies; i++ {
		switch kind, value := policyOf(b.policies, i); kind {
		case kindMachine:
			if machines != i || int(value) != at || at >= b.machinesSize {
				return false
			}
			size := machineEnd(b.machines[at:b.machinesSize], b.form)
			if size == 0 {
				return false
			}
			machines++
			at += size
		case kindList:
			if int(value) != next || !b.verifyList(&next, machines) {
				return false
			}
		case kindConstant:
			if value > 1 {
				return false
			}
		default:
			return false
		}
	}
	return at == b.machinesSize && (b.policies == nil || next == len(b.policies))
}

// verifyList verifies the list at *next, and sets that to its end.
func (b *Blob) verifyList(next *int, machines int) bool {
	if *next > len(b.policies)-4 {
		return false
	}
	n := ld32(b.policies, *next)
	*next += 4
	if n == 0 || uint64(n) > uint64(len(b.policies)-*next)/4 {
		return false
	}
	last, lastTop := -1, ^uint32(0)
	for ; n > 0; n-- {
		index := ld32(b.policies, *next)
		*next += 4
		if uint64(index) >= uint64(machines) {
			return false
		}
		_, at := policyOf(b.policies, int(index))
		p := b.machines[at:]
		m, _ := readMachine(p)
		top := m.fields[fieldTop]
		if !m.isFilter() || top > lastTop || (last >= 0 && top == lastTop && int(index) <= last) {
			return false
		}
		last, lastTop = int(index), top
	}
	return true
}
