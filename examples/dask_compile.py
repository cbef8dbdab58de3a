#!/usr/bin/env python3
"""dask_compile.py - compiles web archives into one store on a Dask cluster.  docs/python-recipes.md

    dask_compile.py --store=FOLDER [--agent=TOKEN]... SCHEDULER ARCHIVE...

SCHEDULER is the address of the scheduler, or the file that dask-scheduler --scheduler-file writes.
Workers read archives by their paths, each into a store of its own, and return the policies.

The target of a redirect may be in another archive, and after a failed fetch an older policy stays.
So a worker also returns the records of such origins.  They are imported at the end, when the store
has all other policies.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import gzip
import itertools
import os
import re
import sys
import tempfile
import zlib

import robotsc
from dask.distributed import Client

BATCH = 10000  # origins in a transaction
TARGET = re.compile(rb'^WARC-Target-URI:[ \t]*<?([^\r\n>]*)', re.I | re.M)
LENGTH = re.compile(rb'^Content-Length:[ \t]*(\d+)', re.I | re.M)
RESPONSE = re.compile(rb'^WARC-Type:[ \t]*response', re.I | re.M)


# ---- on a worker -----------------------------------------------------------------

def responses(path):
    """Yield target URL, header and block of each response in an archive."""
    with open(path, 'rb') as raw:
        compressed = raw.read(2) == b'\x1f\x8b'
    with gzip.open(path) if compressed else open(path, 'rb') as file:
        while line := file.readline():
            if not line.strip():
                continue
            head = line + b''.join(itertools.takewhile(bytes.strip, file)) + b'\r\n'
            block = file.read(int(LENGTH.search(head)[1]))
            if RESPONSE.search(head):
                yield TARGET.search(head)[1], head, block


def origin_of(url):
    """The origin, if this is the URL of its robots.txt; else None."""
    try:
        origin = robotsc.origin(url)
    except robotsc.OriginError:
        return None
    return origin if url.lower().endswith(b'/robots.txt') and url.count(b'/') == 3 else None


def find_settled(path, store):
    """The origins whose policy does not depend on other archives."""
    redirected = {origin_of(url) for url, _, block in responses(path) if re.match(rb'HTTP/\S+ 3', block)}
    with store.session() as session:
        return {entry.origin for entry in session if entry.decision.outcome == 'parse'} - redirected


def compile_archive(path, settings):
    """Return the settled policies of an archive, as changes of a store, and its other responses.

    None and None: the archive is damaged.
    """
    with tempfile.TemporaryDirectory() as folder, robotsc.Store(os.path.join(folder, 'part'), 'c', **settings) as store:
        robotsc.import_warc(path, store, jobs=1)
        try:
            settled = find_settled(path, store)
            others = [head + block + b'\r\n\r\n' for url, head, block in responses(path) if origin_of(url) not in settled]
        except (EOFError, OSError, TypeError, zlib.error):
            return None, None
        with store.session() as session:
            found = [entry for entry in session if entry.origin in settled]
        changes = [robotsc.StoreChange(entry.origin, entry.blob, entry.decision) for entry in found]
        return changes, b''.join(others)


# ---- here ------------------------------------------------------------------------

def report(fault):
    print(f'dask_compile.py: {fault.input}: {fault.name}: {fault.why}', file=sys.stderr)


def run(client, archives, store):
    settings = store.settings._asdict()
    tasks = [client.submit(compile_archive, os.path.abspath(path), settings, pure=False) for path in archives]
    with tempfile.TemporaryDirectory(dir=os.path.dirname(store.path)) as folder:
        rest = []
        for number, path in enumerate(archives):
            changes, others = tasks[number].result()
            tasks[number] = None  # the cluster forgets it
            if changes is None:
                rest.append(path)
                continue
            for at in range(0, len(changes), BATCH):
                store.write(changes[at:at + BATCH])
            rest.append(os.path.join(folder, f'{number}.warc'))
            with open(rest[-1], 'wb') as file:
                file.write(others or b'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n')
            print(f'{path}: {len(changes)} origins', flush=True)
        robotsc.import_warc(rest, store, fault=report)


def main():
    parser = argparse.ArgumentParser(description='Compile web archives into one store on a Dask cluster.')
    parser.add_argument('--store', required=True)
    parser.add_argument('--agent', action='append', default=[])
    parser.add_argument('scheduler')
    parser.add_argument('archive', nargs='+')
    arguments = parser.parse_args()
    where = {'scheduler_file': arguments.scheduler} if os.path.exists(arguments.scheduler) else {'address': arguments.scheduler}
    with robotsc.Store(arguments.store, 'c', agents=arguments.agent) as store, Client(**where) as client:
        run(client, arguments.archive, store)


if __name__ == '__main__':
    main()
