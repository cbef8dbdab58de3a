#!/bin/sh
# store.sh - measures a store of many origins: import, size and filter, with floors, in one run.
#
#	bench/store.sh BUILDDIR [ORIGINS [FOLDER]]
#
# ORIGINS is a million by default, which takes 4.5 GB in FOLDER, or TMPDIR; all files are removed
# at the end.  The origins are like those of ROBOTSC_CORPUS; without it, like those of
# bench/corpus_generate.c.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
builddir=$1
origins=${2:-1000000}
tmp=$(mktemp -d -p "${3:-${TMPDIR:-/tmp}}")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
robotsc=$builddir/robotsc
import="$robotsc import -q --agent=ExampleBot"
filter="$robotsc filter -q --store=$tmp/store --agent=ExampleBot --print=all"

"$builddir/bench/origins" --origins "$origins" "$tmp" >"$tmp/made"
cat "$tmp/made"
records=$(sed -n 's/.* robots.txt, \([0-9]*\) of records.*/\1/p' "$tmp/made")

# timed RUNS NAME UNITS OCTETS COMMAND...
timed() { "$builddir/bench/timed" "$@"; }
heading() { printf '\n%-34s %12s %-23s %8s %8s %8s %9s\n' "$1" "$2" "$3" 'MB/s' 'clock s' 'cores s' 'memory MB'; }

# shellcheck disable=SC2086 # commands are words
{
	heading 'Import, per second and core' 'policies/s' ''
	timed 1 'floor: gzip -dc' "$origins" "$records" gzip -dc "$tmp/robots.warc.gz"
	timed 1 'import, compressed' "$origins" "$records" $import --store="$tmp/store" "$tmp/robots.warc.gz"
	"$robotsc" store --store="$tmp/store" stat >"$tmp/stat"
	gzip -dc "$tmp/robots.warc.gz" |
		timed 1 'import, decompressed by gzip' "$origins" "$records" $import --store="$tmp/second" -
	rm -rf "$tmp/second"
	timed 1 'import of the same again' "$origins" "$records" $import --store="$tmp/store" "$tmp/robots.warc.gz"

	heading 'Filter, per second and core' 'URLs/s' '(spread of some runs)'
	urls=$(wc -l <"$tmp/random.txt") octets=$(wc -c <"$tmp/random.txt")
	timed 3 'floor, cat' "$urls" "$octets" cat <"$tmp/random.txt"
	timed 3 'floor, lines, hash of host' "$urls" "$octets" "$builddir/bench/urls" <"$tmp/random.txt"
	timed 3 'filter -j 1' "$urls" "$octets" $filter -j 1 <"$tmp/random.txt"
	timed 3 'filter, all cores' "$urls" "$octets" $filter <"$tmp/random.txt"
}

rm "$tmp/random.txt"
printf '\nThe store after the first import\n'
cat "$tmp/stat"
printf '\nThe store, compact\n'
"$robotsc" store --store="$tmp/store" --output="$tmp/compact" compact
"$robotsc" store --store="$tmp/compact" stat | grep octets
