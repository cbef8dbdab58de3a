#!/usr/bin/env python3
"""python_store.py - import_warc beside 'robotsc import', and Store.filter beside 'robotsc filter'.

    PYTHONPATH=FOLDER bench/python_store.py [--quick] COMMAND NEW

FOLDER has the package robotsc, COMMAND is the command; NEW is a folder to make and remove.  The
archive and the URLs are those of ROBOTSC_CORPUS; without it, of examples/.  Command and module take
turns, in a new process each; figures are medians of rounds.  Of Python, the time to start and to
import the package is left out, and shown alone.

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import os
import shutil
import statistics
import subprocess
import sys
import time

AGENT = 'ExampleBot'
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'examples')
LEAST = 0.9  # of the command's speed

# What the module does in its own process; it writes the seconds to standard error.
TIMED = '''
import sys, time
import robotsc
robotsc.Store
start = time.perf_counter()
%s
print(time.perf_counter() - start, file=sys.stderr)
'''
IMPORT = TIMED % 'robotsc.import_warc(sys.argv[1], sys.argv[2], agents=[sys.argv[3]])'
PROGRESS = IMPORT.replace('agents', 'progress=print, agents')
LINES = TIMED % 'sys.stdout.writelines(robotsc.Store(sys.argv[1]).filter(sys.stdin, sys.argv[2]))'
OCTETS = TIMED % '''
lines = robotsc.Store(sys.argv[1]).prepare(sys.argv[2])
rest = b""
while octets := sys.stdin.buffer.read(1 << 20):
    octets = rest + octets
    end = octets.rfind(b"\\n") + 1
    sys.stdout.buffer.write(lines.lines(octets[:end]))
    rest = octets[end:]
sys.stdout.buffer.write(lines.lines(rest))
'''


def inputs(folder, quick):
    """The archive, and a file of URLs."""
    corpus = os.environ.get('ROBOTSC_CORPUS')
    if corpus and not quick:
        with gzip.open(os.path.join(corpus, 'urls.txt.gz')) as file:
            lines, archive = file.read(), os.path.join(corpus, 'robots.warc.gz')
    else:
        with open(os.path.join(EXAMPLES, 'frontier.txt'), 'rb') as file:
            lines, archive = file.read() * (10 if quick else 10000), os.path.join(EXAMPLES, 'crawl.warc.gz')
    urls = os.path.join(folder, 'urls')
    with open(urls, 'wb') as file:
        file.write(lines.rstrip() + b'\n')
    return archive, urls


def seconds(arguments, urls, before):
    """The seconds that a command takes, and what it prints."""
    before()
    with open(urls, 'rb') as lines:
        start = time.perf_counter()
        done = subprocess.run(arguments, stdin=lines, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
        whole = time.perf_counter() - start
    return float(done.stderr) if done.stderr else whole, done.stdout


def compare(title, contenders, urls, rounds, before=lambda: None):
    """Prints the median of each contender; returns how fast each is beside the first."""
    times = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, arguments in contenders.items():
            times[name].append(seconds(arguments, urls, before)[0])
    medians = {name: statistics.median(each) for name, each in times.items()}
    first = next(iter(medians.values()))
    print(f'{title}, median of {rounds}')
    for name, median in medians.items():
        print(f'  {name:32} {median:8.3f} s   {first / median:5.2f} of the speed of the first')
    return {name: first / median for name, median in medians.items()}


def main():
    quick = sys.argv[1] == '--quick'
    command, folder = sys.argv[1 + quick :]
    rounds = 2 if quick else 9
    os.mkdir(folder)
    archive, urls = inputs(folder, quick)
    new, store = os.path.join(folder, 'new'), os.path.join(folder, 'store')
    python = [sys.executable, '-c']
    subprocess.run([command, 'import', '-q', '--store=' + store, '--agent=' + AGENT, archive], check=True)
    starts = [seconds([*python, 'import robotsc; robotsc.Store'], urls, lambda: None)[0] for _ in range(rounds)]
    print(f'Python starts and imports the package in {statistics.median(starts):.3f} s')
    speeds = compare('import', {
        'robotsc import': [command, 'import', '-q', '--store=' + new, '--agent=' + AGENT, archive],
        'import_warc': [*python, IMPORT, archive, new, AGENT],
        'import_warc, progress=print': [*python, PROGRESS, archive, new, AGENT],
    }, urls, rounds, lambda: shutil.rmtree(new, ignore_errors=True))
    contenders = {
        'robotsc filter -j 1': [command, 'filter', '-q', '-j', '1', '--store=' + store, '--agent=' + AGENT],
        'Filter.lines, octets': [*python, OCTETS, store, AGENT],
        'Store.filter, lines as str': [*python, LINES, store, AGENT],
    }
    compare('filter', contenders, urls, rounds)
    printed = {seconds(arguments, urls, lambda: None)[1] for arguments in contenders.values()}
    shutil.rmtree(folder)
    if len(printed) != 1:
        sys.exit('python_store.py: the answers differ')
    if not quick and speeds['import_warc'] < LEAST:
        sys.exit(f'python_store.py: import_warc has less than {LEAST} of the speed of the command')


main()
