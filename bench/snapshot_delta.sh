#!/bin/sh
# snapshot_delta.sh - measures what a machine fetches that has the snapshot of yesterday: the sizes
# of deltas beside others, and what delta, apply and diff cost.
#
#	bench/snapshot_delta.sh BUILDDIR [ORIGINS|SNAPSHOT [FOLDER]]
#
# A snapshot of ORIGINS, a million by default, is made first.  All origins are fetched again; none,
# 1 % and 10 % of them have a new robots.txt.  Takes four times the room of the snapshot in FOLDER,
# or TMPDIR.  What is not installed is left out.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
builddir=$1 old=${2:-1000000}
tmp=$(mktemp -d -p "${3:-${TMPDIR:-/tmp}}")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
robotsc=$builddir/robotsc
new=$tmp/new
if [ ! -e "$old" ]; then
	"$builddir/bench/origins" --origins "$old" "$tmp" >"$tmp/log"
	"$robotsc" snapshot make -q --agent=ExampleBot -o "$tmp/old" "$tmp/robots.warc.gz"
	old=$tmp/old
	rm "$tmp/robots.warc.gz" "$tmp"/*.txt
fi
origins=$("$robotsc" snapshot stat "$old" | sed -n 's/^origins *//p')

size() { printf '  %-32s %12d octets  %8.2f an origin\n' "$1" "$2" "$(echo "$2 $origins" | awk '{ print $1 / $2 }')"; }
has() { command -v "$1" >"$tmp/which"; }

for changed in 0 10 100; do
	"$builddir/bench/next_day" $changed "$old" "$new"
	octets=$(wc -c <"$new")
	echo "$changed of 1,000 changed, of $origins origins"
	"$builddir/bench/timed" 1 delta "$origins" "$octets" "$robotsc" snapshot delta -q -o "$tmp/delta" "$old" "$new"
	"$builddir/bench/timed" 1 apply "$origins" "$octets" "$robotsc" snapshot apply -q -o "$tmp/made" "$old" "$tmp/delta"
	cmp "$tmp/made" "$new" && rm "$tmp/made"
	"$builddir/bench/timed" 1 diff "$origins" "$octets" "$robotsc" snapshot diff -q --fail-on=never "$old" "$new"
	size 'the snapshot' "$octets"
	size 'delta' "$(wc -c <"$tmp/delta")"
	if has zstd; then
		zstd -q -f "$tmp/delta" -o "$tmp/delta.zst" && size 'delta, then zstd' "$(wc -c <"$tmp/delta.zst")"
		zstd -q -f --long=31 --patch-from="$old" "$new" -o "$tmp/patch" && size 'zstd --patch-from' "$(wc -c <"$tmp/patch")"
	fi
	if has rsync; then
		cp "$old" "$tmp/copy" && rsync --no-whole-file --only-write-batch="$tmp/batch" "$new" "$tmp/copy" &&
			size 'rsync --only-write-batch' "$(wc -c <"$tmp/batch")"
	fi
done
