"""parser.py - the parser that Scrapy's setting ROBOTSTXT_PARSER names.

It needs nothing of Scrapy.  The interface is that of Scrapy 2.18, which has that of 2.8 in it.

SPDX-License-Identifier: Apache-2.0
"""
from typing import Any

from .. import Agent, Policy, compile

# User-Agent headers whose robots are kept.  A crawl has one or a few; made-up ones fill no memory.
HEADERS_MAX = 64


class RobotParser:
    """What a robots.txt says to the User-Agent headers of a crawl.

    robotstxt_body  the file: bytes of any content, or str.
    spider          not used; Scrapy's own parsers take it, too.

    policy is the robotsc.Policy.
    """

    def __init__(self, robotstxt_body: bytes | str, spider: object = None) -> None:
        self.policy: Policy = compile(robotstxt_body)
        self._robots: dict[bytes | str, Agent] = {}

    @classmethod
    def from_crawler(cls, crawler: Any, robotstxt_body: bytes | str) -> "RobotParser":
        """Return a parser for the body of a robots.txt.  crawler may be None."""
        return cls(robotstxt_body)

    def allowed(self, url: bytes | str, user_agent: bytes | str) -> bool:
        """Return True if the robot may fetch an absolute URL.

        user_agent  a product token, or a whole User-Agent header: see Policy.agent_for_header.
        """
        return self._robot(user_agent).allowed(url)

    def crawl_delay(self, user_agent: bytes | str) -> float | None:
        """Return the Crawl-delay for the robot in seconds, or None."""
        return self._robot(user_agent).crawl_delay

    def _robot(self, user_agent: bytes | str) -> Agent:
        robot = self._robots.get(user_agent)
        if robot is None:
            if len(self._robots) >= HEADERS_MAX:
                self._robots.clear()
            robot = self._robots[user_agent] = self.policy.agent_for_header(user_agent)
        return robot
