#!/usr/bin/env python3
"""audit_speed.py - lines a second that robotsc audit reads, beside wc -l and zcat | wc -l.

    bench/audit_speed.py ROBOTSC [LINES [ROUNDS]]   1,000,000 lines and 11 rounds by default

Writes a log and its gzip into a temporary folder.  The commands take turns, so that whatever else
the machine does meets all of them; each figure is the median of its rounds.  One thread reads lines
(-j 1), beside the threads that decompress and count, so the time of the processor counts, too.

SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROBOTS = 'User-agent: GPTBot\nDisallow: /private/\nCrawl-delay: 10\n\nUser-agent: *\nDisallow: /cart\nDisallow: /*.pdf$\n'
BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36'
ROBOT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; {}/1.2; +https://bot.example)'


def write_log(path, lines):
    chance = random.Random(1)
    agents = [BROWSER.format(n) for n in range(100, 160)]
    agents += [ROBOT.format(name) for name in ('GPTBot', 'Googlebot', 'bingbot', 'ClaudeBot', 'Unknown')] * 12
    names = ['private', 'shop', 'item', 'cart', 'news', 'a', 'img']
    with open(path, 'w', encoding='ascii') as log:
        for number in range(lines):
            second = number // 4
            target = '/' + '/'.join(chance.choice(names) for _ in range(chance.randint(1, 4))) + f'/{chance.randrange(10000)}'
            log.write(f'192.0.{chance.randrange(256)}.{chance.randrange(256)} - - [{1 + second // 86400 % 28:02}/Nov/2026:'
                      f'{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02} +0000] "GET {target} HTTP/1.1" 200 '
                      f'{chance.randrange(100000)} "-" "{chance.choice(agents)}"\n')


def measure(command):
    """Seconds by the clock, and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    status = subprocess.run(command, shell=True, stdout=subprocess.DEVNULL, check=False).returncode
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in (0, 1):
        sys.exit(f'{command}: status {status}')
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    robotsc = os.path.abspath(sys.argv[1])
    lines = int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 11
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, 'access.log')
        write_log(log, lines)
        subprocess.run(['gzip', '-k', log], check=True)
        with open(os.path.join(folder, 'robots.txt'), 'w', encoding='ascii') as file:
            file.write(ROBOTS)
        audit = f'{robotsc} audit -q -j 1 --robots={folder}/robots.txt'
        commands = {'audit': f'{audit} {log}', 'wc -l': f'wc -l <{log}', 'audit, gzip': f'{audit} {log}.gz',
                    'zcat and wc -l': f'zcat {log}.gz | wc -l'}
        taken = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                taken[name].append(measure(command))
        print(f'{lines} lines of {os.path.getsize(log) // lines} octets, {rounds} rounds, load {os.getloadavg()[0]:.1f}\n')
        print('| | lines a second | of the processor, too | x zcat, by the clock |\n| --- | ---: | ---: | ---: |')
        for name, times in taken.items():
            clock, processor = (statistics.median(t[i] for t in times) for i in (0, 1))
            beside = statistics.median(z[0] / t[0] for t, z in zip(times, taken['zcat and wc -l']))
            print(f'| {name} | {lines / clock / 1e6:.2f} M | {lines / max(processor, 1e-6) / 1e6:.2f} M | {beside:.2f} |')


main()
