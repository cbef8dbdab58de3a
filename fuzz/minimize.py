#!/usr/bin/env python3
"""minimize.py - adds a fuzzer's findings that reach new code to the first inputs of a harness.

    fuzz/minimize.py OUT NAME FOLDER

OUT is what fuzz/build.sh built for libFuzzer, NAME a harness ("page_fuzzer"), FOLDER what it found.
fuzz/corpus/NAME.tar gets the file that reaches most new places, then the next, until nothing new is
reached; of two equal files the smaller one.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile
import time
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, 'tests/support')
import archive as inputs  # noqa: E402 - from the folder above

LONGEST = 2000  # octets of a file
SLOWEST = 0.5  # seconds of a run; with sanitizers it takes twenty times longer


def places(harness, files, control):
    """The places of the program that each file reaches and those before it do not."""
    with open(control, 'w', encoding='ascii') as out:
        out.write('\n'.join([str(len(files)), '0', *files, '']))
    subprocess.run([harness, '-merge_inner=1', '-merge_control_file=' + control, '-use_counters=0', '-timeout=60',
                    '-rss_limit_mb=2000', '-max_len=%d' % LONGEST], check=True, capture_output=True)
    found = {}
    with open(control, encoding='ascii') as lines:
        for line in lines:
            if line.startswith('FT '):
                number, *reached = line.split()[1:]
                found[files[int(number)]] = set(reached)
    return found


def files_of(folder):
    """The files of a folder that are short enough, shortest first."""
    files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    return sorted((path for path in files if os.path.getsize(path) <= LONGEST), key=os.path.getsize)


def choose(found, known):
    """The useful files, chosen greedily until no file reaches a new place."""
    missing = {name: places - known for name, places in found.items()}
    while True:
        missing = {name: places for name, places in missing.items() if places}
        if not missing:
            return
        best = min(missing, key=lambda name: (-len(missing[name]), os.path.getsize(name), name))
        yield best
        new = missing[best]
        missing = {name: places - new for name, places in missing.items()}


def main(out, name, folder):
    harness = os.path.join(out, name)
    with tempfile.TemporaryDirectory() as work:
        control = os.path.join(work, 'control')
        seeds = os.path.join(work, 'seeds')
        with zipfile.ZipFile(os.path.join(out, name + '_seed_corpus.zip')) as archive:
            archive.extractall(seeds)
        seeds = files_of(seeds)
        first = places(harness, seeds + files_of(folder), control)
        known = set().union(*(first.get(path, set()) for path in seeds))
        useful = [path for path in first if first[path] and path not in seeds]
        found = {}
        for path in useful:
            began = time.monotonic()
            reached = places(harness, [path], control)[path]
            if time.monotonic() - began < SLOWEST:
                found[path] = reached
        chosen = list(choose(found, known))
        inputs.add('fuzz/corpus/%s.tar' % name, inputs.contents_of(chosen))
        print('%s: %d places by the first inputs; %d files, %d octets, for %d more' % (
            name, len(known), len(chosen), sum(map(os.path.getsize, chosen)), len(set().union(*found.values()) - known)))


if __name__ == '__main__':
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
