#!/bin/sh
# snapshot.sh - robotsc snapshot, and filter with snapshots: the same answers as with the store; the
# same octets however they are made; the old snapshot stays when a make is killed, or the disk is
# full.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

need_store snapshot make -o "$builddir/none" tests

policies=$tmp/policies
one=$tmp/one.snapshot
folder=$tmp/shards
make="$robotsc snapshot make -q"
by_store="$robotsc filter -q --store=$policies --agent=ExampleBot"
by_snapshot="$robotsc filter -q --snapshot=$one --agent=ExampleBot"

# make_hosts FOLDER FROM TO: files of hosts whose policies are often the same.
make_hosts() {
	mkdir -p "$1"
	i=$2
	while [ "$i" -lt "$3" ]; do
		printf 'User-agent: *\nDisallow: /%d\nDisallow: /*x%d$\n' $((i % 40)) $((i % 7)) >"$1/h$i.example"
		i=$((i + 1))
	done
}

# A store with captures of many outcomes, and two of hosts that overlap.
make_inputs() {
	make_hosts "$tmp/many" 0 150
	make_hosts "$tmp/later" 100 200
	import="$robotsc import -q --agent=ExampleBot"
	$import --store="$policies" examples/crawl.warc.gz && $import --store="$policies" "$tmp/many" &&
		$import --store="$tmp/a" examples/crawl.warc.gz "$tmp/many" && $import --store="$tmp/b" "$tmp/later" || return 1
	awk 'BEGIN {
		srand(7)
		for (i = 0; i < 20000; i++) {
			if (i % 13 == 0 || i < 8000) host = int(rand() * 300)
			printf "http%s://%s%d.%s/%d/%s%d%s", rand() < .5 ? "" : "s", rand() < .1 ? "H" : "h", host, \
				rand() < .05 ? "EXAMPLE:80" : "example", rand() * 50, rand() < .5 ? "x" : "y", rand() * 8, \
				rand() < .1 ? "#part" : ""
			printf rand() < .01 ? "\r\n\n" : "\n"
		}
		for (k = 0; k < 60000; k++) printf "0123456789"
		print "\nmailto:nobody@example\nhttps://h1.example:x/\nhttps://h2.example"
	}' >"$tmp/urls"
	cat examples/frontier.txt >>"$tmp/urls"
	sed 's/^/7 /' "$tmp/urls" >"$tmp/fields"
	$make -o "$one" "$policies" && "$robotsc" snapshot verify "$one" | grep -x good
}

# The words of the two lists, except for the policy, are the same; only the order differs.
lists() {
	"$robotsc" store --store="$policies" list | cut -f 1-5 | sort >"$tmp/store.list"
	"$robotsc" snapshot list "$one" >"$tmp/list" && cut -f 1-5 "$tmp/list" | sort | diff - "$tmp/store.list" || return 1
	cut -f 1 "$tmp/list" | sed 's/.*:\/\///' |
		awk -F. '{ for (i = NF; i > 0; i--) printf "%s%s", $i, (i > 1 ? "!" : "\n") }' | LC_ALL=C sort -c
}

no_hosts() {
	for domain in https://example.com/ example.com/ example.com:80 a..b ''; do
		"$robotsc" snapshot --domain="$domain" list "$one" >"$tmp/listed" 2>"$tmp/why" && return 1
		grep -q 'not a host' "$tmp/why" && [ ! -s "$tmp/listed" ] || return 1
	done
	"$robotsc" snapshot --domain=NEWS.Example list "$one" | cut -f 1 | cmp - "$tmp/some"
}
domains() {
	"$robotsc" snapshot --domain=news.example list "$one" | cut -f 1 >"$tmp/some" || return 1
	printf 'http://news.example\nhttp://www.news.example\n' | diff - "$tmp/some" &&
		"$robotsc" snapshot --domain=nothing.example list "$one" | cmp - /dev/null &&
		"$robotsc" snapshot --format=jsonl --domain=example list "$one" | wc -l | grep -qx "$(wc -l <"$tmp/list")"
}

# same_answers FILE OPTION...: filter prints the same with the store and with the snapshot.
same_answers() {
	input=$1
	shift
	$by_store "$@" <"$input" >"$tmp/expected" 2>"$tmp/expected.err"
	expected=$?
	$by_snapshot "$@" <"$input" >"$tmp/out" 2>"$tmp/err"
	[ $? -eq $expected ] && [ $expected -ne 2 ] && cmp "$tmp/out" "$tmp/expected" &&
		cmp "$tmp/err" "$tmp/expected.err" || return 1
	"$robotsc" filter -q --snapshot="$folder" --agent=ExampleBot "$@" <"$input" 2>/dev/null | cmp - "$tmp/expected"
}

all_options() {
	$make --shards=5 -o "$folder" "$policies" && { head -n 3000 "$tmp/urls" && tail -n 40 "$tmp/urls"; } >"$tmp/few" || return 1
	for print in allowed disallowed unknown all; do
		for stale in use unknown deny; do
			for unknown in disallow allow report; do
				same_answers "$tmp/few" --print=$print --stale=$stale --unknown=$unknown --reason || return 1
				same_answers "$tmp/few" --print=$print --stale=$stale --unknown=$unknown -j 1 \
					--at=2026-11-21T09:35:00Z || return 1
			done
		done
	done
	same_answers "$tmp/fields" --field=2 --delimiter=' ' --print=all && same_answers "$tmp/urls" --null &&
		same_answers "$tmp/urls" --max-line=30 --print=all --reason && same_answers "$tmp/urls" --format=csv &&
		same_answers "$tmp/urls" --format=jsonl --print=all && same_answers "$tmp/urls" --format=json -j 3
}

# The list of a folder has the order of a single file's list, whatever the number of shards.
shards_in_order() {
	for shards in 1 5 40; do
		$make --shards=$shards -o "$tmp/listed.$shards" "$one" || return 1
		for options in --format=text --domain=news.example --domain=example --domain=h3.example --domain=none.example; do
			"$robotsc" snapshot $options list "$one" | cut -f 1-5 >"$tmp/some" &&
				"$robotsc" snapshot $options list "$tmp/listed.$shards" | cut -f 1-5 | cmp - "$tmp/some" || return 1
		done
	done
	"$robotsc" snapshot --format=jsonl list "$tmp/listed.40" | sed 's/.*"origin": *"\([^"]*\)".*/\1/' >"$tmp/some" &&
		cut -f 1 "$tmp/list" | cmp - "$tmp/some" || return 1
	cp -R "$tmp/listed.5" "$tmp/bad.d" && for shard in "$tmp"/bad.d/0003-*; do
		printf 'X' | dd of="$shard" bs=1 seek=430 conv=notrunc 2>/dev/null
	done
	! "$robotsc" snapshot list "$tmp/bad.d" >"$tmp/some" 2>"$tmp/err" && grep -q damaged "$tmp/err"
}

trusts() {
	root=$("$robotsc" snapshot stat "$one" | sed -n 's/^root *//p')
	$by_store --print=all <"$tmp/urls" >"$tmp/expected" 2>/dev/null
	for options in --trust=intact --trust=forged "--trust=known --root=$root" --preload "--root=$root" --verify; do
		# shellcheck disable=SC2086 # options are words
		$by_snapshot $options --print=all <"$tmp/urls" 2>/dev/null | cmp - "$tmp/expected" || return 1
	done
	! $by_snapshot --trust=known </dev/null 2>"$tmp/err" && grep -q 'needs --root' "$tmp/err" || return 1
	! $by_snapshot --root="$(echo "$root" | tr 0-9a-f 1-9a-f0)" </dev/null 2>"$tmp/err" && grep -q 'another root' "$tmp/err"
}

# Any number of threads, any memory and any order of inputs give the same octets; so does making
# from snapshots, or from a store and its snapshot.
same_octets() {
	$make -o "$tmp/ab" "$tmp/a" "$tmp/b" || return 1
	for options in '-j 1' '-j 4' '--memory=1K' '--memory=1M -j 2'; do
		# shellcheck disable=SC2086 # options are words
		$make $options -o "$tmp/ba" "$tmp/b" "$tmp/a" && cmp "$tmp/ab" "$tmp/ba" || return 1
	done
	$make -o "$tmp/a.snapshot" "$tmp/a" && $make --shards=3 -o "$tmp/b.shards" "$tmp/b" &&
		$make -o "$tmp/ba" "$tmp/b.shards" "$tmp/a.snapshot" "$tmp/a" && cmp "$tmp/ab" "$tmp/ba" || return 1
	for at in a b; do "$robotsc" store --store="$tmp/$at" list | cut -f 1 | sort >"$tmp/$at.names"; done
	sort -u "$tmp/a.names" "$tmp/b.names" >"$tmp/names"
	"$robotsc" snapshot list "$tmp/ab" | cut -f 1 | sort | diff - "$tmp/names"
}

# Inputs of import give the octets that a store made of them gives, and leave nothing behind.
imports() {
	mkdir "$tmp/from" && cp examples/crawl.warc.gz "$tmp/damaged.warc.gz" || return 1
	$make --agent=ExampleBot -o "$tmp/from/one" "$tmp/many" examples/crawl.warc.gz && cmp "$tmp/from/one" "$one" &&
		$make --agent=ExampleBot -o "$tmp/from/one" "$tmp/many" - <examples/crawl.warc.gz && cmp "$tmp/from/one" "$one" &&
		$make -o "$tmp/from/one" "$tmp/later" "$tmp/a" && cmp "$tmp/from/one" "$tmp/ab" &&
		$make --shards=5 --agent=ExampleBot -o "$tmp/from/shards" examples/crawl.warc.gz "$tmp/many" &&
		diff -r "$tmp/from/shards" "$folder" || return 1
	! $make --agent=OtherBot -o "$tmp/from/one" "$tmp/later" "$tmp/a" 2>"$tmp/err" &&
		grep -q "$tmp/later: its agents differs" "$tmp/err" &&
		! $make --agent='Other Bot' -o "$tmp/from/one" "$tmp/later" 2>"$tmp/err" && cmp "$tmp/from/one" "$tmp/ab" &&
		! $make -o "$tmp/from/one" "$tmp/later" examples/small.txt 2>"$tmp/err" && grep -q small.txt "$tmp/err" || return 1
	printf 'X' | dd of="$tmp/damaged.warc.gz" bs=1 seek=2000 conv=notrunc 2>/dev/null
	$make --agent=ExampleBot -o "$tmp/from/one" "$tmp/later" "$tmp/damaged.warc.gz" 2>"$tmp/err"
	[ $? -eq 1 ] && grep -q damaged.warc.gz "$tmp/err" && "$robotsc" snapshot verify "$tmp/from/one" >"$tmp/out" || return 1
	ls -A "$tmp/from" | tr '\n' ' ' | grep -qx 'one shards '
}

# Real captures, if ROBOTSC_CORPUS names some.
corpus() {
	[ -n "${ROBOTSC_CORPUS-}" ] || return 0
	"$robotsc" import -q --agent=ExampleBot --store="$tmp/real" "$ROBOTSC_CORPUS/robots.warc.gz" &&
		$make -o "$tmp/real.one" "$tmp/real" &&
		$make --agent=ExampleBot -j 3 -o "$tmp/real.two" "$ROBOTSC_CORPUS/robots.warc.gz" &&
		cmp "$tmp/real.one" "$tmp/real.two" && "$robotsc" snapshot verify "$tmp/real.two" | grep -qx good
}

gets() {
	"$robotsc" store --store="$policies" get http://shop.example | grep -v '^policy' >"$tmp/expected"
	"$robotsc" snapshot get "$one" http://shop.example/x | grep -v '^policy' | diff - "$tmp/expected" &&
		"$robotsc" snapshot get -o "$tmp/blob" "$one" http://shop.example &&
		"$robotsc" store --store="$policies" get -o "$tmp/blob2" http://shop.example && cmp "$tmp/blob" "$tmp/blob2" &&
		"$robotsc" snapshot get "$folder" http://shop.example | grep -v '^policy' | diff - "$tmp/expected" &&
		"$robotsc" store --snapshot="$one" get http://shop.example | grep -v '^policy' | diff - "$tmp/expected" &&
		"$robotsc" store --snapshot="$one" list | cmp - "$tmp/list" &&
		! "$robotsc" store --snapshot="$one" expire 2>"$tmp/err" &&
		! "$robotsc" snapshot get "$one" http://nowhere.example 2>"$tmp/err" &&
		grep -q 'not in the snapshot' "$tmp/err"
}

checks() {
	set -- http://shop.example/private/x http://forum.example/ http://nowhere.example/ https://h3.example/3
	"$robotsc" store -q --store="$policies" --agent=ExampleBot check "$@" >"$tmp/expected" 2>"$tmp/expected.err"
	expected=$?
	for at in "$one" "$folder"; do
		"$robotsc" snapshot -q --agent=ExampleBot check "$at" "$@" >"$tmp/out"
		[ $? -eq $expected ] && diff "$tmp/out" "$tmp/expected" || return 1
	done
}

# The message names the setting that differs.
settings() {
	"$robotsc" import -q --store="$tmp/other" --agent=OtherBot "$tmp/later" &&
		"$robotsc" import -q --store="$tmp/rules" --agent=ExampleBot --extensions "$tmp/later" || return 1
	! $make -o "$tmp/none" "$policies" "$tmp/other" 2>"$tmp/err" &&
		grep -q "$tmp/other: its agents differs" "$tmp/err" &&
		! $make -o "$tmp/none" "$one" "$tmp/rules" 2>"$tmp/err" &&
		grep -q "$tmp/rules: its extensions differs" "$tmp/err" &&
		[ ! -e "$tmp/none" ] && ! $by_snapshot --agent=OtherBot </dev/null 2>"$tmp/err"
}

# The order of the agents is no setting.
agents_in_order() {
	import="$robotsc import -q"
	$import --store="$tmp/bots" --agent=b-bot --agent=ExampleBot --agent=a-bot "$tmp/later" &&
		$import --store="$tmp/bots2" --agent=a-bot --agent=b-bot --agent=ExampleBot "$tmp/later" &&
		$make -o "$tmp/bots.one" "$tmp/bots" && $make -o "$tmp/bots.two" "$tmp/bots2" &&
		cmp "$tmp/bots.one" "$tmp/bots.two" && $make -o "$tmp/bots.two" "$tmp/bots.one" "$tmp/bots2" "$tmp/bots" &&
		cmp "$tmp/bots.one" "$tmp/bots.two" && "$robotsc" snapshot verify "$tmp/bots.one" >"$tmp/out" &&
		"$robotsc" snapshot stat "$tmp/bots.one" | grep -qx 'dialect rfc9309, agents: ExampleBot a-bot b-bot'
}

refuses() {
	cp examples/small.txt "$tmp/text"
	! $make -o "$tmp/text" "$policies" 2>"$tmp/err" && grep -q 'not replaced' "$tmp/err" &&
		cmp "$tmp/text" examples/small.txt && $make --force -o "$tmp/text" "$policies" && cmp "$tmp/text" "$one" || return 1
	! $make "$policies" 2>"$tmp/err" && grep -q -e '--output=PATH is missing' "$tmp/err" &&
		! "$robotsc" snapshot stat examples/small.txt 2>"$tmp/err" && grep -q 'not a snapshot' "$tmp/err" || return 1
	head -c 1000 "$one" >"$tmp/cut"
	! "$robotsc" snapshot stat "$tmp/cut" 2>"$tmp/err" && grep -q 'cut off' "$tmp/err"
}

# A flipped bit of an entry: verify names the entry, and a filter that reads it stops.
damage() {
	cp "$one" "$tmp/bad" && printf 'X' | dd of="$tmp/bad" bs=1 seek=420 conv=notrunc 2>/dev/null || return 1
	! "$robotsc" snapshot verify "$tmp/bad" >"$tmp/out" 2>"$tmp/err" && grep -q 'digest' "$tmp/out" &&
		grep -q damaged "$tmp/err" || return 1
	filter_bad="$robotsc filter -q --snapshot=$tmp/bad --agent=ExampleBot"
	! $filter_bad --verify <"$tmp/urls" >"$tmp/out" 2>/dev/null && cmp "$tmp/out" /dev/null || return 1
	cut -f 1 "$tmp/list" | sed 's/$/\//' >"$tmp/each"
	! $filter_bad <"$tmp/each" >/dev/null 2>"$tmp/err" && grep -q damaged "$tmp/err"
}

# When a make is killed at any moment, the old snapshot or the new one is there.
kills() {
	$make -o "$tmp/kept" "$tmp/a" && cp "$tmp/kept" "$tmp/old" || return 1
	$make --shards=4 -o "$tmp/kept.d" "$tmp/a" || return 1
	i=0
	while [ $i -lt 30 ]; do
		$make --memory=1K -o "$tmp/kept" "$tmp/a" "$tmp/b" &
		pid=$!
		$make --memory=1K --shards=4 -o "$tmp/kept.d" "$tmp/a" "$tmp/b" &
		pid2=$!
		sleep "0.$(printf %03d $((2 * i)))" 2>/dev/null || sleep 0
		kill -9 $pid $pid2 2>/dev/null
		wait $pid $pid2 2>/dev/null
		cmp -s "$tmp/kept" "$tmp/old" || cmp "$tmp/kept" "$tmp/ab" || return 1
		"$robotsc" snapshot verify "$tmp/kept.d" >/dev/null || return 1
		i=$((i + 1))
	done
	$make -o "$tmp/kept" "$tmp/a" "$tmp/b" && cmp "$tmp/kept" "$tmp/ab"
}

# Before each call by which any thread changes files, the old snapshot or the new one is there.
each_step() {
	watch="$builddir/tests/watch_make"
	$make -o "$tmp/watched" "$tmp/a" && $make --shards=4 -o "$tmp/watched.d" "$tmp/a" &&
		$make --shards=4 -o "$tmp/ab.d" "$tmp/a" "$tmp/b" || return 1
	"$watch" "$tmp/watched" "$tmp/ab" $make -j 2 --memory=1K -o "$tmp/watched" "$tmp/a" "$tmp/b" &&
		"$watch" "$tmp/watched.d" "$tmp/ab.d" $make --memory=1K --shards=4 -o "$tmp/watched.d" "$tmp/a" "$tmp/b"
	status=$?
	if [ $status -eq 77 ]; then skip 'each step of a make: nothing can be traced here' && return 0; fi
	return $status
}

# Files that a killed maker left are removed after a day; files of a running maker stay.
left_behind() {
	dead=$(sh -c 'echo $$')
	mkdir "$tmp/left" && touch "$tmp/left/.robotsc-$dead-1.part" "$tmp/left/.robotsc-x.part" &&
		touch -t 202001010000 "$tmp/left/.robotsc-$dead-0.part" "$tmp/left/.robotsc-$$-0.part" \
			"$tmp/left/.robotsc-x-0.part" && $make -o "$tmp/left/one" "$policies" || return 1
	printf '%s\n' ".robotsc-$$-0.part" ".robotsc-$dead-1.part" .robotsc-x-0.part .robotsc-x.part one | sort >"$tmp/stay"
	find "$tmp/left" -type f | sed 's/.*\///' | sort | diff - "$tmp/stay"
}

# on_full_disk COMMAND...: runs it where files cannot grow beyond a number of blocks, with more
# blocks each time until it succeeds.  After each failure the old files stay, and nothing is left
# behind.
on_full_disk() {
	blocks=1 failures=0
	while [ $blocks -lt 400 ]; do
		rm -rf "$tmp/full" && cp -R "$tmp/full.old" "$tmp/full" || return 1
		if message=$( (ulimit -f $blocks && trap '' XFSZ && "$@") 2>&1); then break; fi
		case $message in
		*null* | *batch*) echo "$message" && return 1 ;;
		*'no space left'*) ;;
		*) echo "$message" && return 1 ;;
		esac
		diff -r "$tmp/full" "$tmp/full.old" || return 1
		failures=$((failures + 1)) blocks=$((blocks < 8 ? blocks + 1 : blocks * 3 / 2))
	done
	[ $failures -gt 3 ] && [ "$(find "$tmp/full" -name '.robotsc-*.part' | wc -l)" -eq 0 ]
}
full_disk() {
	mkdir "$tmp/full.old" && cp "$tmp/old" "$tmp/full.old/one" && on_full_disk $make -o "$tmp/full/one" "$policies" &&
		cmp "$tmp/full/one" "$one" || return 1
	on_full_disk $make -o "$tmp/full/one" examples/crawl.warc.gz || return 1
	$make --shards=4 -o "$tmp/full.old/d" "$tmp/a" && on_full_disk $make --shards=4 -o "$tmp/full/d" "$policies" &&
		"$robotsc" snapshot list "$tmp/full/d" | cut -f 1 >"$tmp/some" && cut -f 1 "$tmp/list" | cmp - "$tmp/some"
}

# A disk of 200 KB, if one can be mounted.
small_disk() {
	if ! unshare -m mount -t tmpfs -o size=200k none "$tmp/full" 2>"$tmp/err"; then
		echo 'skipped: no disk of a given size can be mounted here'
		return 0
	fi
	kept=$(($(wc -c <"$tmp/old") / 1024 + 1))
	for more in 8 40 120 300 700; do
		size=$((kept + more))
		unshare -m sh -c "mount -t tmpfs -o size=${size}k none '$tmp/full' && cp '$tmp/old' '$tmp/full/one' || exit 1
			$make --agent=ExampleBot -o '$tmp/full/one' '$tmp/many' examples/crawl.warc.gz 2>'$tmp/err' && exit 3
			cmp '$tmp/full/one' '$tmp/old' && [ \"\$(ls -A '$tmp/full')\" = one ]"
		status=$?
		[ $status -eq 0 ] || [ $status -eq 3 ] || return 1
		[ $status -eq 3 ] || grep -q . "$tmp/err" || return 1
		[ $more -gt 8 ] || [ $status -eq 0 ] || return 1
	done
}

# A read-only file system, if one can be mounted: the message names it, and reading from it works.
read_only_system() {
	if ! unshare -m mount -t tmpfs none "$tmp/full" 2>"$tmp/err"; then
		echo 'skipped: nothing can be mounted here'
		return 0
	fi
	unshare -m sh -c "mount -t tmpfs none '$tmp/full' && cp -R '$one' '$folder' '$tmp/full' &&
		mount -o remount,ro '$tmp/full' || exit 1
		for options in '-o $tmp/full/one.snapshot' '-o $tmp/full/new' '--shards=5 -o $tmp/full/shards' \\
			'--shards=2 -o $tmp/full/x'; do
			! $make \$options '$policies' 2>'$tmp/err' && grep -q 'read-only' '$tmp/err' || exit 1
		done
		'$robotsc' snapshot list '$tmp/full/one.snapshot' | cmp - '$tmp/list' &&
			'$robotsc' snapshot verify '$tmp/full/shards' >'$tmp/out' && ! touch '$tmp/full/touched' 2>'$tmp/err'"
}

# Folders and files that the user may not write or not read.  Root may, so another user tries.
read_only() {
	mkdir "$tmp/closed" && cp "$one" "$tmp/closed/one" && cp -R "$folder" "$tmp/closed/d" && cp "$one" "$tmp/closed/secret" &&
		cp "$robotsc" "$tmp/closed/robotsc" && chmod 555 "$tmp/closed/robotsc" && chmod 444 "$tmp/closed/one" &&
		chmod 0 "$tmp/closed/secret" && chmod 555 "$tmp/closed" "$tmp/closed/d" && chmod a+rx "$tmp" || return 1
	user=
	if [ "$(id -u)" -eq 0 ]; then
		user='setpriv --reuid=65534 --regid=65534 --clear-groups'
		if ! $user "$tmp/closed/robotsc" --version >"$tmp/out" 2>&1; then
			echo 'skipped: root tests, and cannot be another user'
			return 0
		fi
	fi
	as_user="$user $tmp/closed/robotsc snapshot -q"
	for output in one new 'd --shards=5' 'd/x --shards=2'; do
		# shellcheck disable=SC2086 # a name and options
		! $as_user make "$tmp/closed/one" -o "$tmp/closed/"$output 2>"$tmp/err" &&
			grep -q 'ermission' "$tmp/err" || return 1
	done
	! $as_user list "$tmp/closed/secret" 2>"$tmp/err" && grep -q 'ermission' "$tmp/err" || return 1
	cmp "$tmp/closed/one" "$one" && diff -r "$tmp/closed/d" "$folder" &&
		[ "$(ls -A "$tmp/closed" | tr '\n' ' ')" = 'd one robotsc secret ' ] || return 1
	$as_user list "$tmp/closed/one" | cmp - "$tmp/list" && $as_user verify "$tmp/closed/d" >"$tmp/out" &&
		$as_user --preload --agent=ExampleBot check "$tmp/closed/d" https://h3.example/x >"$tmp/out"
}

# Two makers at once: each file is whole, and is the file of one maker.
two_makers() {
	i=0
	while [ $i -lt 8 ]; do
		$make --shards=6 -o "$tmp/two" "$tmp/a" &
		one_pid=$!
		$make --shards=6 -o "$tmp/two" "$tmp/b" || return 1
		wait $one_pid && "$robotsc" snapshot verify "$tmp/two" >/dev/null || return 1
		[ "$(ls "$tmp/two" | wc -l)" -eq 7 ] || return 1
		i=$((i + 1))
	done
}

# A reader that begins while shards are replaced gets all old ones or all new ones.
readers_meanwhile() {
	(
		i=0
		while [ $i -lt 15 ]; do
			$make --shards=9 -o "$tmp/two" "$tmp/a" && $make --shards=5 -o "$tmp/two" "$tmp/b" || exit 1
			i=$((i + 1))
		done
	) &
	makers=$!
	i=0
	while [ $i -lt 60 ]; do
		"$robotsc" snapshot list "$tmp/two" | cut -f 1 | sort >"$tmp/seen"
		cmp -s "$tmp/seen" "$tmp/a.names" || cmp "$tmp/seen" "$tmp/b.names" || return 1
		i=$((i + 1))
	done
	wait $makers
}

# The example of docs/formats/snapshot.md, made from its text.  The page leaves out lines 41 to 96:
# all empty buckets but the first.
example() {
	mkdir "$tmp/example" && printf 'User-agent: *\nDisallow: /private\n' >"$tmp/example/https:example.com" &&
		TZ=UTC touch -t 202701150800.00 "$tmp/example/https:example.com" &&
		"$robotsc" import -q --agent=ExampleBot --store="$tmp/lone" "$tmp/example" &&
		$make -o "$tmp/lone.snapshot" "$tmp/lone" || return 1
	od -An -v -tx1 "$tmp/lone.snapshot" | tr a-f A-F | awk '
		NR > 40 && NR <= 96 { next }
		!/^[ 0]*$/ { printf "%04X  %s %s %s %s %s %s %s %s ", (NR - 1) * 16, $1, $2, $3, $4, $5, $6, $7, $8
			print "", $9, $10, $11, $12, $13, $14, $15, $16 }' >"$tmp/lines"
	sed -n '/^```snapshot$/,/^```$/p' docs/formats/snapshot.md | grep -v '^```' | diff - "$tmp/lines"
}

stats() {
	$make --at=2030-01-01T00:00:00Z -o "$tmp/timed" "$policies" &&
		"$robotsc" snapshot stat "$tmp/timed" | grep -q 'time *2030-01-01T00:00:00Z' &&
		"$robotsc" snapshot --format=json stat "$folder" | grep -q '"shards": *5'
}

shard_numbers() {
	"$robotsc" url --shards=5 <examples/frontier.txt | while IFS='	' read -r shard origin _; do
		"$robotsc" snapshot list "$folder"/000"$shard"-* | cut -f 1 | grep -qxF "$origin" || {
			"$robotsc" snapshot list "$folder" | cut -f 1 | grep -qxF "$origin" && echo "$origin"
		}
	done >"$tmp/wrong"
	cmp "$tmp/wrong" /dev/null && "$robotsc" url --shards=1 https://example.com/x | grep -q '^0	https://example.com	'
}

check 'the inputs of the test are made' make_inputs
check 'list prints what store list prints, in the order of domains' lists
check 'list prints a domain' domains
check 'list takes any way to write a host, and nothing else' no_hosts
check 'filter answers as by the store, with all options' all_options
check 'a folder is listed in the order of a file' shards_in_order
check 'filter answers the same at each trust' trusts
check 'the same octets whatever the order, the memory and the threads' same_octets
check 'what import reads gives what its store gives' imports
check 'a snapshot of real captures is good' corpus
check 'get prints what store get prints' gets
check 'check prints what store check prints' checks
check 'settings that differ are named' settings
check 'the order of the agents is no setting' agents_in_order
check 'what is no snapshot is refused, and not replaced' refuses
check 'damage is found' damage
check 'a make that is killed leaves the old snapshot or the new one' kills
check 'at each step of a make the old snapshot stands there or the new one' each_step
check 'what a killed make left goes after a day' left_behind
check 'on a full disk the old snapshot stays' full_disk
check 'on a small disk, too' small_disk
check 'a folder that cannot be written is named, and read' read_only
[ ! -d "$tmp/closed" ] || chmod -R u+w "$tmp/closed" # so that it can be removed
check 'so is a system that is read-only' read_only_system
check 'two makers write one after the other' two_makers
check 'a reader meanwhile has all shards of one of them' readers_meanwhile
check 'the example of the page is what make writes' example
check 'stat prints times and shards' stats
check 'url prints the shard of a URL' shard_numbers
finish
