#!/usr/bin/env python3
"""python_dask.py - robotsc.parallel on a Dask cluster, beside 'robotsc filter', in one run.

    PYTHONPATH=FOLDER bench/python_dask.py SCHEDULER.json ROBOTSC STORE AGENT URLS

FOLDER has the package robotsc, SCHEDULER.json is what dask-scheduler --scheduler-file has written,
ROBOTSC the command, URLS a file of lines.  One worker, then all, filter the same files.  Then a
snapshot of the store is shipped.  Prints URLs for a second of the clock, and for one of processor
time, and megabytes and seconds of shipping.  Fails when the answers are not those of the command.

SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time

from dask.distributed import Client
from robotsc.parallel import filter_file, filter_partition

PARTS = 16


def lines_of_file(source, target, store, agent):
    """As filter_file, by an iterator of lines."""
    with open(source, 'rb') as lines, open(target, 'wb') as file:
        file.writelines(filter_partition(lines, store=store, agent=agent))


def cut(path, folder):
    """Write the lines of a file into PARTS files, and return these and the number of lines."""
    with open(path, 'rb') as file:
        data = file.read()
    ends = [0, *(data.rfind(b'\n', 0, len(data) * part // PARTS) + 1 for part in range(1, PARTS)), len(data)]
    names = []
    for number, (begin, end) in enumerate(zip(ends, ends[1:])):
        names.append(os.path.join(folder, f'{number:02}'))
        with open(names[-1], 'wb') as file:
            file.write(data[begin:end])
    return names, data.count(b'\n')


def digest(paths):
    result = hashlib.sha256()
    for path in paths:
        with open(path, 'rb') as file:
            while block := file.read(1 << 20):
                result.update(block)
    return result.digest()


def show(name, urls, clock, processor):
    print(f'{name:34} {urls / clock:12,.0f} {urls / processor:12,.0f} {clock:8.2f} {processor:8.2f}', flush=True)


def run_command(robotsc, jobs, store, agent, sources, target):
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with open(target, 'wb') as file, subprocess.Popen(['cat', *sources], stdout=subprocess.PIPE) as lines:
        subprocess.run([robotsc, 'filter', '-q', f'-j{jobs}', f'--store={store}', f'--agent={agent}'], stdin=lines.stdout,
                       stdout=file, check=True)
    clock = time.perf_counter() - start
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime


def run_tasks(client, workers, function, pairs, store, agent):
    before = sum(client.run(time.process_time, workers=workers).values())
    start = time.perf_counter()
    tasks = [client.submit(function, *pair, store=store, agent=agent, workers=workers, pure=False) for pair in pairs]
    client.gather(tasks)
    clock = time.perf_counter() - start
    return clock, sum(client.run(time.process_time, workers=workers).values()) - before


def timed(name, call, octets):
    start = time.perf_counter()
    result = call()
    seconds = time.perf_counter() - start
    print(f'{name:34} {octets(result) / 1e6:12,.1f} MB {seconds:8.3f} s', flush=True)
    return result


def make(robotsc, store, folder):
    path = os.path.join(folder, 'snapshot')
    subprocess.run([robotsc, 'snapshot', 'make', '-q', '-o', path, store], check=True)
    with open(path, 'rb') as file:
        return file.read()


def ship(client, robotsc, store, agent, folder):
    octets = timed('make a snapshot, and read it', lambda: make(robotsc, store, folder), len)
    shipped = timed('ship to all workers', lambda: client.scatter(octets, broadcast=True, hash=False), lambda _: len(octets))
    worker = list(client.scheduler_info()['workers'])[:1]

    def task(function, *arguments):
        return client.submit(function, *arguments, workers=worker, pure=False).result()

    def one(snapshot):
        return len(list(filter_partition(['http://h.example/'], snapshot=snapshot, agent=agent)))

    timed('an empty task', lambda: task(int), lambda _: 0)
    timed('place, map, answer one URL', lambda: task(one, shipped), lambda _: len(octets))
    timed('answer another', lambda: task(one, shipped), lambda _: 0)


def main():
    scheduler, robotsc, store, agent, urls = sys.argv[1:]
    store = os.path.abspath(store)
    with tempfile.TemporaryDirectory() as folder, Client(scheduler_file=scheduler) as client:
        sources, count = cut(urls, folder)
        pairs = [(source, source + '.allowed') for source in sources]
        workers = list(client.scheduler_info()['workers'])
        printed = os.path.join(folder, 'printed')
        print(f'{count:,} URLs in {PARTS} files {"URLs/s":>16} {"/s of cores":>12} {"clock s":>8} {"cores s":>8}')
        for number in sorted({1, len(workers)}):
            show(f'robotsc filter -j {number}', count, *run_command(robotsc, number, store, agent, sources, printed))
            for function in filter_file, lines_of_file:
                show(f'{function.__name__}, workers: {number}', count,
                     *run_tasks(client, workers[:number], function, pairs, store, agent))
                if digest(target for _, target in pairs) != digest([printed]):
                    sys.exit('python_dask.py: the answers are not those of the command')
        ship(client, robotsc, store, agent, folder)


main()
