"""cluster_compile.py MODULE - compiles lose clients, primary or server; blobs of other versions.

SPDX-License-Identifier: Apache-2.0
"""
import sys
import time

import redis

import robotsc
from cluster_checks import check, finish, same
from cluster_storm import ask_of, number_of, text_of
from cluster_texts import key_of
from servers import Servers, until

ORIGIN = "https://lost.example"
JOBS = 24
OLD = text_of(5)


# A text that takes a tenth of a second to compile.
SLOW = b"User-agent: *\nDisallow: /" + b"%" * 511000


class Compiles:
    """JOBS clients, each waiting for a compile of a key of its own; all keys are in one slot."""

    def __init__(self, servers, name):
        self.servers = servers
        self.keys = [key_of(ORIGIN) + f"{name}{number}" for number in range(JOBS)]
        self.owner = servers.owner(self.keys[0]) if servers.cluster else servers.all[0]
        self.control = self.owner.client(single_connection_client=True)
        self.clients = [self.owner.client(single_connection_client=True) for _ in self.keys]
        self.numbers = [client.client_id() for client in self.clients]
        for client, key in zip(self.clients, self.keys):
            client.connection.send_command("ROBOTS.SET", key, SLOW, "ORIGIN", ORIGIN)
        until(lambda: self.waiting() > JOBS // 2, "clients wait for compiles")

    def waiting(self):
        return self.control.info("clients")["blocked_clients"]

    def replies(self, which):
        """For each of these clients: b'OK', the first word of an error, or 'gone'."""
        return [reply_of(self.clients[one]) for one in which]

    def there(self, client):
        return [client.exists(key) for key in self.keys]


def reply_of(client):
    try:
        return client.connection.read_response()
    except redis.ConnectionError:
        return "gone"
    except redis.ResponseError as error:
        return str(error).split()[0]


def client_kill(servers):
    """Every other waiting client is killed: its key is not written, unless that was done before."""
    compiles = Compiles(servers, "kill")
    killed = range(JOBS - 1, 0, -2)
    waits = [compiles.control.client_kill_filter(_id=compiles.numbers[one]) for one in killed]
    others = [one for one in range(JOBS) if one not in killed]
    same(set(compiles.replies(others)), {b"OK"}, "the others")
    until(lambda: compiles.waiting() == 0, "nobody waits")
    time.sleep(0.5)
    there = compiles.there(compiles.control)
    same([there[one] for one in others], [1] * len(others), "keys of the others")
    written = sum(there[one] for one in killed)
    same(written < len(killed) // 2, True, f"{written} keys of clients that were killed")
    return f"{sum(waits)} killed, {written} of them were done before"


def keys_go(servers, how, written):
    """Keys are deleted or written while their compiles wait: the later command counts."""
    compiles = Compiles(servers, how)
    last = range(JOBS // 2, JOBS)
    for one in last:
        if how == "DEL":
            compiles.control.set(compiles.keys[one], "x")
            compiles.control.delete(compiles.keys[one])
        elif how == "SET":
            compiles.control.set(compiles.keys[one], "x")
        else:
            compiles.control.execute_command("ROBOTS.LOAD", compiles.keys[one], robotsc.compile(OLD).blob, "ORIGIN", ORIGIN)
    if how == "FLUSHALL":
        compiles.control.flushall()
    replies = compiles.replies(last)
    same(set(replies) <= {"NOTWRITTEN", b"OK"} and "NOTWRITTEN" in replies, True, f"{replies}")
    there = compiles.there(compiles.control)
    same([there[one] for one, reply in zip(last, replies) if reply == "NOTWRITTEN"],
         [written] * replies.count("NOTWRITTEN"), "keys")
    return f"{replies.count('NOTWRITTEN')} not written"


def fail_over(servers, name):
    """The primary becomes a replica while it compiles: it writes nothing.  Returns the replies."""
    compiles = Compiles(servers, name)
    replica = servers.replica_of(compiles.owner)
    replica.client().execute_command("CLUSTER FAILOVER", "FORCE")
    until(lambda: compiles.owner.client().info("replication")["role"] == "slave", "roles change")
    replies = compiles.replies(range(JOBS))
    until(lambda: compiles.waiting() == 0, "nobody waits")
    servers.settle()
    new, old = replica.client(single_connection_client=True), compiles.control
    old.execute_command("READONLY")
    there = compiles.there(new)
    same(compiles.there(old), there, "keys of both")
    same(any(there[one] for one, reply in enumerate(replies) if reply in ("NOTWRITTEN", "UNBLOCKED")), False,
         "keys of commands that were told that nothing was written")
    return replies


def fails_over(servers):
    """fail_over() again, until roles change before all compiles are done."""
    replies = []
    for attempt in range(9):
        replies = fail_over(servers, f"over{attempt}")
        if any(reply != b"OK" for reply in replies):
            break
    same([reply for reply in replies if reply != b"OK"] != [], True, f"all were done before: {replies}")
    return f"{replies.count(b'OK')} done before, {len(replies) - replies.count(b'OK')} refused"


def slot_goes(servers):
    """The slot moves while its compiles run."""
    compiles = Compiles(servers, "moved")
    to = next(server for server in servers.primaries() if server is not compiles.owner)
    slot = compiles.control.execute_command("CLUSTER KEYSLOT", compiles.keys[0])
    servers.move_slot(slot, to)
    replies = compiles.replies(range(JOBS))
    same(compiles.control.execute_command("CLUSTER COUNTKEYSINSLOT", slot), 0, "keys that the old primary has of a slot that went")
    same([reply for reply in replies if reply != b"OK"] != [], True, f"all were done before: {replies}")
    return f"{replies.count(b'OK')} done before, {len(replies) - replies.count(b'OK')} refused"


def shuts_down(module):
    """A server that is told to end during compiles ends, and starts again from its files."""
    with Servers(module) as servers:
        client = servers.client()
        client.execute_command("ROBOTS.SET", key_of(ORIGIN), OLD)
        for how in ("NOSAVE", "SAVE"):
            Compiles(servers, how)
            begun = time.monotonic()
            same(servers.all[0].shutdown(how), 0, "exit status")
            took = time.monotonic() - begun
            servers.sound()
            servers.all[0].start()
            same(number_of(client.execute_command(*ask_of(ORIGIN))), 5, "the old policy")
        return f"{took:.1f} s"


def checksum(octets):
    """docs/formats/blob.md, "Checksum"."""
    mask, prime = (1 << 64) - 1, 0xD6E8FEB86659FD93

    def mix(state, word):
        state = (state ^ word) * prime & mask
        return state ^ state >> 32

    one = 0x9E3779B97F4A7C15
    other = ~one & mask
    padded = octets + bytes(16 - len(octets) % 16)
    for begin in range(0, len(padded), 16):
        one = mix(one, int.from_bytes(padded[begin:begin + 8], "little"))
        other = mix(other, int.from_bytes(padded[begin + 8:begin + 16], "little"))
    return mix(mix(one, other), len(octets)).to_bytes(8, "little")


def of_version(blob, major, minor):
    body = bytearray(blob[:-8])
    body[4:6] = major, minor
    return bytes(body) + checksum(bytes(body))


def versions(servers):
    """A blob of a later minor version is read like one of today; another major one is refused."""
    blob = robotsc.compile(OLD).blob
    same(of_version(blob, blob[4], blob[5]), blob, "the checksum of this test")
    client, late = servers.client(), of_version(blob, blob[4], 77)
    for origin, one in (("https://today.example", blob), ("https://late.example", late)):
        client.execute_command("ROBOTS.LOAD", key_of(origin), one)
    try:
        client.execute_command("ROBOTS.LOAD", key_of(ORIGIN), of_version(blob, blob[4] + 1, 0))
    except redis.ResponseError as error:
        said = str(error)
    else:
        raise AssertionError("a blob of another major version was loaded")
    if servers.cluster:
        servers.caught_up()
    for server in servers.all:
        server.shutdown("NOSAVE")
        server.start()
    if servers.cluster:
        servers.settle()
    for origin in ("https://today.example", "https://late.example"):
        same(number_of(servers.client().execute_command(*ask_of(origin))), 5, origin)
    same(servers.client().execute_command("ROBOTS.BLOB", key_of("https://late.example"))[0], late, "the blob")
    return said


def main(module):
    with Servers(module + " THREADS 1") as servers:
        check("clients are killed while they wait for compiles", client_kill, servers)
        for how, written in (("DEL", 0), ("SET", 1), ("ROBOTS.LOAD", 1), ("FLUSHALL", 0)):
            check(f"{how} between start and end of compiles", keys_go, servers, how, written)
        check("alone: blobs of other versions", versions, servers)
        check("alone: no server has said that it is broken", servers.sound)
    check("SHUTDOWN while compiles run", shuts_down, module + " THREADS 1")
    with Servers(module + " THREADS 1", cluster=True) as servers:
        check("a failover between start and end of compiles", fails_over, servers)
        check("a slot moves between start and end of compiles", slot_goes, servers)
        check("cluster: blobs of other versions", versions, servers)
        check("cluster: no server has said that it is broken", servers.sound)
    finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
