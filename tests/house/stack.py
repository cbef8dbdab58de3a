#!/usr/bin/env python3
"""stack.py - nothing recurses, and the stack that calls need is what docs/limits.md says.

    stack.py FOLDER    FOLDER: what gcc -fcallgraph-info=su wrote, a file for each source

A call through a pointer goes where POINTERS says; every function whose name stands somewhere
without a call must be there, or in NO_POINTERS.  What is called outside these sources, as memcpy
is, and what callers hand in counts as nothing.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import re
import sys

POINTER = '__indirect_call'
PAGE = 'docs/limits.md'
# Functions with calls through pointers, each behind its source, and what these calls may reach.
POINTERS = [
    (r'compiler/compile\.c:(robotsc_)?compile.*', r'compiler/compile\.c:.*'),
    (r'compiler/(support/arena|code/blob_writer|compile)\.c:.*', r'compiler/support/arena\.c:resize_malloc'),
    (r'compiler/support/arena\.c:(new_chunk|release|put_away|robotsc__arena_(take|reset|free))',
     r'compiler/support/arena\.c:resize_kept'),
    (r'compiler/support/sort\.c:.*', r'.*:(compare\w*|(tail_)?head(_of)?)|robotsc__sort_by_\w+'),
    (r'(compiler|analysis)/.*', r'compiler/dialect/dialect\.c:.*|robotsc__(normalize_\w|fnmatch_run|dialect_rank_strict)'),
    (r'analysis/explain\.c:.*', r'analysis/answer_page\.c:take_line'),
    (r'compiler/front/parse\.c:.*', r'analysis/(lint\.c:take_diag|relative_sitemaps\.c:look)'),
    (r'analysis/(explore|random_walk|alphabet)\.c:.*', r'analysis/lazy_(machines|rules)\.c:.*|analysis/\w+\.c:visit\w*'),
    (r'analysis/compare\.c:.*', r'analysis/lint_dialects\.c:(before|after|take_\w+)|analysis/suggest\.c:keep'),
    (r'analysis/suggest\.c:.*', r'analysis/suggest\.c:keep'),
    (r'analysis/lint\.c:.*', r'analysis/summary\.c:take_finding'),
    (r'analysis/lint_fix\.c:robotsc__fixer_fix',
     r'analysis/lint_fix\.c:((remove|write|begin|group|own|rule|move|copy|one|in|usage)_\w+|escape\w*)|robotsc__fix_\w+'),
    (r'analysis/compare(_all)?\.c:.*', r'analysis/fix_effect\.c:(tell|take_difference)'),
    (r'analysis/extent_parts\.c:.*', r'analysis/summary_answer\.c:take_part'),
    (r'hosts/store/verify\.c:walk', r'hosts/store/verify\.c:(count|verify)_\w+'),
    (r'hosts/store/filter_run\.c:.*', r'hosts/store/filter_(store|snapshot)\.c:open_filter'),
    (r'hosts/store/filter_worker\.c:.*', r'hosts/store/filter_(store|snapshot)\.c:(begin|end|check\w*|close_source)'),
    (r'hosts/snapshot/maker/policy_records\.c:.*', r'hosts/snapshot/maker/policy_records\.c:(work|sink)'),
    (r'hosts/pipeline\.c:.*',
     r'hosts/(import/import|store/filter_run|snapshot/maker/policy_records)\.c:(work|sink)|'
     r'hosts/snapshot/maker/sorter\.c:(sort|write)_slot'),
]
# Names that have another meaning as well, or that only the C library calls.
NO_POINTERS = (r'analysis/edit_proof\.c:is_asked|'
               r'compiler/automaton/determinize\.c:step|analysis/explain\.c:matches.*|hosts/import/warc_reader\.c:more|'
               r'analysis/lint_dialects\.c:deciding.*|hosts/import/inputs\.c:by_name|analysis/lint_rootless\.c:begins|'
               r'robotsc_lint_rule|robotsc_unexpected|robotsc_store_settings|robotsc_snapshot_info|'
               r'robotsc_manifest_row|robotsc_url_kind|runtime/access/date\.c:zone|hosts/pipeline\.c:(work_on|sink_all)|'
               r'hosts/store/write\.c:by_key|analysis/fix_effect\.c:put_text|hosts/snapshot/maker/sorter\.c:by_octets|'
               r'hosts/snapshot/maker/verify_snapshot\.c:fault')
FRAME = 1024  # octets: larger frames are shown by -v


def read(folder):
    """Frames, calls and sources of all functions; a static one has its source before its name."""
    frames, calls, sources = {}, {}, {}
    for path in sorted(glob.glob(os.path.join(folder, '*.ci'))):
        with open(path, encoding='utf-8') as file:
            for line in file:
                node = re.match(r'node: { title: "([^"]+)" label: "[^"\\]*\\n([^":\\]*)[^"\\]*\\n(\d+) bytes \(([a-z,]+)\)', line)
                edge = re.match(r'edge: { sourcename: "([^"]+)" targetname: "([^"]+)"', line)
                if node:
                    frames[node[1]], sources[node[1]] = (int(node[3]), node[4]), node[2]
                    calls.setdefault(node[1], set())
                elif edge:
                    calls.setdefault(edge[1], set()).add(edge[2])
    return frames, calls, sources


def pointed_at(frames):
    """Functions whose address is taken."""
    texts = {}
    for folder in ('runtime/*', 'compiler', 'compiler/*', 'analysis', 'hosts', 'hosts/*', 'hosts/snapshot/reader'):
        for path in glob.glob(folder + '/*.[ch]'):
            with open(path, encoding='utf-8') as file:
                texts[path] = re.sub(r'/\*.*?\*/|"(\\.|[^"\\])*"', '', file.read(), flags=re.S)
    everything = '\n'.join(texts.values())
    out = set()
    for name in frames:
        source, _, bare = name.rpartition(':')
        bare = bare.split('.')[0]
        if re.search(r'\b%s\b(?!\s*\()' % re.escape(bare), texts.get(source, everything)):
            out.add(name)
    return out


def follow_pointers(frames, calls, sources):
    """Replace calls through pointers by calls of the functions that they may reach.

    Returns the functions that no known pointer reaches."""
    pointed, met = pointed_at(frames), set()
    for name, to in calls.items():
        if POINTER in to:
            to.discard(POINTER)
            for source, target in POINTERS:
                if re.fullmatch(source, sources[name] + ':' + name.rpartition(':')[2]):
                    to |= {t for t in pointed if re.fullmatch(target, t)}
            met |= to & pointed
    return sorted(p for p in pointed - met if not re.fullmatch(NO_POINTERS, p))


def cycles(calls):
    """Functions that call themselves, directly or not (Tarjan, without recursion)."""
    index, low, on, stack, found = {}, {}, set(), [], []
    for root in calls:
        work = [(root, None)] if root not in index else []
        while work:
            name, rest = work.pop()
            if rest is None:
                index[name] = low[name] = len(index)
                stack.append(name)
                on.add(name)
                rest = sorted(calls.get(name, ()))
            while rest:
                to = rest.pop()
                if to not in index:
                    work += [(name, rest + [to]), (to, None)]
                    break
                if to in on:
                    low[name] = min(low[name], low[to])
            else:
                if low[name] == index[name]:
                    part = []
                    while not part or part[-1] != name:
                        part.append(stack.pop())
                        on.discard(part[-1])
                    if len(part) > 1 or name in calls.get(name, ()):
                        found.append(sorted(part))
    return found


def depth(name, frames, calls, known):
    """Octets of stack that a call needs, with its callees.  There must be no cycle of calls."""
    work = [name]
    while work:
        top = work[-1]
        missing = [to for to in calls.get(top, ()) if to not in known]
        if missing:
            work += missing
        else:
            known[top] = frames.get(top, (0, ''))[0] + max((known[to] for to in calls.get(top, ())), default=0)
            work.pop()
    return known[name]


def promised():
    """The rows of the page: a function, and the most octets of stack that a call of it takes."""
    with open(PAGE, encoding='utf-8') as file:
        return [(name, int(bound)) for name, bound in re.findall(r'^\| `(robotsc_\w+)` \| (\d+) \|', file.read(), re.M)]


def main(folder):
    frames, calls, sources = read(folder)
    failures = ['%s: which pointer comes to it?' % name for name in follow_pointers(frames, calls, sources)]
    failures += ['%s calls itself' % ', '.join(part) for part in cycles(calls)]
    failures += ['%s takes a frame whose size depends on what comes in' % name for name, (_, kind) in frames.items()
                 if kind == 'dynamic']
    known, rows = {}, promised()
    for name, bound in rows if not failures else ():
        needs = depth(name, frames, calls, known) if name in frames else None
        if needs is None or not bound / 8 < needs <= bound:
            failures.append('%s:%s takes %s octets of stack, not up to %d' % (PAGE, name, needs, bound))
    if not rows or len(frames) < 250:
        failures.append('%d functions, %d rows of %s' % (len(frames), len(rows), PAGE))
    print('\n'.join(failures))
    if '-v' in sys.argv and not failures:
        for name in sorted(frames):
            if re.match(r'robotsc_[a-z]', name) or frames[name][0] > FRAME:
                print('%6d %6d %s' % (frames[name][0], depth(name, frames, calls, known), name))
    print('%d passed, %d failed' % (len(frames) + len(rows), len(failures)))
    return bool(failures)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
