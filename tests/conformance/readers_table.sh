#!/bin/sh
# readers_table.sh - the tables of docs/conformance.md are what Debian's readers, npm's, those of
# checkouts and some crawlers do.
#
# A machine with other versions of them is passed over: the page says which ones ran.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# Prints a page without the days on which its readers ran.
without_days() { sed 's/^\(\* .*\), 20[0-9-]*: /\1: /' "$1"; }

same_table() {
	cp docs/conformance.md "$tmp/page.md" && python3 conformance/report.py --into="$tmp/page.md:$1" "$tmp/$1"/*.json &&
		without_days docs/conformance.md >"$tmp/before" && without_days "$tmp/page.md" >"$tmp/after" &&
		diff -u "$tmp/before" "$tmp/after"
}

page_is_made() {
	python3 conformance/report.py --html "$tmp/debian"/*.json >"$tmp/page.html" &&
		[ "$(grep -c '<details>' "$tmp/page.html")" -eq "$(wc -l <conformance/cases.jsonl)" ] &&
		! grep -qi '<script' "$tmp/page.html"
}

# ask NAME OPTION: runs the readers of table NAME.
ask() { sh conformance/readers.sh ${2+"$2"} "$tmp/$1" >"$tmp/$1.ran" 2>&1; }

# table NAME: compares the table where this machine has the versions that the page names.
table() {
	missing=
	for version in $(sed -n "/<!-- conformance\/report.py $1 -->/,/<!-- end -->/p" docs/conformance.md |
		sed -n 's/^| \([^|]*\) \([^ |]*\) | [0-9]* | [0-9]* | .*/\2/p'); do
		grep -qF " $version: " "$tmp/$1.ran" || missing="$missing $version"
	done
	if ! grep -qF "<!-- conformance/report.py $1 -->" docs/conformance.md; then
		check "docs/conformance.md has the table \"$1\"" false
	elif [ -n "$missing" ]; then
		skip "the table \"$1\" of docs/conformance.md: this machine does not have$missing"
	else
		check "the table \"$1\" is what they answer" same_table "$1"
	fi
}

# All at once, since readers wait more than they work.
ask debian &
ask npm --npm &
ask checkouts --checkouts &
ask crawlers --crawlers &
wait
table debian
table npm
table checkouts
table crawlers
check 'a page of it' page_is_made
finish
