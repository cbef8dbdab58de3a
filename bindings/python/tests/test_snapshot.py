"""test_snapshot.py - robotsc.Snapshot: the answers of the command, damage, pickles, processes.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import hashlib
import importlib.util
import multiprocessing
import os
import pathlib
import pickle
import re
import shutil
import subprocess
import threading
import warnings

import pytest
import robotsc
from conftest import COMMAND, TREE

AGENT = "ExampleBot"
LINES = (TREE / "examples" / "frontier.txt").read_bytes()
URLS = LINES.decode().split()
AT = 1795260000
needs_store = pytest.mark.skipif(importlib.util.find_spec("robotsc._store") is None, reason="there is no store in this build")


def run(*arguments, octets=b""):
    done = subprocess.run([COMMAND, *map(str, arguments)], input=octets, stdout=subprocess.PIPE, check=False)
    assert done.returncode in (0, 1), arguments
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A store, a snapshot of it, and its shards."""
    folder = tmp_path_factory.mktemp("made")
    run("import", "-q", f"--store={folder}/store", f"--agent={AGENT}", TREE / "examples" / "crawl.warc.gz")
    run("snapshot", "make", "-q", "-o", folder / "one.snapshot", folder / "store")
    run("snapshot", "make", "-q", "--shards=3", "-o", folder / "shards", folder / "store")
    return folder


@pytest.fixture(params=["one.snapshot", "shards"])
def path(made, request):
    return made / request.param


def of_the_page():
    """The snapshot with the octets in docs/formats/snapshot.md."""
    text = (TREE / "docs" / "formats" / "snapshot.md").read_text(encoding="utf-8").split("```snapshot\n")[1].split("```")[0]
    octets = bytearray(0x660)
    for line in text.splitlines():
        at, *row = line.split()
        octets[int(at, 16) : int(at, 16) + len(row)] = bytes.fromhex("".join(row))
    return bytes(octets)


def test_the_snapshot_of_the_page(tmp_path):
    (tmp_path / "one").write_bytes(of_the_page())
    snapshot = robotsc.Snapshot(tmp_path / "one", trust="forged")
    assert snapshot.root == of_the_page()[0x160:0x180].hex() and len(snapshot) == 1
    assert snapshot.info == (1800000000, None, 1, 1, 1, 0x660) and snapshot.settings.agents == (AGENT,)
    urls = ["https://example.com/", b"https://example.com/private/x", "https://other.example/"]
    assert snapshot.allowed_many(urls).tolist() == [True, False, False]
    assert list(snapshot.filter(urls, print="all", reason=True, now=1800000000)) == [
        ("allow", "parse", urls[0]), ("disallow", "parse", urls[1]), ("unknown", "unknown", urls[2])]
    entry = snapshot.find(urls[0])
    assert (entry.origin, entry.decision.outcome, entry.decision.expires) == ("https://example.com", "parse", 1800086400)
    assert not entry.policy.agent(AGENT).allowed("/private/x") and snapshot.get(urls[2]) is None
    assert robotsc.shard("https://example.com/x", 1024) == 157 and robotsc.shard("http://www.example.com:8080", 10) == 1


@needs_store
def test_lines_are_those_of_the_command(made, path):
    snapshot = robotsc.Snapshot(path)
    store = robotsc.Store(made / "store")
    lines = LINES + b"nonsense\nhttp://absent.example/\n\n" + LINES
    for options, letters in (({}, []), ({"print": "disallowed"}, ["--print=disallowed"]),
                             ({"print": "all", "reason": True, "stale": "deny"}, ["--print=all", "--reason", "--stale=deny"]),
                             ({"print": "all", "unknown": "allow"}, ["--print=all", "--unknown=allow"])):
        expected = run("filter", "-q", f"--snapshot={path}", f"--agent={AGENT}", *letters, octets=lines)
        assert snapshot.filter_lines(lines, AGENT, **options) == expected
        assert snapshot.filter_lines(lines, **options) == store.filter_lines(lines, AGENT, **options) == expected
    robot = snapshot.prepare(print="all")
    answers = list(store.filter(URLS, AGENT, print="all"))
    assert list(robot.select(URLS)) == answers and robot.report.lines == len(URLS)
    for verdict, count in ("allow", robot.report.allowed), ("disallow", robot.report.disallowed):
        assert count == sum(answer[0] == verdict for answer in answers) > 0
    assert robot.report.challenge == 0


@needs_store
def test_masks_are_what_filters_say(path):
    snapshot = robotsc.Snapshot(path)
    urls = [*URLS, "http://absent.example/x", *(f"http://{host}.example/archive/{page}" for page in range(3000)
                                               for host in ("news", "blog", "wiki", "none"))]
    for stale in "use", "unknown", "deny":
        for unknown in False, True:
            word = "allow" if unknown else "unknown"
            for now in AT, 0:
                answers = snapshot.filter(urls, print="all", stale=stale, unknown=word, now=now)
                mask = snapshot.allowed_many(urls, stale=stale, unknown=unknown, now=now)
                assert mask.tolist() == [verdict == "allow" for verdict, _ in answers], (stale, unknown, now)
    assert snapshot.allowed_many([]).tolist() == [] and snapshot.allowed_many(iter(urls[:3]), AGENT).format == "?"
    numpy = pytest.importorskip("numpy")
    assert isinstance(snapshot.allowed_many(numpy.array(urls)), numpy.ndarray)


@needs_store
def test_what_has_no_origin(path):
    snapshot = robotsc.Snapshot(path)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        assert snapshot.allowed_many([URLS[0], "/x", "shop.example/", "mailto:a@b.example"]).tolist() == [True, False, False, False]
    assert [(each.category, each.message.index, each.message.others) for each in found] == [(robotsc.UrlWarning, 1, 2)]
    assert found[0].filename == __file__ and "it is a path" in str(found[0].message) and "and no path" not in str(found[0].message)
    with pytest.raises(robotsc.OriginError):
        snapshot.find("/x")
    with pytest.raises(TypeError):
        snapshot.allowed_many("http://shop.example/")
    with pytest.raises(TypeError):
        snapshot.allowed_many([URLS[0], 3])
    with pytest.raises(ValueError, match="unknown stale 'no'"):
        snapshot.allowed_many(URLS, stale="no")


@needs_store
def test_entries_are_those_of_the_store(made, path):
    snapshot = robotsc.Snapshot(path)
    with robotsc.Store(made / "store").session() as session:
        known = {entry.origin: entry for entry in session}
    found = list(snapshot)
    assert {entry.origin: entry for entry in found} == known and len(snapshot) == len(found) == len(known) > 9
    listed = run("snapshot", "list", path).decode().splitlines()
    assert [entry.origin for entry in found] == [line.split("\t")[0] for line in listed] == list(snapshot.origins())
    for entry in found:
        assert snapshot.find(entry.origin + "/x?y") == snapshot.get(entry.origin) == entry and entry.origin in snapshot
    for domain in "example", "news.example", "absent.example", "EXAMPLE":
        expected = run("snapshot", "list", f"--domain={domain}", path).decode().splitlines()
        assert list(snapshot.origins(domain)) == [line.split("\t")[0] for line in expected]
        assert [entry.origin for entry in snapshot.entries(domain)] == list(snapshot.origins(domain))
    for domain in "a/b", "http://example", "h:80", "", "a b":
        with pytest.raises(ValueError, match="no host; name one as example.com"):
            snapshot.origins(domain)


@needs_store
def test_it_says_what_the_command_says(made, path):
    snapshot = robotsc.Snapshot(path)
    said = run("snapshot", "stat", path).decode()
    assert snapshot.root == re.search("root +([0-9a-f]{64})", said)[1]
    assert snapshot.info.policies == int(re.search("policies +([0-9]+)", said)[1])
    assert snapshot.settings == robotsc.Store(made / "store").settings._replace(agents=(AGENT,))
    assert snapshot.path == str(path) and snapshot.root[:16] in repr(snapshot) and snapshot.trust == "intact"


@needs_store
def test_a_shard_by_itself(made):
    shards = sorted((made / "shards").glob("*.snapshot"))
    whole = robotsc.Snapshot(made / "shards")
    answers = list(whole.filter(URLS, print="all"))
    for number, path in enumerate(shards):
        shard = robotsc.Snapshot(path)
        assert (shard.info.shard, shard.info.shards) == (number, 3)
        mine = [url for url in URLS if robotsc.shard(url, 3) == number]
        assert list(shard.filter(mine, print="all")) == [each for each in answers if each[1] in mine]
        other = next(url for url in URLS if robotsc.shard(url, 3) != number)
        assert shard.allowed_many([other]).tolist() == [False]
        with pytest.raises(robotsc.SnapshotError, match="belongs to another shard; open that one, or the folder"):
            shard.find(other)
    for wrong in 0, 1025:
        with pytest.raises(ValueError):
            robotsc.shard(URLS[0], wrong)
    with pytest.raises(robotsc.OriginError):
        robotsc.shard("/x", 3)


# ---- trust, damage -----------------------------------------------------------------

@needs_store
def test_trust(path):
    root = robotsc.Snapshot(path).root
    for trust in "intact", "forged", "known":
        for given in root, bytes.fromhex(root):
            snapshot = robotsc.Snapshot(path, trust, given)
            assert snapshot.trust == trust and list(snapshot.filter(URLS)) == list(robotsc.Snapshot(path).filter(URLS))
        with pytest.raises(robotsc.SnapshotRootError, match="it has another root|its root is"):
            robotsc.Snapshot(path, trust, "00" * 32)
    for wrong in {"trust": "known"}, {"trust": "no"}, {"root": "00"}, {"root": "x" * 64}, {"root": b""}:
        with pytest.raises(ValueError):
            robotsc.Snapshot(path, **wrong)


@needs_store
@pytest.mark.parametrize("trust", ["intact", "forged"])
def test_each_octet_that_is_flipped_is_noticed_or_changes_nothing(made, tmp_path, trust):
    good = (made / "one.snapshot").read_bytes()
    expected = robotsc.Snapshot(made / "one.snapshot")
    entries, lines = list(expected), list(expected.filter(URLS, print="all"))
    mask, noticed = expected.allowed_many(URLS).tolist(), 0
    for at in range(0, len(good), 3):
        octets = bytearray(good)
        octets[at] ^= 1 << at % 8
        (tmp_path / "bad").write_bytes(octets)
        for ask, answer in ((list, entries), (lambda s: list(s.filter(URLS, print="all")), lines),
                            (lambda s: s.allowed_many(URLS).tolist(), mask)):
            try:
                assert ask(robotsc.Snapshot(tmp_path / "bad", trust)) == answer, at
            except robotsc.SnapshotError:
                noticed += 1
    assert noticed > len(good) // 3


@needs_store
def test_other_files(made, tmp_path):
    good = (made / "one.snapshot").read_bytes()
    bad = tmp_path / "bad"
    for octets, error, why in ((b"", robotsc.SnapshotDamagedError, "cut off"), (good[:-1], robotsc.SnapshotDamagedError, "cut"),
                               (good[:100], robotsc.SnapshotDamagedError, "cut off"),
                               (b"x" * 400, robotsc.SnapshotError, "not a snapshot"),
                               (good[:8] + b"\2" + good[9:], robotsc.SnapshotVersionError, "make it again")):
        bad.write_bytes(octets)
        with pytest.raises(error, match=f"^{bad}: .*({why})"):
            robotsc.Snapshot(bad)
    for wrong in tmp_path / "absent", tmp_path:
        with pytest.raises(FileNotFoundError):
            robotsc.Snapshot(wrong)
    with pytest.raises(FileNotFoundError, match="robotsc.Store opens stores"):
        robotsc.Snapshot(made / "store")
    with pytest.raises(OSError):
        robotsc.Snapshot("/dev/null")
    with pytest.raises(robotsc.AgentError, match="settings.agents"):
        robotsc.Snapshot(made / "one.snapshot").allowed_many(URLS, "OtherBot")
    with pytest.raises(robotsc.AgentError, match="agent_for_header"):
        robotsc.Snapshot(made / "one.snapshot").filter(URLS, "A Bot/1.0")


@needs_store
def test_folders_that_are_wrong(made, tmp_path):
    folder = tmp_path / "shards"

    def fresh():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(made / "shards", folder)
        return sorted(folder.glob("*.snapshot")), bytearray((folder / "manifest").read_bytes())

    fresh()[0][1].unlink()
    with pytest.raises(FileNotFoundError):
        robotsc.Snapshot(folder)
    shards, _ = fresh()
    shutil.copy(shards[0], shards[1])
    with pytest.raises(robotsc.SnapshotRootError):
        robotsc.Snapshot(folder)
    for at in 0, 8, 12, 20, 33, 60, -1:
        _, manifest = fresh()
        manifest[at] ^= 1
        (folder / "manifest").write_bytes(manifest)
        with pytest.raises((robotsc.SnapshotVersionError if at == 8 else robotsc.SnapshotDamagedError)):
            robotsc.Snapshot(folder)
    _, manifest = fresh()
    manifest[32:40] = b"\1" * 8  # the size of the first shard
    (folder / "manifest").write_bytes(manifest[:-32] + hashlib.sha256(manifest[:-32]).digest())
    with pytest.raises(robotsc.SnapshotDamagedError, match="shard 0 is not the one of the manifest"):
        robotsc.Snapshot(folder)


def test_agents_that_are_left_out(tmp_path):
    (tmp_path / "one").write_bytes(of_the_page())
    snapshot = robotsc.Snapshot(tmp_path / "one")
    assert snapshot.allowed_many(["https://example.com/"]).tolist() == [True]
    snapshot._settings = snapshot.settings._replace(agents=())
    snapshot._robots = {}
    with pytest.raises(robotsc.AgentError, match="made for all robots; name the product token"):
        snapshot.allowed_many(["https://example.com/"])


# ---- pickles, processes, threads ------------------------------------------------------

@needs_store
def test_a_pickle_is_path_and_root(made, path, tmp_path):
    target = tmp_path / "target"
    (shutil.copytree if path.is_dir() else shutil.copy)(path, target)
    snapshot = robotsc.Snapshot(target, trust="forged")
    again, octets = pickle.loads(pickle.dumps(snapshot)), pickle.dumps(snapshot)
    assert (again.path, again.root, again.trust) == (snapshot.path, snapshot.root, "forged") and len(octets) < 300
    assert copy.copy(snapshot).root == snapshot.root
    expected = list(snapshot.filter(URLS))
    # When another snapshot replaces it, the open one still answers, but its pickle is refused.
    run("snapshot", "make", "-q", "--at=2030-01-01T00:00:00Z", "-o", tmp_path / "new",
        *(["--shards=3"] if path.is_dir() else []), made / "store")
    os.rename(target, tmp_path / "old")
    os.rename(tmp_path / "new", target)
    assert list(snapshot.filter(URLS)) == expected
    with pytest.raises(robotsc.SnapshotRootError, match="root"):
        pickle.loads(octets)
    shutil.rmtree(target) if path.is_dir() else target.unlink()
    with pytest.raises(FileNotFoundError):
        pickle.loads(octets)


def work(snapshot):
    return snapshot.allowed_many(URLS).tolist(), list(snapshot.filter(URLS, print="all"))


def begin(shared):
    global inherited
    inherited = shared


def work_inherited(_):
    return work(inherited)


@needs_store
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(path, method, monkeypatch):
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    snapshot = robotsc.Snapshot(path)
    expected = work(snapshot)
    with multiprocessing.get_context(method).Pool(2, begin, [snapshot]) as pool:
        assert pool.map(work, [snapshot] * 3) == [expected] * 3
        assert pool.map(work_inherited, range(3)) == [expected] * 3


@needs_store
def test_a_filter_goes_on_after_a_fork_and_a_close(path):
    snapshot = robotsc.Snapshot(path)
    robot, scan = snapshot.prepare(print="all"), iter(snapshot)
    expected, first = list(robot.select(URLS)), next(scan)
    child = os.fork()
    if not child:
        os._exit(list(robot.select(URLS)) != expected or snapshot.find(first.origin) != first)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    snapshot.close()
    assert list(robot.select(URLS)) == expected and len([first, *scan]) == 11
    for ask in (lambda: snapshot.find(URLS[0]), lambda: snapshot.allowed_many(URLS), lambda: len(snapshot), snapshot.origins):
        with pytest.raises(robotsc.SnapshotError, match="closed"):
            ask()
    with robotsc.Snapshot(path) as again:
        assert again.find(URLS[0])
    assert "closed" in repr(again)


@needs_store
def test_processes_share_its_memory(path):
    """The pages are the file's, not a copy: the map lists them as shared and read-only."""
    snapshot = robotsc.Snapshot(path)
    names = {str(path)} if path.is_file() else set(map(str, path.glob("*.snapshot")))
    maps = [line.split() for line in pathlib.Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()]
    found = {row[5]: row[1] for row in maps if len(row) > 5 and row[5] in names}
    assert set(found) == names and set(found.values()) == {"r--s"} and snapshot.find(URLS[0])
    assert not any(os.path.realpath(f"/proc/self/fd/{fd}") in names for fd in os.listdir("/proc/self/fd"))


@needs_store
def test_threads_share_it(path):
    snapshot = robotsc.Snapshot(path, trust="forged")
    expected, wrong = work(robotsc.Snapshot(path)), []

    def many():
        for _ in range(30):
            if work(snapshot) != expected:
                wrong.append(1)

    threads = [threading.Thread(target=many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
