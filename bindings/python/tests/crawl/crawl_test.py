"""crawl_test.py - robotsc.scrapy.RobotsTxtMiddleware in real Scrapy, on a local server.

The same requests go through Scrapy's own middleware, with Protego.  The fetches of both are
compared page by page; docs/scrapy.md has a table of all differences, and their reasons.

SPDX-License-Identifier: Apache-2.0
"""
import json
import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
DOCS = HERE.parents[3] / "docs" / "scrapy.md"
AGENT = "ExampleBot/1.0 (+https://crawler.example/)"
OURS = {"scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None, "robotsc.scrapy.RobotsTxtMiddleware": 100}
SETTINGS = {
    "CONCURRENT_REQUESTS": 200,
    "DOWNLOAD_TIMEOUT": 5,
    "LOG_LEVEL": "CRITICAL",
    "RETRY_TIMES": 1,
    "ROBOTSTXT_OBEY": True,
    "TELNETCONSOLE_ENABLED": False,
    "USER_AGENT": AGENT,
}

# For each site: the pages that are asked for, and those that may be fetched by RFC 9309.
ALL = {"/", "/open", "/private"}
SOME = {"/", "/open"}
PAGES = {
    "plain": (ALL | {"/private/open", "/a.pdf", "/a.pdf?b"}, SOME | {"/private/open", "/a.pdf?b"}),
    "absent": (ALL, ALL),
    "forbidden": (ALL, ALL),
    "absent-rules": (ALL, ALL),
    "error": (ALL, set()),
    "busy": (ALL, set()),
    "too-many": (ALL, set()),
    "reset": (ALL, set()),
    "refused": (ALL, set()),
    "garbage": (ALL, set()),
    "truncated": (ALL, set()),
    "truncated-absent": (ALL, ALL),
    "silent": (ALL, set()),
    "slow": (ALL, SOME),
    "moved": (ALL, SOME),
    "chain5": (ALL, SOME),
    "chain6": (ALL, ALL),
    "loop": (ALL, ALL),
    "nowhere": (ALL, ALL),
    "file": (ALL, ALL),
    "refresh": (ALL, ALL),
    "bom": (ALL, SOME),
    "latin1": (ALL, SOME),
    "binary": (ALL, ALL),
    "wildcards": (ALL, SOME),
    "long": (ALL | {"/beyond"}, SOME | {"/beyond"}),
    "endless": (ALL, SOME),
    "gzip": (ALL, SOME),
    "vast": (ALL, SOME),
    "packed": (ALL, set()),
    "bare-gzip": (ALL, set()),
    "odd-coding": (ALL, SOME),
    "prefix": (ALL, ALL),
    "escapes": ({"/caf%C3%A9", "/caf%c3%a9", "/a/b", "/a%2Fb"}, {"/a/b"}),
    "delay": (ALL | {"/1", "/2", "/3"}, SOME | {"/1", "/2", "/3"}),
    "rate": (SOME | {"/1", "/2", "/3"}, SOME | {"/1", "/2", "/3"}),
    "endless-delay": (SOME | {"/1"}, SOME | {"/1"}),
    "fleeting": (ALL, SOME),
    "usage": (ALL, SOME),
}
SCHEMES = {"/http-private", "/https-private"}


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A certificate for an invented name, and its key, in one file."""
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=crawl.example",
         "-keyout", path, "-out", path.with_suffix(".crt")], check=True, stderr=subprocess.DEVNULL)
    with open(path, "ab") as both:
        both.write(path.with_suffix(".crt").read_bytes())
    return path


class Server:
    """The server, in its own process.  requests() reads the requests that it has got so far."""

    def __init__(self, log, certificate):
        self.log = log
        self.process = subprocess.Popen(
            [sys.executable, HERE / "robots_server.py", log, certificate], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addresses = json.loads(self.process.stdout.readline())

    def url(self, site, path, scheme="http"):
        return f"{scheme}://{self.addresses[site]}{path}"

    def requests(self):
        lines = [line.split("\t") for line in self.log.read_text().splitlines()]
        return [(float(at), scheme, site, path) for at, scheme, site, path in lines]

    def pages(self):
        return {(scheme, site, path) for _, scheme, site, path in self.requests() if not is_robots(path)}

    def robots(self, site):
        return [path for _, _, name, path in self.requests() if name == site and is_robots(path)]

    def times(self, site):
        return [at for at, _, name, path in self.requests() if name == site and not is_robots(path)]

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def is_robots(path):
    return path.startswith("/robots") or path in ("/other", "/all")


@pytest.fixture
def server(tmp_path, certificate):
    with_log = Server(tmp_path / "log", certificate)
    yield with_log
    with_log.close()


def start(result, requests, settings):
    """Begins a crawl in another process."""
    job = {"settings": SETTINGS | settings, "requests": requests, "result": str(result)}
    process = subprocess.Popen([sys.executable, HERE / "one_crawl.py"], stdin=subprocess.PIPE)
    process.stdin.write(json.dumps(job).encode())
    process.stdin.close()
    return process


def finish(process, result):
    """Waits for the end of a crawl.  Returns the result that one_crawl.py wrote."""
    assert process.wait(120) == 0
    return json.loads(result.read_text())


def crawl(result, requests, settings):
    return finish(start(result, requests, settings), result)


def all_requests(server):
    requests = [(server.url("schemes", path, scheme), {}) for scheme in ("http", "https") for path in sorted(SCHEMES)]
    requests += [(server.url(site, path), {}) for site, (asked, _) in PAGES.items() for path in sorted(asked)]
    requests.append((server.url("plain", "/private/anyway"), {"dont_obey_robotstxt": True}))
    return requests


def expected():
    """The pages that the middleware of robotsc must fetch, in the form of Server.pages."""
    pages = {("http", site, path) for site, (_, fetched) in PAGES.items() for path in fetched}
    pages |= {("http", "schemes", "/https-private"), ("https", "schemes", "/http-private")}
    return pages | {("http", "plain", "/private/anyway")}


def differences():
    """docs/scrapy.md's table: {(scheme, site, path): (by robotsc, by Scrapy's)}; True: fetched."""
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| `(.*)` \| (fetched|left) \| (fetched|left) \| (.{20,}) \|$", DOCS.read_text(), re.M)
    table = {}
    for site, paths, ours, scrapys, _ in rows:
        for path in paths.split("`, `"):
            scheme, path = ("https", path[6:]) if path.startswith("https:") else ("http", path)
            table[scheme, site, path] = (ours == "fetched", scrapys == "fetched")
    return table


ASYNCIO = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
CRAWLS = {
    "epoll": {"DOWNLOADER_MIDDLEWARES": OURS, "ROBOTSC_DELAY_MAX": 1.5},
    "asyncio": {"DOWNLOADER_MIDDLEWARES": OURS, "ROBOTSC_DELAY_MAX": 1.5, "TWISTED_REACTOR": ASYNCIO},
    "scrapys": {},
}


@pytest.fixture(scope="module")
def crawls(tmp_path_factory, certificate):
    """Crawls of all pages, all at once, each with its own server: {name: (server, result)}."""
    started = {}
    for name, settings in CRAWLS.items():
        folder = tmp_path_factory.mktemp(name)
        server = Server(folder / "log", certificate)
        started[name] = server, start(folder / "result", all_requests(server), settings), folder / "result"
    yield {name: (server, finish(*crawl)) for name, (server, *crawl) in started.items()}
    for server, _, _ in started.values():
        server.close()


@pytest.fixture(params=["epoll", "asyncio"])
def ours(request, crawls):
    """The crawl with robotsc, with each reactor: the server, and the result of one_crawl.py."""
    return crawls[request.param]


def test_pages(ours):
    assert ours[0].pages() == expected()


def test_scrapys_pages(crawls):
    """Scrapy's own middleware fetches the same pages, except those that docs/scrapy.md explains."""
    pages = crawls["scrapys"][0].pages()
    found = {page: (page in expected(), page in pages) for page in expected() ^ pages}
    assert found == differences()


def test_one_fetch_of_each(ours):
    """A site's pages are asked for at once; its robots.txt once, or again if it fails."""
    server, _ = ours
    repeated = {"error", "busy", "too-many", "reset", "garbage", "silent"}
    for site in PAGES.keys() - {"refused", "moved", "plain", "loop", "chain5", "chain6"}:
        assert server.robots(site) == ["/robots.txt"] * (2 if site in repeated else 1), site
    assert server.robots("schemes") == ["/robots.txt"] * 2  # http and https
    assert server.robots("plain") == ["/robots.txt"] * 2  # its own, and for "moved"
    assert server.robots("loop") == ["/robots.txt", "/other"]
    for site in "chain5", "chain6":
        assert server.robots(site) == ["/robots.txt"] + [f"/robots-{n}" for n in range(1, 6)]


def mean_gap(server, site):
    """The mean of the seconds between two requests for pages."""
    times = server.times(site)
    return (times[-1] - times[0]) / (len(times) - 1)


def test_delays(ours):
    """The server sees the pauses that the files ask for, up to ROBOTSC_DELAY_MAX."""
    server, result = ours
    assert 0.55 < mean_gap(server, "delay") < 2 and 0.45 < mean_gap(server, "rate") < 2
    assert 1.4 < mean_gap(server, "endless-delay") < 5
    times = server.times("absent")
    assert min(after - before for before, after in zip(times, times[1:])) < 0.4
    delays = {url: delay for url, delay, _ in result["pages"]}
    assert delays[server.url("delay", "/")] == 0.6 and delays[server.url("rate", "/")] == 0.5
    assert delays[server.url("endless-delay", "/")] == 1.5 and delays[server.url("plain", "/")] is None


def test_autothrottle_keeps_delays(server, tmp_path):
    """AutoThrottle sets a slot's delay after each response: not below that of the robots.txt."""
    requests = [(server.url("delay", f"/{n}"), {}) for n in range(5)]
    settings = {"DOWNLOADER_MIDDLEWARES": OURS, "AUTOTHROTTLE_ENABLED": True, "AUTOTHROTTLE_START_DELAY": 0.1}
    crawl(tmp_path / "result", requests, settings)
    assert len(server.times("delay")) == 5 and mean_gap(server, "delay") > 0.55


def test_usage(ours):
    server, result = ours
    usage = {url: preferences for url, _, preferences in result["pages"]}
    assert usage[server.url("usage", "/")] == [["Content-Usage", "train-ai", "n"]]
    assert usage[server.url("plain", "/")] == []


def test_statistics(ours):
    _, result = ours
    sites = len(PAGES) + 2  # schemes has two
    asked = sum(len(asked) for asked, _ in PAGES.values()) + 5
    stats = {name[10:]: value for name, value in result["stats"].items() if name.startswith("robotstxt/")}
    assert stats.pop("memory") > 100_000
    assert sum(stats.pop(name) for name in list(stats) if name.startswith("exception_count/")) == 4
    statuses = {200: 26, 301: 2, 302: 2, 403: 1, 404: 3, 429: 1, 500: 1, 503: 1}
    assert stats == {
        "request_count": sites, "response_count": sites - 4, "forbidden": asked - len(expected()), "challenge_count": 1,
        "outcome_count/parse": 23, "outcome_count/allow": 8, "outcome_count/deny": 10,
        **{f"response_status_count/{status}": n for status, n in statuses.items()},
    }


def test_signal(ours):
    server, result = ours
    outcomes = {origin: outcome for origin, outcome, _ in result["signalled"]}
    assert len(outcomes) == len(result["signalled"]) == len(PAGES) + 2
    assert outcomes[server.url("plain", "")] == "parse" and outcomes[server.url("absent", "")] == "allow"
    assert outcomes[server.url("schemes", "", "https")] == "parse" and outcomes[server.url("error", "")] == "deny"


def test_redirects_within_the_origin(server, tmp_path):
    requests = [(server.url(site, path), {}) for site in ("moved", "chain5") for path in ("/", "/private")]
    crawl(tmp_path / "result", requests, {"DOWNLOADER_MIDDLEWARES": OURS, "ROBOTSC_REDIRECT_SCOPE": "origin"})
    assert server.pages() == {("http", "chain5", "/")} and server.robots("plain") == []


def test_challenges(server, tmp_path):
    """A web page counts as a robots.txt without rules, unless a setting says otherwise."""
    requests = [(server.url(site, "/private"), {}) for site in ("refresh", "plain")]
    result = crawl(tmp_path / "result", requests, {"DOWNLOADER_MIDDLEWARES": OURS, "ROBOTSC_CHALLENGE": "unreachable"})
    assert server.pages() == set() and result["stats"]["robotstxt/challenge_count"] == 1
    again = [(server.url("refresh", "/open"), {})]
    crawl(tmp_path / "result", again, {"DOWNLOADER_MIDDLEWARES": OURS, "ROBOTSC_CHALLENGE": "unavailable"})
    assert server.pages() == {("http", "refresh", "/open")}


def test_a_copy_is_asked_for_again(server, tmp_path):
    """Pages in turn, under rules that expire at once: the server sends these rules only once."""
    requests = [(server.url("versioned", path), {}) for path in ("/", "/private", "/open", "/private")]
    settings = {"DOWNLOADER_MIDDLEWARES": OURS, "CONCURRENT_REQUESTS": 1, "ROBOTSC_LIFETIME_MIN": 0}
    stats = crawl(tmp_path / "result", requests, settings)["stats"]
    assert server.pages() == {("http", "versioned", path) for path in SOME}
    assert server.robots("versioned") == ["/robots.txt"] * 4
    assert stats["robotstxt/outcome_count/parse"] == 1 and stats["robotstxt/outcome_count/cached"] == 3
    assert stats["robotstxt/response_status_count/304"] == 3


def test_disobeying(server, tmp_path):
    crawl(tmp_path / "result", [(server.url("plain", "/private"), {})],
          {"DOWNLOADER_MIDDLEWARES": OURS, "ROBOTSTXT_OBEY": False})
    assert server.pages() == {("http", "plain", "/private")} and server.robots("plain") == []


def test_example(server, tmp_path):
    """examples/scrapy_crawl.py follows a link of each page; with a store it keeps the rules."""
    def lines(*arguments):
        urls = [server.url("plain", "/"), server.url("delay", "/1"), server.url("error", "/")]
        done = subprocess.run([sys.executable, HERE.parents[3] / "examples" / "scrapy_crawl.py", *arguments, AGENT, *urls],
                              stdout=subprocess.PIPE, text=True, check=True)
        return sorted(done.stdout.splitlines())

    plain, delay, error = [server.url(site, "") for site in ("plain", "delay", "error")]
    pages = [f"page\t{plain}/\t200", f"page\t{delay}/1\t200"]
    left = [f"left\t{url}\tForbidden by robots.txt" for url in (plain + "/private", delay + "/private", error + "/")]
    robots = [f"robots\t{origin}\tparse\tfound (2xx)" for origin in (plain, delay)] + [
        f"robots\t{error}\tdeny\tserver error (5xx), no response, or only a part of it"]
    assert lines() == sorted(pages + left + robots)
    assert lines("--depth=0") == sorted(pages + left[2:] + robots)
    pytest.importorskip("robotsc._store", reason="a package without stores")
    store = "--store=" + str(tmp_path / "store")
    fetched = len(server.robots("plain"))
    assert lines(store) == lines(store) == sorted(pages + left + robots) and len(server.robots("plain")) == fetched + 1


def test_two_processes_share_a_store(server, tmp_path):
    """The second crawl obeys all robots.txt and fetches none.  So does one that only reads."""
    pytest.importorskip("robotsc._store", reason="a package without stores")
    sites = "plain", "absent", "error", "busy", "moved", "usage", "delay"
    requests = [(server.url(site, path), {}) for site in sites for path in ("/", "/private")]
    settings = {"DOWNLOADER_MIDDLEWARES": OURS, "ROBOTSC_STORE": str(tmp_path / "store")}
    first = crawl(tmp_path / "result", requests, settings | {"ROBOTSC_STORE_WRITE": True})
    fetched, log = server.pages(), server.requests()
    assert first["stats"]["robotstxt/request_count"] == len(sites) and "robotstxt/store_count" not in first["stats"]
    for writes in True, False:
        again = crawl(tmp_path / "result", requests, settings | {"ROBOTSC_STORE_WRITE": writes})
        assert "robotstxt/request_count" not in again["stats"] and again["stats"]["robotstxt/store_count"] == len(sites)
        more = server.requests()[len(log):]
        assert {page[1:] for page in more} == fetched and not any(is_robots(page[3]) for page in more)
        assert sorted(again["signalled"]) == sorted(first["signalled"])
        assert sorted(map(str, again["pages"])) == sorted(map(str, first["pages"]))
        log = server.requests()


def test_two_processes_at_once_share_a_store(server, tmp_path):
    """Two crawls write at the same time; a third finds the rules that both have fetched."""
    pytest.importorskip("robotsc._store", reason="a package without stores")
    settings = {"DOWNLOADER_MIDDLEWARES": OURS, "ROBOTSC_STORE": str(tmp_path / "store")}
    jobs = []
    for sites in ("plain", "absent", "usage"), ("moved", "error", "usage"):
        path = tmp_path / sites[0]
        requests = [(server.url(site, "/"), {}) for site in sites]
        jobs.append((start(path, requests, settings | {"ROBOTSC_STORE_WRITE": True}), path))
    for job in jobs:
        finish(*job)
    requests = [(server.url(site, "/"), {}) for site in ("plain", "absent", "usage", "moved", "error")]
    result = crawl(tmp_path / "result", requests, settings)
    assert result["stats"]["robotstxt/store_count"] == 5 and "robotstxt/request_count" not in result["stats"]
