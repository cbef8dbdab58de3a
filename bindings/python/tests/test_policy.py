"""test_policy.py - policies and agents: types, errors, buffers, pickles, threads.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import gc
import itertools
import mmap
import pickle
import random
import tarfile
import threading
import warnings
import weakref

import pytest
import robotsc
from conftest import TREE
from robotsc.compat.protego import Protego

TEXT = "User-agent: ExampleBot\nDisallow: /private/\nUser-agent: *\nDisallow: /\n"
RECORDS = """License: https://h.example/license
Sitemap: https://h.example/a
Sitemap: https://h.example/b
User-agent: *
Crawl-delay: 1
Crawl-delay: 2.5
Request-rate: 1/10
Request-rate: 1/1m
Request-rate: 1/1h 0600-0700
Content-Usage: train-ai=n
Content-Signal: search=yes
"""


@pytest.fixture
def policy():
    return robotsc.compile(TEXT)


@pytest.fixture
def robot(policy):
    return policy.agent("ExampleBot")


def test_names(policy, robot):
    assert policy.agents == ("examplebot",)
    assert (robot.token, robot.tokens, robot.policy) == ("ExampleBot", ("ExampleBot",), policy)
    assert policy.agent("Absent", "examplebot").token == "examplebot"
    assert policy.agent("Absent").token == "*" and policy.agent().token == "*"
    assert robotsc.compile("").agent("a").token is None
    assert repr(policy) == f"<robotsc.Policy rfc9309, 1 agent, {len(policy.blob)} octets>"
    assert repr(robot) == "<robotsc.Agent ('ExampleBot',)>"


@pytest.mark.parametrize("text, kind", [
    (b"\x1f\x8b\x08\0\0", "gzip"), ("<!doctype html><title>a", "web page"), (b'{"a": 1}', "JSON"), ("{}", "JSON"),
    (b"WARC/1.0\r\nWARC-Type: warcinfo\r\n", "archive"), (robotsc.compile("").blob, "compiled"),
    ("User-agent: *".encode("utf-16"), "UTF-16"), (b"\x28\xb5\x2f\xfd\0\0", "zstd")])
def test_content(text, kind):
    with pytest.warns(robotsc.ContentWarning, match="this looks like .*" + kind + ".*, not like a robots.txt$") as found:
        assert robotsc.compile(text).agents == ()
    assert issubclass(robotsc.ContentWarning, UserWarning) and found[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(robotsc.ContentWarning):
            robotsc.compile(text)
        for other in TEXT, "", b" \n", "hello", b"\xef\xbb\xbfUser-agent: *":
            robotsc.compile(other)
        assert Protego.parse("<html>").can_fetch("/", "a")  # as Protego, which says nothing


def test_weak_references():
    policy = robotsc.compile(TEXT)
    gone, known = [], weakref.WeakValueDictionary(a=policy)
    reference = weakref.ref(policy, gone.append)
    assert reference() is policy is known["a"]
    del policy
    gc.collect()
    assert reference() is None and gone == [reference] and not known


def test_paths(tmp_path):
    with pytest.raises(TypeError, match=r"not a path: give it .*\.read_bytes\(\)$"):
        robotsc.compile(tmp_path)
    for call in (lambda: robotsc.explain(tmp_path, "a", "/"), lambda: robotsc.lint(tmp_path), lambda: robotsc.diff("", tmp_path),
                 lambda: robotsc.verify(robotsc.compile(""), tmp_path), lambda: robotsc.page(tmp_path)):
        with pytest.raises(TypeError, match=r"not a path: give .*\.read_bytes\(\)$"):
            call()


CUT = "Mozilla/5.0 (compatible; ExampleBot/2.1)", "ExampleBot/1.0", "Example Bot", " ExampleBot", "ExampleBot ", "", b"a\xff"


@pytest.mark.parametrize("name", CUT)
def test_no_tokens(policy, name):
    with pytest.raises(ValueError, match="is no product token of rfc9309; agent_for_header takes") as found:
        policy.agent("ExampleBot", name)
    assert isinstance(found.value, robotsc.AgentError) and repr(name) in str(found.value)


def test_tokens_of_dialects():
    for dialect, taken, cut in (("google", "", "bot2"), ("rfc9309", "bot2.x", "bot/2"), ("nexor1994", "my bot", "my bot/2"),
                                ("koster1996", "my bot", "bot "), ("conner2", "caf\xe9", "bot/")):
        policy = robotsc.compile(TEXT, dialect=dialect)
        assert policy.agent(taken).tokens == (taken,) and policy.agent("*").tokens == ("*",)
        with pytest.raises(robotsc.AgentError, match=dialect):
            policy.agent(cut)


def test_headers(policy):
    whole = "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://h.example/bot)"
    for header in "ExampleBot", b"ExampleBot", whole, whole.encode(), b"\xff ExampleBot\xff":
        robot = policy.agent_for_header(header)
        assert (robot.token, robot.tokens) == ("ExampleBot", ("ExampleBot",)) and robot.allowed("/")
        assert pickle.loads(pickle.dumps(robot)).tokens == robot.tokens
    for header in "", b"", "Other/1.0", "ExampleBot-Images/1.0", "curl (+https://h.example/ExampleBot)":
        robot = policy.agent_for_header(header)
        assert (robot.token, robot.tokens) == ("*", ()) and not robot.allowed("/")
    several = robotsc.compile("User-agent: a\nUser-agent: abc\nUser-agent: ab\nDisallow: /")
    assert several.agent_for_header("a/1 ab/2 abc/3 x").tokens == ("abc", "ab", "a")
    half = robotsc.compile(b"User-agent: \xc3\nDisallow: /", dialect="nexor1994")
    assert half.agent_for_header("é").tokens == (b"\xc3",)
    for wrong in 1, None, ["a"]:
        with pytest.raises(TypeError, match="a User-Agent header must be str or bytes"):
            policy.agent_for_header(wrong)
    only = robotsc.compile(TEXT, agents=["ExampleBot"])
    assert only.agent_for_header("ExampleBot/2.1").token == "ExampleBot"
    with pytest.raises(robotsc.AgentError):
        only.agent_for_header("Other/1.0")


def test_texts():
    for text in TEXT, TEXT.encode(), bytearray(TEXT.encode()), memoryview(TEXT.encode()):
        assert robotsc.compile(text).blob == robotsc.compile(TEXT).blob


def test_urls(robot):
    assert robot.allowed("https://h.example/") and robot.allowed(b"/x")
    assert not robot.allowed("https://h.example/private/é") and not robot.allowed(b"/private/\xff\0")
    for wrong in 1, None, ["/"], bytearray(b"/"):
        with pytest.raises(TypeError, match="a URL must be str or bytes, not <class"):
            robot.allowed(wrong)
    with pytest.raises(UnicodeEncodeError):
        robot.allowed("/\ud800")


def test_many(robot):
    urls = ["/", "/private/a", b"/private/b", "/é"]
    expected = [True, False, False, True]
    for iterable in urls, tuple(urls), iter(urls), (url for url in urls), dict.fromkeys(urls):
        assert robot.allowed_many(iterable).tolist() == expected
    mask = robot.allowed_many(urls)
    assert (mask.format, mask.nbytes, mask.readonly, bytes(mask)) == ("?", 4, True, b"\1\0\0\1")
    assert list(itertools.compress(urls, mask)) == ["/", "/é"]
    assert robot.allowed_many([]).tolist() == []
    many = urls * 10000
    assert robot.allowed_many(many).tolist() == expected * 10000
    for wrong in "/", b"/":
        with pytest.raises(TypeError, match="call allowed"):
            robot.allowed_many(wrong)
    for wrong in [["/"] * 9000 + [1], [None]]:
        with pytest.raises(TypeError, match="a URL must be"):
            robot.allowed_many(wrong)


def test_numpy(robot):
    numpy = pytest.importorskip("numpy", reason="there is no numpy")
    mask = robot.allowed_many(["/", "/private/a"])
    array = numpy.asarray(mask)
    assert array.dtype == bool and array.tolist() == [True, False]
    assert array.__array_interface__["data"][0] == numpy.frombuffer(mask, "u1").__array_interface__["data"][0]
    selected = robot.allowed_many(numpy.array(["/", "/private/a"]))
    assert type(selected) is numpy.ndarray and selected.dtype == bool and (~selected).tolist() == [False, True]
    assert selected.base is not None  # it is no copy


def test_pandas(robot):
    pandas = pytest.importorskip("pandas", reason="there is no pandas")
    frame = pandas.DataFrame({"url": ["/", "/private/a", "/b"], "n": [1, 2, 3]}, index=[7, 5, 7])
    mask = robot.allowed_many(frame.url)
    assert frame[mask].n.tolist() == [1, 3] and frame[~mask].n.tolist() == [2]
    assert frame.loc[mask, "url"].tolist() == frame.url[mask].tolist() == ["/", "/b"]
    assert frame[:0][robot.allowed_many(frame.url[:0])].empty
    with pytest.raises(TypeError, match="must be str or bytes, not <class 'float'>"):
        robot.allowed_many(pandas.Series(["/", float("nan")]))


def test_buffers(policy, tmp_path):
    path = tmp_path / "site.robots"
    path.write_bytes(policy)
    with open(path, "rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    again = robotsc.open(mapped)
    with pytest.raises(BufferError):
        mapped.close()
    assert again == policy and again.blob == policy.blob and memoryview(again).readonly
    robot = again.agent("ExampleBot")
    del again
    gc.collect()
    assert not robot.allowed("/private/")
    del robot
    mapped.close()
    assert robotsc.open(policy) == policy
    assert robotsc.open(policy.blob).blob is policy.blob


def test_writable_buffer_is_copied(policy):
    octets = bytearray(policy.blob)
    again = robotsc.open(octets)
    octets[:] = bytes(len(octets))
    octets.clear()
    assert again == policy and not again.agent("ExampleBot").allowed("/private/")


def test_equality(policy):
    other = robotsc.compile("")
    assert policy == robotsc.compile(TEXT) and policy != other and policy != policy.blob
    assert hash(policy) == hash(robotsc.compile(TEXT)) and len({policy, other, robotsc.compile(TEXT)}) == 2
    with pytest.raises(TypeError):
        policy < other


def test_immutable(policy, robot):
    for thing in policy, robot:
        with pytest.raises(AttributeError):
            thing.extra = 1
    with pytest.raises(AttributeError):
        policy.blob = b""
    for made in robotsc.Policy, robotsc.Agent:
        with pytest.raises(TypeError):
            made()


def test_pickles_and_copies(policy, robot):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        data = pickle.dumps(policy, protocol)
        assert b"_robotsc" not in data and pickle.loads(data) == policy
        again = pickle.loads(pickle.dumps(robot, protocol))
        assert again.policy == policy and again.tokens == robot.tokens and not again.allowed("/private/")
    assert copy.copy(policy) == policy == copy.deepcopy(policy)
    assert copy.deepcopy(robot).policy == policy


def test_forged(policy):
    r = random.Random(1)
    blob = policy.blob
    for wrong in b"", b"robots", blob[:-1], blob + b"\0", bytes(len(blob)):
        with pytest.raises(robotsc.BlobError, match="; compile the robots.txt again"):
            robotsc.open(wrong)
    for _ in range(3000):
        octets = bytearray(blob)
        for _ in range(r.randrange(1, 4)):
            octets[r.randrange(len(octets))] ^= 1 << r.randrange(8)
        try:
            opened = robotsc.open(octets)
        except robotsc.BlobError:
            continue
        assert opened.blob == octets
        opened.agent("ExampleBot").allowed_many(["/", "/private/a"])
    forged = pickle.dumps(policy).replace(blob[8:16], b"\xff" * 8)
    with pytest.raises(robotsc.BlobError):
        pickle.loads(forged)


def test_bad_blobs():
    """What C refuses with any of its three calls."""
    folder = TREE / "tests" / "runtime" / "match" / "bad-blobs"
    expected = dict(line.split()[::2] for line in (folder / "expected.txt").read_text().splitlines())
    with tarfile.open(folder / "blobs.tar") as archive:
        blobs = {member.name.removesuffix(".robots"): archive.extractfile(member).read() for member in archive.getmembers()}
    assert blobs.keys() == expected.keys() and "record-line" in blobs and "fetch-row" in blobs
    for name, blob in blobs.items():
        if expected[name] == "ok":
            assert robotsc.open(blob).blob == blob, name
        else:
            with pytest.raises(robotsc.BlobError):
                robotsc.open(blob)
                pytest.fail(name + " was opened")


def test_errors(policy):
    for wrong in 1, None, "text":
        with pytest.raises(TypeError):
            robotsc.open(wrong)
    with pytest.raises(TypeError):
        robotsc.compile(1)
    with pytest.raises(ValueError, match="unknown dialect 'rfc'; take rfc9309"):
        robotsc.compile("", dialect="rfc")
    with pytest.raises(TypeError, match="agents must be a list"):
        robotsc.compile("", agents="ExampleBot")
    with pytest.raises(ValueError, match="agents is empty"):
        robotsc.compile("", agents=[])
    with pytest.raises(TypeError, match="a product token must be"):
        robotsc.compile("", agents=[1])
    with pytest.raises(TypeError, match="a product token must be"):
        policy.agent(None)
    with pytest.raises(ValueError, match="at most 64"):
        policy.agent(*["a"] * 65)
    with pytest.raises(robotsc.AgentError, match="name this one in compile's agents"):
        robotsc.compile(TEXT, agents=["a"]).agent("b")
    for url, sentence in ("mailto:a", "http"), ("http://", "host"), ("http://h:99999/", "port"):
        with pytest.raises(robotsc.OriginError, match=sentence):
            robotsc.origin(url)
    for error in robotsc.BlobError, robotsc.AgentError, robotsc.AbsentError, robotsc.OriginError:
        assert issubclass(error, robotsc.Error) and error.__module__ == "robotsc"


def test_extensions():
    policy = robotsc.compile(RECORDS)
    robot = policy.agent("ExampleBot")
    assert policy.sitemaps == ("https://h.example/a", "https://h.example/b")
    assert policy.licenses == ("https://h.example/license",)
    assert robot.crawl_delay == 2.5
    assert robot.request_rate == (1, 60) and robot.request_rate.seconds == 60
    timed = [record for record in robot.records() if record.start is not None]
    assert [(r.field, r.documents, r.seconds, r.start, r.end) for r in timed] == [("Request-rate", 1, 3600, 360, 420)]
    usage = robot.usage("/a")
    assert usage.allowed and usage.preferences == {("Content-Usage", "train-ai"): "n", ("Content-Signal", "search"): "yes"}
    none = robotsc.compile("")
    assert none.sitemaps == () and none.agent("a").crawl_delay is None and none.agent("a").request_rate is None


def test_without_extensions():
    policy = robotsc.compile(RECORDS, extensions=False)
    robot = policy.agent("ExampleBot")
    for ask in (lambda: policy.sitemaps, lambda: policy.licenses, policy.records, robot.records, lambda: robot.crawl_delay,
                lambda: robot.request_rate, lambda: robot.usage("/")):
        with pytest.raises(robotsc.AbsentError, match="compile with extensions=True"):
            ask()


def test_threads(policy):
    robot = policy.agent("ExampleBot")
    urls = ["/", "/private/a"] * 5000
    wrong = []

    def work():
        for _ in range(20):
            if robot.allowed_many(urls).tolist() != [True, False] * 5000 or robotsc.compile(TEXT) != policy:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(100):
        urls.reverse()
        urls.reverse()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_list_that_changes_meanwhile(robot):
    """Another thread empties the list; the batch keeps the URLs with which it began."""
    for _ in range(50):
        urls = ["/private/é%d" % i for i in range(20000)]
        thread = threading.Thread(target=urls.clear)
        thread.start()
        assert not any(robot.allowed_many(urls))
        thread.join()


def test_surrogates():
    """A text read with errors="surrogateescape" has no UTF-8: the message says what to do."""
    for call in robotsc.compile, robotsc.lint, robotsc.summary:
        with pytest.raises(UnicodeEncodeError, match="surrogates not allowed; give the bytes"):
            call("User-agent: *\nDisallow: /\udcff\n")


def test_content_kinds():
    for text, kind in (b"", "empty"), ("User-agent: *", "text"), ("<html>", "html"), (bytearray(b"\x1f\x8b"), "gzip"):
        assert robotsc.content_kind(text) == kind
    for wrong in 1, None:
        with pytest.raises(TypeError):
            robotsc.content_kind(wrong)
