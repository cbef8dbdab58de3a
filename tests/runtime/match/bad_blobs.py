#!/usr/bin/env python3
"""bad_blobs.py - writes tests/runtime/match/bad-blobs/: blobs.tar and expected.txt.

    bad_blobs.py FOLDER

The archive has a blob for each check of robotsc_open, robotsc_open_extensions and
robotsc_stamp_read, named after that check.  Blobs with names good-NAME are accepted.  expected.txt
has a line for each blob: name, call, status.

SPDX-License-Identifier: Apache-2.0
"""
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '../../support')]
import archive  # noqa: E402
from assemble import *  # noqa: E402,F403 - the tables below use all of it

TRUNCATED, MAGIC, VERSION, CORRUPT, CHECKSUM = 'truncated', 'magic', 'version', 'corrupt', 'checksum'
END = run(leads=ALLOW)  # "/", then allow: 3 octets
TO_LEAF = run(leads=FALL)  # 3 octets
FORM_K = {7: 2}
FORM_RAW = {7: 0}
PLAIN = prefix_table(prefix(b'!~', GOTO, target=2))
STARTS = b'\xff' * 72


def dfa(code=END, **more):
    header = more.pop('header', None)
    return blob(machines=machine(code, **more), header=header)


def filtered(code=b'', **more):
    header = more.pop('header', None)
    return blob(machines=machine(code, more.pop('flags', 0) | FILTER, **more), header=header)


def floating(code, root=1, **more):
    """A filter whose literals all float."""
    return filtered(code, flags=SCAN, root=root, tables=STARTS, **more)


def default_edges(levels):
    """Runs of different octets; each but the first has a default edge to the one before it."""
    runs = [run(b'a')]
    runs += [run(bytes([0x61 + i]), other=DEFAULT, default=2 + max(0, 5 * i - 7)) for i in range(1, levels + 1)]
    return dfa(b''.join(runs))


def globs(*codes, **more):
    """A filter with these globs of one literal, which every path completes."""
    return filtered(literals=(0,), globs=b''.join(glob(c) for c in codes), first=1, **more)


def with_prefixes(prefixes=prefix_table(), code=b'', **more):
    """A DFA with a prefix table, and without code."""
    return dfa(code, prefixes=prefixes, **more)


def listed(*indices, at=8, entry=None, count=None, size=None, machines=None):
    """Policy 0 is a filter, policy 1 a list."""
    members = le(4, len(indices) if count is None else count, *indices)
    entries = (0, LIST | (12 if entry is None else entry))
    return blob(machines=machines or machine(b'', FILTER), policy=policies(entries, members[:size]))


def several(*indices, tops=(3, 3), **more):
    """Filters with these highest ranks, then a list of these indices."""
    parts = [machine(b'', FILTER, top=top) for top in tops]
    entries = [sum(map(len, parts[:i])) for i in range(len(parts))]
    return blob(machines=b''.join(parts), policy=policies(entries + [LIST | 8 + 4 * len(parts)], le(4, len(indices), *indices)))


def globs_cut(code, size=None, octets=b'a' * 16, **more):
    """A glob.  The octets after it, and the checksum, could be a part of it."""
    part = machine(b'', FILTER, literals=(0,), globs=glob(code, size=size), first=1)
    return blob(order=[(POLICIES, policies()), (AGENTS, agents()), (MACHINES, part), (LATER, octets)], ends=b'a' * 8, **more)


def extended(agent=None, ends=None, **more):
    return blob(agent=agent, more=[(EXTENSIONS, extensions(**more))], ends=ends)


def recorded(*records, data=b'', **more):
    """The group of the file as a whole, with these records."""
    return extended(groups=((len(records), 0),), records=records, data=data, **more)


def fetched(**more):
    return blob(more=[(FETCH, fetch(**more))])


def policies_last(entries, lists=b'', ends=b'', **more):
    """The policies, of filters, are the last section: the checksum follows."""
    part = machine(b'', FILTER)
    machines = part * sum(entry < LIST for entry in entries)
    return blob(order=[(MACHINES, machines), (AGENTS, agents()), (POLICIES, policies(entries, lists, **more))], ends=ends)


def cut_off(kind, data, size):
    """A section that ends too early.  A section LATER has the octets that are cut off."""
    others = [(k, d) for k, d in [(MACHINES, machine()), (POLICIES, policies()), (AGENTS, agents())] if k != kind]
    return blob(order=others + [(kind, data[:size]), (LATER, data[size:])])


def moved(i, change):
    """The section table with another offset in entry i."""
    return lambda t: [(k, at + change if n == i else at) for n, (k, at) in enumerate(t)]


GOOD = {
    'empty': blob(policy=policies([CONSTANT | 1]), machines=b'', more=[(LATER, b'of a later version')]),
    'dfa': dfa(run(leads=FALL) + branch([(b'a', 0), (b'b', 1), (b'c', 2)], SELF)),
    'dfa-default-edges': dfa(run(leads=FALL) + branch([(b'a', 1)], SELF) + run(b'longer than octo', GOTO, ROOT, target=2)
                             + run(b'x', GOTO, DEFAULT, target=1, default=2) + branch([], ELSE_ALLOW) + branch([], ELSE_GOTO, 5),
                             root=4),
    'dfa-levels': default_edges(4),
    'dfa-root-first': dfa(branch([(b'a', 1)], SELF) + run(b'b', other=ROOT), root=1),
    'prefixes': with_prefixes(prefix_table(prefix(b'ab', more=1) + prefix(b'cd', DISALLOW) + prefix(b'e', GOTO, target=2),
                                           (0, 6), head=0x20), END),
    'prefixes-plain': with_prefixes(PLAIN, END),
    'prefixes-plain-raw': with_prefixes(PLAIN, END, header=FORM_RAW),
    'prefixes-plain-units': with_prefixes(PLAIN, END, header=FORM_K),
    'prefixes-root': with_prefixes(prefix_table(prefix(), other=ROOT), branch([(b'a', 0)], SELF), root=1),
    'prefixes-units': with_prefixes(prefix_table(prefix() + bytes(2) + prefix(b'b'), (0, 1), ELSE_ALLOW, shape=0x21)),
    'prefixes-last': with_prefixes(prefix_table(shape=0x21)),
    'prefixes-wide': with_prefixes(prefix_table(prefix(), (0, 0, 0, 0), shape=0x41)),
    'dfa-wider': dfa(run(b'a' * 64), flags=2),
    'dfa-widest': dfa(run(b'a' * 65), flags=4),
    'dfa-tables': dfa(END + branch([(b'x', 1)], SELF), flags=SCAN | PAIRS, root=4, tables=bytes(64)),
    'filter': filtered(run(b'ab', FALL, mark=4) + branch([(b'b', 2 + 14), (b'c', 2 + 18)]) + leaf() + leaf(1), literals=(0,),
                       globs=glob(b'/ab*c')),
    'filter-none': filtered(),
    'filter-first': filtered(first=6),
    'filter-prefixes': filtered(leaf(), prefixes=prefix_table(prefix(b'ab', GOTO, target=2))),
    'filter-floats': floating(run(b'aba', FALL) + leaf(1) + leaf(), literals=(0,), globs=glob(b'/\xfdaba\xfd', 3)),
    'filter-both': floating(run(b'aba', FALL) + leaf(1) + run(b'c', GOTO, target=2 + 14) + leaf(), root=10, literals=(0, 4),
                            globs=glob(b'', 3) + glob(b'a'), first=3),
    'filter-far': floating(run(b'f' * 50, FALL) * 120 + leaf(8) + run(b'f' * 50, FALL) * 4
                           + branch([(b'f', 120 * 52 + 4 + 4 * 52 + 5 + 2)]) + leaf(6),
                           root=120 * 52 + 4 + 1, stop=(5, 5), top=5, alone=5),
    'one-policy': blob(order=[(MACHINES, machine()), (AGENTS, agents())]),
    'globs': globs(b'/a', b'/\xfd\xfe\xffb', b'\xf9\x7f\xfc', b'/\xfc', b'/\x02', b''),
    'globs-raw': globs(b'\xf9\x01\xfd\xfec\xfc', header=FORM_RAW),
    'globs-space': globs(b'/ \x02\x1f', header=FORM_K),
    'globs-units': globs(b'/a\x02\x1f\xfd\xfb\xfa\x02acxz', b'/\xfa\x00\xfc', header=FORM_K),
    'list': listed(0),
    'list-tops': several(1, 0, 2, tops=(3, 5, 3)),
    'agents-narrow': blob(agent=agents(1)),
    'agents-wide': blob(agent=agents(4)),
    'extensions': recorded((0, 1, 0, 1), (4, 2, 2, 1), (2, 3, 15, 0), (3, 4, 27, 0), data=b'nv' + numbers() + b'n'
                           + numbers(0, 0, 65535, 65535) + numbers(start=1439, end=1439)),
    'extensions-sets': extended(sets=((0, 1, 1), (1, 2, 0)), members=(1,), groups=((0, 0), (0, 1))),
    'extensions-levels': extended(labels=((10, 0, 1), (leveled(3), 0, 1), (leveled(8), 1, 0)), more=7,
                                  data=b'u\0\1a\2bc' + b'\0' * 6, sets=((0,) + (1,) * 13,)),
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
    'checksum': (CHECKSUM, blob(sound=False)),
}

SECTIONS = {
    'sections-one': (CORRUPT, blob(order=[(MACHINES, machine())])),
    'sections-table': (CORRUPT, blob(table=moved(0, 1))),
    'sections-table-outside': (CORRUPT, blob(table=moved(0, 5000))),
    # The machines end 20 octets early, before they begin.
    'sections-descend': (CORRUPT, blob(
        order=[(POLICIES, policies()), (AGENTS, agents()), (MACHINES, machine()), (LATER, bytes(16))], table=moved(3, -20))),
    'sections-outside': (CORRUPT, blob(order=[(MACHINES, machine()), (POLICIES, policies()), (LATER, b''), (AGENTS, agents())],
                                       table=moved(3, 999))),
    'sections-type': (CORRUPT, blob(more=[(0, b'')])),
    'sections-repeat': (CORRUPT, blob(more=[(AGENTS, agents())])),
    'sections-machines': (CORRUPT, blob(order=[(POLICIES, policies([CONSTANT])), (AGENTS, agents())])),
    'sections-agents': (CORRUPT, blob(order=[(MACHINES, machine()), (POLICIES, policies())])),
    'sections-overread': (CORRUPT, blob(order=[(POLICIES, policies()), (AGENTS, agents()), (MACHINES, machine())])),
}

MACHINE = {
    'machine-header': (CORRUPT, cut_off(MACHINES, bytes([FILTER | WIDE]) + bytes(8), 1)),
    'machine-width': (CORRUPT, dfa(END, flags=6)),
    'machine-outside': (CORRUPT, cut_off(MACHINES, machine(run(b'/longer than that')), 5)),
    'machine-empty': (CORRUPT, dfa(b'')),
    'machine-root-outside': (CORRUPT, dfa(END, root=4000)),
    'machine-root-node': (CORRUPT, dfa(END, root=2)),
    'machine-scan-root': (CORRUPT, dfa(branch([(b'/', 1)], SELF), flags=SCAN, tables=bytes(16))),
    'machine-scan-stays': (CORRUPT, dfa(END + run(b'q'), flags=SCAN, root=4, tables=bytes(16))),
    'machine-pairs-scan': (CORRUPT, dfa(END, flags=PAIRS, tables=bytes(48))),
    'filter-no-starts': (CORRUPT, filtered(branch(), root=1)),
    'filter-root-marked': (CORRUPT, floating(leaf())),
    'filter-first': (CORRUPT, filtered(first=1)),
    'literals-many': (CORRUPT, filtered(literals=(0,) * 16385)),
    'literal-first': (CORRUPT, filtered(literals=(4,), globs=glob(b'') + glob(b''))),
    'literal-inside': (CORRUPT, filtered(literals=(0, 2), globs=glob(b'') + glob(b''))),
    'literal-none': (CORRUPT, filtered(literals=(0,))),
    'glob-without-literal': (CORRUPT, filtered(globs=glob(b''))),
    'glob-fields': (CORRUPT, filtered(literals=(0,), globs=b'\2\0\0')),
    'glob-outside': (CORRUPT, globs_cut(b'/a', 0x6161)),
    'glob-instruction': (CORRUPT, globs(b'/\x80')),
    'glob-known-inside': (CORRUPT, globs(b'/\xf9\x01')),
    'glob-known-many': (CORRUPT, globs(b'\xf9\x80')),
    'glob-known-cut': (CORRUPT, globs(b'\xf9')),
    'glob-set-form': (CORRUPT, globs(b'/\xfa\x01ac')),
    'glob-one-form': (CORRUPT, globs(b'/\xfb')),
    'glob-set-outside': (CORRUPT, globs_cut(b'/\xfa\x01a', None, header=FORM_K)),
    'glob-end-inside': (CORRUPT, globs(b'/\xfca')),
    'glob-ranges-overlap': (CORRUPT, globs(b'/\xfa\x02acce', header=FORM_K)),
    'glob-pair-alone': (CORRUPT, globs_cut(b'/\x02', None, octets=b'\x1f' + b'a' * 15, header=FORM_K)),
    'glob-pair-lead': (CORRUPT, globs(b'/\x02\x02', header=FORM_K)),
}

NODE = {
    'node-first': (CORRUPT, dfa(b'\x18\x01/' + END)),
    'node-size': (CORRUPT, dfa(run(b'/ab', count=1) + END)),
    'branch-size': (CORRUPT, dfa(branch([(b'a', 1)], count=127))),
    'branch-reserved': (CORRUPT, dfa(branch(head=0x10))),
    'run-empty': (CORRUPT, dfa(run(b''))),
    'run-default': (CORRUPT, dfa(run() + run(b'longer than what insight keeps', other=DEFAULT, default=2))),
    'run-falls-out': (CORRUPT, dfa(run(leads=FALL))),
    'run-target-outside': (CORRUPT, dfa(run(leads=GOTO, target=9))),
    'run-target-node': (CORRUPT, dfa(run(leads=GOTO, target=3))),
    'branch-target': (CORRUPT, dfa(branch([(b'a', 3)]))),
    'branch-descends': (CORRUPT, dfa(branch([(b'b', 0), (b'a', 0)]))),
    'else-root-behind': (CORRUPT, dfa(END + run(other=ROOT), root=4)),
    'else-default-behind': (CORRUPT, dfa(END + run(other=DEFAULT, default=5))),
    'else-default-levels': (CORRUPT, default_edges(5)),
    'else-above': (CORRUPT, dfa(branch(other=6))),
    'filter-else': (CORRUPT, filtered(branch(other=ELSE_ALLOW))),
    'else-target': (CORRUPT, dfa(branch(other=ELSE_GOTO, target=3))),
    'filter-careful': (CORRUPT, filtered(run(leads=FALL, head=1) + leaf())),
    'filter-mark': (CORRUPT, filtered(leaf(1))),
    'filter-target-verdict': (CORRUPT, filtered(branch([(b'a', 1)]) + leaf())),
    'filter-target-self': (CORRUPT, filtered(run(leads=GOTO, target=2) + leaf())),
    'filter-way-back': (CORRUPT, filtered(TO_LEAF + branch([(b'a', 2)]))),
    'prefixes-else': (CORRUPT, with_prefixes(prefix_table(other=ROOT))),
    'prefixes-else-reserved': (CORRUPT, with_prefixes(prefix_table(head=0x40))),
    'prefixes-filter-e': (CORRUPT, filtered(leaf(), prefixes=prefix_table(prefix(leads=GOTO, target=2), head=0x20))),
    'prefixes-filter-target': (CORRUPT, filtered(leaf(), prefixes=prefix_table(prefix(leads=GOTO, target=1)))),
    'prefixes-unit': (CORRUPT, with_prefixes(prefix_table(prefix(), (0, 0, 0, 0), shape=0x51))),
    'prefixes-bits-none': (CORRUPT, with_prefixes(prefix_table(entries=(0,), shape=0))),
    'prefixes-bits-many': (CORRUPT, with_prefixes(prefix_table(entries=(), shape=15))),
    'prefixes-seed': (CORRUPT, with_prefixes(prefix_table(seed=0x80))),
    'prefixes-keys': (CORRUPT, with_prefixes(prefix_table(keys=bytes(7) + b'\x08'))),
    'prefixes-outside': (CORRUPT, with_prefixes(prefix_table(b'', (), shape=9))),
    'prefixes-entry': (CORRUPT, with_prefixes(prefix_table(prefix(b'ab') + prefix(b'b'), (0, 2), shape=0x11))),
    'prefixes-behind': (CORRUPT, with_prefixes(prefix_table(prefix() + prefix(b'b'), shape=0x21))),
    'prefixes-wide-zero': (CORRUPT, with_prefixes(prefix_table(prefix() + b'\0', (0, 0, 0, 0), shape=0x41))),
    'prefixes-prefix-falls': (CORRUPT, with_prefixes(prefix_table(prefix(leads=FALL)))),
    'prefixes-prefix-none': (CORRUPT, with_prefixes(prefix_table(b''))),
    'prefixes-prefix-fragment': (CORRUPT, with_prefixes(prefix_table(prefix(b'a#')))),
    'prefixes-prefix-target': (CORRUPT, with_prefixes(prefix_table(prefix(b'a', GOTO, target=3)), END)),
}

POLICY = {
    'policies-cut': (CORRUPT, blob(order=[(MACHINES, machine()), (AGENTS, agents()), (POLICIES, b'')],
                                   ends=le(4, 0x3FFFFFFF, 0))),
    'policies-count': (CORRUPT, blob(order=[(MACHINES, machine()), (AGENTS, agents()), (POLICIES, policies([], count=9))],
                                     ends=le(4, 0, CONSTANT))),
    'policies-machine': (CORRUPT, blob(policy=policies([1]))),
    'policies-order': (CORRUPT, blob(machines=machine() * 2, policy=policies([0, CONSTANT | 1, len(machine())]))),
    'policies-unnamed': (CORRUPT, blob(order=[(MACHINES, machine() * 4), (AGENTS, agents()), (POLICIES, policies())],
                                       ends=le(4, len(machine()), 2 * len(machine())))),
    'policies-no-machine': (CORRUPT, blob(order=[(MACHINES, b''), (AGENTS, agents())])),
    'policies-constant': (CORRUPT, blob(policy=policies([0, CONSTANT | 2]))),
    'policies-rest': (CORRUPT, blob(policy=policies(lists=b'\0'))),
    'list-place': (CORRUPT, listed(0, entry=0x3FFFFFFF)),
    'list-cut': (CORRUPT, policies_last((0, LIST | 12), ends=le(4, 2, 0))),
    'list-empty': (CORRUPT, listed()),
    'list-outside': (CORRUPT, policies_last([i * len(machine(b'', FILTER)) for i in range(3)] + [LIST | 20], le(4, 9, 0),
                                            ends=le(4, 1, 2))),
    'list-index': (CORRUPT, listed(2)),
    'list-dfa': (CORRUPT, listed(0, machines=machine())),
    'list-twice': (CORRUPT, several(0, 1, 0)),
    'list-rises': (CORRUPT, several(0, 1, tops=(3, 5))),
    'agents-width': (CORRUPT, blob(agent=b'\3' + agents(4, offsets=(1,))[1:])),
    'agents-fields': (CORRUPT, cut_off(AGENTS, agents(4, offsets=(9999,)), 2)),
    'agents-count': (CORRUPT, blob(agent=agents(count=9))),
    'agents-star': (CORRUPT, blob(agent=agents(star=5))),
    'agents-first': (CORRUPT, blob(agent=agents(offsets=(1,)))),
    'agents-descend': (CORRUPT, blob(agent=agents(offsets=(0, 2, 1), fields=(3, 3, 3)))),
    'agents-outside': (CORRUPT, blob(agent=agents(offsets=(0, 4), fields=(3, 3)))),
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
    # Each set has one member more than the set before it.  The octets after the sets, and the
    # checksum, could be read as group 1.
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
    'label-more': (CORRUPT, extended(labels=((leveled(9), 0, 0),), more=7, sets=((0,) + (1,) * 9,), data=b'\0' * 9)),
    'label-values-end': (CORRUPT, extended(labels=((leveled(3), 0, 1),), more=1, sets=((0, 1, 1, 1),), data=b'u\0\0')),
    'label-value-long': (CORRUPT, extended(labels=((leveled(3), 0, 1),), more=1, sets=((0, 1, 1, 1),), data=b'u\0\0\1')),
    'label-answers': (CORRUPT, extended(more=1, sets=((0, 1, 1, 1),))),
    'record-field': (CORRUPT, recorded((16, 1, 0, 0))),
    'record-line': (CORRUPT, recorded((0, 0, 0, 0))),
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

# The tables, by the call that must refuse their blobs.
CALLS = [('open', (HEADER, SECTIONS, MACHINE, NODE, POLICY)), ('beside', (BESIDE,))]


def main(folder):
    lines = ['good-%s open ok' % name for name in GOOD]
    files = {'good-' + name: data for name, data in GOOD.items()}
    for call, tables in CALLS:
        for name, (status, data) in [entry for table in tables for entry in table.items()]:
            files[name] = data
            lines.append('%s %s %s' % (name, call, status))
    os.makedirs(folder, exist_ok=True)
    archive.write(os.path.join(folder, 'blobs.tar'), {name + '.robots': data for name, data in files.items()})
    with open(os.path.join(folder, 'expected.txt'), 'w', encoding='ascii') as file:
        file.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main(sys.argv[1])
