#!/usr/bin/env python3
"""python_snapshot.py - Snapshot.allowed_many and filter beside Store.filter, over mixed hosts.

    PYTHONPATH=FOLDER bench/python_snapshot.py COMMAND NEW [ORIGINS [URLS]]

FOLDER has the package robotsc, COMMAND is the command; NEW is a folder to make and remove.  Each
origin has rules of its own; URLs name origins in random order, and in the order of hosts.  All take
turns in one process, on the same lists; figures are medians of rounds, in processor time, and the
ratio that of a round to the Store's in the same round.  Fails when the answers differ.

SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import shutil
import statistics
import subprocess
import sys
import time

import robotsc

AGENT = 'ExampleBot'
ROUNDS = 7
BATCH = 20000  # origins in a transaction


def make(command, folder, origins):
    """A store, a snapshot of it, and its shards."""
    store, paths = os.path.join(folder, 'store'), [os.path.join(folder, name) for name in ('snapshot', 'shards')]
    fetched = robotsc.access(200, {'Cache-Control': 'max-age=999999999'})
    with robotsc.Store(store, 'c', agents=[AGENT]) as made:
        for at in range(0, origins, BATCH):
            texts = {i: f'User-agent: *\nDisallow: /{i % 7}\nAllow: /{i}/\n' for i in range(at, min(at + BATCH, origins))}
            made.write([(f'https://www.host{i}.example', made.compile(text), fetched) for i, text in texts.items()])
    for path, options in zip(paths, ([], ['--shards=4'])):
        subprocess.run([command, 'snapshot', 'make', '-q', *options, '-o', path, store], check=True)
    return robotsc.Store(store), *map(robotsc.Snapshot, paths)


def of_filter(filter, urls):
    """A mask of URLs, made from the verdicts of a filter."""
    return [verdict == 'allow' for verdict, _ in filter.select(urls)]


def measure(title, contenders, urls):
    times = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        answers = []
        for name, ask in contenders.items():
            start = time.process_time()
            answer = ask(urls)
            times[name].append(time.process_time() - start)
            answers.append(list(answer))
        if any(answer != answers[0] for answer in answers):
            sys.exit('python_snapshot.py: the answers differ')
    first = next(iter(times.values()))
    print(f'{title}: {len(urls):,} URLs, median of {ROUNDS}')
    for name, each in times.items():
        ratio = statistics.median(a / b for a, b in zip(first, each))
        print(f'  {name:34} {1e9 * statistics.median(each) / len(urls):8.1f} ns a URL  {ratio:6.2f} of the speed of the first')


def main():
    command, folder = sys.argv[1:3]
    origins, count = (int(number) for number in [*sys.argv[3:], *('1000', '5000')[len(sys.argv) - 3 :]])
    os.mkdir(folder)
    store, snapshot, shards = make(command, folder, origins)
    by_store, by_snapshot = store.prepare(AGENT, print='all'), snapshot.prepare(print='all')
    contenders = {
        'Store.filter, verdicts': lambda urls: of_filter(by_store, urls),
        'Snapshot.filter, verdicts': lambda urls: of_filter(by_snapshot, urls),
        'Snapshot.allowed_many': snapshot.allowed_many,
        'allowed_many, 4 shards': shards.allowed_many,
    }
    draw = random.Random(1)
    urls = [f'https://www.host{draw.randrange(origins * 11 // 10)}.example/{draw.randrange(9)}/page?{i}' for i in range(count)]
    measure('in random order', contenders, urls)
    measure('in the order of hosts', contenders, sorted(urls))
    shutil.rmtree(folder)


main()
