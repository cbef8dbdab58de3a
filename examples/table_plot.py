#!/usr/bin/env python3
"""table_plot.py - tables of 'robotsc snapshot table' over time.  docs/researchers.md

    table_plot.py --crawler=TOKEN [--crawler=TOKEN]... --plot=FILE.svg TABLE.csv...

Prints for each table and crawler how many origins are closed, partly open and open to it, then
which origins changed from each table to the next.  Only origins in all tables are counted.  The
plot has a line for each crawler: the share of these origins that are closed to it.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import csv
import os
from collections import Counter
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 280, 50, 140, 20, 40
COLORS = ('#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#8c564b')


def read(path):
    with open(path, encoding='utf-8', newline='') as f:
        return {row['origin']: row for row in csv.DictReader(f)}


def text(x, y, words, more=''):
    return f'<text x="{x:g}" y="{y:g}" {more}>{escape(words)}</text>'


def plot(names, shares):
    """An SVG of each crawler's shares, from 0 to 1, over the tables."""
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    xs = [LEFT + across * (i / (len(names) - 1) if len(names) > 1 else 0.5) for i in range(len(names))]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for percent in (0, 25, 50, 75, 100):
        y = TOP + down * (1 - percent / 100)
        out.append(f'<path d="M{LEFT} {y:g}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(text(LEFT - 6, y + 4, f'{percent} %', 'text-anchor="end"'))
    out += [text(x, HEIGHT - BOTTOM + 20, name, 'text-anchor="middle"') for x, name in zip(xs, names)]
    for number, (crawler, values) in enumerate(shares.items()):
        color = COLORS[number % len(COLORS)]
        points = ' '.join(f'{x:g},{TOP + down * (1 - value):g}' for x, value in zip(xs, values))
        out.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        out.append(text(WIDTH - RIGHT + 10, TOP + 16 * (number + 1), crawler, f'fill="{color}"'))
    return '\n'.join([*out, '</svg>', ''])


def main():
    parser = argparse.ArgumentParser(description='What several tables of robotsc say over time.')
    parser.add_argument('--crawler', action='append', required=True, help='a column of the tables')
    parser.add_argument('--plot', required=True, help='the SVG to write')
    parser.add_argument('tables', nargs='+')
    args = parser.parse_args()
    names = [os.path.splitext(os.path.basename(path))[0] for path in args.tables]
    tables = [read(path) for path in args.tables]
    common = sorted(set.intersection(*map(set, tables)))
    shares = {crawler: [] for crawler in args.crawler}
    print('table', 'crawler', 'closed', 'partly', 'open', sep='\t')
    for name, table in zip(names, tables):
        for crawler, values in shares.items():
            counts = Counter(table[origin][crawler] for origin in common)
            values.append(counts['closed'] / len(common) if common else 0)
            print(name, crawler, *(counts[word] for word in ('closed', 'partly', 'open')), sep='\t')
    for name, before, after in zip(names[1:], tables, tables[1:]):
        for origin in common:
            for crawler in args.crawler:
                if before[origin][crawler] != after[origin][crawler]:
                    print(name, crawler, origin, f'{before[origin][crawler]} -> {after[origin][crawler]}', sep='\t')
    with open(args.plot, 'w', encoding='utf-8') as f:
        f.write(plot(names, shares))


if __name__ == '__main__':
    main()
