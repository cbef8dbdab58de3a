"""_lint.py - robotsc.lint: mistakes and surprises in a robots.txt.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ._ask import LINT, PUBLIC_SITE, Question
from ._html import code, element, table, word
from ._texts import LIMIT, STEPS, Name, Text, decoded, need_utf8, octets, take_number, take_options, take_robots

BUDGET = 40000000
MOST = 10  # findings of a kind that are printed
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Edit:
    """Octets of a robots.txt to remove, and the text to put in their place.

    start  offset of the first, from 0; a byte order mark counts
    stop   offset after the last
    text   in their place
    """

    start: int
    stop: int
    text: str


@dataclass(frozen=True)
class Fix:
    """A change of the robots.txt that does what the hint of a finding says.  docs/lint.md, "Fixes"

    label   what is done
    effect  what it opens and closes, or that this is not known
    edits   each an Edit, in order; they do not overlap
    """

    label: str
    effect: str
    edits: tuple[Edit, ...]

    def apply(self, text: Text) -> bytes:
        """The octets of the robots.txt, which must be that of the finding, with all edits made."""
        robots = take_robots(text)
        parts, at = [], 0
        for edit in self.edits:
            parts += [robots[at:edit.start], edit.text.encode()]
            at = edit.stop
        return b"".join([*parts, robots[at:]])


class Blocks:
    """The printed lines about each finding, the first without the name.  They are asked for when
    they are shown."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.known: list[tuple[str, ...]] = []

    def __getitem__(self, number: int) -> tuple[str, ...]:
        if not self.known:
            self.known = list(blocks_of(self.question.text()))
        return self.known[number]


@dataclass(frozen=True)
class Finding:
    """Something that the owner should know.  docs/lint.md has an example of each id.

    id         stable, such as "misspelt-field"
    severity   "error": without effect; "warning"; "note"
    line       from 1
    column     from 1, in octets
    length     how many octets it is about; 0: it is about a place
    message    what was found
    hint       what to do about it
    said       what the line was taken for, or the dialect that decides this
    path       an example
    lines      other lines that it is about, at most 6
    all_lines  how many other lines it is about
    fix        a Fix that does what the hint says; None: people must decide
    text       the line
    """

    id: str
    severity: str
    line: int
    column: int
    length: int
    message: str
    hint: str
    said: str | None
    path: str | None
    lines: tuple[int, ...]
    all_lines: int
    fix: Fix | None
    text: str = field(repr=False)
    _blocks: Blocks = field(repr=False, compare=False)
    _number: int = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self._blocks[self._number][0]

    @property
    def sentence(self) -> str:
        """The message, with what the line was taken for, the path and the other lines."""
        return str(self).removeprefix(f"{self.line}:{self.column}: {self.severity}: ").removesuffix(f" [{self.id}]")

    @property
    def _excerpt(self) -> str:
        """The part of the line around the finding, if there is something to show."""
        _, *excerpt, _ = self._blocks[self._number]
        return excerpt[0].removeprefix("  | ") if excerpt else ""


@dataclass(frozen=True)
class Lint:
    """The findings of a robots.txt, in the order of lines.  It is true if there are any.

    It has a length and can be iterated over.  It prints as 'robotsc lint' does, at most 10 of a
    kind.

    name       what messages call the file
    findings   each a Finding
    undecided  how many questions needed more steps than the budget
    steps      work done
    """

    name: str
    findings: tuple[Finding, ...]
    undecided: int
    steps: int
    _question: Question = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __repr__(self) -> str:
        return f"<robotsc.Lint {self.name!r}: {self._counted or 'no finding'}>"

    def __str__(self) -> str:
        return self.report()

    def of(self, severity: str) -> tuple[Finding, ...]:
        """The findings of a severity: "error", "warning" or "note"."""
        if severity not in ("error", "warning", "note"):
            raise ValueError(f"severity must be 'error', 'warning' or 'note', not {severity!r}")
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def report(self, most: int = MOST) -> str:
        """The text of 'robotsc lint', with at most this number of findings of a kind; 0: all."""
        if most < 0:
            raise ValueError(f"most must be 0 or more, not {most}")
        return self._question._replace(numbers=(self._question.numbers[0], 0, most, 0, self._question.numbers[4])).text()

    @property
    def _counted(self) -> str:
        """"1 error, 2 notes"."""
        counts = ((len(self.of(severity)), severity) for severity in ("error", "warning", "note"))
        return ", ".join(f"{n} {severity}{'s' * (n > 1)}" for n, severity in counts if n)

    def _chosen(self) -> Iterator[Finding]:
        """The findings that report() shows."""
        kinds: Counter[str] = Counter()
        for finding in self.findings:
            kinds[finding.id] += 1
            if kinds[finding.id] <= MOST:
                yield finding

    def _repr_html_(self) -> str:
        summary = element("p", f"{self.name}: {self._counted or 'no finding'}")
        if not self.findings:
            return summary
        rows = [[f"{finding.line}:{finding.column}", word(finding.severity), finding.sentence + ". " + finding.hint, finding.id,
                 code(finding._excerpt)] for finding in self._chosen()]
        hidden = self.report().split("\n")[-2].rpartition(": ")[2]
        more = [element("p", hidden.replace("--most=0", "report(0)"))] if "--most=0" in hidden else []
        return element("div", summary, table(("place", "severity", "finding", "id", "line"), rows), *more)


def fix_of(fix: dict[str, Any] | None) -> Fix | None:
    if fix is None:
        return None
    return Fix(fix["label"], fix.get("effect", ""), tuple(Edit(edit["from"], edit["to"], edit["text"]) for edit in fix["edits"]))


def blocks_of(printed: str) -> Iterator[tuple[str, ...]]:
    """The printed lines about each finding, the first without the name."""
    block: list[str] = []
    for line in printed.split("\n"):
        block.append(line if block else line[1:])
        if line.startswith("    hint: "):
            yield tuple(block)
            block = []


def lines_of(robots: bytes, dialect: str) -> list[bytes]:
    """The lines without ends, after a byte order mark.  google skips a part of this mark, too."""
    n = next((n for n in range(3, 0, -1) if robots.startswith(BOM[:n])), 0)
    return re.split(rb"\r\n|\n|\r", robots[n if n == 3 or dialect == "google" else 0:])


def finding_of(one: dict[str, Any], texts: dict[int, str], blocks: Blocks, number: int) -> Finding:
    return Finding(one["id"], one["severity"], one["line"], one["column"], one["length"], one["text"], one["hint"],
                   one.get("said"), one.get("path"), tuple(one["lines"]), one["all_lines"], fix_of(one.get("fix")),
                   texts.get(one["line"], ""), blocks, number)


def lint(text: Text, *, dialect: str = "rfc9309", name: Name = "robots.txt", budget: int = BUDGET, strict_fields: bool = False,
         aipref_rule: bool = False, conner2_rest: str = "allow", limit: int = LIMIT, public: bool = False) -> Lint:
    """Look for mistakes and surprises in a robots.txt.  docs/lint.md

    text    the robots.txt: str, or octets of any content.
    name    what messages call the file: str, or a path.
    budget  steps for the file; 40,000,000 take less than a second.
    public  the site is meant to be found: that it is closed to all robots is an error.

    The other arguments are those of explain.  Findings about rules are proved over all paths.
    print() shows what 'robotsc lint' does.  Releases the GIL.
    """
    robots, name = take_robots(need_utf8(text)), os.fsdecode(name)
    budget = take_number(budget, "budget", STEPS)
    options = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    question = Question(LINT, options.flags | PUBLIC_SITE * bool(public), (budget, 0, 0, 0, limit), (dialect.encode(), robots, b""))
    found, = question.find()["files"]
    lines = lines_of(robots, dialect) if found["findings"] else []
    texts = {number: decoded(lines[number - 1]) for number in {one["line"] for one in found["findings"]} if number <= len(lines)}
    blocks = Blocks(question)
    findings = tuple(finding_of(one, texts, blocks, i) for i, one in enumerate(found["findings"]))
    return Lint(name, findings, found["undecided"], found["steps"], question._replace(texts=(*question.texts[:2], octets(name))))
