#!/bin/sh
# counts.sh - tests/run.sh says how many tests ran, how much they compared, and which took longest;
# it runs a case alone, and what ninja check builds.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

words() {
	[ "$(in_words 0), $(in_words 9999), $(in_words 10000), $(in_words 999999)" = '0, 9999, 10 thousand, 999 thousand' ] &&
		[ "$(in_words 1000000), $(in_words 240999999)" = '1 million, 240 million' ]
}

# The line for people stands before the last line, which programs read.
ends_with() { tail -n 2 "$tmp/said" | diff - "$tmp/expected"; }

# A small tree with a script of two checks and a program that compares 12,345 times.
small_tree() {
	mkdir -p "$tmp/tree/tests/support" "$tmp/tree/tests/few" "$tmp/tree/build/tests" || return 1
	cp tests/run.sh "$tmp/tree/tests" && cp tests/support/lib.sh "$tmp/tree/tests/support"
	echo 'builddir = build' >"$tmp/tree/config.ninja"
	printf '%s\n' '. tests/support/lib.sh' 'check one true' "check two $1" 'skip "no tool"' finish >"$tmp/tree/tests/few/few.sh"
	printf '#!/bin/sh\necho "${1-12345} passed, 0 failed"\n' >"$tmp/tree/build/tests/many_test"
	chmod +x "$tmp/tree/build/tests/many_test"
	sh "$tmp/tree/tests/run.sh" few many_test >"$tmp/said"
}

in_small_tree() { sh "$tmp/tree/tests/run.sh" "$@" >"$tmp/said"; }

good() {
	printf '%s\n' '3 tests, 12 thousand comparisons, 1 skipped' '12347 passed, 0 failed' >"$tmp/expected"
	small_tree true && ends_with
}

bad() {
	printf '%s\n' '3 tests, 12 thousand comparisons, 1 skipped' '12346 passed, 1 failed' >"$tmp/expected"
	! small_tree false && ends_with
}

# Cases of a script by a part of their names, a program with an argument.
some() {
	small_tree true
	printf '%s\n' '1 tests, 0 comparisons, 1 skipped' '1 passed, 0 failed' >"$tmp/expected"
	in_small_tree few:wo && ends_with || return 1
	printf '%s\n' '1 tests, 77 comparisons' '77 passed, 0 failed' >"$tmp/expected"
	in_small_tree many_test,77,x && ends_with || return 1
	! in_small_tree 'few:no such case' && grep -q "no case has 'no such case' in its name" "$tmp/said"
}

longest() {
	small_tree true
	for name in a b c d e; do echo 'echo "1 passed, 0 failed"' >"$tmp/tree/tests/few/$name.sh"; done
	echo 'sleep 2' | cat - "$tmp/tree/tests/few/a.sh" >"$tmp/tree/tests/few/slow.sh"
	in_small_tree a b c d e slow && grep '^longest: slow [2-9]* s, [a-e] [0-9]* s, ' "$tmp/said"
}

# What the program tests of --list-check are linked as.
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

check 'counts in words' words
check 'tests and comparisons are counted' good
check 'also where one fails' bad
check 'a case is run alone, a program gets its arguments' some
check 'the longest tests are named' longest
check 'ninja check builds what it runs, and no other program' built
finish
