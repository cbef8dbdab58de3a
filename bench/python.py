#!/usr/bin/env python3
"""python.py - the Python package beside Protego and urllib.robotparser: nanoseconds of a check.

    PYTHONPATH=FOLDER bench/python.py [--quick]

FOLDER has the package robotsc.  The file is examples/robots.txt; the URLs are made of those of
examples/urls.txt.  Each figure is the median of rounds.  A reader that is not installed is left
out.

SPDX-License-Identifier: Apache-2.0
"""
import os
import statistics
import sys
import time
from urllib.robotparser import RobotFileParser

import robotsc

AGENT = 'ExampleBot'
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'examples')


def each(check, urls):
    for url in urls:
        check(url)


def nanoseconds(call, urls, rounds):
    """The median round's time of one URL."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter_ns()
        call(urls)
        times.append((time.perf_counter_ns() - start) / len(urls))
    return statistics.median(times)


def readers(text):
    """Names, and calls that check a list of URLs."""
    robot = robotsc.compile(text).agent(AGENT)
    yield 'robotsc allowed', lambda urls: each(robot.allowed, urls)
    yield 'robotsc allowed_many', robot.allowed_many
    try:
        from protego import Protego
        rules = Protego.parse(text.decode())
        yield 'Protego can_fetch', lambda urls: each(lambda url: rules.can_fetch(url, AGENT), urls)
    except ImportError:
        print('Protego is not installed', file=sys.stderr)
    parser = RobotFileParser()
    parser.parse(text.decode().splitlines())
    yield 'urllib can_fetch', lambda urls: each(lambda url: parser.can_fetch(AGENT, url), urls)


def main():
    quick = '--quick' in sys.argv[1:]
    with open(os.path.join(EXAMPLES, 'robots.txt'), 'rb') as file:
        text = file.read()
    with open(os.path.join(EXAMPLES, 'urls.txt'), encoding='utf-8') as file:
        lines = file.read().split()
    urls = [f'{line}{number}' for number in range(3 if quick else 300) for line in lines]
    for name, call in readers(text):
        print(f'{name:22} {nanoseconds(call, urls, 3 if quick else 15):8.1f} ns')


main()
