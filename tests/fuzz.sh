#!/bin/sh
# fuzz.sh - every harness of fuzz/ over its corpus, and over the files that once broke something.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

for source in fuzz/*_fuzzer.c; do
	name=$(basename "$source" .c)
	for file in fuzz/corpus/"$name"/* fuzz/regressions/"$name"/*; do
		if [ -f "$file" ]; then check "$name of $file" "$builddir/fuzz/$name" "$file"; fi
	done
done
finish
