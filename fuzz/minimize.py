#!/usr/bin/env python3
"""minimize.py - keeps of a harness's committed inputs, and of a fuzzer's findings, what reaches new
code.

    fuzz/minimize.py OUT NAME [FOLDER]

OUT is what fuzz/build.sh built for libFuzzer, NAME a harness ("page_fuzzer"), FOLDER what it found.
fuzz/corpus/NAME.tar is written anew, of its own files and those of FOLDER: always the file that
reaches most new places for its size, until nothing new is reached; then two files become one where
that reaches as much.  What fuzz/seeds.py makes, and fuzz/regressions/, is there without them.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import os
import random
import subprocess
import sys
import tempfile
import time
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, 'tests/support')
import archive as inputs  # noqa: E402 - from the folder above

LONGEST = 2000  # octets of a new file
TRIES = 600  # of two files in one
SLOWEST = 0.5  # seconds of a run; with sanitizers it takes twenty times longer


def places(harness, files, control):
    """The places of the program that all files together reach."""
    with open(control, 'w', encoding='ascii') as out:
        out.write('\n'.join([str(len(files)), '0', *files, '']))
    subprocess.run([harness, '-merge_inner=1', '-merge_control_file=' + control, '-use_counters=0', '-timeout=60',
                    '-rss_limit_mb=2000', '-max_len=4096'], check=True, capture_output=True)
    with open(control, encoding='ascii') as lines:
        return {place for line in lines if line.startswith('FT ') for place in line.split()[2:]}


def unpack(out, name, folder):
    """Write the first inputs: made inputs, regressions, and the inputs of the archive."""
    committed = inputs.read('fuzz/corpus/%s.tar' % name)
    with zipfile.ZipFile(os.path.join(out, name + '_seed_corpus.zip')) as archive:
        for member in archive.namelist():
            kind = 'committed' if os.path.basename(member) in committed else 'made'
            os.makedirs(os.path.join(folder, kind), exist_ok=True)
            with open(os.path.join(folder, kind, os.path.basename(member)), 'wb') as file:
                file.write(archive.read(member))


def files_of(folder, longest):
    """The files of a folder that are short enough, shortest first."""
    files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    return sorted((path for path in files if os.path.getsize(path) <= longest), key=os.path.getsize)


def cost(path):
    """The octets of a file in an archive."""
    return 512 + (os.path.getsize(path) + 511) // 512 * 512


def choose(found, known):
    """The useful files, chosen greedily until no file reaches a new place."""
    missing = {path: places - known for path, places in found.items()}
    chosen = []
    while True:
        missing = {path: places for path, places in missing.items() if places}
        if not missing:
            break
        best = max(missing, key=lambda path: (len(missing[path]) / cost(path), path))
        chosen.append(best)
        new = missing[best]
        missing = {path: places - new for path, places in missing.items()}
    # A later file may reach all that an earlier one was chosen for.
    for path in sorted(chosen, key=cost, reverse=True):
        others = known.union(*(found[other] for other in chosen if other != path))
        if found[path] <= others:
            chosen.remove(path)
    return chosen


def join(harness, folder, chosen, found, known, control):
    """Put two files in one, again and again, where that reaches all that only they reach."""
    chance, serial = random.Random(1), 0
    count = collections.Counter(place for path in chosen for place in found[path] - known)
    for _ in range(TRIES):
        first, second = chance.sample(chosen, 2) if len(chosen) > 1 else (None, None)
        if not first or os.path.getsize(first) + os.path.getsize(second) >= LONGEST:
            continue
        pair = collections.Counter(place for path in (first, second) for place in found[path] - known)
        joined = os.path.join(folder, 'joined%d' % serial)
        with open(joined, 'wb') as file:
            file.write(b'\n'.join(inputs.contents_of((first, second))))
        reached = places(harness, [joined], control)
        if cost(joined) < cost(first) + cost(second) and all(place in reached for place in pair if count[place] == pair[place]):
            count = count - pair + collections.Counter(reached - known)
            chosen = [path for path in chosen if path not in (first, second)] + [joined]
            found[joined] = reached
            serial += 1
    return chosen


def main(out, name, folder=None):
    harness = os.path.join(os.path.abspath(out), name)
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(os.path.join(work, 'made'))
        control = os.path.join(work, 'control')
        unpack(out, name, work)
        made = files_of(os.path.join(work, 'made'), 1 << 20)
        known = places(harness, made, control) if made else set()
        found = {path: places(harness, [path], control) for path in files_of(os.path.join(work, 'committed'), 1 << 20)}
        for path in files_of(folder, LONGEST) if folder else []:
            began = time.monotonic()
            reached = places(harness, [path], control)
            if time.monotonic() - began < SLOWEST:
                found[path] = reached
        chosen = join(harness, work, choose(found, known), found, known, control)
        inputs.write('fuzz/corpus/%s.tar' % name, {inputs.name_of(content): content for content in inputs.contents_of(chosen)})
        print('%s: %d places by the made inputs; %d of %d files, %d octets, for %d more' % (
            name, len(known), len(chosen), len(found), sum(map(cost, chosen)), len(set().union(*found.values()) - known)))


if __name__ == '__main__':
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
