#!/usr/bin/env python3
"""rust.py BUILDDIR - what 'ninja rust' runs: the folder of the crate, BUILDDIR/rust/robotsc.

It is bindings/rust with c/ beside it, the library and bindings/c as two sources and a header.
cargo package, publish and add --path take it.  Files of C keep their times, so that cargo compiles
them again only where they differ.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import sys

FROM = 'bindings/rust'
FILES = ('Cargo.toml', 'Cargo.lock', 'README.md', 'build.rs', 'src', 'tests')
AMALGAMATION = ('robotsc.c', 'robotsc.h', 'robotsc_bind.c')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def fresh(path):
    """Make an empty folder; what cargo made of it stands elsewhere and stays."""
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)


def main(builddir):
    crate = os.path.join(builddir, 'rust', 'robotsc')
    sources = os.path.join(crate, 'c')
    version = re.search(r'VERSION_STRING "(.*)"', read('include/robotsc/common.h'))[1]
    fresh(crate)
    os.mkdir(sources)
    for name in FILES:
        path = os.path.join(FROM, name)
        if os.path.isdir(path):
            shutil.copytree(path, os.path.join(crate, name), ignore=shutil.ignore_patterns('*.sh'))
        else:
            shutil.copy2(path, crate)
    for name in ('Cargo.toml', 'Cargo.lock'):
        path = os.path.join(crate, name)
        write(path, re.sub(r'(?m)^(name = "robotsc"\nversion = ).*', rf'\g<1>"{version}"', read(path)))
    for name in AMALGAMATION:
        shutil.copy2(os.path.join(builddir, 'amalgamation', name), sources)
    shutil.copy2(os.path.join(FROM, 'rust_layout.c'), sources)
    shutil.copy('LICENSE', crate)


if __name__ == '__main__':
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    main(sys.argv[1])
