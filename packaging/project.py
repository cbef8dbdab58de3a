#!/usr/bin/env python3
"""project.py [NAME=VALUE]... - sets values of the file project, there and where else they stand.

SPDX-License-Identifier: Apache-2.0
"""
import pathlib
import re
import sys

PROJECT = pathlib.Path('packaging/project')
# Files that other programs read unchanged.
SPELL = ['bindings/go/README.md', 'bindings/go/engine.go', 'bindings/go/example_test.go', 'bindings/go/go.mod',
         'bindings/go/temoto/README.md', 'bindings/go/temoto/go.mod', 'bindings/go/temoto/robotstxt.go',
         'bench/peers/go.mod', 'bench/peers/peers.go', 'bindings/java/robotsc.pom',
         'bindings/java/robotsc-crawler-commons.pom', 'bindings/js/package.json', 'bindings/python/pyproject.toml',
         'bindings/rust/Cargo.toml',
         'conformance/adapters/go_robotsc.go', 'packaging/debian/changelog', 'packaging/debian/control',
         'packaging/debian/tests/control',
         'docs/java.md', 'docs/site-owners.md', 'fuzz/oss-fuzz/Dockerfile', 'fuzz/oss-fuzz/project.yaml']


def values():
    return dict(line.split() for line in PROJECT.read_text().splitlines() if not line.startswith('#'))


def spelled(name, value):
    """The spellings of a value; for the repository, also those of GitHub Actions and of Go."""
    if name != 'repository':
        return [value]
    module = re.sub(r'^https://', '', value)
    return [value, re.sub(r'^https://[^/]*/', '', value) + '@', module + '-go', module + '-temoto']


def change(name, value):
    old = values()[name]
    for path in [PROJECT, *map(pathlib.Path, SPELL)]:
        text = path.read_text()
        for before, after in zip(spelled(name, old), spelled(name, value)):
            text = text.replace(before, after)
        path.write_text(text)


def main(arguments):
    for argument in arguments:
        name, _, value = argument.partition('=')
        if name not in values() or not value or re.search(r'\s', value):
            sys.exit(f'project.py: one of {", ".join(values())} is set by NAME=VALUE, without spaces; not {argument}')
        change(name, value)


main(sys.argv[1:])
