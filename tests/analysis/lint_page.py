#!/usr/bin/env python3
"""lint_page.py ROBOTSC docs/lint.md - writes the table of ids anew: the message of each example,
and the hint.  Ends with 1 if an example does not give its finding, or an id has no row.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import subprocess
import sys

ROW = re.compile(r'\| <a id="([a-z0-9-]+)"></a>`\1` \| `(.*?)` \| .*? \| (.*) \|$')


def said(robotsc, name, command):
    """The message of the first finding with an id, with the text in brackets, and its hint."""
    answer = subprocess.run(['sh', '-c', command.replace('\\|', '|') + ' --most=1000'], capture_output=True, text=True, check=False,
                            env={**os.environ, 'PATH': os.path.dirname(os.path.abspath(robotsc)) + ':' + os.environ['PATH']})
    lines = answer.stdout.splitlines()
    for i, line in enumerate(lines):
        found = re.match(r'<stdin>:\d+:\d+: (error|warning|note): (.*) \[' + name + r'\]$', line)
        if found:
            hint = next(row.strip()[6:] for row in lines[i + 1:] if row.startswith('    hint: '))
            return f'`{found[1]}: {found[2]}`<br>`hint: {hint}`'.replace('|', '\\|')
    sys.exit(f'{name}: this does not give it: {command}')


def main():
    robotsc, page = sys.argv[1:]
    rules = json.loads(subprocess.run([robotsc, 'lint', '--format=sarif', '-'], stdin=subprocess.DEVNULL, capture_output=True,
                                      check=True).stdout)['runs'][0]['tool']['driver']['rules']
    documented = set()
    with open(page, encoding='utf-8') as file:
        for line in file.read().splitlines():
            row = ROW.match(line)
            if row:
                documented.add(row[1])
                line = f'| <a id="{row[1]}"></a>`{row[1]}` | `{row[2]}` | {said(robotsc, row[1], row[2])} | {row[3]} |'
            print(line)
    if documented != {rule['id'] for rule in rules}:
        sys.exit(f'not in both, the page and the list: {sorted(documented ^ {rule["id"] for rule in rules})}')


main()
