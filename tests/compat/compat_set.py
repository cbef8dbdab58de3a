#!/usr/bin/env python3
"""compat_set.py - makes the files of a version that every later build reads, once.

    tests/compat/compat_set.py VERSION [FOLDER]

Writes VERSION.tar and VERSION.answers to FOLDER, or tests/compat.  A file that is there stays, and
the exit status is 1: a set is made before a version is released, and never again.

VERSION.tar has blobs of each dialect and option, a store, a snapshot, a folder of shards, the
texts and URLs that they are about, and the headers and programs that old programs are compiled
from.  VERSION.answers has the oracle's answers (tests/compat/compat_oracle.c), a line each: a blob
or an origin, a product token, what is asked, and a digit for each URL.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, 'tests/support')
import archive  # noqa: E402

TEXTS = {
    'shop': """# A shop.
User-agent: *
Disallow: /cart
Disallow: /search
Allow: /search/about
Disallow: /*?sessionid=
Disallow: /*.pdf$

User-agent: ExampleBot
User-agent: ExampleBot-Images
Disallow: /private/
Allow: /private/press/
Disallow: /*/draft/
Disallow: /*.php$
Disalow: /old-shop

User-agent: GreedyBot
Disallow: /
""",
    'forms': """User-agent: ExampleBot
Disallow: /a%2fb
Disallow: /%7euser/
Allow: /~user/open
Disallow: /caf\u00e9
Disallow: /%E4%BD%A0
Disallow /no-colon
Disallow: /x*y*z$
Allow: /x*y
Disallow: *.gif$
Disallow: /end$
Disallow: /$mid

User-agent: *
Allow: /
Disallow: /index.html
""",
    'records': """User-agent: oldbot/1.0
Disallow: /tmp/
Disallow: /logs

User-agent: ExampleBot
User-agent: other
Robot-version: 2.0.0
Allow: /pub/*
Disallow: *
Visit-time: 0600-0845

User-agent: GreedyBot
Robot-version: 2.0.0
Allow: /only
Disallow: /only/not

User-agent: *
Disallow: /cyberworld/map/ # a comment
Disallow:
""",
    'magazine': """Sitemap: https://news.example/sitemap.xml
Host: news.example

User-agent: *
Disallow: /never/
Crawl-delay: 2.5
Request-rate: 1/10m 1300-1659
Noindex: /drafts/
Content-Usage: train-ai=n
Content-Usage: /open/ train-ai=y
Content-Signal: search=yes, ai-train=no

User-agent: ExampleBot
Content-Usage: train-ai=n
User-agent: GreedyBot
Disallow: /private/
X-Contact: bots@news.example

Clean-param: ref&sid /forum/
""",
    'many': 'User-agent: *\n' + ''.join('%s: /%s/%s%s\n' % (
        'Allow' if n % 3 == 0 else 'Disallow', 'abcdefgh'[n % 8], 'item%d' % (n * 37 % 101), ['', '*', '$', '*x*/'][n % 4])
        for n in range(160)) + 'User-agent: ExampleBot\nDisallow: /a/\nAllow: /a/item0\n',
    'prefixes': 'User-agent: *\n' + ''.join('%s: /%s/%s/%d\n' % (
        'Allow' if n % 5 == 0 else 'Disallow', ('shop', 'search', 'cgi-bin')[n % 3], '%x' % (n * 2654435761 % 2**32), n)
        for n in range(220)),
    'empty': '',
    'closed': 'User-agent: *\nDisallow: /\n',
}

# Options of the command, those of the oracle, and the texts.
CASES = {
    'plain': ([], '', list(TEXTS)),
    'dfa': (['--form=dfa'], '', ['shop', 'forms']),
    'filter': (['--form=filter'], '', ['shop', 'forms', 'many', 'prefixes']),
    'extensions': (['--extensions'], '', ['magazine', 'shop']),
    'partial': (['--agent=ExampleBot'], 'partial', ['shop', 'magazine', 'many']),
    'fetched': (['--status=200', '--fetched=1700000000', '--header=Cache-Control: max-age=3600'], '', ['shop']),
}
RFC9309 = {
    'strict': (['--strict-fields'], 'strict', ['shop', 'forms']),
    'aipref': (['--aipref-rule', '--extensions'], 'aipref', ['magazine']),
}
CONNER2 = {'rest': (['--conner2-rest=deny'], 'rest', ['records'])}
DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2']

URLS = """/ /cart /cart/1 /search /search/about /search?q=1 /x?sessionid=1 /x?y=1&sessionid=2 /a.pdf /a.pdf?x /A.PDF
/private/ /private/x /private/press/ /private/press/1 /x/draft/y /draft/ /a.php /a.php?x /old-shop /old-shop/2 /robots.txt
/a/b /a%2fb /a%2Fb /~user/ /%7Euser/x /~user/open /caf\u00e9 /caf%C3%A9 /caf%c3%a9/x /%E4%BD%A0 /no-colon /xyz /x1y2z /x1y2z3
/x/y /pic.gif /pic.gif?s /end /end/ /endless /$mid /%24mid /index.html /tmp/ /tmp /tmp/x /logs /logs.txt /pub/ /pub/x /only
/only/not /only/x /cyberworld/map/ /cyberworld /never/ /never/x /drafts/ /drafts/1 /open/ /open/x /forum/?sid=1 /a/item0
/a/item37 /b/item37 /b/item37/x /c/item74 /c/item74q /d/item10 /d/item10/x/ /h/item57 /h/item57/axb/ /shop/0/0 /shop/0/0/x
/search/9e3779b1/1 /search/9e3779b1/1x /cgi-bin/3c6ef362/2 /shop/daa66d13/3 ?x=1 x
https://h.example https://h.example/private/ http://h.example/cart#f https://h.example?sessionid=1 /cart;p /%00 //cart""".split()

TOKENS = ['ExampleBot', 'GreedyBot', 'oldbot', 'NoSuchBot']

# The hosts: origin, status or failure, text, outcome and what counts as the text.
HOSTS = [
    ('http://a.example', '200', 'shop', 'parse', 'shop'),
    ('https://a.example', '200', 'forms', 'parse', 'forms'),
    ('https://a.example:8443', '200', 'magazine', 'parse', 'magazine'),
    ('https://b.example', '404', '', 'allow', 'empty'),
    ('https://c.example', '503', '', 'deny', 'closed'),
    ('https://deep.er.b.example', '200', 'many', 'parse', 'many'),
    ('https://xn--bcher-kva.example', '200', 'shop', 'parse', 'shop'),
    ('http://[2001:db8::1]', '200', 'records', 'parse', 'records'),
    ('http://192.0.2.7', '200', 'empty', 'parse', 'empty'),
    ('https://d.example', '200', 'closed', 'parse', 'closed'),
]


def run(*command, **kwargs):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **kwargs).stdout


def blobs(builddir, texts, members):
    """Blobs, and the lines about them."""
    lines = []
    for dialect in DIALECTS:
        kinds = dict(CASES, **(RFC9309 if dialect == 'rfc9309' else CONNER2 if dialect == 'conner2' else {}))
        for kind, (options, oracle, names) in kinds.items():
            for name in names:
                case = '%s-%s-%s' % (dialect, kind, name)
                members['blobs/' + case] = run(builddir + '/robotsc', 'compile', '-q', '--dialect=' + dialect, *options,
                                               input=texts[name], stderr=subprocess.DEVNULL)
                lines.append('\t'.join((case, name, dialect, oracle or '-')))
    return lines


def warc(texts):
    """The hosts as an archive: a response each, all of one second."""
    out = []
    for origin, status, text, _, _ in HOSTS:
        body = texts.get(text, b'')
        http = b'HTTP/1.1 %s X\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n' % (status.encode(), len(body)) + body
        out.append(b'WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Date: 2026-01-31T12:00:00Z\r\n'
                   b'WARC-Target-URI: %s/robots.txt\r\nContent-Type: application/http; msgtype=response\r\n'
                   b'Content-Length: %d\r\n\r\n' % (b'%032d' % len(out), origin.encode(), len(http)) + http + b'\r\n\r\n')
    return b''.join(out)


def hosts(builddir, folder, texts, members):
    """The store, the snapshot, the shards, and the lines about them."""
    robotsc, store = builddir + '/robotsc', folder + '/store'
    run(robotsc, 'import', '-q', '--store=' + store, '--extensions', input=warc(texts))
    run(robotsc, 'snapshot', 'make', '-q', '-o', folder + '/snapshot', store)
    run(robotsc, 'snapshot', 'make', '-q', '-o', folder + '/shards', '--shards=3', store)
    members['store.mdb'] = open(store + '/data.mdb', 'rb').read()
    members['snapshot'] = open(folder + '/snapshot', 'rb').read()
    for name in sorted(os.listdir(folder + '/shards')):
        members['shards/' + name] = open(folder + '/shards/' + name, 'rb').read()
    return ['\t'.join((origin, counts, outcome, status)) for origin, status, _, outcome, counts in HOSTS]


def main(version, folder='tests/compat'):
    out, answers = ('%s/%s.%s' % (folder, version, end) for end in ('tar', 'answers'))
    if os.path.exists(out) or os.path.exists(answers):
        print('%s is there: the set of a version is made once' % out, file=sys.stderr)
        return 1
    builddir = re.search('^builddir = (.*)$', open('config.ninja').read(), re.M).group(1)
    texts = {name: text.encode() for name, text in TEXTS.items()}
    members = {'texts/' + name: text for name, text in texts.items()}
    members['cases'] = '\n'.join(blobs(builddir, texts, members)).encode() + b'\n'
    with tempfile.TemporaryDirectory() as made:
        members['hosts'] = '\n'.join(hosts(builddir, made, texts, members)).encode() + b'\n'
    members['urls'] = '\n'.join(URLS).encode() + b'\n'
    members['tokens'] = '\n'.join(TOKENS).encode() + b'\n'
    for name in os.listdir('include/robotsc'):
        if name.endswith('.h'):
            members['include/robotsc/' + name] = open('include/robotsc/' + name, 'rb').read()
    for program in ('tests/compat/old_program.c', 'examples/embed.c', 'examples/reader.c'):
        members['programs/' + os.path.basename(program)] = open(program, 'rb').read()
    archive.write(out, members)
    with open(answers, 'wb') as file:
        file.write(run(builddir + '/tests/compat_oracle', out))
    return 0


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
    sys.exit(main(*sys.argv[1:]))
