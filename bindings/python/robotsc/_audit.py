"""_audit.py - robotsc.audit: who obeys a robots.txt, by the access logs of a server.  docs/audit.md

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, TypeAlias, final

from . import _robotsc
from ._texts import LIMIT, Name, Text, decoded, take_options, take_robots, take_text, take_token
from .snapshot import Snapshot

Time: TypeAlias = float | datetime | None
Logs: TypeAlias = Name | bytes | Iterable[bytes | Name]

ALWAYS = -(2**63)  # as the time of a file
BLOCK = 1 << 18  # octets that are read at a time
LINE = 4 << 20  # octets of a line that is read
EXAMPLES = 10000  # that are kept of a row at most
GZIP = b"\x1f\x8b"
ADDRESSES = ("verified", "unverified", "false")


@final
class Audit(list[dict[str, Any]]):
    """The rows of an audit: a list of dicts, for a DataFrame.  Prints as the command does."""

    lines: int  # all that were read
    unread: int  # lines that are not of the format
    too_long: int  # lines of more than 4 MiB, which were skipped
    first_unread: int  # the number of the first line that is not of the format, or 0
    unordered: int  # requests that are older than one of their crawler before them
    first: str | None  # times of requests, as ISO 8601 has them
    last: str | None
    _text: str

    def __str__(self) -> str:
        return self._text


def _file(name: Name) -> Iterator[bytes | None]:
    """The lines of a file; None for a line that is too long."""
    with open(name, "rb") as file:
        packed = file.read(2) == GZIP
    with gzip.open(name, "rb") if packed else open(name, "rb") as log:
        while line := log.readline(LINE + 1):
            too_long = len(line) > LINE and not line.endswith(b"\n")
            yield None if too_long else line
            while too_long and line and not line.endswith(b"\n"):
                line = log.readline(LINE)


def _lines(logs: Iterable[bytes | Name]) -> Iterator[bytes | None]:
    for item in logs:
        if isinstance(item, (str, os.PathLike)):
            yield from _file(item)
        elif isinstance(item, (bytes, bytearray, memoryview)):
            yield bytes(item)
        else:
            raise TypeError(f"logs must be lines of bytes, or names of files, not {type(item)}")


def _blocks(lines: Iterator[bytes | None]) -> Iterator[bytes | None]:
    """Joins lines: the library takes many whole lines at a time."""
    held: list[bytes] = []
    size = 0
    for line in lines:
        if line is not None:
            held.append(line if line.endswith(b"\n") else line + b"\n")
            size += len(line)
        if size >= BLOCK or line is None:
            yield b"".join(held)
            held, size = [], 0
        if line is None:
            yield None
    yield b"".join(held)


def _seconds(time: Time) -> int:
    if time is None:
        return ALWAYS
    if isinstance(time, datetime):
        if time.tzinfo is None:
            raise ValueError("a time of robots must have a zone: datetime(..., tzinfo=timezone.utc)")
        time = time.timestamp()
    return int(time // 1)


def _take_files(robots: Text | Mapping[Any, Text] | None) -> tuple[tuple[bytes, int, bytes], ...]:
    if robots is None:
        return ()
    texts = robots if isinstance(robots, Mapping) else {None: robots}
    files = sorted((_seconds(time), take_robots(text)) for time, text in texts.items())
    return tuple((text, time, b"robots %d" % i if len(files) > 1 else b"robots") for i, (time, text) in enumerate(files, 1))


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose columns have the names of the CSV's, and three columns that the CSV lacks."""
    robots, delay, addresses = row.pop("robots"), row.pop("delay"), row.pop("addresses", None)
    rest = {name: row.pop(name) for name in ("why_unknown", "changes", "examples")}
    row.update(robots_fetches=robots["fetches"], robots_statuses=robots["statuses"], excused=robots["excused"],
               unreachable=robots["unreachable"], delay=delay["asked"], gaps=delay["gaps"], too_short=delay["too_short"],
               shortest=delay.get("shortest"), median=delay.get("median"))
    for name in ADDRESSES if addresses else ():
        row[name] = addresses[name]["requests"]
        row["disallowed_" + name] = addresses[name]["disallowed"]
    return row | rest


def audit(logs: Logs, robots: Text | Mapping[Any, Text] | None = None, *, snapshot: Snapshot | None = None,
          log_format: str | None = None, address: str | None = None, scheme: str | None = None, examples: int = 10,
          queries: bool = False, anonymize: bool = False, ranges: Mapping[str, Text] | None = None, dialect: str = "rfc9309",
          strict_fields: bool = False, aipref_rule: bool = False, conner2_rest: str = "allow", limit: int = LIMIT) -> Audit:
    """Find out from access logs which crawlers obey a robots.txt.

    logs      the name of a file, plain or gzip; or the log as bytes; or an iterable of lines of
              bytes and of such names, in the order of time, such as an open file.
    robots    the text that was served, or a dict: the time since when (seconds since 1970, a
              datetime with its zone, or None: always), and the text served since then.
    snapshot  in place of robots: a Snapshot of the hosts that the log names.
    ranges    a dict: the token of a crawler, and JSON of its addresses.

    The other arguments are the options of 'robotsc audit', or those of explain.  Returns the rows,
    those with the most disallowed requests first.  Releases the GIL.
    Raises ValueError for a format that cannot be read; SnapshotDamagedError; OSError.
    """
    if (robots is None) == (snapshot is None):
        raise TypeError("audit takes robots or snapshot, one of the two")
    files = _take_files(robots)
    settings = take_options(dialect, limit, strict_fields, aipref_rule, conner2_rest)
    addresses = tuple((take_token(token, "rfc9309"), take_text(text, "ranges")) for token, text in (ranges or {}).items())
    if not isinstance(examples, int) or not 0 <= examples <= EXAMPLES:
        raise ValueError(f"examples must be 0 to {EXAMPLES}, not {examples!r}")
    if isinstance(logs, (bytes, bytearray, memoryview)):
        logs = io.BytesIO(logs)
    lines = _lines([logs] if isinstance(logs, (str, os.PathLike)) else logs)
    printed, text = _robotsc._audit(_blocks(lines), files, None if snapshot is None else snapshot._opened(), log_format, address,
                                    scheme, examples, queries, anonymize, addresses, settings)
    found = json.loads(decoded(printed))
    result = Audit(map(_flat, found["rows"]))
    for name in ("lines", "unread", "too_long", "first_unread", "unordered", "first", "last"):
        setattr(result, name, found[name])
    result._text = decoded(text)
    return result
