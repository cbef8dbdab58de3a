#!/bin/sh
# internals.sh - the table of docs/dev/internals.md has a row for each folder of sources, with tests
# that exist; docs/glossary.md names what is in the code.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

page=docs/dev/internals.md

# column N: prints the names in a column of the table, one a line.
column() {
	awk -F'|' -v column="$1" '
		/^## / { inside = /^## Each folder/ }
		inside && /^\| `/ {
			n = split($column, names, "`")
			for (i = 2; i <= n; i += 2) print names[i]
		}' $page
}

folders() {
	column 2 | sort >"$tmp/named"
	{
		find runtime compiler analysis hosts cli -name '*.[ch]' | sed 's|[^/]*$||' | sort -u
		echo analysis/crawlers/
	} | sort >"$tmp/there"
	[ -s "$tmp/there" ] && diff "$tmp/named" "$tmp/there"
}

# known_test NAME: it is a program that run.sh finds, or a script in its list.
known_test() {
	case $1 in
	*_test) [ -n "$(test_file "$1.c")" ] ;;
	*) [ -n "$(test_file "$1.sh")" ] && grep -E '^(all|tree)=' tests/run.sh | grep -qw -- "$1" ;;
	esac
}

tests_exist() {
	column 4 | sort -u >"$tmp/tests"
	unknown=
	while read -r name; do known_test "$name" || unknown="$unknown $name"; done <"$tmp/tests"
	echo "no such test:$unknown"
	[ -s "$tmp/tests" ] && [ -z "$unknown" ]
}

rows_have_tests() { ! grep -E '^\| `[^|]*\|[^|]*\| *\|$' $page; }

glossary() {
	awk -F'|' '/^\| / { n = split($4, names, "`"); for (i = 2; i <= n; i += 2) print names[i] }' docs/glossary.md >"$tmp/words"
	gone=
	while read -r word; do grep -rqwF -- "$word" include runtime hosts/snapshot/reader compiler analysis || gone="$gone $word,"
	done <"$tmp/words"
	echo "not in the code:$gone"
	[ "$(wc -l <"$tmp/words")" -gt 30 ] && [ -z "$gone" ]
}

check "the table of $page has each folder of sources, and no other" folders
check 'the tests that they name exist' tests_exist
check 'each row names a test' rows_have_tests
check 'the names of docs/glossary.md are in the code' glossary
finish
