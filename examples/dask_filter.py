#!/usr/bin/env python3
"""dask_filter.py - filters files of URLs on a Dask cluster.  docs/python-recipes.md

    dask_filter.py --store=FOLDER --agent=TOKEN [--ship] --output=FOLDER SCHEDULER INPUT...

SCHEDULER is its address, or the file that dask-scheduler --scheduler-file writes.  For each INPUT
the folder --output gets a file of its name, with what 'robotsc filter' prints.  Workers read and
write files by their paths.  They open the store by its path, too; with --ship they get it as
octets.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import shutil
import sys
import tempfile

from dask.distributed import Client, as_completed
from robotsc.parallel import filter_file, pack


def connect(scheduler):
    return Client(scheduler_file=scheduler) if os.path.exists(scheduler) else Client(scheduler)


def run(client, arguments, output, scratch):
    """Filter each file in a task.  When a worker is lost, others do its tasks again."""
    store = os.path.abspath(arguments.store)
    if arguments.ship:
        store = client.scatter(pack(store), broadcast=True, hash=False)
    sources = {}
    for source in arguments.input:
        task = client.submit(filter_file, os.path.abspath(source), os.path.join(output, os.path.basename(source)),
                             store=store, agent=arguments.agent.split(','), scratch=scratch, pure=False)
        sources[task] = source
    for task in as_completed(list(sources)):
        report = task.result()
        print(f'{sources.pop(task)}: {report.lines} lines, {report.unknown} of unknown origins', flush=True)


def main():
    parser = argparse.ArgumentParser(description='Filter files of URLs on a Dask cluster.')
    parser.add_argument('--store', required=True)
    parser.add_argument('--agent', required=True)
    parser.add_argument('--ship', action='store_true')
    parser.add_argument('--output', required=True)
    parser.add_argument('scheduler')
    parser.add_argument('input', nargs='+')
    arguments = parser.parse_args()
    if len({os.path.basename(source) for source in arguments.input}) < len(arguments.input):
        sys.exit('dask_filter.py: two inputs have the same name')
    output = os.path.abspath(arguments.output)
    os.makedirs(output, exist_ok=True)
    scratch = tempfile.mkdtemp(prefix='.part-', dir=output)  # what a killed worker leaves is in it
    try:
        with connect(arguments.scheduler) as client:
            run(client, arguments, output, scratch)
    finally:
        shutil.rmtree(scratch)


if __name__ == '__main__':
    main()
