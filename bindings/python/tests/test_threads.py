"""test_threads.py - threads on one policy, arguments that change meanwhile, and subinterpreters.

SPDX-License-Identifier: Apache-2.0
"""
import gc
import mmap
import os
import pickle
import random
import sys
import threading
import time
import weakref

import pytest
import robotsc

TEXT = "User-agent: ExampleBot\nDisallow: /private/\nDisallow: /*.php$\nCrawl-delay: 2\nUser-agent: *\nDisallow: /\n"
SECONDS = 0.4  # of each test


@pytest.fixture
def policy():
    return robotsc.compile(TEXT)


@pytest.fixture
def robot(policy):
    return policy.agent("ExampleBot")


@pytest.fixture(autouse=True)
def often():
    """Threads take turns as often as Python can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def together(*calls, seconds=SECONDS):
    """Makes each call again and again, in its own thread; raises the threads' exceptions."""
    end, counts, raised = time.monotonic() + seconds, [0] * len(calls), []

    def work(i):
        try:
            while time.monotonic() < end or counts[i] < 3:
                calls[i]()
                counts[i] += 1
        except BaseException as error:  # pylint: disable=broad-except
            raised.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def test_all_calls_at_once(policy, robot):
    urls = ["/private/%d" % i if i % 3 else "/open/%d" % i for i in range(3000)]
    expected = [i % 3 == 0 for i in range(3000)]

    def same(found, wanted):
        assert found == wanted

    together(lambda: same(robot.allowed_many(urls).tolist(), expected),
             lambda: same(robotsc.compile(TEXT), policy),
             lambda: same([robot.allowed(url) for url in urls[:50]], expected[:50]),
             lambda: same(policy.agent("x", "ExampleBot").token, "ExampleBot"),
             lambda: same(pickle.loads(pickle.dumps(robot)).crawl_delay, 2.0),
             lambda: same(robotsc.access(200, {"Cache-Control": "max-age=5"}, fetched=1).expires, 6),
             lambda: same(robot.next_fetch(5, now=5).wait, 2.0),
             lambda: same(len(robot.records()), 1),
             gc.collect)


def test_the_last_reference_goes_in_a_batch(policy):
    """A batch that has released the GIL keeps what it reads."""
    urls = ["/private/é%d" % i for i in range(5000)]
    shared = []

    def ask():
        try:
            robot = shared.pop()
        except IndexError:
            return
        found = robot.allowed_many(iter([url + "!" for url in urls]))
        assert not any(found)

    together(ask, ask, lambda: shared.append(robotsc.open(bytearray(policy.blob)).agent("ExampleBot")), shared.clear)


def test_lists_that_change(robot):
    """A batch keeps the URLs with which it began, whatever happens to the list."""
    urls = ["/private/%d" % i for i in range(2000)]
    r = random.Random(1)

    def change():
        urls.append("/private/é")
        urls[r.randrange(len(urls))] = "/private/" + "x" * r.randrange(300)
        del urls[r.randrange(len(urls)):r.randrange(len(urls))]
        urls.extend(["/private/y"] * r.randrange(300) if len(urls) < 3000 else [])

    def ask():
        assert not any(robot.allowed_many(urls))

    together(ask, ask, change, urls.sort)


def test_iterators_that_change_their_list(robot):
    urls = ["/private/%d" % i for i in range(500)]

    def emptying():
        for url in ["/private/a", "/open"]:
            urls.clear()
            yield url
            urls.extend(["/private/%d" % i for i in range(500)])
            assert robot.allowed_many(urls).nbytes == 500

    assert robot.allowed_many(emptying()).tolist() == [False, True]

    class Growing(list):
        def __iter__(self):
            for i in range(100):
                self.append("/private/é%d" % i)
                yield self[-1]
            self.clear()

    assert robot.allowed_many(Growing()).tolist() == [False] * 100


def test_headers_that_change():
    headers = {"Cache-Control": "max-age=5"}

    class Emptying(dict):
        def items(self):
            found = list(super().items())
            self.clear()
            return found

    for _ in range(3):
        assert robotsc.access(200, Emptying(headers), fetched=1).expires == 6
    values = ["max-age=5"]

    class Pair:
        def __iter__(self):
            yield "cache-control"
            values.append("x")
            yield values
            values.clear()

    assert robotsc.access(200, [Pair()], fetched=1).expires == 86401


def test_buffers_that_are_resized(policy):
    """A policy of a bytearray has a copy: the array can change and shrink at once."""
    octets = bytearray(policy.blob)
    opened = robotsc.open(octets)
    view = memoryview(octets)
    again = robotsc.open(view)
    view.release()
    octets.clear()
    octets += b"other" * 1000
    assert opened == again == policy and not again.agent("ExampleBot").allowed("/private/")
    text = bytearray(TEXT.encode())

    def change():
        text[:] = TEXT.encode() + b"#" * random.randrange(1000)

    together(lambda: robotsc.compile(text).agents, lambda: policy.stamp(robotsc.access(200), text), change)


def test_exports_keep_the_octets(policy):
    """memoryview(policy) keeps the policy, and so the buffer that it was opened from."""
    blob = bytes(bytearray(policy.blob))
    view = memoryview(robotsc.open(memoryview(blob)))
    before = sys.getrefcount(blob)
    gc.collect()
    assert view.tobytes() == blob and view.readonly
    view.release()
    gc.collect()
    assert sys.getrefcount(blob) < before


def test_mmap(policy, tmp_path):
    path = tmp_path / "site.robots"
    path.write_bytes(policy)
    with open(path, "rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    robot = robotsc.open(mapped).agent("ExampleBot")
    os.unlink(path)
    for close in mapped.close, lambda: mapped.resize(1):
        with pytest.raises((BufferError, TypeError)):
            close()
    together(lambda: robot.allowed_many(["/private/"] * 100), lambda: robot.policy.agent("x").token,
             lambda: pytest.raises(BufferError, mapped.close))
    assert not robot.allowed("/private/")
    del robot
    gc.collect()
    mapped.close()
    with pytest.raises(ValueError):
        robotsc.open(mapped)


def test_cycles_are_collected(policy):
    """A policy of a buffer that refers back to the policy is garbage."""
    numpy = pytest.importorskip("numpy", reason="there is no numpy")

    class Octets(numpy.ndarray):
        pass

    octets = numpy.frombuffer(policy.blob, "u1").view(Octets)
    octets.robot = robotsc.open(octets).agent("ExampleBot")
    assert any(thing is octets for thing in gc.get_referents(octets.robot.policy))
    gone = weakref.ref(octets)
    del octets
    gc.collect()
    assert gone() is None


# ---- interpreters ----------------------------------------------------------------

INSIDE = """
import sys
sys.path[:] = %r
import gc, pickle, robotsc
policy = robotsc.compile(%r)
robot = policy.agent("ExampleBot")
assert robot.allowed_many(["/", "/private/"] * 100).tolist() == [True, False] * 100
assert pickle.loads(pickle.dumps(policy)) == policy and robotsc.access(404).outcome == "allow"
assert robotsc.open(%r) == policy and isinstance(robot.records()[0], robotsc.Record)
try:
    robotsc.open(b"")
    raise SystemExit("opened")
except robotsc.BlobError as error:
    assert type(error) is robotsc.BlobError
"""


def interpreters():
    return pytest.importorskip("_xxsubinterpreters", reason="there is no _xxsubinterpreters")


def inside(policy):
    return INSIDE % (sys.path, TEXT, policy.blob)


def test_interpreters_have_their_own_types(policy):
    made = interpreters()
    ids = [made.create() for _ in range(3)]
    for one in ids:
        made.run_string(one, inside(policy))
    for one in ids:
        made.run_string(one, "assert robot.allowed('/') and repr(policy)")
        made.destroy(one)
    assert policy.agent("ExampleBot").allowed("/") and robotsc.compile(TEXT) == policy


def test_interpreters_in_threads(policy):
    made = interpreters()
    script = inside(policy)

    def work():
        one = made.create()
        try:
            for _ in range(3):
                made.run_string(one, script)
        finally:
            made.destroy(one)

    robot = policy.agent("ExampleBot")
    together(work, work, lambda: robot.allowed_many(["/private/"] * 1000), seconds=0.8)
