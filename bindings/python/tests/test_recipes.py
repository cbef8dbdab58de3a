"""test_recipes.py - what docs/python-recipes.md shows runs.

SPDX-License-Identifier: Apache-2.0
"""
import asyncio
import contextlib
import functools
import importlib
import pickle
import re
import subprocess
import sys
import types

import pytest

import robotsc
from conftest import TREE

PAGE = TREE / "docs" / "python-recipes.md"


def recipe(heading):
    """The first block of Python below a heading."""
    section = re.split(f"^#+ {heading}$", PAGE.read_text(encoding="utf-8"), 1, re.M)[1]
    return re.search(r"^```python\n(.*?)^```$", section, re.S | re.M)[1]


@pytest.fixture
def script(tmp_path):
    """Writes a recipe into a file of its own; runs it with arguments."""

    def run(heading, *arguments):
        path = tmp_path / "recipe.py"
        path.write_text(recipe(heading), encoding="utf-8")
        done = subprocess.run([sys.executable, str(path), *arguments], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_pandas(script):
    pytest.importorskip("pandas", reason="there is no pandas")
    script("pandas")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_mapped_blob(script, tmp_path, method):
    blob = tmp_path / "site.robots"
    blob.write_bytes(robotsc.compile("User-agent: *\nDisallow: /private/"))
    assert script("multiprocessing: one mapped blob", str(blob), method).split() == ["1000", "0", "1000"]


# ---- stores ----------------------------------------------------------------------

@pytest.fixture
def policies(tmp_path):
    pytest.importorskip("robotsc._store", reason="there is no store in this build")
    robotsc.import_warc(TREE / "examples" / "crawl.warc.gz", tmp_path / "policies", agents=["ExampleBot"])
    return tmp_path / "policies"


FRONTIER = (TREE / "examples" / "frontier.txt").read_text(encoding="utf-8").split()
ALLOWED = ["http://shop.example/", "http://shop.example/private/press/2026/release.html", "http://forum.example/thread/7",
           "http://wiki.example/page"]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_store_in_processes(script, policies, method):
    urls = TREE / "examples" / "frontier.txt"
    assert script("multiprocessing: one store", str(policies), method, *[str(urls)] * 3).split() == ALLOWED * 3


def load(heading, store):
    """What a recipe defines, with another store."""
    names = {}
    text = recipe(heading)
    assert "/shared/policies" in text
    exec(text.replace("/shared/policies", str(store)), names)  # pylint: disable=exec-used
    return names


class Spark:
    """Has the methods that the recipe calls.  A text is two partitions."""

    def __init__(self, lines):
        self.sparkContext = self
        self.lines = lines

    def broadcast(self, value):
        return types.SimpleNamespace(value=value)

    def textFile(self, name):
        assert name == "urls"
        return self

    def mapPartitions(self, function):
        function = pickle.loads(pickle.dumps(function)) if isinstance(function, functools.partial) else function
        return Spark([line for part in (self.lines[:3], self.lines[3:]) for line in function(iter(part))])

    def saveAsTextFile(self, name):
        saved[name] = self.lines


saved = {}


def test_map_partitions(policies, monkeypatch):
    monkeypatch.chdir(policies.parent)  # where the recipe's "policies" is
    monkeypatch.setattr("tempfile.tempdir", str(policies.parent))
    made = load("Spark", policies)
    for name in "filter_shared", "filter_shipped":
        saved.clear()
        made[name](Spark(FRONTIER), "urls", "allowed")
        assert saved == {"allowed": ALLOWED}


def test_pandas_udf(policies):
    pandas = pytest.importorskip("pandas", reason="there is no pandas")
    may_fetch = load("A pandas UDF", policies)["may_fetch"]
    urls = pandas.Series([*FRONTIER, None, "http://unknown.example/", "no URL"], index=range(20, 20 + len(FRONTIER) + 3))
    mask = may_fetch(urls)
    assert mask.dtype == bool and mask.index.equals(urls.index) and urls[mask].tolist() == ALLOWED
    assert may_fetch(urls[:0]).dtype == bool


# ---- asyncio ---------------------------------------------------------------------

def response(status, body=b"", *fields):
    """A response without a length: it ends with the connection."""
    return b"\r\n".join([b"HTTP/1.1 %d Word" % status, b"Connection: close", *fields, b"", body])


class Sites:
    """Servers, each an origin, with {path: responses}; the last response stays."""

    def __init__(self):
        self.asked = []
        self.stack = contextlib.AsyncExitStack()

    async def start(self, name, paths):
        async def answer(reader, writer):
            path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
            self.asked.append(name + path)
            left = paths.get(path, [response(200, b"page")])
            octets = left[0] if len(left) == 1 else left.pop(0)
            if octets is None:
                await asyncio.sleep(2)
            else:
                writer.write(octets)
                await writer.drain()
            writer.close()

        server = await self.stack.enter_async_context(await asyncio.start_server(answer, "127.0.0.1", 0))
        return "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]


RULES = response(200, b"User-agent: *\nDisallow: /private/\n")


async def start_all(sites):
    """The origins by name."""
    origins = {
        "rules": await sites.start("rules", {"/robots.txt": [RULES]}),
        "missing": await sites.start("missing", {"/robots.txt": [response(404, b"User-agent: *\nDisallow: /")]}),
        "down": await sites.start("down", {"/robots.txt": [response(503)]}),
        "cut": await sites.start("cut", {"/robots.txt": [response(200, b"User-agent: *", b"Content-Length: 99")]}),
        "slow": await sites.start("slow", {"/robots.txt": [None]}),
        "nowhere": await sites.start("nowhere", {"/robots.txt": [response(302)]}),
        "loop": await sites.start("loop", {"/robots.txt": [response(301, b"", b"Location: /robots.txt")]}),
        "odd": await sites.start("odd", {"/robots.txt": [response(301, b"", b"Location: http://[/")]}),
        "mail": await sites.start("mail", {"/robots.txt": [response(302, b"", b"Location: mailto:a@b")]}),
    }
    target = b"Location: " + origins["rules"].encode() + b"/robots.txt"
    origins["moved"] = await sites.start("moved", {"/robots.txt": [response(301, b"", target)]})
    async with await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0) as server:
        origins["gone"] = "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
    return origins


@pytest.fixture(params=["aiohttp", "httpx"])
def crawler(request, tmp_path, monkeypatch):
    """The module that the two recipes make."""
    pytest.importorskip(request.param, reason=f"there is no {request.param}")
    name = f"crawler_{request.param}"
    (tmp_path / f"{name}.py").write_text(recipe("asyncio") + recipe(request.param), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module(name)
    del sys.modules[name]


def test_crawl(crawler):
    async def run():
        sites = Sites()
        async with sites.stack:
            origins = await start_all(sites)
            urls = {origin + path: name + path for name, origin in origins.items() for path in ("/a", "/private/b", "/c")}
            pages = await crawler.crawl(urls, timeout=1)
            bodies = {name: page and page[2] for name, page in zip(urls.values(), pages)}
        return bodies, sites.asked

    bodies, asked = asyncio.run(run())
    fetched = {name for name, body in bodies.items() if body is not None}
    assert fetched == {"rules/a", "rules/c", "moved/a", "moved/c"} | {
        name + path for name in ("missing", "nowhere", "loop", "odd", "mail") for path in ("/a", "/private/b", "/c")}
    assert all(bodies[name] == b"page" for name in fetched)
    assert sorted(name for name in asked if not name.endswith("/robots.txt")) == sorted(fetched)
    # One fetch an origin, though three tasks ask at once.  The redirect of moved leads to rules.
    assert asked.count("down/robots.txt") == asked.count("missing/robots.txt") == asked.count("moved/robots.txt") == 1
    assert asked.count("rules/robots.txt") == 2 and asked.count("loop/robots.txt") == 6


def test_old_policies(crawler):
    async def run():
        sites = Sites()
        stale = response(200, b"User-agent: *\nDisallow: /private/\n", b"Cache-Control: max-age=0")
        async with sites.stack:
            brief = await sites.start("brief", {"/robots.txt": [stale, response(503), response(404)]})

            async def get(url):
                client = crawler.aiohttp.ClientSession if hasattr(crawler, "aiohttp") else crawler.httpx.AsyncClient
                async with client() as session:
                    return await crawler.get(session, url)

            robots = crawler.Robots(get)
            return [(await robots.allowed(brief + path), robots.policies[brief].decision.outcome)
                    for path in ("/a", "/private/b", "/c")], sites.asked

    answers, asked = asyncio.run(run())
    assert answers == [(True, "parse"), (False, "cached"), (True, "cached")] and asked == ["brief/robots.txt"] * 2
