#!/usr/bin/env python3
"""python.py - the Python package beside Protego and urllib.robotparser: checks, compiling, memory.

    PYTHONPATH=FOLDER [ROBOTSC_CORPUS=CORPUS] bench/python.py [--quick]

FOLDER has the package robotsc, CORPUS robots.warc.gz and urls.txt.gz; without one the files are
the examples and test vectors.  All is measured in one run, in processor time: on a busy machine,
readers whose rounds are long would look slower else.  Compiling is also timed by the clock, the
shortest of several rounds.  A check's figure is that of a host: its
URLs in turn, again and again, the median of rounds.  A reader that is not installed is left out.

SPDX-License-Identifier: Apache-2.0
"""
import gc
import os
import pickle
import statistics
import sys
import time
import tracemalloc
from urllib.robotparser import RobotFileParser

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'bindings', 'python', 'tests'))
import corpus  # noqa: E402
import robotsc  # noqa: E402

AGENT = 'ExampleBot'
QUICK = '--quick' in sys.argv[1:]
ROUNDS = 3 if QUICK else 7
CHECKS = 400 if QUICK else 2000  # of robotsc in a round; a fortieth for the others


def parse_urllib(text):
    parser = RobotFileParser()
    parser.parse(text.decode('utf-8', 'replace').splitlines())
    return parser


def check_all(check, urls):
    for url in urls:
        check(url)


# name: (parse octets; calls that take a list of URLs, of what was parsed)
READERS = {
    'robotsc': (robotsc.compile, {
        'allowed': lambda policy: (lambda urls, check=policy.agent(AGENT).allowed: check_all(check, urls)),
        'allowed_many': lambda policy: policy.agent(AGENT).allowed_many}),
    'urllib': (parse_urllib, {
        'can_fetch': lambda rp: lambda urls: check_all(lambda url: rp.can_fetch(AGENT, url), urls)}),
}
try:
    from protego import Protego
    READERS['Protego'] = (lambda text: Protego.parse(text.decode('utf-8', 'replace')), {
        'can_fetch': lambda rp: lambda urls: check_all(lambda url: rp.can_fetch(url, AGENT), urls)})
except ImportError:
    print('Protego is not installed', file=sys.stderr)


def elapsed(call, *arguments, clock=time.thread_time_ns):
    start = clock()
    call(*arguments)
    return clock() - start


def nanoseconds(call, urls, checks):
    """The median round's time of one URL."""
    urls = urls * (checks // len(urls) + 1)
    call(urls)
    return statistics.median(elapsed(call, urls) for _ in range(ROUNDS)) / len(urls)


def checks(files, urls):
    asked = [(text, urls[origin]) for origin, text in files if urls.get(origin)]
    print(f'\nchecks, {len(asked)} hosts, {sum(len(found) for _, found in asked)} URLs;\n'
          'ns a URL of the median and the 99 % host, and the median over that of the first')
    first = None
    for name, (parse, calls) in READERS.items():
        for what, bind in calls.items():
            times = [nanoseconds(bind(parse(text)), found, CHECKS if name == 'robotsc' else CHECKS // 40)
                     for text, found in asked]
            times.sort()
            middle = statistics.median(times)
            first = first or middle
            print(f'{name + " " + what:22} {middle:10.1f} {times[int(len(times) * 0.99)]:10.1f} {middle / first:8.2f}')


def compiling(files):
    print(f'\ncompiling or parsing, {len(files)} files, {sum(len(text) for _, text in files)} octets: seconds for all of processor '
          'time\nand by the clock, us a file (median, 99 %)')
    for name, (parse, _) in READERS.items():
        single = sorted(statistics.median(elapsed(parse, text) for _ in range(3)) / 1e3 for _, text in files)
        wall = min(elapsed(lambda: [parse(text) for _, text in files], clock=time.perf_counter_ns) for _ in range(ROUNDS)) / 1e9
        print(f'{name:22} {sum(single) / 1e6:10.3f} {wall:10.3f} {statistics.median(single):10.1f} '
              f'{single[int(len(single) * 0.99)]:10.1f}')


def memory(files):
    print('\nmemory and pickles: octets a file (mean, by tracemalloc), octets pickled (mean, median)')
    for name, (parse, _) in READERS.items():
        gc.collect()
        tracemalloc.start()
        kept = [parse(text) for _, text in files]
        gc.collect()
        used = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        try:
            pickled = [len(pickle.dumps(parsed)) for parsed in kept]
            shown = f'{statistics.mean(pickled):10.0f} {statistics.median(pickled):10.0f}'
        except pickle.PicklingError:
            shown = 'cannot be pickled'
        print(f'{name:22} {used / len(files):10.0f} {shown}')


def main():
    files = list(corpus.files())[::100 if QUICK else 1]
    checks(files, corpus.urls())
    compiling(files)
    memory(files)


main()
