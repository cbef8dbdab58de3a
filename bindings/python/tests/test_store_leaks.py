"""test_store_leaks.py - no call of stores keeps or drops a reference or a file, even if it is
refused, a callback or an iterator raises, or memory is refused.  See leaks.py.

SPDX-License-Identifier: Apache-2.0
"""
import atexit
import copy
import os
import pathlib
import pickle
import shutil
import sys
import tempfile
import types
import unittest.mock

import pytest
import robotsc
from conftest import TREE
from leaks import (broken, can_starve, cases, check_case, check_module, check_module_without_memory, check_without_memory,
                   grows_again, maker, of_python, quietly, strange, testcapi, watch)

inner = pytest.importorskip("robotsc._store")

CRAWL = TREE / "examples" / "crawl.warc.gz"
NEWS = "http://news.example/"
temporary = tempfile.TemporaryDirectory()
atexit.register(temporary.cleanup)
folder = pathlib.Path(temporary.name)


def damaged(made):
    """A copy of a store with one octet of a blob changed."""
    octets = bytearray((folder / "read" / "data.mdb").read_bytes())
    blob = robotsc.Store(folder / "read").find("http://wiki.example/").blob
    octets[octets.index(blob) + len(blob) // 2] ^= 1
    made.mkdir()
    (made / "data.mdb").write_bytes(octets)
    return made


def slow(case):
    """Marks a case that is called only a few times."""
    slow_cases.append(case)
    return case


slow_cases = []
robotsc.import_warc(CRAWL, folder / "read", agents=["ExampleBot"], extensions=True)
robotsc.Store(folder / "free", "c")
gone = pickle.dumps(robotsc.Store(folder / "gone", "c"))
shutil.rmtree(folder / "gone")
store, other = robotsc.Store(folder / "read"), robotsc.Store(folder / "free", "w")
closed = robotsc.Store(folder / "free")
closed.close()
bad = robotsc.Store(damaged(folder / "damaged"))
session, ended, bad_session = store.session(), store.session(), bad.session()
ended.end()
entry = session.find(NEWS)
policy = other.compile("User-agent: *\nDisallow: /archive/\n")
decision = robotsc.access(200, fetched=1800000000)
line_filter, all_of = store.prepare("ExampleBot", print="all", reason=True), store.prepare(b"ExampleBot", print="all")
lines = [f"{NEWS}archive/{i}" for i in range(300)] + ["http://absent.example/\n", NEWS]
octets = [line.rstrip().encode() for line in lines]
lone, blob, chunk = "\ud800", policy.blob, b"\n".join(octets)
(folder / "file").write_text("no list")
(folder / "list").write_text(f"http://b.example\t{TREE / 'examples' / 'robots.txt'}\nnonsense\n")
(folder / "text").write_text("User-agent: *\nDisallow: /x" + "\n" * 20000)
(folder / "long").write_text(f"http://b.example\t{folder / 'text'}\n" * 1000)
(folder / "suffixes").write_text("// ===BEGIN ICANN DOMAINS===\nexample\n")
(folder / "cut.warc.gz").write_bytes(CRAWL.read_bytes()[:9000])
path, absent = os.fsencode(folder / "read"), os.fsencode(folder / "absent")
options = ("ExampleBot",), 3, 0, 2, False, 0, b"\t", None, 1 << 20  # as a handle takes them
settings = ("rfc9309", ("ExampleBot",), True, 512000, False, False, False, "any", "parse")
handle, reader, writing = store._handle, session._reader, other._handle
filters = handle.filter(*options), handle.filter(*options[:4], True, *options[5:])
change = robotsc.StoreChange(NEWS, policy, decision)
written = NEWS, blob, (*decision, False), False
callback = [].count  # takes what it is given
ARGUMENTS = [store, other, closed, bad, session, ended, entry, policy, decision, line_filter, all_of, lines, octets, lone, blob,
             chunk, path, absent, options, settings, handle, reader, writing, *filters, change, written, callback, *lines[:3],
             *octets[:3], settings[1], written[2], *decision]


def in_session(use):
    with robotsc.Store(folder / "read") as opened, opened.session() as begun:
        return use(begun)


def closed_between(opened):
    """An iterator over lines continues when the store is closed."""
    answers = opened.filter(lines, "ExampleBot")
    next(answers)
    opened.close()
    return list(answers)


def ended_between(begun):
    scan = iter(begun)
    next(scan)
    begun.end()
    next(scan)


def two_scans(begun):
    first = iter(begun)
    next(first)
    next(begun.origins())
    next(first)


def too_many_sessions():
    """Begins sessions until the store has no room for another one."""
    begun = []
    for _ in range(2000):
        begun.append(store.session())


def left_alone(iterator):
    next(iterator)


def fresh(use):
    """Calls with a folder that does not exist, and removes it."""
    made = folder / "fresh"
    try:
        use(made)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def verified():
    """Verifies the store, but the child process runs a quick program instead of Python."""
    with unittest.mock.patch.object(sys, "executable", "true"):
        store.verify()


def raising(about):
    raise LookupError(about)


def imported(*paths, **keywords):
    """Imports into a store that already has the same contents."""
    robotsc.import_warc(paths or CRAWL, other, jobs=1, **keywords)


def import_of_a_lost_file(fault=callback):
    """The file "lost" is removed after a part of the file before it was read."""
    (folder / "lost").write_text("a list\t")
    robotsc.import_warc([folder / "long", folder / "lost"], other, jobs=1, fault=fault,
                        progress=lambda _: (folder / "lost").unlink(missing_ok=True))


def import_files(*arguments):
    return writing.import_files(*arguments)


def import_in_session():
    with other.session():
        imported()


# Cases by the name of the public call, which test_every_call_has_a_case compares with the package.
CASES = {
    "open": [
        lambda: inner.open(path, "r", None),
        lambda: inner.open(path, "w", settings),
        lambda: inner.open(absent, "w", None),
        lambda: inner.open(absent, "r", settings),
        lambda: inner.open(os.fsencode(folder / "file"), "r", None),
        lambda: inner.open(path, "r"),
        lambda: inner.open(str(folder), "r", None),
        lambda: inner.open(path, "r", strange),
        lambda: inner.open(path, "r", (strange, *settings[1:])),
        lambda: inner.open(path, "r", ("none", *settings[1:])),
        lambda: inner.open(path, "r", (settings[0], ("a", strange), *settings[2:])),
        lambda: inner.open(path, "r", (settings[0], ("a", lone), *settings[2:])),
        lambda: inner.open(path, "r", (*settings[:3], 1, *settings[4:])),
        lambda: inner.open(path, "r", (*settings[:7], "none", "parse")),
        lambda: inner.open(path, "r", (*settings[:8], "none")),
    ],
    "Store.": [
        lambda: robotsc.Store(folder / "read"),
        slow(of_python(lambda: fresh(lambda made: robotsc.Store(made, "c", agents=["a", b"b"], redirect_scope="site")))),
        slow(of_python(lambda: fresh(lambda made: robotsc.Store(made, "c").write([change])))),
        of_python(lambda: robotsc.Store(folder / "read", "c", agents=["examplebot"], extensions=True)),
        lambda: robotsc.Store(folder / "read", "c", agents=["Other"], extensions=True),
        lambda: robotsc.Store(folder / "read", agents="a"),
        lambda: robotsc.Store(folder / "read", agents=broken("a")),
        lambda: robotsc.Store(folder / "read", wrong=1),
        lambda: robotsc.Store(folder / "absent"),
        lambda: robotsc.Store(folder / "file", "w"),
        lambda: robotsc.Store(folder / "read", "x"),
        lambda: robotsc.Store(strange),
        of_python(lambda: pickle.loads(pickle.dumps(store))),
        of_python(lambda: copy.copy(store)),
        lambda: pickle.loads(gone),
        lambda: (repr(closed), repr(other)),
    ],
    "Store.close": [lambda: robotsc.Store(folder / "read").close(), lambda: closed.close(), lambda: closed.find(NEWS)],
    "Store.path": [lambda: store.path],
    "Store.mode": [lambda: store.mode],
    "Store.settings": [lambda: store.settings, lambda: closed.settings],
    "Store.session": [
        lambda: store.session(),
        lambda: in_session(lambda begun: begun),
        lambda: closed.session(),
        slow(too_many_sessions),
    ],
    "Store.find": [lambda: store.find(NEWS), lambda: store.find(lone), lambda: bad.find("http://wiki.example/")],
    "Store.stats": [lambda: store.stats()],
    "Store.compact": [
        slow(of_python(lambda: fresh(store.compact))),
        lambda: store.compact(folder / "read"),
        lambda: store.compact(folder / "absent" / "absent"),
        lambda: store.compact(strange),
    ],
    "Store.prepare": [
        lambda: store.prepare("ExampleBot"),
        lambda: store.prepare("ExampleBot", print="all", stale="deny", unknown="allow", reason=True, field=1, now=5),
        lambda: store.prepare("Other"),
        lambda: store.prepare("ExampleBot", print="none"),
        lambda: store.prepare("ExampleBot", delimiter="ab"),
        lambda: store.prepare("ExampleBot", now=1 << 70),
        lambda: store.prepare("ExampleBot", wrong=1),
        lambda: store.prepare(lone),
        lambda: store.prepare(strange),
        lambda: closed.prepare(),
    ],
    "Store.filter": [
        lambda: list(store.filter(lines, "ExampleBot")),
        of_python(lambda: list(store.filter(broken(lines), "ExampleBot"))),
        of_python(lambda: left_alone(store.filter(lines, "ExampleBot"))),
        lambda: closed_between(robotsc.Store(folder / "read")),
        lambda: store.filter(strange, "ExampleBot"),
    ],
    "Store.filter_lines": [lambda: store.filter_lines(chunk, "ExampleBot"), lambda: store.filter_lines(strange, "ExampleBot")],
    "Store.compile": [lambda: other.compile("User-agent: *"), lambda: store.compile(b"\xff"), lambda: other.compile(strange)],
    "Store.write": [
        slow(of_python(lambda: other.write([change, (NEWS, blob), (b"http://a.example", None, None, True), ("x", policy)]))),
        slow(lambda: other.write([])),
        lambda: other.write([(NEWS, policy, decision, strange, strange)]),
        lambda: other.write([change, strange]),
        lambda: other.write(broken([change])),
        lambda: other.write([change, (lone, policy)]),
        lambda: other.write([change, (NEWS, "text")]),
        lambda: other.write([change, (NEWS, policy, strange)]),
        lambda: other.write([change, (NEWS, policy, (strange, *decision[1:]))]),
        lambda: other.write([change, (NEWS, policy, ("none", *decision[1:]))]),
        lambda: other.write([change, (NEWS, policy, (*decision[:2], 1 << 20, *decision[3:]))]),
        lambda: other.write([(strange, policy)]),
        lambda: other.write(strange),
        lambda: store.write([change]),
    ],
    "Store.verify": [of_python(verified)],
    "Session.": [lambda: robotsc.store.Session(store), lambda: robotsc.store.Session(closed), lambda: pickle.dumps(session)],
    "Session.end": [lambda: store.session().end(), lambda: ended.end()],
    "Session.find": [
        lambda: session.find(NEWS),
        lambda: session.find(b"http://absent.example/"),
        lambda: session.find("mailto:someone@news.example"),
        lambda: session.find(lone),
        lambda: session.find(strange),
        lambda: ended.find(NEWS),
        lambda: bad_session.find("http://wiki.example/"),
    ],
    "Session.entries": [
        lambda: list(session),
        lambda: list(session.entries(NEWS)),
        lambda: list(session.entries("x")),
        lambda: list(bad_session.entries()),
        lambda: in_session(ended_between),
        lambda: two_scans(session),
        of_python(lambda: left_alone(iter(session))),
    ],
    "Session.origins": [
        lambda: list(session.origins(NEWS)),
        lambda: next(session.origins(strange)),
        lambda: next(ended.origins()),
    ],
    "Session.stats": [lambda: session.stats(), lambda: ended.stats()],
    "Session.compact": [
        slow(of_python(lambda: fresh(session.compact))),
        lambda: session.compact(folder / "read"),
        lambda: ended.compact(folder / "fresh"),
    ],
    "Filter.": [lambda: robotsc.store.Filter(store, ("ExampleBot",), {}), lambda: pickle.dumps(line_filter)],
    "Filter.lines": [
        lambda: line_filter.lines(chunk),
        lambda: store.prepare("ExampleBot").lines(bytearray(chunk)),
        lambda: line_filter.lines(memoryview(chunk)[::2]),
        lambda: line_filter.lines(lines[0]),
    ],
    "Filter.select": [
        lambda: list(line_filter.select(lines)),
        lambda: list(all_of.select(octets)),
        lambda: list(all_of.select(lines * 30)),
        of_python(lambda: left_alone(all_of.select(lines))),
        lambda: list(all_of.select(broken(lines))),
        lambda: list(all_of.select(lines + [strange])),
        lambda: list(all_of.select([lone])),
        lambda: list(all_of.select(["a\nb"])),
        lambda: all_of.select(lines[0]),
        lambda: all_of.select(strange),
    ],
    "Filter.report": [of_python(lambda: line_filter.report)],
    "Entry.": [lambda: repr(entry), of_python(lambda: pickle.loads(pickle.dumps(entry)))],
    "Entry.policy": [lambda: entry.policy, lambda: session.find(NEWS).policy],
    "import_warc": [
        slow(of_python(imported)),
        slow(of_python(lambda: imported(CRAWL, folder / "list", folder / "cut.warc.gz", progress=callback, fault=callback))),
        slow(of_python(lambda: imported(CRAWL, progress=raising))),
        slow(of_python(lambda: imported(CRAWL, folder / "cut.warc.gz", fault=raising))),
        slow(of_python(lambda: fresh(lambda made: robotsc.import_warc(CRAWL, made, redirect_scope="site",
                                                                     suffixes=folder / "suffixes")))),
        slow(of_python(lambda: fresh(lambda made: robotsc.import_warc(CRAWL, made, progress=raising)))),
        slow(of_python(lambda: fresh(lambda made: robotsc.import_warc(CRAWL, made, agents=["a", strange])))),
        slow(of_python(lambda: imported(CRAWL, folder / "absent"))),
        slow(of_python(lambda: imported(folder / "file"))),
        slow(of_python(lambda: imported(jobs=-1))),
        slow(of_python(import_of_a_lost_file)),
        lambda: imported(strange),
        lambda: imported(dialect="google"),
        lambda: robotsc.import_warc(broken([CRAWL]), other),
        lambda: robotsc.import_warc(CRAWL, store),
        lambda: robotsc.import_warc(CRAWL, closed),
        import_in_session,
    ],
    "Handle.": [lambda: inner.Handle(), lambda: pickle.dumps(handle)],
    "Handle.inherited": [lambda: handle.inherited],
    "Handle.reading": [lambda: handle.reading, lambda: writing.reading],
    "Handle.settings": [lambda: handle.settings],
    "Handle.session": [lambda: handle.session()],
    "Handle.compile": [lambda: handle.compile(b"User-agent: *"), lambda: handle.compile(lone)],
    "Handle.write": [
        slow(lambda: writing.write((written,))),
        lambda: writing.write([]),
        lambda: writing.write((written[:3],)),
        lambda: writing.write((written, strange)),
    ],
    "Handle.filter": [
        lambda: handle.filter(*options),
        lambda: handle.filter(("a", strange), *options[1:]),
        lambda: handle.filter(("Other",), *options[1:]),
        lambda: handle.filter(*options[:7], strange, 1),
        lambda: handle.filter(strange),
    ],
    "Handle.import_files": [
        slow(of_python(lambda: import_files((os.fsencode(CRAWL),), 1, False, b"", callback, callback))),
        slow(of_python(lambda: import_files((os.fsencode(CRAWL),), 1, False, b"", raising, None))),
        slow(of_python(lambda: import_files((os.fsencode(CRAWL),), 1, False, b"", strange, strange))),
        lambda: import_files((strange,), 1, False, b"", callback, None),
        lambda: import_files((absent,), 1, False, b"", callback, None),
        lambda: import_files(strange),
        lambda: handle.import_files((absent,), 1, False, b"", callback, None),
    ],
    "Reader.": [lambda: inner.Reader(), lambda: pickle.dumps(reader)],
    "Reader.find": [lambda: reader.find(NEWS), lambda: reader.find(None)],
    "Reader.seek": [lambda: reader.seek(None), lambda: reader.seek(NEWS), lambda: reader.seek("x"), lambda: reader.seek(lone)],
    "Reader.next": [lambda: (reader.seek(None), reader.next())],
    "Reader.next_origin": [
        lambda: (reader.seek(None), reader.next_origin()),
        lambda: (reader.seek("http://zz.z"), reader.next_origin()),
        lambda: ended._reader.next_origin(),
    ],
    "Reader.stats": [lambda: reader.stats()],
    "Reader.copy": [lambda: reader.copy(path), lambda: reader.copy(strange)],
    "Reader.verify": [lambda: reader.verify(), lambda: bad_session._reader.verify(), lambda: ended._reader.verify()],
    "Reader.end": [lambda: handle.session().end()],
    "LineFilter.": [lambda: inner.LineFilter(), lambda: pickle.dumps(filters[0])],
    "LineFilter.lines": [lambda: filters[0].lines(chunk), lambda: filters[0].lines(lone)],
    "LineFilter.select": [
        *(lambda each=each, wanted=wanted: each.select(lines, wanted) for each in filters for wanted in range(4)),
        lambda: filters[0].select(octets, 1),
        lambda: filters[0].select([], 3),
        lambda: filters[0].select(strange, 3),
    ],
    "LineFilter.report": [lambda: filters[0].report],
}
ALL = cases(CASES)
watch([robotsc.store, inner], ARGUMENTS)


def calls_of(case):
    return 8 if case in slow_cases else 80


@pytest.mark.parametrize("case", ALL)
def test_references(case):
    check_case(case, calls_of(case))


@pytest.mark.skipif(not testcapi, reason="there is no _testcapi")
@pytest.mark.parametrize("case", can_starve(ALL))
def test_references_without_memory(case):
    check_without_memory(case)


another_module = maker(inner)


def test_modules():
    check_module(lambda: another_module().open(path, "r", None).session().find(NEWS))


@pytest.mark.skipif(not testcapi, reason="there is no _testcapi")
@pytest.mark.skipif(not sys.getallocatedblocks(), reason="malloc does not count blocks, and the importer keeps octets")
def test_modules_without_memory():
    check_module_without_memory(another_module)


INHERITED = [
    lambda: session.find(NEWS),
    lambda: session.end(),
    lambda: line_filter.lines(b"x"),
    lambda: handle.session(),
    lambda: handle.settings,
    lambda: handle.reading,
    lambda: store.find(NEWS),
]


@pytest.mark.parametrize("case", INHERITED)
def test_references_after_a_fork(case):
    """A child process uses a store that its parent opened before the fork."""
    child = os.fork()
    if child == 0:
        try:
            changed = grows_again(lambda: quietly(case))
            print(changed, file=sys.stderr)
            os._exit(1 if changed else 0)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0


def test_too_many_sessions():
    with pytest.raises(robotsc.StoreFullError):
        too_many_sessions()


def test_a_lost_file():
    faults = []
    import_of_a_lost_file(faults.append)
    assert [(fault.lost, fault.at) for fault in faults] == [(True, None)]


def test_every_call_has_a_case():
    names = {name for name, thing in vars(inner).items() if isinstance(thing, types.BuiltinFunctionType)} | {"import_warc"}
    kinds = [robotsc.Store, robotsc.store.Session, robotsc.store.Filter, robotsc.store.Entry]
    for kind in *kinds, type(handle), type(reader), type(filters[0]):
        names |= {f"{kind.__name__}." + name for name in dir(kind) if name[0] != "_"} | {f"{kind.__name__}."}
    assert set(CASES) == names
