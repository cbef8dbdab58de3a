#!/usr/bin/env python3
"""mutate.py - how many changes of the plain readers the kit notices.

    mutate.py [--again=LOG] [FILE...]   makes each change, builds the reader, and asks it the kit;
                                        with LOG only those that it printed before

Changed is every comparison, each && and ||, and every constant, one at a time: < becomes <=, == !=,
and so on; a number becomes one more, or one less where < or > or the like is before it.  A change
is noticed if the reader then gives another answer, stops, or needs more than two seconds of
processor time.

tests/kit/survivors.tsv has a line for each change that may stay: file, function, line, what it
becomes, and why no reader could be told from the right one, or why the kit does not ask.  A
survivor without such a line is printed, and then the program fails; so is a line that no survivor
needs.  docs/testing.md has the figures.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

BUILD = 'build'
TABLE = 'tests/kit/survivors.tsv'
SECONDS = 2
PROCESSES = 2
CC = shutil.which('tcc') or 'gcc'
CFLAGS = ['-std=c11', '-w', '-D_POSIX_C_SOURCE=200809L']
LINKED = ('kit/second_kit_test', 'kit/kit_run', 'kit/kit_ask_blobs', 'kit/kit_ask_snapshots', 'kit/kit_lines', 'kit/kit_second',
          'runtime/match/decode', 'runtime/match/decode_walk', 'runtime/records/decode_extensions', 'hosts/snapshot/second_reader',
          'hosts/snapshot/second_digest', 'hosts/snapshot/second_manifest', 'hosts/snapshot/second_verify', 'support/product')
LIBRARIES = ('tests/helpers.a', 'librobotsc.a')
BLOBS, SNAPSHOTS = 'bad-blobs.kit layout.kit edges.kit blobs.kit', 'bad-snapshots.kit snapshots.kit'
FILES = {  # what is changed, and the sources to compile for it
    'tests/runtime/match/decode.c': ['runtime/match/decode'],
    'tests/runtime/match/decode_octets.h': ['runtime/match/decode', 'runtime/records/decode_extensions'],
    'tests/runtime/match/decode_walk.c': ['runtime/match/decode_walk'],
    'tests/runtime/records/decode_extensions.c': ['runtime/records/decode_extensions'],
    'tests/hosts/snapshot/second_reader.c': ['hosts/snapshot/second_reader'],
    'tests/hosts/snapshot/second_digest.c': ['hosts/snapshot/second_digest'],
    'tests/hosts/snapshot/second_manifest.c': ['hosts/snapshot/second_manifest'],
}
# Functions of these files that no reader needs: they write, verify files as a whole, match a glob
# alone, or make a picture of a DFA.
NOT_OF_A_READER = ('second_index', 'decode_match', 'decode_place', 'state_of', 'step_prefix_table', 'decode_start',
                   'decode_step', 'decode_end', 'number_states')

OPERATORS = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&'}
TOKEN = re.compile(r'''(?P<string>"(?:[^"\\]|\\.)*")|(?P<char>'(?:[^'\\]|\\.)')|(?P<number>\b(?:0x[0-9A-Fa-f]+|[0-9]+)[uUlL]*\b)'''
                   r'|(?P<operator><<|>>|->|&&|\|\||[<>=!]=|(?<= )[<>](?= ))')


def number(text, less):
    digits = text.rstrip('uUlL')
    value, suffix = int(digits, 0) + (-1 if less and int(digits, 0) > 0 else 1), text[len(digits):]
    return (f'0x{value:0{len(digits) - 2}X}' if digits.startswith('0x') else str(value)) + suffix


def strings(text):
    """Each octet that is written as \\xNN, one more."""
    for m in re.finditer(r'\\x([0-9A-Fa-f]{2})', text):
        if int(m[1], 16) < 255:
            yield f'{text[:m.start()]}\\x{int(m[1], 16) + 1:02X}{text[m.end():]}'


def others(m):
    if m.lastgroup == 'number' and m[0] == '1' and m.string[:m.start()].endswith('return '):
        return ['0']
    if m.lastgroup == 'number':
        return [number(m[0], re.search('[<>]=? $', m.string[:m.start()]))]
    if m.lastgroup == 'string':
        return strings(m[0])
    if m.lastgroup == 'char':
        return [f"'{chr(ord(m[0][1]) + 1)}'"] if len(m[0]) == 3 and m[0][1] not in '&[' else []
    return [OPERATORS[m[0]]] if m[0] in OPERATORS else []


def changes(path):
    """Number of a line, its function, all lines, and the line with one change."""
    function, comment = '', False
    with open(path, encoding='utf-8') as file:
        lines = file.read().split('\n')
    for at, line in enumerate(lines):
        named = re.match(r'(?:static |const |inline |struct |enum )*\w+ \*?(\w+)\(', line)
        function = named[1] if named else function if not re.match(r'^\w', line) else ''
        comment = comment or '/*' in line.split('*/')[0] and line.strip().startswith('/*')
        if comment or line.startswith(('#include', '#if', '#endif', '#else')) or function in NOT_OF_A_READER:
            comment = comment and '*/' not in line
            continue
        code = re.sub(r'/\*.*', '', line)
        for m in TOKEN.finditer(code):
            for other in others(m):
                yield at, function, lines, line[:m.start()] + other + line[m.end():]


class Built:
    """What the reader is linked with, but for a file that is changed."""

    def __init__(self, folder):
        self.folder, self.rest = folder, {}
        for path, names in FILES.items():
            others_ = [f'{BUILD}/tests/{name}.o' for name in LINKED if name not in names]
            self.rest[path] = f'{folder}/rest-{os.path.basename(path)}.o'
            subprocess.run(['ld', '-r', '-o', self.rest[path], *others_], check=True)

    def compile(self, path, text, folder):
        """The objects of the changed file; None if it does not compile."""
        changed = os.path.join(folder, path)
        os.makedirs(os.path.dirname(changed), exist_ok=True)
        with open(changed, 'w', encoding='utf-8') as file:
            file.write(text)
        objects = []
        for name in FILES[path]:
            source = os.path.join(folder, f'tests/{name}.c')
            os.makedirs(os.path.dirname(source), exist_ok=True)
            if not os.path.exists(source):
                shutil.copy(f'tests/{name}.c', source)
            objects.append(os.path.join(folder, os.path.basename(name) + '.o'))
            # A changed header stands beside the source that includes it.
            roots = [f'-I{folder}', f'-Itests/{os.path.dirname(name)}', '-Iinclude', '-Iruntime', '-I.']
            if subprocess.run([CC, *CFLAGS, *roots, '-c', '-o', objects[-1], source], check=False, capture_output=True).returncode:
                return None
        return objects

    def notices(self, path, text):
        """True if the kit notices the text as the file, None if it does not compile."""
        with tempfile.TemporaryDirectory() as folder:
            objects = self.compile(path, text, folder)
            if objects is None:
                return None
            program = os.path.join(folder, 'reader')
            libraries = [f'{BUILD}/{name}' for name in LIBRARIES]
            subprocess.run([CC, '-o', program, *objects, self.rest[path], *libraries], check=True)
            asked = SNAPSHOTS if '/snapshot/' in path else BLOBS
            ended = subprocess.run([program, f'{BUILD}/kit', 'first', asked], check=False, capture_output=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
            return ended.returncode != 0


def read_table():
    if not os.path.exists(TABLE):
        return {}
    with open(TABLE, encoding='utf-8') as file:
        rows = [line.split('\t') for line in file.read().split('\n') if line]
    return {tuple(row[:4]): row[4] for row in rows}


def read_log(name):
    with open(name, encoding='utf-8') as file:
        rows = [line.split('\t') for line in file.read().split('\n')]
    return {(row[0].split(':')[0], row[1], row[2]) for row in rows if len(row) == 3}


def try_all(files, log):
    """The key of each change, its line, and what came of it."""
    mutants = [(path, *change) for path in files for change in changes(path)]
    if log:
        again = read_log(log)
        mutants = [m for m in mutants if (m[0], m[3][m[1]].strip(), m[4].strip()) in again]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
        built = Built(folder)

        def one(mutant):
            path, at, function, lines, new = mutant
            text = '\n'.join([*lines[:at], new, *lines[at + 1:]])
            return (path, function, lines[at].strip(), new.strip()), at + 1, built.notices(path, text)

        yield from pool.map(one, mutants)


def main():
    os.nice(10)
    log = next((a[8:] for a in sys.argv[1:] if a.startswith('--again=')), None)
    files = [a for a in sys.argv[1:] if not a.startswith('--')] or list(FILES)
    table, needed, tally = read_table(), set(), {}
    new = 0
    for key, line, noticed in try_all(files, log):
        sums = tally.setdefault(key[0], {'noticed': 0, 'survive': 0, 'compiler': 0})
        sums['compiler' if noticed is None else 'noticed' if noticed else 'survive'] += 1
        if noticed is False:
            needed.add(key)
            new += key not in table
            if key not in table:
                print(f'{key[0]}:{line}', *key[2:], sep='\t', flush=True)
    for path, sums in tally.items():
        print(f"{path}: {sum(sums.values())} changes, {sums['noticed']} noticed, {sums['survive']} survive, "
              f"{sums['compiler']} do not compile")
    unneeded = [key for key in table if key[0] in files and key not in needed] if not log else []
    for key in unneeded:
        print('not needed:', *key, sep='\t')
    sys.exit(new > 0 or len(unneeded) > 0)


if __name__ == '__main__':
    main()
