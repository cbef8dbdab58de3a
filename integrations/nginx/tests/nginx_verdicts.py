# nginx_verdicts.py - compares the module's tokens, verdicts and lines with the command's, for the
# texts of a folder with made-up headers and paths; and asks about a text of ten thousand groups.
#
#	nginx_verdicts.py FOLDER TEXTS [SEED]
#
# SPDX-License-Identifier: Apache-2.0
import json
import os
import random
import re
import subprocess
import sys
import time

import nginx_server

# How many texts a configuration has.
MANY = 100

HEADERS = ('%s', '%s/1.0', 'Mozilla/5.0 (compatible; %s/2.1; +http://example.com/)', 'x%s', '%s;', 'curl/8 %s (Linux)')


def explained(path, header, urls):
    """For each URL, by the command: whether a group names the header, the verdict and the line."""
    out = subprocess.run([nginx_server.ROBOTSC, 'explain', '--json', '--header-agent=' + header, path, *urls],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    answers = []
    for line in out.splitlines():
        answer = json.loads(line)
        agent = answer['group']['agent'] if answer['group'] else '*'
        answers.append((agent != '*', answer['verdict'], str(answer['deciding'] or '-')))
    return answers


def make_paths(generator, text):
    """Paths that the patterns of a text match, nearly match, or do not."""
    patterns = re.findall(r'(?im)^\s*(?:dis)?allow\s*:\s*([!-~]+)', text)
    paths = ['/', '/index.html']
    for pattern in generator.sample(patterns, min(12, len(patterns))):
        path = re.sub(r'\*', lambda _: generator.choice(['', 'a', '/x/', '%2A']), pattern.rstrip('$'))
        path = ''.join('%%%02X' % ord(c) if generator.random() < 0.04 else c for c in path.split('#')[0])
        paths += ['/' + path.lstrip('/'), '/' + path.strip('/') + generator.choice(['a', '?a=b', '/', '.html'])]
    # nginx refuses some '%' and paths above the root; the command reads a host after '//'.
    return [p for p in paths if not re.search(r'%(?![0-9A-Fa-f]{2})|%00|\.\.|^//|%2[Ee]|%2[Ff]', p)]


def make_headers(generator, text):
    names = re.findall(r'(?im)^\s*user-?agent\s*:\s*([A-Za-z0-9._-]+)', text)
    names = generator.sample(names, min(3, len(names))) + ['UnknownBot']
    return [generator.choice(HEADERS) % generator.choice([n, n.lower(), n.upper()]) for n in names]


def read_all(connection, server_name, header, paths):
    connection.send(b''.join(nginx_server.request(p.encode(), header.encode(), server_name) for p in paths))
    return [connection.receive() for _ in paths]


def compare(server, texts, generator):
    """Each text is the robots_file of a server of its own."""
    http = 'robots_scope all;\n'
    for name in texts:
        http += ('server { listen 127.0.0.1:PORT; server_name "h%s"; robots_file "%s";\n'
                 'location / { return 200 "$robots_token $robots_verdict $robots_line"; } }\n' % (name, texts[name]))
    server.configure(http)
    compared = denied = 0
    with server:
        connection = nginx_server.Connection(server.port)
        for name, path in texts.items():
            with open(path, encoding='latin-1') as f:
                text = f.read()
            paths = make_paths(generator, text)
            for header in make_headers(generator, text):
                wanted = explained(path, header, paths)
                got = [tuple(body.decode().split(' ')) for _, body in read_all(connection, b'h' + name.encode(), header, paths)]
                got = [(token not in ('*', ''), verdict, line) for token, verdict, line in got]
                assert got == wanted, (path, header, [x for x in zip(paths, got, wanted) if x[1] != x[2]])
                compared += len(paths)
                denied += sum(verdict == 'disallow' for _, verdict, _ in wanted)
        connection.close()
    return compared, denied


def is_taken(server, path):
    """Whether nginx takes the text: it refuses a text that is no robots.txt."""
    server.configure('robots_file "%s";\nserver { listen 127.0.0.1:PORT; }' % path)
    return server.test()[0]


def groups(server, generator):
    """Ten thousand groups, each with rules of its own."""
    text = ''.join('User-agent:r%d\nDisallow:/%d/\nAllow:/%d/o\n' % (i, i, i) for i in range(10000))
    assert len(text) < 512000
    server.write('groups.txt', text)
    server.configure('robots_file FOLDER/groups.txt;\nrobots_enforce deny;\n'
                     'server { listen 127.0.0.1:PORT; location / { return 200 ok; } }')
    with server:
        connection = nginx_server.Connection(server.port)
        began = time.monotonic()
        for _ in range(2000):
            i, j = generator.randrange(10000), generator.randrange(10000)
            j = generator.choice([i, j])
            rest = generator.choice(['', 'open', 'closed'])
            header = ('Mozilla/5.0 (compatible; R%d/1.0)' % i).encode()
            connection.send(nginx_server.request(('/%d/%s' % (j, rest)).encode(), header))
            status = connection.receive()[0]
            assert status == (403 if i == j and not rest.startswith('o') else 200), (i, j, rest, status)
        connection.close()
        return time.monotonic() - began


def main():
    folder, texts = sys.argv[1:3]
    generator = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    server = nginx_server.Server(folder)
    names = sorted(os.listdir(texts))
    names = generator.sample(names, min(MANY, len(names)))
    taken = {name: os.path.join(texts, name) for name in names if is_taken(server, os.path.join(texts, name))}
    compared, denied = compare(server, taken, generator)
    assert compared > 1000 and denied > 100, (compared, denied)
    seconds = groups(server, generator)
    print('%d texts, %d verdicts and lines, %d disallowed; 2000 requests of 10,000 groups in %.1f s' %
          (len(taken), compared, denied, seconds))


main()
