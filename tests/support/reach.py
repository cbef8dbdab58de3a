#!/usr/bin/env python3
"""reach.py - which tests reach the functions that a change touches.

    reach.py functions TEST=PROFILE... >TABLE   a row for each test: its name, its functions
    reach.py choose BASE TABLE CHECKED          names of tests for what changed since BASE

PROFILE is what llvm-profdata shows of a run.  TABLE is written by 'ninja coverage'; where it is
missing, the tests of the folder of the same name are taken.  CHECKED has the tests that run in any
case, tests/house/seconds.tsv the processor seconds of each.  For each function the three cheapest
tests that reach it are chosen, up to a third of the time of 'ninja check' in all.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import re
import subprocess
import sys

SECONDS = 'tests/house/seconds.tsv'  # processor seconds of each test
EACH = 3  # tests of a function
ROOM = 9.0  # seconds for the chosen, a third of what 'ninja check' takes without them
UNKNOWN = 1.0  # seconds of a test that nobody measured
PRODUCT = ('include/', 'runtime/', 'compiler/', 'analysis/', 'hosts/', 'cli/')


def name_of(test):
    """The test without its case or arguments."""
    return re.split('[:,]', test)[0]


def functions_in(text):
    """(first line, last line, name) of each function of a C file in house style."""
    first, name = 0, ''
    for number, line in enumerate(text.split('\n'), 1):
        found = re.match(r'[A-Za-z_].*?\b(\w+)\(', line)
        if found and not line.endswith(';'):
            first, name = number, found[1]
        elif line == '}' and name:
            yield first, number, name
            name = ''


def changed_functions(base):
    """Paths of product files that differ from BASE, each with the names of functions touched."""
    options = ['-U0', '--no-color', '--no-ext-diff', '--diff-filter=d']
    found = subprocess.run(['git', 'diff', *options, base, '--', *PRODUCT], check=True, capture_output=True)
    diff = found.stdout.decode('utf-8', 'replace')
    lines, path = {}, None
    for row in diff.split('\n'):
        hunk = re.match(r'@@ -\S+ \+(\d+)(?:,(\d+))? @@', row)
        if row.startswith('+++ b/'):
            path = row[6:]
            lines[path] = []
        elif hunk:
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines[path].append((first, first + max(count, 1) - 1))
    fresh = subprocess.run(['git', 'ls-files', '-o', '--exclude-standard', '--', *PRODUCT], check=True, capture_output=True)
    for path in fresh.stdout.decode('utf-8', 'replace').split('\n')[:-1]:
        lines[path] = [(1, sys.maxsize)]
    for path, ranges in sorted(lines.items()):
        if path.endswith(('.c', '.h')):
            with open(path, encoding='utf-8', errors='replace') as file:
                inside = list(functions_in(file.read()))
            yield path, [name for first, last, name in inside if any(a <= last and b >= first for a, b in ranges)]


def read_rows(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return [line.split('\t') for line in file.read().split('\n') if line]


def read_reached(path):
    """The names of functions that each test reaches."""
    return {row[0]: set(row[1].split()) for row in read_rows(path)}


def tests_of(reached, path, name):
    """The tests that reach a function.  A static one has its file in front, in clang 14 without the
    folder."""
    names = {name, f'{path}:{name}', f'{os.path.basename(path)}:{name}'}
    return {test for test, all_names in reached.items() if names & all_names}


def choose(base, table, checked):
    costs = {name_of(row[0]): float(row[1]) for row in reversed(read_rows(SECONDS))}
    checked = checked.split()
    room = ROOM
    reached = read_reached(table)
    taken = {name_of(t) for t in checked}

    def cheapest(tests):
        return sorted(tests, key=lambda t: (costs.get(t, UNKNOWN), t))

    wanted = []
    for path, names in changed_functions(base):
        if os.path.basename(path).startswith('lint_'):
            wanted.append('lint')
        if not reached:
            folders = (glob.glob(f'tests/**/{folder}/*_test.c', recursive=True) for folder in reversed(path.split('/')[:-1]))
            wanted += cheapest(os.path.basename(t)[:-2] for t in next(filter(None, folders), []))
        for name in names:
            wanted += cheapest(tests_of(reached, path, name))[:EACH]
    for test in dict.fromkeys(wanted):
        cost = costs.get(test, UNKNOWN)
        if test not in taken and (cost <= room or test == 'lint'):
            room -= cost
            print(test)


def write_functions(profiles):
    """llvm-profdata names each function that ran on a line of its own, with two spaces before."""
    for profile in profiles:
        test, path = profile.split('=', 1)
        with open(path, encoding='utf-8', errors='replace') as file:
            names = re.findall(r'^  (\S.*):$', file.read(), re.M)
        print(test, ' '.join(sorted(set(names))), sep='\t')


def main():
    what, *args = sys.argv[1:] or ['']
    if what == 'functions':
        write_functions(args)
    elif what == 'choose' and len(args) == 3:
        choose(*args)
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
