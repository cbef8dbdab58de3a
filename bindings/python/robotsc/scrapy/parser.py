"""parser.py - the parser that Scrapy's setting ROBOTSTXT_PARSER names.

It does not need Scrapy.  The interface is Scrapy 2.18's, which includes that of 2.8.

SPDX-License-Identifier: Apache-2.0
"""
from typing import Any

from .. import Policy
from .._robots import Robots
from .._robotsc import _compile as compile


class RobotParser:
    """The rules of a robots.txt for the User-Agent headers of a crawl.

    robotstxt_body  the file: bytes of any content, or str.
    spider          not used; Scrapy's own parsers take it, too.
    """

    def __init__(self, robotstxt_body: bytes | str, spider: object = None) -> None:
        self._robots = Robots(compile(robotstxt_body))

    @classmethod
    def from_crawler(cls, crawler: Any, robotstxt_body: bytes | str) -> "RobotParser":
        """Return a parser for the body of a robots.txt.  crawler may be None."""
        return cls(robotstxt_body)

    @property
    def policy(self) -> Policy:
        """The robotsc.Policy of the file."""
        return self._robots.policy

    def allowed(self, url: bytes | str, user_agent: bytes | str) -> bool:
        """Return True if the robot may fetch an absolute URL.

        user_agent  a product token, or a whole User-Agent header: see Policy.agent_for_header.
        """
        return self._robots[user_agent]._allowed(url)

    def crawl_delay(self, user_agent: bytes | str) -> float | None:
        """Return the Crawl-delay for the robot in seconds, or None."""
        return self._robots[user_agent].crawl_delay
