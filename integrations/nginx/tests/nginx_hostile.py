# nginx_hostile.py - whatever a client sends, workers do not end, the module's log has no control
# characters, and verdicts are for the octets that were sent, in HTTP/1.1 and HTTP/2.
#
#	nginx_hostile.py FOLDER [REQUESTS [SEED]]
#
# SPDX-License-Identifier: Apache-2.0
import random
import sys

import nginx_frames
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
	listen 127.0.0.1:PORT2 http2;
	access_log FOLDER/robots.log robots;
	http2_max_requests 100000;
	location / { robots_enforce log; robots_scope all; return 200 "$robots_token $robots_verdict $robots_line"; }
	location /old { robots_file FOLDER/old.robots; robots_enforce log; robots_scope all; return 200 ok; }
}
'''


def make_octets(generator, words, share):
    """Random octets without ends of lines; this share of the parts are words."""
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


# ---- HTTP/2 -----------------------------------------------------------------------------------


def ask_frames(server, connection, generator, target, agent):
    """The answer in HTTP/2, however the header block is cut; None if the connection ends."""
    block = nginx_frames.request(target, agent, generator.choice([0, 0x10, 0x40]))
    cuts = sorted(generator.sample(range(1, len(block)), generator.randrange(4))) if generator.random() < 0.5 else ()
    if generator.random() < 0.1:
        block += nginx_frames.field(generator.choice([b'user-agent', b'x', b'cookie']), make_octets(generator, AGENTS, 0.5))
    try:
        return connection.ask(block, cuts, generator.choice([0, 0, 1, 255]), generator.random() < 0.3)
    except (EOFError, ConnectionError):
        return None


def both(server, generator, count):
    """If both versions take a request, they answer with the same token, verdict and line."""
    same, only = 0, {}
    connection = nginx_frames.Frames(server.port2)
    for _ in range(count):
        target = generator.choice([b'/', b'/private', b'/old', b'/a', b'/b/x'])
        target += make_octets(generator, TARGETS, generator.choice([0.5, 1]))
        agent = (generator.choice([b'', b'ExampleBot ', b'x;examplebot/']) + make_octets(generator, AGENTS, 0.8)).strip()
        first = nginx_server.ask(server.port, nginx_server.request(target, agent))
        second = ask_frames(server, connection, generator, target, agent)
        if second is None:
            connection.close()
            connection = nginx_frames.Frames(server.port2)
        statuses = first and first[0], second and second[0]
        only[statuses] = only.get(statuses, 0) + 1
        if statuses == (200, 200):
            assert first[1] == second[1], (target, agent, first, second)
            same += 1
    connection.close()
    assert same > count // 3 and sum(n for (a, b), n in only.items() if 200 not in (a, b)) > count // 50, only
    return same


def exact(server):
    """Cut and padded frames, fields by their numbers, and octets that HTTP/1.1 cannot carry."""
    connection = nginx_frames.Frames(server.port2)
    bot = b'Mozilla/5.0 (compatible; ExampleBot/1.0)'
    block = nginx_frames.request(b'/private', bot)
    held = b'examplebot disallow 2'
    assert connection.ask(block) == (200, held)
    assert connection.ask(block, range(1, len(block))) == (200, held)
    assert connection.ask(block, (), 255, True) == (200, held)
    # Fields that were kept in the connection's table are sent again by their numbers.
    assert connection.ask(nginx_frames.request(b'/private', bot, 0x40)) == (200, held)
    again = nginx_frames.field(b':method', b'GET') + nginx_frames.field(b':scheme', b'http')
    assert connection.ask(again + bytes([0x80 | 63, 0x80 | 62]) + nginx_frames.field(b':authority', b'h')) == (200, held)
    connection.close()
    for value in (b'ExampleBot\0', b'ExampleBot\r\nX-Y: z', b'a\nExampleBot'):
        connection = nginx_frames.Frames(server.port2)
        try:
            assert connection.ask(nginx_frames.request(b'/private', value))[0] != 200, value
        except (EOFError, ConnectionError):
            pass
        connection.close()


def broken(server, generator, count):
    """Frames that the protocol does not allow: the server may close connections, but goes on."""
    for _ in range(count):
        connection = nginx_frames.Frames(server.port2)
        block = bytearray(nginx_frames.request(b'/private', b'ExampleBot'))
        for _ in range(generator.randrange(4)):
            block[generator.randrange(len(block))] = generator.randrange(256)
        octets = b''
        for _ in range(generator.randrange(1, 6)):
            kind = generator.choice([nginx_frames.HEADERS, nginx_frames.CONTINUATION, generator.randrange(12)])
            payload = generator.choice([bytes(block), generator.randbytes(9)])
            octets += nginx_frames.frame(kind, generator.randrange(256), generator.choice([0, 1, 1, 3, 2]), payload)
        try:
            connection.socket.sendall(octets)
            connection.socket.settimeout(0.05)
            while connection.socket.recv(1 << 16):
                pass
        except OSError:
            pass
        connection.close()


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
        same = both(server, generator, count // 2)
        exact(server)
        broken(server, generator, count // 30)
        assert nginx_server.ask(server.port, nginx_server.request(b'/private', b'ExampleBot'))[0] == 200
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
    print('%d requests: %s; %d tokens; %d with the same answer in HTTP/2' % (count, statuses, len(tokens), same))


main()
