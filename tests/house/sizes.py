#!/usr/bin/env python3
"""sizes.py [FOLDER] - functions of more than 60 lines, and files of more than 500, in any language.

A function is counted from its first line to its last, with the functions inside it.  What may be
longer stands in tests/house/sizes.txt: a file, a function or "*" for the file itself, its lines at
most, and a reason.  A row that nothing needs any more is a finding, too.

SPDX-License-Identifier: Apache-2.0
"""
import ast
import os
import re
import sys

import house

LINES_OF_FUNCTION, LINES_OF_FILE = 60, 500
TABLE = 'tests/house/sizes.txt'

C_NAME = re.compile(r'(\w+)\s*\(')
SHELL = re.compile(r'(\s*)(\w+)\(\) [{(]$')
JAVASCRIPT = re.compile(
    r'(\s*)(?!if\b|for\b|while\b|switch\b|catch\b|else\b|do\b|return\b|describe\b|\} else)'
    r'(?:.*?\bfunction\*? ?(\w*) ?\(.*'
    r'|(?:export |default |const |let |async |static |get |set )*(\w+) ?(?:[=:] ?(?:async )?)?\(.*\)(?: =>)?|.*=>) \{$')

GO = re.compile(r'()func (?:\([^)]*\) )?(\w+).*\{$')

JAVA = re.compile(
    r'(\t+)(?!if\b|for\b|while\b|switch\b|else\b|do\b|return\b|try\b|\})[\w<>\[\], .?]*?(\w+)\(.*\)(?: throws \w+)? \{$')

RUST = re.compile(r'(\s*)(?:pub(?:\(crate\))? )?(?:const )?(?:unsafe )?fn (\w+).*\{$')


def functions_of_c(lines):
    """A body begins and ends with a brace in the first column; lines are counted from 0."""
    begin = None
    for at, line in enumerate(lines):
        if line == '{':
            begin = at
            while begin > 0 and lines[begin - 1].strip() and not re.match(r'[}#/]| \*', lines[begin - 1]):
                begin -= 1
        elif line.startswith('}') and begin is not None:
            name = C_NAME.search(' '.join(lines[begin:begin + 3]))
            yield name.group(1) if name else '?', begin, at
            begin = None


def functions_by_indent(lines, pattern):
    """A function: a line that opens it, up to the first brace closed at the same indentation."""
    for begin, line in enumerate(lines):
        m = pattern.match(line)
        if m is None:
            continue
        name = next((g for g in m.groups()[1:] if g), '(no name)')
        for end in range(begin + 1, len(lines)):
            if re.match(re.escape(m.group(1)) + r'[})]', lines[end]):
                yield name, begin, end
                break


def functions_of_python(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno - 1, node.end_lineno - 1


def measure(name, data):
    """(function or "*" for the file, lines), for a file of code that people write."""
    kind = house.kind_of(name, data)
    for suffix, language in (('.js', 'javascript'), ('.mjs', 'javascript'), ('.go', 'go'), ('.java', 'java'), ('.rs', 'rust')):
        kind = language if name.endswith(suffix) else kind
    if kind not in ('c', 'python', 'shell', 'javascript', 'go', 'java', 'rust'):
        return
    text = data.decode('utf-8', 'replace')
    lines = text.split('\n')[:-1]
    yield '*', len(lines)
    if kind == 'python':
        found = functions_of_python(text)
    elif kind == 'c':
        found = functions_of_c(lines)
    else:
        found = functions_by_indent(lines, {'shell': SHELL, 'go': GO, 'java': JAVA, 'rust': RUST}.get(kind, JAVASCRIPT))
    for function, begin, end in found:
        yield function, end - begin + 1


def exceptions():
    """{(file, function): the most lines}"""
    allowed = {}
    for line in house.read_text(TABLE).split('\n'):
        if line and not line.startswith('#'):
            name, function, lines, reason = line.split(None, 3)
            allowed[name, function] = int(lines) if reason else 0
    return allowed


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else '.')
    allowed, findings, needed = exceptions(), [], set()
    for name in house.tracked():
        with open(name, 'rb') as file:
            data = file.read()
        for function, lines in measure(name, data):
            limit = LINES_OF_FILE if function == '*' else LINES_OF_FUNCTION
            if lines <= limit:
                continue
            needed.add((name, function))
            if lines > allowed.get((name, function), limit):
                findings.append(f'{name} {function} {lines}')
    findings += [f'{TABLE}: {name} {function} is needed no more' for name, function in allowed.keys() - needed]
    print('\n'.join(sorted(findings)), end='\n' if findings else '')
    return bool(findings)


if __name__ == '__main__':
    sys.exit(main())
