# lib.sh - what every test script counts and prints with; to be sourced, from the top of the tree.
#
#	. tests/support/lib.sh
#	check 'what is tested' command argument...
#	prepare 'what later checks need' command argument...
#	finish
#
# check shows the command's output only when it fails; with TEST_CASE set, checks without it in
# their names do not run.  finish prints the last line, "N passed, N failed", and exits.
#
# SPDX-License-Identifier: Apache-2.0
. tests/support/base.sh
passed=0 failed=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# What configure found: config cc
config() { sed -n "s/^$1 = //p" config.ninja | sed 's/\$\$/$/g'; }

# store=yes if a store was built, with the tests of store, import and filter.
store=$(config store) store=${store:-no}
# The path of the one file of tests that has this name.
test_file() { find tests bindings/*/tests integrations/*/tests -name "$1" 2>/dev/null; }

check() {
	what=$1
	shift
	case $what in
	*"${TEST_CASE-}"*) ;;
	*) return ;;
	esac
	if "$@" >"$tmp/check.log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $what"
		sed 's/^/    /' "$tmp/check.log"
	fi
}

# prepare WHAT COMMAND...: check for what later checks stand on: it runs whatever TEST_CASE says.
prepare() {
	case $1 in
	*"${TEST_CASE-}"*) check "$@" ;;
	*)
		case_before=$TEST_CASE passed_before=$passed TEST_CASE=
		check "$@"
		TEST_CASE=$case_before passed=$passed_before
		;;
	esac
}

# With -u, expected output is replaced by what came out.
same() {
	if [ "${BLESS-no}" = yes ]; then cp "$2" "$1"; fi
	diff -u "$1" "$2"
}

# Why a C++ compiler does not compile C++17; nothing if it does.  Its library may be of another
# machine.
# shellcheck disable=SC2086 # a command and its flags
no_cpp17() {
	echo '#include <string_view>' >"$tmp/cpp17.cc"
	$1 $(config cflags) -std=c++17 -fsyntax-only "$tmp/cpp17.cc" 2>/dev/null || echo "$1 does not have the library of C++17"
}

skip() { echo "skipped: $*"; }

# A count as people say it: "240 million".
in_words() {
	if [ "$1" -ge 1000000 ]; then
		echo "$(($1 / 1000000)) million"
	elif [ "$1" -ge 10000 ]; then
		echo "$(($1 / 1000)) thousand"
	else
		echo "$1"
	fi
}

finish() {
	if [ -n "${TEST_CASE-}" ] && [ $((passed + failed)) -eq 0 ]; then echo "no case has '$TEST_CASE' in its name"; fi
	echo "$passed passed, $failed failed"
	[ "$failed" -eq 0 ]
	exit
}

builddir=$(config builddir)
case $builddir in
/*) ;;
*) builddir=$PWD/$builddir ;;
esac
# Tests put its programs into lists of words.
case $builddir in
*\ *) ln -s "$builddir" "$tmp/.built" && builddir=$tmp/.built ;;
esac
robotsc=$builddir/robotsc

says_no_store() { ! "$robotsc" "$@" 2>"$tmp/err" && grep -q 'built without a store' "$tmp/err"; }

# need_store ARGUMENT...: in a build without the store, check what robotsc says of a command that
# needs it, and finish.
need_store() {
	[ "$store" = no ] || return 0
	skip 'there is no store in this build'
	check 'a command of a build without a store says so' says_no_store "$@"
	finish
}
