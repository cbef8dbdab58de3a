#!/bin/sh
# promises.sh - each promise of docs/limits.md names tests that hold it, and these exist.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

awk '/^\| promise \|/ { inside = 1; next } !/^\|/ { inside = 0 } inside && !/^\| ---/' docs/limits.md >"$tmp/rows"

# there NAME: it is a test of tests/run.sh, or a step of .ci/run.
there() { test_file "$1.sh" | grep -q . || test_file "$1.c" | grep -q . || grep -q "^step_$1()" .ci/run; }

names_tests() {
	tests=$(echo "$1" | awk -F '|' '{ print $4 }' | grep -o '`[^`]*`' | tr -d '`')
	[ -n "$tests" ] || return 1
	for test in $tests; do
		there "$test" || { echo "no test $test" && return 1; }
	done
}

some() { [ "$(wc -l <"$tmp/rows")" -gt 12 ]; }

check 'docs/limits.md has promises' some
while IFS= read -r row; do
	check "$row" names_tests "$row"
done <"$tmp/rows"
# The assumptions that runtime/match/walk_dfa.c lists are rows of the table of the layout.
rests_on() {
	sed -n '/assume the following/,/Ranks, /p' runtime/match/walk_dfa.c | grep -oE '[A-Z]+(_[A-Z]+)+' | sort -u >"$tmp/rests"
	[ "$(wc -l <"$tmp/rests")" -gt 15 ] || return 1
	while read -r row; do
		grep -qw "$row" tests/runtime/match/layout.h || { echo "no row $row" && return 1; }
	done <"$tmp/rests"
}
check 'the walk rests on rows that there are' rests_on
finish
