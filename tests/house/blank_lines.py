#!/usr/bin/env python3
"""blank_lines.py [--mend] FILE... - no blank line after the declarations that begin a block of C.

Prints each such line; 1 if there is one.  --mend removes them.

SPDX-License-Identifier: Apache-2.0
"""
import re
import sys

OPENS_BLOCK = re.compile(r'^(?!.*(?:=|\b(?:struct|enum|union)(?: \w+)?) \{$).*\{$')
NO_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')
KEYWORD = re.compile(r'(?:return|goto|else|case|default|if|for|while|do|switch|break|continue)\b')
# A type, then a name after spaces or asterisks; no call and no assignment begins like this.
DECLARES = re.compile(r'(?:\w+ )*\w+(?: \w| ?\*+(?:const )?\w| \(\*\w)|_Static_assert\b')


def statement_end(lines, at):
    """The index after the statement that begins at index `at`, and the statement's text."""
    text, depth = '', 0
    while at < len(lines) and lines[at]:
        code = NO_CODE.sub('', lines[at]).strip()
        text += ' ' + code
        depth += sum(code.count(c) for c in '({') - sum(code.count(c) for c in ')}')
        at += 1
        if depth <= 0 and (code.endswith(';') or not text.strip()):
            break
    return at, text.strip()


def blank_after_declarations(lines, at):
    """The index of the blank line after the declarations that begin at `at`, or None."""
    declared = False
    while at < len(lines) and lines[at]:
        at, text = statement_end(lines, at)
        if not text or text.startswith(('/*', '*')):
            continue
        if not text.endswith(';') or KEYWORD.match(text) or not DECLARES.match(text):
            return None
        declared = True
    return at if declared and at < len(lines) else None


def found(lines):
    for at, line in enumerate(lines):
        if OPENS_BLOCK.match(line):
            blank = blank_after_declarations(lines, at + 1)
            if blank is not None:
                yield blank


def main(mend, files):
    bad = 0
    for name in files:
        with open(name, encoding='utf-8') as file:
            lines = file.read().split('\n')
        blanks = set(found(lines))
        bad += len(blanks)
        if blanks and mend:
            with open(name, 'w', encoding='utf-8') as file:
                file.write('\n'.join(line for at, line in enumerate(lines) if at not in blanks))
        for at in sorted(blanks if not mend else ()):
            print(f'{name}:{at + 1}: a blank line after declarations')
    return bad > 0 and not mend


sys.exit(main(sys.argv[1:2] == ['--mend'], [name for name in sys.argv[1:] if name != '--mend']))
