#!/usr/bin/env python3
"""peers_table.py - what bench/peers.sh measured, as one table in Markdown.

    bench/peers/peers_table.py FOLDER

FOLDER is where bench/peers.sh keeps its files.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import platform
import sys
import time
from statistics import mean, median

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tables import number

# For each peer: the program that measures it, its name there and in the table, its release, and
# what takes URLs apart for a peer that is given paths.  bench/peers.sh finds the release of a
# checkout; EACH stands for a peer that reads the text for each URL.
EACH = "each URL"
PEERS = (
    ("google", "google", "google/robotstxt", "", EACH),
    ("nzrsky", "nzrsky", "nzrsky/robotstxt", "", EACH),
    ("rust", "fast-robots", "fast-robots", "0.1.5, 2026-06-25", "url"),
    ("rust", "fast-robots-matcher", "fast-robots' matcher", "0.1.5, 2026-06-25", "url"),
    ("rust", "robotxt", "robotxt", "0.7.0, 2026-10-21", "url"),
    ("rust", "texting_robots", "texting_robots", "0.2.2, 2023-03-29", None),
    ("rust", "robotstxt", "robotstxt", "0.3.0, 2021-02-13, Google's in Rust", EACH),
    ("python", "protego", "Protego", "0.7.0, 2026-09-21", None),
    ("python", "urllib", "urllib.robotparser", "", None),
    ("java", "crawler-commons", "crawler-commons", "1.6, 2025-12-04", None),
    ("go", "temoto", "temoto/robotstxt", "1.1.2, 2021-03-31", "net/url"),
    ("node", "drop-in", "`robotsc/robots-parser`", " ", None),
    ("node", "robots-parser", "robots-parser", "3.0.1, 2023-02-21", None),
)
PYTHONS = {"3.11.2": "2023-02-08", "3.11.7": "2023-12-04"}  # their releases
HEAD = ["reader, release", "µs until ready", "ns a check", "µs for 58 URLs", "µs for 350", "robotsc leads from URL",
        "other verdicts"]
URLS = 1, 58, 350  # all is measured for these; for one it is ready and a check


class Reader:
    """Four figures of each host: nanoseconds until ready, of a check, for 58 and for 350 URLs."""

    def __init__(self, passes):
        hosts = [[line.split() for line in lines] for lines in zip(*passes)]
        self.refused = sum(host[0][5] == "-" for host in hosts)
        self.different = sum(int(host[0][5]) for host in hosts if host[0][5] != "-")
        self.hosts = [None if host[0][5] == "-" else [median(float(words[k]) for words in host) for k in range(1, 5)]
                      for host in hosts]
        self.columns = list(zip(*(host for host in self.hosts if host)))


def leads(ours, theirs):
    """The number of URLs of a host from which on ours takes no longer.  Each side: four figures."""
    left = [b - a for a, b in zip([ours[0] + ours[1], *ours[2:]], [theirs[0] + theirs[1], *theirs[2:]])]
    behind = max((i for i, ns in enumerate(left) if ns < 0), default=None)
    if behind is None:
        return 1
    if behind + 1 < len(left):
        return URLS[behind] + (URLS[behind + 1] - URLS[behind]) * left[behind] / (left[behind] - left[behind + 1])
    return URLS[-1] - left[-1] / (theirs[1] - ours[1]) if theirs[1] > ours[1] else float("inf")


def pair(values, of=1, less=(0, 0)):
    """Median and mean; one that is less than its limit is in italics."""
    both = [median(values) / of, mean(values) / of]
    return " / ".join(f"*{number(v)}*" if v < limit / of else number(v) for v, limit in zip(both, less))


def row(name, reader, ours):
    limits = [(median(column), mean(column)) if reader is not ours else (0, 0) for column in ours.columns]
    cells = [pair(reader.columns[k], of, limits[k]) for k, of in ((0, 1e3), (1, 1), (2, 1e3), (3, 1e3))]
    if reader is ours:
        return [name, *cells, "", f"{ours.different:,}"]
    both = [(a, b) for a, b in zip(ours.hosts, reader.hosts) if a and b]
    points = [median(leads(a, b) for a, b in both), leads(*([mean(column) for column in zip(*side)] for side in zip(*both)))]
    refused = f", {reader.refused} files refused" if reader.refused else ""
    return [name, *cells, " / ".join("never" if n == float("inf") else f"{n:,.0f}" for n in points),
            f"{reader.different:,}{refused}"]


def read(folder, name):
    """The text of a small file; empty if it is not there."""
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            return f.read().strip()
    except OSError:
        return ""


def measured(folder):
    """The readers of each program, as (program, reader)."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.lines"))):
        program, lines = os.path.basename(path).split(".")[0], {}
        for line in read(folder, os.path.basename(path)).splitlines():
            lines.setdefault(line.split()[0], []).append(line)
        for name, of_name in lines.items():
            found.setdefault((program, name), []).append(of_name)
    return {key: Reader(passes) for key, passes in found.items()}


def rows_of(folder, readers):
    last = None
    for program, name, title, release, urls in PEERS:
        if (program, name) not in readers:
            continue
        language = "c" if program in ("google", "nzrsky") else program
        ours, version = readers[language, "robotsc"], read(folder, f"{program}.version")
        if language != last:
            yield row(f"**robotsc**, {'C' if language == 'c' else version}", ours, ours)
        last = language
        if name == "urllib":
            version = version.replace("Python ", "")
            release = f"{version}, {PYTHONS.get(version, 'of its Python')}"
        title = f"{title} {release or version}".rstrip()
        if urls and urls != EACH:
            title += f"; of a path, + {number(median(readers[program, urls].columns[1]))} ns"
        cells = row(title, readers[program, name], ours)
        yield cells if urls != EACH else [title, EACH, *cells[2:]]


def machine():
    cpu = [line for line in read("/proc", "cpuinfo").splitlines() if line.startswith("model name")]
    return f"{cpu[0].split(':')[1].strip() if cpu else platform.machine()}, {os.cpu_count()} cores"


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__.split("\n\n")[1].strip())
    folder = arguments[0]
    readers = measured(folder)
    print("| " + " | ".join(HEAD) + " |\n| --- " + "| ---: " * (len(HEAD) - 1) + "|")
    for cells in rows_of(folder, readers):
        print("| " + " | ".join(cells) + " |")
    hosts = len(readers["c", "robotsc"].hosts)
    print(f"\n{hosts:,} hosts, {50 * hosts:,} verdicts; median host / mean; {time.strftime('%Y-%m-%d')}, {machine()}.")
    for line in read(folder, "left_out").splitlines():
        print(f"Left out: {line}.")


if __name__ == "__main__":
    main(sys.argv[1:])
