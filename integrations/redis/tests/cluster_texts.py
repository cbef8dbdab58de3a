"""cluster_texts.py - robots.txt texts, questions about them, and the library's answers.

The texts are those of ROBOTSC_CORPUS where it is set, else the tree's examples and goldens, and
generated ones.  The answers are those of the Python package.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import glob
import gzip
import os
import random
import re

import robotsc
from cluster_checks import TREE

DIALECTS = ("rfc9309", "google", "nexor1994", "koster1996", "conner2")
RULE = re.compile(rb"^[ \t]*(?:dis)?allow[ \t]*:[ \t]*([^\r\n#]*)", re.I | re.M)
AGENT = re.compile(rb"^[ \t]*user-agent[ \t]*:[ \t]*([A-Za-z_-]+)", re.I | re.M)
MOST = 24  # URLs asked of one robot
MIDNIGHT = 1700006400

Policy = collections.namedtuple("Policy", "origin key text dialect agents urls robots")


def key_of(origin):
    return f"robots:{{{origin}}}"


def responses(path):
    """Target and body of each response of a WARC archive."""
    with gzip.open(path) as file:
        while line := file.readline():
            head = line
            while line.strip():
                line = file.readline()
                head += line
            length = re.search(rb"^Content-Length:\s*(\d+)", head, re.I | re.M)
            block = file.read(int(length[1])) if length else b""
            if b"WARC-Type: response" in head:
                yield re.search(rb"^WARC-Target-URI:\s*(\S+)", head, re.M)[1], block.partition(b"\r\n\r\n")[2]


def generated(count):
    """Random groups and patterns, with stars, escapes and odd octets."""
    chance = random.Random(38)
    parts = ["/", "a", "b", "*", "$", "%7e", "%C3%A9", "?", "=", "//", ".html", "\u00e9", "private"]
    for number in range(count):
        lines = []
        for _ in range(chance.randint(1, 4)):
            lines += [f"User-agent: {chance.choice(['*', 'ExampleBot', 'OtherBot', 'Third-Bot'])}"]
            for _ in range(chance.randint(0, 12)):
                lines.append(f"{chance.choice(['Allow', 'Disallow'])}: /{''.join(chance.choices(parts, k=chance.randint(0, 7)))}")
            if chance.random() < 0.3:
                lines.append(f"Crawl-delay: {chance.randint(0, 9)}")
        yield f"https://made{number}.example", "\n".join(lines).encode()


def tree_texts():
    goldens = glob.glob(os.path.join(TREE, "tests/goldens/**/*.golden"), recursive=True)
    for place, name in enumerate(sorted(glob.glob(os.path.join(TREE, "examples/*.txt")) + goldens)):
        with open(name, "rb") as file:
            for number, text in enumerate(re.split(rb"(?m)^(?:=== .*|---)\n", file.read())):
                yield f"https://golden{place}-{number}.example", text


def texts(most=None):
    """{origin: text}, each origin once."""
    corpus = os.environ.get("ROBOTSC_CORPUS")
    found = {}
    if corpus:
        for target, body in responses(os.path.join(corpus, "robots.warc.gz")):
            try:
                found.setdefault(robotsc.origin(target), body)
            except robotsc.OriginError:
                continue
    else:
        found = {**dict(tree_texts()), **dict(generated(300))}
    return dict(list(found.items())[:most])


def listed_urls():
    """{origin: URLs} from urls.txt.gz of the corpus."""
    by_origin = collections.defaultdict(list)
    corpus = os.environ.get("ROBOTSC_CORPUS")
    if corpus:
        with gzip.open(os.path.join(corpus, "urls.txt.gz"), "rb") as lines:
            for line in lines:
                try:
                    by_origin[robotsc.origin(line.strip())].append(line.strip())
                except robotsc.OriginError:
                    continue
    return by_origin


def paths_of(text, chance):
    """Paths that match the rules of a text, or nearly match them."""
    patterns = RULE.findall(text)
    for pattern in chance.sample(patterns, min(6, len(patterns))):
        pattern = pattern.strip().lstrip(b"/")[:300]
        for path in (pattern.replace(b"*", b"x/y").replace(b"$", b""), pattern[:-1], pattern + b"/deep?x=1"):
            yield b"/" + re.sub(rb"[\0-\x20\x7f]", b"", path)
    yield from (b"/", b"/index.html", b"/private/a?b=c", b"/robots.txt", b"/\xc3\xa9%2f%41")


def policies(most=None):
    """The policies to load: in five dialects by turns, three of four with extensions."""
    chance, listed, made = random.Random(7), listed_urls(), []
    for number, (origin, text) in enumerate(texts(most).items()):
        urls = listed[origin][:8] + [origin.encode() + path for path in paths_of(text, chance)]
        tokens = [token.decode() for token in dict.fromkeys(AGENT.findall(text))][:40]
        robots = [("UnknownBot",), ("ExampleBot", "fallback")] + [(token,) for token in chance.sample(tokens, min(2, len(tokens)))]
        made.append(Policy(origin, key_of(origin), text, DIALECTS[number % 5], None, urls[:MOST], robots))
    return made


def extensions_of(number):
    return number % 4 != 3


def compiled(policy, number):
    return robotsc._robotsc._compile(policy.text, None, policy.dialect, extensions_of(number))


def pairs(reply):
    """A map of RESP2 as a dict."""
    return dict(zip(reply[::2], reply[1::2]))


def questions(policy, number):
    """Commands about a policy, the library's answers, and functions to make replies comparable."""
    blob, asked = compiled(policy, number), []
    for robot in policy.robots:
        agent, tail = blob.agent(*robot), (policy.key, "AGENTS", len(robot), *robot)
        answers = [int(value) for value in agent.allowed_many(policy.urls)]
        asked.append((("ROBOTS.CHECK", *tail, "URLS", *policy.urls), answers, list))
        if not extensions_of(number):
            continue
        paces = {pace_at(agent, MIDNIGHT + quarter * 900) for quarter in range(96)}
        if len(paces) == 1:  # some lines hold for hours of the day
            asked.append((("ROBOTS.DELAY", *tail), *paces, pace_of))
    return asked


def pace_at(agent, at):
    said = agent.next_fetch(now=at)
    return round(said.pause * 1000), b"none" if said.reason == "no-record" else said.reason.encode()


def pace_of(reply):
    said = pairs(reply)
    return int(said[b"pause"]), said[b"reason"]
