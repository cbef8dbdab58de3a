"""test_audit.py - robotsc.audit: rows, and the output of the command for the same logs.

SPDX-License-Identifier: Apache-2.0
"""
import csv
import datetime
import gzip
import io
import itertools
import json
import pathlib
import subprocess

import pytest
import robotsc
from conftest import COMMAND

ROBOTS = "User-agent: *\nDisallow: /no\n\nUser-agent: ABot\nDisallow: /private\nCrawl-delay: 2\n"
AGENTS = ["ABot/1.0", "Mozilla/5.0 (compatible; GPTBot/1.2)", "curl/8", "-"]
PATHS = ["/", "/no", "/no?a=b", "/private", "/robots.txt", "/\\xFF\\x22", "/=1+1"]
NEW = ROBOTS + "Disallow: /new\n"
CHANGE = datetime.datetime(2026, 3, 1, 0, 5, tzinfo=datetime.timezone.utc)


def make_log():
    lines = []
    for i, (agent, path) in enumerate(itertools.islice(itertools.cycle(itertools.product(AGENTS, PATHS + ["/new"])), 500)):
        lines.append(f'192.0.2.{i % 250} - - [01/Mar/2026:00:{i // 60:02}:{i % 60:02} +0000] "GET {path} HTTP/1.1" '
                     f'{200 if i % 3 else 404} {i} "-" "{agent}"\n'.encode())
    return lines[:100] + [b"none\n", b"\xff\xfe\n", b"\r\n"] + lines[100:]


LOG = make_log()


@pytest.fixture(name="folder")
def make_folder(tmp_path: pathlib.Path):
    (tmp_path / "robots").write_text(ROBOTS)
    (tmp_path / "log").write_bytes(b"".join(LOG))
    with gzip.open(tmp_path / "log.gz", "wb") as file:
        file.write(b"".join(LOG))
    return tmp_path


def command(folder, *arguments):
    """The output of the command in this folder."""
    done = subprocess.run([COMMAND, "audit", *arguments], cwd=folder, stdout=subprocess.PIPE, check=False)
    assert done.returncode in (0, 1)
    return done.stdout


@pytest.mark.skipif(not COMMAND, reason="there is no command")
@pytest.mark.parametrize("options", [
    {}, {"queries": True, "examples": 3}, {"anonymize": True}, {"dialect": "google", "examples": 0}, 
    {"log_format": '%h %l %u [%t] "%r" %>s %b "%{Referer}i" "%{User-Agent}i"', "address": "%h"}])
def test_is_the_command(folder, options):
    arguments = []
    for name, value in options.items():
        name = "--" + name.replace("_", "-")
        arguments.append(name if value is True else f"{name}={value}")
    found = robotsc.audit(folder / "log", ROBOTS, **options)
    assert str(found).encode() == command(folder, "--robots=robots", *arguments, "log")
    rows = list(csv.DictReader(io.StringIO(command(folder, "--robots=robots", "--format=csv", *arguments, "log").decode())))
    assert len(rows) == len(found) == 3
    for printed, row in zip(rows, found):
        of_ranges = {start + kind for kind in ("verified", "unverified", "false") for start in ("", "disallowed_")}
        assert set(printed) - set(row) == of_ranges
        for name in ("requests octets allowed disallowed grace unknown excused unreachable robots_fetches delay gaps too_short "
                     "shortest median unordered").split():
            assert float(printed[name]) == (row[name] or 0), name
        assert [printed[name] for name in ("crawler", "first", "last")] == [row[name] for name in ("crawler", "first", "last")]
        assert (printed["named"], printed["others"]) == (str(row["named"]).lower(), str(row["others"]).lower())
        assert printed["maker"] == (row["maker"] or "")


def test_any_source_of_lines(folder):
    whole = robotsc.audit(b"".join(LOG), ROBOTS)
    for logs in (LOG, iter(LOG), [line.rstrip(b"\n") for line in LOG if line != b"\r\n"] + [b"\r"], folder / "log",
                 str(folder / "log"), [folder / "log.gz"], [b"".join(LOG)], io.BytesIO(b"".join(LOG)), memoryview(b"".join(LOG)),
                 gzip.open(folder / "log.gz")):
        found = robotsc.audit(logs, ROBOTS)
        assert (found.lines, found.unread, found.too_long) == (503, 3, 0)
        assert [row["requests"] for row in found] == [row["requests"] for row in whole] and found[0] == whole[0]
    assert whole.first_unread == 101 and whole.first == "2026-03-01T00:00:00Z" and whole.last == "2026-03-01T00:08:19Z"
    twice = robotsc.audit([folder / "log", *LOG], ROBOTS)
    assert twice.lines == 1006 and twice[0]["requests"] == 2 * whole[0]["requests"]


def test_rows():
    found = {row["crawler"]: row for row in robotsc.audit(LOG, ROBOTS)}
    assert list(found) == ["GPTBot", "ABot", "others"]
    lines = [line for line in LOG if b"ABot" in line]
    bot = found["ABot"]
    assert bot["requests"] == len(lines) and bot["named"] and not bot["others"] and bot["maker"] is None
    assert bot["disallowed"] == sum(b" /private " in line for line in lines) > 5
    assert bot["robots_fetches"] == sum(b"/robots.txt" in line for line in lines) == sum(bot["robots_statuses"].values())
    assert bot["delay"] == 2 and bot["shortest"] == 1 and bot["examples"][0]["rule"] == "Disallow: /private"
    assert found["GPTBot"]["maker"] == "OpenAI" and found["GPTBot"]["delay"] == 0
    assert "verified" not in bot and bot["changes"] == []


def test_logs_that_are_not_in_order():
    found = robotsc.audit(LOG[250:] + LOG[:250], ROBOTS)
    assert found.unordered == sum(row["unordered"] for row in found) and [row["unordered"] for row in found][2] == 0
    bot = found[1]
    assert bot["crawler"] == "ABot" and bot["unordered"] == sum(b"ABot" in line for line in LOG[:250])
    assert bot["gaps"] + bot["unordered"] == bot["requests"] - 1
    assert f"{found.unordered} requests are older than one before them in the logs" in str(found)
    assert robotsc.audit(LOG, ROBOTS).unordered == 0


def test_files_of_their_time():
    for before, after in ((None, CHANGE), (1, CHANGE.timestamp() + 0.9)):
        row = robotsc.audit(LOG, {after: NEW, before: ROBOTS})[1]
        assert row["crawler"] == "ABot" and row["grace"] > 2 and len(row["changes"]) == 1
        assert row["changes"][0]["in_grace"] == row["grace"] and row["changes"][0]["from"] == "2026-03-01T00:05:00Z"
    for texts in ({None: ROBOTS, CHANGE.replace(tzinfo=None): NEW}, {1: ROBOTS, 1.5: NEW}, {}):
        with pytest.raises(ValueError):
            robotsc.audit(LOG, texts)


def test_addresses():
    ranges = {"abot": '["192.0.2.0/28"]', b"GPTBot".decode(): b'{"prefixes": [{"ipv4Prefix": "198.51.100.0/24"}]}'}
    found = {row["crawler"]: row for row in robotsc.audit(LOG, ROBOTS, ranges=ranges)}
    bot = found["ABot"]
    assert bot["verified"] + bot["false"] == bot["requests"] and 0 < bot["verified"] < bot["false"] and bot["unverified"] == 0
    assert bot["disallowed_verified"] + bot["disallowed_false"] == bot["disallowed"]
    assert found["GPTBot"]["verified"] == 0 and found["others"]["unverified"] == found["others"]["requests"]


def test_a_proxy():
    lines = [b'GET /private HTTP/1.1|ABot|192.0.2.1, 203.0.113.9|10.0.0.1']
    given = {"log_format": "$request|$http_user_agent|$http_x_forwarded_for|$remote_addr", "ranges": {"ABot": '["192.0.2.1"]'}}
    assert robotsc.audit(lines, ROBOTS, **given)[0]["examples"][0]["address"] == "10.0.0.1"
    (row,) = robotsc.audit(lines, ROBOTS, address="http_x_forwarded_for", **given)
    assert row["examples"][0]["address"] == "203.0.113.9" and row["false"] == 1


def test_long_lines(folder):
    with open(folder / "long", "wb") as file:
        for size in (0, 1 << 22, 5 << 20, 10):
            line = LOG[1].replace(b"/no", b"/no" + b"a" * size)
            file.write(line)
    found = robotsc.audit(folder / "long", ROBOTS)
    assert (found.lines, found.too_long, found.unread) == (4, 2, 0) and "2 lines were too long and skipped" in str(found)
    if COMMAND:
        assert str(found).encode() == command(folder, "--robots=robots", "long")


@pytest.mark.skipif(not COMMAND, reason="there is no command")
def test_snapshots(folder):
    (folder / "hosts").mkdir()
    for host in ("a.example", "b.example", "c.example"):
        (folder / "hosts" / host).write_text(ROBOTS.replace("/no", "/" + host[0]))
    log = "".join(f'{host} {scheme} /{path} ABot\n{host} {scheme} /{path} curl\n' for scheme in ("http", "https")
                  for host in ("a.example", "b.example:443", "x.example", "-") for path in ("a", "b", "private"))
    (folder / "log").write_text(log)
    for shards in (1, 3):
        path = folder / f"snapshot{shards}"
        subprocess.run([COMMAND, "snapshot", "make", "-q", "-o", path, *([f"--shards={shards}"] if shards > 1 else []),
                        folder / "hosts"], check=True)
        options = ["--log-format=$host $scheme $request_uri $http_user_agent"]
        with robotsc.Snapshot(path) as snapshot:
            found = robotsc.audit(folder / "log", snapshot=snapshot, log_format=options[0].partition("=")[2])
        assert str(found).encode() == command(folder, "--snapshot=" + str(path), *options, "log")
        assert [(row["disallowed"], row["unknown"], row["why_unknown"]["no-host"]) for row in found] == [(6, 30, 12)]
        assert {(e["origin"], e["line"]) for e in found[0]["examples"]} > {("https://a.example", 0), ("https://b.example", 0)}
    with pytest.raises(robotsc.SnapshotError):
        robotsc.audit(LOG, snapshot=snapshot)


def test_hostile_fields():
    line = b'<script>\xff\\x1b[31m "GET /no\\x1b]0;x\\x07<script>\\xff HTTP/1.1" "ABot\\x00"\n'
    found = robotsc.audit([line.replace(b"/no", b"/private/")], ROBOTS, log_format='$remote_addr "$request" "$http_user_agent"')
    assert found[0]["examples"][0]["target"] == "/private/\x1b]0;x\x07<script>\\xFF"
    assert not any(c < " " and c != "\n" for c in str(found))
    json.dumps(found)


def test_refusals(folder):
    for wrong in (lambda: robotsc.audit(LOG), lambda: robotsc.audit(LOG, ROBOTS, snapshot=object()),
                  lambda: robotsc.audit(LOG, object()), lambda: robotsc.audit([object()], ROBOTS),
                  lambda: robotsc.audit(["a", 1], ROBOTS), lambda: robotsc.audit(5, ROBOTS),
                  lambda: robotsc.audit(LOG, ROBOTS, ranges={"a": 5}), lambda: robotsc.audit(LOG, robotsc.compile(ROBOTS))):
        with pytest.raises((TypeError, OSError)):
            wrong()
    for options in ({"log_format": "$status"}, {"log_format": "a\0b"}, {"address": "x"}, {"examples": -1}, {"examples": 10001},
                    {"ranges": {"a b": "[]"}}, {"ranges": {"a": "[]"}}, {"dialect": "none"}, {"limit": 1}):
        with pytest.raises(ValueError):
            robotsc.audit(LOG, ROBOTS, **options)
    with pytest.raises(FileNotFoundError):
        robotsc.audit(folder / "nowhere", ROBOTS)
    with pytest.raises(EOFError):
        whole = (folder / "log.gz").read_bytes()
        (folder / "cut.gz").write_bytes(whole[:-20])
        robotsc.audit(folder / "cut.gz", ROBOTS)
