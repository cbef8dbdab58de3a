#!/bin/sh
# run.sh - every test.  'ninja test' builds what is needed and calls it.
#
#	tests/run.sh             run everything
#	tests/run.sh --check     run those that find most for their time: 'ninja check'
#	tests/run.sh -u          replace expected output by what comes out; then read git diff
#	tests/run.sh NAME...     run these only: cli, layers, vectors_test, ..., tests/js/web.sh
#	tests/run.sh NAME:CASE   run only the cases of NAME whose name has CASE in it
#	tests/run.sh NAME,A,B    run a program with arguments, such as random_test,7,100
#	tests/run.sh --list      the names of all; --list-check: those of 'ninja check'
#
# A program tests/FOLDER/NAME_test.c or a script tests/FOLDER/NAME.sh says "N passed, N failed" in
# its last line, with ", N skipped" after it or not; the last line here is the sum.  The line
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

# one NAME, NAME:CASE or NAME,ARGUMENT...: run a test, write "passed failed skipped seconds" to the
# file of its name in $results, print a line, or all if it failed.  A test that says nothing has
# failed.
one() {
	started=$(date +%s)
	test=${1%%[:,]*} arguments=
	case $1 in
	*_test,*) unset TEST_CASE && arguments=$(echo "${1#*,}" | tr , ' ') ;;
	*:*) export TEST_CASE="${1#*:}" ;;
	*) unset TEST_CASE ;;
	esac
	# shellcheck disable=SC2086 # arguments are words
	case $test in
	*_test) "$builddir/tests/$test" $arguments >"$tmp/log" 2>&1 </dev/null ;;
	*) sh "$(echo tests/*/"$test.sh")" >"$tmp/log" 2>&1 </dev/null ;; # one script
	esac
	status=$?
	last=$(tail -n 1 "$tmp/log" | grep -xE '[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?')
	ok=${last%% *} bad=${last#* passed, } bad=${bad%% *}
	ok=${ok:-0} bad=${bad:-0}
	if [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
	case $last in
	'' | '0 passed, 0 failed') bad=1 ;;
	esac
	seconds=$(($(date +%s) - started))
	echo "$ok $bad $(grep -c '^skipped: ' "$tmp/log") $seconds" >"$results/$(file_of "$1")"
	{
		if [ "$bad" -ne 0 ]; then
			sed 's/^/    /' "$tmp/log"
			echo "    exit status $status"
		else
			grep '^skipped: ' "$tmp/log" | sed 's/^/    /'
		fi
		printf '%-14s %9d passed, %d failed  (%d s)\n' "$1" "$ok" "$bad" $seconds
	} >"$tmp/shown"
	cat "$tmp/shown"
}

# The name of a file for a test and its case.
file_of() { printf '%s' "$1" | tr / '\\'; }

if [ "${1-}" = --one ]; then
	one "$2"
	exit
fi

# What 'ninja check' runs: docs/testing.md says what each of these notices.
checked='random_test,1,60 cli:goldens/cli/ explain_test extensions_test,5,60 forge_test,2000 filter_test'
checked="$checked house goldens vectors_test dialects_test rule_match_test globs_test,20 canonical_test alloc_test bad_blobs_test"
checked="$checked api_test header_tokens_test,1,300 is_token_test sharing_test soundness_test report_test format_test"
checked="$checked dictionary_test training_signal_test extensions_api_test page_fields_test,1,1500 page_test,1,1500"
checked="$checked access_test content_test freshness_test http_date_test origin_test redirect_test stamp_test url_kind_test"
checked="$checked import_names_test import_records_test import_run_test import_test store_test store_limits_test"
checked="$checked snapshot_forge_test,1500 compat_test store_compat_test sizes commits internals"

# The longest first.
all='hostile_test worlds_test goldens cli lint layers symbols headers lexer install manual readme pipeline fuzz html5 bench filter'
all="$all abi find bad_blobs every_call stack promises constants store snapshot snapshot_diff import refresh"
all="$all hardening house internals no_store circles names commits sizes configure counts amalgamation dist static action"
all="$all family serve lsp jobs recipes cli_web audit"
all="$all cpp compat kit release conformance crawlers differences"
for source in tests/*/*_test.c; do
	test=${source##*/} test=${test%.c}
	if [ "$store" = no ] && is_of_store "$source"; then
		skip "$test: there is no store in this build"
	else
		case " $all " in
		*" $test "*) ;;
		*) all="$all $test" ;;
		esac
	fi
done
# The names, one a line: a script may be named by its path.
# shellcheck disable=SC2086 # lists of names
case ${1-} in
--check | --list-check)
	for test in $checked; do
		if [ "$store" = yes ] || ! is_of_store "$test"; then echo "$test"; fi
	done
	;;
'' | --list) printf '%s\n' $all ;;
*) printf '%s\n' "$@" | sed 's|^[^:]*/||; s|^\([^:]*\)\.sh|\1|' ;;
esac >"$tmp/names"
case ${1-} in
--list*) cat "$tmp/names" && exit ;;
esac

# As many at a time as there are processors.
results=$tmp/results
mkdir "$results"
export results
sed 's/[^A-Za-z0-9_]/\\&/g' "$tmp/names" | xargs -n 1 -P "$(nproc 2>/dev/null || echo 1)" sh tests/run.sh --one
tests=0 comparisons=0 skipped=0
while IFS= read -r t; do
	read -r ok bad left seconds <"$results/$(file_of "$t")" || { ok=0 && bad=1 && left=0 && seconds=0; }
	passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
	case $t in
	*_test | *_test[:,]*) tests=$((tests + 1)) comparisons=$((comparisons + ok + bad)) ;;
	*) tests=$((tests + ok + bad)) ;;
	esac
	echo "$seconds ${t%%[:,]*}" >>"$tmp/seconds"
done <"$tmp/names"
if [ "$(wc -l <"$tmp/names")" -gt 5 ]; then
	echo "longest: $(sort -rn "$tmp/seconds" | awk 'NR <= 5 { printf("%s%s %d s", NR == 1 ? "" : ", ", $2, $1) }')"
fi
if [ $skipped -gt 0 ]; then skips=", $skipped skipped"; else skips=; fi
echo "$tests tests, $(in_words $comparisons) comparisons$skips"
finish
