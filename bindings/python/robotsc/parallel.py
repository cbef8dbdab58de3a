"""parallel.py - filter URLs in many processes, on many machines.  docs/python-recipes.md

    bag.map_partitions(filter_partition, snapshot="policies.snapshot")
    rdd.mapPartitions(partial(filter_partition, snapshot="policies.snapshot"))

SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import functools
import hashlib
import os
import stat
import tempfile
import threading
import uuid
import warnings
from collections import abc
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from ._filters import Filter, Line, field_of
from ._robotsc import OriginError, shard
from ._store_types import FilterReport, Text
from .snapshot import Snapshot, SnapshotDamagedError

if TYPE_CHECKING:
    from .store import Store

__all__ = ["filter_file", "filter_partition", "pack", "split_file", "unpack"]

Path: TypeAlias = str | os.PathLike[str]
# A path, an open store or snapshot, or octets: those of pack, or of a snapshot's file.
AnyStore: TypeAlias = Union[Path, "Store", bytes]
AnySnapshot: TypeAlias = Path | Snapshot | bytes

BLOCK = 1 << 20  # octets that are read at a time
MAGIC = b"robotsc store 1\n"
HEAD = len(MAGIC) + hashlib.sha256().digest_size

_unpacking = threading.Lock()


# ---- shipping --------------------------------------------------------------------

def _warn_of_packs() -> None:
    warnings.warn("pack and unpack of stores go in the next version; make a snapshot of the store ('robotsc snapshot make'), "
                  "and send its path or the octets of its file: snapshot=", DeprecationWarning, stacklevel=3)


def pack(store: "Path | Store") -> bytes:
    """Return a store as octets, for machines of the same byte order and word size.

    They are the file of a compact copy, with its SHA-256 in front.  Memory: twice its size.
    Will be removed in the next version: send a snapshot, which any machine reads.
    """
    from .store import Store
    _warn_of_packs()
    opened = store if isinstance(store, Store) else Store(store)
    with tempfile.TemporaryDirectory(prefix="robotsc-") as folder:
        copy = os.path.join(folder, "compact")
        opened.compact(copy)
        with open(os.path.join(copy, "data.mdb"), "rb") as file:
            data = file.read()
    return b"".join((MAGIC, hashlib.sha256(data).digest(), data))


def unpack(packed: bytes, folder: Path | None = None) -> str:
    """Write a packed store into a folder and return its path.

    folder  must not exist.  None: a folder in the temporary folder (TMPDIR), named by the digest.
            It stays there: all processes of a machine map one file, and the next call finds it.

    Raises ValueError if the octets are not a result of pack; FileExistsError.
    Will be removed in the next version.
    """
    _warn_of_packs()
    return _unpack(packed, folder)


def _unpack(packed: bytes, folder: Path | None = None) -> str:
    if packed[: len(MAGIC)] != MAGIC:
        raise ValueError("this is no packed store")
    digest = bytes(packed[len(MAGIC) : HEAD])
    target = os.path.join(_own_folder(), digest.hex()) if folder is None else os.fspath(folder)
    path = os.path.join(target, "data.mdb")
    with _unpacking:
        if folder is not None or not os.path.exists(path):
            data = memoryview(packed)[HEAD:]
            if hashlib.sha256(data).digest() != digest:
                raise ValueError("this packed store is damaged")
            os.makedirs(target, exist_ok=folder is None)
            _write(path, data)
    return target


def _write(path: str, octets: bytes | memoryview) -> None:
    """Write a file that gets its name when it is complete."""
    descriptor, new = tempfile.mkstemp(dir=os.path.dirname(path))
    with open(descriptor, "wb") as file:
        file.write(octets)
    os.replace(new, path)


def _place(octets: bytes) -> str:
    """Write a snapshot into the temporary folder, named by its root, and return its path.

    There it stays: all processes of a machine map one file, and the next call finds it.
    """
    head = int.from_bytes(octets[12:16], "little")  # docs/formats/snapshot.md, "Head"
    root = octets[head - 32 : head]
    if octets[:4] != b"\x8dRSN" or len(root) != 32 or int.from_bytes(octets[16:24], "little") != len(octets):
        raise SnapshotDamagedError("these octets are no whole snapshot; send those of its file")
    path = os.path.join(_own_folder(), f"{root.hex()}.snapshot")
    with _unpacking:
        if not os.path.exists(path) or os.path.getsize(path) != len(octets):
            _write(path, octets)
    return path


def _own_folder() -> str:
    """This user's temporary folder for stores, into which nobody else may write."""
    if not hasattr(os, "getuid"):
        return tempfile.gettempdir()  # of Windows: each user has one
    folder = os.path.join(tempfile.gettempdir(), f"robotsc-{os.getuid()}")
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022:
        raise PermissionError(f"{folder} must be a folder that only this user can write to")
    return folder


# ---- filtering -------------------------------------------------------------------

@functools.lru_cache(maxsize=4)
def _keep_open(path: str, device: int, inode: int) -> "Store":
    from .store import Store
    return Store(path)


def _open(store: AnyStore) -> "Store":
    """Open a store once in a process, and again when another file has replaced it."""
    from .store import Store
    if isinstance(store, Store):
        return store
    path = os.path.realpath(_unpack(store) if isinstance(store, bytes) else store)
    try:
        status = os.stat(os.path.join(path, "data.mdb"))
    except FileNotFoundError:
        return Store(path)  # which says what is missing
    return _keep_open(path, status.st_dev, status.st_ino)


@functools.lru_cache(maxsize=4)
def _keep_mapped(path: str, device: int, inode: int, changed: int) -> Snapshot:
    return Snapshot(path)


def _map(snapshot: AnySnapshot) -> Snapshot:
    """Map a snapshot once in a process, and again when another one has replaced it."""
    if isinstance(snapshot, Snapshot):
        return snapshot
    path = os.path.realpath(_place(snapshot) if isinstance(snapshot, bytes) else snapshot)
    manifest = os.path.join(path, "manifest")
    try:
        status = os.stat(manifest if os.path.isdir(path) else path)
    except FileNotFoundError:
        return Snapshot(path)  # which says what is missing
    return _keep_mapped(path, status.st_dev, status.st_ino, status.st_mtime_ns)


def _prepare(store: AnyStore | None, snapshot: AnySnapshot | None, agent: Text | abc.Sequence[Text],
             options: dict[str, Any]) -> Filter:
    if (store is None) == (snapshot is None):
        raise TypeError("name a store or a snapshot, and not both")
    agents = [agent] if isinstance(agent, (str, bytes)) else agent
    if snapshot is not None:
        return _map(snapshot).prepare(*agents, **options)
    assert store is not None
    return _open(store).prepare(*agents, **options)


def filter_partition(lines: abc.Iterable[Line], *, store: AnyStore | None = None, snapshot: AnySnapshot | None = None,
                     agent: Text | abc.Sequence[Text] = (), **options: Any) -> abc.Iterator[Any]:
    """Iterate over the lines whose URL the robot may fetch, in order.

    lines     any iterable of str or bytes, with or without line ends.  Thousands are read at once.
    store     the path of a store, a Store, or a result of pack.  This process opens it once.
    snapshot  instead: the path of a file or of a folder of shards, a Snapshot, which is sent as its
              path and root, or the octets of a file.  This process maps it once.
    agent     a product token, or several: the first one that the file names decides.  May be left
              out for a snapshot that was made for one.
    options   as for Store.filter.

    Raises StoreError or SnapshotError, AgentError, ValueError.
    """
    return _prepare(store, snapshot, agent, options).select(lines)


def filter_file(source: Path, target: Path, *, store: AnyStore | None = None, snapshot: AnySnapshot | None = None,
                agent: Text | abc.Sequence[Text] = (), scratch: Path | None = None, **options: Any) -> FilterReport:
    """Write what 'robotsc filter' prints for a file into another, and count its lines.

    target   gets its name when it is whole; one that exists is replaced.
    scratch  a folder on the same file system for the unfinished file, which stays there when the
             process is killed; None: that of target.
    store, snapshot, agent, options  as for filter_partition.

    Memory: a megabyte, or the longest line.
    Raises OSError and what filter_partition raises.
    """
    answers = _prepare(store, snapshot, agent, options)
    folder = os.path.dirname(os.path.abspath(target)) if scratch is None else scratch
    new = os.path.join(folder, f".{uuid.uuid4().hex}.part")
    try:
        with open(source, "rb", buffering=0) as lines, open(new, "xb") as file:
            rest = b""
            while block := lines.read(BLOCK):
                end = block.rfind(b"\n") + 1
                if end:
                    file.write(answers.lines(rest + block[:end]))
                    rest = b""
                rest += block[end:]
            file.write(answers.lines(rest))
        os.replace(new, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(new)
        raise
    return answers.report


def split_file(source: Path, targets: abc.Sequence[Path], *, field: int = 0, delimiter: Text = "\t") -> None:
    """Write each line of a file into the target of its shard, in order.

    targets           a file for each shard, which is replaced.
    field, delimiter  where the URL is, as for Store.filter.

    Lines without an origin go to the first one.  So the answers of all shards are those of the
    whole snapshot, in another order.  Lines have at most what fits into memory.
    """
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(open(target, "wb")) for target in targets]
        url_of = field_of(field, delimiter)
        for line in stack.enter_context(open(source, "rb")):
            try:
                number = shard(url_of(line), len(files))
            except OriginError:
                number = 0
            files[number].write(line)
