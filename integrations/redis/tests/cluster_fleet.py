"""cluster_fleet.py MODULE [ORIGINS] - examples/fleet/ crawls a web server that plays many origins.

A crawler and a primary are killed in the middle.  The server's log tells which pages were fetched,
and the kind of each origin which should be: paths of disallowed pages have /no, so no reader of
robots.txt is asked.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import http.server
import os
import subprocess
import sys
import time
import urllib.parse

from cluster_checks import TREE, check, finish, same
from servers import Servers, until

sys.path.insert(0, os.path.join(TREE, "conformance"))
import web_server  # noqa: E402

FLEET = os.path.join(TREE, "examples/fleet/crawler.py")
AGENT = "FleetBot"
CRAWLERS, THREADS, LEASE, TIMEOUT = 3, 8, 6, 2
RULES = "User-agent: FleetBot\nDisallow: /no\nAllow: /no/yes\n\nUser-agent: *\nDisallow: /\n"
SHUT = "User-agent: *\nDisallow: /\n"
HTML = "<html><head></head><body>Are you a human?</body></html>"
PAGES = ("/", "/a", "/b?x=1", "/no/c", "/no/yes/d", "/far")
ALL, RULED, NONE = "all", "ruled", "none"

# How requests for a robots.txt are answered, and which pages may be fetched then.
OUTCOMES = {
    "rules": ({"body": RULES}, RULED),
    "shut": ({"body": SHUT}, NONE),
    "delay": ({"body": RULES.replace("/no\n", "/no\nCrawl-delay: 1\n")}, RULED),
    "chunked": ({"body": RULES, "chunked": True}, RULED),
    "empty": ({"body": ""}, ALL),
    "gone": ({"status": 404}, ALL),
    "forbidden": ({"status": 403}, ALL),
    "busy": ({"status": 429, "fields": {"Retry-After": "3600"}}, NONE),
    "broken": ({"status": 503, "fields": {"Retry-After": "3600"}}, NONE),
    "recovers": ({"status": 500, "fields": {"Retry-After": "2"}, "then": [{"body": RULES}]}, RULED),
    "closes": ({"close": True}, NONE),
    "hangs": ({"wait": 3 * TIMEOUT, "body": RULES}, NONE),
    "short": ({"body": RULES, "length": 5000}, NONE),
    "challenge": ({"status": 202, "body": HTML, "fields": {"Content-Type": "text/html"}}, NONE),
    "web page": ({"body": HTML, "fields": {"Content-Type": "text/html"}}, NONE),
    "moved": ({"status": 301, "fields": {"Location": "/where/robots.txt"}}, RULED),
    "moved away": ({"status": 302, "fields": {"Location": "http://rules.example/robots.txt"}}, RULED),
    "loop": ({"status": 302, "fields": {"Location": "/robots.txt"}}, ALL),
    "nowhere": ({"status": 301}, ALL),
    "expires": ({"body": RULES, "fields": {"Cache-Control": "max-age=1"}}, RULED),
    "no-cache": ({"body": RULES, "fields": {"Cache-Control": "no-cache"}}, RULED),
}


def host(number):
    return f"h{number}.example"


def table(origins):
    """The web server's answers, and the kind of each origin."""
    answers = {"rules.example/robots.txt": {"body": RULES}}
    kinds = list(OUTCOMES)
    made = {}
    for number in range(origins):
        name, kind = host(number), kinds[number % len(kinds)]
        made[name] = kind
        answers[name + "/robots.txt"] = OUTCOMES[kind][0]
        answers[name + "/where/robots.txt"] = {"body": RULES}
        links = "".join(f'<a href="{page}">x</a>' for page in PAGES[1:])
        far = f"http://{host((number * 7 + 3) % origins)}/from{number % 3}"
        html = {"Content-Type": "text/html"}
        answers[name + "/"] = {"body": links + '<a href="/a#part">x</a>', "fields": html}
        answers[name + "/a"] = {"status": 302, "fields": {"Location": "/no/moved"}}
        answers[name + "/b?x=1"] = {"body": '<meta name="robots" content="nofollow"><a href="/trap">x</a>', "fields": html,
                                    "wait": 0.3}  # something is to be in flight
        answers[name + "/no/c"] = {"body": '<a href="/no/deep">x</a>', "fields": html}
        answers[name + "/far"] = {"body": f'<a href="{far}">x</a>', "fields": html}
        for plain in ("/no/yes/d", "/no/moved", "/no/deep", "/from0", "/from1", "/from2"):
            answers[name + plain] = {"body": "text"}
    return answers, made


def expected(made):
    """URLs of the pages that should be fetched, by the kinds of the origins and their links."""
    origins = len(made)
    may = {name: OUTCOMES[kind][1] for name, kind in made.items()}

    def allowed(name, path):
        return may[name] == ALL or (may[name] == RULED and (not path.startswith("/no") or path.startswith("/no/yes")))

    pages = set()
    for number, name in enumerate(made):
        paths = [path for path in PAGES + ("/no/moved",) if allowed(name, path)]
        if allowed(name, "/no/c"):
            paths.append("/no/deep")
        pages |= {f"http://{name}{path}" for path in paths}
        if allowed(name, "/far"):
            target = host((number * 7 + 3) % origins)
            if allowed(target, "/from"):
                pages.add(f"http://{target}/from{number % 3}")
    return pages


class Fleet:
    """The web server, the cluster and the crawlers."""

    def __init__(self, servers, origins):
        self.servers = servers
        self.answers, self.made = table(origins)
        self.lines = []
        self.site = web_server.Server(self.answers, log=lambda *line: self.lines.append((time.time(), *line)))
        self.crawlers = []
        self.env = {**os.environ, "REDIS_PASSWORD": "secret"}

    def command(self, *more):
        node = self.servers.running()[0]
        return [sys.executable, FLEET, f"--node=127.0.0.1:{node.port}", f"--agent={AGENT}",
                f"--proxy=http://127.0.0.1:{self.site.port}", f"--threads={THREADS}", f"--lease={LEASE}", f"--timeout={TIMEOUT}",
                f"--idle={LEASE + 4}", "--pause=0", "--user=crawler", *more]

    def start(self):
        seeds = "".join(f"http://{name}/\n" for name in self.made)
        subprocess.run(self.command("--add", "-"), input=seeds, text=True, check=True, env=self.env)
        for _ in range(CRAWLERS):
            self.another()

    def another(self):
        self.crawlers.append(subprocess.Popen(self.command(), env=self.env))

    def pages(self):
        """The pages that crawlers asked for: by URL, when."""
        asked = collections.defaultdict(list)
        for when, _, url, _ in list(self.lines):
            if not url.endswith("/robots.txt"):
                asked[url].append(when)
        return asked

    def wait_for(self, share):
        wanted = int(len(expected(self.made)) * share)
        until(lambda: len(self.pages()) >= wanted or not self.living(), f"{wanted} pages", 300)
        same(len(self.pages()) >= wanted, True, "crawlers have ended too early")

    def living(self):
        return [crawler for crawler in self.crawlers if crawler.poll() is None]

    def stop(self):
        for crawler in self.crawlers:
            if crawler.poll() is None:
                crawler.kill()
            crawler.wait()
        self.site.close()


def kill_crawler(fleet):
    fleet.wait_for(0.25)
    victim = fleet.crawlers[0]
    victim.kill()
    victim.wait()
    fleet.in_flight_at = time.time()
    fleet.another()


def kill_primary(fleet):
    fleet.wait_for(0.5)
    victim = fleet.servers.primaries()[0]
    victim.kill()
    fleet.primary_killed = time.time()
    until(lambda: len(fleet.servers.primaries()) == 3, "a replica takes its place")
    before = len(fleet.pages())
    victim.start()  # as what keeps servers running would
    until(lambda: len(fleet.pages()) > before or not fleet.living(), "the crawl goes on")
    return f"{before} pages before"


def ends(fleet):
    for crawler in fleet.crawlers[1:]:
        same(crawler.wait(300), 0, "exit status of a crawler")
    return f"{len(fleet.lines)} requests"


def nothing_disallowed(fleet):
    pages, wanted = fleet.pages(), expected(fleet.made)
    same(sorted(set(pages) - wanted), [], "fetched, though disallowed or never linked")
    return f"{sum(map(len, pages.values()))} requests"


def nothing_lost(fleet):
    wanted = expected(fleet.made)
    same(sorted(wanted - set(fleet.pages()))[:20], [], "never fetched")
    return f"{len(wanted)} pages"


def nothing_twice(fleet):
    """Only pages that the killed crawler had in flight are fetched twice, after their lease."""
    again = {url: times for url, times in fleet.pages().items() if len(times) > 1}
    same([url for url, times in again.items() if len(times) > 2], [], "three times")
    early = [url for url, times in again.items() if not times[0] <= fleet.in_flight_at + TIMEOUT or times[1] < fleet.in_flight_at]
    same(early, [], "twice, and not in flight when a crawler was killed")
    same(len(again) <= THREADS, True, f"{len(again)} were fetched twice")
    return f"{len(again)} twice"


def delays(fleet):
    """Seconds between the answers for two pages of an origin that asks for a delay of a second."""
    times = collections.defaultdict(list)
    for url, when in fleet.pages().items():
        name = urllib.parse.urlsplit(url).netloc
        if fleet.made[name] == "delay":
            times[name] += when
    gaps = [later - earlier for some in map(sorted, times.values()) for earlier, later in zip(some, some[1:])]
    same(min(gaps) >= 0.995, True, f"the least is {min(gaps)}")
    return f"{len(gaps)} gaps, the least {min(gaps):.3f} s"


def one_at_a_time(fleet):
    """No two crawlers ask for the same robots.txt: those of most kinds are asked for once."""
    asked = collections.Counter(url for _, _, url, _ in fleet.lines if url.endswith("/robots.txt"))
    once = [name for name, kind in fleet.made.items() if kind in ("rules", "shut", "delay", "gone", "broken", "challenge")]
    many = [name for name in once if asked[f"http://{name}/robots.txt"] != 1]
    same(len(many) <= THREADS, True, f"asked for more or less than once: {many[:9]}")
    return f"{len(once)} origins, {len(many)} again after a kill"


def main(module, origins="1000"):
    http.server.ThreadingHTTPServer.request_queue_size = 256
    with Servers(module, cluster=True, options={"appendfsync": "always"}, users=True) as servers:
        fleet = Fleet(servers, int(origins))
        try:
            check("the fleet starts", fleet.start)
            check("a crawler is killed", kill_crawler, fleet)
            check("a primary is killed", kill_primary, fleet)
            check("the crawl ends", ends, fleet)
            for what, run in (("nothing that is disallowed is fetched", nothing_disallowed), ("nothing is lost", nothing_lost),
                              ("nothing is fetched twice but what was in flight", nothing_twice),
                              ("delays are obeyed", delays), ("a robots.txt is fetched by one crawler", one_at_a_time)):
                check(what, run, fleet)
        finally:
            fleet.stop()
    finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
