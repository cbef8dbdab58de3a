"""test_refusals.py - texts that calls refuse as an agent, and texts about which they warn as a URL.

SPDX-License-Identifier: Apache-2.0
"""
import pickle
import warnings

import pytest
import robotsc
from robotsc.compat.protego import Protego
from robotsc.compat.urllib import RobotFileParser
from robotsc.scrapy.parser import RobotParser

# ---- agents: every call refuses what its dialect would cut ----

TEXT = "User-agent: ExampleBot\nDisallow: /x"
HEADER = "Mozilla/5.0 (compatible; ExampleBot/2.1)"

# Each call, with an agent, in a dialect.
CALLS = {
    "agent": lambda agent, dialect: robotsc.compile(TEXT, dialect=dialect).agent("a", agent),
    "compile": lambda agent, dialect: robotsc.compile(TEXT, agents=["a", agent], dialect=dialect),
    "explain": lambda agent, dialect: robotsc.explain(TEXT, agent, "/x", dialect=dialect),
    "explain, fallback": lambda agent, dialect: robotsc.explain(TEXT, "a", "/x", fallback=["a", agent], dialect=dialect),
    "diff": lambda agent, dialect: robotsc.diff(TEXT, TEXT, agents=["a", agent], dialect=dialect),
    "verify": lambda agent, dialect: robotsc.verify(robotsc.compile(TEXT, dialect=dialect), TEXT, agents=["a", agent]),
}


def refused(call, *arguments):
    with pytest.raises(robotsc.AgentError) as found:
        call(*arguments)
    return str(found.value)


@pytest.mark.parametrize("name", CALLS)
def test_refused(name):
    for dialect in "rfc9309", "google", "koster1996":
        said = refused(CALLS[name], HEADER, dialect)
        assert said == f"{HEADER!r} is no product token of {dialect}; agent_for_header takes a whole header"
        assert refused(CALLS[name], HEADER.encode(), dialect) == "b" + said
    for agent in "", " ExampleBot", "ExampleBot ", "Example Bot", "Ex\u00e4mpleBot", b"Ex\xe4mple":
        assert "is no product token of rfc9309" in refused(CALLS[name], agent, "rfc9309")


@pytest.mark.parametrize("name", CALLS)
def test_taken(name):
    """Accepted: names that the dialect compares whole, and "*"; in google, also the empty one."""
    for agent, dialect in ("ExampleBot", "rfc9309"), (b"Bot-2.1_x", "rfc9309"), ("*", "rfc9309"), ("", "google"), ("*", "google"):
        CALLS[name](agent, dialect)
    CALLS[name]("Example Bot", "conner2")


def test_sides():
    """Agents of diff are tokens of both dialects."""
    for dialects in ("rfc9309", "google"), ("google", "rfc9309"):
        assert "of google" in refused(lambda: robotsc.diff(TEXT, TEXT, agents=["a2"], dialect_a=dialects[0], dialect_b=dialects[1]))
    blob = robotsc.compile(TEXT, dialect="google")
    assert "of google" in refused(lambda: robotsc.diff(blob, TEXT, agents=["a2"]))


def test_page():
    for agent in HEADER, "", "a b":
        assert "is no product token of rfc9309" in refused(lambda agent: robotsc.page("", agents=["a", agent]), agent)
    assert robotsc.page("<meta name=examplebot content=noindex>", agents=["ExampleBot"]).noindex


def test_pickles():
    """An agent for a header survives a pickle, though its tokens are words of the header."""
    robot = robotsc.compile("User-agent: example bot", dialect="conner2").agent_for_header("x; example bot/2")
    assert pickle.loads(pickle.dumps(robot)).tokens == robot.tokens


def test_store(tmp_path):
    store_of = pytest.importorskip("robotsc.store").Store
    for dialect in "rfc9309", "google", "koster1996":
        for agent in HEADER, "a/2":
            said = refused(lambda agent: store_of(tmp_path / "none", "c", agents=["a", agent], dialect=dialect), agent)
            assert said == f"{agent!r} is no product token of {dialect}; agent_for_header takes a whole header"
    assert not (tmp_path / "none").exists()
    refused(lambda: store_of(tmp_path / "none", "c", agents=[""]))
    with store_of(tmp_path / "some", "c", dialect="koster1996") as store:
        for call in store.filter, store.filter_lines:
            assert "of koster1996" in refused(lambda: call([] if call == store.filter else b"", "a", HEADER))
        refused(lambda: store.prepare(""))
        assert list(store.filter([], "Example Bot")) == []
    refused(lambda: robotsc.import_warc([], tmp_path / "none", agents=[HEADER]))


def test_partition(tmp_path):
    parallel, store = pytest.importorskip("robotsc.parallel"), tmp_path / "some"
    robotsc.Store(store, "c").close()
    (tmp_path / "lines").write_bytes(b"")
    refused(lambda: parallel.filter_partition([], store=store, agent=HEADER))
    refused(lambda: parallel.filter_partition([], store=store, agent=["a", ""]))
    refused(lambda: parallel.filter_file(tmp_path / "lines", tmp_path / "out", store=store, agent=HEADER))


# ---- URLs: url_problem, and UrlWarning once for each call site ----

RULES = "User-agent: *\nDisallow: /x"
ROBOT = robotsc.compile(RULES).agent("a")
GOOD = ["/", "/x", "/x//y", "http://h", "http://h/", "https://shop.example/x", "https://7.example", "HTTPS://h/", "ftp://h/x",
        "http://[::1]/", "http://b\u00fccher.example/", "https://user@h:80/x", "https://h:8080/x", "http://a-b.c:?x",
        "https://h:65535"]
WRONG = {"": "nothing in it", "shop.example/x": "no scheme", "localhost:80/x": "no scheme", " /x": "white space",
         "\thttp://h/": "white space", "\ufeffhttps://h/x": "byte order mark", "'/x'": "quotation", '"https://h/x"': "quotation",
         "\u201chttps://h/": "quotation", "//h/x": "a host and no scheme", "mailto:a@h": "http, https and ftp only",
         "<https://h/x>": "bracket", "https:/h/x": "'//' is missing", "http:": "'//' is missing", "https:///x": "no host",
         "http:// h/": "no host", "https://a..b/": "no host", "https://a<b/x": "no host", "https://h:99999/": "its port",
         "https://h:8o/x": "its port", "x": "no scheme and no '/'", "?q": "no scheme and no '/'"}


def warned(call, *arguments):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        call(*arguments)
    assert all(one.category is robotsc.UrlWarning and one.filename == __file__ for one in found)
    return [one.message for one in found]


CHECKS = {
    "allowed": lambda url: ROBOT.allowed(url),
    "usage": lambda url: ROBOT.usage(url),
    "explain": lambda url: robotsc.explain(RULES, "a", url),
    "allowed_many": lambda url: ROBOT.allowed_many(["/", url]),
}


@pytest.mark.parametrize("name", CHECKS)
def test_warnings(name):
    for url in GOOD:
        assert warned(CHECKS[name], url) == warned(CHECKS[name], url.encode()) == [] and robotsc.url_problem(url) is None
    for url, problem in WRONG.items():
        message, = warned(CHECKS[name], url)
        assert problem in message.problem == robotsc.url_problem(url) and message.url == url
        assert repr(url) in str(message) and f"is no URL and no path: {message.problem}" in str(message)
        assert (message.index, message.others) == ((1, 0) if name == "allowed_many" else (None, 0))
        octets, = warned(CHECKS[name], url.encode())
        assert octets.url == url.encode() and octets.problem == message.problem


def test_google():
    robot = robotsc.compile(RULES, dialect="google").agent("a")
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
        for call in CHECKS.values():
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
    """The drop-ins for other readers warn only where those readers do."""
    urllib = RobotFileParser()
    urllib.parse(RULES.splitlines())
    for url in WRONG:
        for call in (lambda: Protego.parse(RULES).can_fetch(url, "a"), lambda: urllib.can_fetch("a", url),
                     lambda: RobotParser(RULES).allowed(url, "a")):
            assert warned(call) == []
        assert ROBOT._allowed(url) == Protego.parse(RULES).can_fetch(url, "a")


def test_wrong_types():
    for wrong in 1, None, ["/"]:
        with pytest.raises(TypeError, match="a URL must be str or bytes"):
            robotsc.url_problem(wrong)
    with pytest.raises(ValueError, match="unknown dialect"):
        robotsc.url_problem("/", dialect="none")


# ---- texts: what looks like no robots.txt ----


def test_contents():
    policy = robotsc.compile("")
    for call in (lambda text: robotsc.explain(text, "a", "/"), lambda text: robotsc.diff("", text),
                 lambda text: robotsc.diff(text, policy), lambda text: robotsc.verify(policy, text)):
        for text, kind in (b"\x1f\x8b\x08\0", "gzip"), ("<html>", "html"), ('{"a": 1}', "json"):
            with pytest.warns(robotsc.ContentWarning, match=f"^this looks like {kind}, not like a robots.txt$") as found:
                call(text)
            assert [one.filename for one in found] == [__file__]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            call("User-agent: *")
            call("")
