#!/usr/bin/env python3
"""cases.py ROBOTSC OUTPUT - the one table of cases that each language's binding answers.

    bindings/tests/cases.py build/robotsc build/cases.tsv

A line is a case: its kind, what is given, and the answer, with tabs between.  %HH stands for an
octet.  A list of tokens has a line feed between them; "" is one token of no octets.

    check    dialect, robots.txt, tokens, URL                 allow, disallow, or error
    names    the same: the tokens are names of one robot      allow, disallow, or error
    header   dialect, robots.txt, User-Agent, URL             allow, disallow
    partial  the same of a policy for EXAMPLE and OTHER       allow, disallow, or error
    open     octets                                           opened, or error
    content  octets                                           what they are: text, gzip
    url      dialect, what is given for a URL                 good, bad
    origin   URL                                              URL of its robots.txt, or error
    usage    dialect, robots.txt, tokens, URL, field, label   verdict, how many labels are stated,
                                                              value of this one: "allow 2 n"
    lines    dialect, robots.txt, tokens or "" for the file's "Crawl-delay: 2 | Comment: x"
    links    dialect, robots.txt, its URL                     the same, relative sitemaps resolved
    access   status, time, header field or ""                 outcome, when it expires
    explain  dialect, robots.txt, tokens, URL                 verdict, line, line feed, URL, line
                                                              feed, text of that line
    lint     dialect, robots.txt                              ids
    summary  dialect, robots.txt                              extents of the answers
    diff     dialect, old, new, token                         same, different, unknown
    verify   dialect, robots.txt, token                       same
    rules    dialect, robots.txt                              patterns, line feed, canonical forms
    sitemap  dialect, robots.txt, a sitemap, names            URLs that are named, line feed, lines
                                                              that close them, line feed, closed
    edit     dialect, robots.txt, who is shut out, let in      outcome, line feed, effects
    page     HTML, header field or "", token                  index or noindex, follow or nofollow

Verdicts, preferences, lines, origins and tags are those of tests/vectors, which are typed by hand;
wrong inputs those of tests/support/wrong_inputs.tsv; the rest is what the command says.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import subprocess
import sys
import tempfile

VECTORS = 'tests/vectors'
WRONG = 'tests/support/wrong_inputs.tsv'
DIALECTS = ('rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2')
TOKENS = {'rfc9309': r'[\w.-]+', 'google': r'[A-Za-z_-]*'}  # of other dialects: [^/]+
RULES = 'User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n'
URL = 'https://shop.example/private/'
EXAMPLE, OTHER = 'ExampleBot', 'SomeBot'
# The octet E9, the letters of its spelling, and characters of two to four octets.
OCTETS = 'User-agent: *\nDisallow: /\udce9\nDisallow: /\\xE9\nDisallow: /é€😀\n'
LINKS = 'Sitemap: /a.xml\nSitemap: //b.example/b.xml\nSitemap: https://c.example/c.xml\nHost: a.example\nSitemap: mailto:x\n'
KINDS = {'gzip': 'gzip', 'zstd': 'zstd', 'UTF-16': 'utf16-le', 'HTML': 'html', 'JSON': 'json', 'WARC': 'warc', 'a blob': 'blob',
         'nothing': 'empty'}
RULED = (('User-agent: a\nDisallow: /%7Ea/*b$\nAllow: /\n\nUser-agent: *\nDisallow: /c # x\n',
          '/%7Ea/*b$ / /c\n/~a/*b$ / /c'),
         ('User-agent: *\nDisallow: /\udce9\nDisallow: /é€😀\n',
          '/\udce9 /é€😀\n/%E9 /%C3%A9%E2%82%AC%F0%9F%98%80'), ('Disallow: /none\n', '\n'))
SITE = 'User-agent: *\nDisallow: /*?s=\nDisallow: /\udce9\n\nUser-agent: ExampleBot\nDisallow: /a\n'
ONE_MAP = 'https://h.example/a\nhttps://h.example/b?s=1\nhttps://other.example/a\n/\udce9\nnone\n'
TWO_MAP = '<urlset><url><loc>http://h.example/a?x=1&amp;s=2</loc></url><url><loc>/b?s=&#60;</loc></url></urlset>'
INDEX = '<sitemapindex><sitemap><loc>https://h.example/1.xml</loc></sitemap></sitemapindex>'
MAPPED = ((ONE_MAP, 'search', 'https://h.example/b?s=1 /\udce9 https://other.example/a\n2 3\n2'),
          (ONE_MAP, EXAMPLE, 'https://h.example/a https://other.example/a\n6\n1'),
          (ONE_MAP, EXAMPLE + '\nsearch',
           'https://h.example/a https://h.example/b?s=1 /\udce9 https://other.example/a\n6 2 3\n3'),
          (TWO_MAP, 'search', '/b?s=<\n2\n1'), (TWO_MAP, EXAMPLE, 'http://h.example/a?x=1&s=2\n6\n1'),
          (INDEX, EXAMPLE, 'https://h.example/1.xml\n\n0'), ('', EXAMPLE, '\n\n0'), (b'\x1f\x8b\x08', EXAMPLE, '\n\n0'))
# The effects in an answer are in this order: crawlers of the library's list, then others.
EDITED = ((RULES, 'CCBot', EXAMPLE, 'proved\nclosed open'),
          (RULES, EXAMPLE + '\nCCBot', 'GPTBot', 'proved\nwas-open closed closed'),
          (SITE, 'CCBot', 'ai-training', 'proved\nopen open open open open open closed open'),
          (SITE, 'Googlebot', 'bingbot', 'proved\nclosed kept kept kept open kept'),
          ('User-agent: *\nDisallow: /\n', 'CCBot', EXAMPLE, 'proved\nwas-closed open'),
          (RULES, 'GPTBot', 'gptbot', 'error'), (RULES, '*', 'GPTBot', 'error'), (RULES, '', 'GPTBot', 'error'))
PAGES = ('', '<meta name="robots" content="noindex">',
         '<meta name="ExampleBot" content="none"><meta name="other" content="nofollow">')

cases = []
read = [WRONG]


def octets(text):
    return text if isinstance(text, bytes) else text.encode('utf-8', 'surrogateescape')


def escaped(text):
    return ''.join(chr(c) if 0x20 < c < 0x7F and c != 0x25 else f'%{c:02X}' for c in octets(text))


def add(kind, *fields):
    cases.append('\t'.join(map(escaped, (kind, *fields))))


def word(allowed):
    return 'allow' if allowed else 'disallow'


def is_token(dialect, name):
    return re.fullmatch(TOKENS.get(dialect, '[^/]+'), name, re.A) is not None


# ---- vectors --------------------------------------------------------------------------------


def vectors(name):
    read.append(os.path.join(VECTORS, name + '.jsonl'))
    with open(read[-1], encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def add_verdicts(dialect):
    for v in vectors(dialect):
        add('check', dialect, v['robots'], v['agent'], v['url'], word(v['allowed']) if is_token(dialect, v['agent']) else 'error')


def add_names():
    for v in vectors('one_robot'):
        for dialect in v['dialects']:
            for path, verdict in v.get('paths', {}).items():
                add('names', dialect, v['robots'], '\n'.join(v['names']), path, verdict.replace('deny', 'disallow'))


def add_lines():
    for name, field, member in (('content_usage', 'Content-Usage', 'usage'), ('content_signal', 'Content-Signal', 'signal')):
        for v in vectors(name):
            if 'robots' in v:
                labels = v[member] or {}
                for label in [*labels, 'unheard-of']:
                    answer = f'{word(v["allowed"])} {len(labels)} {labels.get(label, "")}'
                    add('usage', 'rfc9309', v['robots'], v['agent'], v['url'], field, label, answer)
    for v in vectors('file_links'):
        add('lines', 'rfc9309', v['robots'], '', v['file'])
    for v in vectors('pause'):
        for dialect in ('rfc9309', 'google'):
            if 'lines' in v:
                add('lines', dialect, v['robots'], v['agent'], v['lines'])
    for v in vectors('robots_url'):
        add('origin', v['url'], v['robots_url'])
    for v in vectors('meta'):
        html = '\n'.join(f'<META NAME="{name}" CONTENT="{content}">' for name, content in v['meta'])
        add('page', html, '', v['agent'], tags(v['index'], v['follow']))


def tags(index, follow):
    return f'{"index" if index else "noindex"} {"follow" if follow else "nofollow"}'


# ---- wrong inputs ---------------------------------------------------------------------------


def add_wrong():
    with open(WRONG, encoding='ascii') as file:
        rows = [line.rstrip('\n').split('\t') for line in file if not line.startswith('#')]
    for call, answer, name, given in rows:
        given = re.sub(rb'\\(\d{3})', lambda m: bytes([int(m[1], 8)]), given.encode())
        told = answer == 'told'
        if call == 'agent':
            add('check', 'rfc9309', RULES, given, URL, 'error')
        elif call == 'header':
            add('header', 'rfc9309', RULES, given, URL, word(told))
        elif call == 'partial':
            add('partial', 'rfc9309', RULES, given, URL, 'error' if told else 'disallow')
        elif call == 'open':
            add('open', given, 'error' if told else 'opened')
        elif call == 'url':
            add('url', 'rfc9309', given, 'bad' if told else 'good')
        elif call == 'compile':
            add('content', given, KINDS[name])
    add('partial', 'rfc9309', RULES, 'Mozilla/5.0 (compatible; ExampleBot/2.1)', URL, 'disallow')
    for token in ('a\0b', 'a\nb,c', 'é', '\udce9', ','):
        if '\n' not in token:
            add('check', 'rfc9309', RULES, token, URL, 'error')
    add('names', 'koster1996', RULES, EXAMPLE, URL, 'error')
    add('check', 'unheard', RULES, EXAMPLE, URL, 'error')
    for url in ('ftp:/x', 'https://', 'shop.example', 'https://a.example:99999/'):
        add('origin', url, 'error')


# ---- what the command says ------------------------------------------------------------------


def ask(command, *arguments):
    """The command's answer about texts, which it gets as files; status 1 is an answer, too."""
    files = []
    for i, text in enumerate(arguments):
        if isinstance(text, bytes):
            path = os.path.join(folder, str(i))
            with open(path, 'wb') as file:
                file.write(text)
            files.append(path)
        else:
            files.append(text)
    done = subprocess.run([robotsc, command, *map(os.fsencode, files)], capture_output=True, check=False)
    if done.returncode > 1:
        sys.exit(f'cases.py: robotsc {command}: {done.stderr.decode()}')
    return done.stdout


def add_explained(dialect, robots, token, url):
    found = json.loads(ask('explain', '--json', f'--dialect={dialect}', octets(robots), token, url))
    line = found['deciding']
    lines = re.split('\r\n?|\n', robots)
    text = lines[line - 1] if line else ''
    add('explain', dialect, robots, token, url, f'{found["verdict"]} {line}\n{url}\n{text}')


def add_questions(texts):
    for dialect, robots in texts:
        given = octets(robots)
        chosen = f'--dialect={dialect}'
        findings = json.loads(ask('lint', '--format=json', chosen, given))['files'][0]['findings']
        add('lint', dialect, robots, ' '.join(finding['id'] for finding in findings))
        answers = json.loads(ask('summary', '--format=json', chosen, given))['answers']
        add('summary', dialect, robots, ' '.join(answer['extent'] for answer in answers))
        add('verify', dialect, robots, 'anybot', 'same')
        for old, new in ((robots, RULES), (robots, robots)):
            answer = json.loads(ask('diff', '--format=json', chosen, '--agent=anybot', octets(old), octets(new)))
            add('diff', dialect, old, new, 'anybot', answer['pairs'][0]['answer'])


def add_lists():
    for given in RULED:
        add('rules', 'rfc9309', *given)
    for given in MAPPED:
        add('sitemap', 'rfc9309', SITE, *given)
    for given in EDITED:
        add('edit', 'rfc9309', *given)


def add_fetches():
    for status, field in ((200, ''), (404, ''), (503, ''), (401, ''), (503, 'Retry-After: 120'),
                          (200, 'Cache-Control: max-age=600')):
        given = [f'--status={status}', '--fetched=1790000000', *([f'--header={field}'] if field else [])]
        found = json.loads(ask('access', '--json', *given))
        add('access', str(status), '1790000000', field, f'{found["outcome"]} {found["expires"]}')
    for html in PAGES:
        for field in ('', 'X-Robots-Tag: nofollow', 'X-Robots-Tag: otherbot: none'):
            given = ['--format=json', f'--agent={EXAMPLE}', *([f'--header={field}'] if field else []), octets(html)]
            found = json.loads(ask('page', *given))
            add('page', html, field, EXAMPLE, tags(found['index'], found['follow']))


def main():
    for dialect in DIALECTS:
        add_verdicts(dialect)
    add_names()
    add_lines()
    add_wrong()
    seen = dict.fromkeys((dialect, v['robots']) for dialect in DIALECTS for v in vectors(dialect))
    add_questions([(dialect, text) for dialect, text in seen if len(text) < 400][::8] + [('rfc9309', OCTETS), ('rfc9309', '')])
    for url in ('/\udce9', '/\\xE9', '/é€😀', '/other', 'https://a.example/\udce9x?q'):
        add_explained('rfc9309', OCTETS, 'anybot', url)
    for v in vectors('rfc9309')[::8]:
        if is_token('rfc9309', v['agent']) and '\n' not in v['url']:
            add_explained('rfc9309', v['robots'], v['agent'], v['url'])
    add('links', 'rfc9309', LINKS, 'https://a.example/robots.txt', 'Sitemap: https://a.example/a.xml | '
        'Sitemap: https://b.example/b.xml | Sitemap: https://c.example/c.xml | Host: a.example')
    add('links', 'rfc9309', LINKS, '', 'Sitemap: https://c.example/c.xml | Host: a.example')
    add_lists()
    add_fetches()


if __name__ == '__main__':
    robotsc = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        main()
    with open(sys.argv[2], 'w', encoding='ascii') as output:
        output.write('\n'.join([*cases, '']))
    with open(sys.argv[2] + '.d', 'w', encoding='ascii') as output:
        output.write(f'{sys.argv[2]}: {" ".join(dict.fromkeys(read))}\n')
