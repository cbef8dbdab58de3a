# nginx_wrong.py - configurations and files that nginx refuses, and what it says; a reload with one
# of them keeps the old configuration.
#
#	nginx_wrong.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys

import nginx_server

GOOD = b'User-agent: ExampleBot\nDisallow: /private\n'

# The configuration, what is said.
WRONG = [
    ('robots_file missing.txt;', 'open() "FOLDER/missing.txt" failed (2: No such file'),
    ('robots_file www;', '"FOLDER/www" is not a regular file'),
    ('robots_file pipe;', '"FOLDER/pipe" is not a regular file'),
    ('robots_file page.html;', 'FOLDER/page.html:1:1: this looks like a web page'),
    ('robots_file packed.gz;', 'FOLDER/packed.gz:1:1: this looks like compressed data'),
    ('robots_file wide.txt;', 'FOLDER/wide.txt:1:1: this looks like UTF-16'),
    ('robots_file cut.robots;', 'FOLDER/cut.robots: '),
    ('robots_file flipped.robots;', 'FOLDER/flipped.robots: '),
    ('robots_file good.txt; robots_file good.txt;', '"robots_file" directive is duplicate'),
    ('robots_file;', 'invalid number of arguments in "robots_file"'),
    ('robots_file good.txt good.txt;', 'invalid number of arguments in "robots_file"'),
    ('robots_file good.txt; robots_enforce on;', 'invalid value "on"'),
    ('robots_file good.txt; robots_scope some;', 'invalid value "some"'),
    ('robots_file good.txt; robots_status 200;', 'value must be between 400 and 599'),
    ('robots_enforce deny;', '"robots_enforce" needs a "robots_file"'),
]

# The text of a file that is taken, what is said.
TAKEN = [
    (b'', None),
    (GOOD, None),
    (b'User-agent: a\nDisalow: /x\n', 'FOLDER/taken.txt:2:1: misspelt field'),
    (GOOD + b'Disallow: /\x01\x1b[31m\n', 'FOLDER/taken.txt:3:'),
    (b'junk\n' * 100, 'FOLDER/taken.txt: 90 more remarks'),
    (b'# ' + b'x' * 600000 + b'\nUser-agent: a\n', 'FOLDER/taken.txt:1:'),
]


def prepare(server):
    server.write('good.txt', GOOD)
    server.write('page.html', b'<!DOCTYPE html><p>Not found')
    server.write('packed.gz', b'\x1f\x8b\x08\x00' + bytes(range(200)))
    server.write('wide.txt', GOOD.decode().encode('utf-16'))
    subprocess.run([nginx_server.ROBOTSC, 'compile', '-q', '-o', server.path('good.robots'), server.path('good.txt')], check=True)
    with open(server.path('good.robots'), 'rb') as f:
        blob = f.read()
    server.write('cut.robots', blob[:-3])
    server.write('flipped.robots', blob[:-9] + bytes([blob[-9] ^ 1]) + blob[-8:])
    if not os.path.exists(server.path('pipe')):
        os.mkfifo(server.path('pipe'))


def configured(server, directives):
    server.configure(directives + '\nserver { listen 127.0.0.1:PORT; location / { return 200 ok; } }')


def refused(server):
    for directives, message in WRONG:
        configured(server, directives)
        good, said = server.test()
        assert '[warn]' not in said, (directives, said)
        assert not good and '[emerg]' in said and message.replace('FOLDER', server.folder) in said, (directives, said)
    for directives in ('robots_file good.robots;', 'robots_scope all;', 'robots_enforce off;', 'robots_status 444;'):
        configured(server, directives)
        good, said = server.test()
        assert good and '[warn]' not in said, (directives, said)


def taken(server):
    for text, message in TAKEN:
        server.write('taken.txt', text)
        configured(server, 'robots_file taken.txt;')
        good, said = server.test()
        assert good, (text[:80], said)
        if message:
            assert message.replace('FOLDER', server.folder) in said, (text[:80], said)
            assert said.count('[warn]') <= 11, said
        assert '[warn]' in said or not message, said
        assert not [c for c in said if c < ' ' and c != '\n'], said


def status(server, path):
    return nginx_server.ask(server.port, nginx_server.request(path, b'ExampleBot'))[0]


def reloaded(server):
    """Reloads with a bad file, then with another good one."""
    configured(server, 'robots_file now.txt; robots_enforce deny;')
    server.write('now.txt', GOOD)
    with server:
        before = server.workers_now()
        server.write('now.txt', b'\n <html>Service unavailable')
        server.reload()
        nginx_server.wait_for(lambda: 'now.txt:1:1: this looks like a web page' in server.read('error.log'), 'the error')
        assert status(server, b'/private') == 403 and status(server, b'/public') == 200
        assert server.workers_now() == before
        server.write('now.txt', GOOD.replace(b'private', b'public'))
        server.reload()
        # An old worker may take a request yet.
        nginx_server.wait_for(lambda: len(server.workers_now()) == 1 and server.workers_now() != before, 'a new worker')
        assert status(server, b'/public') == 403 and status(server, b'/private') == 200


def main():
    server = nginx_server.Server(sys.argv[1])
    prepare(server)
    refused(server)
    taken(server)
    reloaded(server)


main()
