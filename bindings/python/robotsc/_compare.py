"""_compare.py - robotsc.diff and robotsc.verify: proofs and examples over all URLs.

SPDX-License-Identifier: Apache-2.0
"""
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from . import _robotsc
from ._html import Html, code, element, joined, table, word
from ._robotsc import AgentError, Policy
from ._texts import (LIMIT, MAGIC, STEPS, Name, Options, Text, octets, shown, take_number, take_options, take_robots,
                     take_text, take_tokens, tell_content)

BUDGET = 100000000
MOST = 3  # examples in each direction


@dataclass(frozen=True)
class Reason:
    """Why one side gives a path its verdict.

    kind  "line", "no-rule", "robots-txt", "blob" or "unknown"
    line  the line that decides, from 1
    text  that line
    """

    kind: str
    line: int | None
    text: str
    _words: str | None = field(repr=False)

    def __str__(self) -> str:
        return self._words or f"line {self.line}: {shown(self.text)}"


@dataclass(frozen=True)
class Difference:
    """A path that the two sides give different verdicts.

    path     as written in a URL
    allowed  True: the second side allows it, and the first does not
    a, b     why each side does so: a Reason
    """

    path: str
    allowed: bool
    a: Reason
    b: Reason


@dataclass(frozen=True)
class Comparison:
    """The result for robots that have the same rules as each other on each side.

    agents            their product tokens
    others            and all robots that neither side names
    answer            "same", which is proved, "different" or "unknown"
    complete          all paths were explored, so what is empty below is empty
    newly_disallowed  examples, each a Difference; shorter paths first
    newly_allowed     the same
    states            explored; 0 with "unknown": the budget was used up before
    steps             work done
    robots            their names: "examplebot, all others"
    """

    agents: tuple[str, ...]
    others: bool
    answer: str
    complete: bool
    newly_disallowed: tuple[Difference, ...]
    newly_allowed: tuple[Difference, ...]
    states: int
    steps: int = field(repr=False)
    robots: str = field(repr=False)


@dataclass(frozen=True)
class Diff:
    """What changes between two files, for which robots.  It is true unless all is proved the same.

    It has a length and can be iterated over.  It prints as 'robotsc diff' does.

    names     what the sides are called
    dialects  those of the sides
    results   a Comparison for robots with the same rules
    usual     only URLs as crawlers write them were compared
    most      examples that were asked for
    blobs     which sides are policies
    """

    names: tuple[str, str]
    dialects: tuple[str, str]
    results: tuple[Comparison, ...]
    usual: bool
    most: int = field(repr=False)
    blobs: tuple[bool, bool] = field(repr=False)
    _text: str = field(repr=False)

    @property
    def answer(self) -> str:
        """"different" if one result is; else "unknown" if one is; else "same"."""
        answers = {result.answer for result in self.results}
        return next((answer for answer in ("different", "unknown") if answer in answers), "same")

    def __bool__(self) -> bool:
        return self.answer != "same"

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.results)

    def __repr__(self) -> str:
        return f"<robotsc.Diff {self.answer}: {self.names[0]!r}, {self.names[1]!r}>"

    def __str__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        """The lines of the text: a heading for each result, whose examples become a table."""
        parts, lines = [], iter(self._text.split("\n"))
        for result in self.results:
            parts.append(element("p", element("b", result.robots), next(lines).removeprefix(result.robots)))
            if result.answer == "different":
                parts += self._differences(result, lines)
        parts += [element("p", line) for line in lines if line]  # what is not compared
        return element("div", *parts)

    def _differences(self, result: Comparison, lines: Iterator[str]) -> list[Html]:
        rows: list[tuple[str, ...]] = []
        beside: list[Html] = []
        names = "", ""
        for now, found in ("disallow", result.newly_disallowed), ("allow", result.newly_allowed):
            direction = element("p", next(lines).strip())
            for one in found:
                path, names = next(lines).strip(), (name_of(next(lines), one.a), name_of(next(lines), one.b))
                rows.append((joined(word(now)), code(path), code(str(one.a)), code(str(one.b))))
            if len(found) in (0, self.most):
                beside.append(direction)
        return [table(("now", "path", *names), rows), *beside] if rows else beside


def name_of(line: str, why: Reason) -> str:
    """What a line with a reason calls the side."""
    return line.strip().removesuffix(f": {why}")


@dataclass(frozen=True)
class Proof:
    """Whether a policy gives the verdicts of its text, for robots that share their rules.

    agents      their product tokens
    others      and all robots that are not named
    answer      "same", which is proved, "different" or "unknown"
    difference  one path, or None; its a is the text, its b the policy
    states      explored; 0 with "unknown": the budget was used up before
    robots      their names: "examplebot, all others"
    """

    agents: tuple[str, ...]
    others: bool
    answer: str
    difference: Difference | None
    states: int
    robots: str = field(repr=False)

    @property
    def proved(self) -> bool:
        """True if each URL has the verdict of the text."""
        return self.answer == "same"


@dataclass(frozen=True)
class Verification:
    """Proofs that a policy gives every URL the verdict of its text.  It is true if all is proved.

    It has a length and can be iterated over.  It prints as 'robotsc verify' does.

    proofs    a Proof for robots with the same rules
    dialects  of the text, of the policy
    """

    proofs: tuple[Proof, ...]
    dialects: tuple[str, str]
    _text: str = field(repr=False)

    def __bool__(self) -> bool:
        return all(proof.proved for proof in self.proofs)

    def __len__(self) -> int:
        return len(self.proofs)

    def __iter__(self) -> Iterator[Proof]:
        return iter(self.proofs)

    def __repr__(self) -> str:
        return f"<robotsc.Verification {self._lines()[-1]}>"

    def __str__(self) -> str:
        return self._text

    def _lines(self) -> list[str]:
        """A line for each proof, then how many are proved."""
        return self._text.split("\n")

    def _repr_html_(self) -> str:
        *lines, counted = self._lines()
        rows = [(proof.robots, element("b", "yes" if proof.proved else "no"), str(proof.states),
                 code(line.removesuffix(proof.robots)) if proof.difference else "") for proof, line in zip(self.proofs, lines)]
        return element("div", element("p", counted), table(("robots", "proved", "states", "difference"), rows))


Side = Policy | tuple[bytes, Options]


def dialect_of(side: Side) -> str:
    return side.dialect if isinstance(side, Policy) else side[1][0]


def take_side(text: Text | Policy, options: Options) -> tuple[Side, str]:
    """A side of a comparison, and its dialect.  A blob brings its own."""
    if isinstance(text, Policy):
        return text, text.dialect
    robots = take_text(text, "a robots.txt")
    if robots.startswith(MAGIC):
        return take_side(_robotsc.open(robots), options)
    return (robots, options), options[0]


def take_names(names: tuple[Name, Name]) -> tuple[str, str]:
    if isinstance(names, str | bytes) or len(names) != 2:
        raise TypeError(f"names must be two names, not {names!r}")
    return os.fsdecode(names[0]), os.fsdecode(names[1])


Result = tuple[Comparison, list[Difference]]


def compare(sides: tuple[Side, Side], agents: Iterable[str | bytes] | None, most: int, budget: int, usual: bool,
            names: tuple[bytes, bytes] | None = None) -> tuple[list[Result], str]:
    """Compare for each of the agents, with the rest of the budget, or for all robots.

    A result has the differences in the order in which they were found.  The text is that of diff
    for sides with names, else that of verify.
    """
    take_number(budget, "budget", STEPS)
    tokens = None if agents is None else take_tokens(agents, "agents", *map(dialect_of, sides))
    if tokens == ():
        raise ValueError("agents is empty; leave it out to compare for all robots")
    log, text = _robotsc._compare(*sides, tokens, most, budget, usual, names)
    return list(results_of(log)), text.removesuffix("\n")


def results_of(log: list[tuple[Any, ...]]) -> Iterator[Result]:
    """The results in a log: differences, then the robots whose they are."""
    found: list[Difference] = []
    for record in log:
        if isinstance(record[0], str):
            path, allowed, a, b = record
            found.append(Difference(path, allowed, reason(*a), reason(*b)))
            continue
        agents, others, answer, complete, states, steps, robots = record
        yield Comparison(tuple(agents), others, answer, complete, tuple(one for one in found if not one.allowed),
                         tuple(one for one in found if one.allowed), states, steps, robots), found
        found = []


def reason(kind: str, line: int, text: str, words: str | None) -> Reason:
    return Reason(kind, line or None, text, words)


def diff(a: Text | Policy, b: Text | Policy, *, agents: Iterable[str | bytes] | None = None, dialect: str = "rfc9309",
         dialect_a: str | None = None, dialect_b: str | None = None, usual: bool = False, most: int = MOST, budget: int = BUDGET,
         names: tuple[Name, Name] = ("a", "b"), strict_fields: bool = False, aipref_rule: bool = False, conner2_rest: str = "allow",
         limit: int = LIMIT) -> Diff:
    """Compare what robots may fetch, over all URLs.  docs/python.md

    a, b       robots.txt files as str or octets, policies, or blobs.
    agents     product tokens to compare for; None: every robot that a side names, and all others.
    dialect_a, dialect_b  the dialects of the sides, where they differ.
    usual      compare only URLs as crawlers write them, without '*' and needless escapes.
    most       examples in each direction, 1 to 1000.
    budget     steps for all robots together; 100,000,000 take one to two seconds.
    names      what the sides are called: str, or paths.

    The other arguments are those of explain.  "same" is proved; with "unknown" the budget did not
    suffice.  print() shows what 'robotsc diff' does.  Releases the GIL.
    Raises AgentError if a policy was compiled for other agents, and for what is no product token of
    the dialects.
    """
    take_number(most, "most", 1000)
    called = take_names(names)
    rest = limit, strict_fields, aipref_rule, conner2_rest
    (first, dialect_a), (second, dialect_b) = (take_side(a, take_options(dialect_a or dialect, *rest)),
                                               take_side(b, take_options(dialect_b or dialect, *rest)))
    for side in first, second:
        if not isinstance(side, Policy):
            tell_content(side[0], limit)
    compared, printed = compare((first, second), agents, most, budget, usual, (octets(called[0]), octets(called[1])))
    if not compared:
        raise AgentError(f"{called[0]} and {called[1]} have no agent in common that both were compiled for")
    return Diff(called, (dialect_a, dialect_b), tuple(result for result, _ in compared), usual, most,
                (isinstance(first, Policy), isinstance(second, Policy)), printed)


def verify(policy: Policy | Text, text: Text, *, agents: Iterable[str | bytes] | None = None, dialect: str | None = None,
           budget: int = BUDGET, strict_fields: bool = False, aipref_rule: bool = False, conner2_rest: str = "allow",
           limit: int = LIMIT) -> Verification:
    """Prove that a policy gives every URL the verdict of its robots.txt.

    policy   the policy, or its blob.
    text     the robots.txt: str, or octets of any content.
    agents   product tokens to prove it for; None: every robot that is named, and all others.
    dialect  None: the dialect of the policy.
    budget   steps for all robots together; 100,000,000 take one to two seconds.

    The other arguments are those of explain; they must be what the policy was compiled with.
    print() shows what 'robotsc verify' does.  Releases the GIL.
    Raises BlobError if the blob is damaged, AgentError if it was compiled for other agents, and for
    what is no product token.
    """
    blob = policy if isinstance(policy, Policy) else _robotsc.open(take_text(policy, "a blob"))
    options = take_options(dialect or blob.dialect, limit, strict_fields, aipref_rule, conner2_rest)
    robots = take_robots(text)
    tell_content(robots, limit)
    compared, printed = compare(((robots, options), blob), agents, 1, budget, False)
    proofs = tuple(Proof(result.agents, result.others, result.answer, found[0] if found else None, result.states, result.robots)
                   for result, found in compared)
    return Verification(proofs, (options[0], blob.dialect), printed)
