"""_records.py - robotsc.records: lines of a robots.txt other than rules, from its text.

SPDX-License-Identifier: Apache-2.0
"""
from collections.abc import Iterable, Iterator
from struct import unpack_from
from typing import Any

from . import _robotsc
from ._robotsc import Record
from ._texts import LIMIT, Text, decoded, take_names, take_options, take_robots, take_text, tell_content

RECORDS = 10  # the kind of question
CRAWL_DELAY, REQUEST_RATE, UNTIMED = 2, 3, 2**32 - 1  # as robotsc/extensions.h has them


def read_texts(answer: bytes, at: int, n: int) -> tuple[list[str], int]:
    """Returns n packed texts from an offset on, and where they end."""
    texts = []
    for _ in range(n):
        size, = unpack_from("<q", answer, at)
        at += 8 + size
        texts.append(decoded(answer[at - size:at]))
    return texts, at


def read_records(answer: bytes) -> Iterator[Record]:
    count, = unpack_from("<q", answer)
    at = 8
    for _ in range(count):
        field, line, group, delay, documents, seconds, start, end, resolved = unpack_from("<9q", answer, at)
        texts, at = read_texts(answer, at + 72, 4)
        times: tuple[Any, ...] = (None, None) if start == UNTIMED else (start, end)
        rate: tuple[Any, ...] = (documents, seconds) if field == REQUEST_RATE else (None, None)
        yield Record((*texts[:2], line, group, *texts[2:], delay / 1000 if field == CRAWL_DELAY else None, *rate, *times,
                      bool(resolved)))


def records(text: Text, agent: str | bytes | None = None, *, url: str | bytes = "", fallback: Iterable[str | bytes] = (),
            dialect: str = "rfc9309", one_robot: bool = False, strict_fields: bool = False, aipref_rule: bool = False,
            limit: int = LIMIT) -> tuple[Record, ...]:
    """List the lines of a robots.txt other than rules: those of the file, or of a robot.

    text      the robots.txt: str, or octets of any content.
    agent     None: the file; else the robot's product token.
    url       the URL of the robots.txt: Sitemap lines of the file that are relative to it are
              listed, too, with the whole URL as value, resolved True, and rest as written.
    fallback  tokens to try, in this order, if no group names agent.

    The other arguments are those of explain.  Without url, the lines are those of Policy.records
    and Agent.records.  Releases the GIL.  docs/extensions.md
    """
    names = () if agent is None else (agent, *fallback)
    tokens = take_names(names, "fallback", one_robot, dialect)
    options = take_options(dialect, limit, strict_fields, aipref_rule, "allow", one_robot)
    robots, base = take_robots(text), take_text(url, "url")
    tell_content(robots, limit)
    answer = _robotsc._ask(RECORDS, options.flags, (agent is not None, 0, 0, 0, limit), (dialect.encode(), robots, base, *tokens))
    return tuple(read_records(answer))
