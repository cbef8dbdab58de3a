"""corpus.py - real files and URLs, if ROBOTSC_CORPUS names their folder; else those of the tree.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import gzip
import json
import os
import pathlib
import random
import re

TREE = pathlib.Path(__file__).resolve().parents[3]
FOLDER = os.environ.get("ROBOTSC_CORPUS")


def warc_files(path):
    """Yields (origin, octets) for each response of a WARC file."""
    with gzip.open(path) as file:
        data = file.read()
    at = 0
    while at < len(data):
        end = data.index(b"\r\n\r\n", at)
        head = data[at:end].decode("latin-1")
        size = int(re.search(r"Content-Length: (\d+)", head)[1])
        content, at = data[end + 4:end + 4 + size], end + 8 + size
        if "WARC-Type: response" in head:
            url = re.search(r"WARC-Target-URI: (\S+)", head)[1]
            yield url.removesuffix("/robots.txt"), content.partition(b"\r\n\r\n")[2]


def tree_files():
    """The examples and the test vectors."""
    for path in sorted((TREE / "examples").glob("*.txt")):
        yield "https://shop.example", path.read_bytes()
    for path in sorted((TREE / "tests" / "vectors").glob("*.jsonl")):
        seen = dict.fromkeys(json.loads(line).get("robots") for line in path.read_text().splitlines())
        for text in seen:
            if isinstance(text, str):
                yield "https://www.example.com", text.encode()


def files():
    return warc_files(os.path.join(FOLDER, "robots.warc.gz")) if FOLDER else tree_files()


def urls():
    """URLs by origin."""
    if FOLDER:
        with gzip.open(os.path.join(FOLDER, "urls.txt.gz"), "rt", encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
    else:
        lines = (TREE / "examples" / "urls.txt").read_text().split()
    found = collections.defaultdict(list)
    for line in lines:
        if line.isprintable() and line.count("/") > 2:
            found["/".join(line.split("/", 3)[:3])].append(line)
    return found


def made_of_rules(origin, text, most, r):
    """URLs that the rules of a file mention, and similar ones."""
    rules = re.findall(r"^[ \t]*(?:dis)?allow[ \t]*:[ \t]*([^\s#]+)", text, re.I | re.M)
    for rule in r.sample(rules, min(most, len(rules))):
        path = rule.removesuffix("$").replace("*", r.choice(["", "x", "x/y", "?a=b"]))
        path = path if path.startswith("/") else "/" + path
        yield origin + path
        change = r.randrange(6)
        if change == 0 and path[1:]:
            i = r.randrange(1, len(path))
            yield origin + path[:i] + "".join(f"%{octet:02x}" for octet in path[i].encode()) + path[i + 1:]
        else:
            yield origin + path + ["", "z", "/index.html", "?q=%2Fa%20b", "#top"][change - 1]


def questions():
    """(origin, text, URLs) for each file: URLs of its own, of others on its host, of its rules."""
    by_origin, r = urls(), random.Random(9309)
    shared = sorted({"/" + url.split("/", 3)[3] for found in by_origin.values() for url in found})
    for origin, octets in files():
        text = octets.decode("utf-8", "replace")
        own = by_origin.get(origin, [])
        asked = r.sample(own, min(40, len(own))) + [origin + path for path in r.sample(shared, min(12, len(shared)))]
        asked += [origin, origin + "/", origin + "?a", origin + "/robots.txt", *made_of_rules(origin, text, 20, r)]
        yield origin, text, list(dict.fromkeys(asked))


def agents(text):
    """Whole headers and product tokens, some of them from the file."""
    named = dict.fromkeys(re.findall(r"^[ \t]*user-agent[ \t]*:[ \t]*([^\r\n#]*[^\s#])", text, re.I | re.M))
    return list(dict.fromkeys([
        "ExampleBot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "bingbot/2.0", "a",
        *list(named)[:2]]))
