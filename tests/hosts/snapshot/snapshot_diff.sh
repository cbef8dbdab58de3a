#!/bin/sh
# snapshot_diff.sh - robotsc snapshot diff: what differs between two snapshots.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
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

# The counts equal those from lists of names, for any number of threads and shards.
diffs() {
	for at in old new; do $snapshot list "$tmp/$at.snapshot" | cut -f 1 | sort >"$tmp/$at.names"; done
	$snapshot diff --format=jsonl "$old" "$new" >"$tmp/changes"
	[ $? -eq 1 ] || return 1
	sed -n 's/^{"origin":"\([^"]*\)","change":"added".*/\1/p' "$tmp/changes" | sort >"$tmp/added"
	comm -13 "$tmp/old.names" "$tmp/new.names" | diff - "$tmp/added" || return 1
	sed -n 's/^{"origin":"\([^"]*\)","change":"removed".*/\1/p' "$tmp/changes" | sort >"$tmp/removed"
	comm -23 "$tmp/old.names" "$tmp/new.names" | diff - "$tmp/removed" || return 1
	[ "$(grep -c '"change":"verdicts".*"newly_disallowed":\["/day2"\],"newly_allowed":\["/day1"\]' "$tmp/changes")" -eq 26 ] &&
		[ "$(grep -c '"change":"verdicts"' "$tmp/changes")" -eq 26 ] || return 1
	sort "$tmp/changes" >"$tmp/sorted"
	for pair in "$old $tmp/new.shards" "$tmp/old.shards $new" "-j 1 $tmp/old.shards $tmp/new.shards"; do
		# shellcheck disable=SC2086 # a pair is words
		$snapshot diff --format=jsonl $pair | sort | cmp - "$tmp/sorted" || return 1
	done
	$snapshot diff "$old" "$new" | tail -n 1 >"$tmp/last"
	grep -q '^40 added, 40 removed; 26 with other verdicts, 0 .* 0 .* 234 ' "$tmp/last" || return 1
	$snapshot diff --format=json "$old" "$new" | grep -q '"added":40,"removed":40,"verdicts":26,"unknown":0,'
}
statuses() {
	$snapshot diff -q "$old" "$old" >"$tmp/out" && $snapshot diff --fail-on=never "$old" "$new" >"$tmp/out" || return 1
	for which in any disallowed allowed; do
		$snapshot diff --fail-on=$which "$old" "$new" >"$tmp/out"
		[ $? -eq 1 ] || return 1
	done
	$snapshot diff --agent=OtherBot "$old" "$new" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -q ExampleBot "$tmp/err" || return 1
	"$robotsc" import -q --store="$tmp/every" examples/crawl.warc.gz &&
		$snapshot make -q -o "$tmp/every.snapshot" "$tmp/every" || return 1
	$snapshot diff "$old" "$tmp/every.snapshot" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -q 'made for other agents' "$tmp/err"
}

check 'the inputs of the test are made' make_inputs
check 'diff says what became of each origin' diffs
check 'diff exits as --fail-on says' statuses
finish
