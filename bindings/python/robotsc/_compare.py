"""_compare.py - robotsc.diff and robotsc.verify: proofs and examples over all URLs.

SPDX-License-Identifier: Apache-2.0
"""
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from . import _robotsc
from ._html import code, element, joined, table, word
from ._robotsc import AgentError, Policy
from ._texts import (LIMIT, MAGIC, STEPS, Name, Options, Text, decoded, pasted, robots_named, shown, shown_start, take_number,
                     take_options, take_robots, take_text, take_tokens)

BUDGET = 100000000
MOST = 3  # examples in each direction
ANSWERS = ("same", "different", "unknown")  # enum robotsc_answer
REASONS = ("line", "no-rule", "robots-txt", "blob", "unknown")  # enum robotsc_reason_kind
WORDS = {"no-rule": "no rule matches", "robots-txt": "/robots.txt may always be fetched", "blob": "a blob, without lines",
         "unknown": "the budget did not suffice to find the line"}


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

    def __str__(self) -> str:
        return f"line {self.line}: {shown(self.text)}" if self.kind == "line" else WORDS[self.kind]


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
    """

    agents: tuple[str, ...]
    others: bool
    answer: str
    complete: bool
    newly_disallowed: tuple[Difference, ...]
    newly_allowed: tuple[Difference, ...]
    states: int
    steps: int = field(repr=False)

    @property
    def robots(self) -> str:
        """Their names: "examplebot, all others"."""
        return robots_named(self.agents, self.others)


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
        return "\n".join(line for result in self.results for line in self._lines(result))

    def _lines(self, result: Comparison) -> list[str]:
        lines = [f"{result.robots}: {self._answer(result)}"]
        if result.answer != "different":
            return lines
        for direction, found in self._directions(result):
            lines.append("  " + direction + self._how_many(result, found))
            for difference in found:
                lines.append("    " + self._path(difference))
                lines += [f"      {self._label(side)}: {why}" for side, why in enumerate((difference.a, difference.b))]
        return lines

    def _answer(self, result: Comparison) -> str:
        if result.answer == "same":
            return "same for every URL" + " that crawlers write" * self.usual
        if result.answer == "different":
            return "different"
        if not result.states:
            return "not explored, the budget was used up before"
        return f"no difference found, but not all was explored ({result.states} states)"

    def _directions(self, result: Comparison) -> list[tuple[str, tuple[Difference, ...]]]:
        return [("newly disallowed", result.newly_disallowed), ("newly allowed", result.newly_allowed)]

    def _how_many(self, result: Comparison, found: tuple[Difference, ...]) -> str:
        if found:
            return ", among others" * (len(found) == self.most)
        return ": nothing" if result.complete else ": nothing found, but not all was explored"

    def _path(self, difference: Difference) -> str:
        return pasted(difference.path)

    def _label(self, side: int) -> str:
        dialect = self.dialects[0] != self.dialects[1] and not self.blobs[side]
        return shown_start(self.names[side]) + f" ({self.dialects[side]})" * dialect

    def _repr_html_(self) -> str:
        parts = []
        for result in self.results:
            parts.append(element("p", element("b", result.robots), ": ", self._answer(result)))
            rows = [(joined(word("disallow" if found is result.newly_disallowed else "allow")), code(self._path(difference)),
                     code(str(difference.a)), code(str(difference.b)))
                    for _, found in self._directions(result) for difference in found]
            lines = [element("p", direction + self._how_many(result, found)) for direction, found in self._directions(result)
                     if result.answer == "different" and (not found or len(found) == self.most)]
            parts += [table(("now", "path", self._label(0), self._label(1)), rows)] if rows else []
            parts += lines
        return element("div", *parts)


@dataclass(frozen=True)
class Proof:
    """Whether a policy gives the verdicts of its text, for robots that share their rules.

    agents      their product tokens
    others      and all robots that are not named
    answer      "same", which is proved, "different" or "unknown"
    difference  one path, or None; its a is the text, its b the policy
    states      explored; 0 with "unknown": the budget was used up before
    """

    agents: tuple[str, ...]
    others: bool
    answer: str
    difference: Difference | None
    states: int

    @property
    def proved(self) -> bool:
        """True if each URL has the verdict of the text."""
        return self.answer == "same"

    @property
    def robots(self) -> str:
        """Their names: "examplebot, all others"."""
        return robots_named(self.agents, self.others)


@dataclass(frozen=True)
class Verification:
    """Proofs that a policy gives every URL the verdict of its text.  It is true if all is proved.

    It has a length and can be iterated over.  It prints as 'robotsc verify' does.

    proofs    a Proof for robots with the same rules
    dialects  of the text, of the policy
    """

    proofs: tuple[Proof, ...]
    dialects: tuple[str, str]

    def __bool__(self) -> bool:
        return all(proof.proved for proof in self.proofs)

    def __len__(self) -> int:
        return len(self.proofs)

    def __iter__(self) -> Iterator[Proof]:
        return iter(self.proofs)

    def __repr__(self) -> str:
        return f"<robotsc.Verification {self._counted()}>"

    def __str__(self) -> str:
        return "\n".join([self._result(proof) + proof.robots for proof in self.proofs] + [self._counted()])

    def _counted(self) -> str:
        return f"{sum(proof.proved for proof in self.proofs)} of {len(self.proofs)} proved"

    def _result(self, proof: Proof) -> str:
        if proof.proved:
            return f"proved    ({proof.states} states) for "
        if proof.difference:
            path = pasted(proof.difference.path)
            by = ("disallow by the text, allow by the blob", "allow by the text, disallow by the blob")
            return f"differs   on {path}: {by[not proof.difference.allowed]}: "
        if not proof.states:
            return "not explored (the budget was used up before) for "
        return f"not proved ({proof.states} states explored, no difference found) for "

    def _repr_html_(self) -> str:
        rows = [(proof.robots, element("b", "yes" if proof.proved else "no"), str(proof.states),
                 code(self._result(proof)) if proof.difference else "") for proof in self.proofs]
        return element("div", element("p", self._counted()), table(("robots", "proved", "states", "difference"), rows))


Side = Policy | tuple[bytes, Options]


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


def compare(sides: tuple[Side, Side], agents: Iterable[str | bytes] | None, most: int, budget: int,
            usual: bool) -> Iterator[tuple[Comparison, list[Difference]]]:
    """Compare for each of the agents, with the rest of the budget, or for all robots.

    The list has the differences in the order in which they were found.
    """
    take_number(budget, "budget", STEPS)
    if agents is None:
        yield from results_of(_robotsc._compare(*sides, None, most, budget, usual), None)
        return
    tokens = take_tokens(agents, "agents")
    if not tokens:
        raise ValueError("agents is empty; leave it out to compare for all robots")
    for agent in tokens:
        (result, found), = results_of(_robotsc._compare(*sides, (agent,), most, budget, usual), agent)
        budget -= min(result.steps, budget)
        yield result, found


def results_of(log: list[tuple[Any, ...]], agent: bytes | None) -> Iterator[tuple[Comparison, list[Difference]]]:
    """The results in a log: differences, then the robots whose they are."""
    found: list[Difference] = []
    for record in log:
        if isinstance(record[0], str):
            path, allowed, a, b = record
            found.append(Difference(path, allowed, reason(*a), reason(*b)))
            continue
        agents, others, answer, complete, states, steps = record
        yield Comparison(tuple(agents) if agent is None else (decoded(agent),), others, ANSWERS[answer], complete,
                         tuple(one for one in found if not one.allowed),
                         tuple(one for one in found if one.allowed), states, steps), found
        found = []


def reason(kind: int, line: int, text: str) -> Reason:
    return Reason(REASONS[kind], line or None, text)


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
    Raises AgentError if a policy was compiled for other agents.
    """
    take_number(most, "most", 1000)
    called = take_names(names)
    rest = limit, strict_fields, aipref_rule, conner2_rest
    (first, dialect_a), (second, dialect_b) = (take_side(a, take_options(dialect_a or dialect, *rest)),
                                               take_side(b, take_options(dialect_b or dialect, *rest)))
    results = tuple(result for result, _ in compare((first, second), agents, most, budget, usual))
    if not results:
        raise AgentError(f"{called[0]} and {called[1]} have no agent in common that both were compiled for")
    return Diff(called, (dialect_a, dialect_b), results, usual, most, (isinstance(first, Policy), isinstance(second, Policy)))


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
    Raises BlobError if the blob is damaged, AgentError if it was compiled for other agents.
    """
    blob = policy if isinstance(policy, Policy) else _robotsc.open(take_text(policy, "a blob"))
    options = take_options(dialect or blob.dialect, limit, strict_fields, aipref_rule, conner2_rest)
    compared = compare(((take_robots(text), options), blob), agents, 1, budget, False)
    proofs = tuple(Proof(result.agents, result.others, result.answer, found[0] if found else None, result.states)
                   for result, found in compared)
    return Verification(proofs, (options[0], blob.dialect))
