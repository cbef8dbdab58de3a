#!/bin/sh
# family.sh - the crawlers of docs/site-owners.md are those of cli/family.c, and --family reads a
# robots.txt as the page says.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# "crawler, whose group it obeys or -, yes or no, source", a line a row.
awk -F ' *\\| *' '
	/^\| crawler \| obeys/ { inside = 1; next }
	!/^\|/ { inside = 0 }
	inside && !/^\| ---/ {
		gsub(/`/, "")
		sub(/.*\(/, "", $5)
		sub(/\).*/, "", $5)
		print $2, $3 == "" ? "-" : $3, $4, $5
	}' docs/site-owners.md >"$tmp/rows"

all_rows() {
	[ "$(wc -l <"$tmp/rows")" -gt 8 ] && [ "$(wc -l <"$tmp/rows")" -eq "$(grep -c '^	{"' cli/family.c)" ]
}

# verdict ALLOW-OR-DISALLOW CRAWLER PATH SOURCE LINES: the source is on standard error if that has
# a line.
verdict() {
	got=$("$robotsc" check --family "$tmp/robots.txt" "$2" "$3" 2>"$tmp/err" | cut -f 1)
	[ "$got" = "$1" ] && [ "$(wc -l <"$tmp/err")" -eq "$5" ] && { [ "$5" -eq 0 ] || grep -qF ": $4" "$tmp/err"; }
}

reads() {
	group() { printf 'User-agent: %s\nDisallow: /%s\n\n' "$1" "$2"; }
	# by its own name
	{ group "$1" own && group '*' star; } >"$tmp/robots.txt"
	verdict disallow "$1" /own "$4" 0 && verdict allow "$1" /star "$4" 0 || return 1
	# by nothing but the star
	group '*' star >"$tmp/robots.txt"
	case $3 in
	yes) verdict disallow "$1" /star "$4" 0 || return 1 ;;
	no) verdict allow "$1" /star "$4" 1 || return 1 ;;
	*) return 1 ;;
	esac
	# by the name of another
	[ "$2" = - ] && return
	{ group '*' star && group "$2" other; } >"$tmp/robots.txt"
	verdict disallow "$1" /other "$4" 1 && verdict allow "$1" /star "$4" 1
}

check 'docs/site-owners.md has each row of cli/family.c' all_rows
while read -r crawler other star source; do
	check "$crawler" reads "$crawler" "$other" "$star" "$source"
done <"$tmp/rows"
finish
