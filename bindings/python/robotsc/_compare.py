"""_compare.py - robotsc.diff and robotsc.verify: proofs and examples over all URLs.

SPDX-License-Identifier: Apache-2.0
"""
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import _robotsc
from ._ask import A_IS_BLOB, B_IS_BLOB, COMPARE, PROVE, USUAL, Printed, Question
from ._html import Html, code, element, joined, table, word
from ._robotsc import AgentError, Policy
from ._texts import (LIMIT, MAGIC, ONE_ROBOT, STEPS, Name, Options, Text, octets, shown, take_names, take_number, take_options,
                     take_robots, take_text, tell_content)

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
    complete          all paths were explored: if no example is listed below, there is none
    newly_disallowed  examples, each a Difference; shorter paths first
    newly_allowed     examples of the other direction
    states            how many were explored; 0 with "unknown": the budget was used up before
    steps             how many were used
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

    names     the names of the sides
    dialects  the dialects of the sides
    results   Comparisons, each for robots with the same rules
    usual     only URLs as crawlers write them were compared
    most      how many examples were asked for
    blobs     which sides are policies
    """

    names: tuple[str, str]
    dialects: tuple[str, str]
    results: tuple[Comparison, ...]
    usual: bool
    most: int = field(repr=False)
    blobs: tuple[bool, bool] = field(repr=False)
    _printed: Printed = field(repr=False, compare=False)

    @property
    def answer(self) -> str:
        """"different" if one result is different; else "unknown" if one is unknown; else "same"."""
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
        return str(self._printed)

    def _repr_html_(self) -> str:
        """The lines of the text: a heading for each result, and a table of its examples."""
        parts, lines = [], iter(str(self).split("\n"))
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
    """The name of the side in a line that ends with this reason."""
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
    _printed: Printed = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return all(one.proved for one in self.proofs)

    def __len__(self) -> int:
        return len(self.proofs)

    def __iter__(self) -> Iterator[Proof]:
        return iter(self.proofs)

    def __repr__(self) -> str:
        return f"<robotsc.Verification {sum(one.proved for one in self.proofs)} of {len(self.proofs)} proved>"

    def __str__(self) -> str:
        return str(self._printed)

    def _repr_html_(self) -> str:
        *lines, counted = str(self).split("\n")
        rows = [(proof.robots, element("b", "yes" if proof.proved else "no"), str(proof.states),
                 code(line.removesuffix(proof.robots)) if proof.difference else "") for proof, line in zip(self.proofs, lines)]
        return element("div", element("p", counted), table(("robots", "proved", "states", "difference"), rows))


class Side(NamedTuple):
    """A side of a comparison, in the form of a question."""

    text: bytes
    dialect: str
    is_blob: bool


def take_side(text: Text | Policy, options: Options) -> Side:
    """The side for a text or a policy.  A blob has its own dialect."""
    if isinstance(text, Policy):
        return Side(text.blob, text.dialect, True)
    robots = take_text(text, "a robots.txt")
    if robots.startswith(MAGIC):
        return take_side(_robotsc.open(robots), options)
    return Side(robots, options.dialect, False)


def take_labels(names: tuple[Name, Name]) -> tuple[str, str]:
    if isinstance(names, str | bytes) or len(names) != 2:
        raise TypeError(f"names must be two names, not {names!r}")
    return os.fsdecode(names[0]), os.fsdecode(names[1])


def ask(sides: tuple[Side, Side], agents: Iterable[str | bytes] | None, flags: int, numbers: tuple[int, int, int],
        names: tuple[str, str]) -> Question:
    """Compare for each of the agents, with what is left of the budget, or for all robots.

    numbers: budget, most, limit.
    """
    budget, most, limit = numbers
    take_number(budget, "budget", STEPS)
    one_robot = bool(flags & ONE_ROBOT)
    if one_robot and agents is None:
        raise ValueError("one_robot needs agents: the names of the robot")
    tokens = () if agents is None else take_names(agents, "agents", one_robot, sides[0].dialect, sides[1].dialect)
    if agents is not None and not tokens:
        raise ValueError("agents is empty; leave it out to compare for all robots")
    texts = [part for side, name in zip(sides, names) for part in (side.dialect.encode(), side.text, octets(name))]
    return Question(COMPARE, flags | A_IS_BLOB * sides[0].is_blob | B_IS_BLOB * sides[1].is_blob, (budget, most, 0, 0, limit),
                    (*texts, *tokens))


def comparison(found: dict[str, Any]) -> Comparison:
    return Comparison(tuple(found["agents"]), found["others"], found["answer"], found["complete"],
                      tuple(difference(one, False) for one in found["newly_disallowed"]),
                      tuple(difference(one, True) for one in found["newly_allowed"]),
                      found["states"], found["steps"], found["robots"])


def proof(found: dict[str, Any]) -> Proof:
    differs = None if found["path"] is None else difference(found, found["allowed"])
    return Proof(tuple(found["agents"]), found["others"], found["answer"], differs, found["states"], found["robots"])


def difference(found: dict[str, Any], allowed: bool) -> Difference:
    a, b = (Reason(side["kind"], side.get("line"), side.get("text", ""), side.get("words")) for side in (found["a"], found["b"]))
    return Difference(found["path"], allowed, a, b)


def diff(a: Text | Policy, b: Text | Policy, *, agents: Iterable[str | bytes] | None = None, dialect: str = "rfc9309",
         dialect_a: str | None = None, dialect_b: str | None = None, usual: bool = False, most: int = MOST, budget: int = BUDGET,
         names: tuple[Name, Name] = ("a", "b"), strict_fields: bool = False, aipref_rule: bool = False, conner2_rest: str = "allow",
         limit: int = LIMIT, one_robot: bool = False) -> Diff:
    """Compare what robots may fetch, over all URLs.  docs/python.md

    a, b       robots.txt files as str or octets, policies, or blobs.
    agents     product tokens to compare for; None: every robot that a side names, and all others.
    dialect_a, dialect_b  the dialects of the sides, where they differ.
    usual      compare only URLs as crawlers write them, without '*' and needless escapes.
    most       examples in each direction, 1 to 1000.
    budget     steps for all robots together; 100,000,000 take one to two seconds.
    names      what the sides are called: str, or paths.
    one_robot  agents are names of one robot.

    The other arguments are those of explain.  "same" is proved; "unknown": the budget was too
    small.  print() shows what 'robotsc diff' does.  Releases the GIL.
    Raises AgentError if a policy was compiled for other agents, and for a text that is no product
    token of the dialects.
    """
    take_number(most, "most", 1000)
    called = take_labels(names)
    rest = limit, strict_fields, aipref_rule, conner2_rest, one_robot
    options = take_options(dialect_a or dialect, *rest)
    sides = take_side(a, options), take_side(b, take_options(dialect_b or dialect, *rest))
    for side in sides:
        if not side.is_blob:
            tell_content(side.text, limit)
    question = ask(sides, agents, options.flags | USUAL * bool(usual), (budget, most, limit), called)
    results = tuple(map(comparison, question.find_all()))
    if not results:
        raise AgentError(f"{called[0]} and {called[1]} have no agent in common that both were compiled for")
    return Diff(called, (sides[0].dialect, sides[1].dialect), results, usual, most, (sides[0].is_blob, sides[1].is_blob),
                Printed(question))


def verify(policy: Policy | Text, text: Text, *, agents: Iterable[str | bytes] | None = None, dialect: str | None = None,
           budget: int = BUDGET, strict_fields: bool = False, aipref_rule: bool = False, conner2_rest: str = "allow",
           limit: int = LIMIT, one_robot: bool = False) -> Verification:
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
    options = take_options(dialect or blob.dialect, limit, strict_fields, aipref_rule, conner2_rest, one_robot)
    robots = take_robots(text)
    tell_content(robots, limit)
    sides = Side(robots, options.dialect, False), take_side(blob, options)
    question = ask(sides, agents, options.flags | PROVE, (budget, 1, limit), ("", ""))
    return Verification(tuple(map(proof, question.find_all())), (options.dialect, blob.dialect), Printed(question))
