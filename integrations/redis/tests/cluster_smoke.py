"""cluster_smoke.py MODULE [SNAPSHOT OUTCOMES] - the module on a cluster, through python3-redis.

SET, LOAD, CHECK; the scripts of examples/fleet/; and with snapshots examples/redis_load.py.
OUTCOMES.DIALECT.snapshot: snapshots of the archive that outcomes.py writes.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys

import redis

import robotsc
from cluster_checks import TREE, check, finish, same
from cluster_texts import key_of
from servers import PRIMARIES, Servers, until

sys.path.insert(0, os.path.join(TREE, "examples", "fleet"))
from cluster import Cluster, Unsure  # noqa: E402

ORIGIN = "https://shop.example"
RULES = "User-agent: *\nCrawl-delay: 2\nDisallow: /private/\nAllow: /private/press\n"
AGENT = ("AGENTS", 1, "FleetBot")


def commands(servers):
    """Origins on all primaries: set, loaded and asked, each through the cluster's client."""
    client = servers.client()
    for number in range(60):
        origin = f"https://h{number}.example"
        if number % 2:
            client.execute_command("ROBOTS.SET", key_of(origin), RULES)
        else:
            client.execute_command("ROBOTS.LOAD", key_of(origin), robotsc.compile(RULES).blob)
        urls = [origin + path for path in ("/", "/private/x", "/private/press/y")] + ["https://other.example/", "no URL"]
        same(client.execute_command("ROBOTS.CHECK", key_of(origin), *AGENT, "URLS", *urls), [1, 0, 1, -1, -1], origin)
    same(client.execute_command("ROBOTS.CHECK", key_of("https://none.example"), *AGENT, "URLS", "https://none.example/"), [None],
         "a key that is missing")
    homes = {servers.owner(key_of(f"https://h{number}.example")).port for number in range(60)}
    same(len(homes), PRIMARIES, "primaries with keys")


def moved(servers):
    """A server that does not own the slot names the owner; a replica answers after READONLY."""
    key, url = key_of("https://h1.example"), "https://h1.example/private/x"
    owner = servers.owner(key)
    other = next(server for server in servers.primaries() if server is not owner)
    lock = ("SET", key + ":fetch", "x", "NX", "PX", 9)
    for command in (("ROBOTS.CHECK", key, *AGENT, "URLS", url), ("ROBOTS.SET", key, ""), lock):
        try:
            other.client().execute_command(*command)
        except redis.ResponseError as error:
            same((str(error).startswith("MOVED "), int(str(error).rpartition(":")[2])), (True, owner.port), command[0])
        else:
            raise AssertionError(f"{command[0]} was not moved")
    servers.caught_up()
    replica = servers.replica_of(owner).client(single_connection_client=True)
    replica.execute_command("READONLY")
    same(replica.execute_command("ROBOTS.CHECK", key, *AGENT, "URLS", url), [0], "a replica")


def script(name):
    with open(os.path.join(TREE, "examples/fleet/frontier.lua"), encoding="utf-8") as file:
        return re.search(rf"(?ms)^---- {name}:.*?(?=^---- |\Z)", file.read())[0]


class Queue:
    """The queue of an origin, and next_url and done of frontier.lua on it."""

    def __init__(self, client, origin, *paths):
        self.client, self.origin = client, origin
        self.next_url, self.add, self.done = (script(name) for name in ("next_url", "add_urls", "done"))
        client.delete(*[self.key(kind) for kind in ("robots", "queue", "seen", "flight", "done", "refused", "pause")])
        client.eval(self.add, 2, self.key("queue"), self.key("seen"), *[origin + path for path in paths])

    def key(self, kind):
        return f"{kind}:{{{self.origin}}}"

    def next(self, token, lease=60000, url="", answer=""):
        keys = [self.key(kind) for kind in ("robots", "queue", "flight", "refused", "pause")]
        said = self.client.eval(self.next_url, len(keys), *keys, "FleetBot", token, lease, url, answer)
        return [part.decode() if isinstance(part, bytes) else part for part in said]

    def end(self, token, path, delay, *links):
        keys = [self.key(kind) for kind in ("queue", "seen", "flight", "done", "pause")]
        absolute = [self.origin + link for link in links]
        return self.client.eval(self.done, len(keys), *keys, token, self.origin + path, 200, delay, *absolute)


def frontier(servers):
    """The answers of next_url, in the order of a crawl."""
    client = servers.client()
    queue = Queue(client, ORIGIN, "/private/1", "/", "/private/2", "/private/press")
    same(queue.next("a"), ["robots", ORIGIN + "/private/1"], "no policy")
    client.execute_command("ROBOTS.SET", queue.key("robots"), RULES, "EXTENSIONS")
    same(queue.next("a"), ["fetch", ORIGIN + "/", 2000], "the first that is allowed, and the delay")
    same(queue.next("a"), ["fetch", ORIGIN + "/", 2000], "the same token again")
    same(queue.next("b")[0], "wait", "another crawler")
    same(queue.end("a", "/", 0, "/new", "/", "/private/3", "/new"), 2, "links that are new")
    same(queue.end("a", "/", 60000, "/new"), 0, "the same again")
    same(queue.next("b")[0], "wait", "the pause")
    client.delete(queue.key("pause"))
    same(queue.next("b", 1), ["fetch", ORIGIN + "/private/press", 2000], "the next that is allowed")
    until(lambda: queue.next("c")[:2] == ["fetch", ORIGIN + "/private/press"], "what was in flight for too long comes again", 30)
    same(queue.end("b", "/private/press", 0), 0, "it comes late, and takes nothing from the other")
    same(queue.next("d")[0], "wait", "the other has it")
    queue.end("c", "/private/press", 0)
    same(queue.next("d")[:2], ["fetch", ORIGIN + "/new"], "a link")
    queue.end("d", "/new", 0)
    same(queue.next("e"), ["empty"], "the end")
    same(client.smembers(queue.key("refused")), {f"{ORIGIN}/private/{n}".encode() for n in (1, 2, 3)}, "refused")
    same(client.hgetall(queue.key("done")), {(ORIGIN + path).encode(): b"200" for path in ("/", "/private/press", "/new")}, "done")


def frontier_without_rules(servers):
    """While a server fails, all URLs stay in the queue until robots.txt is fetched again."""
    client = servers.client()
    queue = Queue(client, "https://down.example", "/1", "/2")
    client.execute_command("ROBOTS.OUTCOME", queue.key("robots"), "STATUS", 503, "FIELD", "Retry-After", "5")
    stat = client.execute_command("ROBOTS.STAT", queue.key("robots"))
    same(queue.next("a"), ["wait", str(dict(zip(stat[::2], stat[1::2]))[b"expires"])], "a 503")
    until(lambda: queue.next("a") == ["robots", "https://down.example/1"], "it is asked again", 30)
    client.execute_command("ROBOTS.OUTCOME", queue.key("robots"), "STATUS", 404)
    same(queue.next("a"), ["fetch", "https://down.example/1", -1], "a 404")
    same(client.llen(queue.key("queue")), 1, "URLs left")
    queue = Queue(client, "https://asks.example", "/no", "/yes")
    no, yes = "https://asks.example/no", "https://asks.example/yes"
    same(queue.next("a", 60000, no, 0), ["robots", yes], "an answer that is known: 0")
    same(queue.next("a", 60000, yes, 1)[:2], ["fetch", yes], "an answer that is known: 1")


def users(servers):
    """Each user of docs/fleet.md may run the commands that it is for, and no others."""
    key, url = key_of("https://h1.example"), "https://h1.example/"
    owner, blob = servers.owner(key), robotsc.compile(RULES).blob
    commands = {
        ("ROBOTS.CHECK", key, *AGENT, "URLS", url): {"crawler", "reader"}, ("ROBOTS.BLOB", key): {"reader"},
        ("ROBOTS.SET", key, RULES): {"crawler"}, ("ROBOTS.OUTCOME", key, "STATUS", 304): {"crawler"},
        ("SET", key + ":fetch", "x", "NX", "PX", 9): {"crawler"},
        ("ROBOTS.LOAD", key, blob): {"loader"}, ("ROBOTS.STATE", key, "x"): set(), ("DEL", "other"): set(), ("FLUSHALL",): set(),
        ("CONFIG", "GET", "*"): set(), ("GET", "queue:{https://h1.example}"): {"crawler"}, ("RESTORE", key, 0, "x"): set()}
    for command, may in commands.items():
        for user in ("crawler", "loader", "reader"):
            try:
                owner.client(username=user, password="secret").execute_command(*command)
                allowed = True
            except redis.exceptions.NoPermissionError:
                allowed = False
            same(allowed, user in may, f"{user}: {command[0]}")
    return f"{len(commands)} commands of 3 users"


def times(servers):
    """Whatever times the decision in a blob has, its key is written and can be read again."""
    client, found = servers.client(), robotsc.access(200, fetched=1000)
    odd = (-2**63, -1, 0, 1, 2**53 // 1000, 2**53 // 1000 + 1, 2**53 + 1, 2**60, 2**63 - 1)
    loaded = 0
    for number, (fetched, expires, since) in enumerate((a, b, c) for a in odd for b in odd for c in odd[::3]):
        values = dict(zip(found.__match_args__, found)) | {"fetched": fetched, "expires": expires, "since": since}
        try:
            blob = robotsc.compile(RULES).stamp(type(found)(values.values())).blob
        except ValueError:
            continue
        key = key_of(f"https://t{number}.example")
        client.execute_command("ROBOTS.LOAD", key, blob)
        octets = client.dump(key)
        if octets:
            client.restore(key, 0, octets, replace=True)
            client.execute_command("ROBOTS.STAT", key)
        loaded += 1
    same(loaded > 20, True, f"{loaded} loaded")
    until(lambda: sum(server.client().dbsize() for server in servers.primaries()) ==
          sum(servers.replica_of(server).client().dbsize() for server in servers.primaries()), "replicas have them", 10)
    return f"{loaded} loaded"


def redis_load(servers, path, *options):
    """Runs examples/redis_load.py.  Returns its output."""
    run = subprocess.run([sys.executable, os.path.join(TREE, "examples/redis_load.py"), *options, "--user=loader",
                          f"127.0.0.1:{servers.all[0].port}", path], capture_output=True, text=True, check=False,
                         env={**os.environ, "REDIS_PASSWORD": "secret"})
    same(run.returncode, 0, run.stderr)
    return run.stdout.strip()


def outcomes(servers, path):
    """Each outcome of a fetch is the same after loading its snapshot."""
    client = servers.client()
    # For each host: the outcome, the answer for /private/x, whether the policy is stale.
    found, gone, deny, defer, none = ("parse", 0, 0), ("allow", 1, 0), ("deny", 0, 0), ("defer", None, 1), (None, None, None)

    def said(host):
        key, url = key_of(f"https://{host}.example"), f"https://{host}.example/private/x"
        [answer] = client.execute_command("ROBOTS.CHECK", key, *AGENT, "URLS", url)
        stat = client.execute_command("ROBOTS.STAT", key)
        client.delete(key)
        named = stat and dict(zip(stat[::2], stat[1::2]))
        return (named[b"outcome"].decode(), answer, named[b"stale"]) if named else (None, answer, None)

    for dialect, options, printed, *wanted in (
            ("rfc9309", (), "4 loaded, 0 refused, 1 not fresh", found, gone, deny, deny, none),
            ("rfc9309", ("--ex=600",), "5 loaded, 0 refused, 0 not fresh", found, gone, deny, deny, found),
            ("google", (), "5 loaded, 0 refused, 0 not fresh", found, gone, defer, defer, found),
            ("google", ("--ex=600",), "3 loaded, 0 refused, 2 not fresh", found, gone, none, none, found)):
        same(redis_load(servers, f"{path}.{dialect}.snapshot", *options), printed, f"{dialect} {options}")
        same([said(host) for host in ("found", "gone", "down", "busy", "asks")], wanted, f"{dialect} {options}")


def loaded(servers, path):
    """examples/redis_load.py on the cluster: for each entry the answers are those of its policy."""
    printed = redis_load(servers, path, "--ex=600")
    client, compared = servers.client(), 0
    with robotsc.Snapshot(path) as snapshot:
        same(re.match(r"(\d+) loaded, 0 refused, 0 not fresh$", printed)[1], str(len(snapshot)), printed)
        for entry in snapshot:
            urls = [entry.origin + path for path in ("/", "/private/", "/robots.txt", "/search?q=1", "/wp-admin/")]
            said = client.execute_command("ROBOTS.CHECK", key_of(entry.origin), "AGENTS", 1, "AnyBot", "URLS", *urls)
            same(said, [int(one) for one in entry.policy.agent("AnyBot").allowed_many(urls)], entry.origin)
            compared += len(urls)
    return f"{printed}; {compared} answers, 0 differ"


def failures(servers):
    """Errors are told at once: a server without a cluster, more replicas asked for than exist."""
    with Servers(None) as alone:
        run = subprocess.run(
            [sys.executable, os.path.join(TREE, "examples/fleet/crawler.py"), "--agent=FleetBot",
             f"--node=127.0.0.1:{alone.all[0].port}", "--add", ORIGIN], capture_output=True, text=True, check=False)
    same((run.returncode, "cluster support disabled" in run.stderr), (2, True), run.stderr)
    cluster = Cluster([("127.0.0.1", servers.all[0].port)], replicas=9, patience=0.1)
    try:
        cluster.call("x", "SET", "x", "y")
    except Unsure as error:
        same(str(error), "SET: 1 replicas have it, not 9; --replicas says how many", "replicas")
    else:
        raise AssertionError("nine replicas")


def main(module, snapshot=None, fetched=None):
    with Servers(module, cluster=True, users=True) as servers:
        check("SET, LOAD and CHECK", commands, servers)
        check("MOVED, and a replica", moved, servers)
        check("next_url and done", frontier, servers)
        check("next_url without rules", frontier_without_rules, servers)
        check("failures speak", failures, servers)
        check("times of blobs", times, servers)
        check("the users of docs/fleet.md", users, servers)
        if snapshot:
            check("examples/redis_load.py", loaded, servers, snapshot)
            check("examples/redis_load.py: outcomes", outcomes, servers, fetched)
        check("no server has said that it is broken", servers.sound)
    finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
