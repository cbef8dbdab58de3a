"""_urls.py - robotsc.UrlWarning, for a text that is no URL and no path.

SPDX-License-Identifier: Apache-2.0
"""
import sys
import warnings

from ._robotsc import url_problem

SHOWN = 100  # characters of a URL that a message shows at most
IS_PATH = "it is a path; write 'https://' and the host before it"


class Once(str):
    """Equal to all others, so that the module warnings shows one of them for a call site."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Once) or str.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(Once)


class UrlWarning(UserWarning):
    """A text is no URL, and was checked as a path.  docs/access.md, "What is no URL"

    Snapshot.allowed_many, which needs the origins of URLs, counts it as unknown.

    url      the text as given
    problem  what is wrong with it, as url_problem says
    index    of allowed_many: its index among the URLs, from 0; else None
    others   of allowed_many: how many more texts are no URLs
    """

    def __init__(self, url: str | bytes, problem: str, index: int | None = None, others: int = 0) -> None:
        super().__init__(url, problem, index, others)
        self.url = url
        self.problem = problem
        self.index = index
        self.others = others

    def __str__(self) -> str:
        shown = repr(self.url) if len(self.url) <= SHOWN else f"{self.url[:SHOWN]!r}..."
        which = shown if self.index is None else f"the URL at index {self.index}, {shown},"
        more = f"; {self.others} more of these are none" if self.others else ""
        what = "no URL" if self.problem == IS_PATH else "no URL and no path"
        return Once(f"{which} is {what}: {self.problem}{more}")


UrlWarning.__module__ = "robotsc"


def warn(url: str | bytes, problem: str | None, index: int, others: int) -> None:
    """Warn for the C module, which has no frame; calls through snapshot.py have one more frame.

    index    -1 for a single URL
    problem  None: a path was given where an origin is needed
    """
    level = 3 if sys._getframe(1).f_globals.get("__name__") == "robotsc.snapshot" else 2
    warnings.warn(UrlWarning(url, problem or IS_PATH, None if index < 0 else index, others), stacklevel=level)


def check(octets: bytes, dialect: str, url: str | bytes) -> None:
    """Warn for the caller of a public function.  url: as the caller passed it."""
    problem = url_problem(octets, dialect)  # type: ignore[arg-type]
    if problem is not None:
        warnings.warn(UrlWarning(url, problem), stacklevel=3)
