"""test_compat_protego.py - robotsc.compat.protego has the interface of Protego.

SPDX-License-Identifier: Apache-2.0
"""
import datetime
import inspect
import pickle

import pytest
from robotsc.compat.protego import Protego, RequestRate, VisitTime

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


# What Protego's README and changelog say of versions 0.3 to 0.7: the lines of a group, and what a
# call answers.
README = """Disallow: /
Allow: /about
Allow: /account
Disallow: /account/contact$
Disallow: /account/*/profile
Crawl-delay: 4
Request-rate: 10/1m                 # 10 requests every 1 minute

Sitemap: http://example.com/sitemap-index.xml
Host: http://example.co.in"""
DOCUMENTED = [
    (README, lambda rp: [rp.can_fetch("http://example.com/" + path, "mybot")
                         for path in ("profiles", "about", "account", "account/myuser/profile", "account/contact")],
     [False, True, True, False, False]),
    (README, lambda rp: (rp.crawl_delay("mybot"), rp.request_rate("mybot"), rp.visit_time("mybot")),
     (4.0, RequestRate(10, 60, None, None), None)),
    (README, lambda rp: list(rp.sitemaps), ["http://example.com/sitemap-index.xml"]),
    # 0.3.0: Visit-time; leading asterisks.  0.3.1: "=" in patterns.
    ("Visit-time: 0200 0630", lambda rp: rp.visit_time("mybot"), VisitTime(datetime.time(2), datetime.time(6, 30))),
    ("Disallow: *.pdf", lambda rp: rp.can_fetch("http://h/a.pdf", "mybot"), False),
    ("Disallow: /*s=", lambda rp: rp.can_fetch("http://h/?s=a", "mybot"), False),
    # 0.4.0: URLs that begin with "//".  0.6.1: a rate without a unit.  0.6.2: many stars.
    ("Disallow: /x", lambda rp: rp.can_fetch("//h/y", "mybot"), True),
    ("Request-rate: 1/60", lambda rp: rp.request_rate("mybot"), RequestRate(1, 60, None, None)),
    ("Disallow: /" + "*a" * 200 + "$", lambda rp: rp.can_fetch("http://h/" + "a" * 5000 + "b", "mybot"), True),
    # 0.7.0: /robots.txt; escapes of a query; a hyphen; malformed lines; "=" in a path.
    ("Disallow: /", lambda rp: rp.can_fetch("http://h/robots.txt", "mybot"), True),
    ("Disallow: /a?b=\u30c4", lambda rp: rp.can_fetch("http://h/a?b=%E3%83%84", "mybot"), False),
    ("Visit-time: 0400-0845", lambda rp: rp.visit_time("mybot"), VisitTime(datetime.time(4), datetime.time(8, 45))),
    ("Crawl-delay: -1\nRequest-rate: 0/1", lambda rp: (rp.crawl_delay("mybot"), rp.request_rate("mybot")), (None, None)),
    ("Disallow: /a=b", lambda rp: rp.can_fetch("http://h/a=b", "mybot"), False),
]


@pytest.mark.parametrize("case", range(len(DOCUMENTED)))
def test_documented(case):
    lines, call, answer = DOCUMENTED[case]
    assert call(Protego.parse("User-agent: *\n" + lines)) == answer


def test_visit_time():
    rp = Protego.parse("User-agent: a\nVisit-time: 2200-2400\nVisit-time: 0100-0200\nDisallow:\nUser-agent: b\nDisallow: /")
    assert rp.visit_time("a") == (datetime.time(22), datetime.time(0)) and rp.visit_time("a/1.0").end_time == datetime.time(0)
    assert rp.visit_time("b") is rp.visit_time("other") is Protego().visit_time("a") is None
    assert Protego.parse("User-agent: *\nVisit-time: noon").visit_time("a") is None


def test_octets_that_are_no_utf8():
    """Files that are no UTF-8 are read with errors="surrogateescape"."""
    text = b"# caf\xe9\nUser-agent: *\nDisallow: /caf\xe9\n".decode("utf-8", "surrogateescape")
    rp = Protego.parse(text)
    assert not rp.can_fetch("/caf%E9", "a") and rp.can_fetch("/caf", "a")


def test_errors():
    for wrong in b"User-agent: *", None, 1:
        for error in TypeError, ValueError:  # of Protego 0.2 and 0.7, of those between
            with pytest.raises(error, match=f"^Protego.parse expects str, got {type(wrong).__name__}; "):
                Protego.parse(wrong)
    rp = Protego.parse(TEXT)
    for url, agent in (1, "a"), ("/", 1), (None, "a"):
        with pytest.raises(TypeError):
            rp.can_fetch(url, agent)
    with pytest.raises(UnicodeEncodeError):
        rp.can_fetch("https://h.example/\ud800", "a")


def test_same_interface():
    """Compares names, arguments and their order, kinds of members, and types of results."""
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
        with pytest.raises((TypeError, ValueError)):
            rp.parse(b"User-agent: *")
