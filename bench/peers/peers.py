#!/usr/bin/env python3
"""peers.py - measures readers of robots.txt in Python.

    bench/peers/peers.py HOSTS [--quick] robotsc|protego|urllib...

HOSTS is a file that bench/by_url.c writes, and this prints lines of the same form.  The readers
take turns host by host.

SPDX-License-Identifier: Apache-2.0
"""
import sys
import time

AGENT = "ExampleBot"
PATHS = 50
SLICE = 200e3  # nanoseconds


def robotsc():
    import robotsc
    return lambda text: robotsc.compile(text, agents=[AGENT]).agent(AGENT).allowed


def protego():
    from protego import Protego

    def read(text):
        can_fetch = Protego.parse(text.decode("utf-8", "replace")).can_fetch
        return lambda url: can_fetch(url, AGENT)
    return read


def urllib():
    from urllib.robotparser import RobotFileParser

    def read(text):
        policy = RobotFileParser()
        policy.parse(text.decode("utf-8", "replace").splitlines())
        return lambda url: policy.can_fetch(AGENT, url)
    return read


def hosts(path):
    """The text, the URLs and the verdicts of each host."""
    with open(path, "rb") as f:
        while head := f.readline():
            text = f.read(int(head.split()[-1]))
            f.readline()
            lines = [f.readline().rstrip(b"\n") for _ in range(PATHS)]
            yield text, [line[3:].decode("utf-8", "replace") for line in lines], [line[0] == ord("a") for line in lines]


def timed(call, quick):
    """Nanoseconds of a call, which is repeated while a slice lasts."""
    turns = 1
    while True:
        start = time.thread_time_ns()
        for _ in range(turns):
            call()
        took = time.thread_time_ns() - start
        if took >= SLICE or quick:
            return took / turns
        turns *= 2


def ask(may, urls):
    for url in urls:
        may(url)


def measure(name, read, text, urls, verdicts, quick):
    may = read(text)
    different = sum(bool(may(url)) != verdict for url, verdict in zip(urls, verdicts))
    ready = timed(lambda: read(text), quick)
    check = timed(lambda: ask(may, urls), quick) / PATHS
    some, many = (timed(lambda n=n: ask(read(text), (urls * 7)[:n]), quick) for n in (58, 350))
    print(f"{name} {ready:.0f} {check:.1f} {some:.0f} {many:.0f} {different}")


def main(arguments):
    quick = "--quick" in arguments
    path, *names = [a for a in arguments if a != "--quick"]
    readers = {name: globals()[name]() for name in names}
    for host in hosts(path):
        for name, read in readers.items():
            measure(name, read, *host, quick)


main(sys.argv[1:])
