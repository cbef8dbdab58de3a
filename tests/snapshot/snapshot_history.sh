#!/bin/sh
# snapshot_history.sh - robotsc snapshot delta and apply: what makes a snapshot of an earlier one;
# diff and log: what differs.
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

# The counts are those of lists of names; any number of threads and shards say the same.
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
	$snapshot diff "$old" "$tmp/every.snapshot" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -q 'made for other agents' "$tmp/err"
}

# The latest first, whatever the order of the operands.
logs() {
	$snapshot log https://h30.example/x "$new" "$old" | sed "s,$tmp/,," >"$tmp/log" || return 1
	diff - "$tmp/log" <<-END || return 1
		https://h30.example 2026-11-22T12:00:00Z new.snapshot: verdicts: parse (200)
		  ExampleBot
		    newly disallowed: /day2
		    newly allowed: /day1
		https://h30.example 2026-11-21T12:00:00Z old.snapshot: added: parse (200)
	END
	$snapshot --domain=h30.example log "$old" "$new" | grep -c '^http' | grep -qx 4 &&
		$snapshot log http://h10.example "$old" "$new" | sed 's,/[^ ]*/,,' >"$tmp/log" &&
		head -n 1 "$tmp/log" | grep -q 'new.snapshot: removed: ' || return 1
	$snapshot log https://nowhere.example "$old" "$new" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -q 'in none of the snapshots' "$tmp/err"
}

# The commands of docs/snapshot-delta.md, in a folder of their own.
apply_signed() {
	sed -n '/^    serial=/,/^    *echo/p' docs/snapshot-delta.md | sed 's/^    //' >"$tmp/apply.sh"
	(cd "$tmp/fleet" && PATH=$(dirname "$robotsc"):$PATH sh "$tmp/apply.sh")
}
signed() {
	mkdir "$tmp/fleet" && cp "$old" "$tmp/fleet/now.snapshot" && cp "$tmp/delta" "$tmp/fleet/day.delta" &&
		echo 20261125 >"$tmp/fleet/last" &&
		minisign -G -W -p "$tmp/fleet/fleet.pub" -s "$tmp/fleet.key" &&
		minisign -S -s "$tmp/fleet.key" -t 'serial 20261126' -m "$tmp/fleet/day.delta" || return 1
	printf 'x' >>"$tmp/fleet/day.delta"
	apply_signed && return 1
	cp "$tmp/delta" "$tmp/fleet/day.delta" && apply_signed && cmp "$tmp/fleet/now.snapshot" "$new" || return 1
	cp "$old" "$tmp/fleet/now.snapshot"
	apply_signed && return 1
	# An older delta, signed; and the same with a newer number, which is not signed.
	minisign -S -s "$tmp/fleet.key" -t 'serial 20261120' -m "$tmp/fleet/day.delta" || return 1
	apply_signed && return 1
	sed -i 's/serial 20261120/serial 20261130/' "$tmp/fleet/day.delta.minisig" &&
		grep -q 'serial 20261130' "$tmp/fleet/day.delta.minisig" || return 1
	apply_signed && return 1
	cmp "$tmp/fleet/now.snapshot" "$old" && grep -qx 20261126 "$tmp/fleet/last"
}

check 'the inputs of the test are made' make_inputs
check 'apply makes the new snapshot, octet for octet' files
check 'a folder of shards too' folders
check 'the old snapshot may be replaced' in_place
check 'a time that was asked for' timed
check 'what does not fit is refused with a reason, and what was there stays' refuses
check 'of a damaged snapshot nothing else is made' damaged_old
check 'diff says what became of each origin' diffs
check 'diff exits as --fail-on says' statuses
check 'log prints the versions of an origin, and of a domain' logs
if command -v minisign >"$tmp/which"; then
	check 'a signed delta is applied once' signed
else
	skip 'a signed delta: minisign is not there'
fi
finish
