#!/usr/bin/env python3
"""reader.py - a reader of blobs, written from docs/format.md alone: opens a blob, finds a robot's rules, decides URLs.

    reader.py BLOB ROBOT <URLS        as robotsc check: a line "allow" or "disallow", TAB, URL for each

It verifies what it needs to read safely and keeps close to the page; speed is no aim.

SPDX-License-Identifier: Apache-2.0"""
import re
import sys

HEX = rb'[0-9A-Fa-f]'
MASK = (1 << 64) - 1


class Refused(Exception):
    """The octets are no blob, or a broken one."""


class NotAnswered(Exception):
    """The blob was compiled for other robots."""


def need(holds, what):
    if not holds:
        raise Refused(what)


def number(octets):
    return int.from_bytes(octets, 'little')


def checksum(data):
    """Checksum."""
    def mix(h, word):
        h = ((h ^ word) * 0xD6E8FEB86659FD93) & MASK
        return h ^ h >> 32
    a = 0x9E3779B97F4A7C15
    b = a ^ MASK
    padded = data + bytes(16 - len(data) % 16)
    for i in range(0, len(padded), 16):
        a, b = mix(a, number(padded[i:i + 8])), mix(b, number(padded[i + 8:i + 16]))
    return mix(mix(a, b), len(data))


class Fields:
    """Integers of 2 or 4 octets, one after the other."""

    def __init__(self, data, at, width):
        self.data, self.at, self.width = data, at, width

    def take(self, n):
        end = self.at + n * self.width
        need(end <= len(self.data), 'fields')
        values = [number(self.data[i:i + self.width]) for i in range(self.at, end, self.width)]
        self.at = end
        return values


# ---- path forms

DECODED = set(b"!$'()*,-.:@[]_~") | set(range(0x30, 0x3A)) | set(range(0x41, 0x5B)) | set(range(0x61, 0x7B))  # R, escaped
PLAIN = DECODED | set(b'%&+;=/?')  # R, itself


def canonical(path, form):
    """Path forms: the canonical octets of a path."""
    path = path.split(b'#')[0]
    if form == 0:
        path = path.split(b'\0')[0]
    if not path.startswith(b'/'):
        path = b'/' + path
    if form == 0:
        return path
    out, query, i = bytearray(), False, 0
    while i < len(path):
        escape = re.match(b'%(' + HEX + HEX + b')', path[i:i + 3])
        c = int(escape[1], 16) if escape else path[i]
        i += 3 if escape else 1
        out += (form_r if form == 1 else form_k)(c, bool(escape), query)
        query = query or (c == 0x3F and not escape)
    return bytes(out)


def form_r(c, escaped, query):
    if c in b'/?' and escaped:
        return bytes([c]) if query else b'%%%02X' % c
    return bytes([c]) if c in (DECODED if escaped else PLAIN) else b'%%%02X' % c


def form_k(c, escaped, _query):
    if c < 0x20 or c >= 0x80 or c == 0x25 or (c == 0x2F and escaped):
        return bytes([c >> 4, 0x10 + (c & 15)])
    return bytes([c])


def path_of(url, dialect):
    """The end of Path forms: what a URL is cut to."""
    if dialect == 1:
        url = url[2:] if url.startswith(b'//') else url
        first = re.search(rb'://|[/?;]', url)
        begin = first.end() if first and first[0] == b'://' else 0
        found = re.compile(rb'[/?;]').search(url, begin)
        return url[found.start():] if found and b'#' not in url[:found.start()] else b''
    scheme = re.match(rb'[A-Za-z][A-Za-z0-9+.-]*://', url)
    if not scheme:
        return url
    found = re.compile(rb'[/?#]').search(url, scheme.end())
    return url[found.start():] if found and found[0] != b'#' else b''


# ---- machines

class Node:
    """Nodes, Fans: one of the code."""

    def __init__(self, code, at, width, ranked):
        self.at = self.i = at
        self.code, self.width = code, width
        head = self.octets(1)[0]
        need(head & 0x80, 'head')
        self.branch, self.e, self.mark, self.fan = bool(head & 0x40), bool(head & 0x20), None, False
        self.other = head & 7 if self.branch else head >> 1 & 3
        need(not self.branch or not head & 8, 'branch')
        if self.branch and head & 0x10:
            self.read_fan()
            return
        count = self.octets(1)[0]
        self.next = None if self.branch else head >> 3 & 3
        if ranked and self.e:
            self.mark = self.int7()
        self.link = self.int7() if self.other == 3 or (self.branch and self.other == 5) else None
        self.target = self.int7() if self.next == 1 else self.next - 2 if self.next else None
        self.text = self.octets(count)
        self.ways = {c: self.int7() for c in self.text} if self.branch else {}
        need(self.branch or 0 < count <= (16 if self.other in (2, 3) else 127), 'octets of a run')

    def read_fan(self):
        self.fan, (shape, self.seed) = True, self.octets(2)
        self.bits, unit = shape & 15, shape >> 4
        self.keys = [8 - (octet >> 4 * half & 15) for octet in self.octets(8) for half in (0, 1)]
        need(1 <= self.bits <= 14 and unit <= 4 and all(key > 0 for key in self.keys) and self.other <= 2, 'fan')
        self.link = None
        table = self.octets((1 << self.bits) * (2 if unit == 4 else 1))
        if unit == 4:
            entries = [low + (high << 7) for low, high in zip(table[::2], table[1::2])]
        else:
            entries = [octet << unit for octet in table]
        begin, self.entries = self.i, []
        for entry in reversed(entries):
            if entry == self.i - begin:
                labels = self.read_labels()
                first = labels if entry == 0 else first
                while unit < 4 and (self.i - begin) % (1 << unit) and self.code[self.i:self.i + 1] == b'\0':
                    self.i += 1
            else:
                need(entry == 0, 'entry')
                labels = first
            self.entries.append(labels)

    def read_labels(self):
        """Those of one entry: their octets, and where they lead."""
        labels, more = [], True
        while more:
            head = self.octets(1)[0]
            need(head & 0x30 and head < 0x80, 'label')
            text, more = self.octets((head & 15) + 1), head & 0x40
            need(min(text) >= 0x20 and not set(b'#%') & set(text), 'octets of a label')
            labels.append((text, self.int7() if head & 0x30 == 0x10 else (head >> 4 & 3) - 2))
        return labels

    def octets(self, n):
        need(self.i + n <= len(self.code), 'node')
        self.i += n
        return self.code[self.i - n:self.i]

    def int7(self):
        return sum(c << 7 * k for k, c in enumerate(self.octets(self.width)))

    def label(self, octets):
        """The label that follows in a fan, and where it leads; or None twice."""
        key = number(octets[:self.keys[octets[0] % 16]])
        value = (key * 0x9E3779B97F4A7C15 * (2 * self.seed + 1) & MASK) >> 64 - self.bits
        return next((label for label in self.entries[value] if octets.startswith(label[0])), (b'', None))


class Machine:
    """Machines: one, that begins at an offset of its section."""

    def __init__(self, data, at, form):
        need(at < len(data), 'machine')
        flags = data[at]
        self.at, self.flags, self.form = at, flags, form
        self.ranked, self.fallback, self.programs = bool(flags & 1), flags >> 3 & 1, bool(flags & 0x80)
        fields = Fields(data, at + 1, 4 if flags & 0x10 else 2)
        size, self.hub = fields.take(2)
        if self.ranked:
            *self.stop, self.top, self.registers, marks, gates = fields.take(6)
            self.marks = [fields.take(3) for _ in range(marks)]
            self.gates = [fields.take(7) for _ in range(gates)]
        begin = fields.at + (16 if flags & 0x20 else 0) + (48 if flags & 0x40 else 0)
        self.end = begin + size
        need(0 < size and self.end <= len(data), 'code')
        code = data[begin:self.end]
        self.nodes = {}
        if self.programs:
            self.read_programs(code, fields.width)
            return
        at = 0
        while at < size:
            node = self.nodes[at] = Node(code, at, 2 + (flags >> 1 & 3), self.ranked)
            at = node.follows = node.i
        if flags & 0x20:
            hub = self.nodes.get(self.hub)
            need(self.hub and hub and hub.branch and not hub.fan and hub.other == 4 and hub.mark is None, 'hub of a scan table')

    def read_programs(self, code, width):
        """Programs."""
        self.program, fields = [], Fields(code, 0, width)
        while fields.at < len(code):
            rank, size = fields.take(2)
            need(fields.at + size <= len(code), 'program')
            self.program.append((rank, self.instructions(code[fields.at:fields.at + size])))
            fields.at += size

    def instructions(self, code):
        i, out, pair = 0, [], False
        while i < len(code):
            need(code[i] < 0x80 or 0xFA <= code[i] <= 0xFD, 'instruction')
            need(code[i] != 0xFC or i + 1 == len(code), 'end of the path')
            n = 2 + 2 * int.from_bytes(code[i + 1:i + 2], 'big') if code[i] == 0xFA else 1
            need(i + n <= len(code), 'set')
            ends = code[i + 2:i + n]
            need(all(a <= b for a, b in zip(ends[::2], ends[1::2])), 'range')
            need(all(b < a for b, a in zip(ends[1::2], ends[2::2])), 'ranges')
            if self.form == 2:
                need(pair == (0x10 <= code[i] < 0x20), 'pair')
                pair = code[i] < 0x10
            out.append(code[i:i + n])
            i += n
        need(not pair, 'pair')
        return out


def runs(program, path):
    """Does a program match the path?"""
    pc = i = 0
    star = None
    while pc < len(program):
        op, n = program[pc], 0
        if op[0] == 0xFD:
            pc += 1
            star = [pc, i]
            continue
        if op[0] == 0xFC:
            fits = i == len(path)
        elif op[0] < 0x80:
            fits, n = path[i:i + 1] == op, 1
        else:
            unit = path[i:i + 1] if path[i:i + 1] >= b'\x20' else path[i:i + 2]
            n = len(unit)
            fits = n == 1 and unit[0] >= 0x20 or n == 2 and unit[0] < 0x10
            if fits and op[0] == 0xFA:
                c = unit[0] if n == 1 else unit[0] << 4 | unit[1] & 15
                fits = unit not in (b'\x02\x15', b'\x02\x1F') and any(a <= c <= b for a, b in zip(op[2::2], op[3::2]))
        if fits:
            i, pc = i + n, pc + 1
        elif star is None or star[1] >= len(path):
            return False
        else:
            star[1] += 1
            pc, i = star
    return True


class Walk:
    """The walk: ranked machines one after the other, or a decided one."""

    def __init__(self, path, fallback):
        self.path, self.best = path, fallback
        self.i, self.open = 0, {}

    def settled(self, machine):
        return self.best % 2 if self.best > machine.stop[self.best % 2] else None

    def programs(self, machine):
        for rank, program in machine.program:
            if self.best < rank and runs(program, self.path):
                self.best = rank
            if self.settled(machine) is not None:
                return self.settled(machine)
        return None

    def walk(self, machine):
        if machine.programs:
            return self.programs(machine)
        node, arrived = machine.nodes[0], True
        self.i, self.open = 0, {}
        while True:
            start = self.i
            if node.mark is not None and arrived:
                self.take(machine, node.mark, False)
                if self.settled(machine) is not None:
                    return self.settled(machine)
            target, ended = self.step(node)
            if ended:
                if not machine.ranked:
                    return int(node.e)
                if node.mark is not None and self.i == start:
                    self.take(machine, node.mark, True)
                return None
            if target is not None:
                if target < 2:
                    return target
                node, arrived = machine.nodes[target - 2], True
            elif node.other == 4:
                arrived = False
            elif node.other < 2:
                return None if machine.ranked else node.other
            else:
                node = machine.nodes[machine.hub if node.other == 2 else node.link - 2]
                self.i, arrived = start, False

    def step(self, node):
        """Read in a node: the target that follows, or None for an octet that it does not name; did the path end?"""
        left = self.path[self.i:]
        if not node.branch:
            for want in node.text:
                if self.i == len(self.path):
                    return None, True
                if self.path[self.i] != want:
                    return None, False
                self.i += 1
            return (node.follows + 2 if node.next == 0 else node.target), False
        if not left:
            return None, True
        if node.fan:
            text, target = node.label(left)
            self.i += len(text)
            return target, False
        self.i += 1
        if left[0] in node.ways:
            return node.ways[left[0]], False
        return (node.link if node.other == 5 else None), False

    def take(self, machine, mark, end):
        if mark % 2 == 0:
            self.best = max(self.best, 0 if end else mark // 2)
            return
        rank, at_end, g = machine.marks[(mark - 1) // 2]
        self.best = max(self.best, at_end if end else rank)
        while g:
            came, before, opens, length, rank, at_end, following = machine.gates[g - 1]
            begin, g = self.i - length, following
            if (came and not self.is_open(came, begin)) or (before and self.is_open(before, begin)):
                continue
            self.best = max(self.best, at_end if end else rank)
            if opens:
                self.open.setdefault(opens, self.i)

    def is_open(self, register, begin):
        return register in self.open and self.open[register] <= begin


def decide(policy, path):
    """The walk, over canonical octets: 1 allow, 0 disallow."""
    if isinstance(policy, int):
        return policy
    walk = Walk(path, policy[0].fallback)
    for machine in policy:
        if machine.ranked and walk.best >= machine.top:
            break
        verdict = walk.walk(machine)
        if verdict is not None:
            return verdict
    return walk.best % 2


# ---- the blob

class Blob:
    """Header, Section table, Agents, Policies."""

    def __init__(self, data):
        need(len(data) >= 24 and data[:4] == b'\x8DRBC', 'not a blob')
        need(data[4] == 1, 'version')
        self.data, self.dialect, self.form, self.match, flags = data, data[6], data[7], data[12], data[13]
        self.table = []
        need(number(data[8:12]) == len(data), 'size')
        need(self.dialect <= 4 and self.form <= 2 and self.match <= 5 and flags <= 1 and data[15] == 0, 'header')
        need(number(data[-8:]) == checksum(data[:-8]), 'checksum')
        self.partial = bool(flags & 1)
        self.machines, self.policies, agents = self.sections(data[14])
        fields = Fields(self.policies, 0, 4)
        self.entries = fields.take(fields.take(1)[0])
        self.read_agents(agents)
        self.read_machines()
        for entry in self.entries:
            self.read_policy(entry)

    def sections(self, count):
        table = self.data[16:16 + 8 * count]
        begins = [number(table[8 * i + 4:8 * i + 8]) for i in range(count)] + [len(self.data) - 8]
        need(begins[0] >= 16 + 8 * count and begins == sorted(begins), 'sections')
        self.table = [(number(table[8 * i:8 * i + 2]), number(table[8 * i + 2:8 * i + 4]), begins[i], begins[i + 1])
                      for i in range(count)]
        found = {kind: self.data[begin:end] for kind, _, begin, end in self.table}
        need({1, 3} <= set(found) and 0 not in found, 'sections')
        return found[1], found.get(2, bytes([1] + 7 * [0])), found[3]

    def read_agents(self, data):
        need(len(data) >= 2 and data[0] in (2, 4) and data[1] == 0, 'agents')
        fields = Fields(data, 2, data[0])
        n, self.star = fields.take(2)
        begins, self.fields = fields.take(n), fields.take(n)
        text = data[fields.at:]
        ends = begins[1:] + [len(text)]
        need(begins[:1] in ([], [0]) and all(a <= b for a, b in zip(begins, ends)), 'names')
        self.names = [text[a:b] for a, b in zip(begins, ends)]
        need(all(field // 2 <= len(self.entries) for field in self.fields + [self.star]), 'policy of a name')

    def read_machines(self):
        """The first entries name the machines, which stand end to end."""
        at, n = 0, 0
        while at < len(self.machines):
            need(n < len(self.entries) and self.entries[n] == at, 'machine of a policy')
            at, n = Machine(self.machines, at, self.form).end, n + 1
        need(all(entry >> 30 for entry in self.entries[n:]), 'policy of a machine')

    def read_policy(self, entry):
        """The machines of a policy; or its verdict, an int."""
        kind, value = entry >> 30, entry & 0x3FFFFFFF
        need(kind < 3, 'policy')
        if kind == 0:
            return [Machine(self.machines, value, self.form)]
        if kind == 2:
            need(value < 2, 'constant')
            return value
        fields = Fields(self.policies, value, 4)
        members = fields.take(fields.take(1)[0])
        need(members and all(m < len(self.entries) and self.entries[m] >> 30 == 0 for m in members), 'list')
        machines = [Machine(self.machines, self.entries[m], self.form) for m in members]
        need(all(machine.ranked for machine in machines), 'list of machines that are not ranked')
        order = [(-machine.top, m) for machine, m in zip(machines, members)]
        need(all(x < y for x, y in zip(order, order[1:])), 'order of a list')
        return machines

    def cut(self, name):
        """A robot's name as it is compared."""
        if self.match == 0:
            name = re.match(rb'[A-Za-z0-9._-]*', name)[0]
        elif self.match >= 2:
            name = name.split(b'/')[0].strip(b' \t')
        return name.lower()

    def find(self, name):
        """The entry of a name, or None."""
        name = self.cut(name)
        meets = {3: lambda known: known and known in name,
                 4: lambda known: name and name in known,
                 5: lambda known: known and name.startswith(known)}.get(self.match, lambda known: name == known)
        return next((i for i, known in enumerate(self.names) if meets(known)), None)

    def look_up(self, name):
        entry = self.find(name)
        return None if entry is None else self.fields[entry]

    def select(self, names):
        """Agents, Look-up: what decides for a robot."""
        value, named = 0 if self.partial and names else self.star, False
        for name in names:
            field = self.look_up(name)
            if field is None:
                if self.partial:
                    raise NotAnswered
            elif not named and (field & 1 or value == 0):
                value, named = field, bool(field & 1)
        if self.partial and not names and not self.star & 1:
            raise NotAnswered
        if value == 1:
            value = self.star
        return self.read_policy(self.entries[value // 2 - 1]) if value >= 2 else 1

    def check(self, policy, path):
        """The walk, over a path as it is written: 1 allow, 0 disallow."""
        return decide(policy, canonical(path, self.form))

    def check_url(self, policy, url):
        return self.check(policy, path_of(url, self.dialect))


def main():
    with open(sys.argv[1], 'rb') as file:
        blob = Blob(file.read())
    try:
        policy = blob.select([sys.argv[2].encode()])
    except NotAnswered:
        sys.exit('reader.py: the blob was not compiled for that robot')
    for url in sys.stdin.buffer.read().splitlines():
        sys.stdout.buffer.write((b'disallow', b'allow')[blob.check_url(policy, url)] + b'\t' + url + b'\n')


if __name__ == '__main__':
    main()
