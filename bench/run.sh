#!/bin/sh
# run.sh - run the benchmark: measure the runtime's text, then start the program with it.
#
#	bench/run.sh BUILDDIR 'CC' [ARGUMENT...]    arguments: see the top of bench.c
#
# SPDX-License-Identifier: Apache-2.0
set -eu
builddir=$1
cc=$2
shift 2
top=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The runtime once more, for size: text and constants, without unwind tables.
for object in $(ar t "$builddir/librobotsc_runtime.a"); do
	source=$(find "$top/runtime" -name "${object%.o}.c")
	# shellcheck disable=SC2086 # CC may hold options
	$cc -std=c11 -Os -ffreestanding -fno-asynchronous-unwind-tables -I"$top/include" -I"$top/runtime" -c -o "$tmp/$object" "$source"
done
ar rcs "$tmp/runtime.a" "$tmp"/*.o

# text NAME OPTION...: what a reader links that calls no more than the options name.
text() {
	name=$1
	shift
	# shellcheck disable=SC2086
	$cc -nostdlib -r -o "$tmp/linked" "$@" "$tmp/runtime.a"
	size "$tmp/linked" | awk -v name="$name" 'NR == 2 { printf "runtime text, %s: %d octets, %.2f x 8 KiB\n", name, $1, $1 / 8192 }'
}
echo "objects of the runtime: $(size "$tmp"/*.o | awk 'NR > 1 { n = split($6, at, "/"); sub(/\.o$/, "", at[n]); printf "%s%s %d", (NR > 2 ? ", " : ""), at[n], $1 }')"
text 'all of it' -Wl,--whole-archive
text 'open, select, check' -Wl,-u,robotsc_open,-u,robotsc_select,-u,robotsc_check_path,-u,robotsc_check_url,-u,robotsc_check_paths,-u,robotsc_check_batch |
	tee "$tmp/core"
"$builddir/bench/bench" --runtime-text "$(sed 's/.*: \([0-9]*\) octets.*/\1/' "$tmp/core")" "$@"
