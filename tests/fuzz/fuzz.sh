#!/bin/sh
# fuzz.sh - runs every harness of fuzz/ over its first inputs and its regressions.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# The files of a folder in one run.  The harness prints the name of each before it runs over it.
run_over() {
	[ -n "$(find "$2" -type f)" ] && find "$2" -type f -print0 | xargs -0 "$builddir/fuzz/$1"
}

# An archive that is empty or damaged must not pass for one that was run.
run_archive() {
	"$builddir/fuzz/$1" "$2" >"$tmp/run" || { tail -n 3 "$tmp/run" && return 1; }
	[ -s "$tmp/run" ] && [ "$(wc -l <"$tmp/run")" -eq "$(tar -tf "$2" | wc -l)" ] || return 1
	head -c 1000 "$2" >"$tmp/cut.tar"
	! "$builddir/fuzz/$1" "$tmp/cut.tar"
}

# fuzz/build.sh names archives of the build.
archives_are_there() {
	for archive in $(grep -o '\$built/[a-z_/]*\.a' fuzz/build.sh | sort -u); do
		if [ "$store" = no ] && [ "$archive" = "\$built/librobotsc_store.a" ]; then continue; fi
		ninja -t targets all | grep -qF "/${archive#*/}:" || { echo "no target: $archive" && return 1; }
	done
}

check 'archives that fuzz/build.sh takes' archives_are_there
if [ -n "$(config python)" ]; then
	seeds=$tmp/seeds
	check 'first inputs are made' fuzz/seeds.py "$robotsc" "$seeds"
	check 'archives are what tests/support/archive.py writes' tests/support/archive.py check fuzz/corpus/*.tar
else
	seeds=$tmp/none
	skip 'the first inputs that are made: there is no python3'
fi
for source in fuzz/*_fuzzer.c; do
	name=$(basename "$source" .c)
	if [ "$store" = no ] && is_of_store "$source"; then continue; fi
	if [ -d "$seeds/$name" ]; then check "$name over the first inputs that are made" run_over "$name" "$seeds/$name"; fi
	check "$name over those of its archive" run_archive "$name" "fuzz/corpus/$name.tar"
	if [ -d "fuzz/regressions/$name" ]; then check "$name over its regressions" run_over "$name" "fuzz/regressions/$name"; fi
done
finish
