"""cases.py - answers the table of cases in the file CASES; bindings/tests/cases.py explains its
lines.

SPDX-License-Identifier: Apache-2.0
"""
import os
import sys
import warnings
from urllib.parse import unquote_to_bytes

import robotsc


def word(allowed):
    return "allow" if allowed else "disallow"


def octets(text):
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


def check(dialect, robots, tokens, url):
    """The verdict, if all ways to ask agree; else all verdicts."""
    names, verdicts = tokens.split(b"\n"), set()
    for agents in None, names:
        policy = robotsc.compile(robots, agents=agents, dialect=dialect.decode())
        for robot in policy.agent(*names), robotsc.open(policy.blob).agent(*names):
            verdicts |= {robot.allowed(url), *map(bool, robot.allowed_many([url, url])), robotsc.explain(
                robots, names[0], url, fallback=names[1:], dialect=dialect.decode()).allowed}
    return " and ".join(map(word, verdicts))


def names(dialect, robots, tokens, url):
    agents = tokens.split(b"\n")
    return word(robotsc.compile(robots, agents=agents, dialect=dialect.decode(), one_robot=True).agent(agents[0]).allowed(url))


def of_header(dialect, robots, header, url, agents=None):
    return word(robotsc.compile(robots, agents=agents, dialect=dialect.decode()).agent_for_header(header).allowed(url))


def usage(dialect, robots, tokens, url, field, label):
    found = robotsc.compile(robots, dialect=dialect.decode()).agent(*tokens.split(b"\n")).usage(url)
    value = found.preferences.get((field.decode(), label.decode()), "")
    return f"{word(found.allowed)} {len(found.preferences)} {value}"


def lines(records):
    return " | ".join(f"{record.field}: {record.value}" for record in records)


def lines_of(dialect, robots, tokens):
    policy = robotsc.compile(robots, dialect=dialect.decode())
    return lines((policy.agent(*tokens.split(b"\n")) if tokens else policy).records())


def access(status, time, field):
    headers = [tuple(field.split(b": ", 1))] if field else None
    decision = robotsc.access(int(status), headers, fetched=int(time))
    return f"{decision.outcome} {decision.expires}"


def explain(dialect, robots, tokens, url):
    first, *others = tokens.split(b"\n")
    why = robotsc.explain(robots, first, url, fallback=others, dialect=dialect.decode())
    line, text = (why.deciding.line, why.deciding.text) if why.deciding else (0, "")
    return f"{why.verdict} {line}\n{why.url}\n{text}"


def page(html, field, token):
    found = robotsc.page(html, headers=[field] if field else [], agents=[token])
    return f"{'no' * found.noindex}index {'no' * found.nofollow}follow"


def rules(dialect, robots):
    found = robotsc.rules(robots, dialect=dialect.decode())
    return " ".join(rule.pattern for rule in found) + "\n" + " ".join(rule.canonical for rule in found)


def sitemap(dialect, robots, octets, names):
    found = robotsc.sitemap(robots, octets, names=names.split(b"\n"), dialect=dialect.decode())
    lines = " ".join(str(answer["line"]) for answer in found["answers"] if "line" in answer)
    return f"{' '.join(answer['url'] for answer in found['answers'])}\n{lines}\n{found['closed']}"


def edit(dialect, robots, shut_out, let_in):
    found = robotsc.edit(robots, shut_out=shut_out.split(b"\n"), let_in=let_in.split(b"\n"), dialect=dialect.decode())
    return f"{found['outcome']}\n{' '.join(robot['effect'] for robot in found['robots'])}"


ANSWERS = {
    "check": check, "names": names, "header": of_header, "usage": usage, "lines": lines_of, "access": access, "explain": explain,
    "page": page, "rules": rules, "sitemap": sitemap, "edit": edit,
    "partial": lambda *given: of_header(*given, agents=["ExampleBot", "SomeBot"]),
    "open": lambda blob: robotsc.open(blob) and "opened",
    "content": robotsc.content_kind,
    "url": lambda dialect, url: "bad" if robotsc.url_problem(url, dialect.decode()) else "good",
    "origin": lambda url: robotsc.origin(url) + "/robots.txt",
    "links": lambda dialect, robots, url: lines(robotsc.records(robots, url=url, dialect=dialect.decode())),
    "lint": lambda dialect, robots: " ".join(finding.id for finding in robotsc.lint(robots, dialect=dialect.decode())),
    "summary": lambda dialect, robots: " ".join(
        answer["extent"] for answer in robotsc.summary(robots, dialect=dialect.decode())["answers"]),
    "diff": lambda dialect, old, new, token: robotsc.diff(old, new, agents=[token], dialect=dialect.decode()).answer,
    "verify": lambda dialect, robots, token: robotsc.verify(
        robotsc.compile(robots, dialect=dialect.decode()), robots, agents=[token]).proofs[0].answer,
}


def answer(kind, given):
    if kind not in ANSWERS:
        return b"no such kind"
    try:
        return octets(ANSWERS[kind](*given))
    except (robotsc.Error, ValueError):
        return b"error"


warnings.simplefilter("ignore")
passed = failed = 0
with open(os.environ["CASES"], encoding="ascii") as table:
    for case in table:
        kind, *given, expected = case.rstrip("\n").split("\t")
        said = answer(kind, list(map(unquote_to_bytes, given)))
        if said == unquote_to_bytes(expected):
            passed += 1
        else:
            failed += 1
            print(f"FAILED: {case}    said: {said!r}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or not passed)
