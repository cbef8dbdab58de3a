"""test_compat_scrapy.py - the parser for Scrapy, called as Scrapy 2.8 and 2.18 call it.

SPDX-License-Identifier: Apache-2.0
"""
import pytest
import robotsc
from robotsc._robots import HEADERS_MAX
from robotsc.scrapy import RobotParser

TEXT = b"""Sitemap: https://h.example/sitemap.xml
User-agent: ExampleBot
Crawl-delay: 2.5
Disallow: /private/
User-agent: *
Disallow: /
"""
HEADER = b"Mozilla/5.0 (compatible; ExampleBot/2.1; +https://h.example/bot)"


def made():
    """A parser in each of the ways that Scrapy makes one."""
    return [RobotParser.from_crawler(None, TEXT), RobotParser.from_crawler(crawler=object(), robotstxt_body=TEXT),
            RobotParser(TEXT), RobotParser(TEXT, None)]


@pytest.mark.parametrize("rp", made())
def test_answers(rp):
    for agent in HEADER, HEADER.decode(), b"ExampleBot", "examplebot/1":
        for url in "https://h.example/", b"https://h.example/":
            assert rp.allowed(url, agent) is True and rp.allowed(url, "Other/1.0") is False
        assert rp.allowed("https://h.example/private/é", agent) is False
        assert rp.crawl_delay(agent) == 2.5
    assert rp.crawl_delay(b"Scrapy/2.8.0 (+https://scrapy.org)") is None
    assert rp.policy == robotsc.compile(TEXT)


def test_bodies():
    assert RobotParser(TEXT.decode()).policy == RobotParser(TEXT).policy
    for body in b"", b"\xff\xfe\0", b"<html>":
        assert RobotParser.from_crawler(None, body).allowed("https://h.example/", HEADER)
    latin = RobotParser(b"User-agent: *\nDisallow: /caf\xe9\n")
    assert not latin.allowed("https://h.example/caf%E9", HEADER)


def test_many_headers():
    rp = RobotParser(TEXT)
    for i in range(3 * HEADERS_MAX):
        assert not rp.allowed("/", b"Bot%d/1.0" % i)
        assert len(rp._robots) <= HEADERS_MAX
    assert rp.allowed("/", HEADER)


def test_scrapy_finds_it():
    """Scrapy's own parser of the same file gives the same answers, through Scrapy's own loader."""
    misc = pytest.importorskip("scrapy.utils.misc", reason="there is no Scrapy")
    ours = misc.load_object("robotsc.scrapy.RobotParser").from_crawler(None, TEXT)
    theirs = misc.load_object("scrapy.robotstxt.ProtegoRobotParser").from_crawler(None, TEXT)
    for url in "https://h.example/", "https://h.example/private/a":
        for agent in b"ExampleBot/1.0", "ExampleBot", "Other":
            assert ours.allowed(url, agent) is theirs.allowed(url, agent)


def test_middleware():
    """Scrapy's middleware with this parser drops a request that the file forbids."""
    pytest.importorskip("scrapy", reason="there is no Scrapy")
    from scrapy import Request, Spider
    from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
    from scrapy.exceptions import IgnoreRequest
    from scrapy.utils.test import get_crawler

    crawler = get_crawler(Spider, {"ROBOTSTXT_OBEY": True, "ROBOTSTXT_PARSER": "robotsc.scrapy.RobotParser"})
    middleware = RobotsTxtMiddleware.from_crawler(crawler)
    rp = middleware._parserimpl.from_crawler(crawler, TEXT)
    assert isinstance(rp, RobotParser)
    headers = {"User-Agent": HEADER}
    middleware.process_request_2(rp, Request("https://h.example/", headers=headers), None)
    for forbidden in Request("https://h.example/private/", headers=headers), Request("https://h.example/"):
        with pytest.raises(IgnoreRequest):
            middleware.process_request_2(rp, forbidden, None)
