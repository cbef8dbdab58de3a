#!/usr/bin/env python3
"""formats.py ROBOTSC FOLDER - each command that prints answers says the same in all formats.

Each call is made with --format=json, which is one document, and --format=jsonl, a document a line.
What they say is compared with each other, and with the lines of --format=text.

SPDX-License-Identifier: Apache-2.0
"""
import csv
import io
import json
import os
import subprocess
import sys

robotsc, folder = sys.argv[1:]
TEXT = os.path.join(folder, 'formats.txt')
BLOB = os.path.join(folder, 'formats.robots')
STORE = os.path.join(folder, 'formats.store')
ODD = b'/\xff"\\x\xc3\xa9'
failed = passed = 0


def run(*args, given=b''):
    """The output and the exit status."""
    done = subprocess.run([robotsc, *args], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.stdout.decode('utf-8', 'surrogateescape'), done.returncode


def check(what, good):
    global failed, passed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print('FAILED:', what)


def agree(command, *args, given=b'', lines=None):
    """lines: how many lines the text has; None: one for each answer."""
    what = ' '.join(str(a) for a in (command, *args))
    texts = {form: run(command, f'--format={form}', *args, given=given) for form in ('text', 'human', 'json', 'jsonl')}
    answers = [json.loads(line) for line in texts['jsonl'][0].splitlines()]
    document = json.loads(texts['json'][0])
    check(f'{what}: text is the default', texts['text'] == texts['human'] == run(command, *args, given=given))
    check(f'{what}: one exit status', len({status for _, status in texts.values()}) == 1)
    check_table(what, answers, command, args, given)
    if command == 'records':
        document = [{'for': whose, **r} for whose, records in document.items() for r in records]
    check(f'{what}: json {document} and jsonl {answers}', answers == (document if isinstance(document, list) else [document]))
    if lines is not None or isinstance(document, list):
        count = len(texts['text'][0].split('\n')[:-1]) if lines is None else lines
        check(f'{what}: {len(answers)} answers, {count} in the text', len(answers) == count)
    return answers


def flat(answer):
    """The fields of the row that an answer becomes."""
    return [field for value in answer.values() for field in (value.values() if isinstance(value, dict) else [value])]


def check_table(what, answers, command, args, given):
    """Compare with --format=csv, if the command has that."""
    text, status = run(command, '--format=csv', *args, given=given)
    if command not in ('check', 'url', 'gen', 'filter') or '--usage' in args or '--dialect=all' in args:
        check(f'{what}: csv is refused', (text, status) == ('', 2))
        return
    rows = list(csv.reader(io.StringIO(text, newline=''), strict=True))
    full = [answer for answer in answers if answer.get('reason') != 'too-long']
    check(f'{what}: columns', not full or rows[0] in (list(full[0]), ['file', 'url', *full[0].get('verdicts', {})]))
    check(f'{what}: rows {rows}', [[plain(field) for field in row] for row in rows[1:]] ==
          [[plain(field) for field in flat(answer if answer in full else {'url': '', **answer})] for answer in answers])


def plain(text):
    """JSON and text spell a tab, and a backslash before x, differently."""
    return text.replace('\\x5Cx', '\\x').replace('\t', '\\x09')


def refuses(command, form, *args):
    text, status = run(command, f'--format={form}', *args)
    check(f'{command} --format={form} is refused', (text, status) == ('', 2))


def main():
    with open(TEXT, 'wb') as file:
        file.write(b'User-agent: y\nDisallow: /b\nDisallow: ' + ODD + b'\nCrawl-delay: 7\nContent-Usage: train-ai=n\n'
                   b'Content-Signal: /a search=no\n\nSitemap: https://h/' + ODD + b'\n')
    run('compile', '-q', '--status=200', '--fetched=2026-01-31T12:00:00Z', '-o', BLOB, TEXT)
    urls = ['/a', '/b', 'https://h/b?"', 'mailto:x', os.fsdecode(ODD)]

    answers = agree('check', TEXT, 'y', *urls)
    check('verdicts of check', [a['verdict'] for a in answers] == ['allow', 'disallow', 'disallow', 'unknown', 'disallow'])
    check('spelling of octets', answers[4]['url'] == '/\\xFF"\\x\u00e9')
    agree('check', TEXT, 'y', given=b'\n'.join(os.fsencode(u) for u in urls))
    check('quiet', run('check', '-q', '--format=json', TEXT, 'y', '/b') == ('', 1))
    usage = agree('check', '--usage', TEXT, 'y', *urls)[0]['usage']
    check('usage', usage == [{'field': 'Content-Usage', 'label': 'train-ai', 'value': 'n'},
                             {'field': 'Content-Signal', 'label': 'search', 'value': 'no'}])
    table = agree('check', '--table', TEXT, 'y', *urls, lines=5)
    check('table', [a['verdicts']['rfc9309'] for a in table] == [a['verdict'] for a in answers])
    lines = agree('check', '--dialect=all', TEXT, 'y', *urls, lines=5)
    check('dialects', [{d: v['verdict'] for d, v in a['dialects'].items()} for a in lines] == [a['verdicts'] for a in table])
    check('the line that decides', lines[1]['dialects']['rfc9309'] == {'verdict': 'disallow', 'line': 2, 'text': 'Disallow: /b'})

    agree('gen', TEXT, 'y')
    agree('gen', '--seed=1', '--count=20', TEXT, 'y')
    agree('url', 'https://H:443/x', 'mailto:x', 'ftp://h/', '/path')
    check('url', agree('url', 'https://H:443/x') == [
        {'url': 'https://H:443/x', 'origin': 'https://h', 'robots': 'https://h/robots.txt'}])
    check('records', [r['field'] for r in agree('records', TEXT, 'y', lines=4)] == [
        'Sitemap', 'Crawl-delay', 'Content-Usage', 'Content-Signal'])
    check('next', agree('next', '--last=1769860800', '--at=1769860801', TEXT, 'y') == [
        {'at': 1769860807, 'pause': 7, 'reason': 'crawl-delay', 'visit-time': False, 'cut': None}])
    check('fresh', [a['state'] for a in agree('fresh', '--at=2026-01-31T13:00:00Z', BLOB, BLOB)] == ['fresh', 'fresh'])
    agree('fresh', TEXT, BLOB)
    check('access', agree('access', '--status=404', '--fetched=0')[0]['outcome'] == 'allow')
    document = json.loads(run('lint', '--format=json', TEXT, TEXT)[0])
    answers = [json.loads(line) for line in run('lint', '--format=jsonl', TEXT, TEXT)[0].splitlines()]
    check('lint', answers == document['files'] and len(answers) == 2 and len(answers[0]['findings']) > 1)
    refuses('check', 'sarif', TEXT, 'y', '/')
    refuses('check', '', TEXT, 'y', '/')
    refuses('inspect', 'jsonl', TEXT)

    if run('help', 'store')[0].find('Options:') >= 0:
        check_store()
    print(f'{passed} passed, {failed} failed')
    return failed != 0


def check_store():
    hosts = os.path.join(folder, 'hosts')
    os.makedirs(os.path.join(hosts, 'h.example'))
    with open(os.path.join(hosts, 'h.example', 'robots.txt'), 'wb') as file:
        file.write(b'User-agent: *\nDisallow: /b\nContent-Usage: train-ai=n\n')
    answer, status = run('import', '--extensions', '--store', STORE, '--format=json', hosts)
    check('import', status == 0 and json.loads(answer)['added'] >= 1)
    origin = json.loads(run('store', 'list', '--store', STORE, '--format=jsonl')[0].splitlines()[0])['origin']
    lines = [origin + '/a', origin + '/b', 'mailto:x', 'http://no.example/', 'http://no.example/' + 'x' * 200]
    given = '\r\n'.join(lines).encode()
    store = ('--store', STORE)

    answers = agree('filter', *store, '--agent=y', '--print=all', '--max-line=100', given=given)
    check('filter', [(a['verdict'], a['reason']) for a in answers] == [
        ('allow', 'parse'), ('disallow', 'parse'), ('unknown', 'no-origin'), ('unknown', 'unknown'), ('unknown', 'too-long')])
    check('filter: URLs', [a.get('url') for a in answers] == lines[:4] + [None])
    for which, count in (('allowed', 1), ('disallowed', 1), ('unknown', 2)):
        agree('filter', *store, '--agent=y', '--print', which, '--max-line=100', given=given, lines=count)
    fields = b'1\t' + origin.encode() + b'/b\0' + b'2\t' + ODD + b'\0'
    answers = agree('filter', *store, '--agent=y', '--print=all', '--field=2', '-0', given=fields, lines=2)
    check('filter: fields', answers[0] == {'line': f'1\t{origin}/b', 'verdict': 'disallow', 'reason': 'parse'})
    agree('filter', *store, '--agent=y', given=b'')

    answers = agree('store', 'check', *store, '--agent=y', '--usage', *lines)
    check('store check', [a['verdict'] for a in answers] == ['allow', 'disallow', 'unknown', 'unknown', 'unknown'])
    check('store check: usage', answers[0]['usage'] == [{'field': 'Content-Usage', 'label': 'train-ai', 'value': 'n'}])
    listed = agree('store', 'list', *store)
    agree('store', 'expire', *store)
    agree('store', 'verify', *store, lines=0)
    check('store get', agree('store', 'get', *store, origin)[0]['outcome'] == 'parse')
    check('store stat', agree('store', 'stat', *store)[0]['origins'] == len(listed))


sys.exit(main())
