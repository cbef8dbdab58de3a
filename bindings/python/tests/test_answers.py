"""test_answers.py - access, fresh, next_fetch and redirects give the command's answers.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import datetime
import email.message
import http
import itertools
import json
import os
import pickle
import random
import subprocess
import time
import types

import pytest
import robotsc
from conftest import COMMAND

AT = 1800000000
NOON = datetime.datetime(2027, 1, 15, 8, tzinfo=datetime.timezone.utc)  # the same as AT
PROFILES = ["rfc9309", "google", "1996", "draft2019"]
FAILURES = ["dns", "connect", "tls", "timeout", "truncated", "malformed", "loop", "no-location"]
STATUSES = [200, 204, 206, 301, 302, 304, 308, 401, 403, 404, 410, 418, 429, 451, 500, 503, 100, 599, 700, 999]
VALUES = {
    "Cache-Control": ["max-age=600", "MAX-AGE = 5", "no-store", "no-cache", 'no-cache="x", max-age=9', "max-age=x", "public"],
    "Expires": ["Fri, 15 Jan 2027 09:00:00 GMT", "Friday, 15-Jan-27 09:00:00 GMT", "0", "Fri Jan 15 07:00:00 2027"],
    "Date": ["Fri, 15 Jan 2027 08:10:00 GMT", "yesterday"],
    "Age": ["60", "-1", "99999999999"],
    "Retry-After": ["120", "Fri, 15 Jan 2027 09:00:00 GMT", "soon"],
    "Content-Type": ["text/plain"],
}


def said(*arguments):
    done = subprocess.run([COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    assert done.returncode in (0, 1), arguments
    return done.stdout.decode()


def random_fetch(r):
    """Arguments for access, and the same arguments for the command."""
    headers = [(name, r.choice(VALUES[name])) for name in r.choices(list(VALUES), k=r.randrange(5))]
    if r.random() < 0.9:  # else a redirect leads nowhere
        headers.append(("Location", "/robots.txt"))
    given = {"fetched": AT + r.randrange(100), "profile": r.choice(PROFILES), "headers": headers}
    if r.random() < 0.7:
        given["status"] = r.choice(STATUSES)
    if "status" not in given or r.random() < 0.2:
        given["failure"] = r.choice(FAILURES)
    for name, value in ("redirects", r.randrange(13)), ("unreachable", r.choice([1, 50000, 2592000, 2592001, 10**8])), (
            "cached_age", r.choice([0, 90000, 10**8])), ("empty", True), ("site_up", True), ("allow_429", True), ("page", True), (
            "challenge", r.choice(["parse", "unavailable", "unreachable"])):
        if r.random() < 0.3:
            given[name] = value
    options = ["--header=%s: %s" % field for field in headers]
    for name, value in given.items():
        if name != "headers":
            option = "--" + name.replace("_", "-")
            options.append(option if value is True else f"{option}={value}")
    return given, options


def test_access_against_the_command():
    r = random.Random(1)
    outcomes = set()
    for _ in range(250):
        given, options = random_fetch(r)
        decision = robotsc.access(**given)
        assert json.loads(said("access", "--json", *options)) == {
            name: getattr(decision, name) for name in (*decision.__match_args__, "challenge")
            if name not in ("length", "digest")}, given
        assert pickle.loads(pickle.dumps(decision)).challenge == decision.challenge
        assert (decision.length, decision.digest) == (0, 0)
        outcomes.add(decision.outcome)
    assert outcomes == {"parse", "allow", "deny", "defer", "cached", "follow"}


def test_every_status():
    for profile, status in itertools.product(PROFILES, STATUSES):
        decision = robotsc.access(status, profile=profile, fetched=AT)
        printed = json.loads(said("access", "--json", f"--status={status}", "--profile=" + profile, f"--fetched={AT}"))
        assert (decision.outcome, decision.expires) == (printed["outcome"], printed["expires"]), (profile, status)
    assert robotsc.access(65535).outcome == "deny"


def test_forms_of_headers():
    message = email.message.Message()
    message["Cache-Control"] = "private"
    message["Cache-Control"] = "max-age=600"
    pairs = [("cache-control", "max-age=600"), ("X", "y")]
    forms = [message, {"Cache-Control": "max-age=600"}, {b"cache-control": [b"private", b"max-age=600"]}, pairs, iter(pairs),
             {"Cache-Control": ("max-age=600",)}, types.MappingProxyType({"cache-CONTROL": b"max-age=600"}),
             [["Cache-Control", "max-age=600"]], {"X": "\ud800\udcff", "\udcff": "", "cache-control": "max-age=600"}.items()]
    for headers in forms:
        assert robotsc.access(200, headers, fetched=AT).expires == AT + 600, headers
    for headers in None, {}, [], {"Cache-Control": []}:
        assert robotsc.access(200, headers, fetched=AT).expires == AT + 86400
    for wrong in 1, "Age: 1", ["Age"], [("Age",)], [("Age", "1", "2")], [("Age", 1)], {1: "1"}, {"Age": ["1", None]}, [1]:
        with pytest.raises(TypeError):
            robotsc.access(200, wrong)


def test_libraries_for_http():
    requests = pytest.importorskip("requests.structures", reason="there is no requests")
    httpx = pytest.importorskip("httpx", reason="there is no httpx")
    multidict = pytest.importorskip("multidict", reason="there is no multidict")
    scrapy = pytest.importorskip("scrapy.http", reason="there is no Scrapy")
    pairs = [("Cache-Control", "public"), ("Cache-Control", "max-age=600")]
    for headers in (requests.CaseInsensitiveDict({"Cache-Control": "public, max-age=600"}), httpx.Headers(pairs),
                    multidict.CIMultiDict(pairs), scrapy.Headers({"cache-control": ["public", "max-age=600"]})):
        assert robotsc.access(200, headers, fetched=AT).expires == AT + 600, headers


def test_unreadable_fields():
    headers = [("Expires", "0"), ("Cache-Control", "max-age=x"), (b"Age", b"1"), ("Retry-After", "\udcff"), ("Date", "soon")]
    assert robotsc.unreadable_fields(headers) == (headers[0], headers[1], ("Retry-After", b"\xed\xb3\xbf"), headers[4])
    options = ["--header=%s: %s" % field for field in (headers[0], headers[1], headers[4])]
    done = subprocess.run([COMMAND, "access", "--status=200", *options], capture_output=True, check=True)
    assert done.stderr.count(b"warning: --header") == 3
    assert robotsc.unreadable_fields({"Age": "1"}) == () == robotsc.unreadable_fields(None)
    with pytest.raises(TypeError):
        robotsc.unreadable_fields(["Age"])


def test_times():
    zone = datetime.timezone(datetime.timedelta(hours=5))
    for at in AT, float(AT), AT + 0.999, NOON, NOON.astimezone(zone):
        assert robotsc.access(200, fetched=at).fetched == AT
    assert robotsc.access(200, fetched=-0.5).fetched == -1
    assert abs(robotsc.access(200).fetched - time.time()) < 60
    day, hour = datetime.timedelta(days=1), datetime.timedelta(hours=1)
    down = robotsc.access(503, fetched=NOON, unreachable=40 * day, cached_age=hour)
    assert down.outcome == "cached" and (down.fetched - down.since) == 3600
    assert robotsc.access(503, cached_age=-5).outcome == "cached" and robotsc.access(503).outcome == "deny"
    assert robotsc.access(503, unreachable=31 * day).outcome == "allow"
    for wrong in "now", [], object():
        with pytest.raises(TypeError, match=r"fetched must be seconds, or an object with timestamp\(\)"):
            robotsc.access(200, fetched=wrong)
    with pytest.raises(TypeError, match=r"unreachable must be seconds, or an object with total_seconds\(\)"):
        robotsc.access(200, unreachable=None)
    for wrong in float("nan"), float("inf"), 1e13, -1e13, 10 ** 400, -10 ** 5000:
        with pytest.raises(ValueError, match="fetched must be within"):
            robotsc.access(200, fetched=wrong)
    with pytest.raises(ValueError, match="must have a time zone"):
        robotsc.access(200, fetched=datetime.datetime(2027, 1, 15))


def test_arguments_of_access():
    assert robotsc.access(http.HTTPStatus.NOT_FOUND).reason == "not there (404, 410)"
    assert robotsc.access(301).end == "no-location" and robotsc.access(301, refused=True).outcome == "deny"
    for headers in {"Date": "x"}, {"Location": " "}, {"Location": []} | {"Age": "1"}:
        for status, end in (301, "no-location"), (304, "response"), (200, "response"):
            assert robotsc.access(status, headers).end == end
    assert robotsc.access(301, {"location": "/x"}).outcome == "follow" and robotsc.access(301, {"Date": "x"}).outcome == "allow"
    for dialect, profile in ("google", "google"), ("nexor1994", "1996"), ("conner2", "1996"), ("rfc9309", "rfc9309"):
        assert robotsc.access(200, profile=dialect).profile == profile
    with pytest.raises(TypeError, match="access needs the status of the response, or failure"):
        robotsc.access()
    for wrong in "200", 200.0, []:
        with pytest.raises(TypeError):
            robotsc.access(wrong)
    for given in {"status": -1}, {"status": 65536}, {"status": 1 << 80}, {"status": -(1 << 80)}, {
            "status": 200, "redirects": -1}, {"status": 200, "redirects": 65536}:
        with pytest.raises(ValueError, match="must be 0 to 65535"):
            robotsc.access(**given)
    for given, names in ({"failure": "response"}, "dns, connect, .*, no-location$"), ({"profile": 1}, "rfc9309, .*, draft2019$"), (
            {"profile": "google\0"}, "rfc9309"):
        with pytest.raises(ValueError, match="take one of " + names):
            robotsc.access(200, **given)


def test_decisions_are_tuples():
    decision = robotsc.access(403, fetched=AT)
    assert decision[0] == decision.outcome == "allow" and decision.reason == "forbidden (401, 403)"
    assert pickle.loads(pickle.dumps(decision)) == decision == copy.deepcopy(decision)
    assert type(pickle.loads(pickle.dumps(decision))) is robotsc.Decision


def test_fresh():
    decision = robotsc.access(200, {"Cache-Control": "max-age=600"}, fetched=AT)
    for now, expected in (AT - 1, False), (AT, True), (AT + 599.9, True), (AT + 600, False), (NOON, True):
        assert robotsc.fresh(decision, now) is robotsc.fresh(decision, now=now) is expected
        assert robotsc.fresh(robotsc.compile("").stamp(decision), now) is expected
    assert not robotsc.fresh(robotsc.access(200, {"Cache-Control": "no-cache"}, fetched=AT), AT)
    assert robotsc.fresh(robotsc.access(200)) and not robotsc.fresh(robotsc.access(301, {"Location": "/x"}))
    assert not robotsc.fresh(robotsc.compile(""))
    for wrong in 1, None, tuple(decision), robotsc.compile("").blob:
        with pytest.raises(TypeError, match="fresh takes a Decision or a Policy"):
            robotsc.fresh(wrong)
    with pytest.raises(TypeError):
        robotsc.fresh(decision, "now")


def test_stamps_against_the_command(command, tmp_path):
    text = b"User-agent: *\nDisallow: /a\n" + b"#" * 600000
    blob, path = tmp_path / "blob", tmp_path / "stamped"
    for body, age in (text[:27], 600), (text, 60), (b"", 5):
        header, options = f"max-age={age}", ["--status=200", f"--fetched={AT}"]
        made = command("compile", body, "-q", "-o", "-", "--extensions", f"--header=Cache-Control: {header}", *options)
        decision = robotsc.access(200, {"Cache-Control": header}, fetched=AT)
        stamped = robotsc.compile(body).stamp(decision, body)
        assert stamped.blob == made
        assert stamped.decision[:9] == decision[:9] and stamped.decision.length == min(len(body), 512001)
        if body == text[:27]:
            assert robotsc.compile(body).stamp(decision, text=body.decode()) == stamped
            assert robotsc.compile(body).stamp(stamped.decision) == stamped
        blob.write_bytes(made)
        confirmed = robotsc.access(304, fetched=AT + 900, cached_age=900)
        said("compile", "-q", "-o", str(path), "--status=304", f"--fetched={AT + 900}", "--cached-age=900", str(blob))
        assert stamped.stamp(confirmed).blob == path.read_bytes()
        assert not stamped.agent("a").allowed("/a") or body == b""
        for now in AT, AT + age, AT + 10**6:
            assert said("fresh", f"--at={now}", str(blob)).startswith("fresh") is robotsc.fresh(stamped, now)
    assert robotsc.compile("").decision is None
    assert pickle.loads(pickle.dumps(stamped)).decision == stamped.decision


def changed(decision, **fields):
    return robotsc.Decision(fields.get(name, value) for name, value in zip(decision.__match_args__, decision))


def test_forged_decisions():
    policy, decision = robotsc.compile(""), robotsc.access(200, fetched=AT)
    assert changed(decision) == decision and policy.stamp(changed(decision, expires=AT + 5)).decision.expires == AT + 5
    for name, value in (("outcome", "x"), ("outcome", 1), ("reason", ""), ("end", None), ("profile", b"google"), ("status", 65536),
                        ("status", -1), ("expires", AT - 1), ("since", AT + 1)):
        with pytest.raises(ValueError, match="access makes no such Decision"):
            policy.stamp(changed(decision, **{name: value}))
    for name in "status", "fetched", "expires", "since", "length", "digest":
        with pytest.raises(TypeError):
            policy.stamp(changed(decision, **{name: "1"}))
        with pytest.raises(OverflowError):
            policy.stamp(changed(decision, **{name: 1 << 64}))
    with pytest.raises(OverflowError):
        policy.stamp(changed(decision, length=-1))

    class Undecided:
        def __bool__(self):
            raise RuntimeError

    for ask in policy.stamp, robotsc.fresh:
        with pytest.raises(RuntimeError):
            ask(changed(decision, revalidate=Undecided()))
    for wrong in None, tuple(decision), policy:
        with pytest.raises(TypeError):
            policy.stamp(wrong)
    with pytest.raises(TypeError):
        policy.stamp(decision, 5)
    with pytest.raises(UnicodeEncodeError):
        policy.stamp(decision, "\ud800")


def spoken(seconds):
    return f"{seconds:.3f}"


def test_next_fetch_against_the_command(command):
    r = random.Random(2)
    lines = ["Crawl-delay: 2.5", "Crawl-delay: 100", "Request-rate: 1/10m", "Request-rate: 1/1h 0600-0700", "Visit-time: 0600-0845",
             "Visit-time: 2300-0100", "Request-rate: 3/1s"]
    reasons, cuts = set(), set()
    for _ in range(160):
        text = ("User-agent: *\n" + "\n".join(r.sample(lines, r.randrange(4)))).encode()
        robot = robotsc.compile(text).agent("ExampleBot")
        now, last, took = AT + r.randrange(10**8) / 1000, AT - r.randrange(10**6) / 1000, r.randrange(60000) / 1000
        given, options = {"now": now, "took": took}, [f"--at={spoken(now)}", f"--took={spoken(took)}"]
        if r.random() < 0.7:
            given["last"] = last
            options.append(f"--last={spoken(last)}")
        if r.random() < 0.4:
            given["at_least"] = r.choice([0, 2.5, 5, 700])
            options.append(f"--at-least={given['at_least']}")
        if r.random() < 0.4:
            given["at_most"] = r.choice([700, 2000])
            options.append(f"--at-most={given['at_most']}")
        found = robot.next_fetch(**given)
        cuts.add(found.cut)
        reason = found.reason + ("," + found.cut if found.cut else "") + ",visit-time" * found.visit_time
        at, _, pause, shown = command("next", text, "ExampleBot", *options).decode().rstrip("\n").split("\t")
        assert [at, pause, shown] == [spoken(found.at), spoken(found.pause), reason], (text, given)
        assert spoken(found.wait) == spoken(found.at - now)
        reasons.add(reason)
    assert len(reasons) >= 6 and cuts == {None, "at-least", "at-most"}


def test_next_fetch_without_a_file():
    """Without extensions, a policy of a status has no lines; that of a file does not know."""
    for text, decision in ("", robotsc.access(404)), ("User-agent: *\nDisallow: /", robotsc.access(503)):
        for dialect in "rfc9309", "google", "nexor1994":
            policy = robotsc.compile(text, dialect=dialect, extensions=False)
            found = robotsc.compile("").agent("a").next_fetch(AT, took=9, now=AT)
            for same in policy, policy.stamp(decision):
                assert same.agent("a").next_fetch(AT, took=9, now=AT) == found
                assert same.agent("a").next_fetch(now=AT).reason == "no-record"
    for text in "User-agent: *\nCrawl-delay: 5", "User-agent: *\nAllow: /", "User-agent: a\nDisallow: /":
        policy = robotsc.compile(text, extensions=False)
        for same in policy, policy.stamp(robotsc.access(200)):
            with pytest.raises(robotsc.AbsentError):
                same.agent("a").next_fetch()


def test_arguments_of_next_fetch():
    robot = robotsc.compile("User-agent: *\nCrawl-delay: 60").agent("a")
    found = robot.next_fetch(NOON, now=NOON + datetime.timedelta(seconds=20), took=datetime.timedelta(seconds=1))
    assert found == (AT + 60, 40, 60, "crawl-delay", False) and type(found) is robotsc.NextFetch
    assert pickle.loads(pickle.dumps(found)) == found
    assert robot.next_fetch().wait == 0 and abs(robot.next_fetch().at - time.time()) < 60
    assert 1 < robot.next_fetch(time.time()).wait < 60.01
    assert robotsc.compile("").agent("a").next_fetch(AT, took=-1, now=AT) == (AT + 10, 10, 10, "no-record", False)
    for given in {"at_least": -1}, {"at_least": 3, "at_most": 2}, {"at_most": -1}:
        with pytest.raises(ValueError):
            robot.next_fetch(**given)
    assert robot.next_fetch(NOON, now=NOON, at_most=datetime.timedelta(seconds=3)).cut == "at-most"
    for given in {"last": "x"}, {"took": None}, {"now": b""}, {"at_least": None}:
        with pytest.raises(TypeError):
            robot.next_fetch(**given)
    for given in {"last": datetime.datetime(2027, 1, 1)}, {"now": float("nan")}:
        with pytest.raises(ValueError):
            robot.next_fetch(**given)
    with pytest.raises(robotsc.AbsentError, match="extensions=True"):
        robotsc.compile("User-agent: a\nAllow: /", extensions=False).agent("a").next_fetch()


SUFFIXES = "// ===BEGIN ICANN DOMAINS===\nexample\nco.example\n"


def test_redirects_against_the_command(tmp_path):
    (tmp_path / "suffixes").write_text(SUFFIXES)
    hosts = ["http://a.example/x", "https://a.example/", "https://b.a.example/", "http://a.co.example", "https://b.co.example/",
             "http://a.example:8080/", "ftp://a.example/"]
    seen = set()
    for scope, url, target in itertools.product(["any", "site", "origin"], hosts, hosts):
        inside = robotsc.redirect_in_scope(url, target.encode(), scope, suffixes=SUFFIXES)
        decision = robotsc.access(301, {"Location": target}, refused=not inside, fetched=AT)
        printed = json.loads(said("access", "--json", "--status=301", f"--fetched={AT}", "--url=" + url,
                                  "--redirect-scope=" + scope, "--header=Location: " + target,
                                  f"--suffixes={tmp_path / 'suffixes'}"))
        assert decision.outcome == printed["outcome"], (scope, url, target)
        seen.add((scope, inside))
    assert len(seen) == 5


def test_arguments_of_redirects():
    ask = robotsc.redirect_in_scope
    for given in {}, {"suffixes": "com\n"}, {"suffixes": b""}:
        with pytest.raises(ValueError, match="needs suffixes"):
            ask("http://a.com/", "http://b.com/", "site", **given)
    with pytest.raises(ValueError, match="unknown scope 'host'; take one of any, site, origin"):
        ask("http://a.com/", "http://b.com/", "host")
    for wrong in [(1, "/", "any"), ("/", 1, "any"), ("/", "/", "site", 1)]:
        with pytest.raises(TypeError):
            ask(*wrong)
    assert ask("x", "y", "any") and not ask("x", "x", "origin")
    path = "/usr/share/publicsuffix/public_suffix_list.dat"
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            suffixes = file.read()
        assert ask("https://a.b.co.uk/", "https://b.co.uk/", "site", suffixes)
        assert not ask("https://a.co.uk/", "https://b.co.uk/", "site", suffixes)


def test_damaged_stamps():
    """open refuses a blob whose decision is invalid, though its checksum is right."""
    policy, refused = robotsc.compile(""), 0
    stamped = policy.stamp(robotsc.access(200, fetched=AT)).blob
    for at in range(len(stamped) - 8):
        octets = bytearray(stamped[:-8])
        octets[at] ^= 0x80
        octets += policy.stamp(robotsc.access(200), octets).decision.digest.to_bytes(8, "little")
        try:
            opened = robotsc.open(octets)
        except robotsc.BlobError:
            refused += 1
        else:
            assert opened.decision is None or opened.stamp(opened.decision).decision == opened.decision
    assert refused > 30


class Raises:
    """Has the attributes of times and of headers; reading any of them raises."""

    @property
    def tzinfo(self):
        raise RuntimeError

    timestamp = total_seconds = items = tzinfo


def test_exceptions_of_arguments_go_through():
    robot = robotsc.compile("").agent("a")
    for ask in (lambda: robotsc.access(200, Raises()), lambda: robotsc.access(200, fetched=Raises()),
                lambda: robotsc.access(200, unreachable=Raises()), lambda: robotsc.unreadable_fields(Raises()),
                lambda: robot.next_fetch(Raises())):
        with pytest.raises(RuntimeError):
            ask()
