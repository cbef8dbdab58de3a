#!/bin/sh
# store.sh - the command and damaged stores: 'store verify' reports the damage, and never dies of
# it.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

need_store store verify --store=x

policies=$tmp/policies

# 300 hosts, some of them imported again with other rules.
make_store() {
	mkdir "$tmp/hosts" || return 1
	for round in 1 2; do
		i=0
		while [ $i -lt $((300 / round)) ]; do
			printf 'User-agent: *\nDisallow: /%d\n' $((i % 40 + round)) >"$tmp/hosts/h$i.example"
			i=$((i + 1))
		done
		"$robotsc" import -q --store="$policies" "$tmp/hosts" || return 1
	done
	[ "$("$robotsc" store verify --store="$policies")" = good ]
}

# Replace single octets, most of them in the heads of pages; verify and list each file.
damaged_files() {
	size=$(wc -c <"$policies/data.mdb")
	mkdir "$tmp/damaged" || return 1
	awk -v size="$size" 'BEGIN {
		srand(11)
		for (i = 0; i < 60; i++) {
			line = ""
			for (k = 0; k < 1 + i % 8; k++)
				line = line " " int(rand() * size / 4096) * 4096 + int(rand() * (k % 3 ? 40 : 4096)) \
					" " int(rand() * 256)
			print line
		}
	}' >"$tmp/plans"
	: >"$tmp/statuses"
	while read -r plan; do
		cp "$policies/data.mdb" "$tmp/damaged/data.mdb"
		# shellcheck disable=SC2086 # pairs of numbers
		set -- $plan
		while [ $# -gt 0 ]; do
			# shellcheck disable=SC2059 # an octet
			printf "\\$(printf %03o "$2")" | dd of="$tmp/damaged/data.mdb" bs=1 seek="$1" conv=notrunc 2>"$tmp/dd"
			shift 2
		done
		timeout 100 "$robotsc" store verify --store="$tmp/damaged" >"$tmp/out" 2>"$tmp/err"
		status=$?
		echo $status >>"$tmp/statuses"
		grep 'reading it crashes' "$tmp/err" >>"$tmp/crashes"
		case $status in
		0) grep -qx good "$tmp/out" || return 1 ;;
		2) grep -qE 'robotsc: .*(damaged|no store|another format|address space|not read here)' "$tmp/err" ||
			{ echo "$plan" && cat "$tmp/err" && return 1; } ;;
		*) echo "$plan: exit status $status" && return 1 ;;
		esac
		timeout 100 "$robotsc" store list --store="$tmp/damaged" >"$tmp/out" 2>"$tmp/err"
		status=$?
		[ $status -eq 0 ] || [ $status -eq 2 ] || { echo "$plan: list: exit status $status" && return 1; }
	done <"$tmp/plans"
	[ "$(grep -c 2 "$tmp/statuses")" -gt 20 ] && [ -s "$tmp/crashes" ]
}

# URLs of the 300 hosts, and of one that is not in the store.
ask() {
	i=0
	while [ $i -lt 301 ]; do
		printf 'http://h%d.example/%d\nhttps://h%d.example/%d/x\n' $i $((i % 40 + 1)) $i $((i % 40 + 2))
		i=$((i + 1))
	done
}

# put_octet PLACE VALUE
put_octet() {
	# shellcheck disable=SC2059 # an octet
	printf "\\$(printf %03o "$2")" | dd of="$tmp/flipped/data.mdb" bs=1 seek="$1" conv=notrunc 2>"$tmp/dd"
}

# Flip bits all over the file, most of them in the heads of pages: 'filter --verify' answers as
# before, or refuses the store with a message and answers nothing.  Without --verify some flips are
# fatal.
filter_verifies() {
	mkdir "$tmp/flipped" && cp "$policies/data.mdb" "$tmp/flipped" && ask >"$tmp/urls" || return 1
	set -- --store="$tmp/flipped" --agent=x -q --print=all --reason --jobs=1
	"$robotsc" filter --verify "$@" <"$tmp/urls" >"$tmp/right" || return 1
	"$robotsc" filter "$@" <"$tmp/urls" | cmp - "$tmp/right" || return 1
	grep -q '^allow' "$tmp/right" && grep -q '^disallow' "$tmp/right" && grep -q '^unknown' "$tmp/right" || return 1
	od -An -v -t u1 -w1 "$policies/data.mdb" | awk -v bits="${FLIPS-120}" 'BEGIN { srand(5) }
		{ octets[NR - 1] = $1 }
		END {
			for (i = 0; i < bits; i++) {
				# anywhere in a page, in its head, or in the octets of the head
				# that say how much room is left
				in_page = i % 3 == 0 ? int(rand() * 4096) : int(rand() * 40)
				if (i % 3 == 2)
					in_page = 10 + int(rand() * 8)
				at = int(rand() * NR / 4096) * 4096 + in_page
				bit = 2 ^ int(rand() * 8)
				print at, octets[at], octets[at] + (int(octets[at] / bit) % 2 ? -bit : bit)
			}
		}' >"$tmp/flips"
	good=0 refused=0 crashed=0 fatal=0
	while read -r place was becomes; do
		put_octet "$place" "$becomes"
		timeout 100 "$robotsc" filter --verify "$@" <"$tmp/urls" >"$tmp/out" 2>"$tmp/err"
		status=$?
		case $status in
		0) good=$((good + 1)) && cmp "$tmp/out" "$tmp/right" ;;
		2)
			refused=$((refused + 1)) && [ ! -s "$tmp/out" ] && tail -n 1 "$tmp/err" |
				grep -qE '^robotsc: .*(damaged|no store|another format|address space|not read here)'
			;;
		*) false ;;
		esac || { echo "octet $place, $was made $becomes: exit status $status" && cat "$tmp/err" && return 1; }
		if grep -q 'reading it crashes' "$tmp/err"; then
			crashed=$((crashed + 1))
			timeout 10 "$robotsc" filter "$@" <"$tmp/urls" >"$tmp/out" 2>"$tmp/err" || [ $? -lt 128 ] ||
				fatal=$((fatal + 1))
		fi
		put_octet "$place" "$was"
	done <"$tmp/flips"
	echo "$good good, $refused refused, $crashed of them after a crash, $fatal fatal to a filter without --verify"
	cmp "$policies/data.mdb" "$tmp/flipped/data.mdb" || return 1
	[ $good -gt 20 ] && [ $refused -gt 20 ] && [ $crashed -gt 0 ] && [ $fatal -gt 0 ]
}

# A store in the layout without checksums of entries.
old_layout() {
	cp "$policies/data.mdb" "$tmp/damaged/data.mdb"
	at=$(LC_ALL=C grep -abo 'headerrobotsc' "$policies/data.mdb" | cut -d : -f 1)
	for place in $at; do
		printf '\002' | dd of="$tmp/damaged/data.mdb" bs=1 seek=$((place + 14)) conv=notrunc 2>"$tmp/dd"
	done
	for action in 'store verify' 'store list' 'filter --agent=x'; do
		# shellcheck disable=SC2086 # words
		"$robotsc" $action --store="$tmp/damaged" </dev/null 2>"$tmp/err"
		[ $? -eq 2 ] || return 1
		cat "$tmp/err"
		grep -q 'a store of another format version; import into a new store' "$tmp/err" || return 1
	done
}

# When a signal ends the child, the command ends, too; a closed pipe is not reported as damage.
pipe_closes() {
	"$robotsc" store list --store="$policies" 2>"$tmp/err" | head -n 1 >"$tmp/one"
	[ "$(wc -l <"$tmp/one")" -eq 1 ] && ! grep -q damaged "$tmp/err"
}

check 'a store of 300 hosts is good' make_store
check 'damaged files are reported, whatever LMDB does with them' damaged_files
check 'filter --verify answers rightly or not at all' filter_verifies
check 'a store of an earlier layout is refused, and why' old_layout
check 'a closed pipe is no damage' pipe_closes
finish
