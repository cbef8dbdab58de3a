"""shared.py - the store from which the middleware reads, and to which it writes.

SPDX-License-Identifier: Apache-2.0
"""
import logging

from scrapy.utils.reactor import CallLaterOnce

from .. import Error
from ..store import Store, StoreNotFoundError
from .sites import Site, is_failure

logger = logging.getLogger(__name__)

BATCH = 256  # origins in a transaction at most
PAUSE = 1.0  # seconds between two transactions


class Shared:
    """A store of robotsc that all crawls on a machine share.

    A store that fails is not asked any more, with a message: the crawl fetches for itself.
    """

    def __init__(self, path: str, writes: bool) -> None:
        self._store: Store | None = open_store(path, writes)
        self._writes = writes
        self._pending: dict[str, Site] = {}
        self._later = CallLaterOnce(self.flush)
        settings = self._store.settings
        if settings.dialect != "rfc9309":
            raise ValueError(f"ROBOTSC_STORE: {path} is of the dialect {settings.dialect}; the middleware obeys rfc9309")
        self.compile = self._store._compile

    def find(self, key: str) -> Site | None:
        """Return the rules and the decision for an origin, fresh or not, or None."""
        site = self._pending.get(key)
        if site is not None or self._store is None:
            return site
        try:
            entry = self._store.find(key)
            if entry is None:
                return None
            decision = entry.decision
            return Site(entry.policy, decision, decision.fetched if is_failure(decision) else 0)
        except Error as error:  # StoreError, or BlobError
            self._give_up(error)
            return None

    def add(self, key: str, site: Site) -> None:
        """Write a site within a second, if the store is open for writing."""
        if self._writes and self._store is not None:
            self._pending[key] = site
            if len(self._pending) >= BATCH:
                self.flush()
            else:
                self._later.schedule(PAUSE)

    def flush(self) -> None:
        """Write the waiting sites.  A failed fetch does not replace another crawl's rules."""
        self._later.cancel()
        pending, self._pending = self._pending, {}
        if not pending or self._store is None:
            return
        try:
            self._store.write([(key, site.policy, site.decision, is_failure(site.decision)) for key, site in pending.items()])
        except Error as error:
            self._give_up(error)

    def close(self) -> None:
        self.flush()
        if self._store is not None:
            self._store.close()
        self._store = None

    def _give_up(self, error: Error) -> None:
        logger.error("ROBOTSC_STORE is not used any more: %s", error)
        self._store = None


def open_store(path: str, writes: bool) -> Store:
    """Open a store; for writing, make it if there is none."""
    try:
        return Store(path, "w" if writes else "r")
    except StoreNotFoundError:
        if not writes:
            raise
        return Store(path, "c", extensions=True)
