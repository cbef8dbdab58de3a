#!/bin/sh
# coverage.sh - measures how much of the sources the tests and the inputs of the harnesses run:
# 'ninja coverage'.
#
#	tests/house/coverage.sh [FOLDER [NAME...]]
#
# FOLDER is where it builds, build/coverage by default.  Prints lines and regions of each folder,
# and the lines of runtime/ and compiler/ that never ran and for which docs/dev/coverage.md has no
# reason.  Writes build/tests/reached.tsv, the functions that each test reaches, by which 'ninja
# check' chooses; with NAMEs of tests only this, of these.  Needs clang, llvm-cov, llvm-profdata,
# python3.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
. tests/support/lib.sh

folder=${1:-$builddir/coverage}
if [ $# -gt 0 ]; then shift; fi
for t in cov profdata; do
	tool=$(clang -print-prog-name=llvm-$t 2>/dev/null) || tool=
	[ -x "$tool" ] || { echo "coverage.sh: no llvm-$t; install clang and llvm" >&2 && exit 2; }
	eval "llvm_$t=\$tool"
done
rm -rf "$folder"
mkdir -p "$folder/tree" "$folder/ran" "$builddir/tests"
folder=$(cd "$folder" && pwd)
tar -cf - --exclude=./.git --exclude="./${builddir#"$PWD"/}" --exclude=./config.ninja \
	--exclude=./edges.ninja . | tar -C "$folder/tree" -xf -
cd "$folder/tree"
export LLVM_PROFILE_FILE="$folder/ran/%8m.profraw"

# build FOLDER FLAGS TARGETS...: configures and builds in FOLDER, to measure coverage.
build() {
	./configure --builddir="$1" CC=clang CFLAGS="$2 -g -fprofile-instr-generate -fcoverage-mapping" >/dev/null
	shift 2
	ninja "$@" >/dev/null
}

build build -O1 all programs

# Tests of the build itself are left out, and tests that take minutes, mostly to measure or to try
# every octet: their sources have shorter tests, too.
if [ $# -eq 0 ]; then
	all=yes
	set -- goldens cli readme fuzz bad_blobs html5 filter snapshot snapshot_diff worlds_test,rules
	for source in $(test_sources); do
		case $(basename "$source" .c) in
		hostile_test | records_test | small_machines_test | store_kill_test | worlds_test) ;;
		*) if [ "$store" = yes ] || ! is_of_store "$source"; then set -- "$@" "$(basename "$source" .c)"; fi ;;
		esac
	done
fi
REACHED="$folder/reached" sh tests/run.sh "$@" | tail -n 1
set --
for ran in "$folder"/reached/*; do
	"$llvm_profdata" merge -sparse -o "$ran/merged" "$ran"/*.profraw &&
		"$llvm_profdata" show --all-functions "$ran/merged" >"$ran/functions" &&
		set -- "$@" "$(basename "$ran")=$ran/functions"
done
python3 tests/support/reach.py functions "$@" >"$builddir/tests/reached.tsv"
[ "${all-no}" = yes ] || exit 0

# Tests of the walks that other machines use: the walk without vectors, and the small walk.
other='vectors_test random_test,11,20 bad_blobs_test hashes_test long_test globs_test,20 reader_files_test forge_test,4000'
other="$other snapshot_test"
for kind in portable small; do
	case $kind in
	portable) flags='-O1 -DROBOTSC_PORTABLE' ;;
	small) flags='-Os -DROBOTSC_SMALL' ;;
	esac
	# shellcheck disable=SC2046 # names
	build build/$kind "$flags" $(echo "$other" | sed -E "s|,[^ ]*||g; s|[a-z_]+|build/$kind/tests/&|g")
	# shellcheck disable=SC2046 # a name and arguments
	for test in $other; do build/$kind/tests/$(echo "$test" | tr , ' ') >/dev/null; done
done
"$llvm_profdata" merge -sparse -o "$folder/all" "$folder"/ran/*.profraw "$folder"/reached/*/merged

report() {
	"$llvm_cov" export "$@" -instr-profile="$folder/all" runtime compiler analysis hosts cli 2>/dev/null
}

# objects KIND: prints the programs of the build KIND.
objects() {
	echo "build/$1/tests/random_test"
	for test in hashes_test long_test snapshot_test; do echo "-object build/$1/tests/$test"; done
}

# Two tests compile sources of the library once more, and are left out here.
programs=''
for program in build/tests/*_test build/fuzz/*_fuzzer; do
	case $program in
	build/tests/page_work_test | build/tests/import_memory_test) ;;
	*) programs="$programs -object $program" ;;
	esac
done
# shellcheck disable=SC2086 # flags and files
report -summary-only build/robotsc $programs >"$folder/summary"
# A report counts a function of several programs only once, so programs from other builds have
# reports of their own.
# shellcheck disable=SC2086
for built in "build/robotsc $programs" build/tests/alloc_each_test "$(objects portable)" "$(objects small)"; do
	report -format=lcov $built
done >"$folder/lines"
python3 tests/house/coverage.py "$folder/lines" "$folder/summary"
