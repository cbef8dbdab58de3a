"""protego.py - the interface of Protego, which Scrapy uses, over robotsc.

SPDX-License-Identifier: Apache-2.0
"""
import datetime
import typing

from .. import Record
from .._robotsc import _compile as compile
from .._robots import Robots
from .._texts import octets

__all__ = ["Protego", "RequestRate", "VisitTime"]


class NotText(TypeError, ValueError):
    """Protego raises TypeError before version 0.3 and since 0.7, and ValueError between these."""


class RequestRate(typing.NamedTuple):
    """Documents per seconds, and the times of the day, in UTC, when this holds; None: always."""

    requests: int
    seconds: int
    start_time: datetime.time | None
    end_time: datetime.time | None


class VisitTime(typing.NamedTuple):
    """The times of the day, in UTC, between which the robot may come."""

    start_time: datetime.time
    end_time: datetime.time


def _time(minute: int) -> datetime.time:
    return datetime.time(minute // 60 % 24, minute % 60)


def _clock(minute: int | None) -> datetime.time | None:
    return None if minute is None else _time(minute)


def _rate(record: Record) -> RequestRate:
    assert record.documents is not None and record.seconds is not None
    return RequestRate(record.documents, record.seconds, _clock(record.start), _clock(record.end))


def _slowness(rate: RequestRate) -> tuple[bool, float]:
    return rate.start_time is None, rate.seconds / rate.requests


class Protego:
    """A robots.txt.  user_agent is a product token or a whole User-Agent header, always a str."""

    def __init__(self) -> None:
        self._robots = Robots(compile(""))

    @classmethod
    def parse(cls, content: str) -> "Protego":
        """Return the rules of a text.  bytes raise what is a TypeError and a ValueError."""
        if not isinstance(content, str):
            raise NotText(f"Protego.parse expects str, got {type(content).__name__}; robotsc.compile takes bytes")
        parsed = cls()
        parsed._robots = Robots(compile(octets(content)))
        return parsed

    def can_fetch(self, url: str, user_agent: str) -> bool:
        """Return True if the robot may fetch the URL."""
        return self._robots[user_agent]._allowed(url)

    def crawl_delay(self, user_agent: str) -> float | None:
        """Return the longest Crawl-delay for the robot in seconds, or None."""
        return self._robots[user_agent].crawl_delay

    def request_rate(self, user_agent: str) -> RequestRate | None:
        """Return the slowest Request-rate for all day, else the slowest one, or None."""
        rates = [_rate(record) for record in self._robots[user_agent].records() if record.field == "Request-rate"]
        return max(rates, key=_slowness) if rates else None

    def visit_time(self, user_agent: str) -> VisitTime | None:
        """Return the first Visit-time for the robot, or None: the robot may come at any time."""
        for record in self._robots[user_agent].records():
            if record.field == "Visit-time" and record.start is not None and record.end is not None:
                return VisitTime(_time(record.start), _time(record.end))
        return None

    @property
    def sitemaps(self) -> typing.Iterator[str]:
        """The URLs of Sitemap lines."""
        return iter(self._robots.policy.sitemaps)

    @property
    def preferred_host(self) -> str | None:
        """The value of the Host line, or None."""
        return next((record.value for record in self._robots.policy.records() if record.field == "Host"), None)
