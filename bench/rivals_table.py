#!/usr/bin/env python3
"""rivals_table.py - what bench/rivals.sh measured, as one table in Markdown.

    bench/rivals_table.py FOLDER

FOLDER is where bench/rivals.sh keeps its files.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import platform
import sys
import time

sys.dont_write_bytecode = True

from tables import number, table

# Readers that are asked about whole URLs: file, name, the rules that they follow.
READERS = (
    ("robotsc", "**robotsc**", "RFC 9309"),
    ("google", "google/robotstxt", "Google's"),
    ("protego", "Protego", "Google's, of 2019"),
    ("robots_parser", "robots-parser", "the draft of RFC 9309"),
    ("urllib", "urllib.robotparser", "the draft of 1996"),
)
# Engines that are given rules and canonical paths: name in the JSON, name here, the rules.
ENGINES = (
    ("robotsc", "**robotsc**, of a path", "RFC 9309"),
    ("sorted loop", "sorted loop in C", "RFC 9309"),
    ("RE2::Set", "RE2", "RFC 9309"),
    ("libwget", "libwget", "Disallow, without `*`"),
)
HEAD = ["", "its rules", "ns a check: median host, mean, 99th percentile", "mean, times robotsc's", "µs to read a file",
        "octets of a policy", "other verdicts"]


class Row:
    """What a reader costs.  check: median, mean, 99th percentile; different: verdicts."""

    def __init__(self, check, read, octets, different):
        self.check, self.read, self.octets, self.different = check, read, octets, different

    def cells(self, name, rules, ours):
        return [name, rules, ", ".join(number(v) for v in self.check), number(self.check[1] / ours.check[1]),
                number(self.read), number(self.octets), "" if self is ours else f"{self.different:,.0f}"]


def quantile(values, q):
    """As bench/figures.c has it: between two values, in proportion."""
    at = q * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


def mean(values):
    return sum(values) / len(values)


def columns_of(path):
    """The columns of the lines that bench/by_url.c describes."""
    with open(path, encoding="ascii") as f:
        return list(zip(*([float(v) for v in line.split()] for line in f)))


def reader_row(columns):
    checks = sorted(columns[0])
    return Row((quantile(checks, 0.5), mean(checks), quantile(checks, 0.99)), mean(columns[1]) / 1e3,
               mean([v for v in columns[2] if v > 0] or [0]), sum(columns[4]))


def engine_row(figures, name):
    return Row([figures[f"hot/{name}/{what}"] for what in ("median", "mean", "p99")],
               1e6 / figures[f"compile/{name}/policies"], figures[f"policy/{name}/mean"],
               figures.get(f"agreement/{name}/different"))


def read(folder, name):
    """A small file; empty if it is not there."""
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            return f.read().strip()
    except OSError:
        return ""


def machine():
    cpu = [line for line in read("/proc", "cpuinfo").splitlines() if line.startswith("model name")]
    return f"{cpu[0].split(':')[1].strip() if cpu else platform.machine()}, {os.cpu_count()} cores"


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__.split("\n\n")[1].strip())
    folder = arguments[0]
    data = json.loads(read(folder, "engines.json"))
    figures = {f["name"]: f["median"] for f in data["figures"]}
    rows, notes = [], []
    lines = {name: columns_of(os.path.join(folder, f"{name}.lines")) for name, _, _ in READERS
             if os.path.exists(os.path.join(folder, f"{name}.lines"))}
    ours = reader_row(lines["robotsc"])
    for name, title, rules in READERS:
        if name in lines:
            row = ours if name == "robotsc" else reader_row(lines[name])
            if name == "google":
                row.read = None  # it reads the text at every check
            version = read(folder, f"{name}.version")
            rows.append(row.cells(f"{title} ({version})" if version else title, rules, ours))
    ours = engine_row(figures, "robotsc")
    for name, title, rules in ENGINES:
        if f"hot/{name}/mean" in figures:
            row = ours if name == "robotsc" else engine_row(figures, name)
            rows.append(row.cells(title, rules, ours))
        else:
            notes.append(f"Left out: {title}, which is not in this build.")
    if "google" in lines:
        notes.append("google/robotstxt reads the text at every check. robotsc with `--dialect=google` differs from it in "
                     f"{sum(lines['google'][5]):,.0f} verdicts.")
    notes += [f"Left out: {what}." for what in read(folder, "left_out").splitlines()]
    print(f"{time.strftime('%d %B %Y').lstrip('0')}; {machine()}; {data['corpus']} corpus: {data['hosts']:,} hosts, "
          f"{sum(lines['robotsc'][3]):,.0f} URLs.\n")
    print("\n".join([table(HEAD, rows), *notes]))


main(sys.argv[1:])
