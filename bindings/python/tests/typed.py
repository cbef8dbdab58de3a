"""typed.py - a program that uses all of the package, for mypy --strict.  It is not run.

SPDX-License-Identifier: Apache-2.0
"""
import datetime
import typing

import robotsc
from robotsc import Agent, Policy, Store
from robotsc.compat.protego import Protego
from robotsc.compat.urllib import RobotFileParser
from robotsc.parallel import filter_partition


class Buffer(typing.Protocol):
    """The method that newer typesheds know from collections.abc.Buffer."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


def ask(text: str | bytes, urls: list[str]) -> memoryview:
    policy: Policy = robotsc.compile(text, agents=["ExampleBot"], dialect="google", one_robot=True)
    robot: Agent = robotsc.open(policy.blob).agent("ExampleBot", b"fallback")
    octets: Buffer = policy
    usage = robot.usage("/page")
    delay: float | None = robot.crawl_delay
    preference: str | None = usage.preferences.get(("Content-Usage", "train-ai"))
    print(octets, hash(policy), policy == octets, delay, preference, [record.field.upper() for record in robot.records()])
    return robot.allowed_many(urls)


def fetch(policy: Policy) -> float:
    now = datetime.datetime.now(datetime.timezone.utc)
    decision = robotsc.access(200, {"Cache-Control": "max-age=600"}, fetched=now, unreachable=datetime.timedelta(1))
    try:
        stamped = policy.stamp(decision)
    except (robotsc.BlobError, robotsc.AgentError) as error:
        print(error)
        return 0.0
    return stamped.agent("ExampleBot").next_fetch(last=1.5, took=2, now=now).wait + decision.expires


def explore(text: str) -> str:
    why = robotsc.explain(text, "ExampleBot", "/")
    lines = [finding.line + 1 for finding in robotsc.lint(text)]
    lines += [record.line for record in robotsc.records(text, url="https://h.example/robots.txt") if record.resolved]
    robots = [comparison.robots for comparison in robotsc.diff(text, "")]
    return f"{why.deciding} {lines} {robots} {robotsc.page('<p>').noindex} {robotsc.verify(robotsc.compile(text), text)}"


def obeyed(log: str, text: str, snapshot: robotsc.Snapshot) -> list[str]:
    found: robotsc.Audit = robotsc.audit([log, b"a line"], {None: text, 1.5: text}, ranges={"GPTBot": "[]"}, examples=3)
    print(found.lines + found.unread, found.first, robotsc.audit(log, snapshot=snapshot, scheme="http"))
    return [row["crawler"] for row in found if row["disallowed"]]


def keep(path: str, policy: Policy, urls: list[str]) -> list[str]:
    with Store(path, "c", agents=["ExampleBot"]) as store:
        report = robotsc.import_warc([path], store, progress=lambda so_far: print(so_far.records + 1))
        store.write([robotsc.StoreChange("https://h.example/", policy, robotsc.access(404))])
        entry = store.find("https://h.example/")
        if entry is not None and entry.policy is not None:
            print(entry.policy.agents, report.added)
        with store.session() as session:
            print([found.origin.upper() for found in session])
        try:
            return list(store.filter(urls, "ExampleBot"))
        except robotsc.StoreError:
            return list(filter_partition(urls, store=path, agent="ExampleBot"))


def by_snapshot(path: str, urls: list[str]) -> list[str]:
    with robotsc.Snapshot(path, trust="known", root="00" * 32) as snapshot:
        mask = snapshot.allowed_many(urls, "ExampleBot", unknown=True, stale="deny", now=1.5)
        entry = snapshot.get(urls[0])
        if entry is not None:
            print(entry.decision.outcome.upper(), [found.origin.upper() for found in snapshot.entries("example.com")])
        print(snapshot.info.shards + robotsc.shard(urls[0], 3), snapshot.settings.agents, snapshot.root.upper())
        return [url for url, allowed in zip(urls, mask) if allowed] + list(filter_partition(urls, snapshot=snapshot))


def others(text: str) -> tuple[bool, float]:
    parser = RobotFileParser()
    parser.parse(text.splitlines())
    return parser.can_fetch("ExampleBot", "/"), (Protego.parse(text).crawl_delay("ExampleBot") or 0.0) + 1
