"""urllib.py - the interface of the standard library's urllib.robotparser, over robotsc.

SPDX-License-Identifier: Apache-2.0
"""
import math
import time
import typing
import urllib.error
import urllib.parse
import urllib.request

from .._robotsc import _compile as compile
from .._robots import Robots
from .._texts import octets

__all__ = ["RobotFileParser"]


class RequestRate(typing.NamedTuple):
    """Documents per seconds."""

    requests: int
    seconds: int


class RobotFileParser:
    """A robots.txt, and how it was fetched.  useragent: a product token, or a whole header.

    Until there is a robots.txt nothing may be fetched.  read() sets disallow_all and allow_all,
    which overrule the file.
    """

    def __init__(self, url: str = "") -> None:
        self.disallow_all = False
        self.allow_all = False
        self.last_checked: float = 0
        self.set_url(url)
        self._set_text("")

    def _set_text(self, text: str | bytes) -> None:
        self._text = text
        self._robots = Robots(compile(octets(text) if isinstance(text, str) else text))

    def set_url(self, url: str) -> None:
        """Set the URL of the robots.txt."""
        self.url = url
        self.host, self.path = urllib.parse.urlparse(url)[1:3]

    def read(self) -> None:
        """Fetch the URL with urllib.request, and keep the result, as RFC 9309 defines it.

        4xx, and redirects that lead nowhere: everything is allowed; 429: nothing is.  Other
        statuses change nothing: the last file stays, or there is none.  So does a failure to get
        an answer, which raises URLError.
        """
        try:
            with urllib.request.urlopen(self.url) as response:
                octets: bytes = response.read()
        except urllib.error.HTTPError as error:
            error.close()
            if 300 <= error.code < 500:
                self.disallow_all = error.code == 429
                self.allow_all = not self.disallow_all
        else:
            self.disallow_all = self.allow_all = False
            self._set_text(octets)
            self.modified()

    def parse(self, lines: typing.Iterable[str]) -> None:
        """Take the lines of a robots.txt, which replaces the last one."""
        self._set_text("\n".join(lines))
        self.modified()

    def mtime(self) -> float:
        """Return when the robots.txt was read: seconds since 1970; 0: never."""
        return self.last_checked

    def modified(self) -> None:
        """Note that the robots.txt was read now."""
        self.last_checked = time.time()

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Return True if the robot may fetch the URL."""
        if self.disallow_all or self.allow_all or not self.last_checked:
            return self.allow_all and not self.disallow_all
        return self._robots[useragent]._allowed(url)

    def crawl_delay(self, useragent: str) -> int | None:
        """Return the longest Crawl-delay for the robot in whole seconds, rounded up, or None."""
        delay = self._robots[useragent].crawl_delay if self.last_checked else None
        return None if delay is None else math.ceil(delay)

    def request_rate(self, useragent: str) -> RequestRate | None:
        """Return the slowest Request-rate that applies at any time of day, or None."""
        rate = self._robots[useragent].request_rate if self.last_checked else None
        return None if rate is None else RequestRate(rate.documents, rate.seconds)

    def site_maps(self) -> list[str] | None:
        """Return the URLs of Sitemap lines, or None if there are none."""
        return list(self._robots.policy.sitemaps) or None

    def __str__(self) -> str:
        """The text of the file."""
        return self._text if isinstance(self._text, str) else self._text.decode("utf-8", "replace")
