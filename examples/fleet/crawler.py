#!/usr/bin/env python3
"""crawler.py - one crawler of a fleet, which shares queues and policies in a Redis cluster.

    crawler.py --node=HOST:PORT --agent=TOKEN --add URL...     queue URLs
    crawler.py --node=HOST:PORT --agent=TOKEN                  crawl until nothing is left

It fetches one URL of an origin at a time, waits as its robots.txt asks, and follows links to
everywhere.  Any of them may be killed: what it held is taken by another after --lease seconds.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import html.parser
import http.client
import os
import signal
import socket
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

import redis

import robotsc
from cluster import Unsure
from frontier import Frontier, named

LARGEST = 1 << 20
FIELDS = ("Cache-Control", "Expires", "Date", "Age", "Retry-After", "Location")


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Links(html.parser.HTMLParser):
    """The links of a page, as absolute URLs of http and https without fragments."""

    def __init__(self, url, text):
        super().__init__()
        self.url, self.found = url, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        if tag == "a" and named.get("href") and "nofollow" not in (named.get("rel") or "").split():
            self.found.append(named["href"])

    def absolute(self):
        joined = [urllib.parse.urldefrag(urllib.parse.urljoin(self.url, href)).url for href in self.found]
        return [url for url in joined if url.startswith(("http://", "https://")) and robotsc.url_problem(url) is None]


def now():
    return int(time.time() * 1000)


class Crawler:
    def __init__(self, options):
        self.options = options
        login = {"username": options.user, "password": os.environ.get("REDIS_PASSWORD")} if options.user else {}
        self.frontier = Frontier([options.node], options.agent, options.replicas, options.lease, **login)
        proxies = {"http": options.proxy, "https": options.proxy} if options.proxy else None
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler(proxies), NoRedirects)
        self.opener.addheaders = [("User-Agent", f"{options.agent}/1.0")]
        self.stopping = threading.Event()

    # ---- HTTP ----------------------------------------------------------------------------------

    def get(self, url):
        """Status, fields and body.  After a failed fetch, the status is the word after FAILURE."""
        try:
            try:
                response = self.opener.open(url, timeout=self.options.timeout)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                body = response.read(LARGEST)
                if response.length and len(body) < LARGEST:  # read() takes a body that ends early
                    return "truncated", {}, b""
                return response.status, response.headers, body
        except http.client.IncompleteRead:
            return "truncated", {}, b""
        except socket.timeout:
            return "timeout", {}, b""
        except http.client.HTTPException:
            return "malformed", {}, b""
        except OSError as error:
            reason = getattr(error, "reason", error)
            return "timeout" if isinstance(reason, socket.timeout) else "connect", {}, b""

    # ---- robots.txt ----------------------------------------------------------------------------

    def renew(self, origin, url):
        """Fetch a missing or stale robots.txt, if no other crawler does.

        Returns when to try again (None: now), and, if the robots.txt must be fetched again before
        each use, the URL and the answer for it; else two empty texts."""
        lock = self.frontier.lock(origin)
        if not lock:
            return now() + 500, ("", "")
        try:
            known = self.frontier.stat(origin)  # another may have fetched it before
            if known.get("stale") == 0:
                return None, ("", "")
            if known.get("outcome") == b"defer" and known["expires"] > now():
                return known["expires"], ("", "")
            return None, self.fetch_robots(origin, url)
        except redis.ResponseError as error:
            if str(error).startswith(("NOTWRITTEN", "BUSY")):
                return now() + 200, ("", "")
            raise
        finally:
            self.frontier.unlock(origin, lock)

    def fetch_robots(self, origin, url):
        target, seen = origin + "/robots.txt", set()
        while True:
            status, fields, body = ("loop", {}, b"") if target in seen else self.get(target)
            seen.add(target)
            said = self.outcome(origin, status, fields, body, len(seen) - 1)
            if said["outcome"] == b"follow":
                target = urllib.parse.urljoin(target, fields["Location"])
                continue
            if said["outcome"] != b"parse":
                return "", ""
            expires = max(int(said["expires"]), now() + 1)
            self.frontier.robots(origin, "SET", body, "ORIGIN", origin, "EXTENSIONS", "PXAT", expires)
            if not int(said["revalidate"] or 0):
                return "", ""
            return url, int(robotsc.compile(body).agent(self.options.agent).allowed(url))

    def outcome(self, origin, status, fields, body, redirects):
        how = ("STATUS", status) if isinstance(status, int) else ("FAILURE", status)
        given = [part for name in FIELDS if name in fields for part in ("FIELD", name, fields[name])]
        page = ["PAGE"] if robotsc.content_kind(body) == "html" else []
        said = self.frontier.robots(origin, "OUTCOME", *how, *given, *page, "REDIRECTS", redirects, "ORIGIN", origin,
                                    "CHALLENGE", self.options.challenge)
        return named(said)

    # ---- pages ---------------------------------------------------------------------------------

    def links(self, url, status, fields, body):
        if status in (301, 302, 303, 307, 308) and fields.get("Location"):
            found = [urllib.parse.urldefrag(urllib.parse.urljoin(url, fields["Location"])).url]
            return [link for link in found if link.startswith(("http://", "https://")) and robotsc.url_problem(link) is None]
        if status != 200 or "html" not in fields.get("Content-Type", ""):
            return []
        said = robotsc.page(body, headers=fields.items(), agents=[self.options.agent])
        return Links(url, body.decode("utf-8", "replace")).absolute() if said.follow else []

    def page(self, origin, token, url, delay):
        status, fields, body = self.get(url)
        own = int(self.options.pause * 1000)
        self.frontier.done(origin, token, url, status, own if delay < 0 else delay, self.links(url, status, fields, body))

    # ---- work ----------------------------------------------------------------------------------

    def visit(self, origin):
        """Do all that is due for an origin.  Returns when it is due again, "" for never."""
        known = ("", "")
        for _ in range(100):
            token, (what, *rest) = self.frontier.next_url(origin, known)
            known = ("", "")
            if what == "fetch":
                self.page(origin, token, *rest)
            elif what == "robots":
                when, known = self.renew(origin, rest[0])
                if when is not None:
                    return when
            else:
                return rest[0] if what == "wait" else ""
        return now()

    def work(self):
        while not self.stopping.is_set():
            origin, lease = self.frontier.take()
            if origin:
                self.frontier.put_back(origin, lease, self.visit(origin))
            elif lease is None or lease > now() + self.options.idle * 1000:
                return
            else:
                self.stopping.wait(min(0.2, max(0.01, (lease - now()) / 1000)))

    def worker(self):
        """Work.  A failure ends the process; other crawlers take over its URLs and locks."""
        try:
            self.work()
        except Exception:
            traceback.print_exc()
            os._exit(1)

    def run(self):
        threads = [threading.Thread(target=self.worker) for _ in range(self.options.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def address(text):
    host, _, port = text.rpartition(":")
    return host, int(port)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--node", type=address, required=True, help="HOST:PORT of any server of the cluster")
    parser.add_argument("--agent", required=True, help="the product token of the fleet")
    parser.add_argument("--user", help="of Redis; its password is REDIS_PASSWORD of the environment")
    parser.add_argument("--add", nargs="+", metavar="URL", help="queue URLs, and end; - reads them from standard input")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--replicas", type=int, default=1, help="how many must have a write before it counts")
    parser.add_argument("--lease", type=float, default=60, help="seconds after which what a crawler held is taken by others")
    parser.add_argument("--idle", type=float, default=120, help="seconds without anything due after which it ends")
    parser.add_argument("--pause", type=float, default=10, help="seconds between fetches of an origin that names none")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for a fetch; less than the lease")
    parser.add_argument("--challenge", default="unreachable", choices=("parse", "unavailable", "unreachable"))
    parser.add_argument("--proxy", help="URL of a proxy")
    options = parser.parse_args()
    crawler = Crawler(options)
    try:
        crawler.frontier.cluster.look()
        if options.add:
            urls = open(0, encoding="utf-8").read().split() if options.add == ["-"] else options.add
            crawler.frontier.add(urls)
            return
    except Unsure as error:
        parser.error(str(error))
    signal.signal(signal.SIGTERM, lambda *_: crawler.stopping.set())
    crawler.run()


if __name__ == "__main__":
    main()
