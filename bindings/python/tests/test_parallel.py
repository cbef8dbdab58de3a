"""test_parallel.py - partitions, files, shards, packed stores; and examples/dask_compile.py.

SPDX-License-Identifier: Apache-2.0
"""
import errno
import gzip
import importlib
import io
import multiprocessing
import os
import random
import shutil
import subprocess
import sys

import pytest
import robotsc
from conftest import COMMAND, TREE

pytest.importorskip("robotsc._store", reason="there is no store in this build")
parallel = importlib.import_module("robotsc.parallel")

pytestmark = pytest.mark.filterwarnings("ignore:pack and unpack:DeprecationWarning")
AGENT = "ExampleBot"
LINES = (TREE / "examples" / "frontier.txt").read_bytes() * 3000


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """Each test has its own temporary folder."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.fixture
def policies(tmp_path):
    folder = tmp_path / "policies"
    robotsc.import_warc(TREE / "examples" / "crawl.warc.gz", folder, agents=[AGENT])
    return folder


@pytest.fixture
def snapshots(policies, tmp_path):
    """Makes a snapshot and its shards."""
    for options in ["-o", "one.snapshot"], ["--shards=3", "-o", "shards"]:
        subprocess.run([COMMAND, "snapshot", "make", "-q", *options, policies], cwd=tmp_path, check=True)
    return tmp_path / "one.snapshot", tmp_path / "shards"


def printed(folder, octets, *options, kind="store"):
    done = subprocess.run([COMMAND, "filter", "-q", f"--{kind}={folder}", f"--agent={AGENT}", *options], input=octets,
                          stdout=subprocess.PIPE, check=False)
    assert done.returncode in (0, 1)
    return done.stdout


def content(folder):
    with robotsc.Store(folder).session() as session:
        return [(entry.origin, tuple(entry.decision), entry.blob) for entry in session]


# ---- filter_partition ------------------------------------------------------------

def test_partition_is_what_the_command_prints(policies):
    expected = printed(policies, LINES)
    assert 0 < len(expected) < len(LINES)
    packed = parallel.pack(policies)
    for store in str(policies), policies, robotsc.Store(policies), packed:
        assert b"".join(parallel.filter_partition(io.BytesIO(LINES), store=store, agent=AGENT)) == expected
    texts = LINES.decode().split("\n")[:-1]
    assert "\n".join([*parallel.filter_partition(iter(texts), store=policies, agent=[AGENT]), ""]) == expected.decode()


def test_partition_takes_lines_as_they_are_needed(policies):
    taken = []

    def lines():
        for number in range(100000):
            taken.append(number)
            yield f"http://forum.example/{number}"

    answers = parallel.filter_partition(lines(), store=policies, agent=AGENT)
    assert not taken and next(answers) == "http://forum.example/0" and len(taken) < 20000


def test_partition_with_options(policies):
    lines = ["1 http://forum.example/a", "2 http://shop.example/private/x", "3 http://unknown.example/"]
    answers = parallel.filter_partition(lines, store=policies, agent=AGENT, print="all", field=2, delimiter=" ", reason=True)
    assert [answer[:2] for answer in answers] == [("allow", "allow"), ("disallow", "parse"), ("unknown", "unknown")]


def test_partition_refuses(policies, tmp_path):
    with pytest.raises(robotsc.AgentError):
        parallel.filter_partition([], store=policies, agent="OtherBot")
    with pytest.raises(robotsc.StoreNotFoundError):
        parallel.filter_partition([], store=tmp_path / "nothing", agent=AGENT)
    with pytest.raises(ValueError, match="line end inside"):
        list(parallel.filter_partition(["http://a/\nhttp://b/"], store=policies, agent=AGENT))


def test_a_store_that_takes_the_place_of_another(policies, tmp_path):
    urls = ["http://forum.example/"]
    for _ in range(2):
        assert list(parallel.filter_partition(urls, store=policies, agent=AGENT)) == urls
    shutil.move(policies, tmp_path / "old")
    with robotsc.Store(policies, "c", agents=[AGENT]) as store:
        store.write([("http://forum.example", store.compile("User-agent: *\nDisallow: /"))])
    assert not list(parallel.filter_partition(urls, store=policies, agent=AGENT))


def work(store):
    return b"".join(parallel.filter_partition(io.BytesIO(LINES), store=store, agent=AGENT))


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("kind", ["path", "Store", "octets"])
def test_processes(policies, method, kind, monkeypatch, temporary):
    """Processes filter lines, even the children of a process that has the store open."""
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    store = {"path": str, "Store": robotsc.Store, "octets": parallel.pack}[kind](policies)
    expected = work(store)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(work, [store] * 3) == [expected] * 3
    assert len(list(temporary.glob("robotsc-*/*/data.mdb"))) == (kind == "octets")


def work_by_snapshot(snapshot):
    return b"".join(parallel.filter_partition(io.BytesIO(LINES), snapshot=snapshot))


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("kind", ["path", "Snapshot", "octets"])
def test_processes_with_a_snapshot(snapshots, method, kind, monkeypatch, temporary):
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    for path in snapshots if kind != "octets" else snapshots[:1]:
        snapshot = {"path": str, "Snapshot": robotsc.Snapshot, "octets": lambda path: path.read_bytes()}[kind](path)
        expected = printed(path, LINES, kind="snapshot")
        assert work_by_snapshot(snapshot) == expected
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(work_by_snapshot, [snapshot] * 3) == [expected] * 3
    assert len(list(temporary.glob("robotsc-*/*.snapshot"))) == (kind == "octets")


def test_a_snapshot_that_takes_the_place_of_another(snapshots, policies, tmp_path):
    urls, path = ["http://forum.example/", "http://new.example/"], snapshots[0]
    for _ in range(2):
        assert list(parallel.filter_partition(urls, snapshot=path)) == urls[:1]
    with robotsc.Store(policies, "w") as store:
        store.write([(urls[1], store.compile("")), (urls[0], None)])
    subprocess.run([COMMAND, "snapshot", "make", "-q", "-o", path, policies], check=True)
    assert list(parallel.filter_partition(urls, snapshot=path, agent=AGENT)) == urls[1:]


def test_what_is_no_source(snapshots, policies, tmp_path):
    for both in {}, {"store": policies, "snapshot": snapshots[0]}:
        with pytest.raises(TypeError, match="a store or a snapshot"):
            parallel.filter_partition([], agent=AGENT, **both)
    with pytest.raises(robotsc.AgentError):
        parallel.filter_partition([], snapshot=snapshots[0], agent="OtherBot")
    with pytest.raises(FileNotFoundError):
        parallel.filter_partition([], snapshot=tmp_path / "nothing")
    octets = snapshots[0].read_bytes()
    for wrong in b"", octets[:-1], b"x" + octets:
        with pytest.raises(robotsc.SnapshotDamagedError, match="send those of its file"):
            parallel.filter_partition([], snapshot=wrong)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("field", [0, 2])
def test_shards_give_the_same_lines(snapshots, tmp_path, field, end):
    urls = [*LINES.split()[:2000], b"no URL", b"", b"http://absent.example/"] * 2
    lines = [b"%d %s x" % (i, url) if field else url for i, url in enumerate(urls)]
    source = tmp_path / "urls"
    source.write_bytes(end.join(lines))
    pieces = [tmp_path / f"piece{i}" for i in range(3)]
    parallel.split_file(source, pieces, field=field, delimiter=" ")
    assert all(piece.stat().st_size for piece in pieces)
    options = {"print": "all", "reason": True, "field": field, "delimiter": " "}
    found = []
    for piece, shard in zip(pieces, robotsc.Snapshot(snapshots[1]).files):
        target = tmp_path / "answers"
        parallel.filter_file(piece, target, snapshot=shard, **options)
        found += target.read_bytes().splitlines(True)
    expected = printed(snapshots[1], source.read_bytes(), "--print=all", "--reason", f"--field={field}", "--delimiter= ",
                       kind="snapshot") if field else printed(snapshots[1], source.read_bytes(), "--print=all", "--reason",
                                                              kind="snapshot")
    assert sorted(found) == sorted(expected.splitlines(True)) and len(found) == len(lines)


# ---- filter_file -----------------------------------------------------------------

INPUTS = {
    "lines": LINES,
    "no end": LINES[:-1],
    "nothing": b"",
    "empty line": b"\n",
    "long line": b"http://forum.example/" + b"a" * 3000000 + b"\n" + LINES,
    "CR": LINES.replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("kind", INPUTS)
def test_file_is_what_the_command_prints(policies, tmp_path, kind):
    octets, source, target = INPUTS[kind], tmp_path / "urls", tmp_path / "answers"
    source.write_bytes(octets)
    for options, letters in (({"max_line": 4000000}, ["--max-line=4000000"]),
                             ({"print": "all", "reason": True}, ["--print=all", "--reason"]), ({}, [])):
        report = parallel.filter_file(source, target, store=policies, agent=AGENT, **options)
        assert target.read_bytes() == printed(policies, octets, *letters)
        assert report.lines == len(octets.splitlines())
    assert report.skipped == (kind == "long line")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers", "policies", "temporary", "urls"]


def test_file_that_fails(policies, tmp_path, monkeypatch):
    """The target does not change, and nothing is left behind."""
    source, target, scratch = tmp_path / "urls", tmp_path / "answers", tmp_path / "scratch"
    source.write_bytes(LINES)
    target.write_text("old")
    scratch.mkdir()

    def no_space(path, new):
        assert os.listdir(scratch) == [os.path.basename(path)] and target.read_text() == "old"
        raise OSError(errno.ENOSPC, "full", new)

    monkeypatch.setattr(os, "replace", no_space)
    with pytest.raises(OSError, match="full"):
        parallel.filter_file(source, target, store=policies, agent=AGENT, scratch=scratch)
    with pytest.raises(FileNotFoundError):
        parallel.filter_file(tmp_path / "nothing", target, store=policies, agent=AGENT)
    assert target.read_text() == "old" and not os.listdir(scratch) and len(os.listdir(tmp_path)) == 5


# ---- pack ------------------------------------------------------------------------

def test_pack_says_what_takes_its_place(policies):
    with pytest.warns(DeprecationWarning, match="robotsc snapshot make.*snapshot=") as found:
        packed = parallel.pack(policies)
        parallel.unpack(packed)
    assert [warning.filename for warning in found] == [__file__] * 2


def test_pack(policies, tmp_path, temporary):
    packed = parallel.pack(policies)
    assert packed == parallel.pack(robotsc.Store(policies)) and not os.listdir(temporary)
    folder = parallel.unpack(packed)
    assert content(folder) == content(policies) and robotsc.Store(folder).verify() == ()
    before = os.stat(os.path.join(folder, "data.mdb"))
    assert parallel.unpack(packed) == folder and os.stat(os.path.join(folder, "data.mdb")).st_mtime_ns == before.st_mtime_ns
    os.remove(os.path.join(folder, "data.mdb"))  # as those do who tidy up
    assert content(parallel.unpack(packed)) == content(policies)
    assert parallel.unpack(packed, tmp_path / "here") == str(tmp_path / "here")
    assert content(tmp_path / "here") == content(policies)
    with pytest.raises(FileExistsError):
        parallel.unpack(packed, tmp_path / "here")


def test_damaged_packs(policies, temporary):
    packed = parallel.pack(policies)
    for wrong, why in ((packed[:-1], "damaged"), (packed[:-1] + b"x", "damaged"), (packed[:40], "damaged"), (b"", "no packed"),
                       (packed[:20] + bytes(1) + packed[21:], "damaged"), (b"x" + packed, "no packed")):
        with pytest.raises(ValueError, match=why):
            parallel.unpack(wrong)
    assert not list(temporary.glob("*/*/data.mdb"))


def test_folder_that_others_may_write_to(policies, temporary):
    packed = parallel.pack(policies)
    folder = temporary / f"robotsc-{os.getuid()}"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(PermissionError, match="only this user"):
        parallel.unpack(packed)
    folder.rmdir()
    folder.symlink_to(policies)
    with pytest.raises(PermissionError, match="only this user"):
        parallel.unpack(packed)


# ---- examples/dask_compile.py ----------------------------------------------------

class Task:
    """A fake task of Dask: it runs in this process when its result is wanted."""

    def __init__(self, function, *arguments, pure):
        assert not pure
        self.result = lambda: function(*arguments)


class Client:
    submit = Task


@pytest.fixture
def example(monkeypatch):
    pytest.importorskip("dask.distributed", reason="there is no dask.distributed")
    monkeypatch.syspath_prepend(TREE / "examples")
    yield importlib.import_module("dask_compile")
    del sys.modules["dask_compile"]


def record(url, minute, http):
    date = b"2026-01-01T%02d:%02d:00Z" % divmod(minute, 60)
    return b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (
        url, date, len(http), http)


def random_record(r, minute):
    """Of six hosts: successes, cut texts, failures, redirects to each other and pages, pages."""
    hosts = [b"http://h%d.example" % i for i in range(6)]
    url, target, page = r.choice(hosts), r.choice(hosts), b"/page%d" % r.randrange(2)
    body = b"User-agent: *\nDisallow: /%d" % r.randrange(5)
    found = b"HTTP/1.1 200 OK\r\n\r\n" + body
    kinds = [found, found, found, b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + body, b"HTTP/1.1 404 No\r\n\r\n",
             b"HTTP/1.1 503 No\r\n\r\n", b"HTTP/1.1 301 Go\r\nLocation: %s/robots.txt\r\n\r\n" % target,
             b"HTTP/1.1 302 Go\r\nLocation: %s\r\n\r\n" % page]
    if r.random() < 0.1:
        return record(url + page, minute, found)
    return record(url + b"/robots.txt", minute, r.choice(kinds))


def compare(example, tmp_path, archives):
    one, many = tmp_path / "one", tmp_path / "many"
    robotsc.import_warc(archives, one, agents=[AGENT])
    with robotsc.Store(many, "c", agents=[AGENT]) as store:
        example.run(Client(), archives, store)
    assert content(many) == content(one)
    names = content(one)
    shutil.rmtree(one)
    shutil.rmtree(many)
    return len(names)


def test_archives_apart_are_as_in_one_import(example, tmp_path):
    origins = 0
    for seed in range(25):
        r = random.Random(seed)
        records = [random_record(r, minute) for minute in range(r.randrange(2, 60))]
        cuts = sorted(r.choices(range(len(records) + 1), k=r.randrange(4)))
        archives = []
        for begin, end in zip([0, *cuts], [*cuts, len(records)]):
            info = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 3\r\n\r\na\nb\r\n\r\n"
            archives.append(tmp_path / f"{begin}-{end}-{len(archives)}.warc.gz")
            archives[-1].write_bytes(b"".join(map(gzip.compress, [info, *records[begin:end]])))
        origins += compare(example, tmp_path, archives)
    assert origins > 60


def test_damaged_archives(example, tmp_path, capsys):
    whole = (TREE / "examples" / "crawl.warc.gz").read_bytes()
    archives = [tmp_path / "a.warc.gz", tmp_path / "b.warc.gz", tmp_path / "c.warc"]
    archives[0].write_bytes(whole[:-700])
    archives[1].write_bytes(whole)
    archives[2].write_bytes(gzip.decompress(whole).replace(b"Content-Length: ", b"Content-Width: "))
    assert compare(example, tmp_path, archives) == 11
    said = capsys.readouterr()
    assert "a.warc.gz" in said.err and "b.warc.gz" not in said.err and "b.warc.gz: " in said.out
