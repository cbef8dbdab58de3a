#!/bin/sh
# run.sh - runs the benchmark with the size of the runtime's text section.
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

# small FOLDER TOOLS CC: builds the runtime once more, small: text and constants, without unwind
# tables.  TOOLS is how the names of its archiver and its other tools begin.
small() {
	mkdir "$tmp/$1"
	for object in $(ar t "$builddir/librobotsc_runtime.a"); do
		source=$(find "$top/runtime" "$top/hosts/snapshot/reader" -name "${object%.o}.c")
		# shellcheck disable=SC2086 # CC may hold options
		$3 -std=c11 -Os -DROBOTSC_SMALL -ffreestanding -fno-asynchronous-unwind-tables -I"$top/include" -I"$top/runtime" \
			-c -o "$tmp/$1/$object" "$source"
	done
	"${2}ar" rcs "$tmp/$1/runtime.a" "$tmp/$1"/*.o
}

# text NAME FOLDER TOOLS CC OPTION...: the text's size in a program that calls what OPTIONs name.
text() {
	name=$1 folder=$tmp/$2 tools=$3 link=$4
	shift 4
	# shellcheck disable=SC2086
	$link -nostdlib -r -o "$folder/linked" "$@" "$folder/runtime.a"
	"${tools}size" "$folder/linked" | awk -v name="$name" '
		NR == 2 { printf "runtime text, %s: %d octets, %.2f x 8 KiB\n", name, $1, $1 / 8192 }'
}

calls=
for call in open select check_path check_url check_paths check_batch; do calls="$calls -Wl,-u,robotsc_$call"; done
small here '' "$cc"
echo "objects of the runtime: $(size "$tmp"/here/*.o | awk '
	NR > 1 { n = split($6, at, "/"); sub(/\.o$/, "", at[n]); printf "%s%s %d", (NR > 2 ? ", " : ""), at[n], $1 }')"
text 'all of it' here '' "$cc" -Wl,--whole-archive
# shellcheck disable=SC2086
text 'open, select, check' here '' "$cc" $calls | tee "$tmp/core"
arm='arm-linux-gnueabihf-'
if command -v ${arm}gcc >/dev/null; then
	small thumb $arm "${arm}gcc -mthumb"
	# shellcheck disable=SC2086
	text 'the same, Thumb-2' thumb $arm "${arm}gcc -mthumb" $calls
fi
static=$builddir/static/robotsc
if [ -x "$static" ]; then
	"$builddir/bench/timed" 50 starts 1 0 "$static" --version </dev/null |
		awk '{ print $2 " starts of the static command a second" }'
fi
"$builddir/bench/bench" --runtime-text "$(sed 's/.*: \([0-9]*\) octets.*/\1/' "$tmp/core")" "$@"
