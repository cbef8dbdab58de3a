#!/usr/bin/env python3
"""java.py BUILDDIR [JAVAC] - what 'ninja java' runs: the archives of the Java package.

They stand in BUILDDIR/java:

    robotsc.jar           classes of release 11, as a module
    robotsc-sources.jar   what they are made of
    robotsc-javadoc.jar   their pages, if there is javadoc

The same sources give the same octets.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import subprocess
import sys
import zipfile

SOURCES = 'bindings/java/src/main/java'
MANIFEST = 'Manifest-Version: 1.0\r\nImplementation-Title: robotsc\r\nImplementation-Version: %s\r\n\r\n'


def version():
    with open('include/robotsc/common.h', encoding='utf-8') as file:
        parts = dict(re.findall(r'ROBOTSC_VERSION_(MAJOR|MINOR|PATCH) (\d+)', file.read()))
    return '.'.join(parts[part] for part in ('MAJOR', 'MINOR', 'PATCH'))


def files(folder):
    found = []
    for at, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(at, name), folder) for name in names]
    return sorted(found)


def jar(path, folder):
    """An archive of a folder, after the manifest and the licence; all of one date."""
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        def add(name, octets):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(entry, octets)
        add('META-INF/MANIFEST.MF', MANIFEST % version())
        with open('LICENSE', 'rb') as file:
            add('META-INF/LICENSE', file.read())
        for name in files(folder):
            with open(os.path.join(folder, name), 'rb') as file:
                add(name, file.read())


def main(builddir, javac='javac'):
    to = os.path.join(builddir, 'java')
    classes, pages = os.path.join(to, 'classes'), os.path.join(to, 'javadoc')
    shutil.rmtree(to, ignore_errors=True)
    os.makedirs(to)
    sources = [os.path.join(SOURCES, name) for name in files(SOURCES)]
    subprocess.run([javac, '--release', '11', '-Xlint:all', '-Werror', '-d', classes, *sources], check=True)
    jar(os.path.join(to, 'robotsc-sources.jar'), SOURCES)
    javadoc = shutil.which(javac[:-len('javac')] + 'javadoc')
    if javadoc:
        options = ['-quiet', '-notimestamp', '-noindex', '-nohelp', '-Xdoclint:all,-missing', '-Werror', '--release', '11']
        subprocess.run([javadoc, *options, '-d', pages, *sources], check=True)
        jar(os.path.join(to, 'robotsc-javadoc.jar'), pages)
    jar(os.path.join(to, 'robotsc.jar'), classes)


main(*sys.argv[1:])
