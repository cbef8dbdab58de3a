"""test_against_command.py - the module makes the same blobs and verdicts as the command.

SPDX-License-Identifier: Apache-2.0
"""
import random

import pytest
import robotsc

DIALECTS = ["rfc9309", "google", "nexor1994", "koster1996", "conner2"]
PIECES = ["/", "a", "b", "*", "$", "%2F", "%", "é", "~", "?", "=", "index.html", "x" * 70]


def random_path(r):
    return "/" + "".join(r.choice(PIECES) for _ in range(r.randrange(6)))


def beside_host(path):
    """The command takes a path that begins with "//" for a URL with a host."""
    return "http://h" + path if path.startswith("//") else path


def random_text(r):
    """A robots.txt of some groups, rules, and lines that are no rules."""
    lines = []
    for _ in range(r.randrange(1, 12)):
        agents = r.sample(["*", "ExampleBot", "Other", "third-bot"], r.randrange(1, 3))
        lines += ["User-agent: " + agent for agent in agents]
        lines += [r.choice(["Allow", "Disallow"]) + ": " + random_path(r) for _ in range(r.randrange(6))]
        lines += r.sample(["Crawl-delay: 2", "Sitemap: http://h/s", "junk", "", "# a comment"], 2)
    return "\n".join(lines).encode()


def verdicts(printed):
    return [line.startswith(b"allow\t") for line in printed.splitlines()]


@pytest.mark.parametrize("seed", range(24))
def test_random_files(command, seed):
    r = random.Random(seed)
    text = random_text(r)
    dialect = DIALECTS[seed % len(DIALECTS)]
    policy = robotsc.compile(text, dialect=dialect)
    assert policy.blob == command("compile", text, "-q", "-o", "-", "--extensions", "--dialect=" + dialect)
    assert policy.dialect == dialect
    paths = [beside_host(random_path(r)) for _ in range(200)]
    for agent in "ExampleBot", "fourth":
        robot = policy.agent(agent)
        printed = command("check", text, "--dialect=" + dialect, agent, lines=[path.encode() for path in paths])
        expected = verdicts(printed)
        assert len(expected) == len(paths)
        assert [robot.allowed(path) for path in paths] == expected
        assert [robot.allowed(path.encode()) for path in paths] == expected
        assert robot.allowed_many(paths).tolist() == expected


def test_options(command):
    text = b"User-agent: a\nDisallow: /a\nSitemap: http://h/s\nUser-agent: b\nDisallow: /b\n"
    assert robotsc.compile(text, extensions=False).blob == command("compile", text, "-q", "-o", "-")
    only = robotsc.compile(text, agents=["b"], extensions=False)
    assert only.blob == command("compile", text, "-q", "-o", "-", "--agent=b")
    assert not only.agent("b").allowed("/b")


def test_example(command, examples):
    text = (examples / "robots.txt").read_bytes()
    urls = (examples / "urls.txt").read_bytes().splitlines()
    robot = robotsc.compile(text).agent("ExampleBot")
    assert robot.allowed_many(urls).tolist() == verdicts(command("check", text, "ExampleBot", lines=urls))


def test_records(command, examples):
    text = (examples / "extensions.txt").read_bytes()
    policy = robotsc.compile(text)
    robot = policy.agent("AnyBot")
    printed = command("records", text, "AnyBot").decode().splitlines()
    lines = ["file", *policy.records(), "agent", *robot.records()]
    assert len(printed) == len(lines)
    for shown, record in zip(printed, lines):
        if isinstance(record, str):
            assert shown == record
        else:
            assert shown.startswith(f"  line {record.line}: {record.field}: {record.value}")


def test_origin():
    assert robotsc.origin("HTTPS://User@Shop.Example:443/a?b#c") == "https://shop.example"
    assert robotsc.origin("http://bücher.example/") == robotsc.origin("http://xn--bcher-kva.example:80".encode())
