#!/usr/bin/env python3
"""crawlers.py - makes of crawlers.json analysis/crawler_table.c, cli/crawler_sources.c and a table
of docs/site-owners.md.

    analysis/crawlers/crawlers.py            writes those that differ
    analysis/crawlers/crawlers.py --check    prints how they differ; the status is 1 if one does

The page of integrations/web/ reads crawlers.json itself.  Each crawler there has

    token      its product token
    maker      whose it is
    purpose    a key of "purposes", which has their names for people
    source     a key of "sources": the page that says all this
    obeys      whose group it obeys where none names it; left out: nobody's
    ignoresStar  true: the groups of "*" do not hold for it
    dialect    how it reads a file; left out: as rfc9309
    note       what else its maker says

and each source the name of whoever wrote the page, its url, when it was read, of a copy of it the
year, and notMaker: true where that is not the maker.  "names" has names that files also use, of
robots that are gone or that few know:

    names      as files write them; the product token is what comes before the first other octet
    purpose, maker, source, note  of each of them; maker left out: unknown

With analysis/crawler_table.c lint finds names that nobody has and that are like one of "crawlers",
and knows for whom the groups of "*" do not hold, and which crawlers a public site is found by.
"otherSources" has the sources of these alone, so that the page need not have them.

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import json
import re
import sys

DATA = 'analysis/crawlers/crawlers.json'
TABLE = 'analysis/crawler_table.c'
PAGES = 'cli/crawler_sources.c'
PAGE = 'docs/site-owners.md'

# Each member: the text that it must be, and whether it must be there.
WORDS = r'[A-Za-z0-9][A-Za-z0-9 .,:;()\'-]*'
TOKEN = r'[A-Za-z0-9_-]+'
SOURCE = {
    'name': (WORDS, True), 'url': (r'https://[!#-\[\]-~]+', True), 'read': (r'\d{4}-\d\d(-\d\d)?', True), 'copy': (r'\d{4}', False),
}
CRAWLER = {
    'token': (TOKEN, True), 'maker': (WORDS, True), 'purpose': (r'[a-z-]+', True), 'source': (r'[a-z-]+', True),
    'obeys': (TOKEN, False), 'dialect': (r'[a-z]+[0-9]*', False), 'note': (WORDS, False),
}
NAMES = {'purpose': (r'[a-z-]+', True), 'maker': (WORDS, False), 'source': (r'[a-z-]+', True), 'note': (WORDS, False)}
NAME = rf"{TOKEN}[A-Za-z0-9 .!/'-]*"

HEAD = '''\
/* %s - see its header.  analysis/crawlers/crawlers.py made it of crawlers.json.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "%s"

/* clang-format off */
'''


def hold(what, given, kinds):
    """Ends the program unless `given` has all needed members, each with a text that fits."""
    for name, (pattern, needed) in kinds.items():
        if needed and name not in given:
            sys.exit(f'{DATA}: {what}: there should be a "{name}"')
        if name in given and not re.fullmatch(pattern, given[name]):
            sys.exit(f'{DATA}: {what}: "{name}" should be {pattern}')
    unknown = set(given) - set(kinds)
    if unknown:
        sys.exit(f'{DATA}: {what}: unknown members: {", ".join(sorted(unknown))}')


def hold_flag(what, given, member):
    """Takes a member out of `given`: it must be true or left out; else the program ends."""
    if given.pop(member, True) is not True:
        sys.exit(f'{DATA}: {what}: "{member}" should be true, or left out')


def named(data):
    """The crawlers that "names" has, with the members of "crawlers"."""
    for given in data['names']:
        of_all = {member: value for member, value in given.items() if member != 'names'}
        hold('names', of_all, NAMES)
        for name in given['names']:
            if not re.fullmatch(NAME, name):
                sys.exit(f'{DATA}: {name}: a name should be {NAME}')
            crawler = {'token': re.match(TOKEN, name)[0], **of_all}
            if crawler['token'] != name:
                crawler['note'] = f'its whole name is {name}'
            yield crawler


def hold_all(crawlers, sources, purposes):
    """Ends the program unless all tokens differ, and all that crawlers refer to is there."""
    seen = set()
    for crawler in crawlers:
        token = crawler['token']
        for member, known in (('source', sources), ('purpose', purposes)):
            if crawler[member] not in known:
                sys.exit(f'{DATA}: {token}: "{crawler[member]}" is no {member}')
        if token.lower() in seen:
            sys.exit(f'{DATA}: {token} is there twice')
        seen.add(token.lower())
    unused = set(sources) - {crawler['source'] for crawler in crawlers}
    if unused:
        sys.exit(f'{DATA}: sources of no crawler: {", ".join(sorted(unused))}')


def hold_chains(crawlers):
    """Ends the program if more than four crawlers form a chain in which each obeys the next."""
    obeyed = {c['token']: c.get('obeys') for c in crawlers}
    for token in obeyed:
        chain = [token]
        while obeyed.get(chain[-1]):
            chain.append(obeyed[chain[-1]])
            if len(chain) > 4:
                sys.exit(f'{DATA}: {token} obeys too long a chain: {", ".join(chain)}')


def read():
    with open(DATA, encoding='utf-8') as file:
        data = json.load(file)
    for name, source in [*data['sources'].items(), *data['otherSources'].items()]:
        given = dict(source)
        hold_flag(name, given, 'notMaker')
        hold(name, given, SOURCE)
    for crawler in data['crawlers']:
        token = crawler.get('token', '')
        given = dict(crawler)
        hold_flag(token, given, 'ignoresStar')
        hold(token, given, CRAWLER)
    data['named'] = list(named(data))
    hold_all([*data['crawlers'], *data['named']], {**data['sources'], **data['otherSources']}, data['purposes'])
    hold_chains(data['crawlers'])
    return data


def text(value):
    """A string of C, on lines of its own if it is long."""
    if value is None:
        return 'NULL'
    if len(value) < 40:
        return f'"{value}"'
    return ''.join(f'\n\t\t"{value[i:i + 100]}"' for i in range(0, len(value), 100))


def row(c):
    """The row of a crawler."""
    dialect = f'ROBOTSC_{c.get("dialect", "rfc9309").upper()}'
    return (f'\t{{{text(c["token"])}, {text(c.get("maker"))}, {text(c["purpose"])}, {text(c.get("obeys"))}, '
            f'{text(c.get("note"))}, {dialect}, {int("ignoresStar" in c)}, {int("onlyNamed" in c)}, '
            '{0}},').replace(', \n', ',\n')


def sources(data):
    """The source in C of the pages that rows are from."""
    lines = []
    for name, source in [*data['sources'].items(), *data['otherSources'].items()]:
        lines.append(f'static const struct cli_source {name.replace("-", "_")} = {{{text(source["url"])}, '
                     f'{text(source["read"])}, {text(source["name"] if "notMaker" in source else None)}}};')
    lines += ['', 'const struct cli_source *const cli_crawler_sources[] = {']
    of = [f'&{c["source"].replace("-", "_")},' for c in [*data['crawlers'], *data['named']]]
    lines += ['\t' + ' '.join(of[i:i + 5]) for i in range(0, len(of), 5)]
    lines += ['};', '/* clang-format on */', '', f'const size_t cli_ncrawlers = {len(data["crawlers"])};', '']
    return HEAD % ('crawler_sources.c', 'crawler_sources.h') + '\n'.join(lines)


def folded(token):
    return re.sub('[-_]', '', token.lower())


def is_near(a, b):
    """True if two names are as near to each other as robotsc__lint_near_name allows, or nearer."""
    a, b = sorted((folded(a), folded(b)), key=len)
    start = next((i for i in range(len(a)) if a[i] != b[i]), len(a))
    a, b = a[start:], b[start:]
    return a == b or a[1:] == b[1:] or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def table(data):
    """The source in C of the list, and of the names that lint knows: crawlers, others that are like
    one, those that ignore "*".

    Short names of crawlers stand among the others: no name is like them."""
    crawlers = data['crawlers']
    tokens = [c['token'] for c in crawlers if len(folded(c['token'])) >= 6]
    like = [c['token'] for c in crawlers if c['token'] not in tokens]
    like += [c['token'] for c in data['named'] if any(is_near(c['token'], token) for token in tokens)]
    searching = [c for c in crawlers if c['purpose'] == 'search']

    def names(name, those):
        return '\n'.join([f'const char robotsc__crawler_{name}[] =', *([f'\t"{token}\\0"' for token in those] or ['\t""'])]) + ';'

    lines = ['static const struct robotsc_crawler crawlers[] = {', *map(row, crawlers), '\t/* what files also name */']
    lines += [*(row({**c, 'onlyNamed': True}) for c in data['named']), '};']
    lines += [names('names', tokens), names('others', like)]
    lines += [names('no_star', [c['token'] for c in crawlers if 'ignoresStar' in c])]
    lines += ['const struct robotsc_crawler robotsc__crawlers_of_search[] = {', *map(row, searching), '};']
    lines += ['/* clang-format on */', '']
    lines += [f'const size_t robotsc__ncrawlers_of_search = {len(searching)};']
    lines.append('')
    lines += ['const struct robotsc_crawler *robotsc_crawlers(size_t *n)', '{']
    lines += ['\t*n = sizeof crawlers / sizeof crawlers[0];', '\treturn crawlers;', '}', '']
    return HEAD % ('crawler_table.c', 'crawler_table.h') + '\n'.join(lines)


def rows(data):
    """The table of families in Markdown."""
    yield '| crawler | obeys, where no group names it | else `*` | source |'
    yield '| --- | --- | --- | --- |'
    for c in data['crawlers']:
        if 'obeys' not in c and 'ignoresStar' not in c:
            continue
        source = data['sources'][c['source']]
        obeys = f'`{c["obeys"]}`' if 'obeys' in c else ''
        yield f'| `{c["token"]}` | {obeys} | {"no" if "ignoresStar" in c else "yes"} | [{source["name"]}]({source["url"]}) |'


def page(data, old):
    """The text of the page, with its table made anew."""
    new, n = re.subn(r'^\| crawler \| obeys.*\n(\|.*\n)*', lambda _: '\n'.join([*rows(data), '']), old, flags=re.M)
    if n != 1:
        sys.exit(f'{PAGE}: there should be one table that begins with "| crawler | obeys"')
    return new


def main():
    check = sys.argv[1:] == ['--check']
    data = read()
    status = 0
    for name, make in ((TABLE, lambda old: table(data)), (PAGES, lambda old: sources(data)), (PAGE, lambda old: page(data, old))):
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
