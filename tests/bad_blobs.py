#!/usr/bin/env python3
"""bad_blobs.py - writes tests/bad-blobs/: for each check of robotsc_open, robotsc_open_extensions and robotsc_stamp_read a blob
that it refuses, named after it, and expected.txt, which says with what status; good-NAME are accepted.

    bad_blobs.py FOLDER

SPDX-License-Identifier: Apache-2.0"""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from assemble import *  # noqa: E402,F403 - it is the language that the tables below are written in

TRUNCATED, MAGIC, VERSION, CORRUPT, CHECKSUM = 'truncated', 'magic', 'version', 'corrupt', 'checksum'
END = run(leads=ALLOW)  # "/", then allow: 3 octets
TO_FAN = run(leads=FALL)  # 3 octets
PROGRAM = program(b'/a')
FORM_K = {7: 2}
LABELS = label(b'z' * 16, more=1) * 2 + label(b'z', more=1)  # the checksum may go on


def decided(code, **more):
    return blob(machines=machine(code, **more))


def ranked(code=END, **more):
    header = more.pop('header', None)
    return blob(machines=machine(code, more.pop('flags', 0) | RANKED, **more), header=header)


def programs(*code, **more):
    return ranked(b''.join(program(c) for c in code), flags=PROGRAMS, **more)


def listed(*indices, at=8, entry=None, count=None, size=None, machines=None):
    """Machine 0 is ranked, entry 1 a list."""
    members = le(4, len(indices) if count is None else count, *indices)
    entries = (0, LIST | (12 if entry is None else entry))
    return blob(machines=machines or machine(flags=RANKED), policy=policies(entries, members[:size]))


def several(*indices, tops=(3, 3), **more):
    """Ranked machines with these highest ranks; the policy behind them is a list."""
    parts = [machine(flags=RANKED, top=top) for top in tops]
    entries = [sum(map(len, parts[:i])) for i in range(len(parts))]
    return blob(machines=b''.join(parts), policy=policies(entries + [LIST | 8 + 4 * len(parts)], le(4, len(indices), *indices)))


def extended(agent=None, ends=None, **more):
    return blob(agent=agent, more=[(EXTENSIONS, extensions(**more))], ends=ends)


def recorded(*records, data=b'', **more):
    """One group of the file as a whole, with these records."""
    return extended(groups=((len(records), 0),), records=records, data=data, **more)


def fetched(**more):
    return blob(more=[(FETCH, fetch(**more))])


def read_on(code, size=None, octets=b'a' * 16, **more):
    """Behind a machine nothing stands up to the end of the blob but octets that could be code: its checksum is such, too."""
    sections = [(POLICIES, policies()), (AGENTS, agents()), (MACHINES, code[:size]), (LATER, octets)]
    return blob(order=sections, ends=b'a' * 8, **more)


def policies_last(entries, lists=b'', ends=b'', **more):
    """A policies section, of ranked machines, that the checksum stands behind."""
    part = machine(flags=RANKED)
    machines = part * sum(entry < LIST for entry in entries)
    return blob(order=[(MACHINES, machines), (AGENTS, agents()), (POLICIES, policies(entries, lists, **more))], ends=ends)


def cut_off(kind, data, size):
    """The last section that counts ends too early; one of a later version holds what is cut off."""
    others = [(k, d) for k, d in [(MACHINES, machine()), (POLICIES, policies()), (AGENTS, agents())] if k != kind]
    return blob(order=others + [(kind, data[:size]), (LATER, data[size:])])


def moved(i, change):
    """The section table with another offset in entry i."""
    return lambda t: [(k, z, at + change if n == i else at) for n, (k, z, at) in enumerate(t)]


GOOD = {
    'empty': blob(policy=policies([CONSTANT | 1]), machines=b'', more=[(LATER, b'of a later version')]),
    'decided': decided(run(leads=FALL) + branch([(b'a', 0), (b'b', 1), (b'c', 2)], SELF)),
    'decided-links': decided(run(leads=FALL) + branch([(b'a', 1)], SELF) + run(b'longer than octo', GOTO, HUB, target=2)
                             + run(b'x', GOTO, LINK, target=1, link=2) + branch([], ELSE_ALLOW) + branch([], ELSE_GOTO, 5), hub=3),
    'decided-fan': decided(TO_FAN + fan(label(b'ab', more=1) + label(b'cd', DISALLOW) + label(b'e', GOTO, target=2), (0, 6), head=0x20)),
    'decided-fan-plain': decided(TO_FAN + fan(label(b' ~', GOTO, target=2))),
    'decided-fan-units': decided(TO_FAN + fan(label() + bytes(2) + label(b'b'), (0, 1), ELSE_ALLOW, shape=0x21) + branch()),
    'decided-fan-last': decided(TO_FAN + fan(shape=0x21)),
    'decided-fan-wide': decided(TO_FAN + fan(label(), (0, 0, 0, 0), shape=0x41)),
    'decided-wider': decided(run(b'a' * 64), flags=2),
    'decided-widest': decided(run(b'a' * 65), flags=4),
    'decided-tables': decided(END + branch([(b'x', 1)], SELF), flags=SCAN | PAIRS, hub=3, tables=bytes(64)),
    'ranked': ranked(run(mark=4) + run(b'a', mark=1, leads=FALL) + branch([(b'b', 2)], HUB), hub=5, registers=1, marks=[(2, 0, 2)],
                     gates=[(0, 0, 1, 1, 0, 0, 0), (1, 0, 0, 1, 3, 0, 1)]),
    'ranked-goto': ranked(run(leads=FALL) + branch([(b'e', 1)], ELSE_GOTO, 5)),
    'ranked-fan': ranked(TO_FAN + branch([], SELF) + fan(other=HUB), hub=3),
    'one-policy': blob(order=[(MACHINES, machine()), (AGENTS, agents())]),
    'programs': programs(b'/a', b'/\xfd\xfb\xfa\x02acxz', b'/\xfc', b'/\x02'),
    'programs-any': programs(b'/\xfd\xfc'),
    'programs-pairs': programs(b'/a\x02\x1f', header=FORM_K),
    'list': listed(0),
    'list-tops': several(1, 0, 2, tops=(3, 5, 3)),
    'agents-wide': blob(agent=agents(4)),
    'extensions': recorded((0, 1, 0, 1), (4, 2, 2, 1), (2, 3, 15, 0), (3, 4, 27, 0), data=b'nv' + numbers() + b'n'
                           + numbers(0, 0, 65535, 65535) + numbers(start=1439, end=1439)),
    'extensions-sets': extended(sets=((0, 1, 1), (1, 2, 0)), members=(1,), groups=((0, 0), (0, 1))),
    'extensions-plain': extended(sets=(), names=(0, 0), labels=()),
    'fetch': fetched(flags=1),
}

HEADER = {
    'header-magic-cut': (TRUNCATED, blob(cut=3)),
    'header-magic': (MAGIC, blob(header={0: 0x8E})),
    'header-cut': (TRUNCATED, blob(cut=4)),
    'header-major': (VERSION, blob(header={4: MAJOR + 1})),
    'header-size-above': (TRUNCATED, blob(cut=-1)),
    'header-size-below': (CORRUPT, blob() + b'\0'),
    'header-dialect': (CORRUPT, blob(header={6: 5})),
    'header-form': (CORRUPT, blob(header={7: 3})),
    'header-match': (CORRUPT, blob(header={12: 6})),
    'header-flags': (CORRUPT, blob(header={13: 2})),
    'header-reserved': (CORRUPT, blob(header={15: 1})),
    'checksum': (CHECKSUM, blob(sound=False)),
}

SECTIONS = {
    'sections-table': (CORRUPT, blob(order=[], header={14: 2})),
    'sections-reserved': (CORRUPT, blob(table=lambda t: [(t[0][0], 1, t[0][2])] + t[1:])),
    # The machines end before they begin: any machine is shorter than that.
    'sections-descend': (CORRUPT, read_on(machine(program(b'/a', size=0x6161), PROGRAMS | RANKED, size=0x6165),
                                          table=moved(4, -99))),
    'sections-outside': (CORRUPT, blob(order=[(MACHINES, machine()), (POLICIES, policies()), (LATER, b''), (AGENTS, agents())],
                                       table=moved(3, 999))),
    'sections-type': (CORRUPT, blob(more=[(0, b'')])),
    'sections-repeat': (CORRUPT, blob(more=[(AGENTS, agents())])),
    'sections-machines': (CORRUPT, blob(order=[(POLICIES, policies([CONSTANT])), (AGENTS, agents())])),
    'sections-agents': (CORRUPT, blob(order=[(MACHINES, machine()), (POLICIES, policies())])),
    'sections-overread': (CORRUPT, blob(order=[(POLICIES, policies()), (AGENTS, agents()), (MACHINES, machine())])),
}

MACHINE = {
    'machine-header': (CORRUPT, cut_off(MACHINES, bytes([RANKED | WIDE]) + bytes(8), 1)),
    'machine-width': (CORRUPT, decided(END, flags=6)),
    'machine-outside': (CORRUPT, cut_off(MACHINES, machine(run(b'/longer than that')), 5)),
    'machine-empty': (CORRUPT, ranked(b'', flags=PROGRAMS)),
    'machine-registers': (CORRUPT, ranked(registers=513)),
    'machine-hub-outside': (CORRUPT, decided(END, hub=4000)),
    'machine-hub-node': (CORRUPT, decided(END, hub=1)),
    'machine-scan-hub': (CORRUPT, decided(branch([(b'/', 1)], SELF), flags=SCAN, tables=bytes(16))),
    # The walk would take the fan's seed, "a", for a way out, and its keys for where that leads: 15,349 octets ahead.
    'machine-scan-stays': (CORRUPT, ranked(run(leads=GOTO, target=22) + fan(seed=0x61, keys=b'\x77' * 8) + run(b'q', other=HUB),
                                           flags=SCAN, hub=5, tables=b'\0\x40' + bytes(14))),
    'machine-pairs-scan': (CORRUPT, decided(END, flags=PAIRS, tables=bytes(48))),
    'mark-gate': (CORRUPT, ranked(marks=[(0, 0, 1)])),
    'gate-from': (CORRUPT, ranked(gates=[(1, 0, 0, 1, 2, 0, 0)])),
    'gate-before': (CORRUPT, ranked(gates=[(0, 1, 0, 1, 2, 0, 0)])),
    'gate-opens': (CORRUPT, ranked(gates=[(0, 0, 1, 1, 2, 0, 0)])),
    'gate-next': (CORRUPT, ranked(gates=[(0, 0, 0, 1, 2, 0, 1)])),
    'programs-decided': (CORRUPT, decided(PROGRAM, flags=PROGRAMS)),
    'programs-hub': (CORRUPT, programs(b'/a', hub=1)),
    'programs-mark': (CORRUPT, programs(b'/a', marks=[(0, 0, 0)])),
    'programs-register': (CORRUPT, programs(b'/a', registers=1)),
    'programs-gate': (CORRUPT, programs(b'/a', gates=[(0, 0, 0, 1, 2, 0, 0)])),
    'programs-scan': (CORRUPT, ranked(PROGRAM, flags=PROGRAMS | SCAN, tables=bytes(16))),
    'programs-pairs': (CORRUPT, ranked(PROGRAM, flags=PROGRAMS | PAIRS, tables=bytes(48))),
    'programs-width': (CORRUPT, ranked(PROGRAM, flags=PROGRAMS | 2)),
    'program-fields': (CORRUPT, read_on(machine(b'\2\0a', PROGRAMS | RANKED))),
    'program-outside': (CORRUPT, read_on(machine(program(b'/a', size=0x6161), PROGRAMS | RANKED))),
    'program-instruction': (CORRUPT, programs(b'/\x80')),
    'program-set-outside': (CORRUPT, read_on(machine(program(b'/\xfa\x01a'), PROGRAMS | RANKED))),
    'program-end-inside': (CORRUPT, programs(b'/\xfca')),
    'program-ranges-overlap': (CORRUPT, programs(b'/\xfa\x02acce')),
    'program-pair-alone': (CORRUPT, read_on(machine(program(b'/\x02'), PROGRAMS | RANKED), octets=b'\x1f' + b'a' * 15,
                                            header=FORM_K)),
    'program-pair-lead': (CORRUPT, programs(b'/\x02\x02', header=FORM_K)),
}

NODE = {
    'node-first': (CORRUPT, decided(b'\x18\x01/' + END)),
    'node-size': (CORRUPT, decided(run(b'/ab', count=1) + END)),
    'branch-size': (CORRUPT, decided(branch([(b'a', 1)], count=127))),
    'run-empty': (CORRUPT, decided(run(b''))),
    'run-linked': (CORRUPT, decided(run() + run(b'longer than what insight keeps', other=LINK, link=2))),
    'run-falls-out': (CORRUPT, decided(run(leads=FALL))),
    'run-target-outside': (CORRUPT, decided(run(leads=GOTO, target=9))),
    'run-target-node': (CORRUPT, decided(run(leads=GOTO, target=3))),
    'branch-target': (CORRUPT, decided(branch([(b'a', 3)]))),
    'branch-descends': (CORRUPT, decided(branch([(b'b', 0), (b'a', 0)]))),
    'else-allow-ranked': (CORRUPT, ranked(run(other=ELSE_ALLOW))),
    'else-hub-behind': (CORRUPT, decided(END + run(other=HUB), hub=3)),
    'else-link-behind': (CORRUPT, decided(END + run(other=LINK, link=5))),
    'else-target': (CORRUPT, decided(branch(other=ELSE_GOTO, target=3))),
    'node-mark': (CORRUPT, ranked(run(mark=1))),
    'fan-else': (CORRUPT, decided(TO_FAN + fan(other=LINK))),
    'fan-hub': (CORRUPT, decided(TO_FAN + fan(other=HUB))),
    'fan-unit': (CORRUPT, decided(TO_FAN + fan(label(), (0, 0, 0, 0), shape=0x51))),
    'fan-bits-none': (CORRUPT, decided(TO_FAN + fan(entries=(0,), shape=0))),
    'fan-bits-many': (CORRUPT, decided(TO_FAN + fan(entries=(), shape=15))),
    'fan-reserved': (CORRUPT, decided(TO_FAN + fan(head=8))),
    'fan-marked': (CORRUPT, ranked(TO_FAN + fan(head=0x20))),
    'fan-keys': (CORRUPT, decided(TO_FAN + fan(keys=bytes(7) + b'\x08'))),
    'fan-outside': (CORRUPT, decided(TO_FAN + fan(b'', (), shape=9))),
    'fan-entry': (CORRUPT, read_on(machine(TO_FAN + fan(label(b'ab'), (0, 2), shape=0x11)), octets=b'\0' + LABELS)),
    'fan-behind': (CORRUPT, decided(TO_FAN + fan(label() + label(b'b'), shape=0x21))),
    'fan-label-falls': (CORRUPT, decided(TO_FAN + fan(label(leads=FALL)))),
    'fan-label-none': (CORRUPT, read_on(machine(TO_FAN + fan(b'')), octets=LABELS)),
    'fan-label-fragment': (CORRUPT, ranked(TO_FAN + fan(label(b'a#', GOTO, target=23)) + branch([], SELF))),
    'fan-label-target': (CORRUPT, decided(TO_FAN + fan(label(b'a', GOTO, target=3)))),
}

POLICY = {
    'policies-cut': (CORRUPT, blob(order=[(MACHINES, machine()), (AGENTS, agents()), (POLICIES, b'')],
                                   ends=le(4, 0x3FFFFFFF, 0))),
    'policies-count': (CORRUPT, blob(order=[(MACHINES, machine()), (AGENTS, agents()), (POLICIES, policies([], count=9))],
                                     ends=le(4, 0, CONSTANT))),
    'policies-machine': (CORRUPT, blob(policy=policies([1]))),
    'policies-unnamed': (CORRUPT, blob(order=[(MACHINES, machine() * 4), (AGENTS, agents()), (POLICIES, policies())],
                                       ends=le(4, len(machine()), 2 * len(machine())))),
    'policies-no-machine': (CORRUPT, blob(order=[(MACHINES, b''), (AGENTS, agents())])),
    'policies-constant': (CORRUPT, blob(policy=policies([0, CONSTANT | 2]))),
    'policies-rest': (CORRUPT, blob(policy=policies(lists=b'\0'))),
    'list-place': (CORRUPT, listed(0, entry=0x3FFFFFFF)),
    'list-cut': (CORRUPT, policies_last((0, LIST | 12), ends=le(4, 2, 0))),
    'list-empty': (CORRUPT, listed()),
    'list-outside': (CORRUPT, policies_last([i * len(machine(flags=RANKED)) for i in range(3)] + [LIST | 20], le(4, 9, 0),
                                            ends=le(4, 1, 2))),
    'list-index': (CORRUPT, listed(2)),
    'list-machine': (CORRUPT, listed(1)),
    'list-decided': (CORRUPT, listed(0, machines=machine())),
    'list-twice': (CORRUPT, several(0, 1, 0)),
    'list-rises': (CORRUPT, several(0, 1, tops=(3, 5))),
    'agents-width': (CORRUPT, blob(agent=b'\3' + agents(4, offsets=(1,))[1:])),
    'agents-reserved': (CORRUPT, blob(agent=agents(reserved=1))),
    'agents-fields': (CORRUPT, cut_off(AGENTS, agents(4, offsets=(9999,)), 2)),
    'agents-count': (CORRUPT, blob(agent=agents(count=9))),
    'agents-star': (CORRUPT, blob(agent=agents(star=5))),
    'agents-descend': (CORRUPT, blob(agent=agents(offsets=(1, 0), fields=(3, 3)))),
    'agents-outside': (CORRUPT, blob(agent=agents(offsets=(4,)))),
    'agents-policy': (CORRUPT, blob(agent=agents(fields=(5,)))),
}

BESIDE = {
    'extensions-twice': (CORRUPT, blob(more=[(EXTENSIONS, extensions()), (EXTENSIONS, extensions())])),
    'extensions-cut': (CORRUPT, blob(more=[(EXTENSIONS, b'')])),
    'extensions-many-labels': (CORRUPT, extended(labels=[(10, 0, 0)] * 17, sets=(), names=(0, 0))),
    'extensions-outside': (CORRUPT, cut_off(EXTENSIONS, extensions(labels=((10, 9999, 1),)), 24)),
    'extensions-names': (CORRUPT, extended(names=(0,))),
    'name-set': (CORRUPT, extended(names=(0, 2))),
    'set-descends': (CORRUPT, extended(sets=((1, 1, 1), (0, 1, 1)), members=(1,), groups=((0, 0), (0, 1)))),
    # Each set has one member more: what follows, the checksum too, is group 1.
    'set-outside': (CORRUPT, extended(labels=(), sets=[(n,) for n in range(1, 9)], groups=((1, 1), (1, 1)), ends=le(4, 1, 1))),
    'set-rest': (CORRUPT, extended(members=(1,), groups=((0, 0), (0, 1)))),
    'set-answer': (CORRUPT, extended(sets=((0, 1, 3),))),
    'member-order': (CORRUPT, extended(sets=((1, 1, 1),), members=(0,))),
    'member-group': (CORRUPT, extended(sets=((1, 1, 1),), members=(1,))),
    'group-none': (CORRUPT, extended(groups=())),
    'group-descends': (CORRUPT, extended(groups=((1, 0), (0, 1), (1, 2)), records=((0, 1, 0, 0),))),
    'group-rest': (CORRUPT, extended(records=((0, 1, 0, 0),))),
    'label-field-below': (CORRUPT, extended(labels=((8, 0, 0),))),
    'label-field-above': (CORRUPT, extended(labels=((12, 0, 0),))),
    'label-outside': (CORRUPT, extended(labels=((10, 1, 0),))),
    'label-long': (CORRUPT, extended(labels=((10, 0, 1),))),
    'record-field': (CORRUPT, recorded((12, 1, 0, 0))),
    'record-descends': (CORRUPT, recorded((0, 1, 1, 0), (0, 2, 0, 0), data=b'v')),
    'record-outside': (CORRUPT, recorded((2, 1, 2000, 0), (2, 2, 3000, 0))),
    'record-numbers': (CORRUPT, cut_off(EXTENSIONS, extensions(groups=((1, 0),), records=((2, 1, 0, 0),), data=numbers()), 84)),
    'record-name': (CORRUPT, recorded((0, 1, 0, 2), data=b'v')),
    'numbers-documents': (CORRUPT, recorded((3, 1, 0, 0), data=numbers(count=0))),
    'numbers-from': (CORRUPT, recorded((4, 1, 0, 0), data=numbers(start=1440))),
    'numbers-to': (CORRUPT, recorded((4, 1, 0, 0), data=numbers(end=1440))),
    'numbers-half': (CORRUPT, recorded((2, 1, 0, 0), data=numbers(start=65535))),
    'numbers-untimed': (CORRUPT, recorded((4, 1, 0, 0), data=numbers(start=65535, end=65535))),
    'fetch-twice': (CORRUPT, blob(more=[(FETCH, fetch()), (FETCH, fetch())])),
    'fetch-size': (CORRUPT, blob(more=[(FETCH, fetch() + b'\0')])),
    'fetch-flags': (CORRUPT, fetched(flags=2)),
    'fetch-reserved': (CORRUPT, fetched(reserved=1)),
    'fetch-expires': (CORRUPT, fetched(expires=999)),
    'fetch-since': (CORRUPT, fetched(since=1001)),
    'fetch-end': (CORRUPT, fetched(end=9)),
    'fetch-profile': (CORRUPT, fetched(profile=4)),
    'fetch-outcome': (CORRUPT, fetched(outcome=6)),
    'fetch-row': (CORRUPT, fetched(row=11)),
}

# What of a blob is asked for: whatever is refused first is what the file is for.
CALLS = [('open', (HEADER, SECTIONS, MACHINE, NODE, POLICY)), ('beside', (BESIDE,))]


def main(folder):
    lines = ['good-%s open ok' % name for name in GOOD]
    files = {'good-' + name: data for name, data in GOOD.items()}
    for call, tables in CALLS:
        for name, (status, data) in [entry for table in tables for entry in table.items()]:
            files[name] = data
            lines.append('%s %s %s' % (name, call, status))
    os.makedirs(folder, exist_ok=True)
    for name, data in files.items():
        with open(os.path.join(folder, name + '.robots'), 'wb') as file:
            file.write(data)
    with open(os.path.join(folder, 'expected.txt'), 'w', encoding='ascii') as file:
        file.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main(sys.argv[1])
