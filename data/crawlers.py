#!/usr/bin/env python3
"""crawlers.py - makes of crawlers.json cli/crawler_table.c and a table of docs/site-owners.md.

    data/crawlers.py            writes those that differ
    data/crawlers.py --check    prints how they differ; the status is 1 if one does

The page of web/ reads crawlers.json itself.  Each crawler there has

    token      its product token
    maker      whose it is
    purpose    a key of "purposes", which has their names for people
    source     a key of "sources": the page that says all this
    obeys      whose group it obeys where none names it; left out: nobody's
    ignoresStar  true: the groups of "*" do not hold for it
    dialect    how it reads a file; left out: as rfc9309
    note       what else its maker says

and each source the name of whoever wrote the page, its url, when it was read, and of a copy of it
the year.

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import json
import re
import sys

DATA = 'data/crawlers.json'
TABLE = 'cli/crawler_table.c'
PAGE = 'docs/site-owners.md'

# Each member: the text that it must be, and whether it must be there.
WORDS = r'[A-Za-z][A-Za-z0-9 .,:;()\'-]*'
SOURCE = {
    'name': (WORDS, True), 'url': (r'https://[!#-\[\]-~]+', True), 'read': (r'\d{4}-\d\d(-\d\d)?', True), 'copy': (r'\d{4}', False),
}
CRAWLER = {
    'token': (r'[A-Za-z_-]+', True), 'maker': (WORDS, True), 'purpose': (r'[a-z-]+', True), 'source': (r'[a-z-]+', True),
    'obeys': (r'[A-Za-z_-]+', False), 'dialect': (r'[a-z]+[0-9]*', False), 'note': (WORDS, False),
}

HEAD = '''\
/* crawler_table.c - see crawler_table.h.  data/crawlers.py made it of data/crawlers.json.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "crawler_table.h"

/* clang-format off */
'''


def hold(what, given, kinds):
    """Ends the program unless these members are given, each with such a text."""
    for name, (pattern, needed) in kinds.items():
        if needed and name not in given:
            sys.exit(f'{DATA}: {what}: there should be a "{name}"')
        if name in given and not re.fullmatch(pattern, given[name]):
            sys.exit(f'{DATA}: {what}: "{name}" should be {pattern}')
    unknown = set(given) - set(kinds)
    if unknown:
        sys.exit(f'{DATA}: {what}: unknown members: {", ".join(sorted(unknown))}')


def read():
    with open(DATA, encoding='utf-8') as file:
        data = json.load(file)
    seen = set()
    for name, source in data['sources'].items():
        hold(name, source, SOURCE)
    for crawler in data['crawlers']:
        token = crawler.get('token', '')
        given = dict(crawler)
        if given.pop('ignoresStar', True) is not True:
            sys.exit(f'{DATA}: {token}: "ignoresStar" should be true, or left out')
        hold(token, given, CRAWLER)
        for member, known in (('source', data['sources']), ('purpose', data['purposes'])):
            if crawler[member] not in known:
                sys.exit(f'{DATA}: {token}: "{crawler[member]}" is no {member}')
        if token.lower() in seen:
            sys.exit(f'{DATA}: {token} is there twice')
        seen.add(token.lower())
    obeyed = {c['token']: c.get('obeys') for c in data['crawlers']}
    for token in obeyed:
        chain = [token]
        while obeyed.get(chain[-1]):
            chain.append(obeyed[chain[-1]])
            if len(chain) > 4:
                sys.exit(f'{DATA}: {token} obeys too long a chain: {", ".join(chain)}')
    unused = set(data['sources']) - {crawler['source'] for crawler in data['crawlers']}
    if unused:
        sys.exit(f'{DATA}: sources of no crawler: {", ".join(sorted(unused))}')
    return data


def text(value):
    """A string of C, on lines of its own if it is long."""
    if value is None:
        return 'NULL'
    if len(value) < 40:
        return f'"{value}"'
    return ''.join(f'\n\t\t"{value[i:i + 100]}"' for i in range(0, len(value), 100))


def table(data):
    """The source in C."""
    lines = []
    for name, source in data['sources'].items():
        lines.append(f'static const struct cli_source {name.replace("-", "_")} = {{{text(source["url"])}, '
                     f'{text(source["read"])}}};')
    lines += ['', 'const struct cli_crawler cli_crawlers[] = {']
    for c in data['crawlers']:
        lines.append(f'\t{{{text(c["token"])}, {text(c["maker"])}, {text(c["purpose"])}, {text(c.get("obeys"))}, '
                     f'{"true" if c.get("ignoresStar") else "false"}, {text(c.get("dialect"))}, '
                     f'&{c["source"].replace("-", "_")}, {text(c.get("note"))}}},'.replace(', \n', ',\n'))
    return HEAD + '\n'.join([*lines, '};', '/* clang-format on */', '',
                             'const size_t cli_ncrawlers = sizeof cli_crawlers / sizeof cli_crawlers[0];', ''])


def rows(data):
    """The table of families in Markdown."""
    yield '| crawler | obeys, where no group names it | else `*` | source | read |'
    yield '| --- | --- | --- | --- | --- |'
    for c in data['crawlers']:
        if 'obeys' not in c and 'ignoresStar' not in c:
            continue
        source = data['sources'][c['source']]
        obeys = f'`{c["obeys"]}`' if 'obeys' in c else ''
        copy = f', a copy of {source["copy"]}' if 'copy' in source else ''
        yield (f'| `{c["token"]}` | {obeys} | {"no" if "ignoresStar" in c else "yes"} '
               f'| [{source["name"]}]({source["url"]}) | {source["read"]}{copy} |')


def page(data, old):
    """The page, with its table made anew."""
    new, n = re.subn(r'^\| crawler \| obeys.*\n(\|.*\n)*', lambda _: '\n'.join([*rows(data), '']), old, flags=re.M)
    if n != 1:
        sys.exit(f'{PAGE}: there should be one table that begins with "| crawler | obeys"')
    return new


def main():
    check = sys.argv[1:] == ['--check']
    data = read()
    status = 0
    for name, make in ((TABLE, lambda old: table(data)), (PAGE, lambda old: page(data, old))):
        with open(name, encoding='utf-8') as file:
            old = file.read()
        new = make(old)
        if check:
            sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, f'{name}, made anew'))
            status |= old != new
        elif old != new:
            with open(name, 'w', encoding='utf-8') as file:
                file.write(new)
    return status


if __name__ == '__main__':
    sys.exit(main())
