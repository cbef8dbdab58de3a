"""test_snapshot_leaks.py - no call of snapshots keeps or drops a reference, a file or a mapping,
even if it is refused or memory is refused.  See leaks.py.

SPDX-License-Identifier: Apache-2.0
"""
import atexit
import copy
import importlib.util
import pathlib
import pickle
import subprocess
import sys
import tempfile
import warnings

import pytest
import robotsc
from conftest import COMMAND, TREE
from leaks import (broken, can_starve, cases, check_case, check_module, check_without_memory, maker,
                   of_python, strange, testcapi, watch)
from test_snapshot import of_the_page

inner = robotsc._robotsc
temporary = tempfile.TemporaryDirectory()
atexit.register(temporary.cleanup)
folder = pathlib.Path(temporary.name)
URL = "https://example.com/"


def written(name, octets):
    (folder / name).write_bytes(octets)
    return folder / name


def flipped(at):
    octets = bytearray(of_the_page())
    octets[at] ^= 1
    return bytes(octets)


def make_shards():
    """A snapshot of one shard, and, if there is a store, one of three."""
    one = written("one", of_the_page())
    if importlib.util.find_spec("robotsc._store") is None:
        return one
    robotsc.import_warc(TREE / "examples" / "crawl.warc.gz", folder / "store", agents=["ExampleBot"])
    subprocess.run([COMMAND, "snapshot", "make", "-q", "--shards=3", "-o", folder / "shards", folder / "store"], check=True)
    return folder / "shards"


whole, shards = written("whole", of_the_page()), make_shards()
manifest = (shards / "manifest").read_bytes() if shards.is_dir() else b""
snapshot, many, closed = robotsc.Snapshot(whole), robotsc.Snapshot(shards, trust="forged"), robotsc.Snapshot(whole)
closed.close()
bad = robotsc.Snapshot(written("bad", flipped(0x1B0)))
bad_policy = robotsc.Snapshot(written("bad_policy", flipped(0x640)))
urls = [f"{URL}private/{i}" for i in range(100)] + ["http://news.example/archive/1", "http://absent.example/"]
octets, lone, root = [url.encode() for url in urls], "\ud800", bytes.fromhex(snapshot.root)
agents, path = ("ExampleBot",), str(whole)
options = agents, 3, 0, 2, False, 0, b"\t", None, 1 << 20
files, shard_files = snapshot._files, many._files
robot, shard_robot, scan = files.robot(agents), shard_files.robot(agents), files.scan(None, False)
filters = files.filter(*options), shard_files.filter(*options[:4], True, *options[5:])
line_filter = snapshot.prepare(print="all")
gone = pickle.dumps(robotsc.Snapshot(written("gone", of_the_page())))
(folder / "gone").unlink()
replaced = pickle.dumps(robotsc.Snapshot(written("other", of_the_page())))
if shards.is_dir():
    written("other", next(shards.glob("*.snapshot")).read_bytes())
else:
    (folder / "other").unlink()
ARGUMENTS = [snapshot, many, closed, bad, bad_policy, urls, octets, lone, root, agents, path, options, files, shard_files,
             robot, shard_robot, *filters, line_filter, *urls[:3], *octets[:3]]


def quiet(call, *arguments):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call(*arguments)


def map_snapshot(*arguments):
    return inner._map_snapshot(*arguments)


def of_manifest(octets):
    """A folder with a manifest, but without its shards."""
    (folder / "manifest_alone").mkdir(exist_ok=True)
    (folder / "manifest_alone" / "manifest").write_bytes(octets)
    return str(folder / "manifest_alone")


# Cases by the name of the call, which test_every_call_has_a_case compares with the module.
CASES = {
    "shard": [
        lambda: robotsc.shard(URL, 10),
        lambda: robotsc.shard(octets[0], 1024),
        lambda: robotsc.shard(URL, 0),
        lambda: robotsc.shard("/x", 3),
        lambda: robotsc.shard(lone, 3),
        lambda: robotsc.shard(strange, 3),
        lambda: robotsc.shard(URL, strange),
    ],
    "_map_snapshot": [
        lambda: map_snapshot(path, 0, None),
        lambda: map_snapshot(path, 2, root),
        lambda: map_snapshot(path, 0, bytes(32)),
        lambda: map_snapshot(path, 0, b"x"),
        lambda: map_snapshot(path, 0, strange),
        lambda: map_snapshot(path, 2, None),
        lambda: map_snapshot(path, 3, None),
        lambda: map_snapshot(path + "absent", 0, None),
        lambda: map_snapshot("/dev/null", 0, None),
        lambda: map_snapshot(path * 4096, 0, None),
        lambda: map_snapshot(str(folder), 0, None),
        lambda: map_snapshot(str(shards), 1, many._files.root),
        lambda: map_snapshot(str(shards), 0, bytes(32)),
        *(lambda octets=octets: map_snapshot(of_manifest(octets), 0, None)
          for octets in (manifest, manifest[:-1], b"\2" + manifest, manifest[:8] + b"\2" + manifest[9:], b"")),
        lambda: map_snapshot(lone, 0, None),
        lambda: map_snapshot(strange, 0, None),
    ],
    "Snapshot.": [
        of_python(lambda: robotsc.Snapshot(whole)),
        of_python(lambda: robotsc.Snapshot(shards, "forged")),
        of_python(lambda: robotsc.Snapshot(whole, "known", root)),
        of_python(lambda: robotsc.Snapshot(shards, "known", root)),
        lambda: robotsc.Snapshot(whole, "known"),
        lambda: robotsc.Snapshot(whole, "no"),
        lambda: robotsc.Snapshot(whole, root="x"),
        lambda: robotsc.Snapshot(folder),
        lambda: robotsc.Snapshot(folder / "absent"),
        lambda: robotsc.Snapshot("/dev/null"),
        lambda: robotsc.Snapshot(strange),
        of_python(lambda: pickle.loads(pickle.dumps(snapshot))),
        of_python(lambda: copy.copy(many)),
        of_python(lambda: pickle.loads(gone)),
        of_python(lambda: pickle.loads(replaced)),
        lambda: (repr(closed), repr(snapshot), len(many), URL in snapshot, list(snapshot)),
    ],
    "Snapshot.close": [lambda: closed.close(), lambda: closed.find(URL), of_python(lambda: robotsc.Snapshot(whole).close())],
    "Snapshot.files": [of_python(lambda: many.files)],
    "Snapshot.path": [lambda: snapshot.path],
    "Snapshot.root": [lambda: snapshot.root],
    "Snapshot.trust": [lambda: snapshot.trust],
    "Snapshot.info": [lambda: many.info, lambda: closed.info],
    "Snapshot.settings": [lambda: many.settings],
    "Snapshot.find": [
        lambda: snapshot.find(URL),
        lambda: many.find("http://news.example/"),
        lambda: snapshot.find("http://absent.example"),
        lambda: snapshot.find("/x"),
        lambda: snapshot.find(lone),
        lambda: bad.find(URL),
        lambda: bad_policy.find(URL),
    ],
    "Snapshot.get": [lambda: snapshot.get(octets[0])],
    "Snapshot.entries": [
        lambda: list(many.entries()),
        of_python(lambda: list(many.entries("example"))),
        of_python(lambda: next(many.entries())),
        lambda: list(bad.entries()),
        lambda: list(bad_policy.entries()),
        of_python(lambda: snapshot.entries("a/b")),
    ],
    "Snapshot.origins": [
        of_python(lambda: list(many.origins("example"))),
        of_python(lambda: list(snapshot.origins("absent"))),
        lambda: list(bad.origins()),
    ],
    "Snapshot.allowed_many": [
        lambda: snapshot.allowed_many(urls),
        lambda: many.allowed_many(octets, "ExampleBot", stale="deny"),
        lambda: many.allowed_many(iter(urls[:5]), unknown=True, now=0),
        lambda: snapshot.allowed_many([]),
        of_python(lambda: quiet(snapshot.allowed_many, ["/x", "y", "mailto:z"])),
        lambda: snapshot.allowed_many(broken(urls)),
        lambda: snapshot.allowed_many(urls + [strange]),
        lambda: snapshot.allowed_many([lone]),
        lambda: snapshot.allowed_many(URL),
        lambda: bad.allowed_many([URL]),
        lambda: bad_policy.allowed_many([URL]),
        lambda: snapshot.allowed_many(urls, "Other"),
        lambda: snapshot.allowed_many(urls, "a b"),
        lambda: snapshot.allowed_many(urls, stale=strange),
        lambda: snapshot.allowed_many(urls, now=strange),
    ],
    "Snapshot.prepare": [lambda: many.prepare(), lambda: snapshot.prepare("Other"), lambda: snapshot.prepare(wrong=1)],
    "Snapshot.filter": [
        lambda: list(many.filter(urls)),
        lambda: list(snapshot.filter(octets, "ExampleBot", print="all", reason=True)),
        of_python(lambda: next(snapshot.filter(urls, print="all"))),
        lambda: list(snapshot.filter(broken(urls))),
        lambda: list(snapshot.filter([URL, strange])),
        lambda: list(bad.filter(urls)),
    ],
    "Snapshot.filter_lines": [lambda: many.filter_lines(b"\n".join(octets)), lambda: bad.filter_lines(octets[0])],
    "SnapshotFiles.": [lambda: inner.SnapshotFiles(), lambda: pickle.dumps(files)],
    "SnapshotFiles.infos": [lambda: shard_files.infos],
    "SnapshotFiles.names": [lambda: shard_files.names, lambda: files.names],
    "SnapshotFiles.root": [lambda: shard_files.root],
    "SnapshotFiles.settings": [lambda: files.settings],
    "SnapshotFiles.find": [lambda: files.find(URL), lambda: files.find(strange)],
    "SnapshotFiles.scan": [
        lambda: list(shard_files.scan(b"example", True)),
        lambda: list(shard_files.scan(None, False)),
        lambda: files.scan(strange, True),
        lambda: files.scan(strange),
    ],
    "SnapshotFiles.robot": [
        lambda: shard_files.robot(agents),
        lambda: files.robot(("Other",)),
        lambda: files.robot((strange,)),
        lambda: files.robot(strange),
    ],
    "SnapshotFiles.filter": [
        lambda: files.filter(*options),
        lambda: shard_files.filter(*options),
        lambda: files.filter(("Other",), *options[1:]),
        lambda: files.filter(*options[:1], 9, *options[2:]),
        lambda: files.filter(strange),
    ],
    "SnapshotRobot.": [lambda: inner.SnapshotRobot(), lambda: pickle.dumps(robot)],
    "SnapshotRobot.allowed_many": [
        lambda: robot.allowed_many(urls, 0, False, 0),
        lambda: shard_robot.allowed_many(octets, 2, True, 1 << 40),
        lambda: robot.allowed_many(urls, strange, False, 0),
    ],
    "SnapshotScan.": [lambda: inner.SnapshotScan(), lambda: iter(scan)],
    "LineFilter.": [lambda: inner.LineFilter(), lambda: pickle.dumps(filters[0])],
    "LineFilter.lines": [lambda: filters[1].lines(b"\n".join(octets)), lambda: filters[0].lines(lone)],
    "LineFilter.select": [
        *(lambda each=each, wanted=wanted: each.select(urls, wanted) for each in filters for wanted in range(4)),
        lambda: filters[0].select(strange, 3),
    ],
    "LineFilter.report": [lambda: filters[0].report],
}
ALL = cases(CASES)
watch([robotsc.snapshot, inner], ARGUMENTS)
watch([], map(sys.intern, "cast disallow allow unknown rfc9309".split()))


@pytest.mark.parametrize("case", ALL)
def test_references(case):
    check_case(case)


@pytest.mark.skipif(not testcapi, reason="there is no _testcapi")
@pytest.mark.parametrize("case", can_starve(ALL))
def test_references_without_memory(case):
    check_without_memory(case)


def mapped():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return sum(str(folder) in line for line in maps)


def test_what_was_mapped_is_unmapped():
    before = mapped()
    kept = robotsc.Snapshot(shards)
    scan_of_it, filter_of_it = iter(kept), kept.prepare()
    kept.close()
    assert mapped() > before
    del scan_of_it, filter_of_it
    assert mapped() == before
    for case in CASES["_map_snapshot"]:
        try:
            case()
        except Exception:  # pylint: disable=broad-except
            pass
    assert mapped() == before


another_module = maker(inner)


def test_modules():
    check_module(lambda: another_module()._map_snapshot(path, 0, None).robot(agents).allowed_many(urls, 0, False, 0))


def test_every_call_has_a_case():
    names = {name for name in vars(inner) if name in ("shard", "_map_snapshot")}
    for kind in robotsc.Snapshot, type(files), type(robot), type(scan), type(filters[0]):
        names |= {f"{kind.__name__}." + name for name in dir(kind) if name[0] != "_"} | {f"{kind.__name__}."}
    assert set(CASES) == names
