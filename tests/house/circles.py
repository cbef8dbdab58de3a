#!/usr/bin/env python3
"""circles.py BUILDDIR NM - files of the product that need each other, over includes and symbols.

A file is NAME.c with its NAME.h.  It needs another if it includes its header, or if its object uses
a name that the other's object defines.  Prints each circle with what closes it; 1 if there is one.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import os
import re
import subprocess
import sys

FOLDERS = ('runtime', 'compiler', 'insight', 'import', 'store', 'threads', 'cli', 'bench')
SEARCHED = ('include', '.', 'runtime', 'compiler')
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.M)


def stem(path):
    return os.path.splitext(path)[0]


def sources():
    for top in FOLDERS:
        for folder, _, names in os.walk(top):
            yield from (os.path.join(folder, name) for name in names if name.endswith(('.c', '.h')))


def included(files):
    """Pairs of stems, and the words "includes"."""
    for path in files:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        for name in INCLUDE.findall(text):
            for folder in (os.path.dirname(path), *SEARCHED):
                header = os.path.normpath(os.path.join(folder, name))
                if header in files:
                    yield stem(path), stem(header), 'includes'
                    break


def called(files, builddir, nm):
    """Pairs of stems, and the name that the second defines."""
    defined, used = {}, collections.defaultdict(set)
    for path in files:
        made = os.path.join(builddir, stem(path) + '.o')
        if not path.endswith('.c') or not os.path.exists(made):
            continue
        listing = subprocess.run([nm, made], capture_output=True, text=True, check=True).stdout
        for kind, name in re.findall(r'([A-Za-z]) (\w+)$', listing, re.M):
            if kind == 'U':
                used[stem(path)].add(name)
            elif kind in 'TDRBC':
                defined[name] = stem(path)
    for user, names in used.items():
        for name in names & defined.keys():
            yield user, defined[name], 'uses ' + name


def reach(edges, start):
    """All that start needs, directly or not."""
    seen, waiting = set(), [start]
    while waiting:
        for to in edges[waiting.pop()]:
            if to not in seen:
                seen.add(to)
                waiting.append(to)
    return seen


def main():
    files, edges = set(sources()), collections.defaultdict(dict)
    for user, needed, why in (*included(files), *called(files, *sys.argv[1:])):
        if user != needed:
            edges[user].setdefault(needed, why)
    if len(edges) < 100:
        sys.exit('circles.py: too few files; run ninja all programs first')
    reached = {file: reach(edges, file) for file in list(edges)}
    circle = {file for file in reached if file in reached[file]}
    for user in sorted(circle):
        for needed in sorted(edges[user].keys() & circle):
            if user in reached[needed]:
                print(f'{user} {edges[user][needed]}: {needed}')
    return bool(circle)


if __name__ == '__main__':
    sys.exit(main())
