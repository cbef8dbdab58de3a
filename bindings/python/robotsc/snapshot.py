"""snapshot.py - snapshots: the policies of many hosts in one file, or a folder of shards.
docs/formats/snapshot.md

    snapshot = robotsc.Snapshot("policies.snapshot")
    mask = snapshot.allowed_many(urls)

SPDX-License-Identifier: Apache-2.0
"""
import os
import time
from collections import abc
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, final, overload

from ._filters import STALE, Filter, Line, index_of
from ._robotsc import (AgentError, SnapshotDamagedError, SnapshotError, SnapshotFiles, SnapshotRobot, SnapshotRootError,
                       SnapshotVersionError, _map_snapshot, origin)
from ._store_types import Entry, Path, SnapshotInfo, StoreSettings, Text

if TYPE_CHECKING:
    from ._robotsc import _Array

__all__ = ["Snapshot", "SnapshotDamagedError", "SnapshotError", "SnapshotInfo", "SnapshotRootError", "SnapshotVersionError"]

TRUST = ["intact", "forged", "known"]  # in the order of the library
ROBOTS = 8  # that are kept

DIGEST = 32


def _read_root(root: str | bytes | None) -> bytes | None:
    try:
        octets = bytes.fromhex(root) if isinstance(root, str) else root
    except ValueError:
        octets = b""
    if octets is not None and len(octets) != DIGEST:
        raise ValueError("root takes 64 hexadecimal digits, as 'robotsc snapshot stat' prints them")
    return octets


def _domain(domain: str) -> bytes:
    """A host in the form of origins."""
    try:
        if not set("/?#@").isdisjoint(domain) or (":" in domain and not domain.startswith("[")):
            raise ValueError
        return origin("ftp://" + domain)[len("ftp://") :].encode()
    except ValueError:
        raise ValueError(f"{domain!r} is no host; name one as example.com, without scheme, port and path") from None


@final
class Snapshot:
    """A snapshot: the policies of many hosts in a file that is mapped, or in a folder of shards.

    path   the file, or the folder.
    trust  what is verified: "intact": checksums, which find accidents; "forged": everything, for a
           file that may come from anybody; "known": root alone, for one that was verified before.
    root   the SHA-256 that it must have, 64 hexadecimal digits or 32 octets.

    It never changes.  Threads share it, and processes share its memory, after a fork and a spawn.
    A pickle is path, trust and root; opening it raises SnapshotRootError if another snapshot has
    taken its place.  The file must not be written or cut while it is open: that ends the process
    with SIGBUS.  Replace it by a rename; what is open goes on with the old one.

    Raises SnapshotDamagedError, SnapshotVersionError, SnapshotRootError and other SnapshotError;
    OSError.
    """

    def __init__(self, path: Path, trust: Literal["intact", "forged", "known"] = "intact",
                 root: str | bytes | None = None) -> None:
        number = index_of(TRUST, trust, "trust")
        wanted = _read_root(root)
        if trust == "known" and wanted is None:
            raise ValueError("trust='known' needs root=HEX, which 'robotsc snapshot stat' prints")
        self._path = os.path.abspath(os.fsdecode(path))
        if not path or "\0" in self._path:
            raise ValueError(f"{path!r} is no path")
        self._trust = trust
        opened = _map_snapshot(self._path, number, wanted)
        self._files: SnapshotFiles | None = opened
        self._root = opened.root
        self._robots: dict[tuple[Text, ...], SnapshotRobot] = {}
        self._settings = StoreSettings(*opened.settings)

    def _opened(self) -> SnapshotFiles:
        if self._files is None:
            raise SnapshotError(f"{self._path}: the snapshot is closed")
        return self._files

    def close(self) -> None:
        """Close it.  Iterations and filters continue to their end; then the memory is unmapped."""
        self._files = None
        self._robots = {}

    def __enter__(self) -> "Snapshot":
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return Snapshot, (self._path, self._trust, self.root)

    def __repr__(self) -> str:
        return f"<robotsc.Snapshot {self._path}, root {self.root[:16]}{'' if self._files else ', closed'}>"

    # ---- what it says of itself ----

    @property
    def path(self) -> str:
        """The absolute path."""
        return self._path

    @property
    def files(self) -> tuple[str, ...]:
        """The path of the file, or of each shard, in order.  Snapshot also opens a single shard."""
        names = self._opened().names
        return tuple(os.path.join(self._path, name) for name in names) or (self._path,)

    @property
    def trust(self) -> str:
        """How much is verified."""
        return self._trust

    @property
    def root(self) -> str:
        """The SHA-256 that identifies the content, in hexadecimal: of head or manifest."""
        return self._root.hex()

    @property
    def settings(self) -> StoreSettings:
        """The settings that all policies share."""
        return self._settings

    @property
    def info(self) -> SnapshotInfo:
        """The facts of the snapshot: its time, and numbers of its contents."""
        infos = self._opened().infos
        whole = len(infos) > 1 or infos[0][1] == 1
        return SnapshotInfo(max(info[2] for info in infos), None if whole else infos[0][0], infos[0][1],
                            sum(info[3] for info in infos), sum(info[4] for info in infos), sum(info[5] for info in infos))

    def __len__(self) -> int:
        return self.info.origins

    # ---- entries ----

    def find(self, url: Text) -> Entry | None:
        """Return the Entry of a URL's origin, or None.

        Raises OriginError if the URL has no robots.txt, SnapshotDamagedError; SnapshotError if this
        is a shard, and the origin belongs to another.
        """
        found = self._opened().find(url)
        return None if found is None else Entry(*found)

    get = find

    def __contains__(self, url: Text) -> bool:
        return self.find(url) is not None

    def entries(self, domain: str | None = None) -> abc.Iterator[Entry]:
        """Iterate over the origins, or those of a domain and the hosts below it, as Entry.

        They come in the order of host (labels from the last to the first), port and scheme, also
        of a folder of shards.  Raises SnapshotDamagedError.
        """
        return (Entry(*found) for found in self._scan(domain, False))

    def origins(self, domain: str | None = None) -> abc.Iterator[str]:
        """As entries, but yields only the origins, such as "https://shop.example"."""
        return self._scan(domain, True)

    def __iter__(self) -> abc.Iterator[Entry]:
        return self.entries()

    def _scan(self, domain: str | None, names: bool) -> abc.Iterator[Any]:
        return self._opened().scan(None if domain is None else _domain(domain), names)

    # ---- URLs ----

    def _agents(self, agents: tuple[Text, ...]) -> tuple[Text, ...]:
        if agents:
            return agents
        if len(self._settings.agents) == 1:
            return self._settings.agents
        made = ", ".join(map(str, self._settings.agents)) or "all robots"
        raise AgentError(f"{self._path}: it was made for {made}; name the product token of yours")

    def _robot(self, agents: tuple[Text, ...]) -> SnapshotRobot:
        robot = self._robots.get(agents)
        if robot is None:
            if len(self._robots) >= ROBOTS:
                self._robots = {}
            robot = self._opened().robot(self._agents(agents))
            if self._files is not None:
                self._robots[agents] = robot
        return robot

    @overload
    def allowed_many(self, urls: "_Array", *agents: Text, unknown: bool = ..., stale: str = ...,
                     now: float | None = ...) -> Any: ...
    @overload
    def allowed_many(self, urls: abc.Iterable[Text], *agents: Text, unknown: bool = ..., stale: str = ...,
                     now: float | None = ...) -> memoryview: ...

    def allowed_many(self, urls: Any, *agents: Text, unknown: bool = False, stale: str = "use", now: float | None = None) -> Any:
        """Check each URL of an iterable, of any hosts.

        agents   product tokens, as for Policy.agent; none: that of the snapshot, if it has one.
        unknown  the verdict for URLs whose origin is not in the snapshot, or that have none.
        stale    what to do with policies that are no longer fresh: "use", "unknown" or "deny".
        now      the present, in seconds since 1970; None: the clock.

        Returns a mask as Agent.allowed_many does.  A UrlWarning names the first URL without origin.
        Releases the GIL for 64 URLs or more.

        Raises AgentError if the snapshot was made for other tokens; SnapshotDamagedError.
        """
        self._opened()
        return self._robot(agents).allowed_many(urls, index_of(STALE, stale, "stale"), unknown,
                                                int(time.time() if now is None else now))

    def prepare(self, *agents: Text, **options: Any) -> Filter:
        """Make a Filter; agents and options are as for filter."""
        return Filter(self._opened(), self._agents(agents), options)

    def filter(self, lines: abc.Iterable[Line], *agents: Text, **options: Any) -> abc.Iterator[Any]:
        """Iterate over the lines whose URL the robot may fetch.

        Lines and options are those of Store.filter; agents may be left out where the snapshot was
        made for one.
        """
        return self.prepare(*agents, **options).select(lines)

    def filter_lines(self, octets: bytes | bytearray | memoryview, *agents: Text, **options: Any) -> bytes:
        """Answer lines as `robotsc filter` does, with the options of filter."""
        return self.prepare(*agents, **options).lines(octets)
