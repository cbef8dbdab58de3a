#!/bin/sh
# run.sh - every test.  'ninja test' builds what is needed and calls it.
#
#	tests/run.sh             run everything
#	tests/run.sh -u          replace expected output by what comes out; then read git diff
#	tests/run.sh NAME...     run these only: cli, layers, vectors_test, ..., tests/js/web.sh
#
# A program tests/FOLDER/NAME_test.c or a script tests/FOLDER/NAME.sh says "N passed, N failed" in
# its last line, with ", N skipped" behind it or not; the last line here is the sum.  The line
# before counts for people: each check of a script is a test; a program is one, and compares often.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1

if [ ! -f config.ninja ]; then
	echo 'tests/run.sh: run ./configure and ninja all programs first' >&2
	exit 1
fi

BLESS=${BLESS-no}
if [ "${1-}" = -u ]; then
	BLESS=yes
	shift
fi
export BLESS
. tests/support/lib.sh

# one NAME: run a test, write "passed failed skipped" to $results/NAME, print a line, or all if it
# failed.  A test that says nothing has failed.
one() {
	started=$(date +%s)
	case $1 in
	*_test) "$builddir/tests/$1" >"$tmp/log" 2>&1 </dev/null ;;
	*) sh "$(echo tests/*/"$1.sh")" >"$tmp/log" 2>&1 </dev/null ;; # one script
	esac
	status=$?
	last=$(tail -n 1 "$tmp/log" | grep -xE '[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?')
	ok=${last%% *} bad=${last#* passed, } bad=${bad%% *}
	ok=${ok:-0} bad=${bad:-0}
	if [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
	case $last in
	'' | '0 passed, 0 failed') bad=1 ;;
	esac
	echo "$ok $bad $(grep -c '^skipped: ' "$tmp/log")" >"$results/$1"
	{
		if [ "$bad" -ne 0 ]; then
			sed 's/^/    /' "$tmp/log"
			echo "    exit status $status"
		else
			grep '^skipped: ' "$tmp/log" | sed 's/^/    /'
		fi
		printf '%-14s %9d passed, %d failed  (%d s)\n' "$1" "$ok" "$bad" "$(($(date +%s) - started))"
	} >"$tmp/shown"
	cat "$tmp/shown"
}

if [ "${1-}" = --one ]; then
	one "$2"
	exit
fi

# The longest first.
all='hostile_test worlds_test goldens cli lint layers symbols headers lexer install manual readme pipeline fuzz html5 bench filter'
all="$all abi find bad_blobs every_call stack promises constants store import refresh recipes hardening house internals no_store"
all="$all circles names configure counts amalgamation dist static action family serve"
for source in tests/*/*_test.c; do
	if [ "$store" = no ] && is_of_store "$source"; then
		skip "$(basename "$source" .c): there is no store in this build"
	else
		case " $all " in
		*" $(basename "$source" .c) "*) ;;
		*) all="$all $(basename "$source" .c)" ;;
		esac
	fi
done
if [ $# -gt 0 ]; then all=$(for t; do basename "$t" .sh; done); fi
# shellcheck disable=SC2086 # a list of names
set -- $all

# As many at a time as there are processors.
results=$tmp/results
mkdir "$results"
export results
printf '%s\n' "$@" | xargs -n 1 -P "$(nproc 2>/dev/null || echo 1)" sh tests/run.sh --one
tests=0 comparisons=0 skipped=0
for t; do
	read -r ok bad left <"$results/$t" || { ok=0 && bad=1 && left=0; }
	passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
	case $t in
	*_test) tests=$((tests + 1)) comparisons=$((comparisons + ok + bad)) ;;
	*) tests=$((tests + ok + bad)) ;;
	esac
done
if [ $skipped -gt 0 ]; then skips=", $skipped skipped"; else skips=; fi
echo "$tests tests, $(in_words $comparisons) comparisons$skips"
finish
