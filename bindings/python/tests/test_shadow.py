"""test_shadow.py - the answers of another reader: kinds, lines, arguments that are refused.

SPDX-License-Identifier: Apache-2.0
"""
import dataclasses
import pickle

import pytest
import robotsc
from robotsc import _robotsc

TEXT = "User-agent: ExampleBot\nDisallow: /private/\nAllow: /private/press\n\nUser-agent: *\nDisallow: /cart\n"
OPTIONS = ("rfc9309", 512000, False, False, False)


def test_kinds():
    answers = [("/", True), ("/private/press", False), ("/private/a", True), ("/cart", False), ("/b", False)]
    found = robotsc.shadow(TEXT, "ExampleBot", iter(answers))
    assert [(s.url, s.allowed, s.kind, s.dialect, s.line, s.other_line) for s in found] == [
        ("/private/press", True, "dialect", "nexor1994", 3, 2), ("/private/a", False, "star", None, 2, None),
        ("/cart", True, "star", None, None, 6), ("/b", True, "closed", None, None, None)]
    assert robotsc.shadow(TEXT, "OtherBot", [("/cart", True)])[0].kind == "open"
    assert robotsc.shadow(TEXT, "NewBot", [("/private/", False)], fallback=["ExampleBot"]) == ()
    assert robotsc.shadow(TEXT, "ExampleBot", [("/private/press", False)], dialect="koster1996") == ()
    assert robotsc.shadow("", "ExampleBot", []) == ()


@pytest.mark.parametrize("dialect", ["rfc9309", "google", "nexor1994", "koster1996", "conner2"])
def test_a_policy_answers_so(dialect):
    urls = ["/", "/private/", "/private/press/x", "/cart", "https://h.example/private/a?b", b"/\xff"]
    robot = robotsc.compile(TEXT, dialect=dialect).agent("ExampleBot")
    same = [(url, robot.allowed(url)) for url in urls]
    assert robotsc.shadow(TEXT, "ExampleBot", same, dialect=dialect) == ()
    others = robotsc.shadow(TEXT, "ExampleBot", [(url, not allowed) for url, allowed in same], dialect=dialect)
    assert [s.allowed for s in others] == [allowed for _, allowed in same] and others[-1].url == "/\udcff"
    for s in others:
        why = robotsc.explain(TEXT, "ExampleBot", s.url, dialect=dialect)
        assert s.line == (why.deciding.line if why.deciding else None)


def test_values():
    one = robotsc.shadow(TEXT, "ExampleBot", [("/b", False)])
    assert pickle.loads(pickle.dumps(one)) == one and hash(one[0])
    with pytest.raises(dataclasses.FrozenInstanceError):
        one[0].url = "/"


def test_errors():
    with pytest.raises(TypeError, match="bool"):
        robotsc.shadow(TEXT, "ExampleBot", [("/", 1)])
    with pytest.raises(TypeError, match="a URL"):
        robotsc.shadow(TEXT, "ExampleBot", [(None, True)])
    with pytest.raises(robotsc.AgentError):
        robotsc.shadow(TEXT, "Example Bot/2", [])
    with pytest.raises(ValueError, match="blob"):
        robotsc.shadow(robotsc.compile("").blob, "ExampleBot", [])
    with pytest.warns(robotsc.UrlWarning):
        robotsc.shadow(TEXT, "ExampleBot", [("mailto:a", True)])
    with pytest.raises(ValueError, match="each URL"):
        _robotsc._shadow(b"", (), (b"/",), b"", OPTIONS)
    with pytest.raises(robotsc.Error):
        _robotsc._shadow(b"", (), (b"/",), b"\2", OPTIONS)
    for arguments in ((b"", (), (1,), b"\1", OPTIONS), (b"", (1,), (b"/",), b"\1", OPTIONS), (b"", [], (), b"", OPTIONS)):
        with pytest.raises(TypeError):
            _robotsc._shadow(*arguments)
