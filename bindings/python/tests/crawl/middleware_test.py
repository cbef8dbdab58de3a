"""middleware_test.py - robotsc.scrapy.RobotsTxtMiddleware by itself: time, memory and interfaces.

The engine here is a fake.  It has download_async, the interface of Scrapy 2.14 and later;
crawl_test.py uses the interface of the installed Scrapy.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import gc
import os
import shutil
import subprocess
import tracemalloc
import types
from asyncio import CancelledError

import pytest
import twisted.internet.reactor  # noqa: F401  Scrapy 2.19 asks for one
from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.signalmanager import SignalManager
from scrapy.statscollectors import MemoryStatsCollector
from twisted.internet.defer import Deferred, ensureDeferred

import robotsc
from robotsc.scrapy import RobotsTxtMiddleware, robots_parsed
from robotsc.scrapy.middleware import LIMIT, name_failure
from robotsc.scrapy.sites import Copy, Site, Sites

PRIVATE = b"User-agent: *\nDisallow: /private\n"
HOUR, DAY = 3600, 86400


class Engine:
    """Answers requests from a dict of URLs.  It awaits a Deferred, and raises an exception."""

    def __init__(self):
        self.answers, self.asked, self.last = {}, [], None
        self.downloader = types.SimpleNamespace(slots={})

    async def download_async(self, request):
        self.asked.append(request.url)
        self.last = request
        answer = self.answers.get(request.url, (404, {}, b""))
        if isinstance(answer, Deferred):
            answer = await answer
        if isinstance(answer, Exception):
            raise answer
        status, headers, body, *flags = answer
        return Response(request.url, status=status, headers=headers, body=body, flags=flags, request=request)


class Crawl:
    """A middleware with a fake engine and crawler.  now is its time."""

    def __init__(self, spider=None, **settings):
        self.now = 1_800_000_000
        self.engine, self.spider = Engine(), types.SimpleNamespace(**(spider or {}))
        self.settings = Settings({"ROBOTSTXT_OBEY": True, "USER_AGENT": "ExampleBot/1.0"} | settings)
        self.signals = SignalManager(self)
        self.stats = MemoryStatsCollector(types.SimpleNamespace(settings=Settings()))
        self.middleware = RobotsTxtMiddleware.from_crawler(self)
        self.middleware._clock = lambda: self.now

    def answer(self, status=200, body=PRIVATE, origin="http://h", **headers):
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        self.engine.answers[origin + "/robots.txt"] = (status, fields, body)

    def start(self, request):
        return ensureDeferred(self.pass_on(request))

    async def pass_on(self, request):
        later = self.middleware.process_request(request)
        if later is not None:
            await later

    def allows(self, url="http://h/private", **keywords):
        outcome = []
        self.start(Request(url, **keywords)).addCallbacks(outcome.append, outcome.append)
        assert len(outcome) == 1
        if outcome[0] is not None:
            outcome[0].trap(IgnoreRequest)
        return outcome[0] is None

    def count(self, name):
        return self.stats.get_value("robotstxt/" + name, 0)


def test_settings():
    with pytest.raises(NotConfigured):
        Crawl(ROBOTSTXT_OBEY=False)
    with pytest.raises(ValueError, match="unknown scope"):
        Crawl(ROBOTSC_REDIRECT_SCOPE="planet")
    for wrong in "ignore", "", 5:
        with pytest.raises(ValueError, match="^ROBOTSC_CHALLENGE: .*take one of parse, unavailable, unreachable$"):
            Crawl(ROBOTSC_CHALLENGE=wrong)


def test_challenges():
    page = b"<html><script>prove that you are none</script></html>"
    for challenge, allowed, outcome in ("parse", True, "parse"), ("unavailable", True, "allow"), ("unreachable", False, "deny"):
        for status, body in (202, PRIVATE), (200, page), (203, b"\n " + page):
            crawl = Crawl(ROBOTSC_CHALLENGE=challenge)
            crawl.answer(status, body)
            assert crawl.allows("http://h/open") == allowed and crawl.count(f"outcome_count/{outcome}") == 1
            assert crawl.count("challenge_count") == 1
    crawl = Crawl()
    crawl.answer(404, page)
    assert crawl.allows() and crawl.count("challenge_count") == 0


def test_rules_go_on_after_a_challenge():
    for status in 202, 503:
        crawl = Crawl(ROBOTSC_CHALLENGE="unreachable")
        crawl.answer()
        assert not crawl.allows() and crawl.allows("http://h/open")
        crawl.answer(status)
        crawl.now += 2 * DAY
        assert not crawl.allows() and crawl.allows("http://h/open") and crawl.count("outcome_count/cached") == 1
        new = Crawl(ROBOTSC_CHALLENGE="unreachable")
        new.answer(status)
        assert not new.allows()
        new.now += 31 * DAY  # of failures
        assert new.allows()


def test_compressed():
    """A body that stays compressed cannot be read: a failure, whatever the header says."""
    import bz2
    import gzip
    import lzma
    for body in gzip.compress(PRIVATE), bz2.compress(PRIVATE), lzma.compress(PRIVATE), b"\x28\xb5\x2f\xfd" + PRIVATE:
        crawl = Crawl()
        crawl.answer(body=body)
        assert not crawl.allows("http://h/open") and crawl.count("outcome_count/deny") == 1
        crawl.answer(404, body)
        crawl.now += DAY
        assert crawl.allows("http://h/open")


def test_what_is_no_text_is_logged(caplog):
    crawl = Crawl()
    crawl.answer(body=b'{"a": 1}')
    assert crawl.allows() and "robots.txt of http://h: this looks like json" in caplog.text


def test_urls():
    crawl = Crawl()
    crawl.answer(body=b"User-agent: *\nDisallow: /")
    for url in "data:,x", "file:///etc/hosts", "s3://bucket/key":
        assert crawl.allows(url) and crawl.engine.asked == []
    assert crawl.allows(meta={"dont_obey_robotstxt": True}) and crawl.engine.asked == []
    assert not crawl.allows("http://a..b/") and crawl.engine.asked == []
    assert not crawl.allows() and crawl.engine.asked == ["http://h/robots.txt"]
    assert not crawl.allows("HTTP://H:80/private") and crawl.engine.asked == ["http://h/robots.txt"]
    assert crawl.count("forbidden") == 3


def test_request():
    """The request for a robots.txt, as the server and Scrapy's other middlewares see it."""
    crawl = Crawl()
    crawl.allows()
    request = crawl.engine.last
    assert request.headers.getlist("Accept-Encoding") == [b"identity"] and request.priority > 0
    assert request.dont_filter and request.meta["dont_obey_robotstxt"] and request.meta["dont_redirect"]
    assert LIMIT < request.meta["download_maxsize"] < 100 * LIMIT and request.meta["download_warnsize"] == 0
    assert crawl.middleware.process_request(request) is None


def test_user_agents():
    text = b"User-agent: OneBot\nDisallow: /one\nUser-agent: *\nDisallow: /rest"
    crawl = Crawl(USER_AGENT="OneBot/1.0")
    crawl.answer(body=text)
    assert not crawl.allows("http://h/one") and crawl.allows("http://h/rest")
    headers = {"User-Agent": "Mozilla/5.0 (compatible; OtherBot/1.0)"}
    assert crawl.allows("http://h/one", headers=headers) and not crawl.allows("http://h/rest", headers=headers)
    assert not crawl.allows("http://h/one") and len(crawl.engine.asked) == 1
    crawl = Crawl(USER_AGENT="OneBot/1.0", ROBOTSTXT_USER_AGENT="Another")
    crawl.answer(body=text)
    assert crawl.allows("http://h/one") and not crawl.allows("http://h/rest", headers={"User-Agent": "OneBot"})


def test_user_agents_that_scrapy_sets_later():
    """A request without User-Agent gets one only after its robots.txt was obeyed."""
    text = b"User-agent: OneBot\nDisallow: /one\nUser-agent: TwoBot\nDisallow: /two\nUser-agent: *\nDisallow: /rest"

    def left(**settings):
        crawl = Crawl(**settings)
        crawl.answer(body=text)
        return [path for path in ("one", "two", "rest") if not crawl.allows("http://h/" + path)]

    assert left(USER_AGENT="OneBot/1.0") == ["one"]
    assert left(USER_AGENT="OneBot/1.0", spider={"user_agent": "TwoBot/1.0"}) == ["two"]
    fields = {"Accept": "text/html", "user-agent": "OneBot/1.0"}
    assert left(spider={"user_agent": "TwoBot/1.0"}, DEFAULT_REQUEST_HEADERS=fields) == ["one"]
    assert left(USER_AGENT="OneBot", spider={"user_agent": None}, DEFAULT_REQUEST_HEADERS={"User-Agent": None}) == ["one"]
    assert left(USER_AGENT=None) == ["rest"]


def test_a_request_without_user_agent():
    """Scrapy sends such a request with an empty field or none: the rules for all robots apply."""
    crawl = Crawl(USER_AGENT="OneBot")
    crawl.answer(body=b"User-agent: OneBot\nDisallow:\nUser-agent: *\nDisallow: /rest")
    for value in None, "":
        assert not crawl.allows("http://h/rest", headers={"User-Agent": value})
        assert crawl.allows("http://h/one", headers={"User-Agent": value})


@pytest.mark.parametrize("headers, lifetime", [
    ({}, DAY),
    ({"Cache_Control": "max-age=600"}, 600),
    ({"Cache_Control": "max-age=999999"}, DAY),
    ({"Cache_Control": "no-store"}, 60),
    ({"Cache_Control": "max-age=0"}, 60),
])
def test_lifetime(headers, lifetime):
    crawl = Crawl()
    crawl.answer(**headers)
    assert not crawl.allows()
    crawl.answer(body=b"", **headers)
    crawl.now += lifetime - 1
    assert not crawl.allows() and len(crawl.engine.asked) == 1
    crawl.now += 1
    assert crawl.allows() and len(crawl.engine.asked) == 2


def test_least_lifetime_is_a_setting():
    crawl = Crawl(ROBOTSC_LIFETIME_MIN=5)
    crawl.answer(Cache_Control="no-cache")
    crawl.allows()
    crawl.now += 5
    crawl.allows()
    assert len(crawl.engine.asked) == 2


def asked_with(crawl):
    """The conditional header fields of the last request for a robots.txt."""
    headers = crawl.engine.last.headers
    return {name.decode(): headers[name].decode() for name in headers if name.startswith(b"If-")}


def test_conditional_requests():
    """A request for a newer copy has the names that its server gave; a 304 keeps the rules."""
    crawl = Crawl()
    crawl.answer(ETag='W/"1"', Last_Modified="Sun, 06 Nov 1994 08:49:37 GMT", Cache_Control="max-age=600")
    assert not crawl.allows() and asked_with(crawl) == {}
    conditions = {"If-None-Match": 'W/"1"', "If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"}
    crawl.answer(304, b"", Cache_Control="max-age=600")
    for fetches in 2, 3:
        crawl.now += 600
        assert not crawl.allows() and crawl.allows("http://h/") and asked_with(crawl) == conditions
        assert len(crawl.engine.asked) == fetches and crawl.middleware._sites.get("http://h").decision.since == crawl.now
    crawl.answer(503)
    crawl.now += DAY
    assert not crawl.allows() and crawl.allows("http://h/") and asked_with(crawl) == conditions
    crawl.answer(200, b"", ETag='"2"')
    crawl.now += DAY
    assert crawl.allows() and asked_with(crawl) == conditions
    crawl.answer(404)
    crawl.now += DAY
    assert crawl.allows() and asked_with(crawl) == {"If-None-Match": '"2"'}
    crawl.answer()
    crawl.now += DAY
    assert not crawl.allows() and asked_with(crawl) == {}  # there was no copy any more
    crawl.now += DAY
    assert not crawl.allows() and asked_with(crawl) == {}  # which has no name


def test_conditional_requests_through_redirects():
    """The conditions are sent only to the URL from which the copy came."""
    crawl = Crawl()
    crawl.answer(301, b"", Location="http://i/rules", ETag='"h"')
    crawl.engine.answers["http://i/rules"] = (200, {"ETag": '"i"'}, PRIVATE)
    assert not crawl.allows()
    crawl.now += DAY
    crawl.engine.answers["http://i/rules"] = (304, {}, b"")
    assert not crawl.allows() and crawl.engine.last.url == "http://i/rules" and asked_with(crawl) == {"If-None-Match": '"i"'}
    crawl.now += DAY
    crawl.answer(body=b"")
    assert crawl.allows() and crawl.engine.last.url == "http://h/robots.txt" and asked_with(crawl) == {}


def test_failures():
    """While a server fails, a copy's rules apply; without one, nothing is fetched for 30 days."""
    crawl = Crawl()
    crawl.answer()
    assert crawl.allows("http://h/") and not crawl.allows()
    fetched = crawl.now
    for _ in range(40):
        crawl.now += DAY
        crawl.answer(status=500)
        assert crawl.allows("http://h/") and not crawl.allows()
        assert crawl.middleware._sites.get("http://h").decision.since == fetched
    crawl.now += HOUR
    crawl.answer(status=404)
    assert crawl.allows()

    crawl = Crawl()
    crawl.answer(status=503, Retry_After="600")
    assert not crawl.allows("http://h/")
    crawl.now += 599
    assert not crawl.allows("http://h/") and len(crawl.engine.asked) == 1
    crawl.answer(status=500)
    crawl.now += 1
    assert not crawl.allows("http://h/") and len(crawl.engine.asked) == 2
    crawl.now += 29 * DAY
    assert not crawl.allows("http://h/")
    crawl.now += 2 * DAY
    assert crawl.allows("http://h/")
    crawl.answer()
    crawl.now += HOUR
    assert not crawl.allows()
    crawl.engine.answers["http://h/robots.txt"] = ConnectionError()
    crawl.now += 40 * DAY
    assert not crawl.allows() and crawl.allows("http://h/")  # the first failure since, and a copy
    assert crawl.count(f"exception_count/{ConnectionError}") == 1


def test_truncated_bodies():
    """A truncated body is a failure, for 30 days; a truncated body of a 404 does not matter."""
    crawl = Crawl()
    crawl.engine.answers["http://h/robots.txt"] = (200, {}, PRIVATE, "dataloss")
    crawl.engine.answers["http://i/robots.txt"] = (404, {}, PRIVATE, "dataloss")
    assert not crawl.allows("http://h/") and crawl.allows("http://i/")
    crawl.now += 31 * DAY
    crawl.answer(origin="http://i", status=500)
    assert crawl.allows("http://h/") and not crawl.allows("http://i/")


def test_failure_names():
    from OpenSSL import SSL
    from twisted.internet.error import DNSLookupError, TCPTimedOutError, TimeoutError
    from twisted.python.failure import Failure
    from twisted.web.client import ResponseNeverReceived

    assert name_failure(DNSLookupError()) == "dns"
    assert name_failure(TimeoutError()) == name_failure(TCPTimedOutError()) == "timeout"
    assert name_failure(ResponseNeverReceived([Failure(SSL.Error([("SSL", "", "bad")]))])) == "tls"
    assert name_failure(OSError()) == "connect"
    later = type("DownloadFailedError", (Exception,), {})()
    later.__cause__ = DNSLookupError()
    assert name_failure(later) == "dns"
    assert name_failure(type("DownloadTimeoutError", (Exception,), {})()) == "timeout"


def test_one_fetch_for_all_that_wait():
    crawl = Crawl()
    answer = crawl.engine.answers["http://h/robots.txt"] = Deferred()
    requests = [crawl.start(Request(url)) for url in ("http://h/private", "http://h/", "http://h/private", "http://i/private")]
    assert crawl.engine.asked == ["http://h/robots.txt", "http://i/robots.txt"]
    assert [request.called for request in requests] == [False, False, False, True]
    answer.callback((200, {}, PRIVATE))
    ended = []
    for request in requests:
        request.addErrback(lambda failure: failure.type).addCallback(ended.append)
    assert ended == [IgnoreRequest, None, IgnoreRequest, None] and len(crawl.engine.asked) == 2


def test_one_that_waits_goes_on_if_the_first_is_cancelled():
    crawl = Crawl()
    download = crawl.engine.answers["http://h/robots.txt"] = Deferred()
    ended = []
    for _ in "first", "second":
        crawl.start(Request("http://h/")).addErrback(lambda failure: failure.type).addCallback(ended.append)
    crawl.answer()
    download.errback(CancelledError())
    assert ended == [None, CancelledError] and len(crawl.engine.asked) == 2 and not crawl.allows()


def test_memory_is_bounded():
    """2,000 origins with rules of many sizes: the sites used last stay, within the set memory."""
    crawl = Crawl(ROBOTSC_MEMORY=500_000)
    for n in range(2_000):
        crawl.answer(origin=f"http://h{n}", body=PRIVATE + b"".join(b"Disallow: /%d%d\n" % (n, i) for i in range(n % 20)))
        assert not crawl.allows(f"http://h{n}/private")
        assert crawl.allows("http://h0/")  # used all the time, so it stays
        assert crawl.stats.get_value("robotstxt/memory") <= 500_000
    asked = len(crawl.engine.asked)
    kept = len(crawl.middleware._sites)
    assert asked == 2_000 and 100 < kept < 500 and crawl.count("evicted_count") == 2_000 - kept
    assert not crawl.allows("http://h1999/private") and len(crawl.engine.asked) == asked
    assert not crawl.allows("http://h1/private") and len(crawl.engine.asked) == asked + 1


def test_a_large_policy_alone_is_kept():
    crawl = Crawl(ROBOTSC_MEMORY=100)
    for origin in "http://h", "http://i":
        crawl.answer(origin=origin)
        assert not crawl.allows(origin + "/private") and not crawl.allows(origin + "/private")
    assert len(crawl.engine.asked) == 2 and len(crawl.middleware._sites) == 1


def test_memory_is_counted_as_it_is():
    sites = Sites(1 << 30)
    gc.collect()
    tracemalloc.start()
    for n in range(2000):
        site = Site(robotsc.compile(b"User-agent: *\nDisallow: /%d" % n), robotsc.access(200, fetched=n), 0)
        site.robot(b"ExampleBot/1.0")
        sites.put(f"http://host-{n}.example", site)
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert 0.7 * sites.octets < used < sites.octets
    before = sites.octets
    sites.put("http://host-0.example", Site(robotsc.compile(b"User-agent: *\nDisallow: /0"), robotsc.access(200)))
    assert sites.octets == before


@pytest.mark.parametrize("length", [10, 5000])
def test_memory_of_copies_is_counted(length):
    policy, decision = robotsc.compile(PRIVATE), robotsc.access(200)
    plain = Site(policy, decision).octets
    gc.collect()
    tracemalloc.start()
    copies = [Copy(f"http://h{n}/robots.txt", {"If-None-Match": b"%d" % n + bytes(length)}) for n in range(1000)]
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    counted = sum(Site(policy, decision, 0, copy).octets - plain for copy in copies)
    assert 0.5 * counted < used < counted


def test_redirects():
    crawl = Crawl()
    crawl.answer(301, Location="//i/other#x")
    crawl.engine.answers["http://i/other"] = (200, {}, PRIVATE)
    assert not crawl.allows() and crawl.engine.asked == ["http://h/robots.txt", "http://i/other"]
    assert crawl.count("request_count") == crawl.count("response_count") == 1
    crawl = Crawl()
    crawl.answer(200, Location="http://h/robots.txt")
    assert not crawl.allows()  # no redirect, so no loop
    for location in "file:///etc/hosts", "data:,x", "ftp://h/x", "http://h:99999/", "http://a..b/", "http://[", "":
        crawl = Crawl()
        crawl.answer(302, Location=location)
        assert crawl.allows() and crawl.engine.asked == ["http://h/robots.txt"]


@pytest.mark.parametrize("scope, target, follows", [
    ("any", "http://i/robots.txt", True),
    ("origin", "http://i/robots.txt", False),
    ("origin", "https://h/robots.txt", True),
])
def test_redirect_scope(scope, target, follows):
    crawl = Crawl(ROBOTSC_REDIRECT_SCOPE=scope)
    crawl.answer(301, Location=target)
    crawl.engine.answers[target] = (200, {}, PRIVATE)
    assert crawl.allows("http://h/") == follows
    assert crawl.engine.asked == ["http://h/robots.txt"] + [target] * follows


SUFFIXES = "// ===BEGIN ICANN DOMAINS===\nexample\nco.example\n"


@pytest.mark.parametrize("url, target, follows", [
    ("http://shop.example", "https://www.shop.example/robots.txt", True),
    ("http://a.b.shop.co.example", "http://shop.co.example:8080/rules", True),
    ("http://shop.example", "http://parked.example/robots.txt", False),
    ("http://one.co.example", "http://two.co.example/robots.txt", False),
    ("http://127.0.0.1", "http://127.0.0.1:8080/robots.txt", True),
    ("http://127.0.0.1", "http://127.0.0.2/robots.txt", False),
])
def test_redirects_within_a_site(url, target, follows, tmp_path, monkeypatch):
    (tmp_path / "list").write_text(SUFFIXES)
    monkeypatch.setattr("robotsc.scrapy.middleware.SUFFIXES", tmp_path / "list")
    crawl = Crawl(ROBOTSC_REDIRECT_SCOPE="site")
    crawl.answer(301, origin=url, Location=target)
    crawl.engine.answers[target] = (200, {}, PRIVATE)
    assert crawl.allows(url + "/") == follows and not crawl.allows(url + "/private")
    assert crawl.engine.asked == [url + "/robots.txt"] + [target] * follows


def test_a_redirect_leaves_the_site_late(tmp_path, monkeypatch):
    """The scope of each redirect is judged by the URL that redirects; a refused one denies all."""
    (tmp_path / "list").write_text(SUFFIXES)
    monkeypatch.setattr("robotsc.scrapy.middleware.SUFFIXES", tmp_path / "list")
    crawl = Crawl(ROBOTSC_REDIRECT_SCOPE="site")
    crawl.answer(301, origin="http://shop.example", Location="http://www.shop.example/a")
    crawl.engine.answers["http://www.shop.example/a"] = (302, {"Location": "http://parked.example/"}, b"")
    assert not crawl.allows("http://shop.example/") and len(crawl.engine.asked) == 2


def test_without_the_list_of_suffixes(tmp_path, monkeypatch):
    monkeypatch.setattr("robotsc.scrapy.middleware.SUFFIXES", tmp_path / "absent")
    with pytest.raises(FileNotFoundError):
        Crawl(ROBOTSC_REDIRECT_SCOPE="site")
    assert Crawl(ROBOTSC_REDIRECT_SCOPE="origin").allows()


@pytest.mark.parametrize("scope, allowed", [("any", True), ("origin", False)])
def test_a_loop_out_of_the_scope_is_refused(scope, allowed):
    crawl = Crawl(ROBOTSC_REDIRECT_SCOPE=scope)
    crawl.answer(301, Location="https://h/robots.txt")
    crawl.answer(301, origin="https://h", Location="http://h/robots.txt")
    assert crawl.allows("http://h/") == allowed and len(crawl.engine.asked) == 2


def test_signal():
    crawl, got = Crawl(), []

    def parsed(origin, policy, decision, request, spider):
        got.append((origin, policy, decision.outcome, request.url, spider))

    crawl.signals.connect(parsed, signal=robots_parsed)
    crawl.answer()
    crawl.allows("http://h/a")
    crawl.allows("http://h/b")
    crawl.allows("http://i/c")
    compiled = robotsc.compile(PRIVATE)
    assert got == [("http://h", compiled, "parse", "http://h/a", crawl.spider),
                   ("http://i", robotsc.compile(""), "allow", "http://i/c", crawl.spider)]


def test_size():
    """The download of a robots.txt ends at its limit, by Scrapy's signal; no other does."""
    from scrapy import signals
    from scrapy.exceptions import StopDownload
    crawl = Crawl()
    robots, page = Request("http://h/robots.txt", meta={"robotsc_fetch": True}), Request("http://h/")

    def receive(request, octets):
        results = crawl.signals.send_catch_log(signal=signals.bytes_received, data=bytes(octets), request=request, spider=None)
        return [isinstance(getattr(result, "value", None), StopDownload) for _, result in results]

    assert receive(robots, LIMIT - 1) == [False] and receive(robots, 1) == [True]
    assert receive(robots.replace(), 1) == [False] and receive(page, LIMIT) == [False]


def make_slot(name, delay, random):
    """A slot as in Scrapy 2.18 (randomize_delay) or 2.19 (jitter), with no other attributes."""
    slot = type("Slot", (), {"__slots__": ("delay", name)})()
    slot.delay = delay
    setattr(slot, name, random * 0.5 if name == "jitter" else random)
    return slot


@pytest.mark.parametrize("name", ["randomize_delay", "jitter"])
@pytest.mark.parametrize("delay, random, after", [(0.0, True, (3.0, False)), (5.0, True, (5.0, False)), (6.0, True, (6.0, True)),
                                                  (5.0, False, (5.0, False))])
def test_slots(name, delay, random, after):
    from scrapy import signals
    crawl = Crawl()
    crawl.answer(body=b"User-agent: *\nCrawl-delay: 3\nRequest-rate: 1/2")
    request = Request("http://h/", meta={"download_slot": "h"})
    crawl.start(request)
    assert request.meta["robots_delay"] == 3.0
    slot = crawl.engine.downloader.slots["h"] = make_slot(name, delay, random)
    crawl.signals.send_catch_log(signal=signals.request_reached_downloader, request=request, spider=None)
    assert (slot.delay, bool(getattr(slot, name))) == after
    slot.delay = 0.1  # as the extension AutoThrottle does after the response of any page
    other = Request("http://h:81/", meta={"download_slot": "h"})
    crawl.signals.send_catch_log(signal=signals.response_downloaded, request=other, response=None, spider=None)
    assert (slot.delay, bool(getattr(slot, name))) == (3.0, False)


def test_the_longest_delay_of_a_slot_counts():
    from scrapy import signals
    crawl = Crawl()
    slot = crawl.engine.downloader.slots["h"] = make_slot("jitter", 0.0, True)
    for delay in 2.0, 3.0, 1.0:
        request = Request("http://h/", meta={"download_slot": "h", "robots_delay": delay})
        slot.delay = 0.0
        crawl.signals.send_catch_log(signal=signals.request_reached_downloader, request=request, spider=None)
    assert slot.delay == 3.0


def test_delays():
    for text, delay in [("Crawl-delay: 3600", 60.0), ("Request-rate: 1/4", 4.0), ("Crawl-delay: 0", None), ("", None)]:
        crawl = Crawl()
        crawl.answer(body=b"User-agent: *\n" + text.encode())
        request = Request("http://h/", meta={"robots_delay": 99, "robots_usage": {}})
        crawl.start(request)
        assert request.meta.get("robots_delay") == delay and "robots_usage" not in request.meta
    crawl = Crawl(ROBOTSC_DELAY_MAX=0)
    crawl.answer(body=b"User-agent: *\nCrawl-delay: 3")
    request = Request("http://h/")
    crawl.start(request)
    assert request.meta == {}


def test_delays_of_slots_that_are_gone_are_forgotten():
    from scrapy import signals
    crawl = Crawl()
    crawl.engine.downloader.slots = collections.OrderedDict()
    for n in range(500):
        crawl.engine.downloader.slots[f"h{n}"] = make_slot("jitter", 0.0, True)
        if n >= 5:
            crawl.engine.downloader.slots.popitem(last=False)
        request = Request("http://h/", meta={"download_slot": f"h{n}", "robots_delay": 2.0})
        crawl.signals.send_catch_log(signal=signals.request_reached_downloader, request=request, spider=None)
    assert len(crawl.middleware._delays) <= 6


# ---- the store ----

@pytest.fixture
def store(tmp_path):
    pytest.importorskip("robotsc._store", reason="a package without stores")
    return str(tmp_path / "store")


def close(crawl):
    from scrapy import signals
    crawl.signals.send_catch_log(signal=signals.spider_closed, spider=crawl.spider, reason="finished")


def with_store(store, now=0, writes=True, **settings):
    crawl = Crawl(ROBOTSC_STORE=store, ROBOTSC_STORE_WRITE=writes, **settings)
    crawl.now += now
    return crawl


def test_store(store):
    """Rules of a store hold as long as fetched ones; while the server fails, as a copy."""
    with pytest.raises(robotsc.StoreNotFoundError):
        with_store(store, writes=False)
    first = with_store(store)
    first.answer(body=PRIVATE + b"Crawl-delay: 3")
    assert not first.allows() and first.allows("http://i/")
    close(first)
    again = with_store(store, DAY - 1, writes=False)
    request = Request("http://h/")
    again.start(request)
    assert request.meta["robots_delay"] == 3.0 and not again.allows() and again.engine.asked == []
    assert again.count("store_count") == 1 and again.count("request_count") == 0
    again.now += 1
    again.answer(status=500)
    again.answer(origin="http://i", status=500)
    assert not again.allows() and again.allows("http://h/") and not again.allows("http://i/")
    close(again)
    late = with_store(store, DAY, writes=False)
    late.answer(body=b"")
    assert late.allows() and len(late.engine.asked) == 1
    close(late)


def test_a_store_without_extensions(store):
    """A store made by 'robotsc import': its rules are obeyed, without delays and preferences."""
    text = b"User-agent: *\nCrawl-delay: 3\nContent-Usage: train-ai=n\nDisallow: /private"
    with robotsc.Store(store, "c", agents=["ExampleBot"]) as made:
        made.write([("http://h/", made.compile(text), robotsc.access(200, fetched=Crawl().now))])
    crawl = with_store(store)
    request = Request("http://h/")
    crawl.start(request)
    assert request.meta == {} and not crawl.allows() and crawl.engine.asked == []
    for status, allowed in (200, False), (404, True), (500, False):
        crawl.answer(status, text, origin=f"http://h{status}")
        assert crawl.allows(f"http://h{status}/private") == allowed
    assert crawl.allows("http://h200/")
    close(crawl)
    with robotsc.Store(store) as reader:
        urls = [f"http://h{status}/private" for status in (200, 404, 500)]
        assert list(reader.filter(urls, "ExampleBot")) == urls[1:2] and reader.stats().origins == 4


def test_store_remembers_when_failures_began(store):
    first = with_store(store)
    first.answer(status=500)
    assert not first.allows()
    close(first)
    for days, allowed in (29, False), (31, True):
        again = with_store(store, days * DAY, writes=False)
        again.answer(status=500)
        assert again.allows() == allowed
        close(again)


def test_failures_replace_no_rules_in_the_store(store):
    """Two crawls fetch at once: one gets the rules, the other, a second later, a failure."""
    lucky, unlucky = with_store(store), with_store(store, 1)
    lucky.answer()
    unlucky.answer(status=500)
    assert not unlucky.allows("http://h/") and lucky.allows("http://h/")
    close(lucky)
    close(unlucky)
    third = with_store(store, 2, writes=False)
    assert third.allows("http://h/") and not third.allows() and third.engine.asked == []
    close(third)


def test_batches(store):
    """A batch is written as a whole; until then, sites that were dropped from memory stay known."""
    from robotsc.scrapy.shared import BATCH
    crawl = with_store(store, ROBOTSC_MEMORY=1)
    for n in range(BATCH - 1):
        assert crawl.allows(f"http://h{n}/")
    with robotsc.Store(store) as reader:
        assert crawl.allows("http://h0/") and len(crawl.engine.asked) == BATCH - 1
        assert reader.stats().origins == 0
        assert crawl.allows("http://i/") and reader.stats().origins == BATCH
    close(crawl)


def test_time_between_batches(store):
    from twisted.internet import reactor
    crawl = with_store(store)
    before = reactor.getDelayedCalls()
    assert crawl.allows() and crawl.allows("http://i/")
    (call,) = set(reactor.getDelayedCalls()) - set(before)
    call.func(*call.args, **call.kw)
    with robotsc.Store(store) as reader:
        assert reader.stats().origins == 2
    call.cancel()
    close(crawl)


def test_a_store_to_read_is_not_written(store, caplog):
    close(with_store(store))
    crawl = with_store(store, writes=False)
    assert crawl.allows()
    close(crawl)
    with robotsc.Store(store) as reader:
        assert reader.stats().origins == 0
    assert caplog.records == []


@pytest.mark.parametrize("call", ["find", "write"])
def test_a_store_that_fails_is_left(store, call, caplog):
    class Broken:
        def find(self, url):
            assert call != "find" or not caplog.records
            if call == "find":
                raise robotsc.StoreDamagedError("damaged")

        def write(self, changes):
            raise robotsc.StoreFullError("full")

        def close(self):
            pass

    crawl = with_store(store)
    crawl.middleware._shared._store = Broken()
    crawl.answer()
    assert not crawl.allows() and crawl.allows("http://i/")
    close(crawl)
    assert [(record.name, record.levelname) for record in caplog.records] == [("robotsc.scrapy.shared", "ERROR")]


def test_stores_of_others(store):
    robotsc.Store(store, "c", dialect="google").close()
    with pytest.raises(ValueError, match="dialect google"):
        with_store(store)
    robotsc.Store(store + "2", "c", agents=["OtherBot"]).close()
    crawl, errors = with_store(store + "2"), []
    crawl.answer()
    crawl.start(Request("http://h/")).addErrback(errors.append)
    assert errors[0].type is robotsc.AgentError
    close(crawl)


# ---- the snapshot ----

@pytest.fixture
def make(store, tmp_path):
    """Makes a snapshot with the rules of origins, fetched when a crawl begins."""

    def run(rules, *options, **settings):
        with robotsc.Store(store, "c", **settings) as made:
            made.write([(url, made.compile(text), robotsc.access(200, fetched=Crawl().now)) for url, text in rules.items()])
        command = os.environ.get("ROBOTSC", "build/robotsc")
        subprocess.run([command, "snapshot", "make", "-q", *options, "-o", tmp_path / "snapshot", store], check=True)
        return str(tmp_path / "snapshot")

    return run


@pytest.mark.parametrize("options", [(), ("--shards=2",)])
def test_snapshot(make, options):
    """Rules of a snapshot hold as long as fetched ones; while a server fails, as a copy does."""
    path = make({"http://h": PRIVATE + b"Crawl-delay: 3", "http://i": b""}, *options, extensions=True)
    crawl = Crawl(ROBOTSC_SNAPSHOT=path)
    crawl.now += DAY - 1
    request = Request("http://h/")
    crawl.start(request)
    assert request.meta["robots_delay"] == 3.0 and not crawl.allows() and crawl.allows("http://i/") and crawl.engine.asked == []
    assert crawl.count("snapshot_count") == 2 and crawl.count("request_count") == 0 and crawl.count("store_count") == 0
    crawl.answer(origin="http://j", body=b"")
    assert crawl.allows("http://j/private") and len(crawl.engine.asked) == 1
    crawl.now += 1
    crawl.answer(status=500)
    assert not crawl.allows() and crawl.allows("http://h/")


def test_a_store_before_a_snapshot(make, store):
    """If both have an origin, the store counts: it is newer."""
    path = make({"http://h": PRIVATE, "http://i": PRIVATE})
    with robotsc.Store(store, "w") as made:
        later = robotsc.access(200, fetched=Crawl().now + 1)
        made.write([("http://h", made.compile(b""), later), ("http://i", None, later)])
    crawl = Crawl(ROBOTSC_SNAPSHOT=path, ROBOTSC_STORE=store)
    crawl.now += 1
    assert crawl.allows("http://h/private") and not crawl.allows("http://i/private")
    assert (crawl.count("store_count"), crawl.count("snapshot_count")) == (1, 1) and crawl.engine.asked == []
    close(crawl)


def test_a_shard(make):
    """A shard says nothing about hosts of other shards."""
    rules = {f"http://h{i}": PRIVATE for i in range(8)}
    files = robotsc.Snapshot(make(rules, "--shards=2")).files
    crawl = Crawl(ROBOTSC_SNAPSHOT=files[1])
    for origin in rules:
        crawl.answer(origin=origin, body=b"")
        assert crawl.allows(origin + "/private") == (robotsc.shard(origin, 2) == 0), origin
    assert 0 < crawl.count("snapshot_count") < 8


def test_snapshots_that_cannot_be_used(make, tmp_path, caplog):
    with pytest.raises(FileNotFoundError):
        Crawl(ROBOTSC_SNAPSHOT=str(tmp_path / "absent"))
    path = make({"http://h": PRIVATE})
    octets = bytearray(open(path, "rb").read())
    octets[-9:] = b"\1" * 9  # of the blob, or of what fills it
    octets[octets.index(b"http://h") + 1] ^= 1
    bad = tmp_path / "bad"
    bad.write_bytes(octets)
    crawl = Crawl(ROBOTSC_SNAPSHOT=str(bad))
    crawl.answer(body=b"")
    assert crawl.allows() and "ROBOTSC_SNAPSHOT is not used any more" in caplog.text and "snapshot verify" in caplog.text
    shutil.rmtree(tmp_path / "store")
    with pytest.raises(ValueError, match="of the dialect google"):
        Crawl(ROBOTSC_SNAPSHOT=make({"http://h": PRIVATE}, dialect="google"))
