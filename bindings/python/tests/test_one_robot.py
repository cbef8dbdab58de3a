"""test_one_robot.py - a robot with several names, and records of texts.

SPDX-License-Identifier: Apache-2.0
"""
import pickle

import pytest
import robotsc

NAMES = """User-agent: shopbot
Disallow: /cart
User-agent: pricebot
Disallow: /prices
Crawl-delay: 2
User-agent: *
Disallow: /
"""


def test_one_robot():
    """A robot with several names has the groups of all of them, in any order."""
    names = ["shopbot", b"pricebot"]
    for agents in names, names[::-1], [*names, "none"]:
        policy = robotsc.compile(NAMES, agents=agents, one_robot=True)
        for robot in policy.agent(agents[0]), policy.agent(*agents):
            assert [robot.allowed(path) for path in ("/cart", "/prices", "/")] == [False, False, True] and robot.crawl_delay == 2
        assert robotsc.verify(policy, NAMES, agents=agents, one_robot=True)
        assert not robotsc.verify(policy, NAMES, agents=["shopbot"])
    assert not robotsc.compile(NAMES, agents=["a", "b"], one_robot=True).agent("b").allowed("/x")
    for path, line in ("/cart", 2), ("/prices", 4):
        assert robotsc.explain(NAMES, "pricebot", path, fallback=["shopbot"], one_robot=True).deciding.line == line
    merged = "User-agent: shopbot\nDisallow: /cart\nDisallow: /prices\n"
    same, = robotsc.diff(NAMES, merged, agents=names, one_robot=True)
    assert same.answer == "same" and same.agents == ("pricebot", "shopbot") and same.robots == "pricebot, shopbot"
    assert len(robotsc.records(NAMES, "shopbot", fallback=["pricebot"], one_robot=True)) == 1


ONE_ROBOT = {
    "compile": lambda agents, **more: robotsc.compile(NAMES, agents=agents, one_robot=True, **more),
    "explain": lambda agents, **more: robotsc.explain(NAMES, "a", "/", fallback=agents, one_robot=True, **more),
    "diff": lambda agents, **more: robotsc.diff(NAMES, "", agents=agents, one_robot=True, **more),
    "verify": lambda agents, **more: robotsc.verify(robotsc.compile(""), NAMES, agents=agents, one_robot=True, **more),
    "records": lambda agents, **more: robotsc.records(NAMES, "a", fallback=agents, one_robot=True, **more),
}


@pytest.mark.parametrize("call", ONE_ROBOT.values(), ids=ONE_ROBOT)
def test_one_robot_errors(call):
    call(["a"], dialect="google")
    for dialect in "nexor1994", "koster1996", "conner2":
        with pytest.raises(ValueError, match="one_robot is for rfc9309 and google, not " + dialect):
            call(["a"], dialect=dialect)
    for wrong in "*", "a b", "":
        with pytest.raises(robotsc.AgentError, match="is no "):
            call([wrong])


def test_one_robot_has_names():
    for call in "compile", "diff", "verify":
        with pytest.raises(ValueError, match="one_robot needs agents: the names of the robot"):
            ONE_ROBOT[call](None)


def test_records():
    text = ("\ufeffSitemap: /s.xml\nSitemap: https://h/x.xml\nSitemap: //c/é.xml\nSitemap: a b\nUser-agent: a\nCrawl-delay: 1.5\n"
            "User-agent: b\nDisallow: /b\nVisit-time: 0100-0200\nRequest-rate: 3/1m\nOther: x\n").encode() + b"Comment: \xff\n"
    policy = robotsc.compile(text)
    assert robotsc.records(text) == policy.records() and not any(record.resolved for record in policy.records())
    for robot in "a", b"b", "c":
        assert robotsc.records(text, robot) == policy.agent(robot).records()
    assert robotsc.records(text, "x", fallback=["a"]) == policy.agent("a").records()
    found = [record for record in robotsc.records(text, url="https://h.example/robots.txt") if record.field == "Sitemap"]
    assert [(record.value, record.line, record.rest, record.resolved) for record in found] == [
        ("https://h.example/s.xml", 1, "/s.xml", True), ("https://h/x.xml", 2, "https://h/x.xml", False),
        ("https://c/é.xml", 3, "//c/é.xml", True)]
    assert {(record.delay, record.start, record.end) for record in found} == {(None, None, None)}
    assert pickle.loads(pickle.dumps(found[0])).resolved and len(found[0]) == 11
    long = "#" * 600000 + "\nSitemap: https://h/x.xml\n"
    assert len(robotsc.records(long, limit=700000)) == 1
    with pytest.warns(robotsc.ContentWarning, match="only the first 512000 octets"):
        assert robotsc.records(long) == ()
    with pytest.raises(TypeError, match="url must be str or bytes"):
        robotsc.records(text, url=1)
