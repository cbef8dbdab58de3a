#!/usr/bin/env python3
"""readers.py - measures a reader of robots.txt in Python: Protego, or urllib.robotparser.

    bench/readers.py protego|urllib HOSTS [--quick]

HOSTS is what bench/by_url.c writes.  Prints the lines that it prints.  The octets of a policy are
those that tracemalloc counts, for every tenth host; others have 0.  With --version alone after the
reader, the version is printed, and the status is 1 if the reader is not there.

SPDX-License-Identifier: Apache-2.0
"""
import platform
import sys
import time
import tracemalloc
from urllib.robotparser import RobotFileParser

AGENT = "ExampleBot"
PATHS = 50
ROUNDS = 5
EVERY = 10  # hosts whose memory is counted


def read_urllib(text):
    policy = RobotFileParser()
    policy.parse(text.decode("utf-8", "replace").splitlines())
    return policy.can_fetch


def ask_urllib(can_fetch, urls):
    return [can_fetch(AGENT, url) for url in urls]


def read_protego(text):
    return protego.Protego.parse(text.decode("utf-8", "replace")).can_fetch


def ask_protego(can_fetch, urls):
    return [can_fetch(url, AGENT) for url in urls]


def hosts(path):
    """The text, the URLs and the verdicts of each host."""
    with open(path, "rb") as f:
        while head := f.readline():
            text = f.read(int(head.split()[-1]))
            f.readline()
            lines = [f.readline().rstrip(b"\n") for _ in range(PATHS)]
            urls = [line[3:].decode("utf-8", "replace") for line in lines]
            yield text, urls, [[line[k] == ord("a") for line in lines] for k in (0, 1)]


def timed(call, rounds):
    """Nanoseconds of a call: the median round."""
    ns = []
    for _ in range(rounds):
        start = time.thread_time_ns()
        call()
        ns.append(time.thread_time_ns() - start)
    return sorted(ns)[rounds // 2]


def memory(read, ask, text, urls):
    """Octets of a policy that has been asked."""
    tracemalloc.start()
    policy = read(text)
    ask(policy, urls)
    octets = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return octets


def measure(read, ask, path, rounds):
    for number, (text, urls, verdicts) in enumerate(hosts(path)):
        build = timed(lambda: read(text), rounds)
        policy = read(text)
        said = [bool(v) for v in ask(policy, urls)]
        check = timed(lambda: ask(policy, urls), rounds) / len(urls)
        octets = memory(read, ask, text, urls) if number % EVERY == 0 else 0
        different = [sum(a != b for a, b in zip(said, v)) for v in verdicts]
        print(f"{check:.1f} {build} {octets} {len(urls)} {different[0]} {different[1]}")


def main(arguments):
    global protego
    quick = "--quick" in arguments
    arguments = [a for a in arguments if a != "--quick"]
    if len(arguments) != 2 or arguments[0] not in ("protego", "urllib"):
        sys.exit(__doc__.split("\n\n")[1].strip())
    python = f"Python {platform.python_version()}"
    if arguments[0] == "urllib":
        read, ask, version = read_urllib, ask_urllib, python
    else:
        try:
            import protego
            from importlib.metadata import version as version_of
        except ImportError:
            return 1
        read, ask, version = read_protego, ask_protego, f"{version_of('protego')}, {python}"
    if arguments[1] == "--version":
        print(version)
        return 0
    measure(read, ask, arguments[1], 1 if quick else ROUNDS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
