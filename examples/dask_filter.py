#!/usr/bin/env python3
"""dask_filter.py - filters files of URLs on a Dask cluster.  docs/python-recipes.md

    dask_filter.py --snapshot=PATH [--by-shard] [--ship] --output=FOLDER SCHEDULER INPUT...
    dask_filter.py --store=FOLDER --agent=TOKEN --output=FOLDER SCHEDULER INPUT...

SCHEDULER is an address, or the file that dask-scheduler --scheduler-file writes.  For each INPUT
the folder --output gets a file of the same name, with the output of 'robotsc filter'.  Workers read
and write files by their paths.  They open the snapshot or the store by its path, too; with --ship
they get the file of the snapshot as octets.

--agent may be left out for a snapshot that was made for one agent.  With --by-shard, each task has
one shard of a folder of shards: inputs are first split by shard, and for each INPUT and shard there
is an output file INPUT.NUMBER, with lines in the order of INPUT.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import shutil
import sys
import tempfile

from dask.distributed import Client, as_completed
from robotsc import Snapshot
from robotsc.parallel import filter_file, split_file


def connect(scheduler):
    return Client(scheduler_file=scheduler) if os.path.exists(scheduler) else Client(scheduler)


def send(client, snapshot, arguments):
    """The form in which tasks get a snapshot: by path, or as octets, sent once to each worker."""
    if not arguments.ship:
        return snapshot
    with open(snapshot.path, 'rb') as file:
        return client.scatter(file.read(), broadcast=True, hash=False)


def run(client, arguments, output, scratch):
    """Filter each file in a task.  If a worker is lost, other workers do its tasks again."""
    if arguments.snapshot:
        source_of_policies = {'snapshot': send(client, Snapshot(arguments.snapshot), arguments)}
    else:
        source_of_policies = {'store': os.path.abspath(arguments.store)}
    sources = {}
    for source in arguments.input:
        task = client.submit(filter_file, os.path.abspath(source), os.path.join(output, os.path.basename(source)),
                             **source_of_policies, agent=arguments.agent, scratch=scratch, pure=False)
        sources[task] = source
    for task in as_completed(list(sources)):
        report = task.result()
        print(f'{sources.pop(task)}: {report.lines} lines, {report.unknown} of unknown origins', flush=True)


def split(source, folder, shards):
    """Write the lines of each shard into a file of its own in folder.  Return the files' paths."""
    os.makedirs(folder, exist_ok=True)
    targets = [os.path.join(folder, f'{number:04}') for number in range(shards)]
    split_file(source, targets)
    return targets


def filter_shard(pieces, number, names, snapshot, agent, output, scratch):
    """Filter all inputs' lines for a shard.  Returns counts of lines and of unknown origins."""
    lines = unknown = 0
    for piece, name in zip(pieces, names):
        report = filter_file(piece[number], os.path.join(output, f'{name}.{number:04}'), snapshot=snapshot, agent=agent,
                             scratch=scratch)
        lines += report.lines
        unknown += report.unknown
    return lines, unknown


def run_by_shard(client, arguments, output, scratch):
    """Split each input in a task; then filter each shard in a task."""
    files = Snapshot(arguments.snapshot).files
    names = [os.path.basename(source) for source in arguments.input]
    pieces = client.gather([client.submit(split, os.path.abspath(source), os.path.join(scratch, name), len(files), pure=False)
                            for source, name in zip(arguments.input, names)])
    tasks = {client.submit(filter_shard, pieces, number, names, send(client, Snapshot(file), arguments), arguments.agent, output,
                           scratch, pure=False): number for number, file in enumerate(files)}
    for task in as_completed(list(tasks)):
        lines, unknown = task.result()
        print(f'shard {tasks.pop(task)}: {lines} lines, {unknown} of unknown origins', flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(description='Filter files of URLs on a Dask cluster.')
    parser.add_argument('--snapshot')
    parser.add_argument('--store')
    parser.add_argument('--agent', type=lambda tokens: tokens.split(','), default=())
    parser.add_argument('--by-shard', action='store_true')
    parser.add_argument('--ship', action='store_true')
    parser.add_argument('--output', required=True)
    parser.add_argument('scheduler')
    parser.add_argument('input', nargs='+')
    arguments = parser.parse_args()
    if bool(arguments.store) == bool(arguments.snapshot):
        sys.exit('dask_filter.py: name --snapshot or --store')
    if arguments.store and (arguments.ship or arguments.by_shard):
        sys.exit("dask_filter.py: --ship and --by-shard need --snapshot; 'robotsc snapshot make' makes one of a store")
    if arguments.ship and not arguments.by_shard and os.path.isdir(arguments.snapshot):
        sys.exit('dask_filter.py: --ship sends a file; shards of a folder are sent with --by-shard')
    if len({os.path.basename(source) for source in arguments.input}) < len(arguments.input):
        sys.exit('dask_filter.py: two inputs have the same name')
    return arguments


def main():
    arguments = read_arguments()
    output = os.path.abspath(arguments.output)
    os.makedirs(output, exist_ok=True)
    scratch = tempfile.mkdtemp(prefix='.part-', dir=output)  # what a killed worker leaves is in it
    try:
        with connect(arguments.scheduler) as client:
            (run_by_shard if arguments.by_shard else run)(client, arguments, output, scratch)
    finally:
        shutil.rmtree(scratch)


if __name__ == '__main__':
    main()
