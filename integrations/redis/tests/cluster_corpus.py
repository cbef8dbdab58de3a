"""cluster_corpus.py MODULE [MOST] - compares every answer about many policies with the library's.

They are loaded through several clients at once, alone and on a cluster; then primaries and replicas
are asked, after restarts from RDB and AOF, after MIGRATE, and after slots have moved.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import sys

import redis
from redis.crc import key_slot

from cluster_checks import check, finish, same
from cluster_texts import compiled, extensions_of, policies, questions
from servers import PRIMARIES, SLOTS, Servers, until

CLIENTS = 4
DAY = 86400


def load(servers, made):
    """Each client sets its share, one by one as crawlers do; a third of the policies are blobs."""
    def share(which):
        client = servers.client()
        for number in range(which, len(made), CLIENTS):
            policy = made[number]
            if number % 3 == 2:
                blob = compiled(policy, number).blob
                client.execute_command("ROBOTS.LOAD", policy.key, blob, "EX", DAY)
            else:
                more = ["EXTENSIONS"] if extensions_of(number) else []
                client.execute_command("ROBOTS.SET", policy.key, policy.text, "DIALECT", policy.dialect, *more, "EX", DAY)
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(share, range(CLIENTS)))
    return f"{len(made)} policies by {CLIENTS} clients"


def by_server(servers, made, replicas):
    """For each server to ask: (client, [(policy, questions)])."""
    if not servers.cluster:
        return [(servers.all[0].client(), made)]
    shares = []
    for primary in servers.primaries():
        ranges = [(int(one[0]), int(one[-1])) for one in
                  next(node for node in servers.nodes(primary).values() if "myself" in node["flags"])["slots"]]
        mine = [item for item in made if any(low <= key_slot(item[0].key.encode()) <= high for low, high in ranges)]
        client = (servers.replica_of(primary) if replicas else primary).client()
        if replicas:
            client.execute_command("READONLY")
            client = redis.Redis(connection_pool=client.connection_pool, single_connection_client=True)
            client.execute_command("READONLY")
        shares.append((client, mine))
    same(sum(len(mine) for _, mine in shares), len(made), "policies on all servers")
    return shares


def compare(servers, made, replicas=False):
    """Ask all questions and compare.  Returns the count; any difference is a failure."""
    compared = 0
    for client, mine in by_server(servers, made, replicas):
        for begin in range(0, len(mine), 100):
            asked = [question for _, some in mine[begin:begin + 100] for question in some]
            for (command, wanted, comparable), reply in zip(asked, ask(client, [question[0] for question in asked])):
                if isinstance(reply, Exception) or reply is None:
                    raise AssertionError(f"{command[:8]}: {reply!r}")
                same(comparable(reply), wanted, f"{command}")
                compared += len(wanted)
    return f"{compared} answers, 0 differ"


def ask(client, commands):
    """Send all commands on one connection, then read the replies; errors are replies, too."""
    connection = client.connection or client.connection_pool.get_connection("PIPELINE")
    connection.send_packed_command(connection.pack_commands(commands))
    replies = []
    for _ in commands:
        try:
            replies.append(connection.read_response())
        except redis.ResponseError as error:
            replies.append(error)
    if connection is not client.connection:
        client.connection_pool.release(connection)
    return replies


def restart_rdb(servers):
    server = servers.all[0]
    server.client().save()
    server.shutdown("NOSAVE")
    server.start()


def restart_aof(servers, rewrite):
    for server in servers.all:
        if rewrite:
            server.client().bgrewriteaof()
            until(lambda s=server: not s.client().info("persistence")["aof_rewrite_in_progress"], "AOF is rewritten", 120)
        server.shutdown("NOSAVE")
    for server in servers.all:
        server.start()
    if servers.cluster:
        servers.settle()


def migrate(servers, made):
    """MIGRATE all keys to a new server, which is asked from now on."""
    first, second = servers.all[0], servers.add().start()
    keys = [policy.key for policy, _ in made]
    for begin in range(0, len(keys), 500):
        first.client().execute_command("MIGRATE", "127.0.0.1", second.port, "", 0, 60000, "KEYS", *keys[begin:begin + 500])
    same((first.client().dbsize(), second.client().dbsize()), (0, len(keys)), "keys")
    servers.all.reverse()
    return f"{len(keys)} keys"


def digests(servers, made):
    """Compares DEBUG DIGEST-VALUE of primaries and their replicas: equal digests, equal values."""
    compared = 0
    for (primary, mine), (replica, _) in zip(by_server(servers, made, False), by_server(servers, made, True)):
        for begin in range(0, len(mine), 500):
            keys = [policy.key for policy, _ in mine[begin:begin + 500]]
            one, other = (ask(client, [("DEBUG", "DIGEST-VALUE", *keys)])[0] for client in (primary, replica))
            same(one, other, "digests")
            same(b"0" * 40 in one, False, "a digest of nothing")
            compared += len(keys)
    return f"{compared} keys"


def move_slots(servers, made):
    """Every tenth slot that has a key moves to the next primary."""
    slots, primaries, moved = sorted({key_slot(policy.key.encode()) for policy, _ in made})[::10], servers.primaries(), 0
    for slot in slots:
        owner = primaries.index(servers.owner_of(slot))
        moved += servers.move_slot(slot, primaries[(owner + 1) % PRIMARIES])
    until(lambda: sum(int(slot[-1]) - int(slot[0]) + 1 for node in servers.nodes(servers.all[0]).values() for slot in node["slots"])
          == SLOTS, "all slots are told")
    servers.settle()
    return f"{len(slots)} slots, {moved} keys"


def fail_over(servers):
    """All three primaries are killed, one after the other, once replicas have all their writes."""
    servers.caught_up()
    for server in servers.primaries():
        server.kill()
        until(lambda: len(servers.primaries()) == PRIMARIES, "replicas take over")
        server.start()
        servers.settle()


def alone(module, made):
    with Servers(module, options={"appendonly": "no"}) as servers:
        check("alone: loaded", load, servers, [policy for policy, _ in made])
        check("alone: answers", compare, servers, made)
        restart_rdb(servers)
        check("alone: answers after a restart from RDB", compare, servers, made)
        check("alone: MIGRATE", migrate, servers, made)
        check("alone: answers after MIGRATE", compare, servers, made)
    with Servers(module, options={"aof-use-rdb-preamble": "no"}) as servers:
        check("AOF: loaded", load, servers, [policy for policy, _ in made])
        restart_aof(servers, False)
        check("AOF: answers after a restart", compare, servers, made)
        restart_aof(servers, True)
        check("AOF: answers after a rewrite and a restart", compare, servers, made)


def cluster(module, made):
    with Servers(module, cluster=True) as servers:
        check("cluster: loaded", load, servers, [policy for policy, _ in made])
        servers.caught_up()
        check("cluster: answers", compare, servers, made)
        check("cluster: answers of replicas", compare, servers, made, True)
        check("cluster: replicas have what primaries have", digests, servers, made)
        check("cluster: slots move", move_slots, servers, made)
        check("cluster: answers after slots have moved", compare, servers, made)
        check("cluster: answers of replicas after slots have moved", compare, servers, made, True)
        check("cluster: each primary is killed", fail_over, servers)
        check("cluster: answers after failovers", compare, servers, made)
        restart_aof(servers, False)
        check("cluster: answers after all have restarted from AOF", compare, servers, made)


def main(module, most=None):
    made = [(policy, questions(policy, number)) for number, policy in enumerate(policies(int(most) if most else None))]
    print(f"{len(made)} policies")
    alone(module, made)
    cluster(module, made)
    finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
