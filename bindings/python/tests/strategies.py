"""strategies.py - texts like robots.txt and hostile ones, URLs made from their rules, tokens.

SPDX-License-Identifier: Apache-2.0
"""
import re

from hypothesis import strategies as st

DIALECTS = ["rfc9309", "google", "nexor1994", "koster1996", "conner2"]
TOKENS = ["*", "ExampleBot", "examplebot", "Other", "third-bot", "a_b", "bot", "bot2", "Mozilla/5.0", "", "é", "a/1.0 x"]
PIECES = ["/", "a", "b", "ab", "*", "**", "$", "%2F", "%2f", "%41", "%", "%zz", "é", "%C3%A9", "~", "?", "=", "&", ".php",
          "index.html", "x" * 70, "aaaa", "#", " ", ";", "\\", "+", "%00", "/../", "//", "A"]
FIELDS = ["Allow", "Disallow", "allow", "DISALLOW", "Dissallow", "Disalow", "Crawl-delay", "Request-rate", "Visit-time", "Sitemap",
          "License", "Content-Usage", "Content-Signal", "Noindex", "Clean-param", "Host", "Robot-version", "Comment", "X"]
VALUES = ["2", "2.5", "-1", "1/10m", "1/5s 0600-0845", "0600-0845", "https://h.example/s.xml", "train-ai=n", "/a train-ai=n",
          "search=yes, ai-train=no", "1.0", "2.0", "", "ref&sid /forum/", "99999999999"]
ENDS = ["\n", "\r\n", "\r", "\n\n", "\n \t\n"]

paths = st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map(lambda pieces: "/" + "".join(pieces))
tokens = st.one_of(st.sampled_from(TOKENS), st.from_regex(r"[A-Za-z_-]{1,12}", fullmatch=True), st.text(max_size=6))
agent_fields = st.sampled_from(["User-agent:", "user-agent: ", "User agent: ", "USER-AGENT :", "Useragent "])
agent_lines = st.builds("{}{}{}".format, agent_fields, tokens, st.sampled_from(["", " # who", "\t"]))
rules = st.builds("{}: {}{}".format, st.sampled_from(["Allow", "Disallow", "Disallow"]), paths,
                  st.sampled_from(["", " ", " # why", "*", "$"]))
others = st.builds("{}{}{}".format, st.sampled_from(FIELDS), st.sampled_from([":", ": ", " ", " : "]),
                   st.one_of(st.sampled_from(VALUES), paths))
junk = st.one_of(st.sampled_from(["", "# a comment", "junk", ":", "\ufeff", "Allow:", "Disallow"]), st.text(max_size=12))
lines = st.one_of(rules, rules, rules, agent_lines, others, junk)


named = st.builds("User-agent: {}".format, st.sampled_from(["*", "ExampleBot", "Other", "bot"]))
groups = st.builds(lambda agents, body: [*agents, *body], st.lists(st.one_of(named, named, agent_lines), min_size=1, max_size=2),
                   st.lists(st.one_of(rules, rules, rules, rules, lines), min_size=1, max_size=7))


@st.composite
def texts(draw):
    """A robots.txt of some groups; sometimes with octets that no reader expects."""
    body = draw(st.lists(lines, max_size=2)) + sum(draw(st.lists(groups, min_size=1, max_size=4)), [])
    ends = draw(st.sampled_from([["\n"], ["\r\n"], ENDS])) * len(body)
    text = b"".join(line.encode("utf-8", "surrogatepass") + end.encode() for line, end in zip(body, ends))
    if draw(st.integers(0, 5)) == 0:
        text = draw(st.sampled_from([b"\xef\xbb\xbf", b"\xff\xfe", b"\0"])) + text
    if draw(st.integers(0, 5)) == 0:
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.binary(max_size=5)) + text[at:]
    return text


def filled(pattern, fillers):
    """A path that a pattern may match: other texts replace its stars."""
    for filler in fillers:
        pattern = pattern.replace(b"*", filler, 1)
    return pattern.rstrip(b"$")


@st.composite
def urls_for(draw, text):
    """URLs, most of them made from the rules of a text.  None has NUL or an end of line."""
    patterns = re.findall(rb"(?i)allow *: *([^\s#]*)", text) or [b"/"]
    fillers = st.lists(st.sampled_from([b"", b"a", b"/", b"ab/", b"x" * 40, b"%2F", b"*", b"$", b"\xc3\xa9"]), max_size=4)
    near = st.builds(lambda pattern, some, end: filled(pattern, some) + end, st.sampled_from(patterns), fillers,
                     st.sampled_from([b"", b"a", b"/", b"?q", b"#f", b"$", b"%2f", b".php"]))
    hosts = st.sampled_from([b"", b"", b"https://h.example", b"HTTP://u@h.example:80", b"//h", b"ftp://h"])
    any_path = st.one_of(near, near, near, near, paths.map(str.encode), st.binary(max_size=8))
    made = st.builds(lambda host, path: re.sub(rb"[\0\r\n]", b"", host + path), hosts, any_path)
    return draw(st.lists(made.filter(bool), min_size=9, max_size=24))
