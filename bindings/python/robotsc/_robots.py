"""_robots.py - the robots of a policy by User-Agent header, for what takes headers with each call.

SPDX-License-Identifier: Apache-2.0
"""
from . import Agent, Policy

# Headers whose robots are kept.  A crawl has one or a few; made-up ones fill no memory.
HEADERS_MAX = 64


class Robots(dict[str | bytes, Agent]):
    """robots[header] is policy.agent_for_header(header), and kept."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def __missing__(self, header: str | bytes) -> Agent:
        if len(self) >= HEADERS_MAX:
            self.clear()
        robot = self[header] = self.policy.agent_for_header(header)
        return robot
