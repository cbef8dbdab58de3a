"""cluster_storm.py MODULE - servers that fail or move slots while they answer.

Slots move, primaries are killed, a replica falls behind, memory runs out.  Each key has one writer,
and each text has a number that its answers tell: so afterwards a key must have the text that was
acknowledged last.

SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import signal
import sys
import threading
import time

import redis

import robotsc
from cluster_checks import TREE, check, finish, same
from cluster_texts import key_of
from servers import PRIMARIES, Servers, until

sys.path.insert(0, os.path.join(TREE, "examples/fleet"))
from cluster import Cluster  # noqa: E402

ROBOT = ("AGENTS", 1, "ExampleBot")
BITS = 12
ALWAYS = {"appendfsync": "always"}


def text_of(number):
    """A text that allows /b3 if bit 3 of the number is set, and disallows it otherwise."""
    lines = ["User-agent: *", "Crawl-delay: 7"] + [
        f"{'Allow' if number >> bit & 1 else 'Disallow'}: /b{bit}$" for bit in range(BITS)]
    return "\n".join(lines)


def ask_of(origin):
    return ["ROBOTS.CHECK", key_of(origin), *ROBOT, "URLS", *[f"{origin}/b{bit}" for bit in range(BITS)]]


def number_of(reply):
    """The number of the text that gave these answers; a mix of two texts gives another number."""
    if None in reply:
        return None
    same(set(reply) <= {0, 1}, True, f"{reply}")
    return sum(answer << bit for bit, answer in enumerate(reply))


def origins(count, name="s"):
    return [f"https://{name}{number}.example" for number in range(count)]


class Writers:
    """Threads that set numbered texts for their own origins and remember acknowledged ones."""

    def __init__(self, servers, count, each, sure=True):
        self.cluster = Cluster([("127.0.0.1", server.port) for server in servers.running()], patience=60)
        self.sure, self.stopping = sure, threading.Event()
        self.acknowledged, self.tried, self.faults, self.writes, self.again = {}, {}, [], 0, 0
        self.threads = [threading.Thread(target=self.guarded, args=(self.write, origins(each, f"w{one}-"))) for one in range(count)]
        self.threads += [threading.Thread(target=self.guarded, args=(self.read, count, each)) for _ in range(2)]
        self.checks = 0

    def guarded(self, run, *arguments):
        try:
            run(*arguments)
        except Exception as error:
            self.faults.append(error)

    def write(self, mine):
        number = 0
        while not self.stopping.is_set():
            number = (number + 1) % (1 << BITS)
            for origin in mine:
                self.tried[origin] = number
                while not self.stopping.is_set():
                    try:
                        self.cluster.call(key_of(origin), "ROBOTS.SET", key_of(origin), text_of(number), sure=self.sure)
                    except redis.ResponseError as error:
                        if not str(error).startswith(("NOTWRITTEN", "BUSY", "UNBLOCKED")):
                            raise
                        self.again += 1  # what it says is that nothing was written
                        continue
                    self.acknowledged[origin] = number
                    self.writes += 1
                    break

    def read(self, count, each):
        chance = random.Random(count)
        while not self.stopping.is_set():
            origin = f"https://w{chance.randrange(count)}-{chance.randrange(each)}.example"
            before = origin in self.acknowledged
            reply = self.cluster.call(key_of(origin), *ask_of(origin), sure=False)
            if number_of(reply) is None and before:
                raise AssertionError(f"{origin}: {reply} after a SET was acknowledged")
            self.checks += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        until(lambda: self.writes > 50 or self.faults, "writers write")
        return self

    def __exit__(self, *_):
        self.stopping.set()
        for thread in self.threads:
            thread.join(120)
        if self.faults:
            raise self.faults[0]

    def verify(self):
        """Each key has the text that was acknowledged last, or the one that was set at the end."""
        for origin, number in self.acknowledged.items():
            found = number_of(self.cluster.call(key_of(origin), *ask_of(origin), sure=False))
            same(found in (number, self.tried[origin]), True, f"{origin} has {found}, acknowledged was {number}")
        return f"{self.writes} sets, {self.checks} checks, {len(self.acknowledged)} keys, {self.again} sets were told to try again"


def slots_move(servers):
    primaries = servers.primaries()
    with Writers(servers, 4, 40) as writers:
        slots = sorted({servers.all[0].client().execute_command("CLUSTER KEYSLOT", key_of(origin))
                        for origin in list(writers.tried)})
        for number in range(60):
            slot = slots[number % len(slots)]
            servers.move_slot(slot, primaries[(primaries.index(servers.owner_of(slot)) + 1) % PRIMARIES])
    return writers.verify()


def primary_dies(servers):
    with Writers(servers, 4, 40) as writers:
        for victim in servers.primaries()[:2]:
            time.sleep(1)
            victim.kill()
            until(lambda: len(servers.primaries()) == PRIMARIES, "a replica takes over")
            victim.start()
            servers.settle(quiet=False)
        before = writers.writes
        until(lambda: writers.writes > before + 50 or writers.faults, "writers go on")
    return writers.verify()


def all_die(servers):
    """appendfsync always: if all servers die at once, their files have all acknowledged texts."""
    with Writers(servers, 4, 20) as writers:
        time.sleep(1)
        writers.stopping.set()
        for server in servers.all:
            os.killpg(server.process.pid, signal.SIGKILL)
        for server in servers.all:
            server.gone()
        for server in servers.all:
            server.start()
    servers.settle()
    return writers.verify()


def replica_behind(servers):
    """A stopped replica misses more than the backlog keeps, and then gets all data again."""
    key_origin = "https://behind.example"
    primary = servers.owner(key_of(key_origin))
    replica = servers.replica_of(primary)
    client, behind = primary.client(single_connection_client=True), replica.client(single_connection_client=True)
    behind.execute_command("READONLY")
    client.execute_command("ROBOTS.SET", key_of(key_origin), text_of(1))
    servers.caught_up()
    size = client.config_get("repl-backlog-size")["repl-backlog-size"]
    client.config_set("repl-backlog-size", 16384)
    client.config_set("client-output-buffer-limit", "replica 64kb 64kb 1")
    os.kill(replica.process.pid, signal.SIGSTOP)
    try:
        for number in range(2, 800):
            client.execute_command("ROBOTS.SET", key_of(key_origin), text_of(number) + "\n#" + "x" * 2000)
        same(client.execute_command("WAIT", 1, 100), 0, "replicas that have it")
    finally:
        os.kill(replica.process.pid, signal.SIGCONT)
    until(lambda: number_of(behind.execute_command(*ask_of(key_origin))) == 799, "the replica has the last text")
    client.config_set("repl-backlog-size", size)
    client.config_set("client-output-buffer-limit", "replica 0 0 0")
    servers.settle()
    return f"{client.info('stats')['sync_full']} full syncs"


def memory_ends(module):
    """Policies are evicted, as values of any type are; the remaining keys give right answers."""
    limit = 12 << 20
    with Servers(module, options={"maxmemory": str(limit), "maxmemory-policy": "allkeys-lru", "appendonly": "no"}) as servers:
        client, some = servers.client(), origins(4000)
        for number, origin in enumerate(some):
            filler = "".join(f"\nDisallow: /{number}/{line}/{line * 7919}/" for line in range(400))
            client.execute_command("ROBOTS.SET", key_of(origin), text_of(number % 4096) + filler)
            if number % 500 == 0:
                same(client.info("memory")["used_memory"] < limit * 1.2, True, "memory is above its limit")
        found = [number_of(client.execute_command(*ask_of(origin))) for origin in some]
        same([(one, number) for number, one in enumerate(found) if one not in (None, number % 4096)], [], "answers")
        kept, evicted = sum(one is not None for one in found), client.info("stats")["evicted_keys"]
        same((kept > 0, evicted > 0, kept + evicted), (True, True, len(some)), "keys kept and evicted")
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", "1mb")
        for command in (("ROBOTS.SET", key_of(some[0]), "x"), ("ROBOTS.LOAD", key_of(some[0]), robotsc.compile("").blob)):
            try:
                client.execute_command(*command)
            except redis.ResponseError as error:
                same("OOM" in str(error) or "memory" in str(error), True, str(error))
            else:
                raise AssertionError(f"{command[0]} without memory")
        last = next(number for number in reversed(range(len(some))) if found[number] is not None)
        same(number_of(client.execute_command(*ask_of(some[last]))), last % 4096, "a check without memory")
        return f"{kept} kept, {evicted} evicted"


def checks(module):
    with Servers(module, cluster=True, options=ALWAYS) as servers:
        check("slots move while all check and set", slots_move, servers)
        check("primaries are killed while all check and set", primary_dies, servers)
        check("all servers are killed at once", all_die, servers)
        check("a replica falls behind", replica_behind, servers)
        check("no server has said that it is broken", servers.sound)
    check("memory is at its limit", memory_ends, module)


def main(module):
    checks(module)
    finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
