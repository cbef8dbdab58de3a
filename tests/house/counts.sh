#!/bin/sh
# counts.sh - tests/run.sh says how many tests ran, how much they compared, and what each took; it
# runs a case alone; 'ninja check' builds what it runs, and knows what has changed.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

words() {
	[ "$(in_words 0), $(in_words 9999), $(in_words 10000), $(in_words 999999)" = '0, 9999, 10 thousand, 999 thousand' ] &&
		[ "$(in_words 1000000), $(in_words 240999999)" = '1 million, 240 million' ]
}

# The last lines of the output, which people and programs read, are as expected.
ends_with() { tail -n "$(wc -l <"$tmp/expected")" "$tmp/said" | sed 's/^[0-9.]* s of/N s of/' | diff - "$tmp/expected"; }

# A small tree with a script of two checks and a program that compares 12,345 times.
small_tree() {
	mkdir -p "$tmp/tree/tests/support" "$tmp/tree/tests/few" "$tmp/tree/build/tests" || return 1
	cp tests/run.sh "$tmp/tree/tests" && cp tests/support/lib.sh tests/support/base.sh "$tmp/tree/tests/support"
	echo 'builddir = build' >"$tmp/tree/config.ninja"
	printf '%s\n' '. tests/support/lib.sh' 'check one true' "check two $1" 'skip "no tool"' finish >"$tmp/tree/tests/few/few.sh"
	printf '#!/bin/sh\necho "${1-12345} passed, 0 failed"\n' >"$tmp/tree/build/tests/many_test"
	echo 'int main(void);' >"$tmp/tree/tests/few/many_test.c"
	chmod +x "$tmp/tree/build/tests/many_test"
	sh "$tmp/tree/tests/run.sh" few many_test >"$tmp/said"
}

in_small_tree() { sh "$tmp/tree/tests/run.sh" "$@" >"$tmp/said"; }

good() {
	printf '%s\n' 'N s of processor, 1 skipped' '12 thousand comparisons' '3 passed, 0 failed' >"$tmp/expected"
	small_tree true && ends_with
}

bad() {
	printf '%s\n' 'N s of processor, 1 skipped' '12 thousand comparisons' '2 passed, 1 failed' >"$tmp/expected"
	! small_tree false && ends_with
}

# Runs cases of a script by part of their names, and a program with an argument.
some() {
	small_tree true
	printf '%s\n' 'N s of processor, 1 skipped' '0 comparisons' '1 passed, 0 failed' >"$tmp/expected"
	in_small_tree few:wo && ends_with || return 1
	printf '%s\n' 'N s of processor' '77 comparisons' '1 passed, 0 failed' >"$tmp/expected"
	in_small_tree many_test,77,x && ends_with || return 1
	! in_small_tree 'few:no such case' && grep -q "no case has 'no such case' in its name" "$tmp/said" || return 1
	! in_small_tree many_test:any && grep -q 'many_test has no cases' "$tmp/said"
}

# A test that works for a second comes first in the table, and in the file.
longest() {
	small_tree true
	for name in a b c d e; do echo 'echo "1 passed, 0 failed"' >"$tmp/tree/tests/few/$name.sh"; done
	echo 'i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done' | cat - "$tmp/tree/tests/few/a.sh" >"$tmp/tree/tests/few/slow.sh"
	in_small_tree a b c d e slow && grep -A 1 '^ processor    clock  test$' "$tmp/said" | grep ' s  slow$' &&
		[ "$(head -n 1 "$tmp/tree/build/tests/seconds.tsv" | cut -f 1)" = slow ] &&
		[ "$(wc -l <"$tmp/tree/build/tests/seconds.tsv")" -eq 6 ]
}

# A program that needs more than 20 seconds has cases, so that one can be run alone.
long_have_cases() {
	awk -F '\t' '$2 > 20 { print $1 }' tests/house/seconds.tsv "$builddir/tests/seconds.tsv" 2>/dev/null | sed 's/[:,].*//' |
		grep '_test$' | sort -u | while read -r test; do
		for source in $(test_file "$test.c"); do
			grep -qE 'check_case|CHECK_PART' "$source" || echo "$test has no cases"
		done
	done | tee "$tmp/without"
	[ ! -s "$tmp/without" ]
}

# ninja check links the programs of all tests that --list-check prints.
built() {
	ninja -t commands check >"$tmp/commands"
	for test in $(sh tests/run.sh --list-check); do
		case $test in
		*_test*)
			grep -q -- "-o [^ ]*tests/${test%%[:,]*} " "$tmp/commands" ||
				{ echo "check_programs lacks $test" && return 1; }
			;;
		esac
	done
	[ "$(grep -c -- '-o [^ ]*tests/[a-z0-9_]*_test ' "$tmp/commands")" -eq "$(sh tests/run.sh --list-check | grep -c _test)" ]
}

in_repository() { git -C "$tmp/repository" -c user.name=N -c user.email=e@f.test "$@"; }

# base_is COMMIT: base_commit prints this commit for the small repository.
base_is() { [ "$(cd "$tmp/repository" && . "$tree/tests/support/base.sh" && base_commit 2>"$tmp/why")" = "$1" ]; }

# The base is the commit asked for, else where HEAD left origin's main, else HEAD's first parent.
bases() {
	tree=$PWD
	unset ROBOTSC_BASE
	git init -q "$tmp/repository" && base_is '' && grep 'no base' "$tmp/why" || return 1
	in_repository commit -q --allow-empty -m first && base_is '' && grep 'no parent' "$tmp/why" || return 1
	first=$(in_repository rev-parse HEAD)
	in_repository commit -q --allow-empty -m second && base_is "$first" || return 1
	second=$(in_repository rev-parse HEAD)
	in_repository update-ref refs/remotes/origin/main HEAD && base_is "$first" || return 1
	in_repository commit -q --allow-empty -m third && in_repository commit -q --allow-empty -m fourth || return 1
	base_is "$second" || return 1
	ROBOTSC_BASE=$first && base_is "$first" && ROBOTSC_BASE=gone && base_is '' && grep 'gone is no commit' "$tmp/why"
}

check 'counts in words' words
check 'tests and comparisons are counted' good
check 'also where one fails' bad
check 'a case is run alone, a program gets its arguments' some
check 'seconds of processor, of each test' longest
check 'a program of more than 20 seconds has cases' long_have_cases
if [ -n "$(config python)" ]; then
	page=docs/dev/testing.md
	check "$page has the tables of tests/house" eval "python3 tests/house/matrix.py page | diff $page -"
fi
if command -v git >/dev/null; then check 'the commit from which a change is counted' bases; else skip 'there is no git'; fi
check 'ninja check builds what it runs, and no other program' built
finish
