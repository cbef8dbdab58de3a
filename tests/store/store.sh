#!/bin/sh
# store.sh - the command and damaged stores: 'store verify' says what is wrong, and never dies of
# it.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
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

# Octets here and there, most of them in the heads of pages, replaced; each file is verified, and
# listed.
damaged_files() {
	size=$(wc -c <"$policies/data.mdb")
	mkdir "$tmp/damaged" || return 1
	awk -v size="$size" 'BEGIN {
		srand(11)
		for (i = 0; i < 150; i++) {
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
	[ "$(grep -c 2 "$tmp/statuses")" -gt 50 ] && [ -s "$tmp/crashes" ]
}

# The store before entries had checksums.
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

# What ends the child ends the command, and a closed pipe is no damage.
pipe_closes() {
	"$robotsc" store list --store="$policies" 2>"$tmp/err" | head -n 1 >"$tmp/one"
	[ "$(wc -l <"$tmp/one")" -eq 1 ] && ! grep -q damaged "$tmp/err"
}

check 'a store of 300 hosts is good' make_store
check 'damaged files are reported, whatever LMDB does with them' damaged_files
check 'a store of an earlier layout is refused, and why' old_layout
check 'a closed pipe is no damage' pipe_closes
finish
