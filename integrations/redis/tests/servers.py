"""servers.py - Debian's redis-server with the module, alone or as a cluster, for tests.

    with Servers(module) as servers:            # one server
        servers.client().ping()
    with Servers(module, cluster=True) as ...   # three primaries, a replica of each

Each server has a port of its own on 127.0.0.1, a folder of its own, AOF and RDB.  Whatever happens
to the test, nothing is left: a second process reads a pipe from it, and once the test is gone, that
process kills the servers and removes the folder.

SPDX-License-Identifier: Apache-2.0
"""
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import redis
import redis.cluster

logging.getLogger("redis.cluster").setLevel(logging.CRITICAL)  # it logs what it goes on after

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PRIMARIES = 3
SLOTS = 16384
ALONE = {
    "save": "",
    "appendonly": "yes",
    "appendfsync": "everysec",
    "aof-use-rdb-preamble": "yes",
    "auto-aof-rewrite-percentage": "0",
    "enable-debug-command": "local",
    "repl-diskless-sync-delay": "0",
    "repl-backlog-size": "64mb",
    "client-output-buffer-limit": "replica 0 0 0",
    "latency-tracking": "no",
}
CLUSTER = {
    "cluster-enabled": "yes",
    "cluster-node-timeout": "1500",
    "cluster-require-full-coverage": "no",
    "cluster-allow-replica-migration": "no",
    "cluster-replica-validity-factor": "0",
}
WATCHER = """
import os, shutil, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
alive = set()
for line in sys.stdin:
    (alive.add if line[0] == "+" else alive.discard)(int(line[1:]))
for group in alive:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
shutil.rmtree(sys.argv[1], ignore_errors=True)
"""


def until(true, what, seconds=30.0):
    """Wait until true() is, and return it; an exception counts as no."""
    end = time.monotonic() + seconds
    why = None
    while time.monotonic() < end:
        try:
            got = true()
            if got:
                return got
        except (redis.RedisError, OSError) as error:
            why = error
        time.sleep(0.02)
    raise TimeoutError(f"{what}: not within {seconds} s; {why}")


def free_ports(count):
    """Ports on which nobody listens now."""
    held = [socket.socket() for _ in range(count)]
    try:
        for one in held:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in held]
    finally:
        for one in held:
            one.close()


class Ended(Exception):
    """A server ended instead of starting.  No OSError, since until() goes on after an OSError."""


class Server:
    """A redis-server.  under: a command that runs it, such as valgrind."""

    def __init__(self, owner, folder, options, under=()):
        self.owner, self.folder, self.options, self.under = owner, folder, options, list(under)
        self.process = None
        self.port = self.bus = 0
        os.mkdir(folder)

    def command(self):
        line = self.under + [os.environ.get("ROBOTSC_REDIS_SERVER", "redis-server"), "--port", str(self.port)]
        options = {"bind": "127.0.0.1", "dir": self.folder, **self.options}
        if "cluster-enabled" in options:
            options["cluster-port"] = str(self.bus)
        for name, value in options.items():
            line += ["--" + name] + (value.split() or [""])
        return line + (["--loadmodule"] + self.owner.module if self.owner.module else [])

    def start(self):
        """Start the server and wait until it answers; on other ports if one was taken meanwhile."""
        if not self.port:
            self.port, self.bus = free_ports(2)
        with open(self.log_path(), "ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, env={**os.environ, **self.owner.env})
        self.owner.watch("+", self.process.pid)
        try:
            until(self.answers, f"server {self.folder}: {self.log()[-2000:]}", 120 if self.under else 30)
        except Ended:
            if "Address already in use" not in self.log() or "cluster-enabled" in self.options:
                raise
            self.port = 0
            self.start()
        return self

    def answers(self):
        if self.process.poll() is not None:
            self.gone()
            raise Ended(f"redis-server has ended: {self.log()[-3000:]}")
        return self.client().ping()

    def client(self, **options):
        return redis.Redis("127.0.0.1", self.port, **{"socket_timeout": 60, **options})

    def log_path(self):
        return os.path.join(self.folder, "log")

    def log(self):
        with open(self.log_path(), encoding="utf-8", errors="replace") as file:
            return file.read()

    def gone(self):
        """Wait until the server ends.  Returns its exit status: negative for a signal."""
        status = self.process.wait(60)
        self.owner.watch("-", self.process.pid)
        self.process = None
        return status

    def kill(self):
        """End the server as a crash does: it closes no file and tells no client."""
        os.killpg(self.process.pid, signal.SIGKILL)
        return self.gone()

    def shutdown(self, *how):
        client = self.client()
        try:
            client.execute_command("SHUTDOWN", *how)
        except redis.ConnectionError:
            pass
        return self.gone()

    def cpu(self):
        """Processor time of its main thread so far, in seconds."""
        info = self.client().info("cpu")
        return info["used_cpu_user_main_thread"] + info["used_cpu_sys_main_thread"]


class Servers:
    """All servers of a test.  options: of redis.conf; env: environment; users: of docs/fleet.md."""

    def __init__(self, module, cluster=False, options=None, under=(), env=None, users=False):
        self.module = os.path.abspath(module).split() if isinstance(module, str) else list(module or ())
        self.cluster, self.under, self.env = cluster, under, env or {}
        self.options = {**ALONE, **(CLUSTER if cluster else {}), **(options or {})}
        self.all = []
        memory = "/dev/shm"
        self.folder = tempfile.mkdtemp(
            prefix="robotsc-redis-", dir=memory if os.access(memory, os.W_OK) and "TMPDIR" not in os.environ else None)
        if users:
            self.write_users()
        self.watcher = subprocess.Popen(
            [sys.executable, "-c", WATCHER, self.folder], stdin=subprocess.PIPE, text=True, start_new_session=True)

    def watch(self, sign, pid):
        self.watcher.stdin.write(f"{sign}{pid}\n")
        self.watcher.stdin.flush()

    def __enter__(self):
        try:
            for _ in range(2 * PRIMARIES if self.cluster else 1):
                self.add().start()
            if self.cluster:
                self.join()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def add(self, **options):
        """Another server, which is not started and in no cluster."""
        self.all.append(Server(self, os.path.join(self.folder, str(len(self.all))), {**self.options, **options}, self.under))
        return self.all[-1]

    def close(self):
        self.watcher.stdin.close()
        self.watcher.wait()
        for server in self.all:
            if server.process:
                server.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def write_users(self):
        """Add the users of docs/fleet.md, "Users", to all servers; their password is "secret"."""
        with open(os.path.join(TREE, "docs/fleet.md"), encoding="utf-8") as page:
            users = re.findall(r"^    ACL SETUSER (.*(?:\n        .*)*)", page.read(), re.M)
        self.options["aclfile"] = os.path.join(self.folder, "users.acl")
        with open(self.options["aclfile"], "w", encoding="ascii") as file:
            file.writelines(f"user {' '.join(user.split())}\n".replace("PASSWORD", "secret") for user in users)

    def said(self, octets=3000):
        return "".join(server.log()[-octets:] for server in self.all)

    def sound(self):
        """Fails if a log has words that a broken server or a sanitizer writes."""
        for server in self.all:
            for word in ("BUG REPORT", "ASSERTION FAILED", "Sanitizer", "definitely lost"):
                if word in server.log():
                    raise AssertionError(server.log()[max(0, server.log().index(word) - 2000):][:8000])

    # ---- one server ----------------------------------------------------------------------------

    def client(self, **options):
        """A client of the cluster, or of the server."""
        if not self.cluster:
            return self.all[0].client(**options)
        living = next(server for server in self.all if server.process)
        return redis.cluster.RedisCluster("127.0.0.1", living.port, socket_timeout=60, cluster_error_retry_attempts=20, **options)

    # ---- the cluster ---------------------------------------------------------------------------

    def join(self):
        """The first three servers get the slots, the others are their replicas."""
        first = self.all[0].client()
        for number, server in enumerate(self.all):
            server.client().execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        for number, server in enumerate(self.all[:PRIMARIES]):
            edges = [SLOTS * part // PRIMARIES for part in (number, number + 1)]
            server.client().execute_command("CLUSTER ADDSLOTSRANGE", edges[0], edges[1] - 1)
        for server in self.all[1:]:
            first.execute_command("CLUSTER MEET", "127.0.0.1", server.port, server.bus)
        until(lambda: all(len(self.nodes(one)) == len(self.all) for one in self.all), "all know all")
        for server, primary in zip(self.all[PRIMARIES:], self.all):
            until(lambda s=server, p=primary: s.client().execute_command("CLUSTER REPLICATE", self.name(p)), "replicate")
        self.settle()

    @staticmethod
    def nodes(server):
        """Nodes as a server sees them: {name: {"flags": set, "port", "primary", "slots": list}}."""
        said = {}
        for line in server.client().execute_command("CLUSTER NODES").items():
            address, about = line
            said[about["node_id"]] = {
                "port": int(address.rpartition(":")[2] or 0), "flags": set(about["flags"].split(",")),
                "primary": about["master_id"], "slots": about["slots"]}
        return said

    @staticmethod
    def name(server):
        return server.client().execute_command("CLUSTER MYID").decode()

    def at(self, port):
        return next(server for server in self.all if server.port == port)

    def running(self):
        return [server for server in self.all if server.process]

    def settle(self, seconds=60, quiet=True):
        """Wait until all servers call the cluster whole and agree about all slots, and, if quiet,
        until replicas have all writes.  A replica that has not heard of a move of slots could undo
        it by taking over."""
        until(lambda: all(self.whole(one) for one in self.running()) and self.agreed(), "the cluster is whole", seconds)
        if quiet:
            self.caught_up()

    def whole(self, server):
        """Whether a server calls the cluster whole and is linked with its replicas or primary."""
        client = server.client()
        nodes, info = self.nodes(server), client.info("replication")
        if client.execute_command("CLUSTER INFO")["cluster_state"] != "ok" or self.reachable(nodes) != len(self.running()):
            return False
        primary = info["role"] == "master"
        if primary == ("slave" in next(node["flags"] for node in nodes.values() if "myself" in node["flags"])):
            return False
        if not primary:
            return info["master_link_status"] == "up"
        links = [info[f"slave{number}"]["state"] for number in range(info["connected_slaves"])]
        mine = self.name(server)
        replicas = [node for node in nodes.values() if node["primary"] == mine and not node["flags"] & {"fail", "fail?"}]
        return len(links) == len(replicas) and set(links) <= {"online"}

    def agreed(self):
        told = [sorted((name, sorted(map(tuple, node["slots"]))) for name, node in self.nodes(one).items() if node["slots"])
                for one in self.running()]
        return all(one == told[0] for one in told)

    @staticmethod
    def reachable(nodes):
        return sum(not node["flags"] & {"fail", "fail?", "handshake", "noaddr"} for node in nodes.values())

    def owner(self, key, server=None):
        """The primary of a key's slot, by the view of a server."""
        slot = (server or self.running()[0]).client().execute_command("CLUSTER KEYSLOT", key)
        return self.owner_of(slot, server)

    def owner_of(self, slot, server=None):
        for node in self.nodes(server or self.running()[0]).values():
            if "master" in node["flags"] and "fail" not in node["flags"] and any(
                    int(one[0]) <= slot <= int(one[-1]) for one in node["slots"] if one[0].isdigit()):
                return self.at(node["port"])
        raise LookupError(f"nobody has slot {slot}")

    def primaries(self):
        return [server for server in self.running() if server.client().info("replication")["role"] == "master"]

    def replicas(self):
        return [server for server in self.running() if server.client().info("replication")["role"] != "master"]

    def replica_of(self, primary):
        mine = self.name(primary)
        return next(self.at(node["port"]) for node in self.nodes(primary).values() if node["primary"] == mine)

    def caught_up(self):
        """Wait until each running replica has all writes of its primary."""
        def same():
            infos = [server.client().info("replication") for server in self.primaries()]
            return all(info[f"slave{number}"]["offset"] >= info["master_repl_offset"]
                       for info in infos for number in range(info["connected_slaves"]))
        until(same, "replicas have all")

    def move_slot(self, slot, to):
        """Move a slot with its keys to another primary, as redis-cli --cluster reshard does."""
        source = self.owner_of(slot)
        if source is to:
            return 0
        name, moved = self.name(to), 0
        to.client().execute_command("CLUSTER SETSLOT", slot, "IMPORTING", self.name(source))
        old = source.client()
        old.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", name)
        while True:
            keys = old.execute_command("CLUSTER GETKEYSINSLOT", slot, 50)
            if not keys:
                break
            old.execute_command("MIGRATE", "127.0.0.1", to.port, "", 0, 10000, "KEYS", *keys)
            moved += len(keys)
        for server in [to, source] + [one for one in self.primaries() if one not in (to, source)]:
            server.client().execute_command("CLUSTER SETSLOT", slot, "NODE", name)
        return moved
