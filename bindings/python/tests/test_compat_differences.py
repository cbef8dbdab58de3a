"""test_compat_differences.py - robotsc.compat beside Protego and urllib.robotparser.

Both get the same questions about each file, and each difference has a cause, which rival_models.py
finds.  With ROBOTSC_CORPUS the files are real, and the counts those of docs/python-dropins.md.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import importlib.metadata
import os
import re
import sys
import urllib.robotparser

import corpus
import pytest
import robotsc.compat.protego
import robotsc.compat.urllib
from reader_model import Explainer
from rival_models import LikeProtego, LikeUrllib

MODELS = {"Protego": LikeProtego, "urllib": LikeUrllib}
# Our methods, each with its name in the model.
SHARED = {"can_fetch": "allowed", "crawl_delay": "crawl_delay", "request_rate": "request_rate"}
METHODS = {"Protego": {**SHARED, "sitemaps": "sitemaps", "preferred_host": "host"}, "urllib": {**SHARED, "site_maps": "sitemaps"}}


def fresh(text, kind):
    parser = kind()
    parser.parse(text.splitlines())
    return parser


def our_parser(rival, text):
    return robotsc.compat.protego.Protego.parse(text) if rival == "Protego" else fresh(text, robotsc.compat.urllib.RobotFileParser)


def need(rival):
    """Skip the test unless the rival is installed, in the version that rival_models.py models."""
    if rival == "urllib" and sys.version_info >= (3, 13):
        pytest.skip("urllib.robotparser of CPython 3.13 may be another program")
    if rival == "Protego":
        pytest.importorskip("protego", reason="there is no Protego")
        if not importlib.metadata.version("protego").startswith("0.2."):
            pytest.skip("Protego is not 0.2")


def their_parser(rival, text):
    if rival == "urllib":
        return fresh(text, urllib.robotparser.RobotFileParser)
    return sys.modules["protego"].Protego.parse(text)


def explainer(rival, text):
    return Explainer(MODELS[rival], text if rival == "Protego" else "\n".join(text.splitlines()))


def questions(rival, text, urls):
    """Yields (method, arguments) for all questions: a URL and an agent, an agent, or nothing."""
    for method in METHODS[rival]:
        if method in ("can_fetch", "crawl_delay", "request_rate"):
            for agent in corpus.agents(text):
                yield from [(method, (url, agent)) for url in urls] if method == "can_fetch" else [(method, (agent,))]
        else:
            yield method, ()


def ask(rival, parser, method, arguments):
    answer = getattr(parser, method)
    if callable(answer):
        answer = answer(*(arguments if rival == "Protego" else reversed(arguments)))
    return list(answer) if method == "sitemaps" else answer


def ask_model(rival, method, arguments):
    return lambda model: getattr(model, METHODS[rival][method])(*arguments)


class Count:
    """Counts calls of each method, differences by cause and method, and those without cause."""

    def __init__(self, rival):
        self.rival, self.files, self.asked = rival, 0, dict.fromkeys(METHODS[rival], 0)
        self.causes, self.unexplained = collections.defaultdict(collections.Counter), []

    @staticmethod
    def row(cause, what, counts):
        named = (f"{n:,}" if method == "can_fetch" else f"{n:,} `{method}`" for method, n in counts.items() if n)
        return f"| {cause} | {what} | {', '.join(named)} |"

    def table(self):
        """The counts as lines of Markdown."""
        yield f"| cause | what {self.rival} does | answers of `can_fetch`, others |"
        yield "| --- | --- | --- |"
        yield self.row("asked", f"of {self.files:,} files", self.asked)
        yield self.row("different", "", {method: sum(one[method] for one in self.causes.values()) for method in self.asked})
        for habits, counts in sorted(self.causes.items(), key=lambda item: (-item[1].total(), item[0])):
            what = MODELS[self.rival].HABITS.get(habits[0], "no fewer change the answer")
            yield self.row(habits[0], what, {method: counts[method] for method in self.asked})


def compare(rival):
    """Ask both all questions.  Without a corpus the model must give both answers."""
    count = Count(rival)
    for origin, text, urls in corpus.questions():
        count.files += 1
        ours, theirs, explain = our_parser(rival, text), their_parser(rival, text), explainer(rival, text)
        for method, arguments in questions(rival, text, urls):
            count.asked[method] += 1
            a, b = ask(rival, ours, method, arguments), ask(rival, theirs, method, arguments)
            asked = ask_model(rival, method, arguments)
            if a != b:
                habits = explain.explain(asked, a, b)
                if habits:
                    count.causes[habits if len(habits) == 1 else ("several of these",)][method] += 1
                else:
                    count.unexplained.append((origin, method, arguments, a, b))
            elif not corpus.FOLDER:
                assert explain.ask((), asked) == a and explain.ask(MODELS[rival].HABITS, asked) == b
    return count


def replace_table(page, lines):
    """Replace the table with the same first line; returns the page."""
    return re.sub(re.escape(lines[0]) + r"(\n\|.*)*", lambda _: "\n".join(lines), page)


@pytest.mark.parametrize("rival", MODELS)
def test_differences(rival):
    need(rival)
    count = compare(rival)
    lines = list(count.table())
    print(*lines, sep="\n")
    assert not count.unexplained, count.unexplained[:20]
    assert sum(count.asked.values()) > 10000 and len(count.causes) > 10
    if corpus.FOLDER:
        path = corpus.TREE / "docs" / "python-dropins.md"
        page = path.read_text()
        assert lines[0] in page
        if os.environ.get("BLESS") == "yes":
            path.write_text(replace_table(page, lines))
        else:
            assert "\n".join(lines) in page


STAR = "User-agent: *\n"
# A file and a URL for which one habit alone makes the difference; the robot is "ExampleBot".
FETCHES = {
    "line ends": (STAR + "X: a\fDisallow: /x", "/x"),
    "white space": ("User-agent:\u00a0*\nDisallow: /x", "/x"),
    "byte order mark": ("\ufeff" + STAR + "Disallow: /x", "/x"),
    "size": (STAR + "#" * 512000 + "\nDisallow: /x", "/x"),
    ("Protego", "no colon"): (STAR + "disallow /x /y", "/x%20/y"),
    ("urllib", "no colon"): (STAR + "Disallow /x", "/x"),
    "misspelt fields": (STAR + "Dissallow: /x", "/x"),
    "empty agent": (STAR + "Disallow: /y\nUser-agent:\nDisallow: /x", "/x"),
    "blank lines": (STAR + "\nDisallow: /x", "/x"),
    "no rules": (STAR + "Disallow: /x\nUser-agent: ExampleBot", "/x"),
    "other lines": (STAR + "Crawl-delay: 1\nUser-agent: zz\nDisallow: /x", "/x"),
    "names": ("User-agent: Bot\nDisallow: /x", "/x"),
    "first group": (STAR + "Disallow: /y\n" + STAR + "Disallow: /x", "/x"),
    "wildcards": (STAR + "Disallow: /*x", "/ax"),
    "order": (STAR + "Disallow: /\nAllow: /x", "/x"),
    "leading slash": (STAR + "Disallow: x", "/x"),
    "dollar": (STAR + "Disallow: /x$", "/x$y"),
    "$ before the query": (STAR + "Disallow: /x?y$", "/x?y"),
    "two slashes": (STAR + "Disallow: //h/x", "/x"),
    ("Protego", "spelling"): (STAR + "Disallow: /a%26b", "/a&b"),
    ("urllib", "spelling"): (STAR + "Disallow: /a%2Fb", "/a/b"),
    "length": (STAR + "Allow: /::\nDisallow: /*xyz", "/::xyz"),
    "index.html": (STAR + "Disallow: /\nAllow: /index.html", "/"),
    "rebuilt": (STAR + "Disallow: /x?", "/x"),
    "empty query": (STAR + "Disallow: /x?", "/x?"),
    ("Protego", "fragment"): (STAR + "Disallow: /x$", "/x#y"),
    ("urllib", "fragment"): (STAR + "Disallow: /x%23", "/x#y"),
    "no path": (STAR + "Disallow: /?a", "?a"),
    "/robots.txt": (STAR + "Disallow: /", "/robots.txt"),
}
# A file and a method for which one habit alone makes the difference.
OTHERS = {
    "spelling of fields": (STAR + "Crawl delay: 5", "crawl_delay"),
    ("Protego", "any value"): (STAR + "Crawl-delay: 1e1", "crawl_delay"),
    ("urllib", "any value"): (STAR + "Crawl-delay: 1.5\nDisallow:", "crawl_delay"),
    "last line": (STAR + "Crawl-delay: 2\nCrawl-delay: 1\nDisallow:", "crawl_delay"),
    "in a group": ("Host: h.example\n" + STAR, "preferred_host"),
    ("Protego", "repeated"): (2 * "Sitemap: http://h/s\n", "sitemaps"),
    ("urllib", "repeated"): (2 * "Sitemap: http://h/s\n", "site_maps"),
}


@pytest.mark.parametrize("rival, habit", [(rival, habit) for rival, model in MODELS.items() for habit in model.HABITS])
def test_habit(rival, habit):
    """Each habit of a rival is needed: there is a file where it alone makes the difference."""
    need(rival)
    known = FETCHES if habit in FETCHES or (rival, habit) in FETCHES else OTHERS
    text, asked = known.get(habit) or known[rival, habit]
    method = "can_fetch" if known is FETCHES else asked
    arguments = {"can_fetch": ("http://h.example" + asked, "ExampleBot"), "crawl_delay": ("ExampleBot",)}.get(method, ())
    ours, theirs = (ask(rival, parser(rival, text), method, arguments) for parser in (our_parser, their_parser))
    assert ours != theirs
    assert explainer(rival, text).explain(ask_model(rival, method, arguments), ours, theirs) == (habit,)


# The rows of docs/python-dropins.md, "Escapes, $ and lone surrogates".
ROW = re.compile(r"^\| `(/\S*)` \| `(/\S*)` \| (\w+) \| (\w+) \| (\w+) \|$", re.M)


def spelled(rival, rule, url):
    """The answers of robotsc and of a rival: "allowed", "disallowed", or an exception."""
    rule, url = (text.replace("\\ud800", "\ud800").replace("\\udce9", "\udce9") for text in (rule, url))
    for parser in our_parser, their_parser:
        try:
            allowed = ask(rival, parser(rival, STAR + "Disallow: " + rule), "can_fetch", ("http://h.example" + url, "ExampleBot"))
            yield "allowed" if allowed else "disallowed"
        except UnicodeEncodeError:
            yield "UnicodeEncodeError"


# Rows that the page leaves out.
MORE = r"""
| `/a%3Ab` | `/a:b` | disallowed | disallowed | disallowed |
| `/a:b` | `/a%3ab` | disallowed | disallowed | disallowed |
| `/?u=a:b` | `/?u=a%3Ab` | disallowed | allowed | disallowed |
| `/a%24` | `/a$` | disallowed | disallowed | disallowed |
| `/a$b` | `/a$b` | disallowed | disallowed | disallowed |
| `/a$b` | `/a%24b` | disallowed | disallowed | disallowed |
| `/a%24b` | `/a$b` | disallowed | disallowed | disallowed |
| `/?a$` | `/?a%24` | allowed | disallowed | disallowed |
| `/\ud800` | `/\ud800` | UnicodeEncodeError | UnicodeEncodeError | UnicodeEncodeError |
"""


@pytest.mark.parametrize("rival", MODELS)
def test_spellings(rival):
    need(rival)
    rows = ROW.findall((corpus.TREE / "docs" / "python-dropins.md").read_text() + MORE)
    assert len(rows) >= 14 and all(any("\\" in row[0] + row[1] or sign in row[0] for row in rows) for sign in ("%3A", "$", "%24"))
    for rule, url, ours, protego, urllib in rows:
        assert [*spelled(rival, rule, url)] == [ours, protego if rival == "Protego" else urllib], (rule, url)


@pytest.mark.parametrize("rival", MODELS)
def test_no_cause(rival):
    """No cause is found for a verdict that no habit gives, or if ours is wrong."""
    explain, asked = explainer(rival, STAR + "Disallow: /x"), ask_model(rival, "can_fetch", ("http://h.example/x", "a"))
    assert explain.explain(asked, False, True) is None and explain.explain(asked, True, False) is None
