"""redis_door.py FOLDER - what the module for Redis says to the inputs of inputs.sh, by command.

SPDX-License-Identifier: Apache-2.0
"""
import os
import sys

from door import folder, rows, say

sys.argv[1:] = [os.environ['BUILD']]
sys.path.insert(0, os.environ['TESTS'])
from one_server import Server  # noqa: E402

SITE = 'https://shop.example'
URL = SITE + '/private/'
KEY = 'robots:{' + SITE + '}'
ROBOT = ('AGENTS', 1, 'ExampleBot')
GOOD = (folder / 'robots.txt').read_bytes()


def agents(c):
    c('ROBOTS.SET', KEY, GOOD, 'EXTENSIONS')
    for _, row, agent in rows('agent'):
        for command, more in (('CHECK', ('URLS', URL)), ('USAGE', ('URLS', URL)), ('DELAY', ()), ('NEXT', ()), ('RECORDS', ())):
            say(row, f'ROBOTS.{command}', lambda: c('ROBOTS.' + command, KEY, 'AGENTS', 1, agent, *more))
        say(row, 'ROBOTS.CHECK HEADER', lambda: c('ROBOTS.CHECK', KEY, 'HEADER', agent, 'URLS', URL), lambda reply: reply == [0])
        say(row, 'ROBOTS.SET AGENTS', lambda: c('ROBOTS.SET', 'x' + KEY, GOOD, 'AGENTS', 1, agent))


def texts(c):
    for _, row, text in rows('text'):
        def right(reply, fits=not text):
            return fits

        say(row, 'ROBOTS.SET', lambda: c('ROBOTS.SET', 'x' + KEY, text), right, lambda reply: reply.startswith('OK: '))
        say(row, 'ROBOTS.LOAD', lambda: c('ROBOTS.LOAD', 'x' + KEY, text), lambda reply, fits=row == 'a blob': fits)


def policies(c):
    for _, row, blob in rows('policy'):
        say(row, 'ROBOTS.LOAD', lambda: c('ROBOTS.LOAD', 'x' + KEY, blob), None, lambda reply: 'stale' in reply)
        say(row, 'ROBOTS.CHECK', lambda: c('ROBOTS.CHECK', 'x' + KEY, *ROBOT, 'URLS', URL), None, lambda reply: reply == [None])
        say(row, 'ROBOTS.BLOB', lambda: c('ROBOTS.BLOB', 'x' + KEY), None, lambda reply: reply is None)


def urls(c):
    for kind, row, url in rows('url', 'path'):
        say(row, 'ROBOTS.CHECK', lambda: c('ROBOTS.CHECK', KEY, *ROBOT, 'URLS', url), lambda reply: reply == [0],
            lambda reply: reply == [-1])
        say(row, 'ROBOTS.USAGE', lambda: c('ROBOTS.USAGE', KEY, *ROBOT, 'URLS', url),
            lambda reply: reply != [-1] and reply[0][0] == 0, lambda reply: reply == [-1])
        if kind == 'url':
            say(row, 'ROBOTS.SET ORIGIN', lambda: c('ROBOTS.SET', 'y', GOOD, 'ORIGIN', url))


with Server() as server:
    client = server.client()
    agents(client)
    texts(client)
    policies(client)
    urls(client)
