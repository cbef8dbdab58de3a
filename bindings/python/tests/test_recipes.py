"""test_recipes.py - the examples of docs/python-recipes.md run.

SPDX-License-Identifier: Apache-2.0
"""
import asyncio
import importlib
import re
import socket
import subprocess
import sys

import pytest
import web_server

import robotsc
from conftest import COMMAND, TREE

PAGE = TREE / "docs" / "python-recipes.md"


def recipe(heading):
    """The first block of Python below this heading."""
    section = re.split(f"^#+ {heading}$", PAGE.read_text(encoding="utf-8"), 1, re.M)[1]
    return re.search(r"^```python\n(.*?)^```$", section, re.S | re.M)[1]


@pytest.fixture
def script(tmp_path):
    """Writes a recipe into its own file; runs it with arguments."""

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


# ---- snapshots ----------------------------------------------------------------------

@pytest.fixture
def policies(tmp_path):
    pytest.importorskip("robotsc._store", reason="there is no store in this build")
    robotsc.import_warc(TREE / "examples" / "crawl.warc.gz", tmp_path / "policies", agents=["ExampleBot"])
    path = tmp_path / "policies.snapshot"
    subprocess.run([COMMAND, "snapshot", "make", "-q", "-o", path, tmp_path / "policies"], check=True)
    return path


ALLOWED = ["http://shop.example/", "http://shop.example/private/press/2026/release.html", "http://forum.example/thread/7",
           "http://wiki.example/page"]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_snapshot_in_processes(script, policies, method):
    urls = TREE / "examples" / "frontier.txt"
    assert script("multiprocessing: one snapshot", str(policies), method, *[str(urls)] * 3).split() == ALLOWED * 3


# ---- asyncio ---------------------------------------------------------------------

RULES = "User-agent: *\nDisallow: /private/\n"


def moved(target):
    return {"status": 301, "fields": {"Location": target}}


ANSWERS = {
    "rules": {"body": RULES},
    "missing": {"status": 404, "body": "User-agent: *\nDisallow: /"},
    "down": {"status": 503},
    "cut": {"body": "User-agent: *", "length": 99},
    "slow": {"body": "", "wait": 2},
    "nowhere": {"status": 302},
    "loop": moved("/robots.txt"),
    "odd": moved("http://[/"),
    "mail": moved("mailto:a@b"),
}


class Sites(web_server.Server):
    """Has a port for each site; answers has their robots.txt, and all other URLs are pages."""

    def __init__(self, answers):
        self.asked = []
        super().__init__({f"{name}/robots.txt": answer for name, answer in answers.items()} | {"*": {"body": "page"}},
                         log=lambda method, url, status: self.asked.append(url.removeprefix("http://")))
        self.origins = {name: self.add(name) for name in answers}

    def add(self, name):
        return f"http://127.0.0.1:{self.listen(name)}"


@pytest.fixture
def crawler(tmp_path, monkeypatch):
    """The module that is made of the two recipes."""
    pytest.importorskip("aiohttp", reason="there is no aiohttp")
    name = "recipe_crawler"
    (tmp_path / f"{name}.py").write_text(recipe("asyncio") + recipe("aiohttp"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module(name)
    del sys.modules[name]


def test_crawl(crawler):
    with Sites(ANSWERS) as sites:
        sites.table["moved/robots.txt"] = moved(sites.origins["rules"] + "/robots.txt")
        origins = sites.origins | {"moved": sites.add("moved")}
        with socket.create_server(("127.0.0.1", 0)) as closed:
            origins["gone"] = "http://127.0.0.1:%d" % closed.getsockname()[1]
        urls = {origin + path: name + path for name, origin in origins.items() for path in ("/a", "/private/b", "/c")}
        pages = asyncio.run(crawler.crawl(urls, timeout=1))
    bodies = {name: page and page[2] for name, page in zip(urls.values(), pages)}
    asked = sites.asked
    fetched = {name for name, body in bodies.items() if body is not None}
    assert fetched == {"rules/a", "rules/c", "moved/a", "moved/c"} | {
        name + path for name in ("missing", "nowhere", "loop", "odd", "mail") for path in ("/a", "/private/b", "/c")}
    assert all(bodies[name] == b"page" for name in fetched)
    assert sorted(name for name in asked if not name.endswith("/robots.txt")) == sorted(fetched)
    # One fetch an origin, though three tasks ask at once.  moved redirects to rules.
    assert asked.count("down/robots.txt") == asked.count("missing/robots.txt") == asked.count("moved/robots.txt") == 1
    assert asked.count("rules/robots.txt") == 2 and asked.count("loop/robots.txt") == 6


def test_old_policies(crawler):
    stale = {"body": RULES, "fields": {"Cache-Control": "max-age=0"}, "then": [{"status": 503}, {"status": 404}]}

    async def run(brief):
        async def get(url):
            async with crawler.aiohttp.ClientSession() as session:
                return await crawler.get(session, url)

        robots = crawler.Robots(get)
        return [(await robots.allowed(brief + path), robots.policies[brief].decision.outcome)
                for path in ("/a", "/private/b", "/c")]

    with Sites({"brief": stale}) as sites:
        answers = asyncio.run(run(sites.origins["brief"]))
    assert answers == [(True, "parse"), (False, "cached"), (True, "cached")] and sites.asked == ["brief/robots.txt"] * 2
