#!/usr/bin/env python3
"""audit_hosts.py - logs of many hosts for tests/analysis/audit/audit.sh, and what each host alone
gives.

    audit_hosts.py make FOLDER     writes robots/HOST, HOST.log, and logs of all of them
    audit_hosts.py compare FOLDER ROBOTSC ANSWER.json [all|AGENT,AGENT]
        the answer of an audit of all of them with those of each host's log and file; for some
        agents, what is said of the others

SPDX-License-Identifier: Apache-2.0
"""
import collections
import json
import os
import random
import subprocess
import sys

LISTED = {'gptbot': 'GPTBot', 'ccbot': 'CCBot', 'claudebot': 'ClaudeBot'}
NAMES = ['GPTBot', 'CCBot', 'FooBot', 'FooBot-News', 'Mozilla', '*']
AGENTS = ['GPTBot/1.2', 'Mozilla/5.0 (compatible; CCBot/2.0; +http://h/)', 'ClaudeBot', 'FooBot/1', 'Mozilla/5.0 (x; FooBot)',
          'Mozilla/5.0 (X11) Firefox/140.0', 'Mozilla/5.0 (compatible; foobot-news/3)',
          'Mozilla/5.0 (compatible; FooBot; GPTBot)', 'curl/8', '-', 'a \\"FooBot\\"']
PATHS = ['/', '/a', '/a/b', '/b?a', '/c', '/robots.txt', '/%61', '/a\\x22', '//b.example/a', '/d/e']
# Host fields that name no host, or a host that the snapshot lacks: host, port, the reason for
# "unknown".
WRONG = [('-', '443', 'no-host'), ('h0.example/x', '443', 'no-host'), ('h0.example#', '443', 'no-host'),
         ('x@h0.example', '80', 'no-host'), ('h0.example\\x09', '80', 'no-host'), ('h0..example', '80', 'no-host'),
         ('h0.example', '65536', 'no-host'),
         ('absent.example', '443', 'absent'), ('h0.example', '8080', 'absent'), ('[::1]', '443', 'absent')]


def make_robots(chance):
    text = ''
    for _ in range(chance.randrange(1, 4)):
        for name in chance.sample(NAMES, chance.randrange(1, 3)):
            text += f'User-agent: {name}\n'
        for _ in range(chance.randrange(3)):
            field = chance.choice(['Disallow', 'Disallow', 'Allow'])
            text += f'{field}: {chance.choice(["/", "/a", "/a/", "/b*a", "/d", "/%61/b"])}\n'
        text += '\n'
    return text


def spelled(host, port, chance):
    """The host as logs have it: in any case of letters, with its port or without."""
    return chance.choice([host, host.upper()]) + chance.choice(['', ':' + port])


def make(folder):
    chance = random.Random(7)
    os.mkdir(os.path.join(folder, 'robots'))
    hosts = [f'h{i}.example' for i in range(40)]
    logs = collections.defaultdict(list)
    together, as_json, wrong = [], [], collections.Counter()
    for host in hosts:
        with open(os.path.join(folder, 'robots', host), 'w', encoding='ascii') as robots:
            robots.write(make_robots(chance))
    for i in range(12000):
        host, port, why = chance.choice(hosts), chance.choice(['80', '443']), None
        path, agent = chance.choice(PATHS), chance.choice(AGENTS)
        if chance.random() < 0.05:
            host, port, why = chance.choice(WRONG)
        asked, said = path, host
        if chance.random() < 0.1 and not why and not path.startswith('//'):
            # The host is that of the request line, whatever the host field of the log says.
            asked, said = f'http{"s" if port == "443" else ""}://{host}{path}', chance.choice([host, 'absent.example', '-'])
        clock = f'{i // 3600:02}:{i // 60 % 60:02}:{i % 60:02}'
        rest = f'10.0.0.{i % 250} - - [01/Mar/2026:{clock} +0000] "GET %s HTTP/1.1" 200 {i} "-" "{agent}"'
        together.append(f'{said}:{port} {rest % asked}')
        shown = '' if said == '-' else spelled(said, port, chance) if not why else said + ('' if ':' in said else ':' + port)
        member = {'scheme': 'https' if port == '443' else 'http', 'host': shown, 'request': f'GET {asked} HTTP/1.1', 'status': 200,
                  'bytes_sent': i, 'http_user_agent': agent, 'time_iso8601': f'2026-03-01T{clock}Z'}
        as_json.append(json.dumps(member).replace('\\\\x', '\\u00').replace('\\\\\\"', '\\"'))
        if why:
            wrong[(row_name(agent), why)] += 1
        else:
            logs[host].append(rest % path)
    for name, lines in list(logs.items()) + [('all', together), ('json', as_json)]:
        with open(os.path.join(folder, name + '.log'), 'w', encoding='ascii') as log:
            log.write('\n'.join(lines) + '\n')
    with open(os.path.join(folder, 'wrong.json'), 'w', encoding='ascii') as file:
        json.dump([[name, why, n] for (name, why), n in wrong.items()], file)


def row_name(agent):
    """The row of a header, if there is no file: the listed name that the header has, else
    "others"."""
    return next((name for name in LISTED if name in agent.lower()), 'others')


def counts_of(answer):
    """Counts and examples by row; robots that are in no list are others."""
    counts, examples = collections.defaultdict(collections.Counter), set()
    for row in answer['rows']:
        name = row['crawler'].lower()
        name = name if name in LISTED else 'others'
        for key in ('requests', 'octets', 'allowed', 'disallowed', 'unknown'):
            counts[name][key] += row[key]
        counts[name]['fetches'] += row['robots']['fetches']
        counts[name].update(row['why_unknown'])
        for e in row['examples']:
            examples.add((name, e.get('origin'), e['target']))
            assert 'origin' not in e or (e['line'], e['rule']) == (0, '')
    return counts, examples


def each_host(folder, robotsc):
    counts, examples = collections.defaultdict(collections.Counter), set()
    for host in sorted(os.listdir(os.path.join(folder, 'robots'))):
        out = subprocess.run([robotsc, 'audit', '--robots=' + os.path.join(folder, 'robots', host), '--format=json', '--queries',
                              '--examples=10000', os.path.join(folder, host + '.log')], stdout=subprocess.PIPE, check=False).stdout
        some, found = counts_of(json.loads(out))
        for name, count in some.items():
            counts[name].update(count)
        examples |= {(name, host, target) for name, _, target in found}
    return counts, examples


def without_origin(target):
    return '/' + target.split('/', 3)[3] if target.startswith('http') else target


def compare_agents(given, want, agents):
    """A snapshot for some robots gives them the same counts; all other verdicts are unknown."""
    for row in given['rows']:
        name = row['crawler'].lower()
        if name in agents and name in LISTED:
            for key in ('requests', 'allowed', 'disallowed'):
                assert row[key] == want[name][key], (name, key, row[key], want[name])
        elif name not in agents:
            assert row['allowed'] == row['disallowed'] == 0 and row['why_unknown']['agent'] > 100, row
    assert {'gptbot', 'foobot'} <= {row['crawler'].lower() for row in given['rows']}


def compare(folder, robotsc, answer, how):
    with open(answer, encoding='utf-8') as file:
        given = json.load(file)
    want, targets = each_host(folder, robotsc)
    with open(os.path.join(folder, 'wrong.json'), encoding='ascii') as file:
        for name, why, n in json.load(file):
            want[name][why] += n
            want[name]['unknown'] += n
            want[name]['requests'] += n
    if how != 'all':
        compare_agents(given, want, how.lower().split(','))
        return
    counts, examples = counts_of(given)
    for name in list(LISTED) + ['others']:
        for key in ('requests', 'allowed', 'disallowed', 'unknown', 'no-host', 'absent', 'unreached', 'agent', 'fetches'):
            # A fetch whose host field names no host is in no log of one host, so the audit may
            # count more.
            assert counts[name][key] == want[name][key] or key == 'fetches', (name, key, counts[name][key], want[name][key])
        assert counts[name]['fetches'] >= want[name]['fetches'] > 10
    assert given['files'] == [] and all(e[1].split('://')[0] in ('http', 'https') for e in examples)
    found = {(name, origin.split('://')[1], without_origin(target)) for name, origin, target in examples}
    assert found == targets and len(found) > 100, (len(found), found ^ targets)


def main():
    {'make': make, 'compare': compare}[sys.argv[1]](*sys.argv[2:])


main()
