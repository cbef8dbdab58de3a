"""model_crawler.py [--fault=NAME] STATE URL - a crawler that fetches as RFC 9309 says, or with one
fault.  It knows no more of rules than "Disallow: /PREFIX" for all crawlers.

It follows the links of a page, and takes what is in STATE from one run to the next.

SPDX-License-Identifier: Apache-2.0
"""
import http.client
import json
import os
import re
import sys
import time
import urllib.parse

DAY = 86400
TIMEOUT = 8
LIMIT = 512000
FAULTS = """
ignores visits-nothing only-200 only-text no-chunks junk-ends empty-closes
four-hops own-host not-301 not-302 not-307 not-308 hop-404-closes reads-404
closes-4xx knows-404 opens-5xx knows-503 reads-5xx no-answer-opens timeout-opens
takes-half takes-cut drops-copy never-again long-crawl keeps-copy long-max-age
short-limit drops-long one-file
""".split()


def get(url):
    """Status, fields and body of a URL; status 0, and why in its fields, if it cannot be had."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=TIMEOUT)
    body = b""
    try:
        connection.request("GET", parts.path or "/", headers={"User-Agent": "ModelBot/1.0"})
        response = connection.getresponse()
        while piece := response.read1(65536):
            body += piece
        if response.length:
            return 0, {"why": "cut"}, body
        return response.status, response.headers, body
    except TimeoutError:
        return 0, {"why": "half" if body else "timeout"}, body
    except (http.client.HTTPException, OSError):
        return 0, {"why": "no-answer"}, body
    finally:
        connection.close()


def origin_of(url):
    return "://".join(urllib.parse.urlsplit(url)[:2])


class Crawler:
    """Keeps the closed prefixes of each origin, and when they were fetched."""

    def __init__(self, fault, state):
        self.fault, self.path, self.kept = fault, os.path.join(state, "kept.json"), {}
        if os.path.exists(self.path):
            with open(self.path, encoding="ascii") as file:
                self.kept = json.load(file)
        self.loaded = set(self.kept)
        self.max_age = DAY

    def rules(self, body):
        """The path prefixes that a robots.txt closes."""
        if self.fault == "empty-closes" and not body:
            return ["/"]
        if self.fault == "drops-long" and len(body) > 2 * LIMIT:
            return []
        text = body[:100000 if self.fault == "short-limit" else LIMIT].decode("latin-1")
        if self.fault == "junk-ends" and text.startswith("<"):
            return []
        return re.findall(r"(?m)^Disallow: (/\S*)$", text)

    def follow(self, url):
        """The last answer of a chain of redirects: status, fields, body, number of redirects."""
        for hops in range(6):
            status, fields, body = get(url)
            to = fields.get("Location")
            if not 300 <= status < 400 or not to or self.fault == f"not-{status}":
                return (404 if 300 <= status < 400 else status), fields, body, hops
            if self.fault == "own-host" and origin_of(to) != origin_of(url) or self.fault == "four-hops" and hops == 4:
                break
            url = to
        return 404, {}, b"", 6

    def outcome(self, origin):
        """The closed prefixes, and whether the file could be fetched."""
        fault = self.fault
        status, fields, body, hops = self.follow(origin + "/robots.txt")
        found = re.search(r"max-age=(\d+)", fields.get("Cache-Control", ""))
        self.max_age = int(found[1]) if found else DAY
        if status == 0:
            why = fields["why"]
            if why == {"takes-half": "half", "takes-cut": "cut"}.get(fault):
                return self.rules(body), True
            return ([] if fault == f"{why}-opens" else ["/"]), False
        if status == 429 or status >= 500:
            if fault == "reads-5xx":
                return self.rules(body), True
            known = fault == "opens-5xx" or fault == "knows-503" and status not in (500, 502, 503, 504)
            return ([] if known else ["/"]), False
        if status >= 400:
            closed = fault == "closes-4xx" or fault == "knows-404" and status != 404 or fault == "hop-404-closes" and hops
            return (["/"] if closed else self.rules(body) if fault == "reads-404" and body else []), True
        if fault == "only-200" and status != 200 or fault == "only-text" and fields["Content-Type"] != "text/plain" or \
                fault == "no-chunks" and fields["Transfer-Encoding"]:
            return [], True
        return self.rules(body), True

    def fresh(self, origin, entry):
        fault, age = self.fault, time.time() - entry["time"]
        if fault == "never-again" or fault == "keeps-copy" and origin in self.loaded or \
                fault == "long-crawl" and origin not in self.loaded:
            return True
        return age < (entry["max_age"] if fault == "long-max-age" else min(entry["max_age"], DAY))

    def closed(self, origin):
        entry = self.kept.get(origin)
        if not entry or not self.fresh(origin, entry):
            closed, reached = self.outcome(origin)
            if not reached and entry and entry["reached"]:
                closed = [] if self.fault == "drops-copy" else entry["closed"]
            entry = self.kept[origin] = {"time": time.time(), "max_age": self.max_age, "closed": closed, "reached": reached}
            self.loaded.discard(origin)
        return entry["closed"]

    def may(self, url, first):
        if self.fault in ("ignores", "visits-nothing"):
            return self.fault == "ignores"
        origin = origin_of(first if self.fault == "one-file" else url)
        path = urllib.parse.urlsplit(url).path
        return not any(path.startswith(prefix) for prefix in self.closed(origin))

    def crawl(self, first):
        queue = [first]
        for url in queue:
            if self.may(url, first):
                _, _, body = get(url)
                queue += [to for to in re.findall(r'href="([^"]*)"', body.decode("latin-1")) if to not in queue]
        with open(self.path, "w", encoding="ascii") as file:
            json.dump(self.kept, file)


if __name__ == "__main__":
    name = sys.argv.pop(1).removeprefix("--fault=") if sys.argv[1].startswith("--fault=") else ""
    if name and name not in FAULTS:
        sys.exit(f"{name}: no fault has this name")
    Crawler(name, sys.argv[1]).crawl(sys.argv[2])
