"""assemble.py - puts good and bad blobs together octet by octet.  docs/formats/blob.md

The default of each argument makes a good blob, so a caller names only what differs.  Nothing is
checked here.

SPDX-License-Identifier: Apache-2.0
"""
MAJOR, MINOR = 2, 0
MACHINES, POLICIES, AGENTS, FETCH, EXTENSIONS = 1, 2, 3, 4, 5
FILTER, FALLBACK, WIDE, SCAN, PAIRS, PREFIXES = 1, 8, 0x10, 0x20, 0x40, 0x80
LATER = 99  # a section of a later version
FALL, GOTO, DISALLOW, ALLOW = 0, 1, 2, 3  # where a run leads
STOP, ELSE_ALLOW, ROOT, DEFAULT, SELF, ELSE_GOTO = 0, 1, 2, 3, 4, 5  # what another octet does
LIST, CONSTANT = 0x40000000, 0x80000000


def le(width, *values):
    return b''.join((v & (1 << 8 * width) - 1).to_bytes(width, 'little') for v in values)


def int7(value, width=2):
    return bytes(value >> 7 * k & 0x7F for k in range(width))


MASK = (1 << 64) - 1
CHECKSUM_SEED, CHECKSUM_PRIME = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


def mix(h, word):
    h = (h ^ word) * CHECKSUM_PRIME & MASK
    return h ^ h >> 32


def checksum(data):
    """docs/formats/blob.md, "Checksum"."""
    a, b = CHECKSUM_SEED, CHECKSUM_SEED ^ MASK
    padded = data + bytes(16 - len(data) % 16)
    for i in range(0, len(padded), 16):
        a, b = mix(a, int.from_bytes(padded[i:i + 8], 'little')), mix(b, int.from_bytes(padded[i + 8:i + 16], 'little'))
    return mix(mix(a, b), len(data))


# ---- nodes

def run(text=b'/', leads=ALLOW, other=STOP, target=None, default=None, mark=None, e=0, count=None, head=0):
    """A run.  head: further bits of its first octet."""
    first = 0x80 | (0x20 if e or mark is not None else 0) | leads << 3 | other << 1 | head
    parts = [int7(part) for part in (mark, default, target) if part is not None]
    return bytes([first, len(text) if count is None else count]) + b''.join(parts) + text


def branch(ways=(), other=STOP, target=None, mark=None, count=None, head=0):
    """A branch.  ways: pairs of an octet and a target."""
    first = 0xC0 | (0x20 if mark is not None else 0) | other | head
    parts = [int7(part) for part in (mark, target) if part is not None]
    return (bytes([first, len(ways) if count is None else count]) + b''.join(parts) + b''.join(c for c, _ in ways)
            + b''.join(int7(to) for _, to in ways))


def prefix(text=b'a', leads=ALLOW, target=None, more=0, count=None):
    head = (len(text) if count is None else count) - 1 | leads << 4 | more << 6
    return bytes([head]) + text + (b'' if target is None else int7(target))


def prefix_table(prefixes=prefix(), entries=(0, 0), other=STOP, shape=1, seed=0, keys=bytes(8), head=0):
    """A prefix table.  entries: an octet each, that of the lowest hash first.

    head: further bits of its first octet."""
    return bytes([other | head, shape, seed]) + keys + bytes(reversed(entries)) + prefixes


def glob(code, rank=2, size=None):
    return le(2, rank, len(code) if size is None else size) + code


def leaf(mark=4):
    """The last node of a path through a trie."""
    return branch(mark=mark)


# ---- sections

def machine(code=run(), flags=0, root=0, size=None, tables=b'', prefixes=b'', stop=(3, 3), top=3, alone=0, first=0, literals=(),
            globs=b'', nliterals=None, prefix_table_size=None):
    """A machine with a narrow header.  prefixes: its prefix table, if it has one."""
    fields = [len(code) if size is None else size, root]
    if flags & FILTER:
        fields += [*stop, top, alone, first, len(literals) if nliterals is None else nliterals, len(globs)]
    if prefixes or flags & PREFIXES:
        flags |= PREFIXES
        fields.append(len(prefixes) if prefix_table_size is None else prefix_table_size)
    return bytes([flags]) + le(2, *fields) + prefixes + tables + le(2, *literals) + code + globs


def policies(entries=(0,), lists=b'', count=None):
    return le(4, len(entries) if count is None else count, *entries) + lists


def agents(width=2, star=3, offsets=(0,), fields=(3,), text=b'bot', count=None):
    return bytes([width]) + le(width, len(offsets) if count is None else count, star, *offsets, *fields) + text


def leveled(values, field=10):
    """Returns the field of a label with its number of values beyond two."""
    return field | values - 2 << 16


def extensions(names=(0, 1), sets=((0, 1, 1),), members=(), groups=((0, 0),), labels=((10, 0, 0),), records=(), data=b'',
               more=0, counts=None):
    """names: a set for each entry of the agent index and "*"; sets: end of the members, answers;
    groups: end of the records, number; labels: field, offset, octets; records: field, line, offset,
    octets of the name; more: answers beyond two for each label."""
    tables = [names, [v for s in sets for v in s], members, [v for g in groups for v in g], [v for x in labels for v in x],
              [v for r in records for v in r]]
    found = [len(names), len(sets), len(members), len(groups), len(labels) | more << 16, len(records)]
    return le(4, *(counts or found)) + b''.join(le(4, *t) for t in tables) + data


def numbers(count=1, seconds=1, start=0, end=0):
    return le(4, count, seconds) + le(2, start, end)


def fetch(fetched=1000, expires=2000, since=900, end=0, profile=0, outcome=0, row=0, flags=0, reserved=0):
    return (le(8, fetched, expires, 0, 0) + le(2, 200) + bytes([end, profile, outcome, row, flags, reserved]) + le(8, since))


# ---- the whole

def unmix(value, word):
    """The checksum before a word was mixed into it, from its value after that."""
    return ((value ^ value >> 32) * pow(CHECKSUM_PRIME, -1, 1 << 64) & MASK) ^ word


def with_checksum(body, at, wanted):
    """The octets, 8 of them changed for this checksum.  at: the offset of the 8, a multiple of
    16."""
    padded = body + bytes(16 - len(body) % 16)
    words = [int.from_bytes(padded[i:i + 8], 'little') for i in range(0, len(padded), 8)]
    first, second = CHECKSUM_SEED, CHECKSUM_SEED ^ MASK
    for i in range(0, 2 * (at // 16), 2):
        first = mix(first, words[i])
    for i in range(1, len(words), 2):
        second = mix(second, words[i])
    value = unmix(unmix(wanted, len(body)), second)
    for i in range(len(words) - 2, 2 * (at // 16), -2):
        value = unmix(value, words[i])
    return body[:at] + le(8, unmix(value, first)) + body[at + 8:]


def blob(machines=None, policy=None, agent=None, more=(), table=None, order=None, header=None, size=None, cut=None, sound=True,
         ends=None):
    """more: further sections, as pairs of type and octets; table: a function that changes the list
    of entries (type, offset); order: sections in place of all these; header: octets of the header,
    by number; sound: the checksum is right; ends: the wanted checksum, for which a first section is
    changed."""
    sections = order if order is not None else [(MACHINES, machine() if machines is None else machines),
                                                (POLICIES, policies() if policy is None else policy),
                                                (AGENTS, agents() if agent is None else agent), *more]
    if ends:
        sections = [(LATER, bytes(32)), *sections]
    at, entries = 14 + 5 * len(sections), []
    for kind, data in sections:
        entries.append((kind, at))
        at += len(data)
    entries = table(entries) if table else entries
    head = bytearray(b'\x8DRBC' + bytes([MAJOR, MINOR, 0, 1]) + le(4, at + 8 if size is None else size) + bytes([0, 0]))
    for i, value in (header or {}).items():
        head[i] = value
    body = bytes(head) + b''.join(le(1, kind) + le(4, begin) for kind, begin in entries)
    body += b''.join(data for _, data in sections)
    if ends:
        body = with_checksum(body, (entries[0][1] + 15) // 16 * 16, int.from_bytes(ends, 'little'))
    total = checksum(body) if sound else checksum(body) ^ 1
    return (body + le(8, total))[:cut]
