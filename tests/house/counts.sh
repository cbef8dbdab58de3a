#!/bin/sh
# counts.sh - tests/run.sh says how many tests ran and how much they compared.
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
	printf '#!/bin/sh\necho "12345 passed, 0 failed"\n' >"$tmp/tree/build/tests/many_test"
	chmod +x "$tmp/tree/build/tests/many_test"
	sh "$tmp/tree/tests/run.sh" few many_test >"$tmp/said"
}

good() {
	printf '%s\n' '3 tests, 12 thousand comparisons, 1 skipped' '12347 passed, 0 failed' >"$tmp/expected"
	small_tree true && ends_with
}

bad() {
	printf '%s\n' '3 tests, 12 thousand comparisons, 1 skipped' '12346 passed, 1 failed' >"$tmp/expected"
	! small_tree false && ends_with
}

check 'counts in words' words
check 'tests and comparisons are counted' good
check 'also where one fails' bad
finish
