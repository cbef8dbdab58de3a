#!/usr/bin/env python3
"""amalgamate.py ARCHIVE OUTPUT DEPFILE [HEADER] - a library as one source and one header.

    packaging/amalgamate.py build/librobotsc.a build/amalgamation/robotsc.h build/robotsc.h.d
    packaging/amalgamate.py build/librobotsc.a build/amalgamation/robotsc.c build/robotsc.c.d

ninja knows which sources ARCHIVE has.  NAME.h holds the public headers that these include, NAME.c
includes NAME.h, or HEADER of another library, and holds the rest.  The code that audits logs is
left to NAME_audit.c, which includes NAME.c.  DEPFILE lists what was read, for ninja.

What C keeps apart in files is kept apart here:
* a static name of a .c file that other files use, too, gets its file's name in front: put becomes
  stamp__put in runtime/access/stamp.c; so does a tag that another file defines
* macros of a .c file end with it
* functions that files share become static, but for those that some configurations lack

SPDX-License-Identifier: Apache-2.0
"""
import collections
import os
import re
import subprocess
import sys

FOLDERS = ('include', 'runtime', 'compiler')
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|->|\w+|\S', re.S)
INCLUDE = re.compile(r'#include "(.*)"\n')
MACRO = re.compile(r'^# *define +(\w+)', re.M)
STATIC = re.compile(r'^(?:SPECIALIZED|.*\bstatic|\})(?=[ ])[^(=;{\n]*?\b(\w+)(?:\[[^=;]*)? *[(=;]', re.M)
TYPEDEF = re.compile(r'^typedef [^;]*?(\w+)(?: __attribute__.*)?;', re.M)
TAG = re.compile(r'\b(?:struct|enum|union) (\w+) \{')
ENUM = re.compile(r'^(?:static const )?enum(?: \w+)? \{(.*?)\}', re.M | re.S)
SHARED = re.compile(r'^(?!static|typedef|extern|SPECIALIZED)(?=[A-Za-z][^;{}()]*[ *](robotsc__\w+)\([^{};]*\)(;|\s*\{))', re.M)

FIRST = '''/* %s - robotsc %s, made of the files named below.  docs/embedding.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
'''

# Headers have inline functions and tables that a library does not use.  In a source clang warns.
UNUSED = '''
#ifdef __clang__
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wunused-const-variable"
#endif
'''


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def without_comments(text):
    return re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)


def sources_of(archive):
    """The sources of an archive, in the order in which ninja compiles them."""
    commands = subprocess.run(['ninja', '-t', 'commands', archive], stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.findall(r' -c -o \S+\.o (\S+\.c)$', commands, re.M)


def resolve(name, includer):
    """The path of the header that a file includes by this name."""
    for folder in (os.path.dirname(includer), *FOLDERS):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    sys.exit(f'amalgamate.py: {includer} includes {name}, which is not there')


def closure(paths):
    """The texts of these files and of all that they include; each comes after what it includes."""
    texts = {}

    def visit(path):
        text = read(path)
        for name in INCLUDE.findall(text):
            header = resolve(name, path)
            if header not in texts:
                visit(header)
        texts[path] = text

    for path in paths:
        visit(path)
    return texts


def is_public(path):
    return path.startswith('include/')


def is_header(path):
    return path.endswith('.h')


def tags(text):
    return {'struct ' + tag for tag in TAG.findall(text)}


def names(text):
    """What a source defines for itself alone: ordinary names, and tags as "struct NAME"."""
    found = set(STATIC.findall(text)) | set(TYPEDEF.findall(text)) | tags(text)
    for body in ENUM.findall(text):
        found |= set(re.findall(r'(\w+)(?: *=[^,]*)?(?:,|\s*$)', body))
    return found


def used(texts):
    """Counts how many files have each word, and how many define each tag."""
    plain = [without_comments(text) for text in texts]
    return collections.Counter(word for text in plain for word in set(re.findall(r'\w+', text)) | tags(text))


def renamed(path, text, files):
    """The text with the file's name before each own name that another file has, too."""
    stem = os.path.basename(path)[:-2]
    own = {name for name in names(without_comments(text)) if files[name] > 1}
    before = ''

    def rename(match):
        nonlocal before
        token, left = match[0], before
        if not token.startswith(('/*', '//')):
            before = token
        tag = left in ('struct', 'enum', 'union')
        if left in ('.', '->') or ('struct ' + token if tag else token) not in own:
            return token
        return f'{stem}__{token}'

    return TOKEN.sub(rename, text)


def piece(path, text, files, shared):
    """A file's text as the one source has it."""
    if is_header(path):
        return SHARED.sub(lambda match: 'static ' if match[1] in shared and match[2] == ';' else '', text)
    ends = ''.join(f'#undef {macro}\n' for macro in dict.fromkeys(MACRO.findall(text)))
    return renamed(path, text, files) + ends


def unconditional(text):
    """The lines outside of any #if."""
    depth, kept = 0, []
    for line in text.splitlines(True):
        depth += line.startswith('#if')
        kept += [] if depth else [line]
        depth -= line.startswith('#endif')
    return ''.join(kept)


def is_audit(path):
    return '/audit' in path


def header(texts):
    """The public headers, each with its include guard."""
    return {path: text for path, text in texts.items() if is_public(path)}


def source(texts, audit):
    """All files but public headers: those that audit logs, or the others."""
    files = used(texts.values())
    always = [unconditional(text) for path, text in texts.items() if not is_header(path)]
    shared = {match[1] for text in always for match in SHARED.finditer(text) if match[2] != ';'}
    # A function that only the second source uses would be defined in the first and not used.
    uses = [collections.Counter(word for path, text in texts.items() if not is_header(path) and is_audit(path) == second
                                for word in set(re.findall(r'robotsc__\w+', text))) for second in (False, True)]
    shared = {name for name in shared if not uses[1][name] or uses[0][name] != 1}
    return {path: piece(path, text, files, shared) for path, text in texts.items()
            if not is_public(path) and is_audit(path) == audit}


def main(archive, output, depfile, other=None):
    texts = closure(sources_of(archive))
    base = os.path.basename(output)
    version = re.search(r'VERSION_STRING "(.*)"', texts['include/robotsc/common.h'])[1]
    first = FIRST % (base, version)
    if is_header(output):
        pieces = header(texts)
    elif base.endswith('_audit.c'):
        pieces = source(texts, True)
        first += f'#include "{base[:-8]}.c"\n'
    else:
        pieces = source(texts, False)
        first += f'#include "{other or base[:-2] + ".h"}"\n{UNUSED}'
    with open(output, 'w', encoding='utf-8') as file:
        file.write(first)
        for path, text in pieces.items():
            file.write(f'\n/* ==== {path} ==== */\n\n' + INCLUDE.sub('', text))
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write(f'{output}: {" ".join(texts)}\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
