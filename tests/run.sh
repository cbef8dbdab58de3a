#!/bin/sh
# run.sh - the tests of core and command.  'ninja test' builds what is needed and calls it.
#
#	tests/run.sh             run all of them
#	tests/run.sh --tree      run those of the tree, packages and compilers: 'ninja test-tree'
#	tests/run.sh --long      run what is random or exhaustive, for longer
#	tests/run.sh --check     run those that find most for their time: 'ninja check'
#	tests/run.sh -u          replace expected output by what comes out; then read git diff
#	tests/run.sh NAME...     run these only: cli, vectors_test, ..., bindings/go/tests/go.sh
#	tests/run.sh NAME:CASE   run only the cases of NAME whose name has CASE in it
#	tests/run.sh NAME,A,B    run NAME with arguments, such as random_test,7,100
#	tests/run.sh --list      the names of all; --list-check: those of 'ninja check'; --list-tree
#	tests/run.sh --choose    choose what 'ninja check' runs besides: tests of what has changed
#
# A program NAME_test.c or a script NAME.sh, in any folder of tests/ or in the tests/ of a binding
# or an integration, says "N passed, N failed" in its last line, with ", N skipped" after it or not.
# The last line here counts tests: each check of a script is one, and each program, which compares
# often; comparisons have a line of their own. A table before them has the processor seconds of each
# test; $builddir/tests/seconds.tsv keeps it.
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

# one NAME, NAME:CASE or NAME,ARGUMENT...: run a test, write "passed failed skipped processor clock"
# to the file of its name in $results, and print a line, or all output if it failed.  A test that
# says nothing has failed.
one() {
	started=$(date +%s)
	test=${1%%[:,]*} arguments=
	case $1 in
	*:*) export TEST_CASE="${1#*:}" ;;
	*,*) unset TEST_CASE && arguments=$(echo "${1#*,}" | tr , ' ') ;;
	*) unset TEST_CASE ;;
	esac
	if [ -n "${REACHED-}" ]; then export LLVM_PROFILE_FILE="$REACHED/$test/%8m.profraw"; fi
	# shellcheck disable=SC2086 # arguments are words
	case $test in
	*_test)
		if [ -n "${TEST_CASE+set}" ] && ! has_cases "$test"; then
			printf '%s\n' "$test has no cases" '0 passed, 1 failed' >"$tmp/log"
		else
			"$builddir/tests/$test" $arguments >"$tmp/log" 2>&1 </dev/null
		fi
		;;
	*) sh "$(test_file "$test.sh")" $arguments >"$tmp/log" 2>&1 </dev/null ;;
	esac
	status=$?
	times >"$tmp/times" # not in a subshell, which has times of its own
	last=$(tail -n 1 "$tmp/log" | grep -xE '[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?')
	ok=${last%% *} bad=${last#* passed, } bad=${bad%% *}
	ok=${ok:-0} bad=${bad:-0}
	if [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
	case $last in
	'' | '0 passed, 0 failed') bad=1 ;;
	esac
	used=$(processor_seconds "$tmp/times") clock=$(($(date +%s) - started))
	echo "$ok $bad $(grep -c '^skipped: ' "$tmp/log") $used $clock" >"$results/$(file_of "$1")"
	{
		if [ "$bad" -ne 0 ]; then
			sed 's/^/    /' "$tmp/log"
			echo "    exit status $status"
		else
			grep '^skipped: ' "$tmp/log" | sed 's/^/    /'
		fi
		printf '%-14s %9d passed, %d failed  (%s s)\n' "$1" "$ok" "$bad" "$used"
	} >"$tmp/shown"
	cat "$tmp/shown"
}

# True if a part of a program can be run alone.
has_cases() { grep -qE 'check_case|CHECK_PART' "$(test_file "$1.c")"; }

# The file name for a test and its case.
file_of() { printf '%s' "$1" | tr / '\\'; }

if [ "${1-}" = --one ]; then
	one "$2"
	exit
fi

# What 'ninja check' runs: docs/dev/testing.md says what it notices.
checked='cli,0,3 cli,1,3 cli,2,3 random_test,1,40 extensions_test,5,40 forge_test,1200 filter_test house goldens vectors_test'
checked="$checked dialects_test rule_match_test globs_test,20 canonical_test alloc_test compiler_test bad_blobs_test api_test"
checked="$checked header_tokens_test,1,300 is_token_test sharing_test soundness_test report_test remarks_test"
checked="$checked change_report_test format_test dictionary_test training_signal_test extensions_api_test"
checked="$checked page_fields_test,1,1500 page_test,1,1500 access_test content_test freshness_test http_date_test origin_test"
checked="$checked redirect_test stamp_test url_kind_test import_names_test import_records_test import_run_test"
checked="$checked import_memory_test import_test store_test store_limits_test snapshot_forge_test,300 one_robot_test,1,40"
checked="$checked compat_test store_compat_test snapshot_diff snapshot_parts_test sorter_test audit_format_test audit_hosts_test"
checked="$checked audit_test cli_web readme commits internals"

# here TEST...: prints the tests that this build has, one a line.
here() {
	for test; do
		if [ "$store" = yes ] || ! is_of_store "$test"; then echo "$test"; fi
	done
}

# Writes the names of tests that reach functions changed since the base, and their programs as
# inputs of 'ninja check'.
choose() {
	chosen='' dir=$(config builddir)
	if [ -n "$(config python)" ] && base=$(base_commit); then
		# shellcheck disable=SC2046 # names
		chosen=$(here $(python3 tests/support/reach.py choose "$base" "$builddir/tests/reached.tsv" "$checked"))
	fi
	# Tests that have a short form run in it.
	for test in $chosen; do printf '%s\n' $short "$test" | grep -m 1 -xE "$test(,.*)?"; done >"$builddir/tests/chosen"
	{
		echo 'ninja_dyndep_version = 1'
		printf 'build %s/run/check: dyndep |' "$dir"
		sed -nE "s|^([a-z0-9_]*_test)(,.*)?\$| $dir/tests/\1|p" "$builddir/tests/chosen" | tr -d '\n'
		echo
	} >"$builddir/tests/chosen.dd"
}

# Random and exhaustive tests, with the counts that every change runs; --long leaves the counts out
# and runs all.
short='hostile_test,5 worlds_test,7 layout_test,1,13 records_test,9 guard_test,500,5 octets_test,32 window_test,7'
short="$short lint_test,8 one_robot_test,3,150 random_test,1,80 extensions_test,5,150 alloc_each_test,6 reader_test,300"
short="$short forge_test,4000 snapshot_forge_test,700 snapshot_make_test,3000 disorder_test,100 compare_test,8"
short="$short compare_all_test,5 import_codings_test,7 store_kill_test,40 minimal_test,1000"
short="$short page_test,1,6000 globs_test,60 explain_test,3 header_tokens_test,1,600 assets_test,500"
short="$short lint_signal_test,3,1500 closed_test,100"

# The longest tests first.
# shellcheck disable=SC2046 # names
all="$(echo $(here $short)) goldens cli lint layers symbols headers lexer manual readme pipeline fuzz html5 filter"
all="$all bad_blobs every_call promises constants store snapshot snapshot_diff import refresh"
all="$all house internals no_store circles names commits sizes counts family serve lsp jobs recipes cli_web audit"
all="$all one_robot_google compat conformance differences"
# Tests that no change of an answer concerns: 'ninja test-tree'.
tree='stack dist amalgamation checks pseudocode configure crawlers hardening bench action cpp find release install abi static'
for source in $(test_sources); do
	test=${source##*/} test=${test%.c}
	if [ "$store" = no ] && is_of_store "$source"; then
		skip "$test: there is no store in this build"
	else
		case " $all $short" in
		*" $test "* | *" $test,"*) ;;
		*) all="$all $test" ;;
		esac
	fi
done
# The names of the tests to run, one a line; the caller may name a script by its path.
# shellcheck disable=SC2086 # lists of names
case ${1-} in
--choose) choose && exit ;;
--tree | --list-tree) printf '%s\n' $tree ;;
--check | --list-check)
	here $checked
	[ "$1" = --list-check ] || cat "$builddir/tests/chosen"
	;;
--long) here $short | sed 's/,.*//' ;;
'' | --list) printf '%s\n' $all ;;
*) printf '%s\n' "$@" | sed 's|^[^:]*/||; s|^\([^:]*\)\.sh|\1|' | grep -v '_lib$' ;;
esac >"$tmp/names"
case ${1-} in
--list*) cat "$tmp/names" && exit ;;
esac

# At a time, one test runs for each processor.
results=$tmp/results tab=$(printf '\t')
mkdir "$results"
export results
sed 's/[^A-Za-z0-9_]/\\&/g' "$tmp/names" | xargs -n 1 -P "$(nproc 2>/dev/null || echo 1)" sh tests/run.sh --one
comparisons=0 skipped=0
while IFS= read -r t; do
	read -r ok bad left used clock <"$results/$(file_of "$t")" || { ok=0 bad=1 left=0 used=0 clock=0; }
	skipped=$((skipped + left))
	case $t in
	*_test | *_test[:,]*)
		comparisons=$((comparisons + ok + bad))
		if [ "$bad" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
		;;
	*) passed=$((passed + ok)) failed=$((failed + bad)) ;;
	esac
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$t" "$used" "$clock" "$ok" "$bad" "$left"
done <"$tmp/names" >"$tmp/seconds"
mkdir -p "$builddir/tests"
sort -t "$tab" -k 2,2rn "$tmp/seconds" >"$builddir/tests/seconds.tsv"
if [ "$(wc -l <"$tmp/names")" -gt 5 ]; then
	awk -F '\t' 'BEGIN { printf("%10s %8s  %s\n", "processor", "clock", "test") }
		{ printf("%8.2f s %6d s  %s\n", $2, $3, $1) }' "$builddir/tests/seconds.tsv"
fi
awk -F '\t' -v skipped=$skipped '{ used += $2 }
	END { printf("%.1f s of processor%s\n", used, skipped ? ", " skipped " skipped" : "") }' "$tmp/seconds"
echo "$(in_words $comparisons) comparisons"
finish
