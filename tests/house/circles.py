#!/usr/bin/env python3
"""circles.py BUILDDIR NM - files of the product that need each other, over includes and symbols.

A file is NAME.c with its NAME.h.  It needs another if it includes its header, or if its object uses
a name that the other's object defines; in JavaScript and Python, if it imports it.  Prints each
circle with what closes it; 1 if there is one.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import os
import re
import subprocess
import sys

FOLDERS = ('runtime', 'compiler', 'analysis', 'hosts', 'cli', 'bench', 'fuzz', 'bindings', 'integrations/web')
SEARCHED = ('include', '.', 'runtime', 'compiler', 'analysis')
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.M)
IMPORT_OF_JAVASCRIPT = re.compile(r"""(?:\bfrom|^import) '(\.[^']+)'""", re.M)
IMPORT_OF_PYTHON = re.compile(r'^\s*from (\.+)(\w*) import (\w+)', re.M)


def stem(path):
    return os.path.splitext(path)[0]


def sources():
    for top in FOLDERS:
        for folder, _, names in os.walk(top):
            yield from (os.path.join(folder, name) for name in names if name.endswith(('.c', '.h', '.js', '.mjs', '.py')))


def included(files):
    """Triples: the stem of a file, the stem of a file that it needs, and "includes" or
    "imports"."""
    for path in files:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        if path.endswith(('.js', '.mjs')):
            for name in IMPORT_OF_JAVASCRIPT.findall(text):
                yield stem(path), stem(os.path.normpath(os.path.join(os.path.dirname(path), name))), 'imports'
            continue
        if path.endswith('.py'):
            for dots, module, name in IMPORT_OF_PYTHON.findall(text):
                folder = os.path.normpath(os.path.join(os.path.dirname(path), *['..'] * (len(dots) - 1)))
                of_package = os.path.join(folder, module, '__init__')
                place = os.path.join(folder, module or name)
                # A module in C has a NAME.pyi with its types.
                if not os.path.exists(place + '.pyi'):
                    yield stem(path), place if place + '.py' in files else of_package, 'imports'
            continue
        for name in INCLUDE.findall(text):
            for folder in (os.path.dirname(path), *SEARCHED):
                header = os.path.normpath(os.path.join(folder, name))
                if header in files:
                    yield stem(path), stem(header), 'includes'
                    break


def called(files, builddir, nm):
    """Triples: the stem of a file, the stem of a file that it needs, a name that the second
    defines."""
    defined, used = {}, collections.defaultdict(set)
    # The other libraries have the runtime's objects from the folder hosted/.
    objects = {os.path.join(builddir, re.sub('^(runtime|hosts/snapshot/reader)/', r'hosted/\g<0>', stem(path)) + '.o'): stem(path)
               for path in files if path.endswith('.c')}
    there = [made for made in objects if os.path.exists(made)]
    listing = subprocess.run([nm, '-A', *there], capture_output=True, text=True, check=True).stdout
    for made, kind, name in re.findall(r'^(.*\.o): *\w* ([A-Za-z]) (\w+)$', listing, re.M):
        if kind == 'U':
            used[objects[made]].add(name)
        elif kind in 'TDRBC':
            defined[name] = objects[made]
    for user, names in used.items():
        for name in names & defined.keys():
            yield user, defined[name], 'uses ' + name


def reach(edges, start):
    """All files that start needs, directly or not."""
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
