"""frontier.py - queues of URLs and policies of many origins, shared by crawlers through a cluster.

The keys of an origin have the origin as hash tag, so that they are in one slot:

    robots:{o}   the policy; robots:{o}:fetch  the lock of the crawler that fetches it
    queue:{o}    a list of URLs
    seen:{o}     each URL that was queued
    flight:{o}   the URL that is being fetched, by whom, until when
    done:{o}     URLs and their statuses
    refused:{o}  URLs that the policy disallows
    pause:{o}    when the next fetch may begin

due:{0} to due:{15} tell when each origin is due: when something must be done for it.

SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import os
import random
import re
import uuid
import zlib

import redis

import robotsc
from cluster import Cluster

WHEELS = 16
FOLDER = os.path.dirname(os.path.abspath(__file__))


def named(reply):
    """A map as a dict; Redis sends it as a list of names and values."""
    return {reply[i].decode(): reply[i + 1] for i in range(0, len(reply), 2)}


class Frontier:
    """agent: the product token; lease: seconds until others may take what this crawler holds."""

    def __init__(self, nodes, agent, replicas=1, lease=30.0, **login):
        self.cluster, self.agent, self.lease = Cluster(nodes, replicas, **login), agent, int(lease * 1000)
        with open(os.path.join(FOLDER, "frontier.lua"), "rb") as file:
            scripts = re.split(rb"(?m)^(?=---- \w+:)", file.read())[1:]
        self.scripts = {re.match(rb"---- (\w+)", script)[1].decode(): script for script in scripts}

    @staticmethod
    def key(kind, origin):
        return f"{kind}:{{{origin}}}"

    @staticmethod
    def wheel(origin):
        return f"due:{{{zlib.crc32(origin.encode()) % WHEELS}}}"

    def run(self, name, keys, *arguments, sure=True):
        """Run a script.  Its text is sent only to a server that does not know it."""
        text = self.scripts[name]
        command = (len(keys), *keys, *arguments)
        try:
            return self.cluster.call(keys[0], "EVALSHA", hashlib.sha1(text).hexdigest(), *command, sure=sure)
        except redis.exceptions.NoScriptError:
            return self.cluster.call(keys[0], "EVAL", text, *command, sure=sure)

    # ---- origins -------------------------------------------------------------------------------

    def take(self):
        """A due origin and its lease; else None, and when an origin will be due, or None."""
        soonest = None
        for number in random.sample(range(WHEELS), WHEELS):
            origin, until = self.run("take_origin", [f"due:{{{number}}}"], self.lease, sure=False)
            if origin:
                return origin.decode(), until.decode()
            if until and (soonest is None or float(until) < soonest):
                soonest = float(until)
        return None, soonest

    def put_back(self, origin, lease, when):
        """Return an origin.  when: it is due then, in milliseconds since 1970; "" for never."""
        self.run("put_back", [self.wheel(origin)], origin, lease, when)

    def add(self, urls):
        """Queue URLs of any origins, and make these origins due."""
        by_origin = {}
        for url in urls:
            by_origin.setdefault(robotsc.origin(url), []).append(url)
        for origin, some in by_origin.items():
            self.run("add_urls", [self.key("queue", origin), self.key("seen", origin)], *some)
            self.cluster.call(self.wheel(origin), "ZADD", self.wheel(origin), "LT", 0, origin)

    # ---- URLs ----------------------------------------------------------------------------------

    def next_url(self, origin, known=("", "")):
        """The token for done(), and the list that the script next_url returns.

        known: a URL, and what ROBOTS.CHECK would answer."""
        token = uuid.uuid4().hex
        keys = [self.key(kind, origin) for kind in ("robots", "queue", "flight", "refused", "pause")]
        found = self.run("next_url", keys, self.agent, token, self.lease, *known)
        while found[0] == b"check":
            (answer,) = self.robots(origin, "CHECK", "AGENTS", 1, self.agent, "URLS", found[1], sure=False)
            found = self.run("next_url", keys, self.agent, token, self.lease, found[1], "" if answer is None else answer)
        return token, [part.decode() if isinstance(part, bytes) else part for part in found]

    def done(self, origin, token, url, status, delay, links):
        """Queue links to other origins first: if a crash follows, the page is fetched again."""
        own = [link for link in links if robotsc.origin(link) == origin]
        self.add([link for link in links if robotsc.origin(link) != origin])
        keys = [self.key(kind, origin) for kind in ("queue", "seen", "flight", "done", "pause")]
        return self.run("done", keys, token, url, status, delay, *own)

    # ---- policies ------------------------------------------------------------------------------

    def robots(self, origin, command, *arguments, sure=True):
        key = self.key("robots", origin)
        return self.cluster.call(key, "ROBOTS." + command, key, *arguments, sure=sure)

    def stat(self, origin):
        """The answer of ROBOTS.STAT; empty if there is no key."""
        return named(self.robots(origin, "STAT", sure=False) or [])

    def lock(self, origin):
        """Returns the lock's value; None while another crawler has it.  It ends after the lease."""
        key, value = self.key("robots", origin) + ":fetch", uuid.uuid4().hex
        return value if self.cluster.call(key, "SET", key, value, "NX", "PX", self.lease) else None

    def unlock(self, origin, value):
        self.run("unlock", [self.key("robots", origin) + ":fetch"], value, sure=False)
