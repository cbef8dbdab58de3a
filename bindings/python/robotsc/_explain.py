"""_explain.py - robotsc.explain: which lines of a robots.txt decide about a URL.

SPDX-License-Identifier: Apache-2.0
"""
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ._ask import CHANGES, EXPLAIN, Printed, Question
from ._html import code, element, table, verdict
from ._texts import LIMIT, Text, take_options, take_robots, take_names, take_text, tell_content
from ._urls import check


@dataclass(frozen=True)
class Match:
    """A line of the robot's groups that matches the URL.

    line      from 1
    text      the line
    verdict   what it says: "allow" or "disallow"
    octets    the length of the pattern in the sense of precedence; 0 in dialects without it
    deciding  it decides about the URL
    """

    line: int
    text: str
    verdict: str
    octets: int
    deciding: bool


@dataclass(frozen=True)
class Change:
    """A way to turn the verdict around.  It was tried.

    kind    "add", "add-group", "remove" or "shortest"
    lines   of "remove" all that must go; else the line after the new one, if any
    text    the rule to add, with "add-group" the group; of "remove" the lines
    then    of "remove" the line that decides then, by its number before
    also    the path of another URL whose verdict changes, if one was found
    only    proved: no other URL changes
    robots  the robots.txt after it
    """

    kind: str
    lines: tuple[int, ...]
    text: str
    then: int | None
    also: str | None
    only: bool
    robots: str = field(repr=False)


@dataclass(frozen=True)
class Explanation:
    """Why a robot may fetch a URL or not.  It is true if it may.

    It prints as 'robotsc explain' does.

    url         the URL as given
    verdict     "allow" or "disallow"
    dialect     the dialect as given
    agent       the token whose groups apply: one of those given, "*", or None
    agent_line  the line where the first of these groups begins
    rules       how many rules these groups have
    deciding    the line that decides, a Match, or None
    implied     no line decides because /robots.txt may always be fetched
    matches     all lines that match, each a Match, in their order
    precedence  which of several lines decides, in words
    changes     what would change the verdict, each a Change, the narrowest first
    unexpected  lines whose effect on this URL differs from how they look: line, pattern, and
                "prefix" (it ends inside a name that it closes) or, if it does not close the URL,
                "case" (of letters differs) or "sign" (before the parameter differs)
    """

    url: str
    verdict: str
    dialect: str
    agent: str | None
    agent_line: int | None
    rules: int
    deciding: Match | None
    implied: bool
    matches: tuple[Match, ...]
    precedence: str
    changes: tuple[Change, ...]
    unexpected: tuple[tuple[int, str, str], ...]
    _printed: Printed = field(repr=False, compare=False)

    @property
    def allowed(self) -> bool:
        """True if the URL may be fetched."""
        return self.verdict == "allow"

    def __bool__(self) -> bool:
        return self.allowed

    def __repr__(self) -> str:
        by = f"line {self.deciding.line}" if self.deciding else "no line"
        return f"<robotsc.Explanation {self.verdict} {self.url!r}, {by} decides>"

    def __str__(self) -> str:
        return str(self._printed)

    def _repr_html_(self) -> str:
        """The printed lines that are no matches, and a table of the matches."""
        lines = str(self).split("\n")[1:]
        ways = [line.strip().partition(", ") for line in lines if line.startswith("  to ")]
        reasons = [line[11:] for line in lines if line.startswith("  decides") and not self.deciding]
        rows = [[str(match.line), code(match.text), verdict(match.verdict == "allow"), "✓" if match.deciding else ""]
                for match in self.matches]
        parts = [element("p", verdict(self.allowed), " ", code(self.url), f" ({self.dialect})")]
        parts += [element("p", "group: ", line[11:]) for line in lines if line.startswith("  group")]
        parts += [element("p", reason) for reason in reasons]
        parts += [table(("line", "rule", "verdict", "decides"), rows)] if rows else []
        parts += [element("p", line[11:]) for line in lines if line.startswith("  because")]
        items = [element("li", way) for _, _, way in ways]
        parts += [element("p", ways[0][0] + ":"), element("ul", *items)] if ways else []
        return element("div", *parts)


def read_changes(found: list[dict[str, Any]]) -> Iterator[Change]:
    """Yield the changes; the lines to remove together are one change."""
    removed = [change for change in found if change["kind"] == "remove"]
    for change in found:
        lines, text = (change["line"],) * (change["line"] > 0), change["text"]
        if change in removed[1:]:
            continue
        if removed and change is removed[0]:
            lines, text = tuple(one["line"] for one in removed), "\n".join(one["text"] for one in removed)
        yield Change(change["kind"], lines, text, change.get("then") or None, change.get("also"), change.get("also", "") is None,
                     change["with"])


def explain(text: Text, agent: str | bytes, url: str | bytes, *, fallback: Iterable[str | bytes] = (), dialect: str = "rfc9309",
            strict_fields: bool = False, aipref_rule: bool = False, conner2_rest: str = "allow",
            limit: int = LIMIT, one_robot: bool = False) -> Explanation:
    """Explain why a robot may fetch a URL or not, and what would change that.  docs/python.md

    text           the robots.txt: str, or octets of any content.
    agent          the robot's product token.
    url            an absolute URL of the text's origin, or a path with its query.
    fallback       tokens to take where no group names agent, in this order.
    dialect        the name of a dialect, as for compile.
    strict_fields  rfc9309: accept no misspelt fields, no missing colons.
    aipref_rule    rfc9309: a Content-Usage line ends a list of User-agent lines.
    conner2_rest   conner2: "allow" or "deny" where no rule matches.
    limit          octets that are read, at least 512,000.
    one_robot      rfc9309, google: agent and fallback are names of one robot, which has the groups
                   of all that the file names.

    print() shows what 'robotsc explain' does.  It tries one rule after the other: for people;
    Agent.allowed is for crawlers.  Releases the GIL.
    Warns with UrlWarning about a text that is no URL and no path.
    Raises AgentError for a text that is no product token of the dialect, TypeError and ValueError
    for other wrong arguments.
    """
    tokens = (*take_names((agent,), "agent", one_robot, dialect), *take_names(fallback, "fallback", one_robot, dialect))
    asked = take_text(url, "a URL")
    check(asked, dialect, url)
    robots = take_robots(text)
    tell_content(robots, limit)
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest, one_robot)
    question = Question(EXPLAIN, options.flags | CHANGES, (0, 0, 0, 0, limit), (dialect.encode(), robots, asked, *tokens))
    found = question.find()
    group = found["group"] or {"agent": None, "line": None, "rules": 0}
    matches = tuple(Match(one["line"], one["text"], one["verdict"], one["octets"], one["line"] == found["deciding"])
                    for one in found["matches"])
    return Explanation(found["url"], found["verdict"], dialect, group["agent"], group["line"], group["rules"],
                       next((match for match in matches if match.deciding), None), found["implied"], matches, found["precedence"],
                       tuple(read_changes(found["changes"])),
                       tuple((one["line"], one["pattern"], one["kind"]) for one in found.get("unexpected", ())), Printed(question))
