"""sites.py - the middleware's rules for origins, within a limit of memory.

SPDX-License-Identifier: Apache-2.0
"""
from collections import OrderedDict
from typing import NamedTuple

from .. import AbsentError, Agent, Decision, Policy, fresh

# Octets of a site without its policy's blob: about 1,300 were measured with CPython 3.11.
OVERHEAD = 1500
COPY = 500  # and of its Copy beside the texts


class Copy(NamedTuple):
    """The URL from which rules were fetched, and the header fields that ask for a newer version."""

    url: str
    conditions: dict[str, bytes]


class Site:
    """The rules of an origin, and the decision on the fetch that brought or confirmed them.

    failing  since when all fetches have failed; 0: the last fetch did not fail.
    copy     what to ask the server with whether the rules have changed; None: nothing is known.
    """

    __slots__ = ("policy", "decision", "failing", "octets", "copy", "_header", "_robot")

    def __init__(self, policy: Policy, decision: Decision, failing: int = 0, copy: Copy | None = None) -> None:
        self.policy = policy
        self.decision = decision
        self.failing = failing
        self.octets = OVERHEAD + memoryview(policy).nbytes  # type: ignore[arg-type]
        self._header: bytes | str | None = None
        self._robot: Agent | None = None
        self.copy = copy
        if copy is not None:
            self.octets += COPY + len(copy.url) + sum(map(len, copy.conditions.values()))

    def robot(self, header: bytes | str) -> Agent:
        """Return the rules for a User-Agent header."""
        if self._robot is None or header != self._header:
            self._robot = self.policy.agent_for_header(header)
            self._header = header
        return self._robot

    def usable(self, now: float, least: float) -> bool:
        """Return True while the rules hold, and for least seconds after their fetch in any case."""
        return fresh(self.decision, int(now)) or 0 <= now - self.decision.fetched < least

    @property
    def has_rules(self) -> bool:
        """True for the rules of a file: they still hold while the server fails."""
        return self.decision.outcome in ("parse", "cached")


def check(robot: Agent, url: str) -> tuple[bool, dict[tuple[str, str], str]]:
    """Return whether a URL may be fetched, and the preferences for its content."""
    try:
        return robot.usage(url)
    except AbsentError:  # compiled without extensions
        return robot.allowed(url), {}


def pause(robot: Agent, now: float) -> float:
    """Return the seconds for which Crawl-delay and Request-rate ask between two fetches, or 0."""
    try:
        found = robot.next_fetch(now=now)
    except AbsentError:  # compiled without extensions
        return 0.0
    return 0.0 if found.reason == "no-record" else found.pause


def is_failure(decision: Decision) -> bool:
    """Return True if the server was not reached, or failed."""
    success = 200 <= decision.status < 300
    if decision.end == "truncated":  # only of a success the body matters
        return success
    if success and decision.end == "response":  # a challenge may count as a 5xx
        return decision.outcome in ("deny", "cached")
    return decision.end not in ("response", "loop", "no-location") or decision.status >= 500


class Sites:
    """Sites by origin.  When all have more than room octets, those used longest ago go."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.octets = 0
        self._sites: OrderedDict[str, Site] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sites)

    def get(self, origin: str) -> Site | None:
        site = self._sites.get(origin)
        if site is not None:
            self._sites.move_to_end(origin)
        return site

    def put(self, origin: str, site: Site) -> int:
        """Keep a site, which replaces an older one.  Returns how many other sites were dropped."""
        old = self._sites.pop(origin, None)
        if old is not None:
            self.octets -= old.octets
        self._sites[origin] = site
        self.octets += site.octets
        gone = 0
        while self.octets > self.room and len(self._sites) > 1:
            self.octets -= self._sites.popitem(last=False)[1].octets
            gone += 1
        return gone
