#!/usr/bin/env python3
"""compare.py - says how crawlers.json differs from other lists and from the pages of makers.

    compare.py LIST...         robots.json of ai.robots.txt, or a robots.txt: which names only
                               it has, and which crawlers of AI only crawlers.json has
    compare.py SOURCE=PAGE...  a page, and its key in "sources": which crawlers of that source it
                               does not name, and which of its words look like other crawlers

It prints a line for each, and writes nothing: people read the pages and change crawlers.json.  The
status is 1 if there is a line.

SPDX-License-Identifier: Apache-2.0
"""
import html
import json
import re
import sys

DATA = 'analysis/crawlers/crawlers.json'
AI = 'ai', 'ai-search', 'ai-training', 'request'
LIKE_A_CRAWLER = re.compile(r'\b[A-Z][\w-]*(?:bot|Bot|-User|crawler|Crawler|spider|Spider|-Extended)\b')


def known(data):
    """The purpose of each name, in lower case."""
    of = {c['token'].lower(): c['purpose'] for c in data['crawlers']}
    for given in data['names']:
        for name in given['names']:
            of.setdefault(name.lower(), given['purpose'])
            of.setdefault(re.match(r'[\w-]+', name)[0].lower(), given['purpose'])
    return of


def names_of(text):
    """The names in a list: keys of JSON, or the values of User-agent lines."""
    try:
        return list(json.loads(text))
    except ValueError:
        return re.findall(r'^\s*user-agent\s*:\s*([^\s#*][^#\n]*?)\s*(?:#.*)?$', text, re.I | re.M)


def compare_list(data, name, text):
    """The lines about a list."""
    of, theirs = known(data), {each.lower(): each for each in names_of(text)}
    for each in sorted(theirs):
        if each not in of:
            yield f'{name}: {theirs[each]} is not in {DATA}'
    for c in data['crawlers']:
        if c['purpose'] in AI and c['token'].lower() not in theirs:
            yield f'{DATA}: {c["token"]} ({c["purpose"]}) is not in {name}'


def compare_page(data, source, name, text):
    """The lines about a page: crawlers that it does not name, and words that look like crawlers."""
    of = known(data)
    words = html.unescape(re.sub(r'<(script|style)\b.*?</\1>|<[^>]*>', ' ', text, flags=re.S | re.I))
    for c in data['crawlers']:
        if c['source'] == source and not re.search(rf'(?<![\w-]){re.escape(c["token"])}(?![\w-])', words):
            yield f'{name}: it does not name {c["token"]}'
    for word in sorted(set(LIKE_A_CRAWLER.findall(words))):
        if word.lower() not in of:
            yield f'{name}: {word} is not in {DATA}'


def main():
    with open(DATA, encoding='utf-8') as file:
        data = json.load(file)
    found = []
    for operand in sys.argv[1:]:
        source, equals, name = operand.rpartition('=')
        if equals and source not in {**data['sources'], **data['otherSources']}:
            sys.exit(f'{source}: no source of {DATA}')
        with open(name, encoding='utf-8', errors='replace') as file:
            text = file.read()
        found += compare_page(data, source, name, text) if equals else compare_list(data, name, text)
    sys.stdout.writelines(line + '\n' for line in found)
    return 1 if found else 0


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main())
