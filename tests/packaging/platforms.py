#!/usr/bin/env python3
"""platforms.py [CORPUS] >FRAMES - what ask.c asks: the vectors with a verdict, the texts of
goldens, and those of a folder of real files.

A frame: dialect (a digit), '0' or '1' for the verdict or 't' for a text without one, then
robots.txt, agent and URL, each after its length in 4 octets, little-endian.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import gzip
import json
import re
import struct
import sys

DIALECTS = ('rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2')


def frame(dialect, verdict, *texts):
    sys.stdout.buffer.write(b'%d%s' % (dialect, verdict)
                            + b''.join(struct.pack('<I', len(text)) + text for text in texts))


def vectors():
    for number, name in enumerate(DIALECTS):
        with open(f'tests/vectors/{name}.jsonl', encoding='utf-8') as lines:
            for vector in map(json.loads, lines):
                texts = (vector[key].encode('utf-8', 'surrogateescape') for key in ('robots', 'agent', 'url'))
                frame(number, b'%d' % vector['allowed'], *texts)


def captures(path):
    """The bodies of the responses in a WARC file."""
    with gzip.open(path) as file:
        while first := file.readline():
            head = first + b''.join(iter(file.readline, b'\r\n'))
            block = file.read(int(re.search(rb'(?im)^content-length: *(\d+)', head)[1]))
            file.read(4)
            if b'WARC-Type: response' in head:
                yield block.partition(b'\r\n\r\n')[2]


def main():
    vectors()
    for path in sorted(glob.glob('tests/goldens/**/*.golden', recursive=True)):
        with open(path, 'rb') as file:
            texts = re.split(rb'(?m)^(?:=== .*|---)\n', file.read())
        for text in texts:
            for dialect in range(len(DIALECTS)):
                frame(dialect, b't', text, b'ExampleBot', b'')
    for folder in sys.argv[1:]:
        for body in captures(f'{folder}/robots.warc.gz'):
            frame(0, b't', body, b'ExampleBot', b'')


main()
