#!/usr/bin/env python3
"""matrix.py - small faults in the product, and which tests notice them.

    matrix.py measure [seconds]   the functions that each test reaches, and its processor seconds;
                                  or only seconds, of those that have none since
    matrix.py run COUNT           draws faults up to COUNT and runs tests on each; goes on where it
                                  was stopped, which it may be at any time
    matrix.py about TEST [COUNT]  faults in the functions that TEST and fewest others reach; the
                                  others run, each fault up to the first that notices
    matrix.py sum                 by ring: faults, noticed, seconds, lines; then a row for each test
    matrix.py page [--write]      docs/dev/testing.md, with its tables made of these

tests/house/matrix.tsv has a row for each fault: its set, kind, file, function, the text of a line
that stands once in it, what it becomes, how far its tests ran, processor seconds, the tests that
noticed, and those that did not.  Rings have faults by their lines, two of three in the set
"choose", one in "judge", by which nothing is chosen; any first part of the table is such a sample.

Tests that reach the function run, the cheapest first, in short form, until the third that notices,
and one of 'ninja check' if there is any, up to 20 seconds: "first".  Where none noticed, the others
run up to the first that does: "all".  For each tenth fault all of them run: "full".  What does not
compile, or compiles to the same code, is drawn again.  "equal", which people write, is a fault that
changes nothing that is said: it does not count.  So is "sanitizers" among the tests that noticed,
for what only .ci/run sees: octets beyond their memory, and memory that is lost.  "memory", "budget"
and "words" give the reason why no test is for a fault, which counts: it shows only where memory
ends, in the steps that a budget counts, or in the words of a rare message.

tests/house/seconds.tsv has the seconds of each test, the functions of the product that it reaches,
and those that it reaches alone; a "-" where 'measure seconds' has not yet taken the seconds.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import contextlib
import filecmp
import functools
import glob
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys

sys.path[:0] = ['tests/support', 'tests/house']
import reach  # noqa: E402
import weigh  # noqa: E402

TABLE, PAGE = 'tests/house/matrix.tsv', 'docs/dev/testing.md'
Row = collections.namedtuple('Row', 'set kind path function old new state seconds noticed missed')
RINGS = {'core': ('compiler', 'runtime'), 'answers': ('analysis',), 'many hosts': ('hosts',), 'command': ('cli',)}
SEED = 20261130
FIRST = 20.0  # seconds of processor for the tests of a fault
ENOUGH = 3  # tests that notice
EACH_FULL = 10  # faults for one with all tests
LIMIT = 3 << 30  # octets of a program
CFLAGS = '-O1 -Werror -Wno-maybe-uninitialized -Wno-format-truncation'

# The scripts that run the product, each with the programs that it needs besides the command.
SCRIPTS = {name: () for name in ('audit cli cli_web constants family filter goldens import jobs lint lsp readme recipes '
                                 'refresh serve snapshot_diff store').split()}
SCRIPTS |= {'compat': ('librobotsc.so', 'librobotsc_runtime.a', 'tests/compat_oracle', 'tests/compat_test', 'tests/old_program'),
            'conformance': ('conformance/c_robotsc',), 'differences': ('conformance/c_robotsc',), 'html5': ('librobotsc.so',),
            'pseudocode': ('tests/edges_test', 'tests/layout_test', 'tests/listing'), 'snapshot': ('tests/watch_make',)}

AFTER, BEFORE = r'(?<=[\w)\]] )', r'(?= [\w(*&!-])'
VALUE = r'[\w.>\-\[\]&*]+'


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def other_number(m):
    value = int(m[1], 0)
    return [f'{n:#x}{m[2]}' if 'x' in m[1] else f'{n}{m[2]}' for n in (value + 1, value - 1) if n >= 0]


def is_symmetric(m):
    """True if the exchanged arguments are those of a comparison for equality."""
    return '= 0' in m.string and re.search(r'(cmp|_order|compare_\w+)$', m.string[:m.start()])


# Each kind: patterns in a line of code, each with what may replace it, or what lists that.
KINDS = {
    'comparison': tuple((f'{AFTER}{old}{BEFORE}', new) for old, new in (('<', '<='), ('<=', '<'), ('>', '>='), ('>=', '>'),
                                                                        ('==', '!='), ('!=', '=='))),
    'condition': ((r'^((?:\} else )?(?:if|while)) \((.*)\)( \{)?$', lambda m: [f'{m[1]} (!({m[2]})){m[3] or ""}']),
                  (r'(?<=[ (])!(?=[\w(])', ''), (f'{AFTER}&&(?= )', '||'), (f'{AFTER}\\|\\|(?= )', '&&')),
    'number': ((r"(?<![\w.'])(0x[0-9a-f]+|0|[1-9][0-9]*)(u?)(?![\w.])", other_number),
               (r'\btrue\b', 'false'), (r'\bfalse\b', 'true')),
    'operator': tuple((f'{AFTER}{re.escape(old)}{BEFORE}', new) for old, new in (
        ('+', '-'), ('-', '+'), ('+=', '-='), ('-=', '+='), ('|', '&'), ('&', '|'), ('|=', '&='), ('&=', '|='), ('<<', '>>'),
        ('>>', '<<'), ('*', '+'), ('%', '/'))) + ((r'(?<=\w|\])\+\+(?!\w)', '--'), (r'\bcontinue;', 'break;')),
    'statement': ((r'^(?!return\b)[\w*(][\w.>\-\[\]*()]*( [-+|&]?= .*|\(.*\)|\+\+|--);$', ';'),),
    'argument': ((rf'(?<=\w)(\(|\((?:{VALUE}, )+)({VALUE}), ({VALUE})(?=[,)])',
                  lambda m: [f'{m[1]}{m[3]}, {m[2]}'] if m[2] != m[3] and not is_symmetric(m) else []),),
    'constant': ((r'\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!\()', None), (r"'([a-z0-9:/.])'", lambda m: ["'~'"])),
    'error path': ((r'^((?:\} else )?if) \((.*)\)$', lambda m: [f'{m[1]} (false && ({m[2]}))']),),
    'text': ((r'"([^"\\%]{3,})"', lambda m: [f'"{m[1][:-1]}"']),),
}


def changes(kind, line, following, constants):
    """The lines that a line of code becomes by one change of a kind at one place."""
    code = re.sub(r'/\*.*', '', line).rstrip()
    if kind == 'error path' and not re.match(r'(return|goto)\b', following):
        return
    for pattern, new in KINDS[kind]:
        for m in re.finditer(pattern, code):
            if code.count('"', 0, m.start()) % 2:
                continue
            if new is None:
                head = '_'.join(m[0].split('_')[:2])
                made = [c for c in constants if c.startswith(head) and c != m[0]]
            else:
                made = new(m) if callable(new) else [new]
            yield from (code[:m.start()] + text + code[m.end():] + line[len(code):] for text in made)


@functools.cache
def candidates(ring):
    """Lines that stand once in their functions, by kind: file, function, line, replacements."""
    found = collections.defaultdict(list)
    for path in sorted(path for folder in RINGS[ring] for path in glob.glob(folder + '/**/*.c', recursive=True)):
        with open(path, encoding='utf-8') as file:
            text = file.read()
        if text.startswith('/* Generated by re2c') or '/no_store/' in path:
            continue
        lines = text.split('\n')
        constants = sorted(set(re.findall(r'\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!\()', text)))
        for first, last, function in reach.functions_in(text):
            inside = [line.strip() for line in lines[lines.index('{', first) + 1:last]]
            count = collections.Counter(inside)
            for line, following in zip(inside, inside[1:]):
                if count[line] > 1 or '\t' in line or line.startswith(('/*', '* ', '#', 'static ')):
                    continue
                for kind in KINDS:
                    made = sorted(set(changes(kind, line, following, constants)) - {line})
                    if made:
                        found[kind].append((path, function, line, made))
    return found


def read():
    return [Row(*row) for row in reach.read_rows(TABLE)]


def write(rows):
    with open(TABLE + '.new', 'w', encoding='utf-8') as file:
        file.write(''.join('\t'.join(row) + '\n' for row in rows))
    os.replace(TABLE + '.new', TABLE)


def ring_of(path):
    return next(ring for ring, folders in RINGS.items() if path.split('/')[0] in folders)


class Tree:
    """A copy of the sources in the build folder, configured like this tree, but with little
    optimization; its build is kept."""

    def __init__(self):
        with open('config.ninja', encoding='utf-8') as file:
            config = file.read()
        args = re.search(r'^configure_args = (.*)$', config, re.M)[1].replace('$$', '$')
        self.build = re.search(r'^builddir = (.*)$', config, re.M)[1]
        # So deep that packaging/edges finds no .ninja files there.
        self.path = os.path.abspath(os.path.join(self.build, 'matrix/tree'))
        listed = output_of('git', 'ls-files', '-z', '-c', '-o', '--exclude-standard')
        names = {name for name in listed.split('\0') if os.path.isfile(name)}
        for folder, folders, files in os.walk(self.path):
            if folder == self.path:
                folders[:] = set(folders) - {'build', 'tmp'}
            for name in (os.path.relpath(os.path.join(folder, name), self.path) for name in files):
                if name not in names | {'config.ninja', 'edges.ninja'}:
                    os.remove(os.path.join(self.path, name))
        for name in names:
            to = os.path.join(self.path, name)
            if not (os.path.exists(to) and filecmp.cmp(name, to, shallow=False)):
                os.makedirs(os.path.dirname(to), exist_ok=True)
                shutil.copy(name, to)
        linker = ' LDFLAGS=-fuse-ld=lld' if shutil.which('ld.lld') else ''
        subprocess.run(f'./configure {args} --builddir=build CFLAGS="{CFLAGS}"{linker} >configure.log', shell=True, check=True,
                       cwd=self.path)
        self.tests = self.forms()
        if not self.ninja(*sorted({need for test in self.tests for need in self.needs(test)})):
            sys.exit(f'{self.path} does not build without a warning')
        self.reached = reach.read_reached(os.path.join(self.build, 'tests/reached.tsv'))
        self.costs = {row[0]: float(row[1]) for row in reach.read_rows(reach.SECONDS)}

    def listed(self, option):
        return output_of('sh', f'{self.path}/tests/run.sh', option).split()

    def forms(self):
        """The tests that run the product, in the forms of 'ninja check' and of 'ninja test'."""
        self.checked = self.listed('--list-check')
        tests = dict.fromkeys(self.checked + self.listed('--list'))
        return [test for test in tests if reach.name_of(test) in SCRIPTS
                or glob.glob(f'tests/**/{reach.name_of(test)}.c', recursive=True)]

    def needs(self, test):
        name = reach.name_of(test)
        if name.endswith('_test'):
            return [f'build/tests/{name}']
        return ['build/robotsc', *('build/' + need for need in SCRIPTS[name])]

    def ninja(self, *targets):
        """Builds the targets; False if something does not compile."""
        return subprocess.run(['ninja', *targets], cwd=self.path, capture_output=True, check=False).returncode == 0

    def run(self, test, cost=5 * FIRST):
        """Runs a test of known cost; returns whether it passes, and its processor seconds."""
        name, *arguments = test.split(',')
        script = glob.glob(f'{self.path}/tests/**/{name}.sh', recursive=True)
        command = ['sh', script[0]] if script else ['build/tests/' + name]
        seconds = int(3 + 5 * cost)
        temporary = os.path.join(self.path, 'tmp')
        os.makedirs(temporary, exist_ok=True)

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_DATA, (LIMIT, LIMIT))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with subprocess.Popen(command + arguments, cwd=self.path, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit,
                              env=os.environ | {'TMPDIR': temporary, 'BLESS': 'no'}) as child:
            try:
                passed = child.wait(60 + 20 * cost) == 0
            except subprocess.TimeoutExpired:
                passed = False
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
        shutil.rmtree(temporary, ignore_errors=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return passed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    @contextlib.contextmanager
    def changed(self, row):
        """True while the line is changed; False if it does not stand once in its function."""
        whole = os.path.join(self.path, row.path)
        before, at = '', []
        if os.path.exists(whole):
            with open(whole, encoding='utf-8') as file:
                before = file.read()
            lines = before.split('\n')
            at = [n for first, last, name in reach.functions_in(before) if name == row.function
                  for n in range(first, last) if lines[n].strip() == row.old]
        if len(at) != 1:
            yield False
            return
        lines[at[0]] = lines[at[0]].replace(row.old, row.new)
        with open(whole, 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines))
        try:
            yield True
        finally:
            with open(whole, 'w', encoding='utf-8') as file:
                file.write(before)

    def code_of(self, path):
        out = f'build/{path[:-2]}.o'
        if not self.ninja(out):
            return None
        with open(os.path.join(self.path, out), 'rb') as file:
            return file.read()

    def draw(self, rng, rows, ring, kind, of_set, functions=None):
        """A new fault that changes the compiled program, or None."""
        choice = [c for c in candidates(ring)[kind] if functions is None or c[:2] in functions]
        for _ in range(50 if choice else 0):
            path, function, old, made = rng.choice(choice)
            row = Row(of_set, kind, path, function, old, rng.choice(made), '?', '0', '', '')
            code = self.code_of(path)
            with self.changed(row) as there:
                new = self.code_of(path) if there else None
            if new not in (None, code) and row[2:6] not in [r[2:6] for r in rows]:
                return row
        return None

    def next(self, rows, sums):
        """The next fault: in the ring that has fewest for its lines, of each kind in turn."""
        counts = collections.Counter(ring_of(row.path) for row in rows)
        ring = max(RINGS, key=lambda ring: sums[ring, 'product'] / (counts[ring] + 0.5))
        turn, at = divmod(counts[ring], len(KINDS))
        kinds = random.Random(f'{SEED} {ring} {turn}').sample(list(KINDS), len(KINDS))
        rng = random.Random(f'{SEED} {ring} {counts[ring]}')
        of_set = 'judge' if counts[ring] % 3 == 2 else 'choose'
        drawn = (self.draw(rng, rows, ring, kind, of_set) for kind in kinds[at:] + kinds[:at])
        return next(row for row in drawn if row)

    def tried(self, row, stage, without=''):
        """Runs a fault's tests as far as the stage says; returns its row with the results."""
        noticed, missed = row.noticed.split(), row.missed.split()
        hits = reach.tests_of(self.reached, row.path, row.function)
        tests = [test for test in sorted(self.tests, key=lambda t: self.costs.get(t, FIRST))
                 if reach.name_of(test) in hits - {without} and test in self.costs and test not in noticed + missed]
        spent, enough = float(row.seconds), {'first': ENOUGH, 'all': 1, 'full': len(tests) + len(noticed)}[stage]
        with self.changed(row) as there:
            if not there:
                return row._replace(state='gone')
            while tests:
                checks = [test for test in self.checked if test in tests]
                if len(noticed) >= enough and (stage != 'first' or not checks or set(noticed) & set(self.checked)):
                    break
                if stage == 'first':
                    tried = set(map(reach.name_of, noticed + missed))
                    tests = [test for test in tests if spent + self.costs[test] <= FIRST
                             and (test in self.checked or reach.name_of(test) not in tried)]
                some, tests = tests[:ENOUGH], tests[ENOUGH:]
                if not some:
                    break
                if not self.ninja(*sorted({need for test in some for need in self.needs(test)})):
                    return row._replace(state='gone')
                for test in some:
                    if reach.name_of(test) in map(reach.name_of, noticed):
                        continue
                    passed, seconds = self.run(test, self.costs[test])
                    spent += seconds
                    (missed if passed else noticed).append(test)
        return row._replace(state=stage, seconds=f'{spent:.1f}', noticed=' '.join(noticed), missed=' '.join(missed))


def without_gone(row, tests):
    """The row without tests that are gone; if only those noticed the fault, it is tried again."""
    noticed, missed = (' '.join(test for test in names.split() if test in tests | {'sanitizers'})
                       for names in (row.noticed, row.missed))
    return row._replace(noticed=noticed, missed=missed, state='?' if row.noticed and not noticed else row.state)


def run(count):
    tree, sums = Tree(), weigh.weigh()
    rows = [without_gone(row, set(tree.tests)) for row in read()]
    due = {'first': lambda _, row: row.state == '?', 'all': lambda _, row: row.state == 'first' and not row.noticed,
           'full': lambda at, row: at % EACH_FULL == EACH_FULL - 1 and row.state in ('first', 'all')}
    for stage, is_due in due.items():
        for at in range(count):
            if at == len(rows):
                rows.append(tree.next(rows, sums))
            if is_due(at, rows[at]):
                rows[at] = tree.tried(rows[at], stage)
                write(rows)
                used = resource.getrusage(resource.RUSAGE_CHILDREN)
                print(f'{used.ru_utime + used.ru_stime:.0f}', at, *rows[at], sep='\t', flush=True)


def about(name, count):
    tree, rows = Tree(), []
    places = {place[:2] for ring in RINGS for found in candidates(ring).values() for place in found}
    hits = {place: reach.tests_of(tree.reached, *place) for place in places}
    wanted = set(sorted((place for place in places if name in hits[place]), key=lambda place: (len(hits[place]), place))[:count])
    rings, rng = sorted({ring_of(path) for path, _ in wanted}), random.Random(name)
    for _ in range(10 * count):
        row = len(rows) < count and tree.draw(rng, rows, rng.choice(rings), rng.choice(list(KINDS)), name, wanted)
        if row:
            rows.append(tree.tried(row, 'all', name))
            print(*rows[-1], sep='\t', flush=True)
    print(f'{len(rows)} faults, {sum(not row.noticed for row in rows)} not noticed')


def functions_of_product(reached):
    names = set()
    folders = [folder for some in RINGS.values() for folder in some]
    for path in (path for folder in folders for path in glob.glob(folder + '/**/*.[ch]', recursive=True)):
        with open(path, encoding='utf-8') as file:
            for _, _, name in reach.functions_in(file.read()):
                names |= {name, f'{path}:{name}', f'{os.path.basename(path)}:{name}'} - {'main'}
    return {test: functions & names for test, functions in reached.items()}


def measure(kind):
    tree = Tree()
    if kind != 'seconds':
        names = [test for test in tree.listed('--list') if test in tree.tests]
        subprocess.run(['sh', 'tests/house/coverage.sh', os.path.join(tree.build, 'coverage'), *names], check=True)
        tree.reached = reach.read_reached(os.path.join(tree.build, 'tests/reached.tsv'))
    reached = functions_of_product(tree.reached)
    by_tests = collections.Counter(function for functions in reached.values() for function in functions)
    rows = {row[0]: row for row in reach.read_rows(reach.SECONDS) if kind == 'seconds' or row[0] not in tree.tests}
    for test in sorted(tree.tests, key=lambda t: tree.costs.get(t, 0.0)):
        functions = reached.get(reach.name_of(test), ())
        counts = [str(len(functions)), str(sum(by_tests[function] == 1 for function in functions))]
        passed, seconds = (True, rows[test][1]) if len(rows.get(test, '')) == 4 else tree.run(test)
        rows[test] = [test, f'{float(seconds):.2f}', *counts]
        if not passed:
            del rows[test]
            print(f'{test} fails without a fault', flush=True)
        with open(reach.SECONDS, 'w', encoding='utf-8') as file:
            file.write(''.join('\t'.join(row) + '\n' for row in sorted(rows.values(), key=lambda r: (-float(r[1]), r[0]))))


def sums_of(rows):
    """By ring: faults, noticed ones, ones that 'ninja check' notices, for each set; all seconds."""
    checked = set(output_of('sh', 'tests/run.sh', '--list-check').split())
    for ring in (*RINGS, 'all'):
        mine = [(row.set, row.noticed.split(), float(row.seconds)) for row in rows
                if row.state not in ('?', 'gone', 'equal') and ring in ('all', ring_of(row.path))]
        cells = []
        for name in ('choose', 'judge'):
            some = [noticed for of_set, noticed, _ in mine if of_set == name]
            cells += [len(some), sum(map(bool, some)), sum(bool(checked.intersection(noticed)) for noticed in some)]
        yield ring, cells, sum(seconds for *_, seconds in mine)


def total():
    sums, rows = weigh.weigh(), read()
    print('ring            product  tests    choose noticed  check     judge noticed  check   seconds')
    for ring, cells, seconds in sums_of(rows):
        sizes = [sum(sums[r, kind] for r in RINGS if ring in ('all', r)) for kind in ('product', 'tests')]
        print(f'{ring:14} {sizes[0]:8} {sizes[1]:6}', *(f'{cell:8}' for cell in cells), f'{seconds:9.0f}')
    print('\ntest                       seconds  ran noticed  first  alone   functions alone')
    found = collections.defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        noticed, missed = row.noticed.split(), row.missed.split()
        for test in noticed + missed:
            one = found[test]
            one[0] += 1
            one[1] += test in noticed
            one[2] += noticed[:1] == [test]
            one[3] += noticed == [test] and row.state != 'first'
    for test, seconds, *reached in reach.read_rows(reach.SECONDS):
        if test in found:
            print(f'{test:26} {float(seconds):7.2f}', *(f'{cell:6}' for cell in found[test]), '  ', *reached)


def purpose(name):
    """The first sentence of the head of a test."""
    path = next(path for folder in ('tests', 'integrations') for end in ('c', 'sh')
                for path in glob.glob(f'{folder}/**/{name}.{end}', recursive=True))
    with open(path, encoding='utf-8') as file:
        head = re.sub(r'\n[ #]\*?', '', file.read(1000))
    return re.search(r' - (.*?)(?=[.;] |\.\Z)', head)[1].strip()


def dearest():
    rows = {row[0]: float(row[1]) for row in reach.read_rows(reach.SECONDS)}
    tests, tree = (output_of('sh', 'tests/run.sh', option).split() for option in ('--list', '--list-tree'))
    found = {reach.name_of(test): (rows[test], test) for test in sorted(tests, key=lambda t: -rows.get(t, 0.0)) if test in rows}
    all_seconds = sum(seconds for seconds, _ in found.values())
    yield '| test | seconds | share | holds |\n| --- | ---: | ---: | --- |'
    for name, (seconds, test) in list(found.items())[:10]:
        yield f'| `{test}` | {seconds:.0f} | {100 * seconds / all_seconds:.0f} % | {purpose(name)} |'
    rest = sum(seconds for seconds, _ in list(found.values())[10:])
    yield f'| the other {len(found) - 10} | {rest:.0f} | {100 * rest / all_seconds:.0f} % | |\n| all | {all_seconds:.0f} | | |'
    yield f'| `ninja test-tree` | {sum(rows.get(test, 0.0) for test in tree):.0f} | | |'


def noticed():
    yield '| ring | choose: faults | noticed | by `ninja check` | judge: faults | noticed | by `ninja check` |'
    yield '| --- |' + ' ---: |' * 6
    for ring, cells, _ in sums_of(read()):
        yield f'| {ring} |' + ''.join(f' {cell} |' for cell in cells)


def page():
    """docs/dev/testing.md with its tables as they should be."""
    with open(PAGE, encoding='utf-8') as file:
        text = file.read()
    for table in (dearest, noticed):
        begin, end = f'<!-- {table.__name__} -->\n', f'<!-- end of {table.__name__} -->\n'
        head, rest = text.split(begin)
        text = head + begin + '\n' + '\n'.join(table()) + '\n\n' + end + rest.split(end)[1]
    return text


def main():
    what, *args = sys.argv[1:] or ['']
    if what == 'measure':
        measure(args[0] if args else '')
    elif what == 'run' and args:
        run(int(args[0]))
    elif what == 'about' and args:
        about(args[0], int(args[1]) if len(args) > 1 else 20)
    elif what == 'sum':
        total()
    elif what == 'page':
        text = page()
        with open(PAGE, 'w', encoding='utf-8') if args else sys.stdout as file:
            file.write(text)
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
