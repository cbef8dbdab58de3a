#!/usr/bin/env python3
"""audit_reading.py - logs for tests/audit/audit.sh, and their counts, read in plain Python.

    audit_reading.py make FOLDER     writes robots.txt, new.txt and logs of 60,000 lines
    audit_reading.py compare FOLDER ANSWER.json   the counts of a JSON answer with those read here

It shares nothing with robotsc: regular expressions find the fields, and rules are prefixes.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import datetime
import json
import os
import random
import re
import sys

ROBOTS = 'User-agent: GPTBot\nDisallow: /private\nCrawl-delay: 4\n\nUser-agent: FileBot\nUser-agent: *\nDisallow: /all\n'
NEW = ROBOTS.replace('private\n', 'private\nDisallow: /new\n')
START = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
CHANGE = START + datetime.timedelta(days=1)
AGENTS = {
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)': 'gptbot',
    'gptbot': 'gptbot',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)': 'googlebot',
    'FileBot/0.1': 'filebot',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'others',
    'NotGPTBot/1.0': 'others',
    '-': 'others',
}
LINE = re.compile(rb'^(\S+) (\S+) (.*?) \[([^]]+)\] "((?:[^"\\]|\\.)*)" (\d+|-) (\d+|-) "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"')
REQUEST = re.compile(rb'^([A-Za-z]+) (/.*?)(?: HTTP/\d(?:\.\d)?)?$', re.S)


def make(folder):
    """Three logs, whose times follow each other, but whose names do not."""
    chance = random.Random(39)
    paths = ['/private/a', '/all', '/new', '/open', '/robots.txt', '/privat', '/new?private=1', '/%70rivate', '/all\\x22\\xFF']
    time = START
    for number, name in enumerate(['access.log.2', 'access.log.1', 'access.log']):
        with open(os.path.join(folder, name), 'w', encoding='ascii') as log:
            for _ in range(20000):
                time += datetime.timedelta(seconds=chance.choice([0, 0, 0, 1, 2, 7, 30]))
                if chance.random() < 0.01:
                    log.write(chance.choice(['garbage\n', '\n', '"' * 50 + '\n', 'a' * 9000 + '\n']))
                    continue
                zone = datetime.timezone(datetime.timedelta(hours=chance.choice([-8, 0, 2])))
                request = f'{chance.choice(["GET", "GET", "HEAD"])} {chance.choice(paths)} HTTP/1.1'
                if chance.random() < 0.02:
                    request = chance.choice(['-', '\\x16\\x03', 'OPTIONS * HTTP/1.1', 'GET /all'])
                log.write(f'10.{number}.0.{chance.randrange(250)} - - [{time.astimezone(zone):%d/%b/%Y:%H:%M:%S %z}] "{request}" '
                          f'{chance.choice([200, 200, 301, 404, 503])} {chance.choice(["-", chance.randrange(10 ** 6)])} "-" '
                          f'"{chance.choice(list(AGENTS))}"\n')
    for name, text in (('robots.txt', ROBOTS), ('new.txt', NEW)):
        with open(os.path.join(folder, name), 'w', encoding='ascii') as robots:
            robots.write(text)


def disallows(row, path, new):
    if path == '/robots.txt':
        return False
    path = path.replace('%70', 'p')
    if row == 'gptbot':
        return path.startswith('/private') or (new and path.startswith('/new'))
    return path.startswith('/all')


def read(folder):
    """What each row should have."""
    rows = collections.defaultdict(lambda: collections.Counter(statuses=collections.Counter(), times=[], gaps=[]))
    lines = unread = 0
    for name in ('access.log.2', 'access.log.1', 'access.log'):
        with open(os.path.join(folder, name), 'rb') as log:
            content = log.read().split(b'\n')[:-1]
        for line in content:
            lines += 1
            found = LINE.match(line)
            if not found:
                unread += 1
                continue
            count(rows, found)
    return rows, lines, unread


def count(rows, found):
    name = AGENTS[found[9].decode()]
    row = rows[name]
    time = datetime.datetime.strptime(found[4].decode(), '%d/%b/%Y:%H:%M:%S %z')
    row['requests'] += 1
    row['octets'] += 0 if found[7] == b'-' else int(found[7])
    if row['times'] and name != 'others':
        row['gaps'].append(int((time - row['times'][-1]).total_seconds()))
    row['times'].append(time)
    request = REQUEST.match(found[5])
    if not request:
        row['unknown'] += 1
        return
    path = request[2].decode()
    if path == '/robots.txt' and request[1] == b'GET':
        row['fetches'] += 1
        row['statuses'][found[6].decode()] += 1
    before, after = disallows(name, path, False), disallows(name, path, True)
    if time < CHANGE:
        verdict = 'disallowed' if before else 'allowed'
    elif after and not before and time < CHANGE + datetime.timedelta(days=1):
        verdict = 'grace'
    else:
        verdict = 'disallowed' if after else 'allowed'
    row[verdict] += 1


def compare(folder, answer):
    with open(answer, encoding='utf-8') as file:
        given = json.load(file)
    rows, lines, unread = read(folder)
    assert (given['lines'], given['unread'], given['too_long']) == (lines, unread, 0), (given['lines'], lines, unread)
    assert len(given['rows']) == len(rows) and unread > 100
    for row in given['rows']:
        name = row['crawler'].lower()
        want = rows[name]
        for key in ('requests', 'octets', 'allowed', 'disallowed', 'grace', 'unknown'):
            assert row[key] == want[key], (name, key, row[key], want[key])
        assert row['robots']['fetches'] == want['fetches'], (name, row['robots'])
        assert row['robots']['statuses'] == dict(want['statuses']), (name, row['robots'])
        first, last = (f'{t(want["times"]).astimezone(datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}' for t in (min, max))
        assert (row['first'], row['last']) == (first, last), (name, row['first'], first)
        gaps = sorted(want['gaps'])
        assert row['delay']['gaps'] == len(gaps), (name, row['delay'], len(gaps))
        if gaps:
            assert row['delay']['shortest'] == gaps[0], (name, row['delay'])
            assert row['delay']['median'] == gaps[(len(gaps) - 1) // 2], (name, row['delay'])
            assert row['delay']['too_short'] == sum(g < 4 for g in gaps) * (name == 'gptbot'), (name, row['delay'])
    assert sum(g < 4 for g in rows['gptbot']['gaps']) > 1000
    assert rows['gptbot']['grace'] > 50 and rows['gptbot']['disallowed'] > 100


def main():
    if sys.argv[1] == 'make':
        make(sys.argv[2])
    else:
        compare(*sys.argv[2:])


main()
