#!/bin/sh
# snapshot_history.sh - robotsc snapshot delta and apply: what makes a snapshot of an earlier one.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

need_store snapshot make -o "$builddir/none" tests

snapshot="$robotsc snapshot"
old=$tmp/old.snapshot
new=$tmp/new.snapshot

# make_hosts FOLDER FROM TO DAY: files of hosts; every tenth has rules of its day.
make_hosts() {
	mkdir -p "$1"
	i=$2
	while [ "$i" -lt "$3" ]; do
		day=$(($4 * (i % 10 == 0)))
		printf 'User-agent: *\nDisallow: /%d\nDisallow: /day%d$\n' $((i % 40)) $day >"$1/h$i.example"
		i=$((i + 1))
	done
}

# make_day NAME FROM TO DAY
make_day() {
	make_hosts "$tmp/$1" "$2" "$3" "$4" && find "$tmp/$1" -type f -exec touch -d "2026-11-2$4 12:00 UTC" {} + &&
		"$robotsc" import -q --agent=ExampleBot --store="$tmp/$1.store" examples/crawl.warc.gz "$tmp/$1" &&
		$snapshot make -q -o "$tmp/$1.snapshot" "$tmp/$1.store" &&
		$snapshot make -q --shards=3 -o "$tmp/$1.shards" "$tmp/$1.store"
}
make_inputs() { make_day old 0 150 1 && make_day new 20 170 2; }

files() {
	$snapshot delta -o "$tmp/delta" "$old" "$new" 2>"$tmp/err" && grep -q ' 40 added, 40 removed; ' "$tmp/err" &&
		$snapshot apply -q -o "$tmp/made" "$old" "$tmp/delta" && cmp "$tmp/made" "$new"
}
folders() {
	$snapshot delta -q -o "$tmp/delta3" "$tmp/old.shards" "$tmp/new.shards" &&
		$snapshot apply -q -o "$tmp/made.shards" "$tmp/old.shards" "$tmp/delta3" &&
		diff -r "$tmp/made.shards" "$tmp/new.shards"
}
in_place() {
	cp "$old" "$tmp/now" && $snapshot apply -q -o "$tmp/now" "$tmp/now" "$tmp/delta" && cmp "$tmp/now" "$new"
}
timed() {
	$snapshot make -q --at=2030-01-01T00:00:00Z -o "$tmp/timed" "$tmp/new.store" &&
		$snapshot delta -q -o "$tmp/d" "$old" "$tmp/timed" && $snapshot apply -q -o "$tmp/made" "$old" "$tmp/d" &&
		cmp "$tmp/made" "$tmp/timed"
}

# refused WORDS COMMAND...: with status 2, these words, and what was there.
refused() {
	words=$1
	shift
	cp "$old" "$tmp/good"
	"$@" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -q "$words" "$tmp/err" && cmp "$old" "$tmp/good"
}
refuses() {
	head -c 300 "$tmp/delta" >"$tmp/cut"
	{ cat "$tmp/delta" && echo; } >"$tmp/longer"
	"$robotsc" import -q --store="$tmp/every" examples/crawl.warc.gz &&
		$snapshot make -q -o "$tmp/every.snapshot" "$tmp/every" || return 1
	refused 'a delta of another snapshot' $snapshot apply -o "$tmp/good" "$new" "$tmp/delta" &&
		refused 'a delta of another snapshot' $snapshot apply -o "$tmp/good" "$old" "$tmp/delta3" &&
		refused 'not a delta' $snapshot apply -o "$tmp/good" "$old" "$new" &&
		refused 'not a delta' $snapshot apply -o "$tmp/good" "$old" /dev/null &&
		refused 'the delta is damaged' $snapshot apply -o "$tmp/good" "$old" "$tmp/cut" &&
		refused 'the delta is damaged' $snapshot apply -o "$tmp/good" "$old" "$tmp/longer" &&
		refused 'is none' $snapshot apply -o "$tmp/good" "$tmp/old.shards" "$tmp/delta3" &&
		refused 'it is no delta' $snapshot delta -o "$tmp/good" "$old" "$new" &&
		refused 'its agents differs' $snapshot delta -o "$tmp/none" "$old" "$tmp/every.snapshot" &&
		refused 'the same number of shards' $snapshot delta -o "$tmp/none" "$old" "$tmp/new.shards" &&
		refused 'is a shard' $snapshot delta -o "$tmp/none" "$old" "$(ls "$tmp"/new.shards/0001-*)" &&
		refused 'output=PATH is missing' $snapshot delta "$old" "$new" && [ ! -e "$tmp/none" ]
}

# The old snapshot is damaged, where the delta needs it: what is made is not the new one.
damaged_old() {
	size=$(wc -c <"$old")
	for at in 1000 $((size / 3)) $((size - 300)); do
		cp "$old" "$tmp/bad"
		printf '\377\376\375' | dd of="$tmp/bad" bs=1 seek="$at" conv=notrunc 2>"$tmp/dd" || return 1
		rm -f "$tmp/made"
		if $snapshot apply -q -o "$tmp/made" "$tmp/bad" "$tmp/delta" 2>"$tmp/err"; then
			cmp "$tmp/made" "$new" || return 1
		else
			[ ! -e "$tmp/made" ] || return 1
		fi
	done
}

check 'the inputs of the test are made' make_inputs
check 'apply makes the new snapshot, octet for octet' files
check 'a folder of shards too' folders
check 'the old snapshot may be replaced' in_place
check 'a time that was asked for' timed
check 'what does not fit is refused with a reason, and what was there stays' refuses
check 'of a damaged snapshot nothing else is made' damaged_old
finish
