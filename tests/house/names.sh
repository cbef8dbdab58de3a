#!/bin/sh
# names.sh - names that stand once: all lists of dialects and profiles are equal to the library's,
# and each struct of the libraries has a name of its own.
#
# runtime/match/dialect_names.c and runtime/access/access.c are the tables.  C, Python and the
# fuzzers ask for them.  Declarations of types cannot, so they are compared with what the command
# says.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

"$robotsc" explain --dialect=all examples/small.txt AnyBot / | sed -n 's/^  dialect  //p' >"$tmp/dialects"
"$robotsc" access --profile=none 2>&1 | sed -n "s/^.*--profile: //p" | sed 's/ or /, /' | tr -d ' ' | tr , '\n' >"$tmp/profiles"

# union FILE: prints the names of a file as a type of TypeScript: 'a' | 'b'.
union() { sed "s/.*/'&'/" "$1" | paste -s -d '|' | sed 's/|/ | /g'; }

# literal FILE: prints the same names as strings of Python and Go.
literal() { sed 's/.*/"&"/' "$1" | paste -s -d , | sed 's/,/, /g'; }

java() { sed -n 's/^	[A-Z0-9]*("\(.*\)")[,;]$/\1/p' bindings/java/src/robotsc/Dialect.java | diff -u "$tmp/dialects" -; }

has_line() { grep -qxF "$2" "$1"; }

page() { sed -n "s/^.*\bid: '\([a-z0-9]*\)'.*/\1/p" integrations/web/src/dialects.js | diff -u "$tmp/dialects" -; }

# Lists files of the product that spell a dialect by hand, other than these: the tables, the row of
# the compiler, files that are made of them or compared here, and texts about this one dialect.
spell() {
	git grep -lw nexor1994 -- bindings cli compiler fuzz hosts include analysis runtime integrations/web \
		':!*/test/*' ':!*/tests/*' ':!fuzz/corpus' ':!cli/help/robotsc.txt' |
		grep -vxE 'runtime/(match/dialect_names|access/constant)\.c|compiler/dialect/dialect\.c|include/robotsc/check\.h' |
		grep -vxE 'bindings/js/src/(check\.d\.ts|print\.js)|integrations/web/src/dialects\.js' |
		grep -vxE 'bindings/python/robotsc/(_explain\.py|_robotsc\.pyi)' |
		grep -vxE 'bindings/(go/robotsc\.go|java/src/robotsc/Dialect\.java)'
}

spell_none() { [ -z "$(spell)" ] || { spell && false; }; }

# Lists structs of the libraries that two files define.
struct_twice() {
	grep -rhoE --include='*.[ch]' '^struct [a-z_0-9]+ \{' runtime compiler analysis hosts cli/lsp | sort |
		uniq -d | grep .
}

check 'each struct of the libraries has a name of its own' eval '! struct_twice'
check 'the command knows five dialects and four profiles' \
	test "$(wc -l <"$tmp/dialects") $(wc -l <"$tmp/profiles")" = '5 4'
check 'check.d.ts has the dialects' has_line bindings/js/src/check.d.ts "export type Dialect = $(union "$tmp/dialects");"
check '_robotsc.pyi has the dialects' \
	has_line bindings/python/robotsc/_robotsc.pyi "_Dialect: TypeAlias = Literal[$(literal "$tmp/dialects")]"
check 'index.d.ts has the profiles' has_line bindings/js/src/index.d.ts "	profile?: $(union "$tmp/profiles");"
check 'the page has the dialects, in their order' page
check 'Go has the dialects, in their order' \
	has_line bindings/go/robotsc.go "var dialects = [...]string{$(literal "$tmp/dialects")}"
check 'Java has the dialects, in their order' java
if git rev-parse --git-dir >/dev/null 2>&1; then
	check 'no other file spells the names' spell_none
else
	skip 'who spells the names: there is no history'
fi
finish
