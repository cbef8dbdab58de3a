"""test_insight_html.py - notebooks: no octet of a file, a URL or a name becomes markup.

SPDX-License-Identifier: Apache-2.0
"""
import html.parser
import random
import shutil
import xml.etree.ElementTree

import pytest
import robotsc

HOSTILE = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'><b", "</td></table></div>", "&lt;b&gt;", "<!--", "]]>",
           "\\N\\G", "javascript:alert(1)", "\x1b[31m", "\u202e", "\0"]
PLAIN = str.maketrans(dict.fromkeys("<>&\"'\\;!=()", "x"))
TAGS = {"b", "code", "div", "li", "p", "pre", "table", "td", "th", "tr", "ul"}
SVG_TAGS = {"svg", "g", "title", "text", "polygon", "ellipse", "path", "polyline"}


class Skeleton(html.parser.HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, tuple(attributes)))

    def handle_endtag(self, tag):
        self.tags.append(("/" + tag, ()))

    def handle_data(self, data):
        self.text += data

    def handle_comment(self, data):
        raise AssertionError("a comment: " + data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def hostile_text(r):
    """A robots.txt with hostile octets in names, rules, fields and comments."""
    word = "".join(r.choice([*HOSTILE, "a", "/"]) for _ in range(r.randrange(1, 5)))
    other = r.choice(HOSTILE)
    lines = ["User-agent: ExampleBot", f"Disallow: /{word}", f"Allow: /{word}{other}$", f"Disalow: /{other}",
             f"{other}: {word}", f"User-agent: {other}", f"Sitemap: {other}", f"Content-Usage: {word}",
             f"User-agent: * # {word}", f"Disallow: /{other}*"]
    return "\n".join(lines)


def shown_of(text, other):
    """Every result about a hostile text, with a hostile name and URL."""
    url = text.splitlines()[1].partition(": ")[2]
    name = text.splitlines()[5].partition(": ")[2]
    agent = name.replace("/", "").strip() or "a"  # a product token of nexor1994
    policy = robotsc.compile(text)
    return {
        "explain": robotsc.explain(text, agent, url, dialect="nexor1994"), "named": robotsc.explain(text, "ExampleBot", url),
        "lint": robotsc.lint(text, name=name), "diff": robotsc.diff(text, other, names=(name, url)),
        "agents": robotsc.diff(text, text.replace("/", "/x"), agents=[agent], dialect="nexor1994"),
        "verify": robotsc.verify(policy, other, agents=["Bot", "ExampleBot"]), "verified": robotsc.verify(policy, text),
        "page": robotsc.page(headers=[("tdm-policy", "https://h/" + name.replace("\0", "")), "X-Robots-Tag: noindex, " + name]),
    }


@pytest.mark.parametrize("seed", range(30))
def test_tables(seed):
    text = hostile_text(random.Random(seed))
    for what, result in shown_of(text, "").items():
        shown = Skeleton(result._repr_html_())
        assert {tag.lstrip("/") for tag, _ in shown.tags} <= TAGS, what
        assert all(name == "style" and "url" not in value for _, attributes in shown.tags for name, value in attributes), what
        depth = []
        for tag, _ in shown.tags:
            if not tag.startswith("/"):
                depth.append(tag)
            else:
                assert depth.pop() == tag[1:], what
        assert not depth
        assert not any(ord(c) < 32 and c != "\n" or 0xD800 <= ord(c) < 0xE000 or c == "\u202e" for c in shown.text), what


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "<b>", "&lt;", "'\"><i>"])
def test_the_tags_do_not_depend_on_the_text(hostile):
    """A text gives the same tags as a text with letters in place of its special characters."""
    text = f"User-agent: ExampleBot\nDisallow: /{hostile}\nAllow: /y{hostile}\nUser-agent: {hostile}\nUser-agent: q\n"
    plain = text.translate(PLAIN)
    assert plain != text
    for what, ask in {
        "explain": lambda t, h: robotsc.explain(t, "ExampleBot", f"/{h}"),
        "lint": lambda t, h: robotsc.lint("User-agent: *\nDisalow: /q # " + h, name=h),
        "diff": lambda t, h: robotsc.diff(f"User-agent: *\nDisallow: /{h}$", "", names=(h, h)),
        "verify": lambda t, h: robotsc.verify(robotsc.compile(""), f"User-agent: *\nDisallow: /{h}$"),
        "page": lambda t, h: robotsc.page(headers=["tdm-policy: https://h/" + h]),
    }.items():
        shown = Skeleton(ask(text, hostile)._repr_html_())
        expected = Skeleton(ask(plain, hostile.translate(PLAIN))._repr_html_())
        assert shown.tags == expected.tags and len(shown.tags) > 4, what


def test_what_is_shown():
    text = "User-agent: *\nDisallow: /<b>\n"
    assert "<code" in robotsc.explain(text, "a", "/<b>")._repr_html_()
    for result in robotsc.explain(text, "a", "/<b>"), robotsc.lint("<b>"), robotsc.diff(text, ""):
        assert "<b>" in Skeleton(result._repr_html_()).text and "&lt;b&gt;" in result._repr_html_()
    explained = Skeleton(robotsc.explain(text, "a", "/<b>c")._repr_html_()).text
    assert 'group: "*", first on line 1, rules: 1' in explained
    for word in "disallow", "/<b>c", "rfc9309", "Disallow: /<b>", "to allow it:", "remove line 2":
        assert word in explained
    assert "no finding" in robotsc.lint("")._repr_html_()
    found = Skeleton(robotsc.lint("Disalow: /a\n" * 15)._repr_html_()).text
    assert "5 more of misspelt-field, 5 more of no-group; report(0) shows them" in found and "correct the spelling" in found
    compared = Skeleton(robotsc.diff(text, "", names=("old", "new"))._repr_html_()).text
    for word in "all others: different", "newly disallowed: nothing", "old", "new", "no rule matches", "line 2: Disallow: /<b>":
        assert word in compared
    assert "1 of 1 proved" in robotsc.verify(robotsc.compile(text), text)._repr_html_()
    assert "disallow by the text, allow by the blob" in robotsc.verify(robotsc.compile(""), text)._repr_html_()
    directives = Skeleton(robotsc.page(headers=["X-Robots-Tag: noai, max-snippet: 5, x"])._repr_html_()).text
    for word in "index", "noai", "max-snippet", "5", "ignored":
        assert word in directives


@pytest.mark.skipif(not shutil.which("dot"), reason="there is no program dot")
@pytest.mark.parametrize("hostile", HOSTILE)
def test_pictures(hostile):
    name = hostile.replace("\0", "") or "a"
    text = f"User-agent: {name}\nUser-agent: *\nDisallow: /{hostile}\nAllow: /*{hostile}\n"
    robot = robotsc.compile(text, dialect="nexor1994").agent(name.replace("/", "").strip() or "a")
    page = robot._repr_html_()
    shown = Skeleton(strip_comments(page))
    assert {tag.lstrip("/") for tag, _ in shown.tags} <= SVG_TAGS
    assert not any(name.startswith("on") or "href" in name for _, attributes in shown.tags for name, _ in attributes)
    assert xml.etree.ElementTree.fromstring(page).tag.endswith("svg")


def strip_comments(page):
    """Graphviz writes the names of nodes as comments."""
    return "".join(part.partition("-->")[2] if i else part for i, part in enumerate(page.split("<!--")))


def test_pictures_without_the_program(monkeypatch):
    monkeypatch.setenv("PATH", "")
    for hostile in HOSTILE:
        robot = robotsc.compile(f"User-agent: *\nDisallow: /{hostile}\n").agent_for_header("<script>")
        shown = Skeleton(robot._repr_html_())
        assert [tag for tag, _ in shown.tags] == ["div", "p", "/p", "pre", "/pre", "/div"] and "digraph" in shown.text
