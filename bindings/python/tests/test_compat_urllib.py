"""test_compat_urllib.py - the interface of urllib.robotparser, and the effects of read().

SPDX-License-Identifier: Apache-2.0
"""
import inspect
import pickle
import time
import urllib.error
import urllib.robotparser

import pytest
import web_server
from robotsc.compat.urllib import RobotFileParser

TEXT = """Sitemap: https://h.example/a
Sitemap: https://h.example/b
User-agent: ExampleBot
Crawl-delay: 1
Crawl-delay: 2.5
Request-rate: 1/10
Request-rate: 2/1m
Disallow: /private/

User-agent: *
Disallow: /
"""
THEIRS = urllib.robotparser.RobotFileParser


def parsed(text, kind=RobotFileParser):
    rp = kind()
    rp.parse(text.splitlines())
    return rp


def test_answers():
    rp = parsed(TEXT)
    for agent in "ExampleBot", "ExampleBot/2.1", "Mozilla/5.0 (compatible; ExampleBot/2.1)":
        assert rp.can_fetch(agent, "https://h.example/") is True
        assert rp.can_fetch(agent, "https://h.example/private/é") is False
        assert rp.crawl_delay(agent) == 3 and type(rp.crawl_delay(agent)) is int
        assert rp.request_rate(agent) == (2, 60) and rp.request_rate(agent).seconds == 60
    assert rp.can_fetch("Other", "https://h.example/") is False
    assert rp.crawl_delay("Other") is None and rp.request_rate("Other") is None
    assert rp.site_maps() == ["https://h.example/a", "https://h.example/b"]
    again = pickle.loads(pickle.dumps(rp))
    assert str(again) == str(rp) and again.mtime() == rp.mtime() and again.crawl_delay("ExampleBot") == 3


def test_octets_that_are_no_utf8():
    """Such files are read with errors="surrogateescape", which str() keeps."""
    text = b"# caf\xe9\nUser-agent: *\nDisallow: /caf\xe9".decode("utf-8", "surrogateescape")
    rp = parsed(text)
    assert not rp.can_fetch("a", "/caf%E9") and rp.can_fetch("a", "/caf") and str(rp) == text


def test_text():
    """str() is a text with the same meaning."""
    rp = parsed(TEXT)
    assert parsed(str(rp))._robots.policy == rp._robots.policy
    assert str(parsed("")) == "" == str(parsed("", THEIRS))
    assert not parsed(str(parsed(TEXT, THEIRS))).can_fetch("ExampleBot", "/private/")


def test_parse_takes_the_place():
    rp = parsed(TEXT)
    rp.parse(iter(["User-agent: *", "Disallow: /x"]))
    assert rp.can_fetch("ExampleBot", "/private/") and not rp.can_fetch("ExampleBot", "/x") and rp.site_maps() is None


def test_times():
    for kind in RobotFileParser, THEIRS:
        rp = kind("https://h.example/robots.txt")
        assert (rp.url, rp.host, rp.path) == ("https://h.example/robots.txt", "h.example", "/robots.txt")
        assert rp.mtime() == 0 and not rp.can_fetch("a", "/") and rp.crawl_delay("a") is None
        rp.modified()
        assert abs(rp.mtime() - time.time()) < 60 and rp.can_fetch("a", "/")
        rp = parsed(TEXT, kind)
        assert abs(rp.mtime() - time.time()) < 60
        rp.last_checked = 0
        assert rp.crawl_delay("ExampleBot") is None and rp.request_rate("ExampleBot") is None
        assert not rp.can_fetch("ExampleBot", "/")
        rp.allow_all = True
        assert rp.can_fetch("Other", "/")
        rp.disallow_all = True
        assert not rp.can_fetch("ExampleBot", "/")


def test_errors():
    with pytest.raises(TypeError):
        parsed("").parse([b"User-agent: *"])
    with pytest.raises(TypeError):
        parsed("").parse([1])
    with pytest.raises(ValueError):
        RobotFileParser("").read()


def test_same_interface():
    names = [name for name in vars(THEIRS) if not name.startswith("_")] + ["__init__", "__str__"]
    for name in names:
        assert list(inspect.signature(getattr(RobotFileParser, name)).parameters) == list(
            inspect.signature(getattr(THEIRS, name)).parameters), name
    assert set(vars(THEIRS())) - set(vars(RobotFileParser())) == {"entries", "default_entry", "sitemaps"}
    text = "User-agent: a\nCrawl-delay: 2\nRequest-rate: 1/10\nSitemap: http://h/s\nDisallow: /"
    ours, theirs = parsed(text), parsed(text, THEIRS)
    for call in (lambda rp: rp.can_fetch("a", "/"), lambda rp: rp.crawl_delay("a"), lambda rp: rp.crawl_delay("b"),
                 lambda rp: rp.site_maps(), lambda rp: rp.mtime(), lambda rp: rp.request_rate("b"), str):
        assert type(call(ours)) is type(call(theirs))
    assert ours.request_rate("a")._fields == theirs.request_rate("a")._fields


# The server's answers for /WORD/robots.txt.
RULES = "User-agent: *\nDisallow: /x\n"
ANSWERS = {
    "ok": {"body": RULES},
    "moved": {"status": 302, "fields": {"Location": "/ok/robots.txt"}},
    "latin": {"file": "latin.txt"},
    "loop": {"status": 302, "fields": {"Location": "/loop/robots.txt"}},
    "short": {"length": 1},
} | {str(status): {"status": status} for status in (401, 403, 404, 410, 429, 500, 503)}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    (folder / "latin.txt").write_bytes(b"# caf\xe9\n" + RULES.encode())
    with web_server.Server({f"localhost/{word}/robots.txt": answer for word, answer in ANSWERS.items()}, folder) as made:
        yield f"http://127.0.0.1:{made.port}"


def fetched(kind, url):
    """An exception, or which of / and /x may be fetched after read()."""
    rp = kind(url)
    try:
        rp.read()
    except Exception as error:
        assert not rp.can_fetch("a", url + "/")
        return type(error).__name__
    return rp.can_fetch("a", "/"), rp.can_fetch("a", "/x"), rp.mtime() > 0


# A word of ANSWERS, and the results of robotsc and of urllib.  RFC 9309 §2.3.1.1 to §2.3.1.5.
OUTCOMES = [
    ("ok", (True, False, True), (True, False, True)),
    ("moved", (True, False, True), (True, False, True)),
    ("latin", (True, False, True), "UnicodeDecodeError"),
    ("401", (True, True, False), (False, False, False)),
    ("403", (True, True, False), (False, False, False)),
    ("404", (True, True, False), (True, True, False)),
    ("410", (True, True, False), (True, True, False)),
    ("429", (False, False, False), (True, True, False)),
    ("loop", (True, True, False), (False, False, False)),
    ("500", (False, False, False), (False, False, False)),
    ("503", (False, False, False), (False, False, False)),
    ("short", "IncompleteRead", "IncompleteRead"),
]


@pytest.mark.parametrize("word, ours, theirs", OUTCOMES)
def test_read(server, word, ours, theirs):
    url = f"{server}/{word}/robots.txt"
    assert fetched(RobotFileParser, url) == ours
    assert fetched(THEIRS, url) == theirs


def test_no_server():
    for kind in RobotFileParser, THEIRS:
        assert fetched(kind, "http://127.0.0.1:9/robots.txt") == "URLError"


def test_read_again(server):
    """A failure keeps the last file's rules.  In robotsc, a file ends the effect of a 404."""
    for kind in THEIRS, RobotFileParser:
        rp = kind(f"{server}/404/robots.txt")
        rp.read()
        assert rp.can_fetch("a", "/x")
        rp.set_url(f"{server}/ok/robots.txt")
        rp.read()
        assert rp.can_fetch("a", "/") and rp.can_fetch("a", "/x") is (kind is THEIRS)
    assert str(rp) == RULES
    rp.set_url(f"{server}/503/robots.txt")
    rp.read()
    assert rp.can_fetch("a", "/") and not rp.can_fetch("a", "/x")
    rp.set_url(f"{server}/429/robots.txt")
    rp.read()
    assert not rp.can_fetch("a", "/")
    rp.set_url("http://127.0.0.1:9/robots.txt")
    with pytest.raises(urllib.error.URLError):
        rp.read()
    assert not rp.can_fetch("a", "/")
