#!/bin/sh
# every_call.sh - fuzz/every_call.c makes every public call that takes a blob or a group, and
# tests/hosts/snapshot/ those that take a snapshot, on forged octets.
#
# A call counts if it takes a structure that leads to a blob or a snapshot, as the headers say.  The
# object files list the calls that are made.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

nm=$(config nm)

# All headers but store.h, filter.h and import.h: calls of these three get a blob from a store, and
# read it only by other calls.
headers=$(find include/robotsc -name '*.h' ! -name store.h ! -name filter.h ! -name import.h | sort)

# The headers without comments and directives, with one declaration or definition a line.
# shellcheck disable=SC2086 # a list of names
declarations() {
	cat $headers | sed 's/^[[:space:]]*#.*//; s/extern "C" {//' | tr '\n\t' '  ' |
		awk '{
			while (match($0, /\/\*([^*]|\*+[^*\/])*\*+\//))
				$0 = substr($0, 1, RSTART - 1) " " substr($0, RSTART + RLENGTH)
			print
		}' |
		awk '{
			for (i = 1; i <= length($0); i++) {
				c = substr($0, i, 1)
				if (c == "{") depth++
				if (c == "}" && depth > 0) depth-- # not of extern "C"
				printf "%s", c
				if (c == ";" && depth <= 0) printf "\n"
			}
		}'
}

# The structures that lead to a blob or a snapshot.
structures() {
	awk '
		match($0, /struct robotsc_[a-z_]+ *\{/) {
			name = substr($0, RSTART + 7, RLENGTH - 7)
			sub(/ *\{/, "", name)
			body[name] = substr($0, RSTART + RLENGTH)
		}
		END {
			leads["robotsc_blob"] = leads["robotsc_group"] = leads["robotsc_snapshot"] = 1
			do {
				more = 0
				for (name in body)
					for (known in leads)
						if (!(name in leads) && body[name] ~ ("struct " known "[^a-z_]")) {
							leads[name] = 1
							more = 1
							break
						}
			} while (more)
			for (name in leads) print name
		}' "$tmp/declarations"
}

# The calls that take one of these structures.
calls() {
	awk '
		NR == FNR { leads[$1] = 1; next }
		match($0, /ROBOTSC_API .*robotsc_[a-z0-9_]+\(/) {
			arguments = substr($0, RSTART + RLENGTH)
			name = substr($0, RSTART, RLENGTH - 1)
			sub(/.*[ *]/, "", name)
			for (known in leads)
				if (arguments ~ ("struct " known "[^a-z_]")) { print name; break }
		}' "$tmp/structures" "$tmp/declarations" | sort -u
}

made() {
	for object in fuzz/every_call tests/runtime/records/extensions_use tests/hosts/snapshot/ask_snapshot \
		tests/hosts/snapshot/ask_policy tests/hosts/snapshot/ask_search \
		tests/hosts/snapshot/ask_whole tests/hosts/snapshot/ask_audit; do
		"$nm" -u "$builddir/$object.o"
	done |
		awk '{ print $NF }' | sort -u
}

declarations >"$tmp/declarations"
structures | sort >"$tmp/structures"
calls >"$tmp/calls"
made >"$tmp/made"

has() { grep -qx "$2" "$1"; }

all_found() { [ "$(wc -l <"$tmp/calls")" -gt 20 ]; }

check 'the headers name the calls' all_found
# Calls take a blob through each of these structures.
for name in robotsc_blob robotsc_group robotsc_extensions robotsc_lines robotsc_query robotsc_side; do
	check "struct $name leads to a blob" has "$tmp/structures" $name
done
while read -r call; do
	check "$call is called" has "$tmp/made" "$call"
done <"$tmp/calls"
finish
