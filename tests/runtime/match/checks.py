#!/usr/bin/env python3
"""checks.py - each check of a blob is reached by a blob of tests/runtime/match/bad-blobs/ made for
it.

    checks.py PROGRAM LAYOUT WORK

PROGRAM is tests/runtime/match/bad_blobs_test.c with the runtime, LAYOUT is
tests/runtime/match/layout_test.c with the runtime.  clang built both with -fcoverage-mapping.  WORK
is a folder for temporary files.

A check is an outcome of a condition, true or false, that no good blob has.  Each check must be
reached by some bad blob, and no two bad blobs may reach the same checks.  Some row of
tests/runtime/match/layout.h must reach each check, too: otherwise the table lacks it.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tarfile

BLOBS = 'tests/runtime/match/bad-blobs/blobs.tar'
SOURCES = ('runtime/match/open.c', 'runtime/match/agents_check.h', 'runtime/records/open_records.c', 'runtime/access/stamp.c')
# Outcomes that no blob has, and why.
NEVER = {
    ('is_decision', 'd->revalidate <= 1', False): 'of the two that call it, robotsc_stamp_read passes one bit',
}


def outcomes(program, work, *blob):
    """The outcomes of conditions while a blob was opened, and all possible ones.

    An outcome is (function, text, place, true or false)."""
    raw = os.path.join(work, os.path.basename(((program,) + blob)[-1]) + '.raw')
    merged = raw + '.merged'
    subprocess.run([program, *blob], stdout=subprocess.DEVNULL, env={**os.environ, 'LLVM_PROFILE_FILE': raw}, check=False)
    subprocess.run(['llvm-profdata', 'merge', '-o', merged, raw], check=True)
    told = subprocess.run(['llvm-cov', 'export', '-instr-profile', merged, program], capture_output=True, check=True).stdout
    seen, possible = set(), set()
    for function in json.loads(told)['data'][0]['functions']:
        source = next((s for s in SOURCES if function['filenames'][0].endswith(s)), None)
        if source is None or function['count'] == 0:
            continue
        for line, column, end_line, end_column, true, false, file, *_ in function['branches']:
            if file != 0:
                continue
            where = function['name'].split(':')[-1], text(source, line, column, end_line, end_column), (line, column)
            possible |= {where + (True,), where + (False,)}
            seen |= ({where + (True,)} if true else set()) | ({where + (False,)} if false else set())
    return seen, possible


def text(source, line, column, end_line, end_column):
    if source not in text.lines:
        with open(source, encoding='utf-8') as file:
            text.lines[source] = file.read().split('\n')
    part = text.lines[source][line - 1:end_line]
    part[-1] = part[-1][:end_column - 1]
    part[0] = part[0][column - 1:]
    return ' '.join(p.strip() for p in part)


text.lines = {}


def name(outcome):
    return '%s:%d: %s: %s' % (outcome[0], outcome[2][0], outcome[1], str(outcome[3]).lower())


def main(program, layout, work):
    good, possible, bad = set(), set(), {}
    with tarfile.open(BLOBS) as archive:
        archive.extractall(work)
        blobs = [os.path.join(work, name) for name in sorted(archive.getnames())]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda blob: outcomes(program, work, blob), blobs))
    for blob, (seen, could) in zip(blobs, found):
        possible |= could
        if os.path.basename(blob).startswith('good-'):
            good |= seen
        else:
            bad[os.path.basename(blob)[:-7]] = seen
    failures, first = [], {}
    reached = set(good).union(*bad.values())
    for outcome in sorted(possible - reached):
        if (outcome[0], outcome[1], outcome[3]) not in NEVER:
            failures.append('no blob reaches ' + name(outcome))
    for outcome in sorted(reached):
        if (outcome[0], outcome[1], outcome[3]) in NEVER:
            failures.append('is reached after all: ' + name(outcome))
    rows, _ = outcomes(layout, work, '100')
    for outcome in sorted(set().union(*bad.values()) - good - rows):
        failures.append('no row of tests/runtime/match/layout.h reaches ' + name(outcome))
    for blob, seen in bad.items():
        own = frozenset(seen - good)
        if not own:
            failures.append('%s reaches no check of its own' % blob)
        elif own in first:
            failures.append('%s is refused where %s is' % (blob, first[own]))
        first.setdefault(own, blob)
        if '-v' in sys.argv:
            print(blob, '|', '; '.join(name(o) for o in sorted(own, key=lambda o: o[2])))
    print('\n'.join(failures))
    checks = len(possible - good - {o for o in possible if (o[0], o[1], o[3]) in NEVER})
    print('%d checks, %d blobs that are refused' % (checks, len(bad)))
    print('%d passed, %d failed' % (checks + len(bad) - len(failures), len(failures)))
    return bool(failures)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3]))
