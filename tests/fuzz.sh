#!/bin/sh
# fuzz.sh - every harness of fuzz/ over its first inputs, and over the files that once broke something.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

# The files of a harness, all in one run, which says what it is at before it stops.
run_over() {
	[ -n "$(find "$2" -type f)" ] && find "$2" -type f -print0 | xargs -0 "$builddir/fuzz/$1"
}

if [ -n "$(config python)" ]; then
	seeds=$tmp/seeds
	check 'first inputs' fuzz/seeds.py "$robotsc" "$seeds"
else
	seeds=fuzz/corpus
	skip 'the first inputs that are made: there is no python3'
fi
for source in fuzz/*_fuzzer.c; do
	name=$(basename "$source" .c)
	if [ "$store" = no ] && is_of_store "$source"; then continue; fi
	if [ -d "$seeds/$name" ]; then check "$name over its first inputs" run_over "$name" "$seeds/$name"; fi
	if [ -d "fuzz/regressions/$name" ]; then check "$name over its regressions" run_over "$name" "fuzz/regressions/$name"; fi
done
finish
