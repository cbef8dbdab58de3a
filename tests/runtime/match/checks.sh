#!/bin/sh
# checks.sh - tests/runtime/match/bad-blobs/ has a blob for each check, and layout.h a row.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

for tool in clang llvm-profdata llvm-cov python3; do
	if ! command -v $tool >/dev/null; then
		skip "whether each check of a blob is reached: there is no $tool"
		check 'the blobs are there' test -f tests/runtime/match/bad-blobs/blobs.tar
		finish
	fi
done

compile() { clang -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -Iinclude -Iruntime -Icompiler -I. -c "$@"; }

# Only the files with the checks are measured: llvm-cov is quick where there is little.
measured() {
	for source in runtime/match/open.c runtime/records/open_records.c runtime/access/stamp.c; do
		compile -O1 -fprofile-instr-generate -fcoverage-mapping -o "$tmp/$(basename "$source" .c).o" "$source" || return
	done
}

# built NAME SOURCE...
built() {
	to=$1
	shift
	mkdir "$tmp/$to.objects" || return 1
	for source; do compile -o "$tmp/$to.objects/$(basename "$source" .c).o" "$source" || return; done
	clang -fprofile-instr-generate -o "$tmp/$to" "$tmp/$to.objects"/*.o "$tmp"/open.o "$tmp"/open_records.o "$tmp"/stamp.o \
		"$builddir/librobotsc.a"
}

each_reached() {
	measured && built program tests/runtime/match/bad_blobs_test.c &&
		built layout tests/runtime/match/layout*.c tests/runtime/match/cost.c tests/runtime/*/decode*.c \
			tests/support/product.c &&
		python3 tests/runtime/match/checks.py "$tmp/program" "$tmp/layout" "$tmp"
}

check 'each check of a blob is reached, by a blob of its own and by a row of tests/runtime/match/layout.h' each_reached
finish
