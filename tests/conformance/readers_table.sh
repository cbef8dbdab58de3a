#!/bin/sh
# readers_table.sh - the table of docs/conformance.md is what Debian's readers answer.
#
# A machine with other versions of them is passed over: the page says which ones ran.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

same_table() {
	cp docs/conformance.md "$tmp/page.md" && python3 conformance/report.py --into="$tmp/page.md" "$tmp"/results/*.json &&
		diff -u docs/conformance.md "$tmp/page.md"
}

page_is_made() {
	python3 conformance/report.py --html "$tmp"/results/*.json >"$tmp/page.html" &&
		[ "$(grep -c '<details>' "$tmp/page.html")" -eq "$(wc -l <conformance/cases.jsonl)" ] &&
		! grep -qi '<script' "$tmp/page.html"
}

sh conformance/readers.sh "$tmp/results" >"$tmp/ran"
missing=
for version in $(sed -n 's/^| \([^|]*\) \([^ |]*\) | [0-9]* | [0-9]* | .*/\2/p' docs/conformance.md); do
	grep -qF " $version: " "$tmp/ran" || missing="$missing $version"
done
if [ -n "$missing" ]; then
	skip "the table of docs/conformance.md: this machine does not have$missing"
else
	check 'the table is what they answer' same_table
fi
check 'a page of it' page_is_made
finish
