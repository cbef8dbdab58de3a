# nginx_hostile.py - whatever a client sends, a worker goes on, what the module logs has no control
# character, and what it says holds for the octets that were sent.
#
#	nginx_hostile.py FOLDER [REQUESTS [SEED]]
#
# SPDX-License-Identifier: Apache-2.0
import random
import sys

import nginx_server

ROBOTS = b'''User-agent: ExampleBot
Disallow: /private
Disallow: /*/x*y$
User-agent: \xff\x1b[31mbot
User-agent: caf\xc3\xa9
Disallow: /\xe4
User-agent: *
Disallow: /a*b*c*d*e*f
'''

HTTP = '''
robots_file FOLDER/robots.txt;
log_format robots escape=none "$robots_token $robots_verdict $robots_line";
large_client_header_buffers 4 64k;
server {
	listen 127.0.0.1:PORT;
	access_log FOLDER/robots.log robots;
	location / { robots_enforce log; robots_scope all; return 200 "$robots_verdict"; }
	location /old { robots_file FOLDER/old.robots; robots_enforce log; robots_scope all; return 200 ok; }
}
'''


def make_octets(generator, words, share):
    """Octets without an end of line, of words and of anything."""
    parts = []
    for _ in range(generator.randrange(6)):
        if generator.random() < share:
            parts.append(generator.choice(words))
        else:
            parts.append(bytes(generator.randrange(1, 256) for _ in range(generator.randrange(12))))
    return b''.join(parts).replace(b'\n', b'').replace(b'\r', b'')


AGENTS = [b'ExampleBot', b'examplebot', b'(', b'; ', b' ', b'/1.0', b'caf\xc3\xa9', b'\xff\x1b[31mbot', b'\x1b[31m', b'\x00',
          b'"', b'\\', b'old bot', b'OLD\tBOT', b'Mozilla/5.0 ', b'A' * 5000, b'(' * 300]
TARGETS = [b'/private', b'/old', b'/', b'%', b'%2', b'%00', b'%7', b'?', b'#', b'..', b'/a', b'b', b'c', b'd', b'e', b'/x', b'y',
           b'\xe4', b'%E4', b'%e', b'*', b'$', b'/robots.txt', b'%72', b'a' * 3000, b'%2F' * 500, b'http://h', b'//']


def make_request(generator):
    target = make_octets(generator, TARGETS, generator.choice([0.5, 1]))
    if generator.random() < 0.8:
        target = generator.choice([b'/', b'/private', b'/old', b'/a'])  + target
    agent = generator.choice([b'', b'ExampleBot ', b'x;examplebot/']) + make_octets(generator, AGENTS, 0.8)
    request = nginx_server.request(target, agent)
    if generator.random() < 0.1:
        request = request.replace(b'User-Agent', b'X-Agent')
    if generator.random() < 0.05:
        request = b'GET ' + target + b'\r\n'
    return request


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    generator = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    server = nginx_server.Server(sys.argv[1])
    server.write('robots.txt', ROBOTS)
    server.write('old.txt', b'User-agent: old bot\nDisallow: /old\n')
    nginx_server.subprocess.run([nginx_server.ROBOTSC, 'compile', '-q', '--dialect=nexor1994', '-o', server.path('old.robots'),
                                 server.path('old.txt')], check=True)
    server.configure(HTTP)
    statuses = {}
    with server:
        workers = server.workers_now()
        for _ in range(count):
            answer = nginx_server.ask(server.port, make_request(generator))
            status = answer and answer[0]
            statuses[status] = statuses.get(status, 0) + 1
        assert server.workers_now() == workers
    log, error = server.read('robots.log'), server.read('error.log')
    words = {line for line in log.splitlines() if line.count(' ') != 2}
    assert not words, words
    assert not [c for c in log if c != '\n' and not ' ' <= c <= '~'], log
    said = [line for line in error.splitlines() if 'disallows it for' in line]
    assert not [c for line in said for c in line.split('client:')[0] if not ' ' <= c <= '~'], said
    assert statuses[200] > count // 4 and statuses[400] > count // 50 and len(said) > 100, (statuses, len(said))
    tokens = {line.split(' ')[0] for line in log.splitlines()}
    assert tokens >= {'', '*', 'examplebot', 'old?bot'}, tokens
    print('%d requests: %s; tokens %s' % (count, statuses, sorted(tokens)))


main()
