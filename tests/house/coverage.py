#!/usr/bin/env python3
"""coverage.py - compares the lines and regions that llvm-cov reports with docs/dev/coverage.md.

    tests/house/coverage.py LINES SUMMARY

SPDX-License-Identifier: Apache-2.0
"""
import collections
import fnmatch
import json
import os
import re
import sys

WANTED = {'runtime': 98.0, 'hosts/snapshot/reader': 98.0, 'compiler': 95.0}  # percent of lines
FOLDER = re.compile(r'hosts/snapshot/\w+|(hosts/|analysis/(?=audit))?\w+')
# Lines without code: braces, comments, directives.
NOTHING = re.compile(r'^[\s{}]*(/\*.*\*/)?[\s{};]*$|#(if|else|endif)')


def read_lines(path):
    """The numbers of the lines of each file; true for each that ran in any build."""
    files, lines = {}, None
    with open(path, encoding='utf-8') as report:
        for row in report:
            if row.startswith('SF:'):
                lines = files.setdefault(os.path.relpath(row[3:].strip()), {})
            elif row.startswith('DA:'):
                number, count = row[3:].strip().split(',')[:2]
                lines[int(number)] = int(count) > 0 or lines.get(int(number), False)
    return files


def read_regions(path):
    with open(path, encoding='utf-8') as report:
        for file in json.load(report)['data'][0]['files']:
            yield os.path.relpath(file['filename']), file['summary']['regions']


def read_reasons(path):
    """The rows | `file` | `line` | reason | of the page.

    file: a file or a pattern of files; line: the text of a line, or name() for a whole function."""
    with open(path, encoding='utf-8') as page:
        for row in page:
            found = re.match(r'\| `([^`]+)` \| `([^`]+)` \| (.+) \|$', row)
            if found:
                yield found.group(1), found.group(2).replace(r'\|', '|')


def function_of(source, number):
    """The name of the function that a line is in, with "()"."""
    for line in reversed(source[:number]):
        found = re.match(r'[a-z].*?\b(\w+)\(', line)
        if found:
            return found.group(1) + '()'
    return ''


def explain(files, reasons):
    """The lines that never ran and have no reason; and the reasons that are used."""
    used, left = set(), []
    for file, lines in sorted(files.items()):
        if FOLDER.match(file)[0] not in WANTED:
            continue
        with open(file, encoding='utf-8') as text:
            source = text.read().split('\n')
        for number in sorted(number for number, ran in lines.items() if not ran):
            text = source[number - 1].strip()
            if NOTHING.match(text) or text == 'break;':
                continue
            mine = {r for r in reasons if fnmatch.fnmatch(file, r[0]) and r[1] in (text, function_of(source, number))}
            used |= mine
            if not mine:
                left.append('%s:%d: %s: %s' % (file, number, function_of(source, number), text))
    return used, left


def main(lines, summary):
    files = read_lines(lines)
    reasons = set(read_reasons('docs/dev/coverage.md'))
    totals = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file, of_file in files.items():
        total = totals[FOLDER.match(file)[0]]
        total[0] += sum(of_file.values())
        total[1] += len(of_file)
    for file, regions in read_regions(summary):
        total = totals[FOLDER.match(file)[0]]
        total[2] += regions['covered']
        total[3] += regions['count']
    failed = 0
    for folder, (ran, all_lines, ran_regions, regions) in sorted(totals.items()):
        percent = 100 * ran / all_lines
        few = percent < WANTED.get(folder, 0)
        failed += few
        print('%-21s %5d lines, %6.2f %% ran;  %5d regions, %6.2f %%%s' % (
            folder, all_lines, percent, regions, 100 * ran_regions / regions,
            '; wanted: %g %% of lines' % WANTED[folder] if few else ''))
    used, left = explain(files, reasons)
    for line in left:
        print('no reason: ' + line)
    for file, text in sorted(reasons - used):
        print('needless:  %s: %s' % (file, text))
    failed += len(left)
    print('%d passed, %d failed' % (len(WANTED) + len(used), failed))
    return failed != 0


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
