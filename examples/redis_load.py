#!/usr/bin/env python3
"""redis_load.py - loads the policies of a snapshot into Redis, by pipeline.  docs/fleet.md

    redis_load.py [--ex=SECONDS] [--user=NAME] HOST:PORT SNAPSHOT

HOST:PORT is a server with the module robotsc, alone or of a cluster.  Each origin gets the key
robots:{ORIGIN}.  A policy is fresh for as long as its fetch said, or for SECONDS from now.  One
that is not fresh is left out, and with --ex one of a server that could not answer.  A snapshot
that was made for some agents answers no others.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import sys
import time

import redis
import redis.cluster

import robotsc

BATCH = 2000  # commands that are sent before their replies are read


def connect(address, user):
    """A client of the server, or of its cluster."""
    host, _, port = address.rpartition(":")
    login = {"username": user, "password": os.environ.get("REDIS_PASSWORD")} if user else {}
    client = redis.Redis(host, int(port), **login)
    if client.info("cluster")["cluster_enabled"]:
        return redis.cluster.RedisCluster(host, int(port), **login)
    return client


def commands(snapshot, ex, now):
    """A command ROBOTS.LOAD for each fresh entry."""
    for entry in snapshot:
        decision = entry.decision
        if not (decision.outcome != "defer" if ex else robotsc.fresh(decision, now)):
            continue
        # Blobs without rules tell the decision; others do not, so that equal ones are kept once.
        ruled = decision.outcome in ("parse", "cached")
        blob = entry.blob if ruled else entry.policy.stamp(decision).blob
        until = ("EX", ex) if ex else ("PXAT", decision.expires * 1000)
        yield ("ROBOTS.LOAD", f"robots:{{{entry.origin}}}", blob, *until)


def send(client, batch):
    pipeline = client.pipeline() if isinstance(client, redis.cluster.RedisCluster) else client.pipeline(transaction=False)
    for command in batch:
        pipeline.execute_command(*command)
    refused = [reply for reply in pipeline.execute(raise_on_error=False) if isinstance(reply, Exception)]
    for error in refused[:3]:
        print(f"redis_load.py: {error}", file=sys.stderr)
    return len(batch) - len(refused), len(refused)


def load(client, snapshot, ex):
    """Returns how many policies were loaded, and how many refused."""
    loaded = refused = 0
    batch = []
    for command in commands(snapshot, ex, time.time()):
        batch.append(command)
        if len(batch) == BATCH:
            done, failed = send(client, batch)
            loaded, refused, batch = loaded + done, refused + failed, []
    done, failed = send(client, batch) if batch else (0, 0)
    return loaded + done, refused + failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ex", type=int, metavar="SECONDS", help="for how long the policies are fresh")
    parser.add_argument("--user", help="of Redis; its password is REDIS_PASSWORD of the environment")
    parser.add_argument("server", metavar="HOST:PORT")
    parser.add_argument("snapshot", metavar="SNAPSHOT", help="a file or a folder of shards")
    options = parser.parse_args()
    with robotsc.Snapshot(options.snapshot) as snapshot:
        loaded, refused = load(connect(options.server, options.user), snapshot, options.ex)
        print(f"{loaded} loaded, {refused} refused, {len(snapshot) - loaded - refused} not fresh")
    sys.exit(refused > 0)


if __name__ == "__main__":
    main()
