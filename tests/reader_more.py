#!/usr/bin/env python3
"""reader_more.py - what tests/reader.py leaves out of docs/format.md: all of "Opening", "Extensions", "Fetch".

SPDX-License-Identifier: Apache-2.0"""
from reader import Fields, Machine, canonical, decide, need, number, path_of

FALL, HUB, LINK, SELF, GOTO = 0, 2, 3, 4, 5
FIELDS = ['', 'Sitemap', 'Crawl-delay', 'Request-rate', 'Visit-time', 'Comment', 'Robot-version', 'Host', 'Clean-param',
          'Noindex', 'Content-Signal', 'Content-Usage']
MINUTES, NONE = 1440, 65535


# ---- Opening

def verify(blob):
    """Refuse what a reader must refuse before it may trust a blob."""
    kinds = [kind for kind, _, _, _ in blob.table]
    need(all(reserved == 0 for _, reserved, _, _ in blob.table), 'reserved')
    need(all(kinds.count(kind) < 2 for kind in (1, 2, 3)), 'a section twice')
    need(all(len(blob.data) - end >= 16 for kind, _, _, end in blob.table if kind == 1), 'octets behind the machines')
    machines, at = {}, 0
    while at < len(blob.machines):
        machines[at] = Machine(blob.machines, at, blob.form)
        verify_machine(machines[at])
        at = machines[at].end
    verify_policies(blob, machines)


def verify_policies(blob, machines):
    kinds, values = [entry >> 30 for entry in blob.entries], [entry & 0x3FFFFFFF for entry in blob.entries]
    begins = [value for kind, value in zip(kinds, values) if kind == 0]
    need(all(value in machines for value in begins) and begins == sorted(set(begins)), 'machine of a policy')
    need(all(value < 2 for kind, value in zip(kinds, values) if kind == 2) and 3 not in kinds, 'constant')
    end = 4 + 4 * len(kinds)
    for value in (value for kind, value in zip(kinds, values) if kind == 1):
        need(value == end, 'lists end to end')
        fields = Fields(blob.policies, value, 4)
        members = fields.take(fields.take(1)[0])
        need(all(machines[values[i]].ranked for i in members), 'ranked machines in a list')
        end = fields.at
    need(end == len(blob.policies), 'what is behind the lists')


def verify_machine(machine):
    tables = machine.flags & 0x60
    if machine.programs:
        need(machine.ranked and not (machine.flags & 6 or tables or machine.hub or machine.registers or machine.marks or
                                     machine.gates), 'programs')
        return
    need(machine.flags & 6 != 6, 'width')
    need(machine.hub == 0 or machine.hub in machine.nodes, 'hub')
    need(not tables or (tables != 0x40 and machine.hub), 'tables')
    if machine.ranked:
        need(machine.registers <= 512, 'registers')
        need(all(gate <= len(machine.gates) for _, _, gate in machine.marks), 'gate of a mark')
        for i, (came, before, opens, _, _, _, following) in enumerate(machine.gates):
            need(max(came, before, opens) <= machine.registers and following <= i, 'gate')
    for node in machine.nodes.values():
        verify_node(machine, node)


def verify_node(machine, node):
    def is_target(target):
        return target < 2 or target - 2 in machine.nodes
    need(all(octet < 0x80 for octet in node.code[node.at + 1:node.follows]), 'bit 7')
    need(node.other <= GOTO and (node.other != 1 or not machine.ranked), 'another octet')
    need(node.other != HUB or 0 < machine.hub < node.at, 'hub before the node')
    if node.fan:
        need(not (machine.ranked and node.e), 'fan with a mark')
        need(all(is_target(target) for labels in node.entries for _, target in labels), 'target of a label')
        return
    need(node.other != LINK or (is_target(node.link) and 2 <= node.link < node.at + 2), 'link')
    need(node.other != GOTO or is_target(node.link), 'target of another octet')
    need(node.mark is None or node.mark % 2 == 0 or node.mark // 2 < len(machine.marks), 'mark')
    if node.branch:
        need(list(node.text) == sorted(set(node.text)) and all(map(is_target, node.ways.values())), 'ways out')
    else:
        need(node.follows in machine.nodes if node.next == FALL else is_target(node.target), 'where a run leads')


# ---- Fetch

def section(blob, kind):
    """The octets of an optional section, or None."""
    found = [blob.data[begin:end] for k, _, begin, end in blob.table if k == kind]
    need(len(found) < 2, 'a section twice')
    return found[0] if found else None


def fetch(blob):
    """What was decided, or None."""
    data = section(blob, 4)
    if data is None:
        return None
    need(len(data) == 48, 'fetch')
    fetched, expires, since = (int.from_bytes(data[i:i + 8], 'little', signed=True) for i in (0, 8, 40))
    end, profile, outcome, row, flags, reserved = data[34:40]
    need(since <= fetched <= expires, 'times')
    need(end <= 8 and profile <= 3 and outcome <= 5 and row <= 10 and flags <= 1 and reserved == 0, 'fetch')
    return {'fetched': fetched, 'expires': expires, 'since': since, 'status': number(data[32:34]), 'end': end, 'profile': profile,
            'outcome': outcome, 'row': row, 'revalidate': flags, 'length': number(data[16:24]), 'digest': number(data[24:32])}


# ---- Extensions

class Extensions:
    """The lines beside Allow and Disallow; and what they say may be done with a URL."""

    def __init__(self, blob, data):
        self.blob = blob
        fields = Fields(data, 0, 4)
        names, sets, members, groups, labels, records = fields.take(6)
        need(labels <= 16 and 4 * (names + members) + 8 * groups + 12 * labels + 16 * records <= len(data), 'counts')
        self.names = fields.take(names)
        self.sets = [fields.take(1 + 2 * labels) for _ in range(sets)]
        self.members = fields.take(members)
        self.groups = [fields.take(2) for _ in range(groups)]
        labels = [fields.take(3) for _ in range(labels)]
        records = [fields.take(4) for _ in range(records)]
        self.data = data[fields.at:]
        need(names == len(blob.names) + 1 and all(name <= sets for name in self.names), 'names')
        self.verify_sets()
        self.verify_ends([end for end, _ in self.groups], len(records))
        need(groups > 0, 'groups')
        need(all(9 <= f <= 11 and at + size <= len(self.data) for f, at, size in labels), 'labels')
        self.labels = [(f, self.data[at:at + size]) for f, at, size in labels]
        begins = [at for _, _, at, _ in records] + [len(self.data)]
        need(begins == sorted(begins), 'data of records')
        self.records = [self.record(f, line, self.data[at:end], size)
                        for (f, line, at, size), end in zip(records, begins[1:])]

    @staticmethod
    def verify_ends(ends, total):
        need(ends == sorted(ends) and (ends[-1] if ends else 0) == total, 'ends')

    def verify_sets(self):
        self.verify_ends([s[0] for s in self.sets], len(self.members))
        for i, s in enumerate(self.sets):
            groups = self.members[self.sets[i - 1][0] if i else 0:s[0]]
            need(groups == sorted(set(groups)) and all(0 < g < len(self.groups) for g in groups), 'members')
            need(all(answer < 2 + len(self.blob.entries) for answer in s[1:]), 'answers')

    @staticmethod
    def record(field, line, data, size):
        """Field, line, name, value."""
        need(field < len(FIELDS), 'field')
        skip = 12 if field in (2, 3, 4) else 0
        need(skip + size <= len(data), 'name of a record')
        if skip:
            count, begin, end = number(data[:4]), number(data[8:10]), number(data[10:12])
            need(count > 0 or field != 3, 'documents')
            need(max(begin, end) < MINUTES or (begin == end == NONE and field != 4), 'minutes')
        return field, line, data[skip:skip + size], data[skip + size:]

    def records_of(self, group):
        return self.records[self.groups[group - 1][0] if group else 0:self.groups[group][0]]

    def set_of(self, robot):
        """The number of a robot's set, or None."""
        entry = self.blob.find(robot)
        if entry is None or self.blob.fields[entry] == 1 or (self.blob.fields[entry] == 0 and self.blob.star):
            entry = len(self.blob.names)
        return self.names[entry] - 1 if self.names[entry] else None

    def lines(self, robot):
        """Records for the file as a whole, and those of a robot."""
        number_of = self.set_of(robot)
        if number_of is None:
            return self.records_of(0), []
        groups = self.members[self.sets[number_of - 1][0] if number_of else 0:self.sets[number_of][0]]
        return self.records_of(0), [record for group in groups for record in self.records_of(group)]

    def says(self, answer, field, url):
        """Does an answer of a label hold for a URL?"""
        if answer < 2:
            return answer == 1
        own = field == 9
        path = path_of(url, self.blob.dialect if own else 0)
        verdict = decide(self.blob.read_policy(self.blob.entries[answer - 2]), canonical(path, self.blob.form if own else 1))
        return verdict == (0 if own else 1)

    def usage(self, robot, url):
        """For each label that says something: field, name, is it yes?"""
        number_of, out = self.set_of(robot), []
        allowed = self.blob.check_url(self.blob.select([robot]), url)
        for i, (field, name) in enumerate(self.labels if number_of is not None else []):
            if field == 11 and not allowed:
                continue  # extensions.md: what may not be fetched has no preferences
            no, some = self.sets[number_of][1 + 2 * i:3 + 2 * i]
            if self.says(no, field, url):
                out.append((field, name, False))
            elif self.says(some, field, url):
                out.append((field, name, True))
        return out


def extensions(blob):
    """Or None."""
    data = section(blob, 5)
    return None if data is None else Extensions(blob, data)
