"""_urls.py - robotsc.UrlWarning, for what is no URL and no path.

SPDX-License-Identifier: Apache-2.0
"""
import warnings

from ._robotsc import url_problem

SHOWN = 100  # characters of a URL that a message shows at most


class Once(str):
    """Equal to each other one, so that the module warnings shows one of them for a call site."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Once) or str.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(Once)


class UrlWarning(UserWarning):
    """A URL is none, and was checked as a path.  docs/access.md, "What is no URL"

    url      what was asked
    problem  what is wrong with it, as url_problem says
    index    of allowed_many: which of the URLs, from 0; else None
    others   of allowed_many: how many more are none
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
        return Once(f"{which} is no URL and no path: {self.problem}{more}")


UrlWarning.__module__ = "robotsc"


def warn(url: str | bytes, problem: str, index: int, others: int) -> None:
    """Called by the C module, which has no frame of its own.  index: -1 for a single URL."""
    warnings.warn(UrlWarning(url, problem, None if index < 0 else index, others), stacklevel=2)


def check(octets: bytes, dialect: str, url: str | bytes) -> None:
    """Warn for the caller of a function of this package.  url: as it was given."""
    problem = url_problem(octets, dialect)  # type: ignore[arg-type]
    if problem is not None:
        warnings.warn(UrlWarning(url, problem), stacklevel=3)
