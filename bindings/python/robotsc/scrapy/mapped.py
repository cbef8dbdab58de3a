"""mapped.py - the snapshot from which the middleware reads.

SPDX-License-Identifier: Apache-2.0
"""
import logging

from .. import Error, Snapshot, shard
from .sites import Site, is_failure

logger = logging.getLogger(__name__)


class Mapped:
    """A snapshot of robotsc that all crawls on a machine have in memory once.

    One that is damaged is not asked any more, with a message: the crawl fetches for itself.
    """

    def __init__(self, path: str) -> None:
        self._snapshot: Snapshot | None = Snapshot(path)
        dialect, info = self._snapshot.settings.dialect, self._snapshot.info
        if dialect != "rfc9309":
            raise ValueError(f"ROBOTSC_SNAPSHOT: {path} is of the dialect {dialect}; the middleware obeys rfc9309")
        self._shard, self._shards = info.shard, info.shards

    def find(self, key: str) -> Site | None:
        """Return the rules and the decision for an origin, fresh or not, or None."""
        if self._snapshot is None or (self._shard is not None and shard(key, self._shards) != self._shard):
            return None
        try:
            entry = self._snapshot.find(key)
            if entry is None:
                return None
            decision = entry.decision
            return Site(entry.policy, decision, decision.fetched if is_failure(decision) else 0)
        except Error as error:
            logger.error("ROBOTSC_SNAPSHOT is not used any more: %s", error)
            self._snapshot = None
            return None
