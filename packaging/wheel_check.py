#!/usr/bin/env python3
"""wheel_check.py WHEEL... - compares what the C module of a wheel needs with the wheel's tag.

A line for each says what was read; what is wrong follows, and the status is 1.  Needs pyelftools,
which auditwheel brings.

SPDX-License-Identifier: Apache-2.0
"""
import importlib.util
import io
import os
import re
import struct
import sys
import zipfile

from elftools.elf.elffile import ELFFile

SIZE_MAX = 600_000  # octets of a wheel
DEF = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'wheels', 'python3.def')
MACHINES = {'x86_64': 'x64', 'aarch64': 'AArch64', 'arm64': 0x0100000C, 'amd64': 0x8664}
OF_LINUX = {'libc.so.6', 'libpthread.so.0'}
OF_WINDOWS = re.compile(r'(python3|KERNEL32|WS2_32|api-ms-win-crt-[a-z]+-l1-1-0)\.dll')


def number(version):
    return tuple(map(int, version.split('.')))


def check_elf(octets, libc, least, machine):
    """The module needs no C library later than this version; musl has no versions."""
    elf = ELFFile(io.BytesIO(octets))
    needed = {tag.needed for tag in elf.get_section_by_name('.dynamic').iter_tags('DT_NEEDED')}
    section = elf.get_section_by_name('.gnu.version_r')
    versions = {each.name for _, names in section.iter_versions() for each in names} if section else set()
    newest = max((number(version.removeprefix('GLIBC_')) for version in versions), default=())
    yield f'needs {" ".join(sorted(needed))}, {".".join(map(str, newest)) or "no version"}'
    if elf.get_machine_arch() != MACHINES[machine]:
        yield f'! it is for {elf.get_machine_arch()}'
    if not needed <= (OF_LINUX if libc == 'manylinux' else {'libc.so'}):
        yield '! it needs another library'
    if newest > (least if libc == 'manylinux' else ()):
        yield f'! it needs a newer C library than {".".join(map(str, least))}'
    if any(section.name == '.symtab' or section.name.startswith('.debug') for section in elf.iter_sections()):
        yield '! it is not stripped'


def text_at(octets, at):
    return octets[at:octets.index(b'\0', at)].decode()


def check_macho(octets, least, machine):
    """The module is for macOS from this version on; arm64 runs only what is signed."""
    magic, cpu, _, _, count = struct.unpack_from('<5I', octets)
    at, names, versions, signed = 32, [], [], False
    for _ in range(count):
        command, size = struct.unpack_from('<2I', octets, at)
        if command in (0xC, 0xD):  # LC_LOAD_DYLIB, LC_ID_DYLIB
            names.append(text_at(octets, at + struct.unpack_from('<I', octets, at + 8)[0]))
        elif command == 0x32:  # LC_BUILD_VERSION
            platform, version = struct.unpack_from('<2I', octets, at + 8)
            versions.append((platform, (version >> 16, version >> 8 & 255)))
        signed |= command == 0x1D  # LC_CODE_SIGNATURE
        at += size
    yield f'needs {" ".join(names)}, {versions}'
    if (magic, cpu) != (0xFEEDFACF, {'x86_64': 0x01000007}.get(machine, MACHINES[machine])):
        yield '! it is for another processor'
    if versions != [(1, least)]:
        yield f'! it is not for macOS {".".join(map(str, least))}'
    if sorted(names) != ['/usr/lib/libSystem.B.dylib', '@rpath/_robotsc.abi3.so']:
        yield '! it needs another library, or names a folder of the build'
    if not signed and machine == 'arm64':
        yield '! it is not signed'


def imports(octets):
    """The names that a program of Windows imports, by library."""
    header = struct.unpack_from('<I', octets, 0x3C)[0] + 4
    machine, sections = struct.unpack_from('<2H', octets, header)
    table = header + 20 + struct.unpack_from('<H', octets, header + 16)[0]
    rows = [struct.unpack_from('<4I', octets, table + 40 * n + 8) for n in range(sections)]

    def place(address):
        return next(address - start + at for size, start, room, at in rows if start <= address < start + max(size, room))

    found = {}
    at = place(struct.unpack_from('<I', octets, header + 20 + 120)[0])
    while any(row := struct.unpack_from('<5I', octets, at)):
        names, thunk = found.setdefault(text_at(octets, place(row[3])), []), place(row[0])
        while entry := struct.unpack_from('<Q', octets, thunk)[0]:
            names.append(text_at(octets, place(entry) + 2))
            thunk += 8
        at += 20
    return machine, found


def stable_names():
    """The names of the stable ABI, from the tests of CPython 3.11; None if these are not here."""
    spec = importlib.util.find_spec('test.test_stable_abi_ctypes') if sys.version_info[:2] == (3, 11) else None
    if spec is None:
        return None
    with open(spec.origin, encoding='utf-8') as file:
        return set(re.findall(r'(?m)^ +"(\w+)",$', file.read()))


def check_pe(octets, machine):
    """The module imports only names of python3.def from Python, and only libraries of Windows."""
    found_machine, found = imports(octets)
    with open(DEF, encoding='ascii') as file:
        known = {line.split()[0] for line in file if line.startswith('\t')}
    names = set(found.get('python3.dll', ()))
    yield f'needs {len(names)} names of python3.dll, and {len(found) - 1} libraries of Windows'
    if found_machine != MACHINES[machine]:
        yield '! it is for another processor'
    if others := [name for name in found if not OF_WINDOWS.fullmatch(name)]:
        yield f'! it needs {" ".join(others)}'
    if names != known:
        yield f'! not as python3.def: {" ".join(sorted(names ^ known))}'
    stable = stable_names()
    if stable is None:
        yield "CPython's list of the stable ABI is not here"
    elif not names <= stable:
        yield f'! not in the stable ABI: {" ".join(sorted(names - stable))}'
    else:
        yield f'all of the {len(stable)} of the stable ABI'


def check(path):
    """Yields what was read; what is wrong begins with '!'."""
    tag = path.rpartition('-')[2].removesuffix('.whl').partition('.')[0]
    kind, major, minor, machine = re.fullmatch(r'([a-z]+)_(?:(\d+)_(\d+)_)?(\w+)', tag).groups()
    least = (int(major), int(minor)) if major else ()
    with zipfile.ZipFile(path) as wheel:
        modules = [name for name in wheel.namelist() if name.startswith('robotsc/_robotsc.') and name.endswith(('.so', '.pyd'))]
        octets = wheel.read(modules[0])
    size = os.path.getsize(path)
    yield f'{size} octets, {modules[0]}'
    if size > SIZE_MAX or len(modules) > 1 or modules != ['robotsc/_robotsc' + ('.pyd' if kind == 'win' else '.abi3.so')]:
        yield '! too large, or not one module'
    if kind == 'win':
        yield from check_pe(octets, machine)
    elif kind == 'macosx':
        yield from check_macho(octets, least, machine)
    else:
        yield from check_elf(octets, kind, least, machine)


def main():
    bad = False
    for path in sys.argv[1:]:
        lines = list(check(path))
        print(f'{os.path.basename(path)}: {"; ".join(lines)}')
        bad |= any(line.startswith('!') for line in lines)
    return bad or len(sys.argv) < 2


if __name__ == '__main__':
    sys.exit(main())
