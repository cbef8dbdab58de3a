#!/bin/sh
# hostile_search.sh - builds the library with counted steps, and runs bench/hostile_search.c: as it
# is usually built, and with ROBOTSC_SMALL.
#
#	CC=... bench/hostile_search.sh check -n 2000
#	SMALL=1 bench/hostile_search.sh check -o FILE    one of them: 0 as usual, 1 small
#
# A step is an executed basic block: gcc and clang call a function in each with
# -fsanitize-coverage=trace-pc.  The objects stay in build/hostile_search.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
CC=${CC-cc}
flags='-std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -O1 -g -Iinclude -Iruntime -Icompiler -Ianalysis -I.'

for small in ${SMALL-0 1}; do
	folder=build/hostile_search/$small
	mkdir -p "$folder/objects"
	rm -f "$folder"/objects/*.o
	find runtime hosts/snapshot/reader compiler analysis -name '*.c' | while read -r file; do
		echo "$folder/objects/$(echo "$file" | tr / _).o" "$file"
	done | xargs -P 2 -n 2 sh -c \
		'[ -n "$0" ] && exec '"$CC $flags -DROBOTSC_SMALL=$small"' -fsanitize-coverage=trace-pc -c -o "$0" "$1"'
	# shellcheck disable=SC2086 # several words
	$CC $flags -o "$folder/hostile_search" bench/hostile_search.c \
		tests/compiler/hostile.c tests/compiler/hostile_records.c tests/compiler/hostile_path.c \
		"$folder"/objects/*.o
	echo "ROBOTSC_SMALL=$small"
	"$folder/hostile_search" "$@"
done
