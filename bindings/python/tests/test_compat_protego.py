"""test_compat_protego.py - robotsc.compat.protego has the interface of Protego.

SPDX-License-Identifier: Apache-2.0
"""
import datetime
import inspect
import pickle

import pytest
from robotsc.compat.protego import Protego, RequestRate

TEXT = """Sitemap: https://h.example/a
Sitemap: https://h.example/b
User-agent: ExampleBot
Host: h.example
Host: other.example
Crawl-delay: 1
Crawl-delay: 2.5
Crawl-delay: 2
Request-rate: 1/10
Request-rate: 2/1m
Request-rate: 1/1h 0600-0745
Disallow: /private/
User-agent: NightBot
Request-rate: 1/20 2000-2359
Request-rate: 1/30 0015-0600
Disallow: /day/
User-agent: *
Disallow: /
"""


def test_answers():
    rp = Protego.parse(TEXT)
    for agent in "ExampleBot", "Mozilla/5.0 (compatible; ExampleBot/2.1)":
        assert rp.can_fetch("https://h.example/", agent) is True
        assert rp.can_fetch("https://h.example/private/é", agent) is False
        assert rp.crawl_delay(agent) == 2.5 and rp.request_rate(agent) == (2, 60, None, None)
    assert rp.can_fetch("https://h.example/", "Other") is False
    assert rp.crawl_delay("Other") is None and rp.request_rate("Other") is None
    rate = rp.request_rate("NightBot")
    assert isinstance(rate, RequestRate) and rate.requests == 1 and rate.seconds == 30
    assert rate.start_time == datetime.time(0, 15) and rate.end_time == datetime.time(6, 0)
    assert next(rp.sitemaps) == "https://h.example/a" and len(list(rp.sitemaps)) == 2
    assert rp.preferred_host == "h.example"
    assert pickle.loads(pickle.dumps(rp)).crawl_delay("ExampleBot") == 2.5


def test_nothing():
    for rp in Protego(), Protego.parse(""):
        assert rp.can_fetch("https://h.example/", "a") and list(rp.sitemaps) == []
        assert (rp.crawl_delay("a"), rp.request_rate("a"), rp.preferred_host) == (None, None, None)


def test_octets_that_are_no_utf8():
    """Such files are read with errors="surrogateescape"."""
    text = b"# caf\xe9\nUser-agent: *\nDisallow: /caf\xe9\n".decode("utf-8", "surrogateescape")
    rp = Protego.parse(text)
    assert not rp.can_fetch("/caf%E9", "a") and rp.can_fetch("/caf", "a")


def test_errors():
    for wrong in b"User-agent: *", None, 1:
        with pytest.raises(TypeError, match="content must be str"):
            Protego.parse(wrong)
    rp = Protego.parse(TEXT)
    for url, agent in (1, "a"), ("/", 1), (None, "a"):
        with pytest.raises(TypeError):
            rp.can_fetch(url, agent)
    with pytest.raises(UnicodeEncodeError):
        rp.can_fetch("https://h.example/\ud800", "a")


def test_same_interface():
    """Names, arguments and their order, kinds of members, and types of what is returned."""
    theirs = pytest.importorskip("protego", reason="there is no Protego").Protego
    for name in [name for name in vars(theirs) if not name.startswith("_")]:
        a, b = inspect.getattr_static(Protego, name), inspect.getattr_static(theirs, name)
        assert type(a) is type(b), name
        if callable(getattr(theirs, name)):
            assert list(inspect.signature(getattr(Protego, name)).parameters) == list(
                inspect.signature(getattr(theirs, name)).parameters), name
    ours, theirs = Protego.parse(TEXT), theirs.parse(TEXT)
    for call in (lambda rp: rp.can_fetch("https://h.example/", "ExampleBot"), lambda rp: rp.crawl_delay("ExampleBot"),
                 lambda rp: rp.crawl_delay("Other"), lambda rp: rp.preferred_host, lambda rp: next(rp.sitemaps)):
        assert type(call(ours)) is type(call(theirs))
    assert iter(theirs.sitemaps) is not None and iter(ours.sitemaps) is not None
    rates = ours.request_rate("NightBot"), theirs.request_rate("NightBot")
    assert rates[0]._fields == rates[1]._fields and [*map(type, rates[0])] == [*map(type, rates[1])]
    for rp in ours, theirs:
        with pytest.raises(TypeError):
            rp.parse(b"User-agent: *")
