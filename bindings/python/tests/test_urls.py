"""test_urls.py - what is no URL: url_problem, and UrlWarning once for each call site.

SPDX-License-Identifier: Apache-2.0
"""
import pickle
import warnings

import pytest
import robotsc
from robotsc.compat.protego import Protego
from robotsc.compat.urllib import RobotFileParser
from robotsc.scrapy.parser import RobotParser

TEXT = "User-agent: *\nDisallow: /x"
ROBOT = robotsc.compile(TEXT).agent("a")
GOOD = ["/", "/x", "/x//y", "http://h", "http://h/", "https://shop.example/x", "https://7.example", "HTTPS://h/", "ftp://h/x",
        "http://[::1]/", "http://b\u00fccher.example/", "https://user@h:80/x"]
WRONG = {"": "nothing in it", "shop.example/x": "no scheme", "localhost:80/x": "no scheme", " /x": "white space",
         "\thttp://h/": "white space", "\ufeffhttps://h/x": "byte order mark", "'/x'": "quotation", '"https://h/x"': "quotation",
         "\u201chttps://h/": "quotation", "//h/x": "a host and no scheme", "mailto:a@h": "http, https and ftp only",
         "<https://h/x>": "bracket", "https:/h/x": "'//' is missing", "http:": "'//' is missing", "https:///x": "no host",
         "http:// h/": "no host", "x": "no scheme and no '/'", "?q": "no scheme and no '/'"}


def warned(call, *arguments):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        call(*arguments)
    assert all(one.category is robotsc.UrlWarning and one.filename == __file__ for one in found)
    return [one.message for one in found]


CALLS = {
    "allowed": lambda url: ROBOT.allowed(url),
    "usage": lambda url: ROBOT.usage(url),
    "explain": lambda url: robotsc.explain(TEXT, "a", url),
    "allowed_many": lambda url: ROBOT.allowed_many(["/", url]),
}


@pytest.mark.parametrize("name", CALLS)
def test_warnings(name):
    for url in GOOD:
        assert warned(CALLS[name], url) == warned(CALLS[name], url.encode()) == [] and robotsc.url_problem(url) is None
    for url, problem in WRONG.items():
        message, = warned(CALLS[name], url)
        assert problem in message.problem == robotsc.url_problem(url) and message.url == url
        assert repr(url) in str(message) and f"is no URL and no path: {message.problem}" in str(message)
        assert (message.index, message.others) == ((1, 0) if name == "allowed_many" else (None, 0))
        octets, = warned(CALLS[name], url.encode())
        assert octets.url == url.encode() and octets.problem == message.problem


def test_google():
    robot = robotsc.compile(TEXT, dialect="google").agent("a")
    for url in "//h/x", "shop.example/x", "localhost:80/x":
        assert warned(robot.allowed, url) == [] and robotsc.url_problem(url, dialect="google") is None
        assert not robot.allowed(url)
    message, = warned(robot.allowed_many, ["//h/x", "mailto:x"])
    assert message.index == 1


def test_once_a_call_site(capsys):
    urls = [url for url in WRONG for _ in range(3)]
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("default")
        for url in urls:
            ROBOT.allowed(url)
        for url in urls:
            ROBOT.allowed_many([url])
    assert [one.message.url for one in found] == ["", ""] and found[0].lineno < found[1].lineno
    with warnings.catch_warnings():
        warnings.simplefilter("error", robotsc.UrlWarning)
        for call in CALLS.values():
            with pytest.raises(robotsc.UrlWarning, match="'shop.example/x'"):
                call("shop.example/x")
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*'x' is no URL")
            ROBOT.allowed("x")


def test_many():
    urls = ["/"] * 10000
    urls[9000] = "shop.example/x"
    urls[9990:] = [b"mailto:x"] * 10
    message, = warned(ROBOT.allowed_many, urls)
    assert str(message) == ("the URL at index 9000, 'shop.example/x', is no URL and no path: it has no scheme; "
                            "write 'https://' before a host, or '/' before a path; 10 more of these are none")
    assert (message.index, message.others) == (9000, 10)
    assert warned(ROBOT.allowed_many, iter(["/x"])) == []


def test_messages():
    message, = warned(ROBOT.allowed, "x" * 1000)
    assert len(str(message)) < 250 and message.url == "x" * 1000
    again = pickle.loads(pickle.dumps(message))
    assert (str(again), again.url, again.index) == (str(message), message.url, None)


def test_others_are_silent():
    """What takes the place of other readers warns no more than they do."""
    urllib = RobotFileParser()
    urllib.parse(TEXT.splitlines())
    for url in WRONG:
        for call in (lambda: Protego.parse(TEXT).can_fetch(url, "a"), lambda: urllib.can_fetch("a", url),
                     lambda: RobotParser(TEXT).allowed(url, "a")):
            assert warned(call) == []
        assert ROBOT._allowed(url) == Protego.parse(TEXT).can_fetch(url, "a")


def test_errors():
    for wrong in 1, None, ["/"]:
        with pytest.raises(TypeError, match="a URL must be str or bytes"):
            robotsc.url_problem(wrong)
    with pytest.raises(ValueError, match="unknown dialect"):
        robotsc.url_problem("/", dialect="none")
