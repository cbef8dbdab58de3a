"""store.py - stores of many hosts: sessions, filters, imports.  docs/python.md

    with robotsc.Store("policies", "c", agents=["ExampleBot"]) as store:
        robotsc.import_warc(["crawl.warc.gz"], store)
        allowed = list(store.filter(urls, "ExampleBot"))

SPDX-License-Identifier: Apache-2.0
"""
import os
import sys
import threading
from collections import abc
from types import TracebackType
from typing import Any, Literal, final

try:
    from . import _store
except ImportError as _error:
    raise ImportError("robotsc.Store and import_warc need the library of stores: install Debian's python3-robotsc, or its "
                      "librobotsc-dev and then this package again") from _error
from ._robotsc import Decision, Error, Policy, open as _open_policy
from ._store import (InputError, StoreDamagedError, StoreError, StoreExistsError, StoreFullError, StoreNotFoundError,
                     StoreReadonlyError, StoreSettingsError, StoreVersionError)
from ._filters import Filter, Line
from ._store_types import (Entry, FilterReport, ImportFault, ImportReport, Path, StoreChange, StoreSettings, StoreStats, Text,
                           WriteReport)
from ._texts import tell_content

__all__ = ["StoreChange", "Entry", "Filter", "FilterReport", "ImportFault", "ImportReport", "InputError", "Session",
           "Store", "StoreDamagedError", "StoreError", "StoreExistsError", "StoreFullError", "StoreNotFoundError",
           "StoreReadonlyError", "StoreSettings", "StoreSettingsError", "StoreStats", "StoreVersionError", "WriteReport",
           "import_warc"]

SUFFIXES = "/usr/share/publicsuffix/public_suffix_list.dat"


# ---- sessions --------------------------------------------------------------------

def _entry(found: tuple[str, tuple[Any, ...], bytes]) -> Entry:
    return Entry(found[0], Decision(found[1]), found[2])


@final
class Session:
    """A snapshot of a store, for one thread at a time.  See Store.session.

    Iteration gives an Entry for each origin, in the order of host, port, scheme.
    """

    def __init__(self, store: "Store") -> None:
        self._reader = store._opened().session()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        """End the session.  Its space in the store may be reused."""
        self._reader.end()

    def find(self, url: Text) -> Entry | None:
        """Return the Entry of a URL's origin, or None.

        Raises OriginError if the URL has no robots.txt, StoreDamagedError.
        """
        found = self._reader.find(url)
        return None if found is None else _entry(found)

    def _scan(self, step: abc.Callable[[], Any], start: Text | None) -> abc.Iterator[Any]:
        self._latest = scan = object()
        self._reader.seek(start)
        while (found := step()) is not None:
            yield found
            if self._latest is not scan:
                raise StoreError("another iteration of this session has begun; a session has one at a time")

    def entries(self, start: Text | None = None) -> abc.Iterator[Entry]:
        """Iterate over the origins, as Entry, from start's on.  Only one iteration at a time."""
        return map(_entry, self._scan(self._reader.next, start))

    def origins(self, start: Text | None = None) -> abc.Iterator[str]:
        """As entries, but yields only the origins, such as "https://shop.example"."""
        return self._scan(self._reader.next_origin, start)

    def __iter__(self) -> abc.Iterator[Entry]:
        return self.entries()

    def stats(self) -> StoreStats:
        """Count the contents of the store, in a scan of all but the octets of blobs."""
        return StoreStats(*self._reader.stats())

    def compact(self, folder: Path) -> None:
        """Copy the snapshot to a new store, without unused room.  Raises StoreExistsError."""
        self._reader.copy(os.fsencode(folder))


# ---- stores ----------------------------------------------------------------------

def _settings(given: dict[str, Any]) -> StoreSettings:
    settings = StoreSettings(**given)
    if isinstance(settings.agents, (str, bytes)):
        raise TypeError("agents must be a list of product tokens, not one")
    return settings._replace(agents=tuple(settings.agents))


def _tokens(agents: tuple[Text, ...]) -> set[str]:
    return {(agent if isinstance(agent, str) else agent.decode("utf-8", "surrogateescape")).lower() for agent in agents}


@final
class Store:
    """A store of the policies of many hosts, in a folder.  docs/fleet.md

    path      the folder.
    mode      "r": read; "w": read and write; "c": as "w", and make it if there is none.
    settings  those of StoreSettings, as keywords: a new store gets them, an existing one must
              have them.  Without any, a new store gets the defaults.

    Threads may share it.  A process may open a store several times, and a child process may go on
    with it after a fork: it opens the store by itself.  A pickle is the path; it opens for reading.

    Raises StoreNotFoundError, StoreVersionError, StoreSettingsError, StoreDamagedError and other
    StoreError; AgentError for an agent that is no product token; OSError.
    """

    def __init__(self, path: Path, mode: Literal["r", "w", "c"] = "r", **settings: Any) -> None:
        if mode not in ("r", "w", "c"):
            raise ValueError(f"unknown mode {mode!r}; take r, w or c")
        self._path = os.path.abspath(os.fsdecode(path))
        if not path or "\0" in self._path:
            raise ValueError(f"{path!r} is no path of a folder")
        self._mode = "r" if mode == "r" else "w"
        given = _settings(settings) if settings else None
        self._handle: _store.Handle | None = _store.open(os.fsencode(self._path), mode, given)
        if given is not None:
            self._compare(given)

    def _compare(self, given: StoreSettings) -> None:
        has = self.settings
        others = [name for name in given._fields if name != "agents" and getattr(has, name) != getattr(given, name)]
        if _tokens(has.agents) != _tokens(given.agents):
            others.append("agents")
        if others:
            self._handle = None
            raise StoreSettingsError(f"{self._path}: the store was made with other settings: " + ", ".join(
                f"it has {name}={getattr(has, name)!r}, not {getattr(given, name)!r}" for name in others))

    def _opened(self) -> _store.Handle:
        if self._handle is None:
            raise StoreError(f"{self._path}: the store is closed")
        if self._handle.inherited:
            self._handle = _store.open(os.fsencode(self._path), self._mode, None)
        return self._handle

    def _for_changes(self) -> _store.Handle:
        handle = self._opened()
        if handle.reading:
            raise StoreError(f"{self._path}: this thread has a session; end it before the store is changed")
        return handle

    def close(self) -> None:
        """Close the store.  Its sessions and filters continue to their end."""
        self._handle = None

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __reduce__(self) -> tuple[type["Store"], tuple[str]]:
        return Store, (self._path,)

    def __repr__(self) -> str:
        return f"<robotsc.Store {self._path}, mode {self._mode}{'' if self._handle else ', closed'}>"

    @property
    def path(self) -> str:
        """The absolute path of the folder."""
        return self._path

    @property
    def mode(self) -> str:
        """'r' or 'w'."""
        return self._mode

    @property
    def settings(self) -> StoreSettings:
        """The settings that all policies of the store share."""
        return StoreSettings(*self._opened().settings)

    def session(self) -> Session:
        """Begin a session: a snapshot.  Use it in a with statement.

        Space that changes free is not reused before it ends, so end it soon.
        """
        return Session(self)

    def find(self, url: Text) -> Entry | None:
        """Return the Entry of a URL's origin, or None, in its own session.

        Raises OriginError if the URL has no robots.txt, StoreDamagedError.
        """
        with self.session() as session:
            return session.find(url)

    def stats(self) -> StoreStats:
        """Count the contents of the store, in its own session."""
        with self.session() as session:
            return session.stats()

    def compact(self, folder: Path) -> None:
        """Copy the store to a new one, without unused room.  Raises StoreExistsError."""
        with self.session() as session:
            session.compact(folder)

    def prepare(self, *agents: Text, **options: Any) -> Filter:
        """Make a Filter; agents and options are as for filter."""
        return Filter(self._opened(), agents, options)

    def filter(self, lines: abc.Iterable[Line], *agents: Text, **options: Any) -> abc.Iterator[Any]:
        """Iterate over the lines whose URL the robot may fetch.

        lines      any iterable of str and bytes, such as a file.  A line may have its line end.
        agents     product tokens, as for Policy.agent.
        print      "allowed"; "disallowed"; "unknown": the origin is not in the store; "all":
                   returns tuples of verdict ("allow", "disallow", "unknown") and line.
        reason     with print="all": tuples of verdict, reason and line.
        stale      what to do with policies that are no longer fresh: "use", "unknown" or "deny".
        unknown    the verdict for origins that are not in the store: "unknown", "allow" or
                   "disallow".
        field      the field of a line that is the URL, from 1; 0: all of the line.
        delimiter  the octet between fields.
        now        the present, in seconds since 1970; None: the clock.
        max_line   octets of a line; a longer one is unknown.

        Lines are answered 8,192 at a time, and returned as the same objects, in order.

        Raises AgentError if the store was made for other tokens, or if a text is no product token;
        ValueError for invalid options.
        """
        return self.prepare(*agents, **options).select(lines)

    def filter_lines(self, octets: bytes | bytearray | memoryview, *agents: Text, **options: Any) -> bytes:
        """Answer lines as `robotsc filter` does, with the options of filter."""
        return self.prepare(*agents, **options).lines(octets)

    def compile(self, text: Text) -> Policy:
        """Compile a robots.txt with the settings of the store.  Warns as robotsc.compile does."""
        policy = self._compile(text)
        tell_content(text, self.settings.limit)
        return policy

    def _compile(self, text: Text) -> Policy:
        return _open_policy(self._opened().compile(text))

    def write(self, changes: abc.Iterable[StoreChange | tuple[Any, ...]]) -> WriteReport:
        """Apply changes in one transaction: all of them or, when it raises, none.

        changes  each a StoreChange or such a tuple: origin, policy or None, decision, keep.  The
                 latest fetch of an origin wins, also over what is in the store.

        Waits for other writers, and for sessions of other threads if the file has to grow.
        Raises StoreReadonlyError, StoreFullError, StoreDamagedError; StoreError in a session.
        """
        return WriteReport(*self._for_changes().write(tuple(map(_change, changes))))

    def verify(self) -> tuple[str, ...]:
        """Return the faults of the store as lines; empty: it is good.

        Works in a child process, since a damaged file can crash its reader.
        """
        import json
        import signal
        import subprocess
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
        done = subprocess.run([sys.executable, "-c", VERIFY, self._path], env=environment, stdout=subprocess.PIPE, check=False)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode < 0:
            lines.append(f"reading it ends with {signal.Signals(-done.returncode).name}")
        elif done.returncode:
            raise StoreError(f"{self._path}: the child process that verifies it has failed")
        return tuple(lines)


# The program that verify runs in a child process.  It also reports a fault at opening.
VERIFY = """
import json, os, resource, sys
import robotsc
path = sys.argv[1]
seconds = 60 + (os.stat(os.path.join(path, "data.mdb")).st_size >> 20)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))
try:
    with robotsc.Store(path) as store, store.session() as session:
        faults = session._reader.verify()
except robotsc.StoreDamagedError as error:
    faults = [str(error)]
for fault in faults:
    print(json.dumps(fault))
"""


def _change(change: StoreChange | tuple[Any, ...]) -> tuple[Any, ...]:
    origin, policy, decision, keep = StoreChange(*change)
    blob = policy.blob if isinstance(policy, Policy) else policy
    if decision is None and isinstance(policy, Policy):
        decision = policy.decision
    given: tuple[Any, ...] | None = decision
    if isinstance(decision, Decision):
        given = (*decision, bool(decision.challenge))
    return origin, blob, None if given is None else tuple(given), keep


# ---- imports ---------------------------------------------------------------------

class _Stopped(Error):
    """Ends a run whose caller was interrupted."""


def _read_suffixes(suffixes: Path | None) -> bytes:
    with open(SUFFIXES if suffixes is None else suffixes, "rb") as file:
        return file.read()


def _interruptible(run: abc.Callable[[], ImportReport], stop: list[BaseException]) -> ImportReport:
    """Run in another thread, so that this one notices signals.  Their exceptions go into stop."""
    results: list[ImportReport] = []
    errors: list[BaseException] = []
    running = threading.Lock()

    def work() -> None:
        try:
            results.append(run())
        except BaseException as error:  # raised again below
            errors.append(error)
        finally:
            running.release()

    running.acquire()
    threading.Thread(target=work, name="robotsc.import_warc").start()
    while running.locked():  # Thread.join of Python 3.11 takes an interrupted thread for ended
        try:
            running.acquire()
            break
        except BaseException as error:
            stop.append(error)
    for raised in stop + errors:
        raise raised
    return results[0]


def import_warc(paths: Path | abc.Iterable[Path], store: Store | Path, *,
                progress: abc.Callable[[ImportReport], object] | None = None,
                fault: abc.Callable[[ImportFault], object] | None = None, jobs: int = 0, follow: bool = False,
                suffixes: Path | None = None, **settings: Any) -> ImportReport:
    """Compile the robots.txt of web archives into a store, on all processors.  docs/fleet.md

    paths     WARC files, compressed or not; lists of origins and files; folders of robots.txt.
    store     a Store that is open for writing, or a path: it is made if there is none.
    progress  called with an ImportReport after each megabyte of input or so.
    fault     called with an ImportFault for each record or file that is skipped.
    jobs      threads that compile; 0: one for each processor.
    follow    follow symbolic links in folders.
    suffixes  the public suffix list, for redirect_scope="site"; None: that of Debian.
    settings  as for Store, if store is a path.

    Callbacks are called one at a time, in another thread.  An exception in one ends the run and is
    raised, as is KeyboardInterrupt; what was written before stays.

    Raises InputError for a file that is no archive and no list, OSError, StoreError.
    """
    if not isinstance(store, Store):
        with Store(store, "c", **settings) as opened:
            return import_warc(paths, opened, progress=progress, fault=fault, jobs=jobs, follow=follow, suffixes=suffixes)
    if settings:
        raise TypeError(f"import_warc: an open store has its settings already: {', '.join(settings)}")
    if isinstance(paths, (str, bytes, os.PathLike)):
        paths = [paths]
    handle = store._for_changes()
    site = store.settings.redirect_scope == "site"
    names = tuple(os.fsencode(path) for path in paths)
    octets = _read_suffixes(suffixes) if site else b""
    stop: list[BaseException] = []

    def on_progress(report: tuple[int, ...]) -> None:
        if stop:
            raise _Stopped
        if progress is not None:
            progress(ImportReport(*report))

    def on_fault(about: tuple[Any, ...]) -> None:
        if fault is not None:
            fault(ImportFault(*about))

    def run() -> ImportReport:
        return ImportReport(*handle.import_files(names, jobs, follow, octets, on_progress, on_fault if fault else None))

    if threading.current_thread() is threading.main_thread():
        return _interruptible(run, stop)
    return run()
