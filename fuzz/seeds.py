#!/usr/bin/env python3
"""seeds.py - first inputs for the harnesses, from what the project has: examples, goldens,
conformance vectors.

    fuzz/seeds.py ROBOTSC FOLDER

Fills FOLDER/NAME_fuzzer/ for each harness.  ROBOTSC is the command, which makes the blobs.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import gzip
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import zlib

LONGEST = 3000  # octets of a seed
# Good and bad dates, with years of two digits and of four.
DATES = ['Sun, %s Nov %s GMT' % parts for parts in [
    ('06', '94 08:49:37'), ('06', '1994 08:49:37'), ('00', '94 08:49:37'), ('00', '1994 08:49:37'), ('31', '94 08:49:37'),
    ('31', '1994 08:49:37'), ('6', '94 08:49:37'), ('06', '94 24:49:37'), ('06', '1994 24:49:37'), ('06', '94 08:60:37'),
    ('06', '1994 08:60:37'), ('06', '94 08:49:61'), ('06', '1994 08:49:61'), ('30', '1994 23:59:59'), (' 6', '1994 08:49:37'),
]]
HEADERS = [
    'Date: Sun, 06 Nov 1994 08:49:37 GMT\nExpires: Sunday, 06-Nov-94 09:49:37 GMT\nAge: 5',
    'Expires: Sun Nov  6 08:49:37 1994',
    'Cache-Control: max-age=600, no-cache="x, y"\nCache-Control: no-store\nVary: *',
    'cache-control: private, MAX-AGE="60", no-cache',
    'Retry-After: 120',
    'Retry-After: Sat, 31 Dec 2016 23:59:60 GMT\nDate: Thu, 29 Feb 2024 00:00:00 GMT',
    'Cache-Control: max-age=99999999999999999999, s-maxage=1\nExpires: 0',
    'Expires: Thu Nov 06 08:49:60 1994' + ''.join('\nDate: ' + date for date in DATES),
    '\n'.join('Expires: ' + date.replace(' Nov ', '-Nov-').replace('Sun', 'Sunday') for date in DATES),
]


def vectors(field):
    """The values of a field, of all conformance vectors."""
    for path in sorted(glob.glob('tests/vectors/*.jsonl')):
        with open(path, encoding='utf-8') as lines:
            for line in lines:
                value = json.loads(line).get(field)
                if isinstance(value, str):
                    yield value.encode('utf-8', 'surrogateescape')


def texts():
    """Files of robots.txt."""
    for path in sorted(glob.glob('examples/*.txt') + glob.glob('tests/goldens/**/*.golden', recursive=True)):
        if path != 'examples/urls.txt':
            with open(path, 'rb') as file:
                yield from re.split(rb'(?m)^(?:=== .*|---)\n', file.read())
    yield from vectors('robots')


def urls():
    with open('examples/urls.txt', 'rb') as file:
        yield from file.read().split()
    yield from vectors('url')
    yield from (scheme + b'://h/x' for scheme in (
        b'azAZ09', b'z', b'A', b'Z', b'a-b', b'a.b', b'a+b', b'a_b', b'@', b'[', b'`', b'{'))
    yield from (b'http://' + rest for rest in (
        b'u@h/x', b'u:p@h:81', b'a@b@h', b'@', b'h:65535', b'h:65536', b'h:655350', b'[::1]:0', b'[::1'))
    # Redirects: both URLs have the same length.
    for hosts in b'a.com b.com', b'a.com x.a.com', b'a.co.uk b.co.uk', b'x.a.ck y.a.ck', b'a.www.ck www.ck', b'x.a.b y.x.a.b', \
            b'h.xn--tda.b i.\xC3\xBC.b', b'1.2.3.4 5.2.3.4', b'h.com. h.com', b'[::1] [0::1]', b'a.com:81 a.com':
        first, second = hosts.split()
        for schemes in (b'http://', b'https://'), (b'https://', b'http://'), (b'http://', b'http://'):
            pair = schemes[0] + first, schemes[1] + second
            yield b''.join((url + b'/').ljust(40, b'x') for url in pair)


def lines():
    """Lines for filter: URLs of the harness's hosts, alone and as fields, with several ends."""
    hosts = [b'http://h', b'https://h', b'http://h:81', b'HTTP://A.example', b'ftp://h', b'https://H:443', b'//h', b'http://other']
    paths = [b'', b'/', b'/a', b'/a/b', b'/a/b#c', b'#c', b'?q', b'/%2f', b'/x?q=1', b'/x.gif', b'\\a', b'/a/../b']
    for i, path in enumerate(paths):
        for end, join in (b'\n', b'\t'), (b'\r\n', b' '), (b'\0', b' '), (b' ', b'\t'):
            yield end.join(host + paths[(i + n) % len(paths)] + join + host + path for n, host in enumerate(hosts)) + end
    yield b'\n'.join(urls())


def kept():
    """Records of a store: headers, keys, entries, packs."""
    for i in range(8):
        agents = b''.join(struct.pack('<H', n) + b'x' * n for n in range(i))
        yield b'robotsc\n' + struct.pack('<LBBBBQL', 2, 1, i % 5, i, 0, 512000, i) + agents
        yield b'example%d.com:8%d' % (i, i) + bytes([i % 5])
        yield bytes(range(i, i + 36)) + (b'since' if i % 2 else b'')
        ends = [sum(range(n + 1)) for n in range(i + 1)]
        yield struct.pack('<HH', i + 1, 0) + b''.join(struct.pack('<L', end) for end in ends) + b'b' * ends[-1]


def fetches():
    """Beginnings of fetches and headers."""
    for i, status in enumerate([200, 304, 301, 403, 404, 429, 500, 503, 999]):
        head = bytes([i & 3 | (i % 5) << 4]) + struct.pack('<H', status) + bytes([i, i * 5 & 15, i, i, 0])
        yield head + struct.pack('<q', 784111777 + i) + HEADERS[i % len(HEADERS)].encode()
    for profile, status, flags in [(0, 429, 8), (3, 429, 9), (3, 404, 1)]:  # allow_429, cached
        head = bytes([profile]) + struct.pack('<H', status) + bytes([0, flags, 0, 1, 0])
        yield head + struct.pack('<q', 784111777) + b'Cache-Control: max-age=60\nRetry-After: 9'


def dialects(robotsc):
    """The names of the dialects, as the command says them."""
    said = subprocess.run([robotsc, 'explain', '--dialect=all', 'examples/small.txt', 'AnyBot', '/'], capture_output=True,
                          check=True, text=True).stdout
    return re.findall(r'^  dialect  (\S+)$', said, re.M)


def blobs(robotsc):
    names = dialects(robotsc)
    for i, text in enumerate(sorted(set(texts()))):
        if i % 4 == 0 and len(text) <= LONGEST:
            options = ['--dialect=' + names[i // 4 % len(names)]] + (['--extensions'] if i % 8 == 0 else [])
            yield subprocess.run([robotsc, 'compile', '-q', '-o', '-', *options, '-'], input=text, capture_output=True,
                                 check=True).stdout


def pairs():
    small = sorted({t for t in texts() if len(t) < 160})
    for a, b in zip(small, small[1:] + small[:1]):
        yield a + b'\0' + b


def words(path):
    """The words of a lexer."""
    with open(path, encoding='utf-8') as file:
        for rule in re.findall(r"""^\s+((?:<value> )?['"][A-Za-z].*?['"])\s+\{""", file.read(), re.M):
            yield from re.findall(r"""['"]([A-Za-z][^'"]*)['"]""", rule)


def spellings(path):
    """The words and their prefixes, in both cases, and with another octet at the end."""
    for word in words(path):
        for i in range(1, len(word) + 1):
            yield from (word[:i], word[:i].upper(), word[:i] + '~', word[:i] + '9')


def chunks(pieces):
    """Texts of LONGEST octets at most, joined from the pieces."""
    text = ''
    for piece in pieces:
        if len(text) + len(piece) > LONGEST:
            yield text.encode()
            text = ''
        text += piece
    yield text.encode()


# Beginnings of pages that end inside a token.
INSIDE = [
    '', '<', '</', '<!', '<!-', '<!--', '<!-- -', '<!-- --', '<!-- --!', '<?', '<a', '<a ', '<a b', '<a b ', '<a b=',
    '<a b="', "<a b='", '<a b=c', '<a b="c"', '<a/', '<meta name=', '<meta content="&', '<meta content="&#',
    '<meta content="&#x', '<meta content="&#X', '<meta content=&#1', '<meta content=\'&#x1',
    '<meta name=robots content="', '<script>', '<script><', '<script></', '<script></s', '<script><!', '<script><!-',
    '<script><!--', '<script><!---', '<script><!--<', '<script><!--</', '<script><!--<script', '<script><!--<script>',
    '<script><!--<script>-', '<script><!--<script>--', '<script><!--<script><', '<script><!--<script></', '<title>',
    '<title><', '<title></', '<title></t', '<plaintext>', '<template>', '<!DOCTYPE', '<![CDATA[', '<svg><![CDATA[',
    '<svg><![CDATA[]', '<svg><![CDATA[]]',
]


# Days and times at the limits, and beyond them.
DAYS = [
    '2026-01-01', '2026-01-00', '2026-01-31', '2026-01-32', '2026-00-01', '2026-12-31', '2026-13-01', '2026-02-29',
    '2024-02-29', '20240229', '2026-000', '2026-001', '2026365', '2026-366', '2024-366', '2024-367', '2026-W00-1',
    '2026-W01-0', '2026-W01-1', '2026W017', '2026-W01-8', '2026-W53-7', '2025-W53-1', '1 Jan 26', '0 Jan 2026',
    'Thu, 31 Apr 2026', 'Friday, 01-Jan-49', '01-Jan-50', '1 Jan 126', '1 Jan 6',
]
TIMES = ['00:00', '0000', '23:59:60', '235961', '24:00:00', '24:00:01', '24:01', '25:00', '01:60', '01:02:03.5', '01:02:03,',
         '01:02:']
ZONES = ['Z', '+00', '+23:59', '-2400', '+01:60', '+1', '+01:0', 'EST', 'pdt', 'xyz', '?']


def dates():
    for day in DAYS:
        yield day.encode()
        yield (day + ('T' if day[2:4] == '26' else ' ') + '01:02').encode()
    for day in '2026-01-01T', '2026-01-01 ', 'Thu, 01 Jan 2026 ':
        yield from ((day + time).encode() for time in TIMES)
        yield from ((day + '01:02:03 ' + zone).encode() for zone in ZONES)
        yield from ((day + '01:02' + zone).encode() for zone in ZONES)


def pages():
    yield from dates()
    for inside in INSIDE:
        yield ''.join(inside + chr(c) for c in range(128)).encode()
        yield ''.join(inside + chr(c) + '>' for c in range(128)).encode()
    for name in 'html', 'list', 'words':
        said = list(spellings('runtime/page/%s.re' % name))
        yield from chunks(word + ', ' for word in said)
        yield from chunks('%s: 1, ' % word for word in said)
        yield from chunks('max-image-preview: %s, ' % word for word in said)
        yield from chunks('<meta %s=x>' % word for word in said)
        yield from chunks('<meta name=robots content="&%s;noindex&%s=">' % (word, word) for word in said)
        for word in said:
            yield ('<%s><meta name=robots content=none>' % word).encode()
    for name in 'tdm-reservation', 'tdm-policy':
        for value in '0', '1', ' 1 ', '2', '', '/p', '/p q', '/?a&amp;b=2&c=3', '/&eacute;', '/' + 79 * 'p', '/' + 80 * 'p':
            tag = '<meta name=%s content="%s">' % (name, value)
            yield from (tag.encode(), (tag + tag.replace('name=%s' % name, '') + tag).encode())
            yield ('<meta content="%s" name="%s"><meta name=tdm-reservation content=1>' % (value, name)).encode()


def gz(octets):
    return gzip.compress(octets, mtime=0)


def chunked(body):
    return b''.join(b'%x\r\n%s\r\n' % (len(body[i:i + 9]), body[i:i + 9]) for i in range(0, len(body), 9)) + b'0\r\n\r\n'


MESSAGES = [
    b'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nDisallow: /a\n',
    b'HTTP/1.1 301 Moved\r\nLocation: ../b/./c?d#e\r\n\r\n',
    b'HTTP/2 302\nlocation: //other.example:8080/robots.txt\n\n',
    b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nUser-\r\n9\r\nagent: *\n\r\n0\r\n\r\n',
    b'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n' + gz(b'User-agent: *\nDisallow: /\n' * 4),
    b'HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n' + zlib.compress(b'User-agent: *\nDisallow: /\n'),
    b'HTTP/1.0 404 Not Found\r\nRetry-After: 120\r\nContent-Encoding: br\r\n\r\n?',
    b'<html>',
    b'HTTP/1.1 200 OK\n folded\r\nA: b,\r\n\tc\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\nF \nfedcba987654321\n00\n',
    b'HTTP/1.1 200\n\n',
    b'HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\n\r\n' + gz(b'User-agent: *\n') + gz(b'Allow: /') + b'\n',
    b'HTTP/1.1 200 OK\r\nContent-Encoding: GZIP\r\n\r\n\x1F\x8B\x09',
    b'HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n' + gz(gz(b'User-agent: *\n')),
    b'HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n' + zlib.compress(b'User-agent: *\n'),
    b'HTTP/1.1 301 Moved\nLocation: /a\nLink: /b\n c',
    b'HTTP/1.1 200 OK\n' + b'a:b\n' * 128 + b'\n',
    b'HTTP/1.1 200 OK\n' + b'a:b\n' * 129 + b'\n',
    b'HTTP/1.1 103 Early Hints\r\nLink: /x\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n' + chunked(
        gz(b'User-agent: *\nDisallow: /\n')),
    b'HTTP/1.1 200 OK\r\nTransfer-Encoding: deflate\r\nContent-Encoding: gzip, identity\r\nTransfer-Encoding: chunked\r\n'
    b'\r\n' + chunked(zlib.compress(gz(b'User-agent: *\nDisallow: /\n' * 4))),
    b'HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n' + zlib.compress(b'User-agent: *\nDisallow: /\n')[2:-4],
    b'HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\nK: kept as text, \xC3\xA9\xE2\x82\xAC\xF0\x9F\xA4\x96\n',
    b'HTTP/1.1 301 \r\n' + b''.join(b'%s: %s\r\n' % (b'Location' if i else b'Link', b) for i, b in enumerate(
        b'/a/. b/.. ../../c/../d http://h HTTPS://u@H:443?q//x //h?q ?q#f a?b/../c 1a:b mailto:a/../b /robots.txt?q z:x '
        b'A0+-.9Z:x'.split())) + b'\r\n',
]


def record(i, message, more=b''):
    kind = b'request' if i % 5 == 4 else b'response'
    uri = b'https://h%d.example/robots.txt' % i
    return (b'WARC/1.%d\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-31T12:00:%02dZ\r\n%sContent-Length: '
            b'%d\r\n\r\n%s\r\n\r\n' % (i & 1, kind, b'<%s>' % uri if i & 2 else uri, i, more, len(message), message))


def archives():
    """WARC files: whole, cut, of gzip members, of none; and lists of files."""
    records = [record(i, message, b'WARC-Truncated: length\r\n' if i == 2 else b'') for i, message in enumerate(MESSAGES)]
    yield from records
    yield b''.join(records)
    yield b''.join(records)[:-40]
    yield b''.join(gz(r) for r in records)
    yield gz(b''.join(records))
    yield b'junk\n' + records[0].replace(b'\r\n', b'\n')
    yield records[0].replace(b': ', b':\r\n ').replace(b'Z\r\n', b'Z\n\t \n', 1) + records[1].replace(b'\r\n', b'\r\n ', 2)
    segment = b'WARC-Segment-Number: 1\r\n'
    yield record(0, MESSAGES[0], segment) + record(1, MESSAGES[0], segment + b'WARC-Truncated: time\r\n')
    yield b'a.txt\r\nb.txt\nc.txt'
    yield records[0][:-4] + b'junk\nWARC/1\nWARC/1.\n\nxWARC/1.\nWARC/1.'
    yield records[0].replace(b'Content-Length: ', b'Content-Length: 18446744073709551615\r\nX: ')


def logs():
    """Logs of one line and of several, in each format, with what others write into them."""
    heads = ['$remote_addr [$time_iso8601] "$request" $status $http_user_agent', '%h %l %u %t \\"%r\\" %>s %b \\"%{User-Agent}i\\"',
             '$msec|$scheme://$host$request_uri|$http_user_agent', 'escape=json {"r":"$request","a":"$http_user_agent"}', 'json',
             'escape=none $request_uri\t$uri', '%{msec}t %m %U%q', 'json:target=a.b,agent=c,time=d', 'vhost_combined']
    targets = ['/no', '/a/b', '/robots.txt', 'http://h/no', '*', '/no\\x22\\xFF\\x1B', '/no\\"\\\\\\n', '/%6Eo?a=b', '']
    lines = []
    for target in targets:
        for agent in 'ABot/1.0', '-', 'Mozilla/5.0 (compatible; ListBot/2; +http://h)':
            lines.append(f'1.2.3.4 - - [01/Jan/2026:00:00:01 +0100] "GET {target} HTTP/1.1" 200 5 "-" "{agent}"')
            lines.append(f'{{"msec":1767225600.5,"request":"GET {target} HTTP/1.1","http_user_agent":"{agent}","status":404}}')
            lines.append(f'1767225600.123|https://h{target}|{agent}')
            lines.append(f'{{"d":"2026-01-01T00:00:00Z","a":{{"b":"{target}","x":[1,{{}}]}},"c":"{agent}"}}')
    for number, line in enumerate(lines):
        yield line.encode('latin-1')
        yield (heads[number % len(heads)] + '\n' + line + '\r\n' + lines[(7 * number + 4) % len(lines)] + '\nx\n').encode('latin-1')


def questions():
    """Each kind of question about a few texts (fuzz/ask_fuzzer.c)."""
    asked = ['rfc9309', 'User-agent: a\nDisallow: /x\nAllow: /*.html$\nSitemap: /s\n', '/x', 'a', 'google', 'b', '', 'c']
    texts = b''.join(bytes([(len(t) + 3) // 4]) + t.ljust((len(t) + 3) // 4 * 4).encode() for t in asked)
    for kind in range(11):
        for flags in 0, 4, 0x6000, 0x8000:
            yield struct.pack('<BIB5h', kind, flags, 0, 1000, 1, 3, 2, 1) + texts


def write(folder, name, seeds):
    target = os.path.join(folder, name + '_fuzzer')
    os.makedirs(target, exist_ok=True)
    for seed in set(seeds):
        if len(seed) <= LONGEST:
            with open(os.path.join(target, hashlib.sha256(seed).hexdigest()[:16]), 'wb') as file:
                file.write(seed)


def redis_values(robotsc):
    """Values of keys in Redis: of each outcome, with and without a blob and a claim of 0.1."""
    def value(has, outcome, origin, blob, claim=(0, 0)):
        times = 1_800_000_000_000, 1_799_913_600, 1_799_913_600, 0
        return struct.pack('<BBBBBBBBHHI6Q', 1, has, outcome, 2, 0, 1, 3, 0, 200, len(origin), len(blob), *times,
                           *claim) + origin + blob

    blob = next(iter(blobs(robotsc)))
    yield value(1, 0, b'https://example.com', blob)
    yield value(5, 4, b'http://a.example:8080', blob)
    yield value(3, 1, b'https://example.com', b'')
    yield value(1, 2, b'https://example.com', blob)
    yield value(9, 3, b'https://example.com', b'', (77, 1_800_000_060_000))
    yield value(8, 0, b'', b'', (1 << 60, 1_800_000_060_000))
    yield value(1, 0, b'https://example.com', blob[:-1])
    yield value(1, 0, b'https://example.com', blob[:4] + b'\x09' + blob[5:])


def sessions():
    """What an editor writes: messages, a line each, and in their frames; and texts."""
    document = {'uri': 'file:///robots.txt', 'version': 1}
    place = {'textDocument': document, 'position': {'line': 1, 'character': 9}}
    all_of_it = {'start': {'line': 0, 'character': 0}, 'end': {'line': 99, 'character': 0}}
    asked = [
        ('textDocument/hover', place),
        ('textDocument/codeAction', {'textDocument': document, 'range': all_of_it, 'context': {'only': ['quickfix']}}),
        ('shutdown', None), ('initialize', {'capabilities': {'general': {'positionEncodings': ['utf-8']}}}), ('no/such', []),
    ]
    changed = {'textDocument': document, 'contentChanges': [{'range': all_of_it, 'text': '\ud800\u00e9"\r\n'}, {'text': 'a:b'}]}
    for i, text in enumerate(sorted(t for t in texts() if len(t) < 500)):
        said = text.decode('utf-8', 'replace')
        told = [('textDocument/didOpen', {'textDocument': {'text': said, **document}}), ('textDocument/didChange', changed),
                ('textDocument/didClose', place), ('exit', None)]
        method, params = asked[i % len(asked)]
        lines = [json.dumps({'method': told[0][0], 'params': told[0][1]})]
        lines += [json.dumps({'id': i if i % 2 else str(i), 'method': method, 'params': params})]
        lines += [json.dumps({'method': name, 'params': params}) for name, params in told[1:][i % 3:]]
        lines = [line.encode() for line in lines]
        if i % 3 == 0:
            yield text
        elif i % 3 == 1:
            yield b'\n'.join(lines)
        else:
            yield b''.join(b'Content-Type: x\r\nContent-Length: %d\r\n\r\n%s' % (len(line) + (i % 5 == 4), line) for line in lines)


def main(robotsc, folder):
    for name in 'parse', 'decide', 'extensions', 'explain', 'lint':
        write(folder, name, texts())
    for name in 'parse', 'extensions':
        write(folder, name, chunks('%s: x\n' % word for word in spellings('compiler/front/lex.re')))
    write(folder, 'page', pages())
    write(folder, 'extensions', vectors('value'))
    write(folder, 'url', urls())
    write(folder, 'http', fetches())
    write(folder, 'compare', pairs())
    write(folder, 'blob', blobs(robotsc))
    write(folder, 'import', archives())
    write(folder, 'filter', lines())
    write(folder, 'store', kept())
    write(folder, 'audit', logs())
    write(folder, 'lsp', sessions())
    write(folder, 'redis', redis_values(robotsc))
    write(folder, 'ask', questions())


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]), sys.argv[2])
