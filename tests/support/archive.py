#!/usr/bin/env python3
"""archive.py - inputs of tests in one file: an uncompressed tar, the same wherever it is written.

    tests/support/archive.py add ARCHIVE FILE...    adds files, each named after its content
    tests/support/archive.py check ARCHIVE...       status 1 if one is not what "add" writes

Members are sorted by name and have no times and owners.  tests/support/archive.h reads archives
in C, and "tar -tvf" lists them.

SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import io
import os
import sys
import tarfile


def read(path):
    """The members of an archive, by name."""
    with tarfile.open(path) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive}


def packed(members):
    """The octets of an archive of these members."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w', format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(members.items()):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def write(path, members):
    with open(path, 'wb') as file:
        file.write(packed(members))


def name_of(content):
    return hashlib.sha256(content).hexdigest()[:16]


def add(path, contents):
    """Adds inputs to an archive, which may be new.  Returns the number of new inputs."""
    old = read(path) if os.path.exists(path) else {}
    new = {**old, **{name_of(content): content for content in contents}}
    write(path, new)
    return len(new) - len(old)


def is_written_here(path):
    with open(path, 'rb') as file:
        content = file.read()
    members = read(path)
    return packed(members) == content and all(name == name_of(members[name]) for name in members)


def contents_of(paths):
    for path in paths:
        with open(path, 'rb') as file:
            yield file.read()


def main(verb, first, *others):
    if verb == 'add' and others:
        print('%s: %d added' % (first, add(first, contents_of(others))))
        return 0
    if verb == 'check':
        bad = [path for path in (first, *others) if not is_written_here(path)]
        for path in bad:
            print('%s is not what tests/support/archive.py writes' % path)
        return 1 if bad else 0
    sys.exit(__doc__)


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
