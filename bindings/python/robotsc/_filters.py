"""_filters.py - robotsc.Filter, which answers lines from a store or a snapshot.  docs/python.md

SPDX-License-Identifier: Apache-2.0
"""
import itertools
from collections import abc
from typing import Any, Protocol, TypeVar, final

from ._store_types import FilterReport, Text

Line = TypeVar("Line", str, bytes)

PRINT = ["allowed", "disallowed", "unknown", "all"]
STALE = ["use", "unknown", "deny"]
VERDICTS = ["disallow", "allow", "unknown"]
WANTED = {"allowed": 1, "disallowed": 0, "unknown": 2, "all": 3}  # a verdict, or more
LINES = 8192  # answered at a time


class LineFilter(Protocol):
    """The type LineFilter of the C modules."""

    @property
    def report(self) -> tuple[int, int, int, int, int, int, int]: ...
    def lines(self, octets: bytes | bytearray | memoryview, /) -> bytes: ...
    def select(self, lines: list[Any], wanted: int, /) -> list[Any]: ...


class Source(Protocol):
    """An open store or snapshot of the C modules."""

    def filter(self, agents: tuple[Text, ...], print: int, stale: int, unknown: int, reason: bool, field: int, delimiter: bytes,
               now: int | None, max_line: int, /) -> LineFilter: ...


@final
class Filter:
    """Answers lines with URLs, for one thread at a time.  See Store.prepare and Snapshot.prepare.

    Of a store it keeps hosts and policies from one call to the next, up to 128 MiB.
    """

    def __init__(self, source: Source, agents: tuple[Text, ...], options: dict[str, Any]) -> None:
        self._source = source
        self._agents = agents
        self._wanted, self._options = _filter_options(**options)
        self._raw: LineFilter | None = None  # made when it is used
        self._each: LineFilter | None = None
        self._filter(PRINT.index(self._wanted))

    def _filter(self, print: int) -> LineFilter:
        return self._source.filter(self._agents, print, *self._options)

    def lines(self, octets: bytes | bytearray | memoryview) -> bytes:
        """Answer lines as `robotsc filter` does.  The last may lack its end.  Releases the GIL."""
        if self._raw is None:
            self._raw = self._filter(PRINT.index(self._wanted))
        return self._raw.lines(octets)

    def select(self, lines: abc.Iterable[Line]) -> abc.Iterator[Any]:
        """Iterate over the lines that print selects; see Store.filter.  Releases the GIL."""
        if isinstance(lines, (str, bytes)):
            raise TypeError("filter takes an iterable of lines, not one line; lines() takes their octets")
        if self._each is None:
            self._each = self._filter(PRINT.index("all"))
        return self._select(self._each, iter(lines))

    def _select(self, each: LineFilter, lines: abc.Iterator[Any]) -> abc.Iterator[Any]:
        while chunk := list(itertools.islice(lines, LINES)):
            yield from each.select(chunk, WANTED[self._wanted])

    @property
    def report(self) -> FilterReport:
        """The numbers of lines answered so far."""
        reports = [each.report for each in (self._raw, self._each) if each is not None]
        return FilterReport(*map(sum, zip((0,) * 7, *reports)))


def index_of(names: list[str], name: str, what: str) -> int:
    if name not in names:
        raise ValueError(f"unknown {what} {name!r}; take {', '.join(names)}")
    return names.index(name)


def _octet(delimiter: Text) -> bytes:
    octets = delimiter.encode() if isinstance(delimiter, str) else delimiter
    if len(octets) != 1:
        raise ValueError(f"delimiter must be one octet, not {delimiter!r}")
    return octets


def field_of(field: int, delimiter: Text) -> abc.Callable[[bytes], bytes]:
    """A function that finds the URL in a line, as a filter does."""
    octet = _octet(delimiter)

    def url_of(line: bytes) -> bytes:
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        parts = text.split(octet, field) if field else [text]
        return parts[max(field - 1, 0)] if len(parts) >= field else b""

    return url_of


def _filter_options(print: str = "allowed", stale: str = "use", unknown: str = "unknown", reason: bool = False,
                    field: int = 0, delimiter: Text = "\t", now: float | None = None,
                    max_line: int = 1 << 20) -> tuple[str, tuple[Any, ...]]:
    """The option print, and the other options in the form of _store."""
    index_of(PRINT, print, "print")
    octets = _octet(delimiter)
    if field < 0 or max_line < 0:
        raise ValueError("field and max_line must not be negative")
    return print, (index_of(STALE, stale, "stale"), index_of(VERDICTS, unknown, "unknown"), reason, field, octets,
                   None if now is None else int(now), max_line)
