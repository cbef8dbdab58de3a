#!/bin/sh
# run.sh - run the benchmark: measure the runtime's text, then start the program with it.
#
#	bench/run.sh PROGRAM 'CC' [ARGUMENT...]    arguments: see the top of bench.c
#
# SPDX-License-Identifier: Apache-2.0
set -eu
program=$1
cc=$2
shift 2
top=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# What an embedded reader would link: text and constants, without unwind tables.
for file in open select check url status; do
	# shellcheck disable=SC2086 # CC may hold options
	$cc -std=c11 -Os -ffreestanding -fno-asynchronous-unwind-tables -I"$top/include" -c -o "$tmp/$file.o" "$top/runtime/$file.c"
done
text=$(size "$tmp"/*.o | awk 'NR > 1 { sum += $1 } END { print sum }')
size "$tmp"/*.o | awk 'NR > 1 { n = split($6, at, "/"); printf "runtime text, %-10s %6d octets\n", at[n], $1 }'
"$program" --runtime-text "$text" "$@"
