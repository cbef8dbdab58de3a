"""_explain.py - robotsc.explain: which lines of a robots.txt decide about a URL.

SPDX-License-Identifier: Apache-2.0
"""
from collections.abc import Iterable
from dataclasses import dataclass, field

from . import _robotsc
from ._html import code, element, joined, table, verdict
from ._texts import LIMIT, Options, Text, decoded, octets, pasted, shown, take_options, take_robots, take_text, take_tokens

BUDGET = 2000000  # steps to find another URL that a change concerns: some 20 ms
KINDS = ("remove", "add", "add-group", "shortest")  # enum robotsc_change_kind


@dataclass(frozen=True)
class Match:
    """A line of the robot's groups that matches the URL.

    line      from 1
    text      the line
    verdict   what it says: "allow" or "disallow"
    octets    the length that precedence counts; 0 in dialects that do not count it
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

    url         what was asked
    verdict     "allow" or "disallow"
    dialect     what was asked
    agent       whose groups hold: a token that was asked for, "*", or None
    agent_line  where the first of them begins
    rules       how many rules they have
    deciding    the line that decides, a Match, or None
    implied     no line decides because /robots.txt may always be fetched
    matches     all lines that match, each a Match, in their order
    precedence  which of several lines decides, in words
    changes     what would change the verdict, each a Change, the narrowest first
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
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        lines = [f"{self.verdict}\t{shown(self.url)}", "  group    " + self._group()]
        if self._reason():
            lines.append("  decides  " + self._reason())
        for match in sorted(self.matches, key=lambda match: not match.deciding):
            lines.append(f"  {'decides' if match.deciding else 'matches'}  line {match.line}: {shown(match.text)}")
        if self._because():
            lines.append("  because  " + self._because())
        return lines + [f"  {self._goal()}, {way}" for way in self._ways()]

    def _group(self) -> str:
        if self.agent is None:
            return "none speaks to this agent, so everything is allowed"
        return f'"{shown(self.agent)}", first on line {self.agent_line}, rules: {self.rules}'

    def _reason(self) -> str:
        """Why no line decides."""
        if self.implied:
            return "nothing in the file: /robots.txt may always be fetched"
        if self.deciding is None and self.agent is not None:
            return "no rule matches, and that means " + self.verdict
        return ""

    def _because(self) -> str:
        """Why a line decides where others match, too."""
        if self.implied or len(self.matches) < 2:
            return ""
        decides = self.deciding.octets if self.deciding else 0
        following = max((match.octets for match in self.matches if not match.deciding), default=0)
        if decides > following:
            return f"{self.precedence}: {decides} octets against {following}"
        return f"{self.precedence}: both have {decides} octets" if decides else self.precedence

    def _goal(self) -> str:
        return "to disallow it" if self.allowed else "to allow it"

    def _ways(self) -> list[str]:
        ways = [self._way(change) for change in self.changes]
        if self.dialect == "nexor1994" and not self.allowed:
            ways.append("no rule can be added: nexor1994 has no Allow")
        return ways

    def _way(self, change: Change) -> str:
        if change.kind == "remove":
            way = f"remove line{'s' * (len(change.lines) > 1)} {', '.join(map(str, change.lines))}; "
            way += f"line {change.then} decides then" if change.then else "no rule matches then"
        elif change.kind == "add-group":
            way = "add at the end, after User-agent: *: " + change.text.split("\n", 1)[-1]
        else:
            way = f"add before line {change.lines[0]}: {change.text}"
        if change.kind in ("remove", "shortest"):
            return f"{way} ({self._others(change)})"
        return way if change.text.endswith("$") else way + " (and for URLs that begin so)"

    def _others(self, change: Change) -> str:
        if change.only:
            return "changes no other URL"
        if change.also is None:
            return "may change other URLs too"
        path = pasted(change.also)
        return f"also {'disallows' if self.allowed else 'allows'} URLs such as {path}"

    def _repr_html_(self) -> str:
        group = [joined("group: ", self._group())]
        reason = [self._reason()] if self._reason() else []
        because = [self._because()] if self._because() else []
        rows = [[str(match.line), code(match.text), verdict(match.verdict == "allow"), "✓" if match.deciding else ""]
                for match in self.matches]
        parts = [element("p", verdict(self.allowed), " ", code(self.url), f" ({self.dialect})")]
        parts += [element("p", line) for line in group + reason]
        parts += [table(("line", "rule", "verdict", "decides"), rows)] if rows else []
        parts += [element("p", line) for line in because]
        ways = [element("li", way) for way in self._ways()]
        parts += [element("p", self._goal() + ":"), element("ul", *ways)] if ways else []
        return element("div", *parts)


def other_url(before: bytes, after: bytes, path: str, tokens: tuple[bytes, ...], options: Options) -> tuple[str, str | None]:
    """Compare two texts: the answer, and the shortest path but one that differs.

    First over URLs as crawlers write them.
    """
    for usual in True, False:
        log, _ = _robotsc._compare((before, options), (after, options), tokens[:1], 2, BUDGET, usual, None, tokens[1:])
        if log[-1][2] != "same":
            return log[-1][2], next((other[0] for other in log[:-1] if other[0] != path), None)
    return "same", None


def find_changes(robots: bytes, tokens: tuple[bytes, ...], url: bytes, path: str, options: Options) -> tuple[Change, ...]:
    """What would change the verdict, the narrowest first.  Lines to remove are one change."""
    found = _robotsc._changes(robots, tokens, url, options)
    removed = [change for change in found if KINDS[change[0]] == "remove"]
    added = [change for change in found if KINDS[change[0]] == "add"]
    others = [change for change in found if change not in removed and change not in added]
    narrowest = octets(added[0][4]) if added else robots
    changes = []
    for kind, line, then, text, after in added + removed[:1] + others:
        lines, answer, also = (line,) * (line > 0), "unknown", None
        if KINDS[kind] == "remove":
            lines, text = tuple(change[1] for change in removed), "\n".join(change[3] for change in removed)
        if KINDS[kind] in ("remove", "shortest"):
            answer, also = other_url(narrowest, octets(after), path, tokens, options)
        changes.append(Change(KINDS[kind], lines, text, then or None, also, answer == "same", after))
    return tuple(changes)


def explain(text: Text, agent: str | bytes, url: str | bytes, *, fallback: Iterable[str | bytes] = (), dialect: str = "rfc9309",
            strict_fields: bool = False, aipref_rule: bool = False, conner2_rest: str = "allow",
            limit: int = LIMIT) -> Explanation:
    """Explain why a robot may fetch a URL or not, and what would change that.  docs/python.md

    text           the robots.txt: str, or octets of any content.
    agent          the robot's product token.
    url            an absolute URL of the text's origin, or a path with its query.
    fallback       tokens to take where no group names agent, in this order.
    dialect        rfc9309, google, nexor1994, koster1996 or conner2.
    strict_fields  rfc9309: accept no misspelt fields, no missing colons.
    aipref_rule    rfc9309: a Content-Usage line ends a list of User-agent lines.
    conner2_rest   conner2: "allow" or "deny" where no rule matches.
    limit          octets that are read, at least 512,000.

    print() shows what 'robotsc explain' does.  It tries one rule after the other: for people;
    Agent.allowed is for crawlers.  Releases the GIL.
    Raises TypeError and ValueError for what is none of these.
    """
    robots, asked = take_robots(text), take_text(url, "a URL")
    tokens = (take_text(agent, "a product token"), *take_tokens(fallback, "fallback"))
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    allowed, token, agent_line, rules, _, implied, found, precedence, path = _robotsc._explain(robots, tokens, asked, options)
    names = (*map(decoded, tokens), None, "*")  # -1 is "*", -2 nobody
    matches = tuple(Match(line, rule, "allow" if allows else "disallow", length, deciding)
                    for line, allows, length, rule, deciding in found)
    return Explanation(decoded(asked), "allow" if allowed else "disallow", dialect, names[token], agent_line or None, rules,
                       next((match for match in matches if match.deciding and not implied), None), implied, matches, precedence,
                       find_changes(robots, tokens, asked, path, options))
