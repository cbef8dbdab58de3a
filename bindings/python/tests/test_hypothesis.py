"""test_hypothesis.py - random files: laws of the module, and its answers beside the command's.

The files are the same each time.  With ROBOTSC_EXAMPLES=N there are N others for each test.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import copy
import itertools
import json
import os
import pickle
import re
import subprocess
import tempfile

import pytest
import robotsc
from conftest import COMMAND

pytest.importorskip("hypothesis", reason="there is no hypothesis")
FOLDER = tempfile.TemporaryDirectory()  # for the tables of Unicode that hypothesis makes
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = FOLDER.name

from every_call import every_call  # noqa: E402
from hypothesis import HealthCheck, example, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from strategies import DIALECTS, paths, texts, tokens, urls_for  # noqa: E402

ASKED = int(os.environ.get("ROBOTSC_EXAMPLES", "0"))


def laws(examples):
    return settings(max_examples=ASKED or examples, derandomize=not ASKED, database=None, deadline=None, print_blob=True,
                    suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Runs the command on texts of any content; returns what it prints."""
    path = tmp_path_factory.mktemp("random") / "robots.txt"

    def run(verb, text, *options, agent=None, lines=()):
        path.write_bytes(text)
        operands = [str(path)] if agent is None else [str(path), agent]
        done = subprocess.run([COMMAND, verb, "--as-text", *options, "--", *operands], input=b"\n".join(lines) + b"\n",
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        assert done.returncode in (0, 1), (verb, options)
        return done.stdout

    return run


def taken(urls):
    """The URLs that the command takes as URLs or paths."""
    good = re.compile(rb"/(?!/)|(?i:https?|ftp)://(u@)?h(\.example)?(:80)?([/?#]|$)")
    return [url for url in urls if good.match(url)] or [b"/"]


def verdicts(printed):
    return [line.startswith(b"allow\t") for line in printed.split(b"\n")[:-1]]


@laws(30)
@given(data=st.data(), text=texts(), token=st.sampled_from(["ExampleBot", "Other", "bot", "third-bot", "none"]))
def test_verdicts_of_all_dialects(ask, data, text, token):
    """One run of the command prints the verdicts of all dialects."""
    urls = taken(data.draw(urls_for(text)))
    printed = ask("check", text, "--table", agent=token, lines=urls).split(b"\n")[1:-1]
    expected = [[cell == b"allow" for cell in line.split(b"\t")[:5]] for line in printed]
    found = [robotsc.compile(text, dialect=dialect).agent(token).allowed_many(urls).tolist() for dialect in DIALECTS]
    assert found == [list(column) for column in zip(*expected)]


def blobs_are_same(ask, policy, text, *options):
    return policy.blob == ask("compile", text, "-q", "-o", "-", "--dialect=" + policy.dialect, *options)


@laws(20)
@given(data=st.data(), text=texts(), dialect=st.sampled_from(DIALECTS),
       only=st.lists(st.sampled_from(["b", "Other", "bot"]), max_size=2))
def test_blobs_and_verdicts(ask, data, text, dialect, only):
    urls = taken(data.draw(urls_for(text)))
    options = ["--agent=" + token for token in only]
    policy = robotsc.compile(text, agents=only or None, dialect=dialect)
    assert blobs_are_same(ask, policy, text, "--extensions", *options)
    assert blobs_are_same(ask, robotsc.compile(text, only or None, dialect, extensions=False), text, *options)
    whole = robotsc.compile(text, dialect=dialect)
    printed = ask("check", text, "--dialect=" + dialect, "--fallback=bot", agent="ExampleBot", lines=urls)
    assert verdicts(printed) == whole.agent("ExampleBot", "bot").allowed_many(urls).tolist()
    for token in only:
        assert policy.agent(token).allowed_many(urls).tolist() == whole.agent(token).allowed_many(urls).tolist()


def as_printed(record):
    """A Record in the form of 'records --json'."""
    numbers = {"documents": record.documents, "seconds": record.seconds, "from": record.start, "to": record.end}
    numbers["milliseconds"] = None if record.delay is None else round(1000 * record.delay)
    if record.path or record.rest != record.value:
        numbers.update(path=record.path, rest=record.rest)
    return {"line": record.line, "group": record.group, "field": record.field, "value": record.value,
            **{name: value for name, value in numbers.items() if value is not None}}


@laws(25)
@given(text=texts(), dialect=st.sampled_from(DIALECTS))
def test_records(ask, text, dialect):
    text = text.decode("utf-8", "ignore").encode()  # JSON has no other octets
    policy = robotsc.compile(text, dialect=dialect)
    printed = json.loads(ask("records", text, "--json", "--dialect=" + dialect, agent="ExampleBot"))
    of_file, of_agent = [[{"path": r["path"]} | r if "path" in r else r for r in printed[part]] for part in ("file", "agent")]
    assert [as_printed(record) for record in policy.records()] == of_file
    assert [as_printed(record) for record in policy.agent("ExampleBot").records()] == of_agent


@laws(20)
@given(data=st.data(), text=texts(), dialect=st.sampled_from(DIALECTS), extensions=st.booleans(),
       asked=st.lists(tokens.filter(lambda token: token.isprintable()), max_size=4))
def test_all_calls_agree(data, text, dialect, extensions, asked):
    every_call(robotsc.compile(text, dialect=dialect, extensions=extensions), data.draw(urls_for(text)), asked)


@laws(20)
@given(texts(), texts(), st.sampled_from(DIALECTS))
def test_equality_is_that_of_blobs(one, other, dialect):
    a, b, again = [robotsc.compile(text, dialect=dialect) for text in (one, other, one)]
    assert a == again and hash(a) == hash(again) and not a != again
    assert (a == b) is (a.blob == b.blob) is not (a != b)
    assert a != b or hash(a) == hash(b)
    assert len({a, b, again}) == len({a.blob, b.blob})


@laws(60)
@given(st.text(max_size=300))
@example("\ufeffUser-agent: *\nDisallow: /é")
def test_str_is_its_utf8(text):
    try:
        octets = text.encode()
    except UnicodeEncodeError:
        with pytest.raises(UnicodeEncodeError):
            robotsc.compile(text)
        return
    assert robotsc.compile(text) == robotsc.compile(octets) == robotsc.compile(bytearray(octets))


class Indexed:
    """A sequence that has only __getitem__ and a wrong length."""

    def __init__(self, items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return 3

    def __length_hint__(self):
        return 1 << 40


class Interrupted(Exception):
    pass


def interrupted(items, at):
    yield from items[:at]
    raise Interrupted


ROBOT = robotsc.compile("User-agent: *\nDisallow: /a\nDisallow: /*b$\nAllow: /a/c").agent("x")
MAKERS = [list, tuple, iter, Indexed, collections.deque, itertools.chain, dict.fromkeys, lambda urls: (url for url in urls),
          lambda urls: map(str, urls), lambda urls: collections.UserList(urls), lambda urls: dict(enumerate(urls)).values()]


@laws(60)
@given(st.lists(paths, max_size=100), st.sampled_from(range(len(MAKERS))), st.integers(0, 100))
def test_every_iterable(urls, maker, at):
    expected = [ROBOT.allowed(url) for url in urls]
    made = MAKERS[maker](urls)
    assert ROBOT.allowed_many(MAKERS[maker](urls)).tolist() == [ROBOT.allowed(url) for url in (made if maker == 6 else urls)]
    assert ROBOT.allowed_many([url.encode() for url in urls]).tolist() == expected
    assert ROBOT.allowed_many(set(urls)).nbytes == len(set(urls))
    with pytest.raises(Interrupted):
        ROBOT.allowed_many(interrupted(urls, at))
    for wrong in None, 1, ["/"], bytearray(b"/"):
        with pytest.raises(TypeError, match="a URL must be str or bytes"):
            ROBOT.allowed_many(urls[:at] + [wrong] + urls[at:])
    with pytest.raises(UnicodeEncodeError):
        ROBOT.allowed_many([*urls, "\ud800"])
    assert ROBOT.allowed_many(urls).tolist() == expected


@laws(20)
@given(text=texts(), status=st.integers(0, 999), age=st.integers(0, 10**7), at=st.integers(-10**9, 10**11))
def test_stamps(text, status, age, at):
    policy = robotsc.compile(text)
    decision = robotsc.access(status, {"Cache-Control": f"max-age={age}"}, fetched=at)
    stamped = policy.stamp(decision, text)
    assert stamped.decision == decision[:9] + (len(text), stamped.decision.digest) and policy.stamp(decision, text) == stamped
    assert pickle.loads(pickle.dumps(copy.deepcopy(stamped))).decision == stamped.decision
    assert stamped.records() == policy.records() and (stamped == policy) is False
    for now in at, at + age, decision.expires:
        assert robotsc.fresh(stamped, now) is robotsc.fresh(decision, now) is (at <= now < decision.expires)
