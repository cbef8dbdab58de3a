"""_ask.py - asks the library: with texts and numbers, for an object of JSON or a report.

SPDX-License-Identifier: Apache-2.0
"""
import json
from base64 import b64decode
from typing import Any, NamedTuple

from . import _robotsc
from ._texts import decoded

# As in bindings/c: kinds of questions, flags beside those of Options, and formats.
LINT, EXPLAIN, SUMMARY, COMPARE, PAGE, PAGE_ANSWER, RULES, SITEMAP, EDIT = 1, 3, 4, 5, 7, 12, 13, 14, 15
CHANGES, USUAL, BODY, ROBOTS_TAG, A_IS_BLOB, B_IS_BLOB, PROVE, PUBLIC_SITE = 16, 32, 64, 128, 8192, 16384, 32768, 262144
TEXT, OBJECT = 0, 1
# The index of the number that is the format.
FORMAT_AT = {LINT: 1, EXPLAIN: 0, SUMMARY: 1, COMPARE: 2, PAGE: 1, PAGE_ANSWER: 1, RULES: 0, SITEMAP: 0, EDIT: 2}
WHOLE = "_base64"  # ends the name of a text that is no UTF-8


class Question(NamedTuple):
    """A question.  numbers: five; that of the format is set when it is asked."""

    kind: int
    flags: int
    numbers: tuple[float, float, float, float, float]
    texts: tuple[bytes, ...]

    def ask(self, form: int) -> bytes:
        numbers = list(self.numbers)
        numbers[FORMAT_AT[self.kind]] = form
        return _robotsc._ask(self.kind, self.flags, tuple(numbers), self.texts)

    def find(self) -> dict[str, Any]:
        """The answer as an object."""
        return read_object(self.ask(OBJECT).decode())

    def find_all(self) -> list[dict[str, Any]]:
        """The answers: the object in each line."""
        return [read_object(line) for line in self.ask(OBJECT).decode().split("\n") if line]

    def text(self) -> str:
        """The text that the command prints."""
        return decoded(self.ask(TEXT)).removesuffix("\n")


class Printed:
    """The printed text of a question, which is asked when the text is shown."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.known: str | None = None

    def __str__(self) -> str:
        if self.known is None:
            self.known = self.question.text()
        return self.known


def read_object(answer: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer, object_hook=with_whole_texts if WHOLE in answer else None)
    return found


def with_whole_texts(members: dict[str, Any]) -> dict[str, Any]:
    """The members; a text that is no UTF-8 replaces its shown form."""
    for name in [name for name in members if name.endswith(WHOLE)]:
        whole = members.pop(name)
        members[name.removesuffix(WHOLE)] = decoded(b64decode(whole)) if isinstance(whole, str) else [
            shown if one is None else decoded(b64decode(one))
            for one, shown in zip(whole, members[name.removesuffix(WHOLE)], strict=True)]
    return members
