"""parallel.py - filter URLs in many processes, on many machines.  docs/python-recipes.md

    bag.map_partitions(filter_partition, store="policies", agent="ExampleBot")
    rdd.mapPartitions(partial(filter_partition, store="policies", agent="ExampleBot"))

SPDX-License-Identifier: Apache-2.0
"""
import functools
import hashlib
import os
import stat
import tempfile
import threading
import uuid
from collections import abc
from typing import Any, TypeAlias

from .store import Filter, FilterReport, Line, Store, Text

__all__ = ["filter_file", "filter_partition", "pack", "unpack"]

Path: TypeAlias = str | os.PathLike[str]
AnyStore: TypeAlias = Path | Store | bytes  # a path, an open store, or what pack has returned

BLOCK = 1 << 20  # octets that are read at a time
MAGIC = b"robotsc store 1\n"
HEAD = len(MAGIC) + hashlib.sha256().digest_size

_unpacking = threading.Lock()


# ---- shipping --------------------------------------------------------------------

def pack(store: Path | Store) -> bytes:
    """Return a store as octets, for machines of the same byte order and word size.

    They are the file of a compact copy, with its SHA-256 in front.  Memory: twice its size.
    """
    opened = store if isinstance(store, Store) else Store(store)
    with tempfile.TemporaryDirectory(prefix="robotsc-") as folder:
        copy = os.path.join(folder, "compact")
        opened.compact(copy)
        with open(os.path.join(copy, "data.mdb"), "rb") as file:
            data = file.read()
    return b"".join((MAGIC, hashlib.sha256(data).digest(), data))


def unpack(packed: bytes, folder: Path | None = None) -> str:
    """Write a packed store into a folder and return its path.

    folder  must not exist.  None: a folder of the temporary one (TMPDIR), named for the digest.
            There it stays: all processes of a machine map one file, and the next call finds it.

    Raises ValueError if these are not the octets that pack has returned; FileExistsError.
    """
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
            descriptor, new = tempfile.mkstemp(dir=target)
            with open(descriptor, "wb") as file:
                file.write(data)
            os.replace(new, path)
    return target


def _own_folder() -> str:
    """The temporary folder of this user for stores: nobody else may write to it."""
    folder = os.path.join(tempfile.gettempdir(), f"robotsc-{os.getuid()}")
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022:
        raise PermissionError(f"{folder} must be a folder that only this user can write to")
    return folder


# ---- filtering -------------------------------------------------------------------

@functools.lru_cache(maxsize=4)
def _keep_open(path: str, device: int, inode: int) -> Store:
    return Store(path)


def _open(store: AnyStore) -> Store:
    """Open a store once in a process, and again when another file has taken its place."""
    if isinstance(store, Store):
        return store
    path = os.path.realpath(unpack(store) if isinstance(store, bytes) else store)
    try:
        status = os.stat(os.path.join(path, "data.mdb"))
    except FileNotFoundError:
        return Store(path)  # which says what is missing
    return _keep_open(path, status.st_dev, status.st_ino)


def _prepare(store: AnyStore, agent: Text | abc.Sequence[Text], options: dict[str, Any]) -> Filter:
    return _open(store).prepare(*([agent] if isinstance(agent, (str, bytes)) else agent), **options)


def filter_partition(lines: abc.Iterable[Line], *, store: AnyStore, agent: Text | abc.Sequence[Text],
                     **options: Any) -> abc.Iterator[Any]:
    """Iterate over the lines whose URL the robot may fetch, in order.

    lines    any iterable of str or bytes, with or without line ends.  Thousands are read at a time.
    store    the path of a store, a Store, or what pack has returned.  This process opens it once.
    agent    the product token, or several: the first that the file names decides.
    options  as for Store.filter.

    Raises StoreError, AgentError, ValueError.
    """
    return _prepare(store, agent, options).select(lines)


def filter_file(source: Path, target: Path, *, store: AnyStore, agent: Text | abc.Sequence[Text], scratch: Path | None = None,
                **options: Any) -> FilterReport:
    """Write what 'robotsc filter' prints for a file into another, and count its lines.

    target   gets its name when it is whole; one that exists is replaced.
    scratch  a folder on the same file system for the unfinished file, which stays there when the
             process is killed; None: that of target.
    store, agent, options  as for filter_partition.

    Memory: a megabyte, or the longest line.
    Raises OSError and what filter_partition raises.
    """
    answers = _prepare(store, agent, options)
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
        _remove(new)
        raise
    return answers.report


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except FileNotFoundError:
        pass
