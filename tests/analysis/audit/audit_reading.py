#!/usr/bin/env python3
"""audit_reading.py - logs for tests/analysis/audit/audit.sh, and their counts, read in plain
Python.

    audit_reading.py make FOLDER     writes robots.txt, new.txt and logs of 24,000 lines
    audit_reading.py compare FOLDER ANSWER.json   the counts of a JSON answer with those read here
    audit_reading.py addresses FOLDER             writes addresses.log, and ranges.json of GPTBot
    audit_reading.py compare_addresses FOLDER ANSWER.json

It shares nothing with robotsc: regular expressions find the fields, and rules are prefixes.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import datetime
import ipaddress
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
    'NewBot/2.0': 'others',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'others',
    'NotGPTBot/1.0': 'others',
    'Mozilla/5.0 (compatible; newbot; +https://new.example/)': 'others',
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
            for _ in range(8000):
                time += datetime.timedelta(seconds=chance.choice([0, 0, 0, 1, 2, 7, 30]))
                if chance.random() < 0.01:
                    log.write(chance.choice(['garbage\n', '\n', '"' * 50 + '\n', 'a' * 9000 + '\n']))
                    continue
                zone = datetime.timezone(datetime.timedelta(hours=chance.choice([-8, 0, 2])))
                at = time - datetime.timedelta(seconds=chance.choice([1, 3, 60, 4000]) * (chance.random() < 0.02))
                request = f'{chance.choice(["GET", "GET", "HEAD"])} {chance.choice(paths)} HTTP/1.1'
                if chance.random() < 0.02:
                    request = chance.choice(['-', '\\x16\\x03', 'OPTIONS * HTTP/1.1', 'GET /all'])
                log.write(f'10.{number}.0.{chance.randrange(250)} - - [{at.astimezone(zone):%d/%b/%Y:%H:%M:%S %z}] "{request}" '
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
    """The expected counts of each row."""
    rows = collections.defaultdict(lambda: collections.Counter(statuses=collections.Counter(), times=[], gaps=[], products=[]))
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
    product = re.search('newbot|notgptbot', found[9].decode(), re.I)
    if product:
        row['products'].append(product[0].lower())
    time = datetime.datetime.strptime(found[4].decode(), '%d/%b/%Y:%H:%M:%S %z')
    row['requests'] += 1
    row['octets'] += 0 if found[7] == b'-' else int(found[7])
    if row['times'] and name != 'others':
        latest = row['latest']
        if time < latest:
            row['unordered'] += 1
        else:
            row['gaps'].append(int((time - latest).total_seconds()))
    row['times'].append(time)
    row['latest'] = max(row['latest'] or time, time)
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
        assert row['unordered'] == want['unordered'], (name, row['unordered'], want['unordered'])
        gaps = sorted(want['gaps'])
        assert row['delay']['gaps'] == len(gaps), (name, row['delay'], len(gaps))
        if gaps:
            assert row['delay']['shortest'] == gaps[0], (name, row['delay'])
            assert row['delay']['median'] == gaps[(len(gaps) - 1) // 2], (name, row['delay'])
            assert row['delay']['too_short'] == sum(g < 4 for g in gaps) * (name == 'gptbot'), (name, row['delay'])
    named = collections.Counter({name['name'].lower(): name['requests'] for name in given['rows'][-1]['names']})
    assert len(named) == 2 and named == collections.Counter(rows['others']['products']), named
    assert given['unordered'] == sum(row['unordered'] for row in rows.values()) > 100
    assert sum(g < 4 for g in rows['gptbot']['gaps']) > 1000
    assert rows['gptbot']['grace'] > 50 and rows['gptbot']['disallowed'] > 100


def networks():
    """Networks of both kinds, some within others, as makers publish them."""
    chance = random.Random(4)
    found = ['192.0.2.0/24', '192.0.2.128/25', '198.51.100.7', '0.0.0.0/32', '2001:db8::/32', '2001:db8:1::/48', '::1', 'fe80::/10',
             '203.0.113.255/32', '2001:DB8:ffff:0::/64']
    for _ in range(200):
        found.append(str(ipaddress.ip_network((chance.getrandbits(32), chance.randrange(8, 33)), strict=False)))
        found.append(str(ipaddress.ip_network((chance.getrandbits(128), chance.randrange(16, 129)), strict=False)))
    return found


def make_addresses(folder):
    """A log of addresses: edges of networks, addresses next to them, other addresses, and texts
    that are no address."""
    chance = random.Random(5)
    listed = networks()
    addresses = ['-', 'host.example', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1.2.3.4x', ':::', '1:2:3:4:5:6:7:8:9', '::1::']
    addresses += ['1:2:', 'g::1', '::ffff:192.0.2.9', '::ffff:c000:0209', '::', '1:2:3:4:5:6:7::', '12345::1', '1.2.3.4/24']
    addresses += ['1.2.3.1000', '::1.2.3']
    for text in listed:
        network = ipaddress.ip_network(text)
        for edge in (int(network[0]), int(network[-1])):
            for number in (edge - 1, edge, edge + 1):
                if 0 <= number < 2 ** network.max_prefixlen:
                    address = type(network[0])(number)
                    addresses.append(chance.choice([str(address), address.exploded, str(address).upper()]))
        addresses.append(str(ipaddress.IPv4Address(chance.getrandbits(32))))
    with open(os.path.join(folder, 'addresses.log'), 'w', encoding='ascii') as log:
        for address in addresses:
            log.write(f'{address} - - [01/Mar/2026:00:00:00 +0000] "GET /private HTTP/1.1" 200 1 "-" "GPTBot/1.0"\n')
            log.write(f'{address} - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "FileBot"\n')
    with open(os.path.join(folder, 'ranges.json'), 'w', encoding='ascii') as file:
        json.dump({'creationTime': '2026-01-01T00:00:00', 'x': ['1.2.3', '9.9.9.9/33', '9.9.9.9/', '9.9.9.9x', '9.9.9.9/1a', ':/3'],
                   'prefixes': [{'ipv6Prefix' if ':' in n else 'ipv4Prefix': n} for n in listed]}, file)


def compare_addresses(folder, answer):
    listed = [ipaddress.ip_network(n) for n in networks()]
    want = collections.Counter()
    with open(os.path.join(folder, 'addresses.log'), encoding='ascii') as log:
        for line in log.read().split('\n')[:-1:2]:
            try:
                address = ipaddress.ip_address(line.split()[0])
            except ValueError:
                want['unverified'] += 1
                continue
            address = getattr(address, 'ipv4_mapped', None) or address
            want['verified' if any(address in network for network in listed) else 'false'] += 1
    with open(answer, encoding='utf-8') as file:
        rows = {row['crawler'].lower(): row['addresses'] for row in json.load(file)['rows']}
    assert all(want.values()) and len(want) == 3
    for kind, count in want.items():
        assert rows['gptbot'][kind] == {'requests': count, 'disallowed': count}, (kind, rows['gptbot'], want)
    assert rows['filebot']['unverified'] == {'requests': sum(want.values()), 'disallowed': 0}


def main():
    {'make': make, 'compare': compare, 'addresses': make_addresses,
     'compare_addresses': compare_addresses}[sys.argv[1]](*sys.argv[2:])


main()
