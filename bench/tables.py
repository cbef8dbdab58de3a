#!/usr/bin/env python3
"""tables.py - the JSON of the benchmark as Markdown, each figure with its ratio.

    bench/tables.py RESULTS.json

docs/performance.md says what the figures mean.

SPDX-License-Identifier: Apache-2.0
"""
import json
import sys


class Results:
    """The results of a run of the benchmark."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            data = json.load(f)
        self.where = f"{data['corpus']} corpus, {data['hosts']} hosts"
        self.files = data["files"]
        self.figures = {f["name"]: f for f in data["figures"]}
        self.wanted = data["wanted"]

    def median(self, name):
        return self.figures[name]["median"] if name in self.figures else None

    def names(self, prefix, suffix):
        """What names have between prefix and suffix, in the order of the file."""
        return [n.removeprefix(prefix).removesuffix(suffix) for n in self.figures if n.startswith(prefix) and n.endswith(suffix)]


WORKS = (
    ("hot", "Policy hot, paths asked again and again"),
    ("fresh", "Policy hot, every path asked once"),
    ("percent", "Policy hot, every second letter percent-encoded"),
    ("high", "Policy hot, non-ASCII octets in the second half of the path"),
)


def number(value):
    """A number with three significant digits, without an exponent."""
    if value is None:
        return ""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 1 else f"{value:.3g}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| --- " + "| ---: " * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def ratio(value, to):
    return number(value / to) if value is not None and to else ""


def spread(results, name):
    """A figure and the range of its rounds."""
    f = results.figures.get(name)
    return f"{number(f['median'])} ({number(f['low'])} - {number(f['high'])})" if f else ""


def works(r):
    out = []
    for work, title in WORKS:
        rows = []
        for e in r.names(f"{work}/", "/slowest"):
            get = lambda what, of=e: r.median(f"{work}/{of}/{what}")
            rows.append([e, number(get("median")), number(get("p99")), spread(r, f"{work}/{e}/mean"), number(get("slowest")),
                         ratio(get("median"), get("median", "XXH3")), ratio(get("mean"), get("mean", "sorted loop")),
                         ratio(get("slowest"), get("slowest", "sorted loop"))])
        if rows:
            form = number(r.median(f"{work}/canonical form/median"))
            out.append(f"## {title}\n\nns a check, over hosts. All but robotsc get canonical paths, which saves {form} ns.\n\n")
            out.append(table(["", "median", "p99", "mean (spread)", "slowest 1 %", "median, x XXH3", "mean, x sorted loop",
                              "slowest, x sorted loop"], rows))
    return out


def cold(r):
    rows = []
    for e in r.names("cold/", "/loop"):
        get = lambda what, of=e: r.median(f"cold/{of}/{what}")
        rows.append([e, number(get("median")), number(get("p99")), spread(r, f"cold/{e}/loop"),
                     ratio(get("median"), get("median", "sorted loop")), ratio(get("p99"), get("p99", "sorted loop")),
                     ratio(get("loop"), get("loop", "sorted loop")), number(get("footprint"))])
    if not rows:
        return []
    return [f"## Policy cold, another host every time\n\nns a check. One dependent miss: "
            f"{number(r.median('cold/dependent miss'))} ns; the last-level cache has "
            f"{number(r.median('cold/last-level cache'))} MiB.\n\n",
            table(["", "one call, median", "p99", "in a loop (spread)", "median, x sorted loop", "p99, x sorted loop",
                   "loop, x sorted loop", "policies, MiB"], rows)]


COUNTED = (("instructions", "instructions"), ("loads", "loads"), ("stores", "stores"), ("branches", "branches"),
           ("mispredicted", "mispredicted"), ("mispredicted, new paths", "if paths are new"), ("lines", "lines"),
           ("lines of the policy", "of the policy"))


def counted(r):
    means, hosts = [], []
    for e in r.names("counted/", "/instructions"):
        get = lambda what, of=e: r.median(f"counted/{of}/{what}")
        means.append([e] + [number(get(c)) for c, _ in COUNTED] +
                     [ratio(get(c), get(c, "sorted loop")) for c in ("instructions", "lines")] + [f"{get('hosts'):.0f}"])
        hosts.append([e] + [" / ".join(number(get(f"{c}, {q}")) for q in ("p10", "median", "p99")) if get(c) is not None else ""
                            for c, _ in COUNTED])
    if not means:
        return []
    titles = [""] + [title for _, title in COUNTED]
    return ["## What a check does\n\nPer check and its loop, in the mean over every tenth host, in valgrind; policy hot, known "
            "paths. Lines are distinct ones of 64 octets that a check reads or writes, without code; of the policy, where that is "
            "one piece of memory.\n\n",
            table(titles + ["instructions, x sorted loop", "lines, x sorted loop", "hosts"], means),
            "Hosts: 10th percentile, median, 99th percentile.\n\n", table(titles, hosts)]


def sizes(r):
    out, rows = [], []
    for kind in r.names("size/", "/rules"):
        total = r.median(f"size/{kind}/sum")
        parts = [p for p in r.names(f"section/{kind}/", "")]
        rows.append([kind, number(r.median(f"size/{kind}/p50")), number(r.median(f"size/{kind}/p99")), number(total),
                     ratio(total, r.median("size/text/sum")), ratio(total, r.median(f"size/{kind}/rules"))] +
                    [f"{100 * r.median(f'section/{kind}/{p}') / total:.1f} %" for p in parts])
    if rows:
        out += ["## Blobs\n\nOctets, over all files.\n\n",
                table(["", "median", "p99", "sum", "x text", "x rules"] + parts, rows)]
    rows = []
    for e in r.names("policy/", "/mean"):
        get = lambda what, of=e: r.median(f"policy/{of}/{what}")
        rows.append([e, number(get("p50")), number(get("p99")), number(get("mean")), number(get("of text")),
                     ratio(get("mean"), get("mean", "sorted loop"))])
    if rows:
        out += ["## Policies for one agent\n\nOctets, over hosts with rules.\n\n",
                table(["", "median", "p99", "mean", "x text", "mean, x sorted loop"], rows)]
    return out


def compiling(r):
    out, rows = [], []
    for e in r.names("compile/", "/speed"):
        rows.append([e, spread(r, f"compile/{e}/speed"), number(r.median(f"compile/{e}/policies")),
                     ratio(r.median(f"compile/{e}/speed"), r.median("compile/sorted loop/speed")),
                     ratio(r.median(f"compile/{e}/peak"), 1 << 20), ratio(r.median(f"compile/{e}/peak"),
                                                                        r.median(f"compile/{e}/text at the peak"))])
    if rows:
        out += ["## Compiling\n\n`all agents` and `one agent`: all files, to a blob. Engines: hosts with rules, from the text to "
                "what answers for one agent.\n\n",
                table(["", "MB/s (spread)", "policies/s", "MB/s, x sorted loop", "peak, MiB", "peak, x its file"], rows)]
    rows = [[s, number(r.median(f"linear/{s}/exponent")), number(r.median(f"linear/{s}/exponent of large ones")),
             number(r.median(f"linear/{s}/blob exponent"))] for s in r.names("linear/", "/blob exponent")]
    if rows:
        out += ["## Exponents\n\nOf compile time and blob size against octets of rules.\n\n",
                table(["shape", "time, 1 KB to 1 MB", "time, from 32 KB", "size"], rows)]
    rows = [[n, spread(r, f"open/{n}/time"), number(r.median(f"open/{n}/speed")),
             ratio(r.median(f"open/{n}/time"), r.median(f"open/{n}/XXH3"))] for n in r.names("open/", "/time")]
    if rows:
        out += ["## Opening\n\n", table(["blob", "ns (spread)", "GB/s", "x XXH3 of its octets"], rows)]
    return out


def hostile(r):
    files = r.names("hostile check/", "/robotsc")
    get = lambda n, way: r.median(f"hostile check/{n}/{way}")
    files.sort(key=lambda n: -get(n, "robotsc"))
    rows = [[n, number(get(n, "robotsc")), number(get(n, "sorted loop")), number(get(n, "one by one")),
             ratio(get(n, "robotsc"), get(n, "sorted loop")), ratio(get(n, "robotsc"), get(n, "one by one"))] for n in files]
    if not rows:
        return []
    beside = [f"than {what} on some path of {number(r.median(f'hostile/check, x {way}/slower'))} files, at worst "
              f"{number(r.median(f'hostile/check, x {way}/worst'))} times"
              for way, what in (("one by one", "the rules one by one"), ("given", "these given a canonical path"),
                                ("sorted loop", "the sorted loop"))]
    return ["## Hostile files, checks\n\nMicroseconds for the path of 2,000 octets that is slowest for robotsc. Of "
            f"{len(files)} files with 7 paths each, robotsc is slower {beside[0]}; {beside[1]}; {beside[2]}. "
            "0.05 microseconds of each call are set aside, and 5 % are taken for noise.\n\n",
            table(["file", "robotsc", "sorted loop", "one by one", "x sorted loop", "x one by one"], rows)]


def frontier(r):
    """Figures for a crawler: checks, memory, work."""
    rows = []
    for name, what in (("hot/robotsc/mean", "one host's URLs in a row, known ones"), ("fresh/robotsc/mean", "the same, new ones"),
                       ("cold/robotsc/mean", "another host every time, one call, alone"),
                       ("cold/robotsc/loop", "another host every time, calls in a loop"),
                       ("cold/robotsc batch/loop", "another host every time, `robotsc_check_batch`")):
        ns = r.median(name)
        if ns:
            rival = r.median(name.replace("robotsc batch", "sorted loop").replace("robotsc", "sorted loop"))
            rows.append([what, number(ns), number(1e3 / ns), ratio(rival, ns)])
    out = []
    if rows:
        out += ["## For a frontier\n\nChecks, one core.\n\n",
                table(["", "ns a check", "million checks a second", "x sorted loop's"], rows)]
    one, every, text = (r.median(f"size/{k}/sum") for k in ("* only", "all agents", "text"))
    if one:
        rows = [["blobs, one agent", number(one / r.files), ratio(one, text)],
                ["blobs, all agents", number(every / r.files), ratio(every, text)],
                ["robots.txt", number(text / r.files), "1.00"]]
        out += ["A million hosts; equal blobs are not shared, and no groups kept.\n\n",
                table(["", "MB", "x text"], rows)]
    return out


def wanted(r):
    rows = [[w["what"], number(w["measured"]), " ".join(f"{k} {number(w[k])}" for k in ("at most", "at least") if k in w),
             number(w["ratio"]), "yes" if w["met"] else "no"] for w in r.wanted]
    return ["## Wanted\n\n", table(["figure", "measured", "wanted", "ratio", "met"], rows)] if rows else []


def tables(r):
    parts = [f"# Figures\n\nOne run of the benchmark: {r.where}. Written by `bench/tables.py`; "
             "`docs/performance.md` says what they mean.\n\n"]
    for part in frontier(r), works(r), cold(r), counted(r), sizes(r), compiling(r), hostile(r), wanted(r):
        parts += [text + "\n" if text.startswith("|") else text for text in part]
    return "".join(parts).rstrip("\n") + "\n"


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 2
    try:
        results = Results(arguments[0])
    except (OSError, ValueError, KeyError, TypeError) as e:
        print(f"tables.py: {arguments[0]}: {e}; it must be what 'bench --json FILE' writes", file=sys.stderr)
        return 2
    print(tables(results), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
