"""cluster.py - sure commands to a Redis cluster: when a write returns, a replica has it.

WAIT counts the replicas that have the last write of its own connection, so a write and its WAIT
must share a connection; RedisCluster of python3-redis takes any connection of a pool.  Here each
thread has a connection to each primary, and follows slots and primaries that move.

SPDX-License-Identifier: Apache-2.0
"""
import threading
import time

import redis
from redis.cluster import ClusterParser
from redis.crc import key_slot

MOVING = (redis.exceptions.AskError, redis.exceptions.TryAgainError, redis.exceptions.ClusterError, redis.ReadOnlyError)


class Unsure(Exception):
    """Patience ended before the command was done or known to be done."""


class Cluster:
    """nodes: some (host, port); replicas: how many must have a sure write; patience: seconds."""

    def __init__(self, nodes, replicas=1, patience=120.0, **login):
        self.nodes, self.replicas, self.patience = list(nodes), replicas, patience
        self.login, self.slots = login, {}  # login: username and password
        self.local = threading.local()

    # ---- connections ---------------------------------------------------------------------------

    def connection(self, node):
        """This thread's connection to a server."""
        held = self.local.__dict__.setdefault("held", {})
        if node not in held:
            made = redis.Connection(*node, parser_class=ClusterParser, socket_connect_timeout=2, socket_timeout=30,
                                    **self.login)
            made.connect()
            held[node] = made
        return held[node]

    def forget(self, node):
        held = self.local.__dict__.setdefault("held", {})
        if node in held:
            held.pop(node).disconnect()

    def replies(self, node, *commands):
        """Send all commands, then read a reply to each; errors of Redis are replies."""
        connection = self.connection(node)
        connection.send_packed_command(connection.pack_commands(commands))
        return [self.reply(connection) for _ in commands]

    @staticmethod
    def reply(connection):
        try:
            return connection.read_response()
        except redis.ConnectionError:
            raise
        except redis.ResponseError as error:
            return error

    def look(self):
        """Ask a server, any that answers, which primary has which slots."""
        for node in list(dict.fromkeys(list(self.slots.values()) + self.nodes)):
            try:
                (ranges,) = self.replies(node, ("CLUSTER SLOTS",))
            except (redis.RedisError, OSError):
                self.forget(node)
                continue
            if isinstance(ranges, redis.ResponseError):
                raise Unsure(f"{node[0]}:{node[1]} does not say what its cluster is: {ranges}")
            if ranges:
                found = {}
                for first, last, primary, *replicas in ranges:
                    address = (primary[0].decode(), primary[1])
                    found.update(dict.fromkeys(range(first, last + 1), address))
                    self.nodes += [one for one in [(r[0].decode(), r[1]) for r in replicas] if one not in self.nodes]
                self.slots = found
                return

    # ---- commands ------------------------------------------------------------------------------

    def call(self, key, *command, sure=True):
        """Run a command on the primary of its key.  sure: return once replicas have the write."""
        slot, end, ask, why = key_slot(key.encode()), time.monotonic() + self.patience, None, "no server answers"
        while time.monotonic() < end:
            node = ask or self.slots.get(slot)
            if node is None:
                self.look()
                if slot not in self.slots:
                    time.sleep(0.1)
                continue
            try:
                result = self.try_at(node, ask, command, sure)
            except (redis.RedisError, OSError) as error:
                self.forget(node)
                result = error
            if not self.moving(result):
                if isinstance(result, redis.ResponseError):
                    raise result
                return result
            why, ask = result, None
            if type(result) is redis.exceptions.AskError:  # MovedError is one, too
                ask = (result.host, result.port)
            else:
                self.look()
                time.sleep(0.05)
        raise Unsure(f"{command[0]} {key}: {why}")

    def try_at(self, node, ask, command, sure):
        wait = ("WAIT", self.replicas, 1000)  # PING: it counts from a command that did not block
        commands = ([("ASKING",)] if ask else []) + [command] + ([("PING",), wait] if sure and self.replicas else [])
        replies = self.replies(node, *commands)
        result = replies[1 if ask else 0]
        end = time.monotonic() + self.patience
        while commands[-1] is wait and not isinstance(result, redis.ResponseError) and replies[-1] < self.replicas:
            if time.monotonic() > end:
                raise Unsure(f"{command[0]}: {replies[-1]} replicas have it, not {self.replicas}; --replicas says how many")
            replies = self.replies(node, wait)
        return result

    @staticmethod
    def moving(result):
        """Whether to try the command again, perhaps at another server."""
        if isinstance(result, redis.ResponseError):
            return isinstance(result, MOVING)
        return isinstance(result, (redis.RedisError, OSError))
