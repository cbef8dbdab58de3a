"""Texts, about which server and command are asked: no answer may differ, whatever the server does.

The texts are those of the folder that ROBOTSC_TEXTS names.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import random
import re
import signal
import subprocess

from one_server import BUILD, Server, run

PATHS = ('/', '/robots.txt', '/index.html', '/search?q=1', '/private/a', '/%7Euser/', '/a/b/c.php?x=y&z', '/wp-admin/')
DIALECTS = ('rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2')


def questions(robots, site, rng):
    """Agents and URLs that come from the text itself."""
    values = re.findall(rb'(?im)^\s*(?:dis)?allow\s*:\s*(/[!-~]*)', robots)
    names = [n for n in re.findall(rb'(?im)^\s*user-agent\s*:\s*([A-Za-z_-]+)\s*$', robots)]
    paths = [p.encode() for p in PATHS]
    for value in rng.sample(values, min(len(values), 12)):
        paths.append(value.replace(b'*', b'x7').rstrip(b'$'))
        paths.append(value.replace(b'*', b'') + b'more')
    agents = [b'AnyBot'] + rng.sample(names, min(len(names), 2))
    return agents, [site.encode() + path for path in paths]


def command_says(path, dialect, agent, urls):
    lines = subprocess.run([os.path.join(BUILD, 'robotsc'), 'check', f'--dialect={dialect}', path, agent], input=b'\n'.join(urls),
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.splitlines()
    return [{b'allow': 1, b'disallow': 0, b'unknown': -1}[line.split(b'\t')[0]] for line in lines]


def ask(c, asked):
    """The server's answers.  Questions are sent by the hundred before answers are read."""
    answers = []
    for start in range(0, len(asked), 100):
        part = asked[start:start + 100]
        for key, agent, urls, _ in part:
            c.send('ROBOTS.CHECK', key, 'AGENTS', 1, agent, 'URLS', *urls)
        answers += [c.read() for _ in part]
    return answers


def compare(c, asked, when):
    differ = [(when, key, agent, urls, found, wanted) for (key, agent, urls, wanted), found in zip(asked, ask(c, asked))
              if found != wanted]
    assert not differ, f'{len(differ)} of {len(asked)} differ: {differ[0]}'


def test_texts():
    files = sorted(f for f in glob.glob(os.path.join(os.environ['ROBOTSC_TEXTS'], '*')) if os.path.isfile(f))
    rng = random.Random(38)
    asked = []
    with Server('--appendonly', 'yes', '--appendfsync', 'always', '--dbfilename', 'd.rdb') as server:
        c = server.client()
        setters = [server.client() for _ in range(4)]
        texts = unshared = 0
        for i, path in enumerate(files):
            with open(path, 'rb') as file:
                robots = file.read()
            dialect = DIALECTS[i % 5] if i % 3 == 0 else 'rfc9309'
            site = f'https://h{i}.example'
            key = f'robots:{{{site}}}'
            setter = setters[i % 4]
            if i >= 4:
                assert setter.read().startswith('OK')
            setter.send('ROBOTS.SET', key, robots, 'DIALECT', dialect)
            texts += len(robots)
            for agent in questions(robots, site, rng)[0]:
                urls = questions(robots, site, rng)[1]
                asked.append((key, agent, urls, command_says(path, dialect, agent, urls)))
        for i in range(len(files), len(files) + min(4, len(files))):
            assert setters[i % 4].read().startswith('OK')
        compare(c, asked, 'set')
        unshared = sum(c('MEMORY', 'USAGE', f'robots:{{https://h{i}.example}}') for i in range(len(files)))
        c('DEBUG', 'RELOAD')
        compare(c, asked, 'after a reload of the RDB file')
        compare(server.again(signal.SIGKILL), asked, 'after a start from the AOF')
        c = server.client()
        for i in range(0, len(files), 7):
            key = f'robots:{{https://h{i}.example}}'
            c('RESTORE', key, 0, c('DUMP', key), 'REPLACE')
            key = f'robots:{{https://h{i + 1}.example}}'
            blob = c('ROBOTS.BLOB', key)
            if blob:
                c('ROBOTS.LOAD', key, blob[0])
        compare(c, asked, 'after DUMP and RESTORE, BLOB and LOAD')
    urls = sum(len(question[2]) for question in asked)
    print(f'{len(files)} texts, {urls} URLs, 0 differ; MEMORY USAGE is {unshared / texts:.3f} of the texts')


if __name__ == '__main__':
    run(globals())
