#!/usr/bin/env python3
"""redis_module.py MODULE [ROUNDS] - processor time of the module's commands, beside GET and MGET.

Texts are those of ROBOTSC_CORPUS, or generated ones.  All is asked in turns in one run, of one
server, through a pipeline; a figure is the median of ROUNDS.  The time is that of the server's main
thread (INFO cpu), so what the client does costs nothing; of sets it is that of all its threads.
"crawler" is the way of fleets that keep texts in Redis: GET, and a parser for each URL, here
Protego; its time is the client's and the server's.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import random
import socket
import statistics
import sys
import time

import redis

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TREE, "integrations/redis/tests"))
from cluster_texts import listed_urls, paths_of, texts  # noqa: E402
from servers import Servers  # noqa: E402

AGENT = "ExampleBot"
COMMANDS = 3000  # of one kind in a round; a hundredth of those with 100 URLs or keys


class Pipe:
    """Sends commands at once, and reads replies without looking at them."""

    def __init__(self, server):
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.packer = redis.Connection("127.0.0.1", server.port)
        self.marks = 0

    def run(self, packed):
        self.marks += 1
        mark = b"end-of-round-%d" % self.marks
        packed = packed + b"".join(self.packer.pack_command("ECHO", mark))
        self.socket.settimeout(120)
        view, tail = memoryview(packed), b""
        self.socket.setblocking(False)
        while True:
            if view:
                try:
                    view = view[self.socket.send(view[:1 << 16]):]
                except BlockingIOError:
                    pass
            else:
                self.socket.setblocking(True)
            try:
                tail = (tail + self.socket.recv(1 << 20))[-64:]
            except BlockingIOError:
                continue
            if tail.endswith(mark + b"\r\n"):
                return


def processor(server):
    """Seconds of the main thread, then of all threads."""
    info = server.client().info("cpu")
    return (info["used_cpu_user_main_thread"] + info["used_cpu_sys_main_thread"],
            info["used_cpu_user"] + info["used_cpu_sys"])


def urls_of(origin, text, listed, chance):
    found = listed.get(origin, []) + [origin.encode() + path for path in paths_of(text, chance)]
    return [url for url in found if len(url) < 300][:100] or [origin.encode() + b"/"]


def workloads(found, chance):
    """Each name, with (things that a command asks about, commands)."""
    listed = listed_urls()
    origins = list(found)
    urls = {origin: urls_of(origin, text, listed, chance) for origin, text in found.items()}
    picked = [chance.choice(origins) for _ in range(COMMANDS)]
    many = [chance.choice(origins) for _ in range(COMMANDS // 10)]
    keys = [chance.choices(origins, k=100) for _ in many]
    check = ("AGENTS", 1, AGENT, "URLS")
    return {
        "GET, 1 octet": (1, [("GET", f"small:{{{one}}}") for one in picked]),
        "GET, the text": (1, [("GET", f"text:{{{one}}}") for one in picked]),
        "ROBOTS.CHECK, 1 URL": (1, [
            ("ROBOTS.CHECK", f"robots:{{{one}}}", *check, chance.choice(urls[one])) for one in picked]),
        "HMGET, no key, as long": (1, [
            ("HMGET", f"none:{{{one}}}", *check, chance.choice(urls[one])) for one in picked]),
        "MGET, 100 of 1 octet": (100, [("MGET", *[f"small:{{{one}}}" for one in some]) for some in keys]),
        "MGET, 100 texts": (100, [("MGET", *[f"text:{{{one}}}" for one in some]) for some in keys]),
        "ROBOTS.CHECK, 100 URLs": (100, [
            ("ROBOTS.CHECK", f"robots:{{{one}}}", *check, *(urls[one] * 100)[:100]) for one in many]),
    }, urls


def measure(server, pipe, packed, count):
    before = processor(server)
    pipe.run(packed)
    after = processor(server)
    return (after[0] - before[0]) / count * 1e9


def commands(server, found, rounds, chance):
    pipe = Pipe(server)
    kinds, urls = workloads(found, chance)
    packed = {name: b"".join(pipe.packer.pack_commands(some)) for name, (_, some) in kinds.items()}
    taken = {name: [] for name in kinds}
    for number in range(rounds + 1):
        for name in chance.sample(list(kinds), len(kinds)):
            nanoseconds = measure(server, pipe, packed[name], len(kinds[name][1]))
            if number:
                taken[name].append(nanoseconds)
    medians = {name: statistics.median(some) for name, some in taken.items()}
    print(f"{'server processor time':28}{'us a command':>14}{'ns each':>10}{'each second and core':>22}")
    for name, (things, _) in kinds.items():
        each = medians[name] / things
        print(f"{name:28}{medians[name] / 1000:14.2f}{each:10.0f}{1e9 / each:22,.0f}")
    for one, other in (("ROBOTS.CHECK, 1 URL", "GET, 1 octet"), ("ROBOTS.CHECK, 1 URL", "GET, the text"),
                       ("ROBOTS.CHECK, 1 URL", "HMGET, no key, as long"),
                       ("ROBOTS.CHECK, 100 URLs", "MGET, 100 of 1 octet"), ("ROBOTS.CHECK, 100 URLs", "MGET, 100 texts")):
        print(f"{one} / {other}: {medians[one] / medians[other]:.2f}")
    return urls


def sets(server, found):
    """Eight clients set each text once; then each is set as a string, for its size."""
    client, items = server.client(), list(found.items())
    pipes = [Pipe(server) for _ in range(8)]
    packed = [b"".join(pipes[0].packer.pack_commands(
        [("ROBOTS.SET", f"robots:{{{origin}}}", text, "EX", 86400) for origin, text in items[number::8]])) for number in range(8)]
    before, begun = processor(server), time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda both: both[0].run(both[1]), zip(pipes, packed)))
    after, took = processor(server), time.perf_counter() - begun
    main, whole = ((late - early) / len(items) * 1e6 for early, late in zip(before, after))
    print(f"ROBOTS.SET, eight clients: {len(items) / took:,.0f} a second; processor time {main:.0f} us each "
          f"of the main thread, {whole:.0f} us of all threads")
    for origin, text in items:
        client.set(f"text:{{{origin}}}", text)
        client.set(f"small:{{{origin}}}", "1")


def memory(server, found):
    client = server.client()
    pipe = client.pipeline(transaction=False)
    for origin in found:
        pipe.memory_usage(f"robots:{{{origin}}}", samples=0)
        pipe.strlen(f"text:{{{origin}}}")
        pipe.memory_usage(f"text:{{{origin}}}", samples=0)
    sizes = pipe.execute()
    policies, strings, whole = sum(sizes[0::3]), sum(sizes[1::3]), sum(sizes[2::3])
    print(f"MEMORY USAGE of {len(found)} policies {policies:,}, STRLEN of their texts {strings:,}: {policies / strings:.3f}; "
          f"MEMORY USAGE of the texts {whole:,}")


def crawler(server, found, urls, chance):
    """GET, then Protego, for each URL."""
    try:
        import protego
    except ImportError:
        print("crawler: there is no Protego")
        return
    client, asked, other = server.client(), 300, 0
    picked = [chance.choice(list(found)) for _ in range(asked)]
    before, begun = processor(server), time.process_time()
    for origin in picked:
        text = client.get(f"text:{{{origin}}}").decode("utf-8", "replace")
        try:
            protego.Protego.parse(text).can_fetch(chance.choice(urls[origin]).decode("utf-8", "replace"), AGENT)
        except Exception:  # some texts are too much for it
            other += 1
    took = time.process_time() - begun + processor(server)[0] - before[0]
    begun, before = time.process_time(), processor(server)
    for origin in picked:
        client.execute_command("ROBOTS.CHECK", f"robots:{{{origin}}}", "AGENTS", 1, AGENT, "URLS", chance.choice(urls[origin]))
    ours = time.process_time() - begun + processor(server)[0] - before[0]
    print(f"client and server, one URL at a time: GET and Protego {took / asked * 1e6:,.0f} us a URL ({other} raised), "
          f"ROBOTS.CHECK {ours / asked * 1e6:,.0f} us")


def main(module, rounds="9"):
    chance = random.Random(1)
    found = {origin: text for origin, text in texts().items() if text}
    print(f"{len(found)} texts, {os.getloadavg()[0]:.1f} load")
    with Servers(module, options={"appendonly": "no"}) as servers:
        server = servers.all[0]
        sets(server, found)
        memory(server, found)
        urls = commands(server, found, int(rounds), chance)
        crawler(server, found, urls, chance)


if __name__ == "__main__":
    main(*sys.argv[1:])
