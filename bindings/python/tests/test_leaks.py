"""test_leaks.py - no call of the core module keeps or drops a reference, even if it fails or memory
is refused.

Each case is called some hundred times.  The heap may not grow, and no object that outlives the
calls may have another count of references: arguments, types, exceptions, and what Python shares,
such as None, small numbers and short texts.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import datetime
import itertools
import os
import pickle
import sys
import types
import warnings
import unittest.mock

import pytest
import robotsc
from robotsc._ask import B_IS_BLOB, BODY, CHANGES, COMPARE, EXPLAIN, LINT, PAGE, SUMMARY
from leaks import (cases, can_starve, check_case, check_module, check_module_without_memory, check_without_memory, broken, grown,
                   maker, of_python, strange, testcapi, total_references, watch)

try:
    import numpy
except ImportError:
    numpy = None

TEXT = """Sitemap: https://h.example/a
License: https://h.example/license
User-agent: ExampleBot
Disallow: /private/
Crawl-delay: 2.5
Request-rate: 300/1000s
Request-rate: 1/1h 0600-0700
Visit-time: 0600-0700
Content-Usage: train-ai=n
Content-Signal: search=yes
Unknown: line
User-agent: *
Disallow: /
"""
class Fails:
    """Raises wherever it is asked."""

    tzinfo = datetime.timezone.utc

    def __iter__(self):
        raise RuntimeError

    items = timestamp = total_seconds = __bool__ = __float__ = __index__ = __iter__


class FailingZone:
    def timestamp(self):
        return 0.0

    @property
    def tzinfo(self):
        raise RuntimeError


class ArrayLike:
    """URLs, for which allowed_many gives a NumPy array, if there is one."""

    def __iter__(self):
        return iter(urls)

    @property
    def __array__(self):
        return 1


class FailsLate(ArrayLike):
    @property
    def __array__(self):
        raise RuntimeError


@unittest.mock.patch.dict(sys.modules, numpy=None)
def without_numpy():
    robot.allowed_many(array_like)


@unittest.mock.patch.dict(sys.modules, numpy=types.SimpleNamespace(asarray=memoryview))
def with_another_numpy():
    robot.allowed_many(array_like)


def picture():
    """Runs without Graphviz, which is slow."""
    with unittest.mock.patch.dict(os.environ, PATH=""):
        robot._repr_html_()


fails, zone = Fails(), FailingZone()
array_like, fails_late = ArrayLike(), FailsLate()
policy = robotsc.compile(TEXT)
bare = robotsc.compile(TEXT, agents=["ExampleBot"], extensions=False)
robot, other, plain = policy.agent("ExampleBot"), policy.agent("Other", b"third"), bare.agent("ExampleBot")
decision = robotsc.access(200, {"Cache-Control": "max-age=600"}, fetched=1800000000)
stamped = policy.stamp(decision, TEXT)
forged = bytearray(policy.blob)
forged[-1] ^= 1
writable = bytearray(policy.blob)
urls = ["https://h.example/private/%d" % i for i in range(100)]
octets = [url.encode() for url in urls]
lone = "\ud800"
inner, robots, options, rfc = robotsc._robotsc, TEXT.encode(), ("rfc9309", 512000, 0), b"rfc9309"
log = b'192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] "GET /private/a HTTP/1.1" 200 1 "-" "ExampleBot"\nnone\n'
files, ranges = ((robots, -2**63, b"r"),), ((b"ExampleBot", b'["192.0.2.0/24"]'),)
html = b"<meta name=robots content='noindex, max-snippet:5'><meta name=tdm-policy content=x><a rel=nofollow href=/>"
headers = {"Cache-Control": "max-age=x", "Expires": ["0", b"1"], "Age": "\udcff"}
pairs = types.SimpleNamespace(items=[(lone, "max-age=x"), ("Expires", ["0", b"1"]), ("Age", "\udcff")].copy)
now = datetime.datetime(2027, 1, 15, 8, tzinfo=datetime.timezone.utc)
naive = datetime.datetime(2027, 1, 15, 8)
hour = datetime.timedelta(hours=1)
suffixes = "// ===BEGIN ICANN DOMAINS===\ncom\n"
strange_decision = robotsc.Decision([strange] + list(decision[1:]))
untrue_decision = robotsc.Decision(list(decision[:8]) + [fails] + list(decision[9:]))
early_decision = robotsc.Decision(list(decision[:6]) + [0] + list(decision[7:]))
ARGUMENTS = [array_like, fails_late, strange, fails, zone, policy, bare, robot, other, plain, decision, stamped, forged,
             writable, urls, octets, headers, pairs, now, naive, hour, suffixes, lone, TEXT, strange_decision, untrue_decision,
             early_decision, urls[0], octets[0], policy.blob, stamped.blob, robot.tokens, other.tokens, robots, options, html]


# Suppresses warnings: Python's own code would print them, and may crash without memory.
def quietly(call, argument):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call(argument)


# Cases by the name of the public call, which test_every_call_has_a_case compares with the package.
CASES = {
    "_compile": [lambda: inner._compile(TEXT), lambda: inner._compile(b"{}"), lambda: inner._compile(strange)],
    "_need_token": [
        lambda: inner._need_token(b"a", "rfc9309", "a"),
        lambda: inner._need_token(b"a b", "rfc9309", strange),
        lambda: inner._need_token(b"a b", "rfc9309", lone),
        lambda: inner._need_token(b"a", "none", "a"),
        lambda: inner._need_token(strange, "rfc9309", "a"),
    ],
    "compile": [
        lambda: robotsc.compile(TEXT),
        lambda: robotsc.compile(TEXT.encode(), ["ExampleBot", b"b"], "google", False),
        lambda: robotsc.compile(writable),
        lambda: robotsc.compile(memoryview(writable)),
        lambda: robotsc.compile(lone),
        lambda: robotsc.compile(strange),
        lambda: robotsc.compile(TEXT, agents="a"),
        lambda: robotsc.compile(TEXT, agents=strange),
        lambda: robotsc.compile(TEXT, agents=fails),
        lambda: robotsc.compile(TEXT, agents=[]),
        lambda: robotsc.compile(TEXT, agents=["a", strange]),
        lambda: robotsc.compile(TEXT, agents=[lone]),
        lambda: robotsc.compile(TEXT, dialect="none"),
        lambda: robotsc.compile(TEXT, extensions=fails),
        lambda: robotsc.compile(memoryview(writable)[::2]),
    ],
    "open": [
        lambda: robotsc.open(policy.blob),
        lambda: robotsc.open(policy),
        lambda: robotsc.open(writable),
        lambda: robotsc.open(memoryview(writable)),
        lambda: robotsc.open(memoryview(writable)[::2]),
        lambda: robotsc.open(forged),
        lambda: robotsc.open(b""),
        lambda: robotsc.open(bytes(forged)),
        lambda: robotsc.open(strange),
    ],
    "content_kind": [
        lambda: robotsc.content_kind(TEXT),
        lambda: robotsc.content_kind(writable),
        lambda: robotsc.content_kind(strange),
        lambda: robotsc.content_kind(lone),
    ],
    "url_problem": [
        lambda: robotsc.url_problem("/"),
        lambda: robotsc.url_problem(b"x", dialect="google"),
        lambda: robotsc.url_problem("/", dialect="none"),
        lambda: robotsc.url_problem(strange),
        lambda: robotsc.url_problem(lone),
    ],
    "origin": [
        lambda: robotsc.origin("HTTPS://User@Shop.Example:443/"),
        lambda: robotsc.origin(octets[0]),
        lambda: robotsc.origin("x"),
        lambda: robotsc.origin(strange),
        lambda: robotsc.origin(lone),
    ],
    "access": [
        lambda: robotsc.access(200),
        of_python(lambda: robotsc.access(200, headers, fetched=now, profile="google", unreachable=hour, cached_age=5)),
        lambda: robotsc.access(200, pairs, fetched=5, profile="google", unreachable=hour, cached_age=5),
        lambda: robotsc.access(failure="timeout", fetched=1800000000.5, cached_age=hour),
        lambda: robotsc.access(),
        lambda: robotsc.access(strange),
        lambda: robotsc.access(-1),
        lambda: robotsc.access(200, failure="none"),
        lambda: robotsc.access(202, page=True, challenge="unreachable"),
        lambda: robotsc.access(200, challenge="none"),
        lambda: robotsc.access(200, challenge=strange),
        lambda: robotsc.access(200, failure=strange),
        lambda: robotsc.access(200, profile="none"),
        lambda: robotsc.access(200, strange),
        lambda: robotsc.access(200, fails),
        lambda: robotsc.access(200, [("a", "b"), ("a",)]),
        lambda: robotsc.access(200, ["ab"]),
        lambda: robotsc.access(200, [fails]),
        lambda: robotsc.access(200, [("a", strange)]),
        lambda: robotsc.access(200, [(strange, "a")]),
        lambda: robotsc.access(200, [("a", ["b", strange])]),
        lambda: robotsc.access(200, broken([("a", "b")])),
        of_python(lambda: robotsc.access(200, {lone: [lone, b"x"]})),
        lambda: robotsc.access(200, fetched=naive),
        lambda: robotsc.access(200, fetched=zone),
        lambda: robotsc.access(200, fetched=fails),
        lambda: robotsc.access(200, fetched=strange),
        lambda: robotsc.access(200, fetched=float("nan")),
        lambda: robotsc.access(200, unreachable=fails),
        lambda: robotsc.access(200, cached_age=strange),
        lambda: robotsc.access(200, redirects=-1),
        lambda: robotsc.access(200, empty=fails),
        lambda: robotsc.access(200, wrong=strange),
    ],
    "fresh": [
        lambda: robotsc.fresh(decision),
        lambda: robotsc.fresh(stamped, now),
        lambda: robotsc.fresh(policy, now=1.5),
        lambda: robotsc.fresh(strange),
        lambda: robotsc.fresh(strange_decision),
        lambda: robotsc.fresh(untrue_decision),
        lambda: robotsc.fresh(decision, strange),
        lambda: robotsc.fresh(),
    ],
    "redirect_in_scope": [
        lambda: robotsc.redirect_in_scope(urls[0], octets[0], "origin"),
        lambda: robotsc.redirect_in_scope("https://a.x.com/", "https://b.x.com/", "site", suffixes),
        lambda: robotsc.redirect_in_scope(urls[0], urls[0], "site"),
        lambda: robotsc.redirect_in_scope(urls[0], urls[0], "site", strange),
        lambda: robotsc.redirect_in_scope(urls[0], urls[0], strange),
        lambda: robotsc.redirect_in_scope(urls[0], lone, "any"),
        lambda: robotsc.redirect_in_scope(strange, urls[0], "any"),
    ],
    "unreadable_fields": [
        of_python(lambda: robotsc.unreadable_fields(headers)),
        of_python(lambda: robotsc.unreadable_fields([("Expires", lone)])),
        lambda: robotsc.unreadable_fields(pairs),
        lambda: robotsc.unreadable_fields(None),
        lambda: robotsc.unreadable_fields(strange),
    ],
    "_ask": [
        lambda: inner._ask(LINT, 0, (1000, 1, 0, 0, 0), (rfc, b"\n" * 300 + robots, b"name")),
        lambda: inner._ask(EXPLAIN, CHANGES, (1, 0, 0, 0, 0), (rfc, robots, b"/private/\xff", b"ExampleBot", b"a")),
        lambda: inner._ask(SUMMARY, 0, (1000, 1, 0, 0, 0), (rfc, robots, b"", b"", b"User-agent: *\nDisallow: /a\n", b"")),
        lambda: inner._ask(COMPARE, 0, (1000, 3, 1, 0, 600000), (rfc, robots, b"a", rfc, b"", b"b")),
        lambda: inner._ask(COMPARE, B_IS_BLOB, (1000, 3, 0, 0, 0), (rfc, robots, b"", rfc, policy.blob, b"", b"ExampleBot")),
        lambda: inner._ask(PAGE, BODY, (1, 1, 0, 0, 0), (html, b"X-Robots-Tag: noindex", b"ExampleBot")),
        lambda: inner._ask(EXPLAIN, 0, (1, 0, 0, 0, 0), (rfc, robots, b"/", b"a b")),
        lambda: inner._ask(LINT, 0, (1000, 1, 0, 0, 0), (b"none", robots, b"")),
        lambda: inner._ask(COMPARE, B_IS_BLOB, (1000, 3, 0, 0, 0), (rfc, robots, b"", rfc, b"no blob", b"")),
        lambda: inner._ask(99, 0, (0, 0, 0, 0, 0), ()),
        lambda: inner._ask(LINT, 1 << 31, (0, 0, 0, 0, 0), ()),
        lambda: inner._ask(LINT, 0, (fails, 0, 0, 0, 0), ()),
        lambda: inner._ask(LINT, 0, (0, 0, 0, 0), ()),
        lambda: inner._ask(LINT, 0, (0, 0, 0, 0, 0), strange),
        lambda: inner._ask(LINT, 0, (0, 0, 0, 0, 0), (rfc, strange)),
    ],
    "_audit": [
        lambda: inner._audit([log, None, log], files, None, None, None, None, 3, False, True, ranges, options),
        lambda: inner._audit(iter([log]), files * 2, None, "json", "x", "http", 3, True, False, (), options),
        lambda: inner._audit([log, strange], files, None, None, None, None, 3, False, True, (), options),
        lambda: inner._audit(broken([log]), files, None, None, None, None, 3, False, True, (), options),
        lambda: inner._audit(strange, files, None, None, None, None, 3, False, True, (), options),
        lambda: inner._audit([], files, None, "%h", None, None, 3, False, True, (), options),
        lambda: inner._audit([], files, None, None, "x", None, 3, False, True, (), options),
        lambda: inner._audit([], files, None, lone, None, None, 3, False, True, (), options),
        lambda: inner._audit([], (), None, None, None, None, 3, False, True, (), options),
        lambda: inner._audit([], files, strange, None, None, None, 3, False, True, (), options),
        lambda: inner._audit([], (files[0], strange), None, None, None, None, 3, False, True, (), options),
        lambda: inner._audit([], ((strange, 0, b""),), None, None, None, None, 3, False, True, (), options),
        lambda: inner._audit([], files, None, None, None, None, 3, fails, True, (), options),
        lambda: inner._audit([], files, None, None, None, None, 3, False, True, ((b"a", strange),), options),
        lambda: inner._audit([], files, None, None, None, None, 3, False, True, ((b"a b", b""),), options),
        lambda: inner._audit([], files, None, None, None, None, 3, False, True, (strange,), options),
        lambda: inner._audit([], files, None, None, None, None, 3, False, True, (), ("none",)),
    ],
    "Policy.agent": [
        lambda: policy.agent(),
        lambda: policy.agent("ExampleBot", b"a", urls[0]),
        lambda: policy.agent("a", strange),
        lambda: policy.agent(*urls),
        lambda: bare.agent("Other"),
    ],
    "Policy.agent_for_header": [
        lambda: policy.agent_for_header("Mozilla/5.0 (compatible; ExampleBot/1.0)"),
        lambda: policy.agent_for_header(b"none, but this \xff"),
        lambda: policy.agent_for_header(b"x"),
        lambda: policy.agent_for_header(strange),
        lambda: policy.agent_for_header(lone),
        lambda: bare.agent_for_header("Other/1.0"),
    ],
    "Policy.agents": [lambda: policy.agents, lambda: bare.agents],
    "Policy.blob": [lambda: policy.blob, lambda: robotsc.open(memoryview(policy)).blob, lambda: bytes(memoryview(policy))],
    "Policy.dialect": [lambda: policy.dialect],
    "Policy.decision": [lambda: policy.decision, lambda: stamped.decision],
    "Policy.licenses": [lambda: policy.licenses, lambda: bare.licenses],
    "Policy.sitemaps": [lambda: policy.sitemaps, lambda: bare.sitemaps],
    "Policy.records": [lambda: policy.records(), lambda: bare.records()],
    "Policy.stamp": [
        lambda: policy.stamp(decision),
        lambda: policy.stamp(decision, TEXT),
        lambda: policy.stamp(decision, writable),
        lambda: stamped.stamp(decision, text=b""),
        lambda: stamped.stamp(decision),
        lambda: policy.stamp(strange),
        lambda: policy.stamp(strange_decision),
        lambda: policy.stamp(untrue_decision),
        lambda: policy.stamp(early_decision),
        lambda: policy.stamp(decision, strange),
        lambda: policy.stamp(decision, lone),
    ],
    "Policy.": [
        lambda: repr(policy),
        lambda: hash(policy),
        lambda: hash(robotsc.open(memoryview(policy))),
        lambda: policy == stamped,
        lambda: policy != strange,
        lambda: policy < policy,
        of_python(lambda: copy.copy(policy)),
        of_python(lambda: copy.deepcopy(policy)),
        of_python(lambda: pickle.loads(pickle.dumps(policy))),
        lambda: policy.__reduce__(),
        lambda: memoryview(policy).tobytes(),
        lambda: robotsc.Policy(),
    ],
    "Agent.allowed": [
        lambda: robot.allowed(urls[0]),
        lambda: robot.allowed(octets[0]),
        lambda: robot.allowed("/é"),
        of_python(lambda: quietly(robot.allowed, "x")),
        lambda: robot.allowed(lone),
        lambda: robot.allowed(strange),
    ],
    "Agent.allowed_many": [
        of_python(lambda: quietly(robot.allowed_many, ["/", "x", "y"])),
        lambda: robot.allowed_many(urls),
        lambda: robot.allowed_many(octets[:10]),
        lambda: robot.allowed_many(iter(urls)),
        lambda: robot.allowed_many([]),
        # A debug Python does not count the references of NumPy, which is not built for it.
        *([] if total_references else [of_python(lambda: robot.allowed_many(array_like))]),
        of_python(without_numpy),
        of_python(with_another_numpy),
        of_python(lambda: robot.allowed_many(fails_late)),
        of_python(lambda: robot.allowed_many(broken(urls))),
        lambda: robot.allowed_many(fails),
        lambda: robot.allowed_many(urls + [strange]),
        lambda: robot.allowed_many([lone]),
        lambda: robot.allowed_many(urls[0]),
        lambda: robot.allowed_many(strange),
    ],
    "Agent.crawl_delay": [lambda: robot.crawl_delay, lambda: other.crawl_delay, lambda: plain.crawl_delay],
    "Agent.request_rate": [lambda: robot.request_rate, lambda: other.request_rate, lambda: plain.request_rate],
    "Agent.dot": [robot.dot, other.dot],
    "Agent.policy": [lambda: robot.policy],
    "Agent.token": [lambda: robot.token, lambda: other.token, lambda: robotsc.compile("").agent("a").token],
    "Agent.tokens": [lambda: other.tokens],
    "Agent.records": [lambda: robot.records(), lambda: other.records(), lambda: plain.records()],
    "Agent.usage": [
        of_python(lambda: quietly(robot.usage, "x")),
        lambda: robot.usage(urls[0]),
        lambda: robot.usage("/"),
        lambda: plain.usage("/"),
        lambda: robot.usage(strange),
    ],
    "Agent.next_fetch": [
        lambda: robot.next_fetch(),
        lambda: robot.next_fetch(now, took=hour, now=1800000000),
        lambda: robot.next_fetch(strange),
        lambda: robot.next_fetch(naive),
        lambda: robot.next_fetch(took=strange),
        lambda: robot.next_fetch(now=fails),
        lambda: robot.next_fetch(wrong=1),
        lambda: plain.next_fetch(),
    ],
    "Agent.": [
        lambda: repr(other),
        of_python(picture),
        lambda: other == strange,
        of_python(lambda: pickle.loads(pickle.dumps(other))),
        of_python(lambda: copy.deepcopy(robot)),
        lambda: robot.__reduce__(),
        lambda: robotsc.Agent(),
    ],
}
ALL = cases(CASES)
watch([robotsc, inner, *filter(None, [numpy])], ARGUMENTS)
watch([], map(sys.intern, "cast open agent items timestamp total_seconds tzinfo __array__ asarray rfc9309".split()))


@pytest.mark.parametrize("case", ALL)
def test_references(case):
    check_case(case)


@pytest.mark.skipif(not testcapi, reason="there is no _testcapi")
@pytest.mark.parametrize("case", can_starve(ALL))
def test_references_without_memory(case):
    check_without_memory(case)


another_module = maker(inner)


def test_modules():
    check_module(lambda: another_module().compile(TEXT).agent("a").allowed("/"))


@pytest.mark.skipif(not testcapi, reason="there is no _testcapi")
@pytest.mark.skipif(not sys.getallocatedblocks(), reason="malloc does not count blocks, and the importer keeps octets")
def test_modules_without_memory():
    check_module_without_memory(another_module)


def test_every_call_has_a_case():
    names = {name for name, thing in vars(inner).items() if isinstance(thing, types.BuiltinFunctionType)}
    for kind in robotsc.Policy, robotsc.Agent:
        names |= {f"{kind.__name__}." + name for name in dir(kind) if name[0] != "_"} | {f"{kind.__name__}."}
    in_snapshot_leaks = {"shard", "_map_snapshot"}
    assert set(CASES) == names - in_snapshot_leaks


def test_a_leak_is_seen():
    kept = []
    assert {"'blocks'", "'octets'"} & set(grown(lambda: kept.append(object())))
    assert repr(strange)[:60] in grown(lambda: kept.append(strange))
    assert "'octets'" in grown(lambda: kept.append(bytes(1000)))
    files = []
    assert "'files'" in grown(lambda: files.append(os.open(os.devnull, os.O_RDONLY)))
    for file in files:
        os.close(file)


@pytest.mark.skipif(not total_references, reason="this is no debug Python")
def test_a_single_reference_is_seen():
    kept, calls = [object()], itertools.count()
    assert "'references'" in grown(lambda: next(calls) == 50 and kept.append(kept[0]))
