"""_robots.py - a policy's robots by User-Agent header, for readers that get a header each time.

SPDX-License-Identifier: Apache-2.0
"""
from . import Agent, Policy

# How many headers' robots are kept: a crawl has one or a few; invented ones must fill no memory.
HEADERS_MAX = 64


class Robots(dict[str | bytes, Agent]):
    """robots[header] is policy.agent_for_header(header), which is kept."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def __missing__(self, header: str | bytes) -> Agent:
        if len(self) >= HEADERS_MAX:
            self.clear()
        robot = self[header] = self.policy.agent_for_header(header)
        return robot
