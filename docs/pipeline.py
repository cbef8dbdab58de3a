#!/usr/bin/env python3
"""pipeline.py - docs/pipeline.svg: the rules of a small file, their automaton, and the octets of
its blob.

    docs/pipeline.py BUILD >docs/pipeline.svg

BUILD is the folder of the build.  The automaton is what 'robotsc inspect --svg' draws, which
needs Graphviz, the words on octets are those of tests/listing.  With --facts only what the
picture shows is written; that needs no Graphviz.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
from html import escape

RULES = 'examples/small.txt'
AGENT = 'AnyBot'
URLS = ['/shop/cart', '/shop/help', '/list.pdf', '/list.pdf?p=2']

WIDTH, MARGIN, GAP, HEAD = 1120, 16, 44, 46
LEFT = 318   # width of the card with the rules
ROW = 20     # height of a line
CELL = 25    # width of an octet
LETTER = {'mono': 7.9, 'small': 7, 'sans': 6.6}  # width of a letter in DejaVu, about
STYLE = """
  .mono { font: 13px "DejaVu Sans Mono", Menlo, Consolas, monospace }
  .small { font: 11.5px "DejaVu Sans Mono", Menlo, Consolas, monospace }
  .sans { font: 13px system-ui, "DejaVu Sans", sans-serif }
  .title { font: 600 16px system-ui, "DejaVu Sans", sans-serif }
  text { fill: #1f2730 }
  .quiet { fill: #66717d }
  .allow { fill: #0d4a1c }
  .disallow { fill: #8f2212 }
  .card { fill: #ffffff; stroke: #d3dae1 }
"""
PARTS = {'header': '#e4e8ee', 'machine': '#dbe8fb', 'prefix table': '#fbe3c4', 'tables':
'#eef4fd', 'code': '#fdeebb', 'policies': '#e9dff7', 'agents': '#d8f0ee',
         'checksum': '#f3dcdc'}


# ---- what is shown

class Facts:
    def __init__(self, build):
        self.build = build
        with open(RULES, encoding='utf-8') as file:
            self.rules = file.read().splitlines()
        self.dot = self.run('inspect', '--dot', RULES, AGENT).decode()
        self.listing = self.annotate(self.run('compile', '-q', '-o', '/dev/stdout', RULES))
        self.verdicts = self.run('check', RULES, AGENT, *URLS).decode().splitlines()

    def run(self, *args):
        done = subprocess.run([os.path.join(self.build, 'robotsc'), *args], stdout=subprocess.PIPE, check=False)
        if done.returncode > 1:
            sys.exit(f'pipeline.py: robotsc {args[0]} failed')
        return done.stdout

    def annotate(self, blob):
        done = subprocess.run([os.path.join(self.build, 'tests', 'listing')], input=blob, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode().splitlines()

    def text(self):
        return '\n'.join([*self.rules, *self.verdicts, *self.listing, self.dot])

    def octets(self):
        """Offset, octets and words of each line of the listing."""
        for line in self.listing:
            at, octets, words = re.fullmatch(r'(\w{4})  ((?:\w\w ?)+) *(.*)', line).groups()
            yield int(at, 16), octets.split(), (' ' if line[31:33] == '  ' else '') + words


def parts(facts):
    """Cells and nodes.

    A cell is an octet: its digits, its part, whether a node begins there.
    A node is an offset, octets, words.
    """
    cells, nodes, part = [], [], 'header'
    sections = {}
    for at, octets, words in facts.octets():
        section = re.match(r'section \d+, (\w+), at (\w+)', words)
        if section:
            sections[int(section[2], 16)] = section[1]
        part = {'machines': 'machine'}.get(sections.get(at), sections.get(at, part))
        node = re.match(r'@(\d+) (.*)', words)
        if words == 'checksum':
            part = words
        elif node:
            part = 'code'
            nodes.append((node[1], [], [node[2]]))
        elif words.startswith('prefix table'):
            part = 'prefix table'
            nodes.append(('/', [], [words]))
        elif part in ('machine', 'prefix table') and 'table' in words and not words.startswith('machine'):
            part = 'tables'
        if part in ('code', 'prefix table'):
            nodes[-1][1].extend(octets)
            if not node and not words.startswith('prefix table'):
                nodes[-1][2].append(words.strip())
        cells += [(octet, part, bool(node) and i == 0) for i, octet in enumerate(octets)]
    return cells, nodes


def in_short(words, root):
    """A node in a few words: its octets, where they lead, where others lead, its verdict."""
    kind = re.match(r'(\w+)', words[0])[1]
    other = re.search(r'else (\w+)', words[0])
    at_end = 'ends: allow' if 'E: allow' in words[0] else 'ends: disallow'
    said = [w for w in words[1:] if not re.match(r'(octets:|ways out:|bits of|seed|octets hashed|over |octets in)', w)]
    then = next((w[5:] for w in said if w.startswith('then ')), None)
    then = then or (re.search(r'then (allow|disallow)', words[0]) or [None, 'the next node'])[1]
    if kind == 'run':
        said = [f'{next(w for w in said if w.startswith(chr(34)))} to {then}']
    elif kind == 'prefix':
        prefixes = [re.sub('^then', 'to', w) for w in said if w.startswith(('"', 'then '))]
        said = [' '.join(['a hash leads:', *prefixes])]
    others = {'root': f'else as {root}', 'self': 'else stay', None: None}
    other = other and other[1]
    return kind, '; '.join([*said, *filter(None, [others.get(other, f'else {other}')]), at_end])


# ---- drawing

def text(x, y, said, css='sans', more='', right=WIDTH - MARGIN):
    """A line.  It may not run out of the card that ends at right."""
    if 'anchor' not in more and x + len(said) * LETTER[css.split()[0]] > right:
        sys.exit(f'pipeline.py: "{said}" runs out of its card; make the card wider, or the words shorter')
    return f'<text x="{x:g}" y="{y:g}" class="{css}" xml:space="preserve"{more}>{escape(said)}</text>'


def card(x, y, width, height, number, title, note):
    return [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10" class="card"/>',
            f'<circle cx="{x + 24}" cy="{y + 24}" r="11" fill="#0a5ea8"/>',
            text(x + 24, y + 28.5, str(number), 'sans', ' style="fill:#fff;font-weight:600" text-anchor="middle"'),
            f'<text x="{x + 43}" y="{y + 29.5}" class="title">{title}'
            f'<tspan dx="10" class="sans quiet">{escape(note)}</tspan></text>']


def arrow(x, y, turned):
    return f'<path d="M-15,-5 h16 v-7 l15,12 l-15,12 v-7 h-16 z" fill="#0a5ea8" transform="translate({x},{y}) rotate({turned})"/>'


def colour(line):
    word = line.split(':')[0].lower()
    return f'mono {word}' if word in ('allow', 'disallow') else 'mono quiet' if line.startswith('#') else 'mono'


def draw_rules(facts, x, y, height):
    out = card(x, y, LEFT, height, 1, 'Rules', 'robots.txt')
    for i, line in enumerate(facts.rules):
        at = y + HEAD + ROW * (i + 0.9)
        out += [text(x + 22, at, str(i + 1), 'mono quiet'), text(x + 44, at, line, colour(line), right=x + LEFT)]
    at = y + HEAD + ROW * (len(facts.rules) + 2.2)
    out.append(text(x + 22, at, 'One pass over a path gives its verdict:', 'sans quiet', right=x + LEFT))
    for line in facts.verdicts:
        verdict, url = line.split('\t')
        at += ROW
        out += [text(x + 22, at, url, 'mono'), text(x + 160, at, verdict, f'mono {verdict}', right=x + LEFT)]
    return out


def draw_automaton(facts, x, y, width, height, drawn):
    at, size, body = drawn
    scale = min((width - 24) / size[0], (height - HEAD - 34) / size[1])
    left, top = x + (width - scale * size[0]) / 2, y + HEAD + (height - HEAD - 30 - scale * size[1]) / 2
    out = card(x, y, width, height, 2, 'Automaton', 'minimal; robotsc inspect --svg')
    out.append(f'<g transform="translate({left:.1f},{top:.1f}) scale({scale:.3f}) translate({-at[0]},{-at[1]})">{body}</g>')
    note = 'Colour: the verdict where a path ends.  Dotted: no edge for what follows, so it is read from there.'
    out.append(text(x + 22, y + height - 13, note, 'sans quiet'))
    return out


def draw_octets(facts, x, y, width, height, cells, nodes):
    root = next((words[6:] for _, _, words in facts.octets() if words.startswith('root: ')), None)
    out = card(x, y, width, height, 3, 'Octets', f'the blob, all {len(cells)} of them: what the runtime walks')
    for i, (digits, part, begins) in enumerate(cells):
        left, top = x + 62 + CELL * (i % 16), y + HEAD + ROW * (i // 16)
        if i % 16 == 0:
            out.append(text(x + 20, top + 14.5, f'{i:04X}', 'small quiet'))
        out.append(f'<rect x="{left}" y="{top}" width="{CELL}" height="{ROW - 2}" fill="{"#f2c230" if begins else PARTS[part]}"/>')
        out.append(text(left + CELL / 2, top + 13.5, digits, 'small', ' text-anchor="middle"'))
    left, top = x + 62, y + HEAD + ROW * ((len(cells) + 15) // 16) + 12
    for part, fill in PARTS.items():
        if any(cell[1] == part for cell in cells):
            out += [f'<rect x="{left}" y="{top}" width="11" height="11" fill="{fill}" stroke="#b6bfc9" stroke-width="0.5"/>',
                    text(left + 15, top + 10, part, 'small quiet')]
            left += 26 + 7 * len(part)
    return out + draw_nodes(x + 62 + CELL * 16 + 30, y + HEAD, nodes, root)


def draw_nodes(x, y, nodes, root):
    out = [text(x, y + 13, 'The code, node by node:', 'sans quiet')]
    for number, octets, words in nodes:
        y += ROW * 1.12
        kind, said = in_short(words, root)
        out += [f'<rect x="{x}" y="{y + 2}" width="34" height="{ROW - 2}" rx="4" fill="#f2c230"/>',
                text(x + 17, y + 16, number, 'small', ' text-anchor="middle"'), text(x + 44, y + 16, kind, 'small quiet'),
                text(x + 96, y + 16, said, 'small')]
    return out


def graphviz(facts):
    """Where the drawing begins, its size, and its elements."""
    svg = facts.run('inspect', '--svg', RULES, AGENT).decode()
    box = [float(v) for v in re.search(r'viewBox="([^"]+)"', svg)[1].split()]
    body = svg[svg.index('<g id="graph0"'):svg.rindex('</svg>')]
    body = re.sub(r'<title>.*?</title>\n|<!--.*?-->\n|<polygon fill="white"[^>]*/>\n', '', body)
    return (box[0], box[1]), (box[2], box[3]), body.replace('font-family="monospace"', 'class="mono"')


def draw(facts):
    cells, nodes = parts(facts)
    top, low = 290, HEAD + ROW * ((len(cells) + 15) // 16) + 38
    low = max(low, HEAD + int(ROW * 1.12 * (len(nodes) + 1)) + 24)
    height = 2 * MARGIN + top + GAP + low
    right = MARGIN + LEFT + GAP
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">',
           '<title>Rules, their automaton, and the octets of the blob</title>', f'<desc>{escape(facts.text())}</desc>',
           f'<style>{STYLE}</style>', f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#f4f6f8"/>']
    out += draw_rules(facts, MARGIN, MARGIN, top)
    out += draw_automaton(facts, right, MARGIN, WIDTH - right - MARGIN, top, graphviz(facts))
    out += draw_octets(facts, MARGIN, MARGIN + top + GAP, WIDTH - 2 * MARGIN, low, cells, nodes)
    out += [arrow(MARGIN + LEFT + GAP / 2, MARGIN + top / 2, 0),
            arrow(right + (WIDTH - right - MARGIN) / 2, MARGIN + top + GAP / 2, 90)]
    return '\n'.join(out + ['</svg>'])


def main(args):
    only_facts = '--facts' in args
    args = [a for a in args if a != '--facts']
    if len(args) != 1:
        sys.exit(__doc__)
    facts = Facts(args[0])
    print(f'<desc>{escape(facts.text())}</desc>' if only_facts else draw(facts))


main(sys.argv[1:])
