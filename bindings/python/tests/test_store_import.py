"""test_store_import.py - import_warc makes the store of the command, and callbacks can end it.

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import io
import os
import pathlib
import subprocess
import sys
import threading

import pytest
import robotsc
from conftest import COMMAND, TREE

pytest.importorskip("robotsc._store")

CRAWL = TREE / "examples" / "crawl.warc.gz"


def run(*arguments, octets=b""):
    done = subprocess.run([COMMAND, *map(str, arguments)], input=octets, stdout=subprocess.PIPE, check=False)
    assert done.returncode in (0, 1)
    return done.stdout


def listing(path):
    return run("store", "--store", path, "list")


def blobs(path):
    with robotsc.Store(path) as store, store.session() as session:
        return [(entry.origin, entry.blob, entry.decision, entry.decision.challenge) for entry in session]


SETTINGS = [
    ({}, []),
    ({"agents": ["ExampleBot", b"other"], "extensions": True}, ["--agent=ExampleBot", "--agent=other", "--extensions"]),
    ({"dialect": "google", "limit": 600000, "strict_fields": True}, ["--dialect=google", "--limit=600000", "--strict-fields"]),
    ({"challenge": "unreachable"}, ["--challenge=unreachable"]),
    ({"redirect_scope": "origin"}, ["--redirect-scope=origin"]),
    ({"dialect": "conner2", "conner2_rest_deny": True}, ["--dialect=conner2", "--conner2-rest=deny"]),
]


@pytest.mark.parametrize("settings, flags", SETTINGS)
def test_the_store_is_that_of_the_command(tmp_path, settings, flags):
    run("import", "-q", "--store", tmp_path / "command", *flags, CRAWL)
    report = robotsc.import_warc(CRAWL, tmp_path / "module", **settings)
    assert report.records == 18 and report.faults == 0 and report.read == report.total == CRAWL.stat().st_size
    assert listing(tmp_path / "module") == listing(tmp_path / "command")
    assert blobs(tmp_path / "module") == blobs(tmp_path / "command")
    with robotsc.Store(tmp_path / "module") as store:
        assert all(value == settings.get(name, value) for name, value in store.settings._asdict().items() if name != "agents")


def test_site_scope_reads_the_suffixes(tmp_path):
    suffixes = tmp_path / "suffixes"
    suffixes.write_text("// ===BEGIN ICANN DOMAINS===\nexample\n")
    robotsc.import_warc(CRAWL, tmp_path / "module", redirect_scope="site", suffixes=suffixes)
    run("import", "-q", "--store", tmp_path / "command", "--redirect-scope=site", "--suffixes", suffixes, CRAWL)
    assert listing(tmp_path / "module") == listing(tmp_path / "command")
    with pytest.raises(FileNotFoundError):
        robotsc.import_warc(CRAWL, tmp_path / "again", redirect_scope="site", suffixes=tmp_path / "absent")


def test_lists_and_folders(tmp_path):
    texts = tmp_path / "texts"
    run("import", "-q", f"--text={texts}", CRAWL)
    (tmp_path / "list").write_text(f"http://b.example\t{TREE / 'examples' / 'robots.txt'}\nnonsense\n")
    faults = []
    report = robotsc.import_warc([texts, str(tmp_path / "list")], tmp_path / "module", fault=faults.append)
    assert report.added == 8 and report.faults == len(faults) == 1
    assert faults[0].input == str(tmp_path / "list") and faults[0].at == 2 and not faults[0].lost
    assert faults[0].why == "not an origin, a tab and the name of a file"


def test_damage_is_a_fault(tmp_path):
    cut = tmp_path / "cut.warc.gz"
    cut.write_bytes(CRAWL.read_bytes()[:9000])
    faults = []
    report = robotsc.import_warc(cut, tmp_path / "module", fault=faults.append, jobs=1)
    assert report.faults == 1 and 0 < report.added < 11
    assert faults[0].input == str(cut) and 0 < faults[0].at < 9000 and faults[0].why


# ---- callbacks -------------------------------------------------------------------

@pytest.fixture
def long_archive(tmp_path):
    """An archive of ten thousand hosts, with a fault in each hundredth."""
    path = tmp_path / "long.warc"
    with open(path, "wb") as file:
        for number in range(10000):
            body = b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /%d\n" % (number % 7) + b"# 0123456789\n" * 30
            length = b"x" if number % 100 == 99 else b"%d" % len(body)
            file.write(b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h%d.example/robots.txt\r\n"
                       b"WARC-Date: 2026-11-22T09:30:31Z\r\nContent-Type: application/http;msgtype=response\r\n"
                       b"Content-Length: %s\r\n\r\n%s\r\n\r\n" % (number, length, body))
    return path


def test_progress(long_archive, tmp_path):
    seen, threads = [], set()

    def progress(report):
        seen.append(report)
        threads.add(threading.get_ident())

    faults = []
    report = robotsc.import_warc([long_archive], tmp_path / "module", progress=progress, fault=faults.append)
    assert report.faults == len(faults) == 100 and report.added == 9900
    assert len(seen) > 3 and [each.read for each in seen] == sorted(each.read for each in seen)
    assert all(each.total == long_archive.stat().st_size for each in seen)
    assert threading.get_ident() not in threads


@pytest.mark.parametrize("which", ["progress", "fault"])
def test_an_exception_ends_the_run(long_archive, tmp_path, which):
    calls = []

    def callback(about):
        calls.append(about)
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        robotsc.import_warc([long_archive] * 20, tmp_path / "module", **{which: callback})
    assert len(calls) == 1
    with robotsc.Store(tmp_path / "module", "w") as store:
        assert store.write([]) == (0, 0, 0, 0, 0, 0)


def test_an_import_in_another_thread(tmp_path):
    reports = []
    with robotsc.Store(tmp_path / "module", "c") as store:
        thread = threading.Thread(target=lambda: reports.append(robotsc.import_warc(CRAWL, store)))
        thread.start()
        thread.join()
    assert reports[0].added == 11


INTERRUPTED = """
import os, signal, sys
import robotsc
sent = []
def progress(report):
    if report.read > 2000000 and not sent:
        sent.append(True)
        os.kill(os.getpid(), signal.SIGINT)
try:
    robotsc.import_warc([sys.argv[1]] * 10000, sys.argv[2], progress=progress)
except KeyboardInterrupt:
    print("interrupted")
robotsc.Store(sys.argv[2], "w").write([])  # the run has ended
"""


def test_keyboard_interrupt(long_archive, tmp_path):
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, long_archive, tmp_path / "module"], stdout=subprocess.PIPE,
                          timeout=60, check=False)
    assert done.stdout == b"interrupted\n" and done.returncode == 0


# ---- what is refused -------------------------------------------------------------

def test_refused(tmp_path):
    with robotsc.Store(tmp_path / "module", "c") as store:
        with pytest.raises(FileNotFoundError):
            robotsc.import_warc([CRAWL, tmp_path / "absent"], store)
        with pytest.raises(robotsc.InputError, match="README.md: no WARC file"):
            robotsc.import_warc(TREE / "README.md", store)
        with pytest.raises(TypeError, match="settings already"):
            robotsc.import_warc(CRAWL, store, dialect="google")
        with store.session(), pytest.raises(robotsc.StoreError, match="this thread has a session"):
            robotsc.import_warc(CRAWL, store)
        assert store.stats().origins == 0
    for wrong, match in (({"dialect": "x"}, "unknown dialect"), ({"limit": 1}, "limit is 1"), ({"redirect_scope": "x"}, "unknown")):
        with pytest.raises(ValueError, match=match):
            robotsc.import_warc(CRAWL, tmp_path / "new", **wrong)
    with pytest.raises(TypeError):
        robotsc.import_warc(CRAWL, tmp_path / "new", agents="ExampleBot")
    with pytest.raises(robotsc.StoreReadonlyError):
        robotsc.import_warc(CRAWL, robotsc.Store(tmp_path / "module"))


# ---- the real corpus -------------------------------------------------------------

CORPUS = os.environ.get("ROBOTSC_CORPUS")


@pytest.mark.skipif(not CORPUS, reason="ROBOTSC_CORPUS is not set")
def test_corpus(tmp_path):
    archive = pathlib.Path(CORPUS, "robots.warc.gz")
    lines = gzip.decompress(pathlib.Path(CORPUS, "urls.txt.gz").read_bytes()).rstrip() + b"\n"
    run("import", "-q", "--store", tmp_path / "command", "--agent=ExampleBot", archive)
    report = robotsc.import_warc(archive, tmp_path / "module", agents=["ExampleBot"])
    assert report.added > 1000
    assert listing(tmp_path / "module") == listing(tmp_path / "command")
    assert blobs(tmp_path / "module") == blobs(tmp_path / "command")
    with robotsc.Store(tmp_path / "module") as store:
        for which in "allowed", "disallowed", "unknown":
            printed = run("filter", "-q", "--store", tmp_path / "command", "--agent=ExampleBot", "--print", which, octets=lines)
            assert store.filter_lines(lines, "ExampleBot", print=which) == printed
            assert b"".join(store.filter(io.BytesIO(lines), "ExampleBot", print=which)) == printed
            assert printed
