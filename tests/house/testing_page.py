#!/usr/bin/env python3
"""testing_page.py - the tables of docs/dev/testing.md, made of tests/house/*.tsv.

    testing_page.py           prints the page as it should be
    testing_page.py --write   writes it

SPDX-License-Identifier: Apache-2.0
"""
import collections
import re
import sys

PAGE = 'docs/dev/testing.md'
# Why the dearest tests take their time.
WHY = {
    'alloc_each_test': 'every call of the allocator fails once, where each piece of memory is a call',
    'amalgamation': 'compiles both amalgamations, with warnings of several compilers',
    'bad_blobs': 'llvm-cov reads what each damaged blob reaches',
    'bench': 'runs each benchmark, small',
    'cli': 'starts the command some 6,000 times with hostile words',
    'compare_all_test': 'proofs between pairs of hostile texts',
    'compare_test': 'proofs beside all paths of small worlds',
    'configure': 'runs configure thirty times',
    'cpp': 'compiles the header in six ways',
    'crawlers': 'crawlers that are slow or hang are waited for',
    'dist': 'builds what is in the archive without optimizing',
    'forge_test': 'two readers on random blobs',
    'guard_test': 'every bit of blobs is flipped, at an unreadable page',
    'hardening': 'runs configure and the compiler for each option',
    'hostile_test': 'half a megabyte of each hostile kind, beside the oracle',
    'import': 'archives of many kinds, cut and damaged',
    'install': 'installs ten times, builds programs with what is there',
    'layout_test': 'blobs at and beyond the bounds of each row of the format',
    'lint_test': 'each finding is proved by all paths of small worlds',
    'octets_test': 'every octet at every place of a rule and a path, in every dialect',
    'random_test': 'random texts and paths beside the oracle',
    'reader_test': 'a second reader on random blobs',
    'records_test': 'all short texts of a few lines, beside the oracle',
    'snapshot': 'makes and damages snapshots by the command',
    'snapshot_forge_test': 'a second reader on random snapshots',
    'stack': 'compiles every source once more, for what gcc knows of its calls',
    'summary_change_test': 'two summaries of random texts, beside all paths',
    'worlds_test': 'all sets of rules of small worlds, beside the oracle',
}


def rows(name):
    with open(f'tests/house/{name}.tsv', encoding='utf-8') as file:
        return [line.split('\t') for line in file.read().split('\n') if line]


def dearest():
    found = sorted(((float(row[1]), re.split('[:,]', row[0])[0], row[0]) for row in rows('seconds')), reverse=True)
    all_seconds = sum(used for used, _, _ in found)
    yield '| test | seconds | share | why |'
    yield '| --- | ---: | ---: | --- |'
    for used, name, test in found[:10]:
        yield f'| `{test}` | {used:.0f} | {100 * used / all_seconds:.0f} % | {WHY[name]} |'
    rest = sum(used for used, _, _ in found[10:])
    yield f'| the other {len(found) - 10} | {rest:.0f} | {100 * rest / all_seconds:.0f} % | |'
    yield f'| all | {all_seconds:.0f} | | |'


def noticed():
    sums = collections.defaultdict(collections.Counter)
    sets = []
    for name, path, _, _, who in rows('mutants'):
        if who == 'gone':
            continue
        sets = list(dict.fromkeys([*sets, name]))
        kind = {'+': 'chosen', '=': 'wider', '-': 'none', '?': 'none'}.get(who[0], 'check')
        for folder in (re.match('hosts/[a-z]+/|[a-z]+/', path)[0], 'all'):
            sums[folder][name, kind] += 1
            sums[folder][name, 'faults'] += 1
    kinds = ('faults', 'check', 'chosen', 'wider')
    heads = (f' {name}: faults | `ninja check` | and chosen | and `ninja test` |' for name in sets)
    yield '| folder |' + ''.join(heads)
    yield '| --- |' + ' ---: |' * 4 * len(sets)
    for folder in sorted(sums, key=lambda f: (f == 'all', f)):
        cells = []
        for name in sets:
            faults, *parts = (sums[folder][name, kind] for kind in kinds)
            cells += [faults, *(sum(parts[:n + 1]) for n in range(3))]
        yield f'| {"`" * (folder != "all")}{folder}{"`" * (folder != "all")} |' + ''.join(f' {cell} |' for cell in cells)


def page():
    with open(PAGE, encoding='utf-8') as file:
        text = file.read()
    for name, table in (('dearest', dearest), ('noticed', noticed)):
        begin, end = f'<!-- {name} -->\n', f'<!-- end of {name} -->\n'
        at, to = text.index(begin) + len(begin), text.index(end)
        text = text[:at] + '\n' + '\n'.join(table()) + '\n\n' + text[to:]
    return text


if __name__ == '__main__':
    if '--write' in sys.argv:
        made = page()
        with open(PAGE, 'w', encoding='utf-8') as written:
            written.write(made)
    else:
        sys.stdout.write(page())
