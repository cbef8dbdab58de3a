"""test_store.py - stores: they are exchanged with the command, and wrong arguments are refused.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pickle
import shutil
import subprocess
import threading

import pytest
import robotsc
from conftest import COMMAND, TREE

pytest.importorskip("robotsc._store")

CRAWL = TREE / "examples" / "crawl.warc.gz"
FRONTIER = TREE / "examples" / "frontier.txt"
NEWS = "User-agent: *\nDisallow: /archive/\n"


def run(*arguments, octets=b""):
    done = subprocess.run([COMMAND, *map(str, arguments)], input=octets, stdout=subprocess.PIPE, check=False)
    assert done.returncode in (0, 1)
    return done.stdout


def blob_of(path, origin):
    run("store", "--store", path, "-q", "-o", path / "blob", "get", origin)
    return (path / "blob").read_bytes()


@pytest.fixture
def path(tmp_path):
    """A store made by the command."""
    folder = tmp_path / "policies"
    run("import", "-q", "--store", folder, "--agent=ExampleBot", "--extensions", CRAWL)
    return folder


@pytest.fixture
def store(path):
    with robotsc.Store(path, "w") as opened:
        yield opened


# ---- reading ---------------------------------------------------------------------

def test_entries_are_those_of_the_command(store, path):
    listed = [line.split("\t") for line in run("store", "--store", path, "list").decode().splitlines()]
    with store.session() as session:
        entries = list(session)
        assert list(session.origins()) == [entry.origin for entry in entries]
    assert [entry.origin for entry in entries] == [line[0] for line in listed]
    assert [entry.decision.outcome for entry in entries] == [line[3] for line in listed]
    for entry in entries:
        assert entry.blob == blob_of(path, entry.origin)


def test_find(store):
    entry = store.find("HTTP://News.Example:80/archive/1999?x#y")
    assert entry.origin == "http://news.example"
    assert entry.decision.status == 200 and entry.decision.end == "response" and entry.decision.profile == "rfc9309"
    assert entry.decision.fetched < entry.decision.expires
    assert store.find(b"http://absent.example/") is None
    with pytest.raises(robotsc.OriginError):
        store.find("mailto:someone@news.example")


def test_an_entry_outlives_its_session_and_the_store(path):
    with robotsc.Store(path) as store, store.session() as session:
        entry = session.find("http://news.example/")
    robot = entry.policy.agent("ExampleBot")
    assert robot.allowed("/") and not robot.allowed("/archive/1999")
    assert entry.policy is entry.policy


def test_a_session_is_a_snapshot(store):
    with store.session() as session:
        writer = threading.Thread(target=store.write, args=([robotsc.StoreChange("http://new.example", store.compile(NEWS))],))
        writer.start()
        writer.join()
        assert session.find("http://new.example/") is None
    assert store.find("http://new.example/") is not None


def test_sessions_that_have_ended(store):
    with store.session() as session:
        scan = iter(session)
        next(scan)
    for use in (lambda: session.find("http://news.example/"), session.stats, lambda: next(scan)):
        with pytest.raises(robotsc.StoreError, match="the session has ended"):
            use()
    session.end()


def test_one_iteration_at_a_time(store):
    with store.session() as session:
        first = iter(session)
        next(first)
        assert next(session.origins("http://old.example")) == "http://old.example"
        with pytest.raises(robotsc.StoreError, match="another iteration"):
            next(first)


# ---- filters ---------------------------------------------------------------------

@pytest.mark.parametrize("options", [
    {}, {"print": "disallowed"}, {"print": "unknown"}, {"print": "all"}, {"print": "all", "reason": True},
    {"now": 1795250000}, {"stale": "unknown", "print": "unknown"}, {"stale": "deny"}, {"unknown": "allow"},
    {"unknown": "disallow", "print": "disallowed"}, {"field": 2, "delimiter": " ", "print": "all"},
    {"max_line": 30, "print": "all"},
])
def test_filter_answers_as_the_command(store, path, options):
    lines = [*FRONTIER.read_bytes().splitlines(True), b"no URL\n", b"key http://news.example/archive/1\r\n",
             b"http://absent.example/\n", b"http://news.example/\xff\n", b"\n"]
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items() if name not in ("reason", "now")]
    flags += ["--reason"] if options.get("reason") else []
    flags += ["--at=1795250000"] if "now" in options else []
    printed = run("filter", "-q", "--store", path, "--agent=ExampleBot", *flags, octets=b"".join(lines))
    assert store.filter_lines(b"".join(lines), "ExampleBot", **options) == printed
    answers = list(store.filter(lines, "ExampleBot", **options))
    if options.get("print") == "all":
        answers = [b"\t".join([*map(str.encode, answer[:-1]), answer[-1]]) for answer in answers]
    if "max_line" not in options:
        assert b"".join(answers) == printed
    else:
        assert [answer.split(b"\t")[0] for answer in answers] == [answer.split(b"\t")[0] for answer in printed.splitlines()]


def test_lines_come_back_as_the_same_objects(store):
    lines = [line + end for line in FRONTIER.read_text().splitlines() for end in ("", "\n")] * 3000
    allowed = list(store.filter(iter(lines), "ExampleBot"))
    where = {id(line) for line in lines}
    assert 0 < len(allowed) < len(lines) and all(id(line) in where for line in allowed)


# ---- writing ---------------------------------------------------------------------

def test_write(store, path):
    policy = store.compile(NEWS)
    report = store.write([("https://a.example/x", policy), ("https://b.example", policy.blob), ("http://news.example/", None),
                          ("mailto:x", policy), ("http://c.example", b"no blob")])
    assert report == (2, 0, 1, 0, 1, 2) and report.refused == 2
    assert store.find("https://a.example").blob == policy.blob == blob_of(path, "https://b.example")
    assert store.find("http://news.example/") is None
    entry = store.find("http://wiki.example/")
    earlier = robotsc.access(200, fetched=entry.decision.fetched - 1)
    assert store.write([robotsc.StoreChange(entry.origin, policy, earlier)]).kept == 1
    assert store.find(entry.origin).blob == entry.blob


def test_policies_for_others_are_refused(store):
    """A policy that has no answer for ExampleBot would stop each filter that meets it."""
    text = "User-agent: ExampleBot\nDisallow: /\nUser-agent: OtherBot\nDisallow: /"
    for agents, dialect, refused in [(None, "rfc9309", 0), (["OtherBot", "ExampleBot"], "rfc9309", 0),
                                     (["OtherBot"], "rfc9309", 1), (None, "google", 1)]:
        change = "http://new.example", robotsc.compile(text, agents=agents, dialect=dialect)
        assert store.write([change]).refused == refused
    assert list(store.filter(["http://new.example/"], "ExampleBot", print="all")) == [("disallow", "http://new.example/")]


def test_wrong_paths(tmp_path, monkeypatch):
    """None of these paths makes a store in the current folder, or in a folder named a."""
    monkeypatch.chdir(tmp_path)
    for wrong in "", b"", "a\0b", b"a\0b":
        with pytest.raises(ValueError, match="is no path of a folder"):
            robotsc.Store(wrong, "c")
    assert list(tmp_path.iterdir()) == []


def test_entries_are_values(store):
    first, other = store.find("http://news.example/"), store.find("http://shop.example/")
    for same in store.find("http://news.example/x"), pickle.loads(pickle.dumps(first)):
        assert same == first and hash(same) == hash(first)
    assert first != other and first != 1 and len({first, other}) == 2


def test_decisions_go_in_and_out(store):
    now = store.find("http://news.example/").decision.fetched + 1
    failed = robotsc.access(503, fetched=now)
    assert store.write([robotsc.StoreChange("http://news.example/", store.compile(""), failed, keep=True)]).kept == 1
    assert store.write([robotsc.StoreChange("http://news.example/", store.compile(""), failed)]).replaced == 1
    assert store.find("http://news.example/").decision == failed
    stamped = store.compile(NEWS).stamp(robotsc.access(200, fetched=now + 1), NEWS)
    assert store.write([("http://news.example/", stamped)]).replaced == 1
    assert store.find("http://news.example/").decision == stamped.decision
    for wrong in ("what", *failed[1:]), (*failed[:2], 65536, *failed[3:]):
        with pytest.raises(ValueError, match="decision"):
            store.write([("http://news.example/", stamped, wrong)])


def test_a_thread_in_a_session_must_not_write(store):
    with store.session():
        with pytest.raises(robotsc.StoreError, match="this thread has a session"):
            store.write([])
    assert store.write([]) == (0, 0, 0, 0, 0, 0)


# ---- opening ---------------------------------------------------------------------

def test_modes(path, tmp_path):
    with pytest.raises(robotsc.StoreNotFoundError, match="there is no store"):
        robotsc.Store(tmp_path / "absent", "w")
    assert not (tmp_path / "absent").exists()
    with pytest.raises(robotsc.StoreReadonlyError, match="mode 'w'"):
        robotsc.Store(path).write([])
    with pytest.raises(robotsc.StoreSettingsError, match=r"it has extensions=True, not False"):
        robotsc.Store(path, "c", agents=["ExampleBot"])
    robotsc.Store(path, "c", agents=["examplebot"], extensions=True).close()


def test_several_stores_of_one_folder(path):
    reader = robotsc.Store(path)
    line_filter = reader.prepare("ExampleBot", print="unknown")
    assert line_filter.lines(b"http://new.example/\n") == b"http://new.example/\n"
    writer = robotsc.Store(path, "w")
    assert writer.write([("http://new.example", writer.compile(NEWS))]).added == 1
    writer.close()
    assert reader.find("http://new.example/") is not None
    assert line_filter.lines(b"http://new.example/\n") == b""
    with pytest.raises(robotsc.StoreReadonlyError):
        reader.write([])
    with pytest.raises(robotsc.StoreError, match="closed"):
        writer.find("http://new.example/")


def test_pickles_are_the_path(store, path):
    again = pickle.loads(pickle.dumps(store))
    assert again.path == str(path) and again.mode == "r"
    assert again.find("http://news.example/").origin == "http://news.example"


def in_child(work):
    """Runs a function in a forked child; true if it returned true."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    return os.waitpid(child, 0)[1] == 0


def test_reading_needs_no_right_to_change(path):
    os.chmod(path / "data.mdb", 0o444)
    os.chmod(path / "lock.mdb", 0o666)
    store = shutil.move(path, f"/tmp/robotsc-test-{os.getpid()}")  # whoever that is may search /tmp

    def work():
        if os.getuid() == 0:
            os.setuid(65534)
        reader = robotsc.Store(store)
        with pytest.raises(robotsc.StoreReadonlyError):
            robotsc.Store(store, "w")
        return reader.find("http://news.example/") is not None

    try:
        os.chmod(store, 0o755)
        assert in_child(work)
    finally:
        shutil.rmtree(store)


def test_fork(store):
    with store.session() as session:
        line_filter = store.prepare("ExampleBot")

        def work():
            for use in (lambda: session.find("http://news.example/"), lambda: line_filter.lines(b"x")):
                with pytest.raises(robotsc.StoreError, match="before a fork"):
                    use()
            session.end()
            return store.find("http://news.example/") is not None and store.write([("http://new.example", b"")]).refused == 1

        assert in_child(work)
        assert session.find("http://news.example/") is not None
    assert store.write([("http://new.example", store.compile(NEWS))]).added == 1


# ---- threads ---------------------------------------------------------------------

def test_threads_share_a_store(store):
    lines = FRONTIER.read_bytes().splitlines() * 500
    expected = list(store.filter(lines, "ExampleBot"))
    blob = store.find("http://news.example/").blob
    failures = []

    def work(number):
        try:
            for turn in range(5):
                assert list(store.filter(lines, "ExampleBot")) == expected
                assert store.find("http://news.example/").blob == blob
                assert store.write([(f"http://t{number}-{turn}.example", store.compile(NEWS))]).added == 1
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and store.stats().origins == 11 + 30


# ---- the store as a whole --------------------------------------------------------

def test_stats_and_compact(store, tmp_path):
    store.write([("http://news.example/", None), ("http://www.news.example/", None)])
    before = store.stats()
    assert before.origins == 9 and before.policies < before.blobs
    store.compact(tmp_path / "compact")
    after = robotsc.Store(tmp_path / "compact").stats()
    assert after.origins == 9 and after.blobs == after.policies == before.policies and after.free_bytes == 0
    with pytest.raises(robotsc.StoreExistsError):
        store.compact(tmp_path / "compact")


def test_verify(path):
    assert robotsc.Store(path).verify() == ()
    octets = bytearray((path / "data.mdb").read_bytes())
    blob = robotsc.Store(path).find("http://wiki.example/").blob
    octets[octets.index(blob) + len(blob) // 2] ^= 1
    copy = path.parent / "damaged"
    copy.mkdir()
    (copy / "data.mdb").write_bytes(octets)
    assert robotsc.Store(copy).verify() != ()
    with pytest.raises(robotsc.StoreDamagedError):
        robotsc.Store(copy).find("http://wiki.example/")


def test_compile_warns(store):
    with pytest.warns(robotsc.ContentWarning, match="^this looks like html, not like a robots.txt$") as found:
        store.compile("<html>")
    assert found[0].filename == __file__
    store.compile("")
