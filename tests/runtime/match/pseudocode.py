#!/usr/bin/env python3
"""pseudocode.py - a reader of blobs whose steps are the blocks of docs/formats/blob.md.

    pseudocode.py PAGE ROBOTSC FILE...

A file NAME.questions is what tests write (questions.h), DIALECT.jsonl has vectors (tests/vectors/),
any other is a robots.txt, whose verdicts are compared with those of the command ROBOTSC.  Constants
and path forms come from the page's tables; what it says in prose stands here by hand.

SPDX-License-Identifier: Apache-2.0
"""
import ast
import json
import os
import re
import subprocess
import sys
from types import SimpleNamespace

with open(sys.argv[1], encoding='utf-8') as page_file:
    PAGE = page_file.read().split('\n')

WORDS = {}

# ---- the language: each line of a block becomes a line of Python

RULES = (
    (r'\s*--.*', ''),
    (r'^(\w+)\((.*)\):$', r'def \1(\2):'),
    (r'\belse if\b', 'elif'),
    (r'\brepeat:', 'while True:'),
    (r'\b(\w+) of (\w+)', r'\2.\1'),
    (r'\b(\w+(?:\[\w+\])?) has (\w+)', r'has(\1, \2)'),
    (r'\bfor (\w+) from (.*) to (.*) step (\w+):', r'for \1 in range(\2, \3 + 1, \4):'),
    (r'\bfor (\w+) from (.*) to (.*):', r'for \1 in range(\2, \3 + 1):'),
    (r'2\^(\d+)', r'(1 << \1)'),
    (r'\bmod\b', '%'), (r'\bdiv\b', '//'), (r'\bxor\b', '^'), (r'\bnone\b', 'None'),
)


def translate(lines):
    """A module whose lines have the numbers of the page."""
    code, inside = [], False
    for line in lines:
        if line.startswith('```'):
            inside, line = line == '```pseudocode', ''
        for pattern, to in RULES if inside else ():
            line = re.sub(pattern, to, line)
        code.append(line if inside else '')
    module = ast.parse('\n'.join(code), sys.argv[1])
    for function in module.body:
        if not isinstance(function, ast.FunctionDef):
            raise SyntaxError('%s:%d: no function' % (sys.argv[1], function.lineno))
        function.body.insert(0, ast.copy_location(ast.Global(['path', 'i', 'best', 'seen']), function))
    return compile(module, sys.argv[1], 'exec')


def tables():
    """The constants of the page, and what becomes of an octet in each column of the path forms."""
    becomes = {}
    for line in PAGE:
        cells = [cell.strip() for cell in line.strip('|').split('|')]
        name = re.fullmatch(r'`([A-Z_0-9a-z]+)`', cells[1]) if len(cells) > 2 else None
        if name and re.fullmatch(r'0x[0-9A-F]+|\d+', cells[0]):
            WORDS[name.group(1)] = int(cells[0], 0)
        if len(cells) == 6 and cells[1] in ('itself', 'ends'):
            for part in cells[0].split():
                for octet in range(int(part[:2], 16), int(part[-2:], 16) + 1):
                    becomes[octet] = cells[1:]
    return becomes


BECOMES = tables()
WORDS.update(
    size=len,
    number=lambda octets: int.from_bytes(octets, 'little'),
    has=lambda x, bit: int((x if isinstance(x, int) else x.head) & bit != 0),
    ended=lambda: P.i == len(P.path),
    node_at=lambda machine, target: machine.nodes[target],
    way=lambda node, octet: node.ways[node.octets.index(octet)],
    ascending=lambda numbers: sorted(set(numbers)),
    globs=lambda machine, literal: machine.literals[literal],
    anchored=lambda machine: machine.nodes and machine.MACHINE_ROOT != 1,
    may_start=lambda machine, place: may_start(machine.starts, P.path[place:place + 3] + b'\xff\xff'),
    matches=lambda glob: matches(glob.text),
    look_up=lambda name: look_up(name),
    tried=lambda table, value: tried(table, table.entries[value]),
    not_answered='not answered',
)
P = SimpleNamespace(**WORDS)
P.__dict__['__builtins__'] = {'range': range}
exec(translate(PAGE), P.__dict__)  # pylint: disable=exec-used

# ---- the parts of a blob, as tables and prose have them


class Octets:
    """Octets that are read one after the other, from at on."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def take(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, n):
        return int.from_bytes(self.take(n), 'little')

    def int7(self, n):
        return sum(octet << 7 * k for k, octet in enumerate(self.take(n)))


def read_node(machine, code, width):
    """A node, with targets as the code has them."""
    node = SimpleNamespace(target=P.TARGET_NODE + code.at, head=code.number(1), mark=0, ways=[])
    count, branch = code.number(1), P.has(node.head, P.NODE_BRANCH)
    node.otherwise = node.head & P.BRANCH_ELSE if branch else (node.head & P.RUN_ELSE) >> P.RUN_ELSE_SHIFT
    leads = (node.head & P.RUN_NEXT) >> P.RUN_NEXT_SHIFT
    if P.has(machine, P.MACHINE_IS_FILTER) and P.has(node.head, P.NODE_E):
        node.mark = code.int7(width)
    given = code.int7(width) if node.otherwise in (P.ELSE_DEFAULT, P.ELSE_GOTO) else None
    node.other = other(machine, node.otherwise, given)
    target = code.int7(width) if not branch and leads == P.NEXT_GOTO else leads - P.NEXT_DISALLOW
    node.octets = code.take(count)
    if branch:
        node.ways = [code.int7(width) for _ in range(count)]
    node.next = P.TARGET_NODE + code.at if leads == P.NEXT_FALL else target
    return node


def other(machine, otherwise, given=None):
    return machine.MACHINE_ROOT - 1 + P.TARGET_NODE if otherwise == P.ELSE_ROOT else otherwise if given is None else given


def read_table(machine, data, width):
    table = SimpleNamespace(head=data[0], SEED=data[2], BITS=data[1] & P.PREFIX_BITS, octets=data, width=width)
    table.KEYS = [half for octet in data[3:11] for half in (octet & 15, octet >> 4)]
    table.other = other(machine, data[0] & 3)
    count, unit = 1 << table.BITS, (data[1] & P.PREFIX_UNIT) >> P.PREFIX_UNIT_SHIFT
    wide = unit == P.PREFIX_WIDE
    end = 11 + (count << wide)
    table.entries = [end + (Octets(data, end - 2 * v - 2).int7(2) if wide else data[end - v - 1] << unit) for v in range(count)]
    return table


def tried(table, at):
    more = 1
    while more:
        data = Octets(table.octets, at)
        head = data.number(1)
        prefix = SimpleNamespace(octets=data.take((head & P.PREFIX_COUNT) + 1))
        leads = (head & P.PREFIX_NEXT) >> P.PREFIX_NEXT_SHIFT
        prefix.next = data.int7(table.width) if leads == P.NEXT_GOTO else leads - P.NEXT_DISALLOW
        yield prefix
        at, more = data.at, P.has(head, P.PREFIX_MORE)


def read_machine(data):
    """A machine, and how many octets it has."""
    head = data[0]
    machine = SimpleNamespace(head=head, nodes={}, literals=[], table=None)
    width, field = 2 + (head >> P.MACHINE_WIDTH_SHIFT & 3), 4 if P.has(head, P.MACHINE_WIDE) else 2
    is_filter = P.has(head, P.MACHINE_IS_FILTER)
    all_of = Octets(data, 1)
    fields = [all_of.number(field) for _ in range(P.MACHINE_FILTER_FIELDS if is_filter else P.MACHINE_DFA_FIELDS)]
    machine.MACHINE_ROOT = fields[1]
    prefixes = all_of.take(all_of.number(field)) if P.has(head, P.MACHINE_PREFIXES) else None
    if prefixes is not None:
        machine.table = read_table(machine, prefixes, width)
    scan, pairs = P.has(head, P.MACHINE_SCAN), P.has(head, P.MACHINE_PAIRS)
    machine.starts = all_of.take(P.START_SIZE if is_filter and scan else scan * P.SCAN_SIZE + pairs * P.PAIR_SIZE)
    literals = [all_of.number(field) for _ in range(fields[7])] if is_filter else []
    code = Octets(all_of.take(fields[0]))
    while code.at < fields[0]:
        node = read_node(machine, code, width)
        machine.nodes[node.target] = node
    if is_filter:
        machine.MACHINE_STOP, machine.MACHINE_TOP, machine.MACHINE_FIRST = fields[2:4], fields[4], fields[6]
        read_globs(machine, literals, Octets(all_of.take(fields[8])), field)
    return machine, all_of.at


def read_globs(machine, literals, data, field):
    for end in literals[1:] + [len(data.data)] if literals else ():
        machine.literals.append([])
        while data.at < end:
            rank, size = data.number(field), data.number(field)
            machine.literals[-1].append(SimpleNamespace(GLOB_RANK=rank, text=data.take(size)))


def may_start(starts, octets):
    bits = 0xFF
    for j in range(P.START_PLACES):
        bits &= starts[16 * j + (octets[j] & 15)] & starts[48 + 8 * j + (octets[j] >> 4 & 7)]
    return bits != 0


# ---- globs


def unit_at(at):
    """The unit of form K at a place, and where it ends; None where there is none."""
    octet = P.path[at] if at < len(P.path) else P.FORM_K_TRAIL
    if octet >= P.FORM_K_LIMIT:
        return octet, at + 1
    if octet >= P.FORM_K_TRAIL:
        return None, at
    pair = (octet << 4) + P.path[at + 1] - P.FORM_K_TRAIL
    return None if pair in (0x25, 0x2F) else pair, at + 2


def reads(octet, operand, at):
    """Where the path is after an instruction that is no plain octet; None if it does not match."""
    if octet == P.GLOB_KNOWN:
        inside = at + operand <= len(P.path) and not (P.form == P.FORM_K and P.path[at + operand - 1] < P.FORM_K_TRAIL)
        return at + operand if inside else None
    if octet == P.GLOB_END:
        return at if at == len(P.path) else None
    if octet in (P.GLOB_SET, P.GLOB_ONE):
        unit, to = unit_at(at) if P.form == P.FORM_K else (None, at)
        if octet == P.GLOB_ONE:
            return to if to > at else None
        return to if unit is not None and any(low <= unit <= high for low, high in operand) else None
    text = b'/?'[octet - P.GLOB_SLASH:][:1] if b'?' in P.path[:at] else b'%2F%3F'[3 * (octet - P.GLOB_SLASH):][:3]
    return at + len(text) if P.form != P.FORM_K and P.path.startswith(text, at) else None


def matches(text):
    code, places = Octets(text), {0}
    while code.at < len(text) and places:
        octet, operand = code.number(1), None
        if octet == P.GLOB_KNOWN:
            operand = code.number(1)
        elif octet == P.GLOB_SET:
            operand = [tuple(code.take(2)) for _ in range(code.number(1))]
        if octet == P.GLOB_STAR:
            places = set(range(min(places), len(P.path) + 1))
        elif octet < P.GLOB_KNOWN:
            places = {at + 1 for at in places if P.path.startswith(text[code.at - 1:code.at], at)}
        else:
            places = {reads(octet, operand, at) for at in places} - {None}
    return len(places) > 0


# ---- names, paths


def cut_name(name):
    if P.match == P.MATCH_TOKEN:
        return re.match(rb'[A-Za-z0-9._-]*', name).group().lower()
    return (name if P.match == P.MATCH_WHOLE else name.split(b'/')[0].strip(b' \t')).lower()


def look_up(name):
    asked = cut_name(name)
    for known, field in P.names:
        found = known and asked and {P.MATCH_WITHIN: known in asked, P.MATCH_HOLDS: asked in known,
                                     P.MATCH_PREFIX: asked.startswith(known)}.get(P.match)
        if found or (P.match < P.MATCH_WITHIN and known == asked):
            return field
    return None


def cut_url(url):
    if P.dialect != P.ROBOTSC_GOOGLE:
        scheme = re.match(rb'[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*', url)
        return url[scheme.end():] if scheme else url
    url = url[2 if url.startswith(b'//') else 0:]
    first = re.search(rb'://|[/?;]', url)
    at = first.end() if first and first.group() == b'://' else 0
    path = re.search(rb'[/?;]', url[at:])
    return url[at + path.start():] if path and b'#' not in url[:at + path.start()] else b''


def canonical(path):
    column, query, out = {P.FORM_RAW: 0, P.FORM_R: 1, P.FORM_K: 3}[P.form], False, bytearray()
    if not path.startswith(b'/'):
        out += b'/'
    at = 0
    while at < len(path):
        octet = path[at]
        escape = re.match(rb'%([0-9A-Fa-f]{2})', path[at:at + 3]) if column else None
        if escape:
            octet = int(escape.group(1), 16)
        becomes = BECOMES[octet][column + (escape is not None)]
        if becomes == 'ends':
            break
        query = query or (octet == 0x3F and not escape)
        if becomes == 'by part':
            becomes = 'decoded' if query else 'kept'
        at += 3 if escape else 1
        out += {'paired': bytes([P.FORM_K_LEAD + (octet >> 4), P.FORM_K_TRAIL + (octet & 15)]),
                'escaped': b'%%%02X' % octet, 'kept': b'%%%02X' % octet}.get(becomes, bytes([octet]))
    return bytes(out)


# ---- a reader


def open_blob(blob):
    """Read a good blob.  False if its checksum is wrong."""
    if P.checksum(blob[:-P.BLOB_TRAILER]) != P.number(blob[-P.BLOB_TRAILER:]):
        return False
    P.dialect, P.form, P.match, P.partial = blob[6], blob[7], blob[12], P.has(blob[13], P.BLOB_PARTIAL)
    table = [(blob[at], P.number(blob[at + 1:at + 5])) for at in range(P.BLOB_HEADER, P.number(blob[15:19]), P.SECTION_ENTRY)]
    ends = [at for _, at in table[1:]] + [len(blob) - P.BLOB_TRAILER]
    sections = {kind: blob[at:end] for (kind, at), end in zip(table, ends)}
    P.machines, rest = {}, sections[P.SECTION_MACHINES]
    while rest:
        machine, size = read_machine(rest)
        P.machines[len(sections[P.SECTION_MACHINES]) - len(rest)], rest = machine, rest[size:]
    data = sections.get(P.SECTION_POLICIES, bytes([1, 0, 0, 0, 0, 0, 0, 0]))
    P.policies = [read_policy(data, P.number(data[at:at + 4])) for at in range(4, 4 + 4 * P.number(data[:4]), 4)]
    agents = Octets(sections[P.SECTION_AGENTS])
    width = agents.number(1)
    count, P.star = agents.number(width), agents.number(width)
    starts = [agents.number(width) for _ in range(count)]
    fields = [agents.number(width) for _ in range(count)]
    text = agents.data[agents.at:]
    P.names = [(text[a:b], field) for a, b, field in zip(starts, starts[1:] + [len(text)], fields)]
    return True


def read_policy(data, entry):
    """Returns the verdict of a policy, or its machines."""
    kind, value = entry & P.POLICY_KIND, entry & ~P.POLICY_KIND
    if kind == P.POLICY_CONSTANT:
        return value
    if kind == P.POLICY_MACHINE:
        return [P.machines[value]]
    machines = list(P.machines.values())
    return [machines[P.number(data[at:at + 4])] for at in range(value + 4, value + 4 + 4 * P.number(data[value:value + 4]), 4)]


def verdict(names, path):
    policy = P.select(names)
    if policy in (0, P.not_answered):
        return policy or P.ROBOTSC_ALLOW
    policy, P.path = P.policies[policy - 1], canonical(path)
    if isinstance(policy, int):
        return policy
    return P.filters(policy) if P.has(policy[0], P.MACHINE_IS_FILTER) else P.dfa(policy[0])


# ---- questions


def asked(file):
    """For each question: whether the answer is right, and what was asked."""
    names = []
    for line in open(file, encoding='ascii'):
        word, *fields = line[:-1].split(' ')
        if word == 'blob':
            yield open_blob(bytes.fromhex(fields[0])), 'a blob'
        elif word in ('robot', 'stranger'):
            names = [bytes.fromhex(field) for field in fields]
            yield (P.select(names) == P.not_answered) == (word == 'stranger'), names
        else:
            text = bytes.fromhex(fields[1])
            yield verdict(names, cut_url(text) if word == 'url' else text) == int(fields[0]), (names, text)


DIALECTS, FORMS = ('rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'), ('auto', 'dfa', 'filter')


def compiled(robotsc, options, text):
    return subprocess.run([robotsc, 'compile', '-q', *options], input=text, capture_output=True, check=True).stdout


def vectors(robotsc, file):
    dialect = os.path.basename(file).split('.')[0]
    for n, row in enumerate(json.loads(line) for line in open(file, encoding='utf-8')):
        text, options = row['robots'].encode('utf-8', 'surrogateescape'), ['--dialect=' + dialect, '--form=' + FORMS[n % 3]]
        yield open_blob(compiled(robotsc, options, text)), row['id']
        yield verdict([row['agent'].encode()], cut_url(row['url'].encode())) == int(row['allowed']), row['id']


def texts(robotsc, file):
    """Each dialect and form, asked for the paths of the text's own rules."""
    with open(file, 'rb') as opened:
        text = opened.read()
    paths = [re.sub(rb'[*$\x00-\x20\x7F-\xFF]', b'x', path) for path in re.findall(rb'(?im)^ *(?:dis)?allow *: *(/[^\r\n]*)', text)]
    agent = (re.findall(rb'(?im)^user-agent *: *([\w-]+)', text) or [b'nobody'])[-1]
    for n, dialect in enumerate(DIALECTS):
        options = ['--dialect=' + dialect, '--form=' + FORMS[n % 3]]
        yield open_blob(compiled(robotsc, options, text)), file
        some = [b'/', b'/x'] + paths[:: len(paths) // 20 + 1]
        told = subprocess.run([robotsc, 'check', options[0], file, agent], input=b'\n'.join(some), capture_output=True).stdout
        for path, line in zip(some, told.splitlines()):
            yield verdict([agent], path) == line.startswith(b'allow\t'), (file, dialect, agent, path)


def questions(robotsc, file):
    if file.endswith('.questions'):
        return asked(file)
    return vectors(robotsc, file) if file.endswith('.jsonl') else texts(robotsc, file)


def main(robotsc, files):
    asked = wrong = 0
    for file in files:
        for right, what in questions(robotsc, file):
            asked, wrong = asked + 1, wrong + (not right)
            if not right and wrong < 10:
                print(what)
    print('%d questions, %d wrong' % (asked, wrong))
    return wrong > 0 or asked == 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[2], sys.argv[3:]))
