"""test_agents.py - every call that takes an agent refuses what its dialect would cut.

SPDX-License-Identifier: Apache-2.0
"""
import pytest
import robotsc

TEXT = "User-agent: ExampleBot\nDisallow: /x"
HEADER = "Mozilla/5.0 (compatible; ExampleBot/2.1)"

# Each with an agent, in a dialect.
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
    """What the dialect compares as a whole, and "*"; groups of google can name the empty token."""
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
    """Those of agents for headers go on: their tokens are words of the header."""
    import pickle
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
