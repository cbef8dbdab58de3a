#!/usr/bin/env python3
"""find_differences.py - asks readers about real files, makes each difference small, and sorts them.

    conformance/find_differences.py --readers=LIST --reference=NAME... TEXT...

LIST    what "readers.sh --list" prints: lines with a name, a version, a command and a note
NAME    a reader of the list.  A path counts only where all references say the same
TEXT    a robots.txt, a folder of them, or a file of WARC records (.warc, .warc.gz)

The paths of a text come from --gen, by default "robotsc gen --as-text", which knows what each rule
needs; a path for each verdict that can change.  --paths=FILE asks about the same paths for each
text. --twists asks about each path in other spellings, too.  One that begins with "//" is left out:
readers that take a URL take it for a host.

Prints how many files each reader misjudges, and why: what is left of a text and a path when no
octet can be taken away.  No host is named, and words are "a" where they do not matter.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import base64
import collections
import gzip
import json
import os
import re
import shlex
import subprocess
import sys
import urllib.parse

from run import Adapter, end_with, shown
from smallest import cause, smallest

ORIGIN = b"https://example.com"
LARGEST = 200000  # octets of a text that is made small


def b64(octets):
    return base64.b64encode(octets).decode()


def warc_texts(path):
    """The bodies of a WARC file's responses with status 200."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        end = data.index(b"\r\n\r\n", at)
        size = int(re.search(rb"(?i)\r\nContent-Length:\s*(\d+)", data[at:end])[1])
        content = data[end + 4:end + 4 + size]
        head, _, body = content.partition(b"\r\n\r\n")
        if re.search(rb"(?i)\r\nWARC-Type:\s*response", data[at:end]) and re.match(rb"HTTP/\S+ 200\b", head):
            yield body
        at = end + 8 + size


def texts(paths):
    for path in paths:
        if os.path.isdir(path):
            yield from texts(os.path.join(path, name) for name in sorted(os.listdir(path)))
        elif path.endswith((".warc", ".warc.gz")):
            yield from warc_texts(path)
        else:
            with open(path, "rb") as file:
                yield file.read()


def twists(path):
    """Other spellings of a path, some of another path near it."""
    yield re.sub(rb"%[0-9A-F]{2}", lambda escape: escape[0].lower(), path)
    yield re.sub(rb"^(.*/)([a-z])", lambda part: part[1] + b"%%%02X" % part[2][0], path)
    yield path + b"?a"
    yield path + b"#a"
    yield path.replace(b"~", b"%7E")
    yield urllib.parse.unquote_to_bytes(path)


def made_of(text, options):
    """The paths that the command of --gen makes for a text."""
    try:
        made = subprocess.run(options.gen + ["--format=jsonl", f"--count={options.count}", "-", options.token],
                              input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    except OSError as error:
        sys.exit(f"{options.gen[0]}: {error.strerror}; --gen names another command, or --paths a file of paths")
    if made.returncode > 1:
        sys.exit(f"{' '.join(options.gen)}: makes no paths")
    return [json.loads(line)["path"].encode() for line in made.stdout.splitlines()]


def paths_of(text, options):
    """The paths to ask about for a text, each once."""
    if options.paths:
        with open(options.paths, "rb") as file:
            paths = file.read().split()
    else:
        paths = made_of(text, options)
    if options.twists:
        paths += [other for path in paths for other in twists(path)]
    return list(dict.fromkeys(path for path in paths if not path.startswith(b"//")))


class Reader:
    """A reader, what it got wrong, and in how many files it did."""

    def __init__(self, line, timeout):
        self.name, self.version, command, self.note = (line.rstrip("\n").split("\t") + [""])[:4]
        self.adapter = Adapter(shlex.split(command), timeout)
        self.files, self.causes, self.examples = collections.Counter(), collections.Counter(), {}
        self.small = 0

    def verdict(self, text, path, who):
        """The reader's verdict.  text is base64 already: it is encoded once for all its paths."""
        return self.adapter.ask(text, {**who, "url": b64(ORIGIN + path)})


class Search:
    """The readers to judge, and the references, which say what is right."""

    def __init__(self, readers, references, options):
        self.readers = [reader for reader in readers if reader.name not in references]
        self.references = [reader for reader in readers if reader.name in references]
        self.who = {"token": b64(options.token.encode()),
                    "header": b64(b"Mozilla/5.0 (compatible; %s/1.0; +https://example.com/bot)" % options.token.encode())}
        self.options, self.files, self.paths = options, 0, 0

    def right(self, text, path):
        """The answer that all references give; None if they differ."""
        said = {reader.verdict(text, path, self.who) for reader in self.references}
        return said.pop() if len(said) == 1 else None

    def look(self, octets):
        """Ask all readers about a text."""
        text, asked = b64(octets), []
        for path in paths_of(octets, self.options):
            right = self.right(text, path)
            if right in ("allow", "disallow"):
                asked.append((path, right))
        self.files += 1
        self.paths += len(asked)
        for reader in self.readers:
            wrong = {}
            for path, right in asked:
                said = reader.verdict(text, path, self.who)
                if said != right:
                    wrong.setdefault(said, path)
                if said == "timeout":
                    break
            for said in wrong:
                reader.files[said] += 1
            if wrong:
                reader.files["any"] += 1
                self.explain(reader, octets, *min(wrong.items(), key=lambda item: len(item[1])))

    def explain(self, reader, octets, said, path):
        """Count a cause: why a reader answered so."""
        if said not in ("allow", "disallow", "refuse") or len(octets) > LARGEST or reader.small >= self.options.small:
            reader.causes[f"not made small ({said})" if said in ("allow", "disallow", "refuse") else said] += 1
            return
        other = self.right(b64(octets), path)

        def holds(text, path):
            text = b64(text)
            return reader.verdict(text, path, self.who) == said and self.right(text, path) == other

        reader.small += 1
        text, path = smallest(octets, path, holds)
        kind = {"allow": "too open", "disallow": "too closed"}.get(said, "refuses") + ": " + cause(text, path)
        reader.causes[kind] += 1
        if kind not in reader.examples or len(text + path) < len(b"".join(reader.examples[kind])):
            reader.examples[kind] = text, path


def code(octets):
    text = shown(octets).replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t").replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def report(search):
    """Print two tables: the files that each reader misjudges, and what the differences are."""
    names = " and ".join(reader.name for reader in search.references)
    print(f"{search.files} files, {search.paths} paths; right is what {names} say.\n")
    print("| reader | files misjudged | too open | too closed | refuse, crash, time out |\n| --- | --- | --- | --- | --- |")
    for reader in search.readers:
        other = sum(count for said, count in reader.files.items() if said not in ("allow", "disallow", "any"))
        print(f"| {reader.name} {reader.version} | {reader.files['any']} | {reader.files['allow']} | {reader.files['disallow']} "
              f"| {other} |")
    print("\n| reader | files | what it is about | example |\n| --- | --- | --- | --- |")
    for reader in search.readers:
        for kind, count in reader.causes.most_common():
            text, path = reader.examples.get(kind, (b"", b""))
            shape = f"{code(text) if text else 'nothing'} and {code(path)}" if path else ""
            print(f"| {reader.name} | {count} | {kind} | {shape} |")


def main():
    take = argparse.ArgumentParser(description="Find where readers of robots.txt differ.")
    take.add_argument("--readers", required=True, help="a file: what readers.sh --list prints")
    take.add_argument("--reference", action="append", required=True, help="a reader that says what is right")
    take.add_argument("--gen", default="robotsc gen --as-text", type=shlex.split, help="what makes paths [robotsc gen --as-text]")
    take.add_argument("--paths", help="a file of paths, a line each, in place of --gen")
    take.add_argument("--token", default="ExampleBot", help="the crawler that asks [ExampleBot]")
    take.add_argument("--count", type=int, default=100, help="paths of a file [100]")
    take.add_argument("--small", type=int, default=20, help="differences of a reader that are made small [20]")
    take.add_argument("--every", type=int, default=1, help="look at every Nth file [1]")
    take.add_argument("--timeout", type=float, default=10, help="seconds for an answer [10]")
    take.add_argument("--twists", action="store_true", help="ask about other spellings of the paths, too")
    take.add_argument("texts", nargs="+", metavar="TEXT")
    options = take.parse_args()
    with open(options.readers, encoding="utf-8") as file:
        readers = [Reader(line, options.timeout) for line in file if line.strip()]
    missing = set(options.reference) - {reader.name for reader in readers}
    if missing:
        sys.exit(f"{options.readers}: has no {missing.pop()}")
    search = Search(readers, options.reference, options)
    for number, octets in enumerate(texts(options.texts)):
        if number % options.every == 0:
            search.look(octets)
    for reader in readers:
        reader.adapter.stop()
    report(search)


if __name__ == "__main__":
    end_with(main)
