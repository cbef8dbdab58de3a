# nginx_wrong.py - configurations and files that nginx refuses, and its messages; a reload with one
# of them keeps the old configuration.
#
#	nginx_wrong.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys

import nginx_server

GOOD = b'User-agent: ExampleBot\nDisallow: /private\n'

# Directives of http that are refused, and a part of the message.
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
    ('robots_enforce deny;', 'needs a "robots_file" for location "/" of the server'),
]

# Text in http, level of the messages, the message.  "# A" marks a line, and :A is its number.
NEEDS = '"robots_enforce" in FOLDER/nginx.conf:A needs a "robots_file" for '
HOLDS = '"robots_enforce" in FOLDER/nginx.conf:A holds nobody, since '
LACKING = [
    # robots_enforce of a server or location: an error, whatever other servers have.
    ("""server { listen 127.0.0.1:PORT; robots_file good.txt; robots_enforce deny; }
        server { # B
        robots_enforce deny; # A
        }""", 'emerg', NEEDS + 'the server in FOLDER/nginx.conf:B'),
    ("""server { robots_file good.txt; }
        server { # B
        robots_enforce log; # A
        location / { location /b { } } }""", 'emerg', NEEDS + 'location "/" of the server in FOLDER/nginx.conf:B'),
    ("""server { # B
        location / { robots_file good.txt; }
        location /b { robots_enforce log; } # A
        }""", 'emerg', NEEDS + 'location "/b" of the server in FOLDER/nginx.conf:B'),
    ("""robots_enforce log;
        server { robots_file good.txt; }
        server { # B
        robots_enforce deny; # A
        location = / { robots_file good.txt; } location /b { robots_file good.txt; } location ~ / { robots_file good.txt; } }
        """, 'emerg', NEEDS + 'the server in FOLDER/nginx.conf:B'),
    # robots_enforce of an included file.
    ('server { robots_file good.txt; }\nserver { include more.conf; } # B', 'emerg',
     '"robots_enforce" in FOLDER/more.conf:2 needs a "robots_file" for the server in FOLDER/nginx.conf:B'),
    # robots_enforce of http: a warning for each server without a file, an error if none has a file.
    ("""robots_enforce deny; # A
        server { robots_file good.txt; }
        server { location /a { if ($uri = /b) { return 403; } location /a/b { } } } # B
        server { location / { robots_file good.txt; } }
        server { robots_enforce off; location /a { } }""", 'warn', NEEDS + 'the server in FOLDER/nginx.conf:B'),
    ("""robots_enforce deny; # A
        server { # B
        if ($uri = /b) { return 403; }
        location ^~ / { robots_file good.txt; error_page 404 = @c; }
        location /b { location /b/c { } location /b/d { robots_file good.txt; } }
        location = /internal { internal; }
        location @c { return 404; } }""", 'warn', NEEDS + 'location "/b" of the server in FOLDER/nginx.conf:B'),
    ('robots_enforce log; # A\nserver { location / { } } # B', 'emerg',
     NEEDS + 'location "/" of the server in FOLDER/nginx.conf:B'),
    # robots_enforce of a location inside a server that a warning names.
    ("""robots_enforce deny;
        server { robots_file good.txt; }
        server { # B
        location /a { robots_enforce log; } # A
        }""", 'emerg', NEEDS + 'location "/a" of the server in FOLDER/nginx.conf:B'),
    # A file whose rules hold nobody.
    ("""server { # B
        robots_file empty.txt; robots_enforce deny; # A
        location /b { } }""", 'warn', HOLDS + 'there is no group, by FOLDER/empty.txt for the server in FOLDER/nginx.conf:B'),
    ("""robots_enforce log; # A
        robots_file junk.txt; robots_scope all;
        server { location / { } } # B
        """, 'warn', HOLDS + 'there is no group, by FOLDER/junk.txt for location "/" of the server in FOLDER/nginx.conf:B'),
    ("""server { # B
        robots_file star.txt; robots_enforce deny; # A
        }""", 'warn', HOLDS + '"robots_scope" is named, by FOLDER/star.txt for the server in FOLDER/nginx.conf:B'),
    ('robots_enforce deny; robots_scope all; server { robots_file star.txt; }', None, ''),
    ('robots_file empty.txt; server { robots_enforce off; }', None, ''),
    # No request is judged by settings that have no file.
    ('server { robots_enforce deny; location / { robots_file good.txt; } }', None, ''),
    ('robots_enforce deny; server { robots_enforce off; } server { robots_file good.txt; location / { } }', None, ''),
]

# The text of a file that nginx takes, and a part of the message.
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
    for name, text in (('empty', b''), ('junk', b'Not Found'), ('star', b'User-agent: *\nDisallow: /x\n')):
        server.write(name + '.txt', text)
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


def configure_marked(server, http):
    """Configures the server.  Returns the line number of each mark."""
    server.configure(http)
    lines = server.read('nginx.conf').splitlines()
    return {mark: number for number, line in enumerate(lines, 1) for mark in 'AB' if line.endswith('# ' + mark)}


def lacking(server):
    server.write('more.conf', b'# more\nrobots_enforce deny;')
    for http, level, message in LACKING:
        numbers = configure_marked(server, http)
        for mark, number in numbers.items():
            message = message.replace('.conf:' + mark, '.conf:%d' % number)
        good, said = server.test()
        words = re.findall(r'\[(emerg|warn)\] (?:\d+#\d+: )?(.*robots_.*)', said)
        assert good == (level != 'emerg'), (http, said)
        expected = [(level, message.replace('FOLDER', server.folder))] if level else []
        assert [word for word in words if not level or word[0] == level] == expected, (http, message, said)


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
    """Reloads with a bad file, with a bad configuration, and with another good file."""
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
        configured(server, 'server { listen 127.0.0.1:PORT; robots_file now.txt; } server { robots_enforce deny; }')
        server.reload()
        nginx_server.wait_for(lambda: 'needs a "robots_file" for the server' in server.read('error.log'), 'the error')
        assert status(server, b'/private') == 403 and status(server, b'/public') == 200
        assert server.workers_now() == before
        configured(server, 'robots_file now.txt; robots_enforce deny;')
        server.reload()
        # Until then an old worker may take a request.
        nginx_server.wait_for(lambda: len(server.workers_now()) == 1 and server.workers_now() != before, 'a new worker')
        assert status(server, b'/public') == 403 and status(server, b'/private') == 200


def main():
    server = nginx_server.Server(sys.argv[1])
    prepare(server)
    refused(server)
    lacking(server)
    taken(server)
    reloaded(server)


main()
