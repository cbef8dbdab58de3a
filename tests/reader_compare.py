#!/usr/bin/env python3
"""reader_compare.py - the readers of tests/reader.py and reader_more.py against the runtime.

    reader_compare.py ROBOTSC [all]

Examples, goldens and conformance vectors, and with $ROBOTSC_CORPUS some real files: in all dialects and forms, as a robot
that the file names and as another, URLs of the vectors and paths that robotsc gen makes of the blob; lines beside the rules, and
what is decided of a fetch.  Of tests/bad-blobs/ they open the good ones, whose verdicts are the same, and no other.

With "all": every file of $ROBOTSC_CORPUS instead, in the two dialects of today; takes some minutes.

SPDX-License-Identifier: Apache-2.0"""
import glob
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(__file__), 'fuzz']
import reader  # noqa: E402
import reader_more  # noqa: E402
import seeds  # noqa: E402

WORDS = (b'disallow', b'allow')
PATHS = 60  # of a blob
EVERY = 40  # files of the corpus
ALL_PATHS, ALL_URLS = 20, 20  # of a blob and of the vectors, where all files are read
FETCHED, AGE = 1700000000, 600
STAMP = ['--status=200', '--fetched=%d' % FETCHED, '--header=Cache-Control: max-age=%d' % AGE]


def run(*command, text=b'', status=(0, 1)):
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    if done.returncode not in status:
        sys.exit('%s: %s' % (command, done.stderr.decode()))
    return done.stdout


def is_line(url):
    return url and b'\n' not in url and b'\r' not in url


def robots_of(text):
    """A name that the file has, and one that it has not; that may hold the first, or begin with it."""
    named = re.search(rb'(?i)user-?agent\s*:?[ \t]*([A-Za-z][\w.-]*)', text)
    if not named:
        return ['nobody']
    name = named[1].decode()
    return [name, ('nobody', 'x' + name, name + 'x')[len(text) % 3]]


def usage_text(says):
    """As robotsc check --usage prints it."""
    out = {}
    for field, name, yes in says:
        words = ('no', 'yes') if field == 10 else ('n', 'y')
        out.setdefault(field, []).append(name + b'=' + words[yes].encode())
    parts = [reader_more.FIELDS[f].encode() + (b': ' + b', '.join(labels) if f != 9 else b'') for f, labels in out.items()]
    return b'; '.join(parts) or b'-'


class Comparison:
    def __init__(self, robotsc, folder, paths, urls):
        self.robotsc, self.blob, self.paths, self.urls = robotsc, os.path.join(folder, 'blob'), paths, urls
        self.passed = self.failed = 0

    def count(self, holds, *what):
        self.passed += holds
        self.failed += not holds
        if not holds and self.failed < 20:
            print('failed:', *what)

    def compare(self, text, options):
        run(self.robotsc, 'compile', '-q', '-o', self.blob, *options, '-', text=text)
        with open(self.blob, 'rb') as file:
            data = file.read()
        blob = reader.Blob(data)
        reader_more.verify(blob)
        self.count(reader_more.fetch(blob) is None, 'a fetch')
        extensions = reader_more.extensions(blob)
        self.count((extensions is not None) == ('--extensions' in options), 'extensions')
        for robot in robots_of(text):
            paths = run(self.robotsc, 'gen', '--count=%d' % self.paths, self.blob, robot).splitlines()
            urls = [b'http://h' + p for p in paths if p.startswith(b'/') and is_line(p)] + self.urls
            self.compare_verdicts(blob, self.blob, robot, urls, options, text[:300])
            if extensions:
                self.compare_lines(extensions, robot)
                self.compare_usage(extensions, robot, urls[::4])
        self.refuse(data)

    def compare_verdicts(self, blob, path, robot, urls, *what):
        told = run(self.robotsc, 'check', path, robot, text=b'\n'.join(urls) + b'\n').split(b'\n')
        policy = blob.select([robot.encode()])
        for url, line in zip(urls, told):
            self.count(line == WORDS[blob.check_url(policy, url)] + b'\t' + url, robot, url, line, *what)

    def compare_lines(self, extensions, robot):
        """Fields and lines that speak for the file and for a robot."""
        told = json.loads(run(self.robotsc, 'records', '--json', self.blob, robot))  # octets are numbers of characters
        for key, lines in zip(('file', 'agent'), extensions.lines(robot.encode())):
            mine = [(line, reader_more.FIELDS[field] or name.decode('latin-1')) for field, line, name, _ in lines]
            self.count(mine == [(line['line'], line['field']) for line in told[key]], robot, mine, told[key])

    def compare_usage(self, extensions, robot, urls):
        told = run(self.robotsc, 'check', '--usage', self.blob, robot, text=b'\n'.join(urls) + b'\n').split(b'\n')
        for url, line in zip(urls, told):
            mine = usage_text(extensions.usage(robot.encode(), url))
            self.count(line.split(b'\t')[1] == mine, robot, url, line, mine)

    def compare_fetch(self, text, options):
        run(self.robotsc, 'compile', '-q', '-o', self.blob, *options, *STAMP, '-', text=text)
        with open(self.blob, 'rb') as file:
            blob = reader.Blob(file.read())
        reader_more.verify(blob)
        want = {'fetched': FETCHED, 'since': FETCHED, 'expires': FETCHED + AGE, 'status': 200, 'end': 0, 'outcome': 0, 'row': 0,
                'revalidate': 0, 'length': len(text), 'digest': reader.checksum(text)}
        found = reader_more.fetch(blob)
        self.count(all(found[key] == value for key, value in want.items()), found)

    def bad_blobs(self):
        for path in sorted(glob.glob('tests/bad-blobs/*.robots')):
            with open(path, 'rb') as file:
                data = file.read()
            try:
                blob = reader.Blob(data)
                reader_more.verify(blob)
                reader_more.fetch(blob)
                reader_more.extensions(blob)
                opened = True
            except reader.Refused:
                opened = False
            self.count(opened == os.path.basename(path).startswith('good-'), path, opened)
            if opened:
                for robot in 'bot', 'nobody':
                    self.compare_verdicts(blob, path, robot, self.urls, path)

    def refuse(self, data):
        """What is cut or changed is not opened."""
        broken = bytearray(data)
        broken[len(data) * 5 // 7] ^= 0x10
        for bad in data[:-1], data[:20], bytes(broken):
            try:
                reader.Blob(bad)
                self.count(False, 'a broken blob was opened')
            except reader.Refused:
                self.count(True)


def corpus(every):
    """Every so many-th robots.txt of the corpus."""
    if not os.environ.get('ROBOTSC_CORPUS'):
        return []
    with gzip.open(os.path.join(os.environ['ROBOTSC_CORPUS'], 'robots.warc.gz')) as file:
        records = re.split(rb'(?m)^WARC/1\.[01]\r\n', file.read())
    responses = [r for r in records if b'\nWARC-Type: response' in b'\n' + r[:2000]]
    return [record.split(b'\r\n\r\n', 2)[-1] for record in responses[::every]]


def form(i):
    return '--form=' + ('auto', 'ranked', 'decided')[i % 3]


def some(robotsc, folder, urls):
    c = Comparison(robotsc, folder, PATHS, urls)
    c.bad_blobs()
    for i, text in enumerate(sorted(set(seeds.texts())) + corpus(EVERY)):
        for d, dialect in enumerate(seeds.DIALECTS):
            options = ['--dialect=' + dialect, form(i // 2 + d)]
            if (i + d) % 2 == 0:
                c.compare(text, options + (['--extensions'] if i // 2 % 2 else []))
            if (i + d) % 10 == 1:
                c.compare_fetch(text, options)
    return c


def everything(robotsc, folder, urls):
    c = Comparison(robotsc, folder, ALL_PATHS, urls[::len(urls) // ALL_URLS])
    for i, text in enumerate(corpus(1)):
        for d, dialect in enumerate(('rfc9309', 'google')):
            c.compare(text, ['--dialect=' + dialect, form(i // 2 + d)] + (['--extensions'] if (i + d) % 2 else []))
    return c


def main(robotsc, compare):
    urls = sorted({u for u in seeds.urls() if is_line(u)})
    with tempfile.TemporaryDirectory() as folder:
        c = compare(os.path.abspath(robotsc), folder, urls)
    print('%d passed, %d failed' % (c.passed, c.failed))
    return c.failed > 0


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ['all']):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], everything if sys.argv[2:] else some))
