#!/bin/sh
# house.sh - the house style, as far as a program can read it: tests/house.py has the rules.
#
#	tests/house.sh            the test: what is listed below has no finding; a table of all
#	tests/house.sh --all      every finding of the tree, as "file:line: what"
#	tests/house.sh PATH...    every finding in these files and folders
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1

# What meets the rules already.  A folder stands for all that is in it; "." will be the whole tree.
clean='
bench
fuzz
pkg
tests/archive.h
tests/archive.py
tests/bad_blobs.py
tests/bad_blobs.sh
tests/bad_blobs_test.c
tests/bench.sh
tests/checks.py
tests/fuzz.sh
tests/house.py
tests/house.sh
tests/reader_files_test.c
tests/sharing_model_test.c
'

case ${1-} in
--all) exec python3 tests/house.py --all ;;
?*) exec python3 tests/house.py --list "$*" ;;
esac
. tests/lib.sh

if [ -z "$(config python)" ]; then
	skip 'house style: there is no python3'
	check 'the rules are there' test -f tests/house.py
	finish
fi

# A small tree that breaks each rule.
break_rules() {
	printf '/* Many, of\n * which as many as so many, nor "of which". */\nint x; /* Is it so? */\n' >a/one.c
	printf '/* Read gone.h, one.c and a/one.c:12.  Who reads waits. */\n' >b/one.c
	printf '#ifndef ONE_H\n#define ONE_H\n#endif\n' >a/guard.h
	printf 'int x;\n' >b/open.h
	printf '/* %0100d */\n' 1 >b/comment.c
	printf 'char x[] = "%0130d";\nchar y[] = "%0110d";\n' 1 1 >b/code.c
	printf '# A page\n\n[b](b.md), `gone.sh`; is that so?\n\n%0100d x\n\n| %0100d |\n\n```\n%0100d x\n```\n' 1 1 1 >a/page.md
	printf '#!/bin/sh\n# Who runs it?\necho "# nor this"; true # nor this\n' >b/script
	printf '"""Asks nothing, nor is it asked."""\nX = "nor" # so many\n' >b/script.py
}

# What must be found in it.
broken() {
	mkdir -p "$tmp/tree/a" "$tmp/tree/b" || return 1
	(cd "$tmp/tree" && break_rules)
	python3 tests/house.py --list . "$tmp/tree" >"$tmp/found"
	diff -u - "$tmp/found" <<'END'
a/guard.h:1: include guard ONE_H, which should be ROBOTSC_GUARD_H
a/one.c:1: file name is also that of b/one.c
a/one.c:1: phrase "of which"
a/one.c:2: phrase "as many as"
a/one.c:2: phrase "nor"
a/one.c:2: phrase "so many"
a/one.c:3: a question as a comment
a/page.md:3: link to b.md, which does not exist
a/page.md:3: names gone.sh, which does not exist
a/page.md:5: 102 columns, where 100 are the limit
b/code.c:1: 144 columns, where 132 are the limit
b/comment.c:1: 106 columns, where 100 are the limit
b/one.c:1: file name is also that of a/one.c
b/one.c:1: names gone.h, which does not exist
b/one.c:1: reference to a line, a/one.c:12
b/one.c:1: sentence that begins with "Who"
b/open.h:1: no include guard
b/script:2: a question as a comment
b/script:2: sentence that begins with "Who"
b/script:3: phrase "nor"
b/script.py:1: phrase "nor"
b/script.py:2: phrase "so many"
END
}

# shellcheck disable=SC2086 # a list of names
exist() { ls -d $clean; }

check 'each rule finds what breaks it' broken
check 'the files and folders that are listed as clean exist' exist
check 'they have no finding' python3 tests/house.py --list "$clean"
python3 tests/house.py
finish
